//! The keyword `string`.

use super::literal::{bare_with, is_blank};
use super::number::Dates;
use crate::{Pieces, Result, Table, Texts, Type, Value, Vector, domain, evaluation, pool, room};
use std::ops::Range;
use std::sync::Arc;

/// Items whose texts are worth a task.
const PART_MIN: usize = 1 << 14;

/// `string x`: the text of every atom as a char vector; numeric and temporal nulls give empty text.
///
/// Shape: atomic. Functions give their text.
/// Source: ref/string.
pub fn string(x: &Value) -> Result<Value> {
    at_depth(x, 0)
}

fn at_depth(x: &Value, depth: usize) -> Result<Value> {
    if depth > 500 {
        return Err(crate::Error::new("stack"));
    }
    Ok(match x {
        Value::Vector(v) => vector(v).into(),
        Value::List(l) => {
            evaluation::check()?;
            if let Some(slices) = l.as_slices() {
                return Ok(Pieces::new(vector(slices.all()), slices.ends().to_vec()).into());
            }
            Value::list(x.items().map(|v| at_depth(&v, depth + 1)).collect::<Result<_>>()?)
        }
        Value::Dict(d) => d.with_values(at_depth(&d.values, depth + 1)?)?,
        Value::Table(t) => {
            let columns = t.here()?.iter().map(|c| at_depth(c, depth + 1)).collect::<Result<_>>()?;
            Value::Table(Arc::new(Table::new(t.names.clone(), columns)))
        }
        _ => Value::chars(text_of(x)),
    })
}

/// Threads share long vectors.
fn vector(v: &Vector) -> Texts {
    if let Some(names) = domain::symbols(v) {
        return vector(&names);
    }
    let (n, parts) = (v.len(), v.len() / PART_MIN);
    if pool::threads() < 2 || parts < 2 {
        return texts(v, 0..n);
    }
    // The parts, and all of them joined.
    room::expect(2 * n * (size_of::<usize>() + 1));
    Texts::joined(pool::map_items(parts, |i| texts(v, i * n / parts..(i + 1) * n / parts)))
}

/// The texts of the items of `range`; those that are left when the evaluation is to end are empty.
fn texts(v: &Vector, range: Range<usize>) -> Texts {
    let mut texts = Texts::with_capacity(range.len(), 0);
    match (v.slice::<crate::Sym>(), v.slice::<u8>()) {
        (Some(names), _) => texts.extend(names[range].iter().map(|s| s.bytes())),
        (_, Some(chars)) if v.ty == Type::Char => texts.extend(chars[range].chunks(1)),
        _ => {
            let mut is_over = false;
            for i in range {
                is_over |= i % 4096 == 0 && evaluation::is_over();
                texts.push_with(|out| {
                    if !is_over {
                        write(out, &v.get(i))
                    }
                });
            }
        }
    }
    texts.fit();
    texts
}

/// The text of an atom as `string` gives it, or of a function.
pub fn text_of(x: &Value) -> Vec<u8> {
    if !x.is_atom() {
        return super::literal(x);
    }
    let mut out = Vec::new();
    write(&mut out, x);
    out
}

fn write(out: &mut Vec<u8>, atom: &Value) {
    write_with(out, atom, super::precision(), Dates::Q);
}

/// Appends the text of an atom; nothing for a null.
pub(super) fn write_with(out: &mut Vec<u8>, atom: &Value, digits: u8, dates: Dates) {
    if !is_blank(atom) || atom.item_type() == Some(Type::Char) {
        bare_with(out, atom, digits, dates);
    }
}

/// The text of an atom with dates as ISO 8601 has them: `2000-01-01`. Files and JSON use it.
pub fn iso(x: &Value) -> Vec<u8> {
    let mut text = Vec::new();
    write_iso(&mut text, x);
    text
}

/// Appends [`iso`] of an atom, or the text of a function.
pub fn write_iso(out: &mut Vec<u8>, x: &Value) {
    if !x.is_atom() {
        return out.extend(super::literal(x));
    }
    write_with(out, x, super::precision(), Dates::Iso);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(x: Value) -> String {
        String::from_utf8(super::super::literal(&string(&x).unwrap())).unwrap()
    }

    #[test]
    fn atoms_and_lists() {
        assert_eq!(show(Value::long(2)), ",\"2\"");
        assert_eq!(show(Value::null(Type::Long)), "\"\"");
        assert_eq!(show(Value::char(b' ')), ",\" \"");
        assert_eq!(show(Value::sym("ibm")), "\"ibm\"");
        assert_eq!(show(Value::longs(vec![2, 13])), "(,\"2\";\"13\")");
        assert_eq!(show(Value::empty(Type::Long)), "()");
        assert_eq!(show(Value::I32(Type::Month, 0)), "\"2000.01\"");
    }
}
