//! A table as delimited lines.

use quarry_value::error::{length_error, type_error};
use quarry_value::{Result, Type, Value, text};

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
    let mut lines = vec![Vec::new(); count];
    for (i, column) in columns.iter().enumerate() {
        if column.count() != count {
            return Err(length_error());
        }
        if i > 0 {
            lines.iter_mut().for_each(|l| l.push(delimiter));
        }
        fill(&mut lines, column, delimiter)?;
    }
    let header = names.map(|n| {
        let quoted: Vec<Vec<u8>> = n.iter().map(|n| cell(n, delimiter)).collect();
        Value::chars(quoted.join(&delimiter))
    });
    Ok(Value::list(header.into_iter().chain(lines.into_iter().map(Value::chars)).collect()))
}

fn fill(lines: &mut [Vec<u8>], column: &Value, delimiter: u8) -> Result<()> {
    for (i, line) in lines.iter_mut().enumerate() {
        let item = column.at(i);
        match column {
            Value::Vector(_) => line.extend(cell(&text::iso(&item), delimiter)),
            Value::List(_) if item.is_string() => {
                line.extend(cell(item.as_text().unwrap_or_default(), delimiter));
            }
            _ => return Err(type_error().detail("a column that is neither a vector nor a list of strings")),
        }
    }
    Ok(())
}

fn cell(text: &[u8], delimiter: u8) -> Vec<u8> {
    if !text.iter().any(|&c| c == delimiter || c == b'\n') {
        return text.to_vec();
    }
    quoted(text)
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
