//! Cutting a script into entries: statements over several lines, system commands; comments left out.

use std::borrow::Cow;

/// One entry of a script.
#[derive(Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its text, lines joined by newlines; a system command starts with `\`.
    pub text: Vec<u8>,
    /// Its first line, from 0.
    pub line: usize,
}

/// The entries of a script.
///
/// A line that starts with a blank, or with a closing brace alone (or `};`), goes on with the entry before it. A line `/`
/// alone starts a block of comment that a line `\` alone ends; outside such a block `\` alone ends the script.
/// Within an entry an empty line stays, and stands for a line of comment, so that lines count as in the file.
pub fn entries(text: &[u8]) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut in_comment = false;
    // Lines without text since the last one of the entry.
    let mut skipped = 0;
    for (number, line) in text.split(|&c| c == b'\n').enumerate() {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let line = if number == 0 { line.strip_prefix(b"#!").map_or(line, |_| &b""[..]) } else { line };
        let trimmed = trim_end(line);
        if in_comment {
            in_comment = trimmed != b"\\";
            skipped += 1;
            continue;
        }
        match trimmed {
            b"/" => {
                in_comment = true;
                skipped += 1;
            }
            b"\\" => break,
            _ if trimmed.is_empty() || trimmed[0] == b'/' => skipped += 1,
            _ if continues(trimmed) => match entries.last_mut() {
                Some(entry) if !entry.text.starts_with(b"\\") => {
                    let lines = 1 + std::mem::take(&mut skipped);
                    entry.text.resize(entry.text.len() + lines, b'\n');
                    entry.text.extend_from_slice(trimmed);
                }
                _ if trimmed.iter().all(|c| c.is_ascii_whitespace()) => {}
                _ => {
                    skipped = 0;
                    entries.push(Entry { text: trimmed.to_vec(), line: number });
                }
            },
            _ => {
                skipped = 0;
                entries.push(Entry { text: trimmed.to_vec(), line: number });
            }
        }
    }
    entries
}

/// Lines joined with the indented ones that follow them, and the number of each first line from 0. Unlike
/// [`entries`] it keeps comments.
pub fn groups(lines: &[Vec<u8>]) -> Vec<(usize, Vec<u8>)> {
    let mut groups: Vec<(usize, Vec<u8>)> = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        match groups.last_mut() {
            Some(group) if line.is_empty() || continues(line) => {
                group.1.push(b'\n');
                group.1.extend_from_slice(line);
            }
            _ => groups.push((number, line.clone())),
        }
    }
    groups
}

/// A line in another language, `k)…`, `p)…`, `H)…`: its letter and the text after the parenthesis.
pub fn language(text: &[u8]) -> Option<(u8, &[u8])> {
    match text {
        [letter @ (b'a'..=b'z' | b'A'..=b'Z'), b')', rest @ ..] => Some((*letter, rest)),
        _ => None,
    }
}

/// The system command `\…`, which may be marked `q)\…` or `k)\…`: the letter, if there is one, and the command.
pub fn command(text: &[u8]) -> Option<(Option<u8>, &[u8])> {
    match text {
        [b'\\', command @ ..] => Some((None, command)),
        [letter @ (b'q' | b'k'), b')', b'\\', command @ ..] if !command.is_empty() => {
            Some((Some(*letter), command))
        }
        _ => None,
    }
}

/// `text` as an entry of a script in `language`: it gets the letter of that language unless it has one of its own.
pub fn in_language(language: u8, text: &[u8]) -> Cow<'_, [u8]> {
    match language {
        b'q' => Cow::Borrowed(text),
        _ if self::language(text).is_some() => Cow::Borrowed(text),
        _ => Cow::Owned([&[language, b')'], text].concat()),
    }
}

/// The language of a file by the one letter its name ends in, as `.k`; q for any other.
pub fn language_of_file(name: &[u8]) -> u8 {
    match name {
        [_, .., b'.', letter @ b'a'..=b'z'] => *letter,
        _ => b'q',
    }
}

fn continues(line: &[u8]) -> bool {
    matches!(line, [b' ' | b'\t', ..] | [0xc2, 0xa0, ..] | b"}" | b"};")
}

fn trim_end(line: &[u8]) -> &[u8] {
    let end = line.iter().rposition(|c| !c.is_ascii_whitespace()).map_or(0, |i| i + 1);
    &line[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(script: &str) -> Vec<String> {
        entries(script.as_bytes())
            .into_iter()
            .map(|e| String::from_utf8_lossy(&e.text).into_owned())
            .collect()
    }

    #[test]
    fn lines_that_start_with_a_blank_go_on() {
        assert_eq!(texts("f:{\n x+1\n }\ng:2\n"), ["f:{\n x+1\n }", "g:2"]);
        assert_eq!(texts("f:{\n x+1\n};\ng:2\n"), ["f:{\n x+1\n};", "g:2"]);
        assert_eq!(texts("f:{\n x+1\n}\n"), ["f:{\n x+1\n}"]);
        assert_eq!(texts("f:{\n\n x+1\n/ a\n/\nb\n\\\n }\n\ng:2\n\n"), ["f:{\n\n x+1\n\n\n\n\n }", "g:2"]);
    }

    #[test]
    fn comments_are_left_out() {
        assert_eq!(texts("/ a\n/\nx:1\n\\\ny:2\n\\\nz:3"), ["y:2"]);
    }
}
