//! Key-Value Pairs.

use quarry_value::error::domain_error;
use quarry_value::text::column;
use quarry_value::{Error, Result, Texts, Type, Value};

/// `"S=;"0:text`: the keys as symbols, ints or longs, and the texts of the values. With `*` before the record
/// separator, separators in double quotes count for nothing and the quotes are taken off.
///
/// Errors: 'IJS, 'domain.
/// Source: ref/file-text.
pub fn key_value_pairs(format: &[u8], text: &[u8]) -> Result<Value> {
    let (letter, equals, quotes, separator) = match *format {
        [t, e, s] => (t, e, false, s),
        [t, e, b'*', s] => (t, e, true, s),
        _ => {
            let parts = "a key type, a field separator and a record separator";
            return Err(domain_error().detail(wanted(format, parts)));
        }
    };
    let ty = match letter {
        b'S' => Type::Symbol,
        b'I' => Type::Int,
        b'J' => Type::Long,
        _ => return Err(Error::new("IJS").detail("a key is I, J or S")),
    };
    let mut keys = Vec::new();
    let mut values = Texts::new();
    for record in records(text, separator, quotes) {
        let at = record.iter().position(|&c| c == equals).unwrap_or(record.len());
        keys.push(&record[..at]);
        let value = record.get(at + 1..).unwrap_or_default();
        let value = match value {
            [b'"', inside @ .., b'"'] if quotes => inside,
            _ => value,
        };
        values.push(value);
    }
    Ok(Value::list(vec![column::vector(ty, &keys).into(), values.into()]))
}

/// What is to be told of a format that does not fit: with two chars one column was meant, whose types are a list.
pub fn wanted(format: &[u8], otherwise: &str) -> String {
    match *format {
        [ty, delimiter] => {
            let (ty, delimiter) = (char::from(ty), char::from(delimiter));
            format!("two chars make a string; one column is read by (enlist \"{ty}\";\"{delimiter}\")")
        }
        _ => otherwise.into(),
    }
}

fn records(text: &[u8], separator: u8, quotes: bool) -> Vec<&[u8]> {
    let mut inside = false;
    let mut found: Vec<&[u8]> = text
        .split(|&c| {
            inside ^= quotes && c == b'"';
            c == separator && !inside
        })
        .collect();
    if found.last().is_some_and(|r| r.is_empty()) {
        found.pop();
    }
    found
}
