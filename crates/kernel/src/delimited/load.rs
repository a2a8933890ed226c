//! Load CSV and Load Fixed: fields to columns.

use super::fields::{Fields, line, lines_with_quotes};
use super::rows::{Rows, columns};
use quarry_value::error::{domain_error, length_error, type_error};
use quarry_value::{Error, List, Result, Sym, Type, Value, room};
use std::ops::Range;

/// What the left of `0:` says.
pub struct Format<'a> {
    pub types: &'a [u8],
    pub cut: Cut,
    /// The first line holds the names of the columns.
    pub named: bool,
    /// Newlines may stand in quotes.
    pub quotes: bool,
}

pub enum Cut {
    At(u8),
    Widths(Vec<usize>),
}

impl Format<'_> {
    pub fn delimiter(&self) -> u8 {
        self.separator().unwrap_or_default()
    }

    /// What fields are cut at, if they are.
    pub fn separator(&self) -> Option<u8> {
        if let Cut::At(c) = self.cut { Some(c) } else { None }
    }

    /// Does a newline end a record?
    fn has_lines(&self, text: &[u8]) -> bool {
        match self.quotes {
            true => text.ends_with(b"\n") || lines_with_quotes(text, self.separator()).len() > 1,
            false => text.contains(&b'\n'),
        }
    }

    /// The records of fixed width that follow each other without newlines, if they do.
    pub fn unbroken(&self, bytes: &[u8]) -> Option<Vec<Range<usize>>> {
        let Cut::Widths(widths) = &self.cut else { return None };
        let size = widths.iter().fold(0usize, |sum, w| sum.saturating_add(*w));
        if size == 0 || bytes.contains(&b'\n') {
            return None;
        }
        Some((0..bytes.len()).step_by(size).map(|s| s..s.saturating_add(size).min(bytes.len())).collect())
    }
}

/// `(types;delimiter) 0: y`, `(types;delimiter;flag) 0: y` and `(types;widths) 0: y` for a string or a list of
/// strings: a list of columns, or a table when the delimiter is enlisted. A string of one record gives a list of atoms;
/// with an enlisted delimiter, or with newlines that end records, it is the text of a file.
///
/// Types: the upper-case letters of Tok, blank to leave a column out, `*` for text.
/// Null: a field that is missing or cannot be read is a null.
/// Errors: 'type, 'length.
/// Source: ref/file-text.
pub fn load_text(x: &Value, y: &Value) -> Result<Value> {
    let format = format(x)?;
    if let Some(text) = y.as_text() {
        if format.named || format.has_lines(text) {
            return load_lines(&format, text);
        }
        let columns = columns(&format, text, &Rows::At(std::slice::from_ref(&(0..text.len()))))?;
        return Ok(Value::collapse(columns.iter().map(|c| c.at(0)).collect()));
    }
    let Value::List(rows) = y else { return Err(no_lines()) };
    let (text, places) = rows_of_list(rows)?;
    load_places(&format, &text, &places)
}

fn no_lines() -> Error {
    type_error().detail("right of 0: a string, a list of strings, a file, or (file;offset;length)")
}

/// The strings of a list joined, and where each lies.
pub fn rows_of_list(rows: &List) -> Result<(Vec<u8>, Vec<Range<usize>>)> {
    let (mut text, mut places) = (Vec::new(), room::vec(rows.len()));
    for i in 0..rows.len() {
        let start = text.len();
        match rows.text(i) {
            Some(row) => text.extend_from_slice(row),
            None => text.extend_from_slice(rows.get(i).as_text().ok_or_else(no_lines)?),
        }
        places.push(start..text.len());
        text.push(b'\n');
    }
    Ok((text, places))
}

/// The same for the bytes of a file.
pub fn load_bytes(x: &Value, bytes: &[u8]) -> Result<Value> {
    let format = format(x)?;
    match format.unbroken(bytes) {
        Some(places) => load_places(&format, bytes, &places),
        None => load_lines(&format, bytes),
    }
}

pub fn format(x: &Value) -> Result<Format<'_>> {
    let shape = "left of 0: (types;delimiter), (types;delimiter;flag) or (types;widths)";
    let Value::List(parts) = x else { return Err(type_error().detail(shape)) };
    let [types, cut, rest @ ..] = parts.as_slice() else { return Err(length_error().detail(shape)) };
    let types = types.as_text().ok_or_else(|| type_error().detail("the types of columns are a string"))?;
    // The manual writes the letters of types in upper case only; small ones mean the same.
    let is_type = |c: &u8| matches!(c, b' ' | b'*') || (c.is_ascii_alphabetic() && column_type(*c).is_some());
    if !types.iter().all(is_type) {
        let mut wrong: Vec<char> = types.iter().filter(|c| !is_type(c)).map(|c| char::from(*c)).collect();
        wrong.sort_unstable();
        wrong.dedup();
        let wrong = String::from_iter(wrong);
        return Err(type_error().detail(format!("{wrong:?}: no types of columns")));
    }
    let quotes = match rest {
        [] => false,
        [flag] => flag.as_long().ok_or_else(|| type_error().detail("the flag is 0 or 1"))? != 0,
        _ => return Err(length_error().detail(shape)),
    };
    let named = cut.is_list();
    let cut = match cut.as_text() {
        Some([c]) => Cut::At(*c),
        Some(_) => return Err(length_error().detail("a delimiter is one char")),
        None => Cut::Widths(widths(cut)?),
    };
    if let Cut::Widths(w) = &cut
        && w.len() != types.len()
    {
        return Err(length_error().detail(format!("{} types and {} widths", types.len(), w.len())));
    }
    Ok(Format { types, named: named && matches!(cut, Cut::At(_)), cut, quotes })
}

fn widths(x: &Value) -> Result<Vec<usize>> {
    let negative = || domain_error().detail("a width is not negative");
    let of = |w: Value| w.as_long().and_then(|n| usize::try_from(n).ok()).ok_or_else(negative);
    match x.item_type() {
        Some(Type::Long | Type::Int | Type::Short) => x.items().map(of).collect(),
        _ => Err(type_error().detail("beside the types a delimiter or integer widths")),
    }
}

pub fn column_type(letter: u8) -> Option<Type> {
    Type::from_letter(letter.to_ascii_lowercase())
}

/// A text with one record a line.
fn load_lines(format: &Format, text: &[u8]) -> Result<Value> {
    if format.quotes {
        return load_places(format, text, &lines_with_quotes(text, format.separator()));
    }
    if !format.named {
        return Ok(Value::list(columns(format, text, &Rows::Lines(0))?));
    }
    let end = memchr::memchr(b'\n', text).unwrap_or(text.len());
    let names = wanted_names(format, text, line(text, 0..end));
    Ok(Value::table(names, columns(format, text, &Rows::Lines(end + 1))?))
}

fn load_places(format: &Format, text: &[u8], places: &[Range<usize>]) -> Result<Value> {
    if !format.named {
        return Ok(Value::list(columns(format, text, &Rows::At(places))?));
    }
    let (header, rows) = match places {
        [header, rows @ ..] => (header.clone(), rows),
        [] => (0..0, places),
    };
    Ok(Value::table(wanted_names(format, text, header), columns(format, text, &Rows::At(rows))?))
}

/// The names of the columns that are not left out.
fn wanted_names(format: &Format, text: &[u8], header: Range<usize>) -> Vec<Sym> {
    names(format, text, header, |c| format.types[c] != b' ')
}

/// The names of the columns that are wanted. One without a name is `x`, then `x1` and so on.
///
/// Observed: published sessions, for one.
pub fn names(format: &Format, text: &[u8], header: Range<usize>, wanted: impl Fn(usize) -> bool) -> Vec<Sym> {
    let mut fields = Fields::new(text, format.types.len(), format.delimiter());
    fields.cut(header);
    let wanted = (0..format.types.len()).filter(|&c| wanted(c));
    let mut names: Vec<Sym> =
        wanted.filter_map(|c| fields.column(c).next().map(|n| Sym::new(n.trim_ascii()))).collect();
    let mut free = std::iter::once("x".to_owned()).chain((1..).map(|n| format!("x{n}"))).map(Sym::new);
    for i in 0..names.len() {
        if names[i].is_empty()
            && let Some(name) = free.find(|name| !names.contains(name))
        {
            names[i] = name;
        }
    }
    names
}
