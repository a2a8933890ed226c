//! What to tell people about an error that carries no detail: of what types, counts and ranks the arguments were, what
//! a word stands for, what columns there are.

use crate::syntax::lexer::{TokenKind, tokens};
use crate::vm::debug::Failed;
use crate::vm::globals::distance;
use quarry_value::{Error, Kind, Sym, Type, Value, text};

/// At most this many bytes of an argument are shown.
const LITERAL_MAX: usize = 40;

/// Words that say the same whatever the arguments.
static WORDS: &[(&str, &str)] = &[
    ("assign", "a word of q cannot be assigned to"),
    ("par", "this needs a table in memory; select from it first"),
    ("parse", "there is no expression here, or half of one"),
    ("from", "a query needs `from`: select … from table, update … from table"),
    ("s-fail", "the items do not ascend"),
    ("u-fail", "an item comes twice, or equal items do not lie together"),
    ("branch", "a choice or loop is too long to jump over"),
    ("noupdate", "nothing can be changed here"),
    ("char", "this character is not part of q"),
    ("\"", "a string without its closing quote"),
    ("(", "a parenthesis that is not closed; in a script, a line that goes on begins with a blank"),
    ("[", "a bracket that is not closed; in a script, a line that goes on begins with a blank"),
    ("{", "a brace that is not closed; in a script, a line that goes on begins with a blank"),
    (")", "a parenthesis that was not opened"),
    ("]", "a bracket that was not opened"),
    ("}", "a brace that was not opened"),
];

/// Adds detail to an error that has none, from the primitive that failed. Nothing is known of an error that comes from further in.
pub(crate) fn explain(e: Error, failed: Option<&Failed>) -> Error {
    if e.details().is_some() {
        return e;
    }
    if let Some((_, detail)) = WORDS.iter().find(|(word, _)| word.as_bytes() == e.word()) {
        return e.detail(*detail);
    }
    match failed.and_then(|f| arguments(e.word(), f)) {
        Some(detail) => e.detail(detail),
        None => e,
    }
}

/// What the arguments of a primitive say about the error it ended with.
fn arguments(word: &[u8], failed: &Failed) -> Option<String> {
    let name = name_of(&failed.function)?;
    let each = |f: &dyn Fn(&Value) -> String| {
        let parts: Vec<String> = failed.arguments.iter().map(f).collect();
        match parts.split_last() {
            Some((last, first @ [_, _, ..])) => format!("{} and {last}", first.join(", ")),
            _ => parts.join(" and "),
        }
    };
    let plural = if failed.arguments.len() > 1 { "s" } else { "" };
    Some(match word {
        b"type" => {
            let symbols = |v: &Value| v.item_type() == Some(Type::Symbol);
            let is_pattern = name == "like" && failed.arguments.get(1).is_some_and(symbols);
            let more = if is_pattern { "; the pattern is text, \"a*\"" } else { "" };
            format!("{name} of type{plural} {}{more}", each(&Value::type_told))
        }
        b"length" => format!("{name} of {} items", each(&|v| v.count().to_string())),
        b"domain" => format!("{name} of {}", each(&literal)),
        b"rank" => {
            let rank = if let Value::Prim(p) = failed.function { p.row().rank } else { return None };
            match failed.arguments.len() {
                n if n > usize::from(rank) => format!("{name} takes {rank}, not {n} arguments"),
                _ => format!("{name} of type{plural} {}", each(&Value::type_told)),
            }
        }
        _ => return None,
    })
}

/// The keyword of a primitive, or its text.
fn name_of(f: &Value) -> Option<&'static str> {
    match f {
        Value::Prim(p) if p.kind() != Kind::Iter => {
            Some(p.row().keywords.first().copied().unwrap_or(p.text()))
        }
        _ => None,
    }
}

fn literal(v: &Value) -> String {
    // Of something large nothing is shown: making its text would take long.
    if v.count() > LITERAL_MAX {
        return format!("{} items", v.count());
    }
    let text = String::from_utf8_lossy(&text::literal(v)).into_owned();
    match text.char_indices().nth(LITERAL_MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Tells of a name that is neither a column nor a variable what the columns are.
pub(crate) fn missing_column(e: Error, table: &Value) -> Error {
    let undefined = e.details().is_some_and(|d| d.starts_with("undefined"));
    let Some(names) = column_names(table).filter(|_| undefined) else { return e };
    let name = Sym::new(e.word());
    let says = crate::hints::elsewhere(e.word());
    let says = match e.word() {
        b"by" => "; by stands before from: select … by … from".into(),
        _ => says.map_or(String::new(), |says| format!("; {} is no word of q: {says}", name.text())),
    };
    e.detail_instead(format!("{MISSING_COLUMN}; {}{says}", columns(&names, name)))
}

/// What is told of a name in a query that means nothing.
const MISSING_COLUMN: &str = "neither a column nor a variable";

pub(crate) fn is_missing_column(e: &Error) -> bool {
    e.details().is_some_and(|d| d.starts_with(MISSING_COLUMN))
}

/// Words that begin the parts of a query.
const PARTS: &[&[u8]] = &[b"select", b"exec", b"update", b"delete", b"by", b"from", b"where"];

/// Where in `text` a name stands that a query does not know, whose code is so many bytes from `at` on. It is not where a column is
/// named, nor in a function, whose names are its own. Where it stands in several expressions it is not told which was evaluated; within
/// one the last is.
pub(crate) fn place_of(name: &[u8], text: &[u8], at: usize, size: usize) -> Option<usize> {
    let tokens = tokens(text.get(at..(at + size).min(text.len()))?).ok()?;
    let (mut found, mut braces, mut apart) = (None, 0, false);
    for (i, token) in tokens.iter().enumerate() {
        let names =
            tokens.get(i + 1).is_some_and(|t| matches!(t.kind, TokenKind::Colon | TokenKind::ColonColon));
        match &token.kind {
            TokenKind::Open(b'{') => braces += 1,
            TokenKind::Close(b'}') => braces -= 1,
            _ if braces > 0 => {}
            TokenKind::Name(n) if n.bytes() == name && !names => {
                if found.is_some() && apart {
                    return None;
                }
                (found, apart) = (Some(at + token.start as usize), false);
            }
            TokenKind::Semi => apart = true,
            TokenKind::Name(n) => apart |= PARTS.contains(&n.bytes()),
            TokenKind::Operator(Value::Prim(p)) => apart |= p.text() == ",",
            _ => {}
        }
    }
    found
}

/// The columns there are, and the one that was perhaps meant by `name`.
pub(crate) fn columns(names: &[Sym], name: Sym) -> String {
    let near = names.iter().find(|n| distance(n.bytes(), name.bytes()) <= 1 + name.bytes().len() / 5);
    let near = near.map_or(String::new(), |n| format!("; did you mean {}?", n.text()));
    format!("the columns are {}{near}", text::names(names))
}

fn column_names(table: &Value) -> Option<Vec<Sym>> {
    match table {
        Value::Table(t) => Some(crate::db::column_names(t)),
        Value::Dict(d) => match (&d.keys, &d.values) {
            (Value::Table(k), Value::Table(v)) => Some(k.names.iter().chain(&v.names).copied().collect()),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_value::Prim;

    fn told(word: &'static str, name: &str, arguments: Vec<Value>) -> Option<String> {
        let function = Value::Prim(Prim::keyword(Sym::new(name)).expect("a keyword"));
        explain(Error::new(word), Some(&Failed { function, arguments })).details().map(String::from)
    }

    #[test]
    fn arguments_are_told() {
        let long = Value::long;
        assert_eq!(told("type", "til", vec![Value::sym("a")]).as_deref(), Some("til of type -11h (symbol)"));
        assert_eq!(
            told("type", "in", vec![long(1), Value::sym("a")]).as_deref(),
            Some("in of types -7h (long) and -11h (symbol)")
        );
        assert_eq!(told("domain", "til", vec![long(-1)]).as_deref(), Some("til of -1"));
        assert_eq!(
            told("rank", "til", vec![long(1), long(2)]).as_deref(),
            Some("til takes 1, not 2 arguments")
        );
        assert_eq!(told("mine", "til", vec![long(1)]), None);
        assert_eq!(explain(Error::new("type").detail("kept"), None).details(), Some("kept"));
    }

    #[test]
    fn columns_are_told() {
        let names = [Sym::new("price"), Sym::new("size")];
        assert_eq!(columns(&names, Sym::new("prise")), "the columns are price size; did you mean price?");
        assert_eq!(columns(&names, Sym::new("nothing")), "the columns are price size");
    }
}
