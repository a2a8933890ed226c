//! `(types;widths) 1: bytes`: records of fixed width, as columns.

use bytemuck::Pod;
use quarry_value::error::{Error, type_error};
use quarry_value::{Item, Repr, Result, Sym, Texts, Type, Value};

/// The columns of as many whole records as `bytes` hold. A type is a lower-case letter, `*` for strings of any width,
/// or a blank to skip; `big` when the highest byte comes first.
///
/// Errors: 'length when counts differ or a width is not the type's; 'type for an unknown letter.
/// Source: ref/file-binary.
pub fn records(types: &[u8], widths: &[usize], big: bool, bytes: &[u8]) -> Result<Vec<Value>> {
    if types.len() != widths.len() {
        return Err(Error::new("length").detail(format!(
            "{} types and {} widths",
            types.len(),
            widths.len()
        )));
    }
    let size: usize = widths.iter().fold(0, |a, w| a.saturating_add(*w));
    if size == 0 {
        return Err(Error::new("length").detail("records of no bytes"));
    }
    let mut columns = Vec::new();
    let mut start = 0;
    for (letter, width) in types.iter().zip(widths) {
        if *letter != b' ' {
            let fields = bytes.chunks_exact(size).map(|r| &r[start..start + width]);
            columns.push(column(*letter, *width, big, fields)?);
        }
        start += width;
    }
    Ok(columns)
}

fn column<'a>(letter: u8, width: usize, big: bool, fields: impl Iterator<Item = &'a [u8]>) -> Result<Value> {
    match letter {
        b'*' => return Ok(fields.collect::<Texts>().into()),
        b's' => return Ok(Value::syms(fields.map(symbol).collect())),
        _ => {}
    }
    let ty = Type::from_letter(letter)
        .ok_or_else(|| type_error().detail(format!("{:?}: no type of a field", char::from(letter))))?;
    if ty.width() != width {
        let bytes = if ty.width() == 1 { "byte" } else { "bytes" };
        return Err(Error::new("length").detail(format!("{} takes {} {bytes}", ty.name(), ty.width())));
    }
    let fields: Vec<u8> = match big && ty != Type::Guid {
        true => fields.flat_map(|f| f.iter().rev()).copied().collect(),
        false => fields.flatten().copied().collect(),
    };
    Ok(match ty.repr() {
        Repr::U8 => Value::vector(ty, fields),
        Repr::I16 => items::<i16>(ty, &fields),
        Repr::I32 => items::<i32>(ty, &fields),
        Repr::I64 => items::<i64>(ty, &fields),
        Repr::F32 => items::<f32>(ty, &fields),
        Repr::F64 => items::<f64>(ty, &fields),
        Repr::Guid => items::<[u8; 16]>(ty, &fields),
        Repr::Sym => return Err(type_error()),
    })
}

fn items<T: Item + Pod>(ty: Type, bytes: &[u8]) -> Value {
    Value::vector::<T>(ty, bytemuck::pod_collect_to_vec(bytes))
}

/// A name, padded with NULs or blanks.
fn symbol(field: &[u8]) -> Sym {
    let end = field.iter().position(|c| *c == 0).unwrap_or(field.len());
    Sym::new(field[..end].trim_ascii_end())
}

/// ```:file 1: x``: the bytes of an atom or of a vector that holds no symbols. `None` for anything else.
pub fn raw(x: &Value) -> Option<Vec<u8>> {
    let list = if x.is_atom() { Value::collapse(vec![x.clone()]) } else { x.clone() };
    match &list {
        Value::Vector(v) if v.ty != Type::Symbol && v.ty != Type::Enum => {
            Some(crate::encode::items(v).to_vec())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(columns: Vec<Value>) -> String {
        String::from_utf8_lossy(&quarry_value::text::literal(&Value::list(columns))).into_owned()
    }

    #[test]
    fn integers_chars_and_shorts() {
        let bytes = [0, 0, 0, 0, b'A', 0, 0, 0xff, 0, 0, 0, b'B', 0xff, 0xff, 9];
        assert_eq!(
            show(records(b"ich", &[4, 1, 2], false, &bytes).expect("columns")),
            "(0 255i;\"AB\";0 -1h)"
        );
        let one = [1, 0, 0, 0];
        assert_eq!(
            show(records(b"i", &[4], true, &one).expect("columns")),
            "enlist ,16777216i".replace("enlist ", ",")
        );
        assert_eq!(
            show(records(b"**", &[4, 4], false, b"abcd\"ef\"").expect("columns")),
            "(,\"abcd\";,\"\\\"ef\\\"\")"
        );
        assert_eq!(
            show(records(b"s c", &[3, 1, 1], false, b"ab\0-xcd -y").expect("columns")),
            "(`ab`cd;\"xy\")"
        );
        assert_eq!(records(b"i", &[3], false, b"abc").expect_err("a width").word(), b"length");
        assert_eq!(raw(&Value::long(1)), Some(vec![1, 0, 0, 0, 0, 0, 0, 0]));
    }
}
