//! Literals inside source text.

use quarry_value::Value;

/// The bytes of the number at the start of `text`.
pub fn number_length(text: &[u8]) -> usize {
    let sign = text.first() == Some(&b'-');
    let body = &text[sign as usize..];
    let mut size = 0;
    while let Some(&c) = body.get(size) {
        let exponent = matches!(c, b'-' | b'+')
            && size > 0
            && body[size - 1] == b'e'
            && body.get(size + 1).is_some_and(u8::is_ascii_digit)
            && !body.starts_with(b"0x");
        if !(c.is_ascii_alphanumeric() || matches!(c, b'.' | b':') || exponent) {
            break;
        }
        size += 1;
    }
    sign as usize + size
}

/// The value of numbers with spaces between them; `None` when they are not well formed.
pub fn scan_vector(text: &[u8]) -> Option<Value> {
    let text = std::str::from_utf8(text).ok()?;
    if let Some(bits) = text.strip_suffix('b') {
        let bits: Vec<u8> = bits.bytes().map(|c| c.wrapping_sub(b'0')).collect();
        return match bits[..] {
            [x @ 0..=1] => Some(Value::bool(x == 1)),
            _ if bits.iter().all(|&x| x < 2) => Some(Value::bools(bits)),
            _ => None,
        };
    }
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let long = |w: &&str| match *w {
        "0N" => Some(i64::MIN),
        "0W" => Some(i64::MAX),
        "-0W" => Some(-i64::MAX),
        w => w.strip_suffix('j').unwrap_or(w).parse().ok(),
    };
    if let Some(longs) = words.iter().map(long).collect::<Option<Vec<i64>>>() {
        return Some(if let [x] = longs[..] { Value::long(x) } else { Value::longs(longs) });
    }
    let float = |w: &&str| w.strip_suffix('f').unwrap_or(w).parse().ok();
    let floats = words.iter().map(float).collect::<Option<Vec<f64>>>()?;
    Some(if let [x] = floats[..] { Value::float(x) } else { Value::floats(floats) })
}

/// The characters of the quoted string at the start of `text`, and the size of its source. `None` when it does
/// not end.
pub fn string(text: &[u8]) -> Option<(Vec<u8>, usize)> {
    let mut out = Vec::new();
    let mut at = 1;
    loop {
        match *text.get(at)? {
            b'"' => return Some((out, at + 1)),
            b'\\' => {
                let (c, size) = escape(&text[at + 1..])?;
                out.push(c);
                at += 1 + size;
            }
            c => {
                out.push(c);
                at += 1;
            }
        }
    }
}

/// The character after a backslash: a letter, or three octal digits.
fn escape(text: &[u8]) -> Option<(u8, usize)> {
    Some(match *text {
        [a @ b'0'..=b'7', b @ b'0'..=b'7', c @ b'0'..=b'7', ..] => {
            let octal = |d: u8| u32::from(d - b'0');
            ((octal(a) * 64 + octal(b) * 8 + octal(c)) as u8, 3)
        }
        [b'n', ..] => (b'\n', 1),
        [b'r', ..] => (b'\r', 1),
        [b't', ..] => (b'\t', 1),
        [c, ..] => (c, 1),
        [] => return None,
    })
}
