//! What to write instead: hints about text that other languages have and q has not. They are told beside an error
//! that is there anyway, and say what q has, which is true whatever was meant.

use crate::explain::is_missing_column;
use crate::syntax::lexer::{self, Token, TokenKind};
use quarry_value::Error;
use std::sync::OnceLock;

/// Two operators side by side, and what is written in q.
static PAIRS: &[(&str, &str)] = &[
    ("==", "= compares, and : gives a value to a name"),
    ("!=", "<> is not equal"),
    ("**", "x xexp y is a power"),
    ("&&", "& is and; between the conditions of a query stands a comma"),
    ("||", "| is or"),
    ("=>", "greater or equal is >="),
    ("=<", "less or equal is <="),
    ("+=", "x+:1 adds to x"),
    ("-=", "x-:1 subtracts from x"),
    ("*=", "x*:2 multiplies x"),
    ("/=", "x%:2 divides x"),
    ("--", "x-:1 subtracts from x; a comment begins with a slash"),
    ("//", "x div y divides whole numbers; a comment begins with a blank and a slash"),
];

/// What q has for a word of other languages, from `lib/elsewhere.tsv`.
pub(crate) fn elsewhere(name: &[u8]) -> Option<&'static str> {
    rows().iter().find(|(word, _)| word.as_bytes() == name).map(|(_, says)| *says)
}

fn rows() -> &'static [(&'static str, &'static str)] {
    static ROWS: OnceLock<Vec<(&str, &str)>> = OnceLock::new();
    ROWS.get_or_init(|| {
        let lines = include_str!("../lib/elsewhere.tsv").lines().filter(|l| !l.starts_with("# "));
        let row = |l: &'static str| {
            let (words, says) = l.split_once('\t').unwrap_or((l, ""));
            words.split(' ').map(move |w| (w, says))
        };
        lines.flat_map(row).collect()
    })
}

/// Words of q that are no functions, and so in no table of names.
static TEMPLATES: &[&str] =
    &["select", "exec", "update", "delete", "from", "by", "where", "if", "do", "while"];

/// The word of q that `name` is but for capitals.
pub(crate) fn in_small_letters(name: &[u8]) -> Option<String> {
    let small = String::from_utf8(name.to_ascii_lowercase()).ok().filter(|s| s.as_bytes() != name)?;
    let keyword = || quarry_value::ROWS.iter().any(|r| r.keywords.contains(&small.as_str()));
    (TEMPLATES.contains(&small.as_str()) || keyword()).then_some(small)
}

/// What the text that failed lets one say beside the error.
pub(crate) fn hint(e: &Error) -> Option<String> {
    let frame = e.trace().first()?;
    let (text, at) = (frame.source.as_bytes(), frame.at?);
    let details = e.details().unwrap_or_default();
    if details.starts_with("there is nothing on the left") {
        return operators(text, at).or_else(|| statement(text, at));
    }
    let undefined = details.starts_with("undefined") || is_missing_column(e);
    if undefined {
        // Of a name that is told about by itself nothing more is told.
        let known = elsewhere(e.word()).is_some() || in_small_letters(e.word()).is_some();
        return if known { None } else { name(text, e.word(), at).or_else(|| statement(text, at)) };
    }
    let syntax = matches!(e.word(), b"from" | b"parse" | b"(" | b"[" | b"{" | b")" | b"]" | b"}");
    // A number or a text that was applied to what stands beside it.
    let applied = details.contains("is no function or list") || details.contains("write text to the console");
    // What is left of a line in another language may be anything.
    let bare = e.word() == b"type" && (details.is_empty() || details.ends_with("cannot be applied"));
    if !syntax && !applied && !bare && !details.starts_with("a condition must") {
        return None;
    }
    // What was meant for a handle stands beside it, also where that is closed.
    let is_sent = details.contains("no handle that is open");
    statement(text, at).or_else(|| if applied && !is_sent { beside(text, at) } else { None })
}

/// Of two values side by side, from `at` on, of which the first is no function.
fn beside(text: &[u8], at: usize) -> Option<String> {
    let tokens = lexer::tokens(text).ok()?;
    let is_value = |t: &Token| match t.kind {
        TokenKind::Name(name) => {
            !TEMPLATES.iter().any(|w| w.as_bytes() == name.bytes())
                && quarry_value::Prim::keyword(name).is_none()
        }
        TokenKind::Literal(_) => true,
        _ => false,
    };
    let ends = |t: &Token| is_value(t) || matches!(t.kind, TokenKind::Close(b')' | b'}'));
    let begins = |t: &Token| is_value(t) || matches!(t.kind, TokenKind::Open(b'(' | b'{'));
    let here = tokens.iter().position(|t| t.end as usize > at)?;
    let second = (here + 1..tokens.len()).find(|i| ends(&tokens[i - 1]) && begins(&tokens[*i]))?;
    let (first, next) = (text_of(text, &tokens[second - 1]), text_of(text, &tokens[second]));
    if next.starts_with(b"-") && next.len() > 1 {
        let (x, y) = (String::from_utf8_lossy(first), String::from_utf8_lossy(&next[1..]));
        return Some(format!(
            "a blank before a minus sign makes a negative number: {x}-{y} or {x} - {y} subtracts"
        ));
    }
    let is_query = tokens[..second].iter().any(|t| text_of(text, t) == b"where")
        && tokens[..second]
            .iter()
            .any(|t| matches!(text_of(text, t), b"select" | b"exec" | b"update" | b"delete"));
    Some(
        if is_query { "conditions are divided by commas" } else { "statements are divided by semicolons" }
            .into(),
    )
}

/// Of two operators side by side at or around `at`, or of quotes.
fn operators(text: &[u8], at: usize) -> Option<String> {
    if text.get(at) == Some(&b'#') && text[..at].iter().all(u8::is_ascii_whitespace) {
        return Some("a comment begins with a slash".into());
    }
    let near = &text[at.saturating_sub(1).min(text.len())..(at + 2).min(text.len())];
    let pair = |p: &[u8]| PAIRS.iter().find(|(two, _)| two.as_bytes() == p).map(|(_, says)| says.to_string());
    // `mod(5,2)`: a word that stands between its arguments.
    let rest = text.get(at..)?;
    let word = &rest[..rest.iter().take_while(|c| c.is_ascii_alphabetic()).count()];
    if !word.is_empty() && rest.get(word.len()) == Some(&b'(') {
        let word = String::from_utf8_lossy(word);
        return Some(format!("{word} has two arguments: x {word} y or {word}[x;y]"));
    }
    // What stands first is what was typed first.
    if let Some(says) = near.windows(2).find_map(pair) {
        return Some(says);
    }
    // A derived function is placed where the value before its iterator is.
    if let Some(rest) = text.get(at..)
        && rest.iter().position(|c| *c == b'/').is_some_and(|i| rest.get(i + 1) == Some(&b'/'))
    {
        return pair(b"//");
    }
    let rest = text.get(at..)?;
    let quote = rest.iter().position(|c| *c == b'\'')?;
    rest[quote + 1..]
        .contains(&b'\'')
        .then(|| "text stands in double quotes, and a symbol behind a backtick: `abc".to_string())
}

/// Of a name without a value: it is compared where it was to be assigned, or stands in single quotes.
fn name(text: &[u8], word: &[u8], at: usize) -> Option<String> {
    let shown = String::from_utf8_lossy(word);
    let quoted = [b"'", word, b"'"].concat();
    if text.windows(quoted.len()).any(|w| w == quoted) {
        return Some(format!("text stands in double quotes, and a symbol behind a backtick: `{shown}"));
    }
    // `t.head()`: a method of other languages.
    let called = [word, b"("].concat();
    if let Some(dot) = word.iter().rposition(|c| *c == b'.')
        && text.windows(called.len()).any(|w| w == called)
        && let Some(says) = elsewhere(&word[dot + 1..])
    {
        return Some(told(word, says));
    }
    let spaced = [b"`", word, b" `"].concat();
    if text.windows(spaced.len()).any(|w| w == spaced) {
        return Some("symbols of a list stand side by side: `a`b`c".into());
    }
    let tokens = lexer::tokens(text).ok()?;
    let named_behind = |pair: &[Token]| text_of(text, &pair[0]) == b"as" && text_of(text, &pair[1]) == word;
    let in_query = tokens.iter().any(|t| matches!(text_of(text, t), b"select" | b"exec" | b"update"));
    if in_query && tokens.windows(2).any(named_behind) {
        return Some(format!("the name of a column stands before it: {shown}:..."));
    }
    let is_equal = |t: Option<&Token>| t.is_some_and(|t| text_of(text, t) == b"=");
    let named = |i: usize| matches!(&tokens[i].kind, TokenKind::Name(n) if n.bytes() == word);
    for i in (0..tokens.len()).filter(|i| named(*i) && is_equal(tokens.get(i + 1))) {
        let before = i.checked_sub(1).map(|b| &tokens[b]);
        let begins = before.is_none_or(|t| matches!(t.kind, TokenKind::Semi | TokenKind::Open(_)));
        if begins {
            return Some(format!("= compares; {shown}:... gives a value to the name"));
        }
        let in_columns = before
            .is_some_and(|t| matches!(text_of(text, t), b"select" | b"exec" | b"update" | b"by" | b","));
        let from_follows = tokens[i..].iter().any(|t| text_of(text, t) == b"from");
        if in_columns && from_follows {
            return Some(format!("= compares; {shown}:... names a column"));
        }
    }
    after_table(text, &tokens, at)
}

/// What stands behind the table of a query, where only `where` can.
fn after_table(text: &[u8], tokens: &[Token], at: usize) -> Option<String> {
    let from = tokens.iter().rposition(|t| (t.start as usize) < at && text_of(text, t) == b"from")?;
    let (Some(table), Some(next)) = (tokens.get(from + 1), tokens.get(from + 2)) else { return None };
    if !matches!(table.kind, TokenKind::Name(_)) || !matches!(next.kind, TokenKind::Name(_)) {
        return None;
    }
    match text_of(text, next) {
        b"where" => None,
        b"by" | b"group" => Some("groups stand before the table: select avg c by g from t".into()),
        b"join" | b"inner" | b"left" | b"right" | b"outer" | b"full" => {
            Some("tables are joined by functions: t lj k, t ij k, t uj u".into())
        }
        word => match elsewhere(word) {
            Some(says) => Some(told(word, says)),
            None if crate::vm::globals::distance(word, b"where") <= 2 => {
                Some(format!("{}: did you mean where?", String::from_utf8_lossy(word)))
            }
            None => None,
        },
    }
}

/// Of the word that the statement around `at` begins with.
fn statement(text: &[u8], at: usize) -> Option<String> {
    let tokens = lexer::tokens(text).ok()?;
    let mut depth = 0;
    let mut start = 0;
    for (i, t) in tokens.iter().enumerate().take_while(|(_, t)| (t.start as usize) <= at) {
        match t.kind {
            TokenKind::Open(_) => depth += 1,
            TokenKind::Close(_) => depth -= 1,
            TokenKind::Semi if depth == 0 => start = i + 1,
            _ => {}
        }
    }
    let first = tokens.get(start)?;
    let word = text_of(text, first);
    let next = tokens.get(start + 1);
    if matches!(word, b"if" | b"while" | b"do")
        && next.is_some_and(|t| !matches!(t.kind, TokenKind::Open(b'[')))
    {
        return Some(format!("{0} is written {0}[condition;statement;...]", String::from_utf8_lossy(word)));
    }
    let is_name = matches!(first.kind, TokenKind::Name(_));
    let applied = next.is_some_and(|t| !matches!(t.kind, TokenKind::Colon));
    match (word, next.map(|t| text_of(text, t))) {
        (b"select" | b"exec" | b"update" | b"delete", _) if where_before_from(text, &tokens[start..]) => {
            Some("conditions stand behind the table: update c:x from t where b".into())
        }
        (b"insert", Some(b"into")) => Some(told(b"insert into", elsewhere(b"into")?)),
        _ if is_name && applied => Some(told(word, elsewhere(word)?)),
        _ => None,
    }
}

/// Whether a noun is followed by `where` before the table is named; behind a verb `where` is the function.
fn where_before_from(text: &[u8], tokens: &[Token]) -> bool {
    let word = |t: &Token, word: &[u8]| text_of(text, t) == word;
    let Some(from) = tokens.iter().position(|t| word(t, b"from")) else { return false };
    let is_noun = |t: &Token| match t.kind {
        TokenKind::Literal(_) | TokenKind::Close(_) => true,
        TokenKind::Name(name) => {
            let template = TEMPLATES.iter().any(|k| word(t, k.as_bytes()));
            !template && quarry_value::Prim::keyword(name).is_none()
        }
        _ => false,
    };
    tokens[..from].windows(2).any(|w| word(&w[1], b"where") && is_noun(&w[0]))
}

fn told(word: &[u8], says: &str) -> String {
    format!("{} is no word of q: {says}", String::from_utf8_lossy(word))
}

fn text_of<'a>(text: &'a [u8], t: &Token) -> &'a [u8] {
    &text[t.start as usize..t.end as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_value::{Frame, Sym};

    fn hinted(word: &str, details: &str, text: &str, at: usize) -> Option<String> {
        let mut e = Error::text(word).detail(details);
        e.push(Frame::new("", text.as_bytes(), at));
        hint(&e)
    }

    #[test]
    fn words_of_elsewhere_are_none_of_ours() {
        for (word, says) in rows() {
            let name = Sym::new(word);
            assert!(quarry_value::Prim::keyword(name).is_none() && !TEMPLATES.contains(word), "{word}");
            assert!(!says.is_empty(), "{word}");
            assert_eq!(rows().iter().filter(|(w, _)| w == word).count(), 1, "{word}");
        }
    }

    #[test]
    fn nothing_is_said_of_what_is_right() {
        assert_eq!(hinted("abc", "undefined", "abc+1", 0), None);
        assert_eq!(hinted("a", "undefined", "x where a=1", 8), None);
        assert_eq!(hinted("a", "neither a column nor a variable", "select from t where b=1,a=1", 0), None);
        assert_eq!(hinted("type", "+ of types", "print+`a", 5), None);
        assert_eq!(hinted("type", "", "exec first where b from t", 11), None);
        assert_eq!(hinted("x", "undefined", "len:x", 4), None);
    }

    #[test]
    fn long_and_broken_text_is_no_harm() {
        assert_eq!(hinted("+", "there is nothing on the left", "+", 400), None);
        assert_eq!(hinted("a", "undefined", "\"a", 1), None);
        assert_eq!(hinted("/", "there is nothing on the left", "", 0), None);
    }
}
