//! Text forms of bytes and numbers: SHA-1, base 64, fixed decimals.

use quarry_value::error::type_error;
use quarry_value::{Error, Result, Type, Value};

fn bytes_of(x: &Value) -> Result<&[u8]> {
    match x {
        Value::Vector(v) if matches!(v.ty, Type::Char | Type::Byte) => v.slice::<u8>().ok_or_else(type_error),
        _ => x.as_text().ok_or_else(|| type_error().detail("neither text nor bytes")),
    }
}

/// `-33!x`, `.Q.sha1 x`: the twenty bytes of the SHA-1 digest of text.
///
/// Errors: 'type.
/// Source: basics/internal.
pub fn sha1(x: &Value) -> Result<Value> {
    let mut state = [0x6745_2301u32, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0];
    let bytes = bytes_of(x)?;
    let mut blocks = bytes.chunks_exact(64);
    blocks.by_ref().for_each(|b| sha1_block(&mut state, b));
    // A one bit, zeros and the size in bits fill the last block or two.
    let mut tail = blocks.remainder().to_vec();
    tail.push(0x80);
    let size = if tail.len() <= 56 { 56 } else { 120 };
    tail.resize(size, 0);
    tail.extend_from_slice(&(bytes.len() as u64).wrapping_mul(8).to_be_bytes());
    tail.chunks_exact(64).for_each(|b| sha1_block(&mut state, b));
    Ok(Value::bytes(state.iter().flat_map(|w| w.to_be_bytes()).collect()))
}

fn sha1_block(state: &mut [u32; 5], block: &[u8]) {
    let mut w = [0u32; 80];
    for (i, b) in block.chunks_exact(4).enumerate() {
        w[i] = u32::from_be_bytes([b[0], b[1], b[2], b[3]]);
    }
    for i in 16..80 {
        w[i] = (w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16]).rotate_left(1);
    }
    let [mut a, mut b, mut c, mut d, mut e] = *state;
    for (i, word) in w.iter().enumerate() {
        let (f, k) = match i / 20 {
            0 => (b & c | !b & d, 0x5a82_7999),
            1 => (b ^ c ^ d, 0x6ed9_eba1),
            2 => (b & c | b & d | c & d, 0x8f1b_bcdc),
            _ => (b ^ c ^ d, 0xca62_c1d6u32),
        };
        let next = a.rotate_left(5).wrapping_add(f).wrapping_add(e).wrapping_add(k).wrapping_add(*word);
        (a, b, c, d, e) = (next, a, b.rotate_left(30), c, d);
    }
    for (s, x) in state.iter_mut().zip([a, b, c, d, e]) {
        *s = s.wrapping_add(x);
    }
}

/// `-32!x`, `.Q.btoa x`: text in base 64.
///
/// Errors: 'type.
/// Source: ref/dotq.
pub fn base64(x: &Value) -> Result<Value> {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = Vec::new();
    for group in bytes_of(x)?.chunks(3) {
        let at = |i: usize| u32::from(group.get(i).copied().unwrap_or(0));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for i in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * i) & 63) as usize];
            out.push(if i <= group.len() { digit } else { b'=' });
        }
    }
    Ok(Value::chars(out))
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
