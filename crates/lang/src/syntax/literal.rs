//! Quoted strings in source text.

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
