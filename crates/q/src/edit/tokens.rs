//! A line cut into tokens, roughly: enough to colour it, to see whether its brackets are closed, and to find the
//! name before the cursor. It never fails; what it does not know is `Other`.

use quarry_lang::syntax::script;
use quarry_value::{Prim, Sym};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Text,
    Symbol,
    Number,
    Keyword,
    Name,
    Comment,
    Command,
    Other,
}

/// Words of q that are not primitives.
pub const CONTROL: [&str; 12] =
    ["select", "exec", "update", "delete", "by", "from", "where", "if", "do", "while", "ltime", "reval"];

/// The tokens of `line`; together they are the line.
pub fn cut(line: &str) -> Vec<(Kind, &str)> {
    let mut out = Vec::new();
    let mut rest = line;
    if line.starts_with('\\') {
        return vec![(Kind::Command, line)];
    }
    let mut after_blank = true;
    while !rest.is_empty() {
        let (kind, size) = first(rest, after_blank);
        let (token, tail) = rest.split_at(size);
        after_blank = token.ends_with([' ', '\t', '\n']);
        out.push((kind, token));
        rest = tail;
    }
    out
}

/// The kind and size of the first token of `text`, which is not empty.
fn first(text: &str, after_blank: bool) -> (Kind, usize) {
    let c = text.as_bytes()[0];
    match c {
        b'"' => (Kind::Text, string_size(text)),
        b'`' => (Kind::Symbol, 1 + span(&text[1..], |c| c.is_alphanumeric() || ":._/".contains(c))),
        b'/' if after_blank => (Kind::Comment, text.find('\n').unwrap_or(text.len())),
        b'0'..=b'9' => (Kind::Number, span(text, |c| c.is_alphanumeric() || c == '.' || c == ':')),
        b'.' | b'a'..=b'z' | b'A'..=b'Z' => word(text),
        _ => (Kind::Other, text.chars().next().map_or(1, char::len_utf8)),
    }
}

fn word(text: &str) -> (Kind, usize) {
    let size = span(text, |c| c.is_alphanumeric() || c == '.' || c == '_').max(1);
    let word = &text[..size];
    let known = CONTROL.contains(&word) || Prim::keyword(Sym::new(word)).is_some();
    (if known { Kind::Keyword } else { Kind::Name }, size)
}

fn span(text: &str, take: impl Fn(char) -> bool) -> usize {
    text.find(|c| !take(c)).unwrap_or(text.len())
}

/// The size of a string from its opening quote to its closing one, or to the end of the text.
fn string_size(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut i = 1;
    while i < bytes.len() {
        match bytes[i] {
            b'\\' => i += 1,
            b'"' => return i + 1,
            _ => {}
        }
        i += 1;
    }
    text.len()
}

/// Is every bracket closed, and every string? Input goes on when not. A bracket too many is left to the parser. Of commands and of
/// other languages than q and k nothing is known.
pub fn is_whole(line: &str) -> bool {
    if script::command(line.as_bytes()).is_some() {
        return true;
    }
    let code = match script::language(line.as_bytes()) {
        Some((b'q' | b'k', _)) => &line[2..],
        Some(_) => return true,
        None => line,
    };
    let mut depth = 0i64;
    for (kind, token) in cut(code) {
        match (kind, token) {
            (Kind::Text, t) if t.len() < 2 || string_size(t) == t.len() && !closed(t) => return false,
            (Kind::Other, "(" | "[" | "{") => depth += 1,
            (Kind::Other, ")" | "]" | "}") => depth -= 1,
            _ => {}
        }
    }
    depth <= 0
}

/// The statements of a text of several lines: lines belong together until brackets and strings are closed, and
/// the later ones of a statement are indented, as in a script.
pub fn statements(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut open = String::new();
    for line in text.lines() {
        if !open.is_empty() {
            // What stands in a string stays as it is.
            open.push_str(if in_string(&open) { "\n" } else { "\n " });
        }
        open.push_str(line);
        if is_whole(&open) {
            out.push(std::mem::take(&mut open));
        }
    }
    out.extend((!open.is_empty()).then_some(open));
    out
}

/// Does a text end within a string?
fn in_string(text: &str) -> bool {
    matches!(cut(text).last(), Some((Kind::Text, t)) if t.len() < 2 || !closed(t))
}

/// Does a string end with a quote that no backslash takes away?
fn closed(text: &str) -> bool {
    let Some(body) = text.strip_suffix('"') else { return false };
    let slashes = body.len() - body.trim_end_matches('\\').len();
    slashes.is_multiple_of(2)
}

/// Where the name that ends at `at` starts; `at` itself when there is none.
pub fn stem(line: &str, at: usize) -> usize {
    let before = &line[..at];
    let start = before.rfind(|c: char| !(c.is_alphanumeric() || c == '.' || c == '_'));
    start.map_or(0, |i| i + before[i..].chars().next().map_or(1, char::len_utf8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_make_up_the_line() {
        for line in
            ["select é from t where a=`b.c / why", "\"a\\\"b\" 0x00ff .z.p", "", "\"open", "`:a/b 1e-3"]
        {
            let text: String = cut(line).iter().map(|t| t.1).collect();
            assert_eq!(text, line);
        }
        let kinds: Vec<Kind> =
            cut("sum x1 2.5 `a \"s\" / c").iter().map(|t| t.0).filter(|k| *k != Kind::Other).collect();
        assert_eq!(kinds, [Kind::Keyword, Kind::Name, Kind::Number, Kind::Symbol, Kind::Text, Kind::Comment]);
    }

    #[test]
    fn open_brackets_and_strings_go_on() {
        for line in ["f:{x", "(1;2", "t[`a", "\"abc", "\"abc\\\"", "\"é", "\"\\é", "f:{\n x+1", "k)(1"] {
            assert!(!is_whole(line), "{line}");
        }
        for line in ["f:{x}", "1+1 / (", "\"(\"", "\"a\\\\\"", ")", "", "\\l a(b", "p)print(", "q)\\l a(b"] {
            assert!(is_whole(line), "{line}");
        }
    }

    #[test]
    fn pasted_lines_are_statements() {
        assert_eq!(statements("a:1\nf:{x+\ny}\nf 2"), ["a:1", "f:{x+\n y}", "f 2"]);
        assert_eq!(statements("(1;"), ["(1;"]);
        assert_eq!(statements("(\"abc\ndef\";\n1)"), ["(\"abc\ndef\";\n 1)"]);
        assert!(statements("").is_empty());
    }

    #[test]
    fn the_name_before_the_cursor() {
        assert_eq!(stem("1+.Q.dp", 7), 2);
        assert_eq!(stem("abc", 3), 0);
        assert_eq!(stem("a+", 2), 2);
    }
}
