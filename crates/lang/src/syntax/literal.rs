//! Quoted strings in source text.

/// Why there is no string.
#[derive(Debug, PartialEq)]
pub enum Bad {
    /// It does not end.
    Open,
    /// What stands behind the backslash at this place means nothing.
    Escape(usize),
}

/// The characters of the quoted string at the start of `text`, and the size of its source.
pub fn string(text: &[u8]) -> Result<(Vec<u8>, usize), Bad> {
    let mut out = Vec::new();
    let mut at = 1;
    loop {
        match *text.get(at).ok_or(Bad::Open)? {
            b'"' => return Ok((out, at + 1)),
            b'\\' if at + 1 == text.len() => return Err(Bad::Open),
            b'\\' => {
                let (c, size) = escape(&text[at + 1..]).ok_or(Bad::Escape(at))?;
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

/// The character after a backslash: what a letter or three octal digits mean, or a mark that means itself.
///
/// Source: KxSystems/kx-skills (q) for other letters and digits, which mean nothing; basics/application for marks.
fn escape(text: &[u8]) -> Option<(u8, usize)> {
    Some(match *text {
        [a @ b'0'..=b'7', b @ b'0'..=b'7', c @ b'0'..=b'7', ..] => {
            let octal = |d: u8| u32::from(d - b'0');
            ((octal(a) * 64 + octal(b) * 8 + octal(c)) as u8, 3)
        }
        [b'n', ..] => (b'\n', 1),
        [b'r', ..] => (b'\r', 1),
        [b't', ..] => (b'\t', 1),
        [c, ..] if !c.is_ascii_alphanumeric() => (c, 1),
        _ => return None,
    })
}
