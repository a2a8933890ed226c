//! Errors and backtraces as people see them: the word first, as kdb+ prints it, then where and why.

use crate::vm::frames::lines_before;
use quarry_value::error::TRACE_MAX;
use quarry_value::{Error, Frame};

/// At most this many frames of an error are shown.
const FRAMES_MAX: usize = 16;

/// As many calls of a function by itself are shown one by one.
const ALIKE_MAX: usize = 4;

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
    // Of what is very deep not every frame was kept.
    let outermost = e.trace().last().filter(|_| depth == TRACE_MAX).and_then(|f| f.level).unwrap_or(0);
    let mut at = 0;
    let mut shown = 0;
    // Calls of a function by itself are told of once when they are many.
    for run in e.trace().chunk_by(is_same) {
        let told = if run.len() > ALIKE_MAX { 1 } else { run.len() }.min(FRAMES_MAX - shown);
        for (i, frame) in run[..told].iter().enumerate() {
            out.extend(level("  ", frame.level.unwrap_or(depth - 1 - at - i), frame));
        }
        (at, shown) = (at + told, shown + told);
        if shown == FRAMES_MAX {
            break;
        }
        let is_cut = outermost > 0 && at + run.len() - told == depth;
        if told < run.len() && !is_cut {
            out.extend_from_slice(format!("  … {} more like it\n", run.len() - told).as_bytes());
            at += run.len() - told;
        }
    }
    if depth - at + outermost > 0 {
        out.extend_from_slice(format!("  … {} more\n", depth - at + outermost).as_bytes());
    }
    out.extend(detail(e));
    out
}

/// Are these levels of one place in one function?
fn is_same(a: &Frame, b: &Frame) -> bool {
    a.at == b.at && a.source == b.source && a.name == b.name && a.place == b.place
}

/// The detail of an error, a line, and what its text lets one say beside it, another.
pub fn detail(e: &Error) -> Vec<u8> {
    let lines = e.details().map(str::to_string).into_iter().chain(crate::hints::hint(e));
    lines.flat_map(|line| format!("  {line}\n").into_bytes()).collect()
}

/// One level of a backtrace: the line of source that failed with the one before it, a caret under the place, and the line after
/// it; or no place. `mark` stands before the number.
///
/// Source: moazim1993/Kdb-ML-Big-Data-Notes (chapter 5), KxSystems/pykx (documentation).
pub fn level(mark: &str, number: usize, frame: &Frame) -> Vec<u8> {
    let head = format!("{mark}{:<5}{}", format!("[{number}]"), origin(frame));
    let Some(at) = frame.at else { return format!("{head}{}\n\n", frame.source).into_bytes() };
    let at = floor(&frame.source, at);
    let start = frame.source[..at].rfind('\n').map_or(0, |i| i + 1);
    let end = frame.source[at..].find('\n').map_or(frame.source.len(), |i| at + i);
    // Of a very long line the part around the place is shown.
    let from = floor(&frame.source, at.saturating_sub(AROUND)).max(start);
    let to = floor(&frame.source, at.saturating_add(AROUND)).min(end).max(at);
    let before = lines_until(&frame.source[..start]);
    let shown = &frame.source[from..at];
    let indent = if start == 0 { head.chars().count() } else { 0 } + shown.chars().count();
    let after = frame.source[end..].strip_prefix('\n').and_then(|rest| rest.lines().next());
    let after = after.map_or(String::new(), |line| format!("{}\n", beginning(line)));
    format!("{head}{before}{}\n{:indent$}^\n{after}", &frame.source[from..to], "").into_bytes()
}

/// What is shown of the lines before the one that failed, all of which `text` has: the last, on a line of its own if it is not the
/// first.
fn lines_until(text: &str) -> String {
    let Some(lines) = text.strip_suffix('\n') else { return String::new() };
    match lines.rsplit_once('\n') {
        Some((_, last)) => format!("\n{}\n", beginning(last)),
        None => format!("{}\n", beginning(lines)),
    }
}

/// As much of a line as is shown.
fn beginning(line: &str) -> &str {
    &line[..floor(line, 2 * AROUND)]
}

/// `file:line: name:`
fn origin(frame: &Frame) -> String {
    let mut text = String::new();
    if let (Some((file, line)), Some(at)) = (&frame.place, frame.at) {
        text = format!("{file}:{}: ", line + lines_before(frame.source.as_bytes(), at));
    }
    if !frame.name.is_empty() {
        text.push_str(&frame.name);
        text.push(':');
    }
    text
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
    fn a_line_before_and_one_after_are_shown() {
        let shown = |source: &str, at: usize| {
            let mut e = Error::new("type");
            e.push(Frame::new("f", source.as_bytes(), at));
            String::from_utf8(text(&e)).unwrap()
        };
        assert_eq!(shown("{\n x+`é\n }", 4), "'type\n  [0]  f:{\n x+`é\n  ^\n }\n");
        assert_eq!(shown("{\n y;\n x+`é;\n 2;\n 3}", 8), "'type\n  [0]  f:\n y;\n x+`é;\n  ^\n 2;\n");
        assert_eq!(shown("{x+`é;\n 2}", 2), "'type\n  [0]  f:{x+`é;\n           ^\n 2}\n");
    }

    #[test]
    fn levels_count_from_the_one_that_knows() {
        let mut e = Error::new("type");
        e.push(Frame::new("", b"1+", 1));
        e.push(Frame { level: Some(3), ..Frame::native("(.Q.trp)") });
        assert_eq!(String::from_utf8(text(&e)).unwrap(), "'type\n  [4]  1+\n        ^\n  [3]  (.Q.trp)\n\n");
    }
}
