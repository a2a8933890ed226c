//! The items of a column as the texts of a delimited file.

use super::number::{self, Dates};
use super::string::write_with;
use crate::{Item, List, Sym, Type, Value, Vector};

/// A column whose items are written one after another: what is the same for all of them is found out once.
pub enum Cells<'a> {
    Short(&'a [i16]),
    I32(Type, &'a [i32]),
    I64(Type, &'a [i64]),
    Real(&'a [f32]),
    F64(Type, &'a [f64]),
    Char(&'a [u8]),
    Sym(&'a [Sym]),
    Texts(&'a List),
    /// Booleans, bytes, guids and enumerations.
    Other(&'a Vector),
}

impl<'a> Cells<'a> {
    /// The cells of a vector or of a list of strings; the list's items are taken for strings unseen.
    pub fn of(column: &'a Value) -> Option<Cells<'a>> {
        Some(match column {
            Value::List(l) => Cells::Texts(l),
            Value::Vector(v) => Cells::of_vector(v),
            _ => return None,
        })
    }

    fn of_vector(v: &'a Vector) -> Cells<'a> {
        let cells = match v.ty {
            Type::Short => v.slice().map(Cells::Short),
            Type::Real => v.slice().map(Cells::Real),
            Type::Char => v.slice().map(Cells::Char),
            Type::Symbol => v.slice().map(Cells::Sym),
            Type::Enum => None,
            ty => {
                let ints = v.slice().map(|xs| Cells::I32(ty, xs));
                let longs = ints.or_else(|| v.slice().map(|xs| Cells::I64(ty, xs)));
                longs.or_else(|| v.slice().map(|xs| Cells::F64(ty, xs)))
            }
        };
        cells.unwrap_or(Cells::Other(v))
    }

    /// Can a cell hold any byte, and not just those of numbers and dates?
    pub fn is_text(&self) -> bool {
        matches!(self, Cells::Char(_) | Cells::Sym(_) | Cells::Texts(_) | Cells::Other(_))
    }

    /// Writes item `i`: dates as ISO 8601 has them, floats with `digits` digits, nothing for a null.
    #[inline]
    pub fn write(&self, out: &mut Vec<u8>, i: usize, digits: u8) {
        match self {
            Cells::Short(xs) => unless_null(xs[i], |x| number::short(out, x)),
            Cells::I32(ty, xs) => unless_null(xs[i], |x| number::in_i32(out, *ty, x, Dates::Iso)),
            Cells::I64(ty, xs) => unless_null(xs[i], |x| number::in_i64(out, *ty, x, Dates::Iso)),
            Cells::Real(xs) => unless_null(xs[i], |x| number::real(out, x, digits)),
            Cells::F64(ty, xs) => unless_null(xs[i], |x| number::in_f64(out, *ty, x, digits, Dates::Iso)),
            Cells::Char(xs) => out.push(xs[i]),
            Cells::Sym(xs) => out.extend_from_slice(xs[i].bytes()),
            Cells::Texts(l) => match l.text(i) {
                Some(text) => out.extend_from_slice(text),
                None => out.extend_from_slice(l.get(i).as_text().unwrap_or_default()),
            },
            Cells::Other(v) => write_with(out, &v.get(i), digits, Dates::Iso),
        }
    }
}

#[inline]
fn unless_null<T: Item>(x: T, write: impl FnOnce(T)) {
    if !x.is_null() {
        write(x);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::write_iso;

    /// The plain way: every item as a value of its own.
    fn plainly(column: &Value, i: usize) -> Vec<u8> {
        let mut out = Vec::new();
        match column.at(i) {
            item if item.is_string() => out.extend_from_slice(item.as_text().unwrap_or_default()),
            item => write_iso(&mut out, &item),
        }
        out
    }

    #[test]
    fn cells_are_the_texts_of_the_items() {
        let longs = [
            i64::MIN,
            -i64::MAX,
            i64::MAX,
            -1,
            0,
            7,
            1_000_000_007,
            86_399_999_999_999,
            9_999_999_999_999_999,
        ];
        let floats = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, 0.1, 1e-9, 123_456.789, 1e300];
        let mut columns = vec![
            Value::chars("a b"),
            Value::syms(["", "a,b"].iter().map(Sym::new).collect()),
            Value::list(vec![Value::chars("ab"), Value::chars("")]),
            Value::bools(vec![0, 1]),
            Value::bytes(vec![0, 255]),
            Value::vector(Type::Guid, vec![[0u8; 16], [7; 16]]),
            Value::vector(Type::Short, vec![i16::MIN, i16::MAX, -5]),
            Value::vector(Type::Real, vec![f32::NAN, 1.5, f32::INFINITY]),
        ];
        for ty in [Type::Int, Type::Month, Type::Date, Type::Minute, Type::Second, Type::Time] {
            columns.push(Value::vector(ty, vec![i32::MIN, -i32::MAX, i32::MAX, -1, 0, 8_000, 86_399_999]));
        }
        columns.extend(
            [Type::Long, Type::Timestamp, Type::Timespan].map(|ty| Value::vector(ty, longs.to_vec())),
        );
        columns.extend([Type::Float, Type::Datetime].map(|ty| Value::vector(ty, floats.to_vec())));
        for column in &columns {
            let cells = Cells::of(column).expect("a list");
            for i in 0..column.count() {
                let mut out = Vec::new();
                cells.write(&mut out, i, crate::text::precision());
                assert_eq!(out.escape_ascii().to_string(), plainly(column, i).escape_ascii().to_string());
            }
        }
    }
}
