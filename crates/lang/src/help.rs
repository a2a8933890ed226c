//! Help at the prompt: `?asc` tells what `asc` is. The table is `lib/help.tsv`, a line for everything that has a name.
//!
//! A line is taken for a question only where it means nothing in q: a question mark and a name, in quotes or not.

use crate::vm::Vm;
use crate::vm::globals::distance;
use quarry_value::{Error, Result, Sym, Value};
use std::sync::OnceLock;

/// One line of the table.
pub struct Row {
    pub name: &'static str,
    /// How it is written: `x bin y`.
    pub form: &'static str,
    /// What it is.
    pub says: &'static str,
    /// An expression and the text of its value, as `.Q.s1` makes it.
    pub example: Option<(&'static str, &'static str)>,
}

/// The table, in its order.
pub fn rows() -> &'static [Row] {
    static ROWS: OnceLock<Vec<Row>> = OnceLock::new();
    ROWS.get_or_init(|| include_str!("../lib/help.tsv").lines().filter_map(row).collect())
}

/// `name form says [example answer]`, with tabs between; lines that start with `# ` are for readers.
fn row(line: &'static str) -> Option<Row> {
    let mut parts = line.split('\t').filter(|_| !line.starts_with("# "));
    let (name, form, says) = (parts.next()?, parts.next()?, parts.next()?);
    Some(Row { name, form, says, example: parts.next().zip(parts.next()) })
}

/// The parameters that the form of a function names in brackets; none is an empty name. `None` where they are no plain names.
pub fn parameters(name: &str) -> Option<Vec<Sym>> {
    let form = rows().iter().find(|r| r.name == name)?.form;
    let inside = form.strip_prefix(name)?.strip_prefix('[')?.strip_suffix(']')?;
    let names: Vec<&str> = inside.split(';').collect();
    names
        .iter()
        .all(|n| n.chars().all(|c| c.is_ascii_alphabetic()))
        .then(|| names.iter().map(Sym::new).collect())
}

impl Vm {
    /// The answer to a line that asks for help; `None` when it is no such line.
    pub(crate) fn help(&self, line: &[u8]) -> Option<Result<Vec<u8>>> {
        let asked = std::str::from_utf8(line.strip_prefix(b"?")?).ok()?.trim();
        let quoted = asked.strip_prefix('"').and_then(|a| a.strip_suffix('"'));
        let name = quoted.unwrap_or(asked);
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '.' || c == '_';
        let askable = name.chars().all(plain) || rows().iter().any(|r| r.name == name);
        if self.settings.k || name.is_empty() || !askable {
            return None;
        }
        // What q understands is never taken from it.
        if self.parse(line).is_ok() {
            return None;
        }
        Some(self.tell_of(name))
    }

    fn tell_of(&self, name: &str) -> Result<Vec<u8>> {
        let row = |wanted: &str| rows().iter().find(|r| r.name == wanted);
        if let Some(row) = row(name) {
            return Ok(text(row));
        }
        let inside = format!("{name}.");
        let members: Vec<_> = rows().iter().filter(|r| r.name.starts_with(&inside)).map(|r| r.name).collect();
        if !members.is_empty() {
            return Ok(format!("{}\n", members.join(" ")).into_bytes());
        }
        if let Some(value) = self.get(Sym::new(name)) {
            return Ok(format!("{name}: {}\n", description(&value)).into_bytes());
        }
        // A system command without its backslash.
        if let Some(row) = row(&format!("\\{name}")) {
            return Ok(text(row));
        }
        if let Some(says) = crate::hints::elsewhere(name.as_bytes()) {
            return Err(Error::text(name).detail(format!("no word of q: {says}")));
        }
        let near = rows().iter().find(|r| distance(r.name.as_bytes(), name.as_bytes()) <= 1 + name.len() / 4);
        Err(Error::text(name).detail(match near {
            Some(near) => format!("nothing has this name; did you mean {}?", near.name),
            None => "nothing has this name".into(),
        }))
    }
}

fn text(row: &Row) -> Vec<u8> {
    let example = row.example.map_or(String::new(), |(line, answer)| format!("  {line}\n  {answer}\n"));
    format!("{}: {}\n{example}", row.form, row.says).into_bytes()
}

/// What a variable holds, in a few words.
fn description(value: &Value) -> String {
    match value {
        Value::Lambda(l) => String::from_utf8_lossy(&l.source).into_owned(),
        v if v.is_function() => format!("a function of type {}h", v.type_number()),
        Value::Table(t) => format!("a table of {} rows: {}", value.count(), names(&t.names)),
        v if v.is_keyed_table() => format!("a keyed table of {} rows", v.count()),
        Value::Dict(_) => format!("a dictionary of {} entries", value.count()),
        v => match v.item_type() {
            Some(ty) if v.is_atom() => format!("an atom: {}", ty.name()),
            Some(ty) if !ty.name().is_empty() => format!("a list of {} items: {}", v.count(), ty.name()),
            _ => format!("a list of {} items", v.count()),
        },
    }
}

fn names(names: &[Sym]) -> String {
    names.iter().map(|n| n.text().into_owned()).collect::<Vec<_>>().join(" ")
}
