//! A table as delimited lines.

use quarry_value::error::{length_error, type_error};
use quarry_value::{Error, Result, Sym, Texts, Type, Value, text};
use std::ops::Range;

/// `delimiter 0: y`: the rows of a table, under a line of its names, or of a list of columns, each as text.
/// Cells with the delimiter or a newline in them are put in double quotes.
///
/// Types: columns are vectors or lists of strings.
/// Null: numeric and temporal nulls are empty.
/// Errors: 'type, 'length.
/// Source: ref/file-text.
pub fn prepare_text(delimiter: u8, y: &Value) -> Result<Value> {
    let (names, columns): (Option<Vec<Vec<u8>>>, Vec<Value>) = match y {
        Value::Table(t) => (Some(t.names.iter().map(|n| n.bytes().to_vec()).collect()), t.columns.clone()),
        Value::List(_) => (None, y.items().collect()),
        _ => return Err(type_error().detail("right of 0: a table or a list of columns")),
    };
    let count = columns.first().map_or(0, Value::count);
    if columns.iter().any(|c| c.count() != count) {
        return Err(length_error());
    }
    let mut parts = Vec::new();
    if let Some(names) = names {
        let cell = |n: &Vec<u8>, out: &mut Vec<u8>| {
            out.extend(n);
            Ok(())
        };
        let mut header = Texts::new();
        header.push_with(|line| row(line, &names, delimiter, cell))?;
        parts.push(header);
    }
    let size = crate::runs::worth(BLOCK_COUNT);
    for block in crate::pool::map_ranges(count, size, |rows| block(&columns, delimiter, rows)) {
        parts.push(block?);
    }
    Ok(Texts::joined(parts).into())
}

/// Rows that a thread makes text of at once.
const BLOCK_COUNT: usize = 1 << 13;

fn block(columns: &[Value], delimiter: u8, rows: Range<usize>) -> Result<Texts> {
    let mut lines = Texts::new();
    for i in rows {
        lines.push_with(|line| row(line, columns, delimiter, |column, out| write(out, column, i)))?;
    }
    Ok(lines)
}

/// Cells with the delimiter between them; one that holds it, or a newline, in double quotes.
fn row<T>(
    line: &mut Vec<u8>,
    cells: &[T],
    delimiter: u8,
    mut write: impl FnMut(&T, &mut Vec<u8>) -> Result<()>,
) -> Result<()> {
    for (c, cell) in cells.iter().enumerate() {
        if c > 0 {
            line.push(delimiter);
        }
        let start = line.len();
        write(cell, line)?;
        if line[start..].iter().any(|&c| c == delimiter || c == b'\n') {
            let cell = quoted(&line[start..]);
            line.truncate(start);
            line.extend(cell);
        }
    }
    Ok(())
}

/// The text of item `i` of a column.
fn write(out: &mut Vec<u8>, column: &Value, i: usize) -> Result<()> {
    match column {
        Value::Vector(v) => match v.slice::<Sym>() {
            Some(names) => out.extend_from_slice(names[i].bytes()),
            None => text::write_iso(out, &v.get(i)),
        },
        Value::List(l) => match l.text(i) {
            Some(text) => out.extend_from_slice(text),
            None if l.get(i).is_string() => out.extend_from_slice(l.get(i).as_text().unwrap_or_default()),
            None => return Err(no_text()),
        },
        _ => return Err(no_text()),
    }
    Ok(())
}

fn no_text() -> Error {
    type_error().detail("a column that is neither a vector nor a list of strings")
}

fn quoted(text: &[u8]) -> Vec<u8> {
    let mut out = vec![b'"'];
    for &c in text {
        if c == b'"' {
            out.push(b'"');
        }
        out.push(c);
    }
    out.push(b'"');
    out
}

/// `-14!x`: text for a CSV cell, with its double quotes doubled.
pub fn escape_quotes(x: &Value) -> Result<Value> {
    match x.item_type() {
        Some(Type::Char) => Ok(Value::chars(quoted(x.as_text().unwrap_or_default()))),
        _ => Err(type_error()),
    }
}
