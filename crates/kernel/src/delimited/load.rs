//! Load CSV and Load Fixed: fields to columns.

use super::fields::{Fields, lines};
use quarry_value::error::{domain_error, length_error, type_error};
use quarry_value::text::parse;
use quarry_value::{Result, Sym, Table, Type, Value};
use std::ops::Range;
use std::sync::Arc;

/// What the left of `0:` says.
struct Format<'a> {
    types: &'a [u8],
    cut: Cut,
    /// The first line holds the names of the columns.
    named: bool,
    /// Newlines may stand in quotes.
    quotes: bool,
}

enum Cut {
    At(u8),
    Widths(Vec<usize>),
}

/// `(types;delimiter) 0: y`, `(types;delimiter;flag) 0: y` and `(types;widths) 0: y` for a string or a list of
/// strings: a list of columns, or a table when the delimiter is enlisted. One string gives a list of atoms.
///
/// Types: the upper-case letters of Tok, blank to leave a column out, `*` for text.
/// Null: a field that is missing or cannot be read is a null.
/// Errors: 'type, 'length.
/// Source: ref/file-text.
pub fn load_text(x: &Value, y: &Value) -> Result<Value> {
    let format = format(x)?;
    if let Some(line) = y.as_text() {
        let columns = columns(&format, line, std::slice::from_ref(&(0..line.len())))?;
        let atoms = columns.iter().map(|c| c.at(0)).collect();
        return Ok(Value::collapse(atoms));
    }
    let Value::List(rows) = y else { return Err(type_error()) };
    let (mut text, mut places) = (Vec::new(), Vec::with_capacity(rows.len()));
    for i in 0..rows.len() {
        let row = rows.get(i);
        let start = text.len();
        text.extend_from_slice(row.as_text().ok_or_else(type_error)?);
        places.push(start..text.len());
        text.push(b'\n');
    }
    load(&format, &text, &places)
}

/// The same for the bytes of a file.
pub fn load_bytes(x: &Value, bytes: &[u8]) -> Result<Value> {
    let format = format(x)?;
    if let Cut::Widths(widths) = &format.cut {
        let size: usize = widths.iter().sum();
        // Records may follow each other without newlines.
        if size > 0 && !bytes.contains(&b'\n') {
            let starts = (0..bytes.len()).step_by(size);
            let places: Vec<Range<usize>> = starts.map(|s| s..(s + size).min(bytes.len())).collect();
            return load(&format, bytes, &places);
        }
    }
    load(&format, bytes, &lines(bytes, format.quotes))
}

fn format(x: &Value) -> Result<Format<'_>> {
    let Value::List(parts) = x else { return Err(type_error()) };
    let [types, cut, rest @ ..] = parts.as_slice() else { return Err(length_error()) };
    let types = types.as_text().ok_or_else(type_error)?;
    let is_type = |c: &u8| matches!(c, b' ' | b'*') || (c.is_ascii_uppercase() && column_type(*c).is_some());
    if !types.iter().all(is_type) {
        return Err(type_error().detail("a column type that is none"));
    }
    let quotes = match rest {
        [] => false,
        [flag] => flag.as_long().ok_or_else(type_error)? != 0,
        _ => return Err(length_error()),
    };
    let named = cut.is_list();
    let cut = match cut.as_text() {
        Some([c]) => Cut::At(*c),
        Some(_) => return Err(length_error()),
        None => Cut::Widths(widths(cut)?),
    };
    if let Cut::Widths(w) = &cut
        && w.len() != types.len()
    {
        return Err(length_error());
    }
    Ok(Format { types, named: named && matches!(cut, Cut::At(_)), cut, quotes })
}

fn widths(x: &Value) -> Result<Vec<usize>> {
    let of = |w: Value| w.as_long().and_then(|n| usize::try_from(n).ok()).ok_or_else(domain_error);
    match x.item_type() {
        Some(Type::Long | Type::Int | Type::Short) => x.items().map(of).collect(),
        _ => Err(type_error()),
    }
}

fn column_type(letter: u8) -> Option<Type> {
    Type::from_letter(letter.to_ascii_lowercase())
}

fn load(format: &Format, text: &[u8], places: &[Range<usize>]) -> Result<Value> {
    if !format.named {
        return Ok(Value::list(columns(format, text, places)?));
    }
    let (header, rows) = match places {
        [header, rows @ ..] => (header.clone(), rows),
        [] => (0..0, places),
    };
    let mut names = Fields::new(text, format.types.len());
    if let Cut::At(delimiter) = format.cut {
        names.cut(header, delimiter);
    }
    let wanted = (0..format.types.len()).filter(|&c| format.types[c] != b' ');
    let names = wanted.filter_map(|c| names.column(c).next().map(|n| Sym::new(n.trim_ascii()))).collect();
    let columns = columns(format, text, rows)?;
    Ok(Value::Table(Arc::new(Table::new(names, columns))))
}

/// Lines that are read at once: enough to share among threads, few enough for the cache.
const BLOCK_COUNT: usize = 1 << 14;

/// The columns that are not left out.
fn columns(format: &Format, text: &[u8], places: &[Range<usize>]) -> Result<Vec<Value>> {
    if places.len() <= BLOCK_COUNT {
        return Ok(block(format, text, places));
    }
    let blocks = crate::pool::map_ranges(places.len(), BLOCK_COUNT, |r| block(format, text, &places[r]));
    let count = blocks.first().map_or(0, Vec::len);
    (0..count).map(|c| crate::raze(&Value::list(blocks.iter().map(|b| b[c].clone()).collect()))).collect()
}

fn block(format: &Format, text: &[u8], places: &[Range<usize>]) -> Vec<Value> {
    let mut fields = Fields::new(text, format.types.len());
    for place in places {
        match &format.cut {
            Cut::At(delimiter) => fields.cut(place.clone(), *delimiter),
            Cut::Widths(widths) => fields.cut_fixed(place.clone(), widths),
        }
    }
    let wanted = (0..format.types.len()).filter(|&c| format.types[c] != b' ');
    wanted.map(|c| column(format.types[c], &mut fields.column(c))).collect()
}

fn column(letter: u8, texts: &mut dyn Iterator<Item = &[u8]>) -> Value {
    match column_type(letter) {
        Some(ty) => parse::column(ty, texts),
        None => Value::list(texts.map(Value::chars).collect()),
    }
}
