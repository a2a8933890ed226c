//! Pad: text to a width.

use crate::shape::{columns, with_values};
use quarry_value::error::type_error;
use quarry_value::{Error, Result, Texts, Value, room};

/// More than this is no width.
const WIDTH_MAX: u64 = 1 << 32;

/// `9$"foo"`: text filled with blanks on the right to `width`, or cut; with a negative width on the left.
///
/// Shape: atomic down to strings.
/// Errors: 'type for what is not text, 'wsfull for a width beyond reason.
/// Source: ref/pad.
pub fn pad(width: i64, y: &Value) -> Result<Value> {
    let count = width.unsigned_abs();
    if count > WIDTH_MAX {
        return Err(Error::new("wsfull"));
    }
    at_depth(width, y, 0)
}

fn at_depth(width: i64, y: &Value, depth: usize) -> Result<Value> {
    if depth > super::DEPTH_MAX {
        return Err(Error::new("stack"));
    }
    if let Some(text) = y.as_text() {
        quarry_value::meter::check(width.unsigned_abs() as usize)?;
        return Ok(Value::chars(fill(width, text)));
    }
    match y {
        Value::List(_) | Value::Dict(_) | Value::Table(_) => over(width, y, depth),
        _ => Err(type_error().detail("only text can be padded")),
    }
}

fn over(width: i64, y: &Value, depth: usize) -> Result<Value> {
    let next = |v: &Value| at_depth(width, v, depth + 1);
    Ok(match y {
        Value::Dict(d) => with_values(d, next(&d.values)?)?,
        Value::Table(t) => columns(t, next)?,
        Value::List(l) => {
            quarry_value::evaluation::check()?;
            let size = (width.unsigned_abs() as usize).saturating_mul(l.len());
            quarry_value::meter::check(size)?;
            match l.texts() {
                Some(texts) => texts.into_iter().map(|t| fill(width, t)).collect::<Texts>().into(),
                None => Value::list(y.items().map(|v| next(&v)).collect::<Result<_>>()?),
            }
        }
        _ => return Err(type_error()),
    })
}

fn fill(width: i64, text: &[u8]) -> Vec<u8> {
    let count = width.unsigned_abs() as usize;
    let missing = count.saturating_sub(text.len());
    if width >= 0 {
        let mut out = text[..text.len().min(count)].to_vec();
        out.resize(count, b' ');
        return out;
    }
    let mut out = room::repeated(b' ', missing);
    out.extend_from_slice(&text[text.len().saturating_sub(count)..]);
    out
}
