//! Errors as people see them: the word first, as kdb+ prints it, then where and why.

use quarry_value::{Error, Frame};

/// At most this many frames are shown.
const FRAMES_MAX: usize = 16;

/// Of a line at most this many bytes are shown on each side of the place that failed.
const AROUND: usize = 500;

/// The text of an error: `'word`, the frames from the innermost out, and the detail.
///
/// ```text
/// 'length
///   [0]  1 2+1 2 3
///           ^
///   2 items with 3
/// ```
pub fn text(e: &Error) -> Vec<u8> {
    let mut out = [b"'", e.word(), b"\n"].concat();
    let depth = e.trace().len();
    for (i, frame) in e.trace().iter().take(FRAMES_MAX).enumerate() {
        show(&mut out, depth - 1 - i, frame);
    }
    if depth > FRAMES_MAX {
        out.extend_from_slice(format!("  … {} more\n", depth - FRAMES_MAX).as_bytes());
    }
    if let Some(detail) = e.details() {
        out.extend_from_slice(format!("  {detail}\n").as_bytes());
    }
    out
}

/// One frame: the line of source that failed, and a caret under the place.
fn show(out: &mut Vec<u8>, level: usize, frame: &Frame) {
    let at = floor(&frame.source, frame.at);
    let start = frame.source[..at].rfind('\n').map_or(0, |i| i + 1);
    let end = frame.source[at..].find('\n').map_or(frame.source.len(), |i| at + i);
    let mut head = format!("  [{level}]  ");
    if !frame.origin.is_empty() {
        head.push_str(&frame.origin);
        head.push(' ');
    }
    // Of a very long line the part around the place is shown.
    let from = floor(&frame.source, at.saturating_sub(AROUND)).max(start);
    let to = floor(&frame.source, at.saturating_add(AROUND)).min(end).max(at);
    let before = &frame.source[from..at];
    let indent = head.chars().count() + before.chars().count();
    out.extend_from_slice(format!("{head}{}\n{:indent$}^\n", &frame.source[from..to], "").as_bytes());
}

/// The nearest place at or before `at` where a character starts.
fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_stands_under_the_place() {
        let mut e = Error::new("length").detail("2 items with 3");
        e.push(Frame::new("", b"1 2+1 2 3", 3));
        let want = "'length\n  [0]  1 2+1 2 3\n          ^\n  2 items with 3\n";
        assert_eq!(String::from_utf8(text(&e)).unwrap(), want);
    }

    #[test]
    fn only_the_line_that_failed_is_shown() {
        let mut e = Error::new("type");
        e.push(Frame::new("f", "{\n x+`é\n }".as_bytes(), 4));
        assert_eq!(String::from_utf8(text(&e)).unwrap(), "'type\n  [0]  f  x+`é\n           ^\n");
    }
}
