//! Pad: text to a width.

use crate::shape::columns;
use crate::strings::{self, Strings, put};
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
        Value::Dict(d) => d.with_values(next(&d.values)?)?,
        Value::Table(t) => columns(t, next)?,
        Value::List(l) => {
            quarry_value::evaluation::check()?;
            let size = (width.unsigned_abs() as usize).saturating_mul(l.len());
            quarry_value::meter::check(size)?;
            match Strings::of(l) {
                Some(texts) => padded(width, &texts)?.into(),
                None => Value::list(y.items().map(|v| next(&v)).collect::<Result<_>>()?),
            }
        }
        _ => return Err(type_error()),
    })
}

fn padded(width: i64, texts: &Strings) -> Result<Texts> {
    let count = width.unsigned_abs() as usize;
    strings::sized(texts.len(), |_| count, |i, out| write(width, texts.get(i), out))
}

/// Writes a text to a place as wide as `width` says.
fn write(width: i64, text: &[u8], out: &mut [u8]) {
    let (size, missing) = (text.len().min(out.len()), out.len().saturating_sub(text.len()));
    if width >= 0 {
        let (start, rest) = out.split_at_mut(size);
        put(start, &text[..size]);
        rest.fill(b' ');
    } else {
        let (blank, end) = out.split_at_mut(missing);
        blank.fill(b' ');
        put(end, &text[text.len() - size..]);
    }
}

fn fill(width: i64, text: &[u8]) -> Vec<u8> {
    let mut out = room::zeros(width.unsigned_abs() as usize);
    write(width, text, &mut out);
    out
}
