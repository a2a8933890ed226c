//! Text forms of bytes and numbers: digests, base 64, fixed decimals.

use crate::shape::check_room;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use base64::{Engine, decoded_len_estimate};
use md5::{Digest, Md5};
use quarry_value::error::type_error;
use quarry_value::evaluation::check;
use quarry_value::{Error, Result, Type, Value, room};
use sha1::Sha1;

fn bytes_of(x: &Value) -> Result<&[u8]> {
    match x {
        Value::Vector(v) if matches!(v.ty, Type::Char | Type::Byte) => v.slice::<u8>().ok_or_else(type_error),
        _ => x.as_text().ok_or_else(|| type_error().detail("neither text nor bytes")),
    }
}

/// How much text is hashed between two looks whether the evaluation is to end.
const PIECE: usize = 1 << 20;

fn digest<D: Digest>(text: &[u8]) -> Result<Value> {
    let mut state = D::new();
    for piece in text.chunks(PIECE) {
        check()?;
        state.update(piece);
    }
    Ok(Value::bytes(state.finalize().to_vec()))
}

/// `md5 x`: the digest of a string, as sixteen bytes. Errors: 'type. Source: ref/md5.
pub fn md5(x: &Value) -> Result<Value> {
    digest::<Md5>(x.as_text().ok_or_else(type_error)?)
}

/// `-33!x`, `.Q.sha1 x`: the twenty bytes of the SHA-1 digest of text.
///
/// Errors: 'type.
/// Source: basics/internal.
pub fn sha1(x: &Value) -> Result<Value> {
    digest::<Sha1>(bytes_of(x)?)
}

/// With padding when written, with or without it when read.
const BASE_64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// `-32!x`, `.Q.btoa x`: text in base 64.
///
/// Errors: 'type, 'wsfull.
/// Source: ref/dotq.
pub fn base64(x: &Value) -> Result<Value> {
    let bytes = bytes_of(x)?;
    check_room(bytes.len().div_ceil(3) as i64, 4)?;
    Ok(Value::chars(BASE_64.encode(bytes).into_bytes()))
}

/// `.Q.atob x`: the bytes that text in base 64 stands for, four characters for three of them.
///
/// Errors: 'type; 'domain for other characters and counts.
/// Source: ref/dotq.
pub fn bytes_of_base64(x: &Value) -> Result<Value> {
    if !matches!(x, Value::Vector(v) if matches!(v.ty, Type::Char | Type::Byte)) {
        return Err(type_error().detail("text in base 64 is characters or bytes"));
    }
    let text = bytes_of(x)?;
    let whole = if text.len() % 4 == 0 { from_base64(text) } else { None };
    whole.map(Value::bytes).ok_or_else(|| Error::new("domain").detail("this is no text in base 64"))
}

/// The bytes that text in base 64 stands for.
pub fn from_base64(text: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = room::zeros(decoded_len_estimate(text.len()));
    let size = BASE_64.decode_slice(text, &mut bytes).ok()?;
    bytes.truncate(size);
    Some(bytes)
}

/// `-27!(x;y)`: floats `y` as text with `x` decimals, rounded as the binary number stands.
///
/// Shape: atomic in `y`.
/// Errors: 'type, 'domain for more than 100 decimals.
/// Source: basics/internal.
pub fn fixed(x: &Value, y: &Value) -> Result<Value> {
    let Value::I32(Type::Int, decimals) = *x else { return Err(type_error().detail("decimals are an int")) };
    let decimals =
        usize::try_from(decimals).ok().filter(|d| *d <= 100).ok_or_else(|| Error::new("domain"))?;
    fixed_at(decimals, y, 0)
}

fn fixed_at(decimals: usize, y: &Value, depth: usize) -> Result<Value> {
    if depth > 500 {
        return Err(Error::new("stack"));
    }
    match y {
        Value::F64(Type::Float, x) if x.is_finite() => Ok(Value::chars(format!("{x:.decimals$}"))),
        Value::F64(Type::Float, _) => Ok(Value::chars(quarry_value::text::text_of(y))),
        Value::Vector(_) | Value::List(_) => {
            Ok(Value::list(y.items().map(|v| fixed_at(decimals, &v, depth + 1)).collect::<Result<_>>()?))
        }
        _ => Err(type_error()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_value::text::literal;

    fn show(x: Result<Value>) -> String {
        String::from_utf8(literal(&x.unwrap())).unwrap()
    }

    #[test]
    fn digests() {
        assert_eq!(show(sha1(&Value::chars("Hello World!"))), "0x2ef7bde608ce5404e97d5f042f95f89f1c232871");
        assert_eq!(show(sha1(&Value::chars("mypassword"))), "0x91dfd9ddb4198affc5c194cd8ce6d338fde470e2");
        assert_eq!(
            show(sha1(&Value::chars("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"))),
            "0x84983e441c3bd26ebaae4aa1f95129e5e54670f1"
        );
    }

    #[test]
    fn digests_of_long_text() {
        // What `md5sum` and `sha1sum` say of three million of the letter a.
        let long = Value::chars(vec![b'a'; 3_000_000]);
        assert_eq!(show(md5(&long)), "0x99ddc9a3a46ea62c95652bdf937a1fb8");
        assert_eq!(show(sha1(&long)), "0xe8935af087fafce14bf157d50ab992c861688ffa");
        assert_eq!(show(md5(&Value::chars(""))), "0xd41d8cd98f00b204e9800998ecf8427e");
        assert_eq!(
            show(md5(&Value::chars("this is a not so secret message"))),
            "0x6cf192c1938b79012c323fa30e62787e"
        );
    }

    #[test]
    fn base_64_is_read() {
        let read = |text: &str| from_base64(text.as_bytes());
        for (text, bytes) in
            [("", ""), ("Zg==", "f"), ("Zg", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("dTpw", "u:p")]
        {
            assert_eq!(read(text), Some(bytes.as_bytes().to_vec()), "{text}");
        }
        for bad in ["Z", "Zm9vZ", "Z!=="] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    #[test]
    fn base_64() {
        assert_eq!(show(base64(&Value::chars("Man"))), "\"TWFu\"");
        assert_eq!(show(base64(&Value::chars("Ma"))), "\"TWE=\"");
        assert_eq!(show(base64(&Value::chars("light wor"))), "\"bGlnaHQgd29y\"");
        assert_eq!(show(base64(&Value::char(b'M'))), "\"TQ==\"");
    }

    #[test]
    fn decimals() {
        let y = Value::floats(vec![123_456_789.456_7, 0.045]);
        assert_eq!(show(fixed(&Value::int(3), &y)), "(\"123456789.457\";\"0.045\")");
        assert_eq!(show(fixed(&Value::int(2), &Value::float(0.045))), "\"0.04\"");
    }
}
