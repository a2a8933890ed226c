//! Tok: text to values.

use crate::gather::slice;
use crate::shape::columns;
use quarry_value::error::type_error;
use quarry_value::text::{column, parse};
use quarry_value::{Error, Result, Type, Value, evaluation, room};

/// `"J"$y`, `-7h$y`: strings (and char atoms) as atoms of type `ty`; what means none is its null.
///
/// Shape: atomic down to strings.
/// Types: text; symbols stay themselves as symbols, enumerations become symbols.
/// Errors: 'type for what is not text.
/// Source: ref/tok.
pub fn tok(ty: Type, y: &Value) -> Result<Value> {
    at_depth(ty, y, 0)
}

fn at_depth(ty: Type, y: &Value, depth: usize) -> Result<Value> {
    if depth > super::DEPTH_MAX {
        return Err(Error::new("stack"));
    }
    if let Some(text) = y.as_text() {
        return Ok(parse::atom(ty, text));
    }
    match y {
        Value::List(l) => {
            if let Some(texts) = l.texts() {
                return Ok(column::vector(ty, &texts).into());
            }
            evaluation::check()?;
            if let Some(pieces) = l.as_pieces() {
                let texts = room::collected(pieces.texts().iter());
                let all = column::vector(ty, &texts).into();
                let items = room::collected((0..l.len()).map(|i| slice(&all, pieces.place(i))));
                return Ok(Value::collapse(items));
            }
            let items = (0..l.len()).map(|i| at_depth(ty, &l.get(i), depth + 1)).collect::<Result<_>>()?;
            Ok(Value::collapse(items))
        }
        Value::Dict(d) => d.with_values(at_depth(ty, &d.values, depth + 1)?),
        Value::Table(t) => columns(t, |c| at_depth(ty, c, depth + 1)),
        _ if ty == Type::Symbol && y.item_type() == Some(Type::Symbol) => Ok(y.clone()),
        _ if ty == Type::Symbol && y.item_type() == Some(Type::Enum) => Ok(crate::domain::resolve(y)),
        _ => {
            let (name, given) = (ty.name(), y.type_told());
            let how = if ty == Type::Symbol { "`$string x".into() } else { format!("`{name}$x") };
            Err(type_error().detail(format!("type {given} is no text to read as {name}; {how} converts")))
        }
    }
}
