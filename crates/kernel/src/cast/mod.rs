//! `x$y`: Cast, Tok, Pad and Enumerate.
//!
//! | file | noun |
//! |---|---|
//! | `mod` | what `x` asks for, and iteration |
//! | `atoms` | what becomes of items of a type, of vectors and of single atoms |
//! | `convert` | items of one type as items of another |
//! | `temporal` | temporal types as one another; years, hours and the other parts |
//! | `tok` | text to values |
//! | `pad` | text to a width |
//! | `enumerate` | symbols to positions in a domain |

mod atoms;
pub(crate) mod convert;
mod enumerate;
mod pad;
mod temporal;
mod tok;

pub use atoms::Cast;
pub(crate) use convert::vector as vector_as;
pub use enumerate::{enumerate, in_domain};
pub use pad::pad;
pub use temporal::{is_temporal_field, set_week, temporal_field};
pub use tok::tok;

use crate::shape::columns;
use crate::slices;
use quarry_value::error::{length_error, type_error};
use quarry_value::evaluation::check;
use quarry_value::{Error, Result, Sym, Type, Value};

/// How deep lists are followed.
const DEPTH_MAX: usize = 500;

/// What an atom left of `$` asks for.
enum Target {
    To(Type),
    Tok(Type),
    /// `"*"` and `0h`.
    Same,
    /// `` `hh`` and its like.
    Part(Sym),
    Pad(i64),
    Domain(Sym),
}

/// `x$y`: `y` as the type that `x` names; text read as it (Tok); text filled to a width (Pad); symbols as an
/// enumeration.
///
/// Shape: atomic in `y`; lists in `x` go with the items of `y`. Tok and Pad stop at strings.
/// Types: `x` a lower-case char, positive short or type's name to cast; an upper-case char or negative short to
/// read text; a long to pad; the name of a domain to enumerate.
/// Null: nulls become nulls; a null is `1b` as a boolean.
/// Errors: 'type, 'length, 'cast for a symbol that is not in the domain.
/// Source: ref/cast, ref/tok, ref/pad, ref/enumerate.
pub fn cast(x: &Value, y: &Value) -> Result<Value> {
    at_depth(x, y, 0)
}

fn at_depth(x: &Value, y: &Value, depth: usize) -> Result<Value> {
    if depth > DEPTH_MAX {
        return Err(Error::new("stack"));
    }
    if x.is_list() {
        return pairs(x, y, depth);
    }
    match target(x)? {
        Target::To(ty) => to(ty, y),
        Target::Tok(ty) => tok(ty, y),
        Target::Same => Ok(y.clone()),
        Target::Part(name) => temporal_field(name, y),
        Target::Pad(width) => pad(width, y),
        Target::Domain(name) => in_domain(name, y).unwrap_or_else(|| Err(Error::text(name.bytes()))),
    }
}

/// Each item of `x` with its item of `y`; an atom goes with every item.
fn pairs(x: &Value, y: &Value, depth: usize) -> Result<Value> {
    let rows: Vec<Value> = match y {
        Value::Vector(_) | Value::List(_) if x.count() != y.count() => return Err(length_error()),
        Value::Vector(_) | Value::List(_) => {
            x.items().zip(y.items()).map(|(a, b)| at_depth(&a, &b, depth + 1)).collect::<Result<_>>()?
        }
        Value::Dict(d) => {
            return d.with_values(at_depth(x, &d.values, depth + 1)?);
        }
        _ => x.items().map(|a| at_depth(&a, y, depth + 1)).collect::<Result<_>>()?,
    };
    Ok(Value::collapse(rows))
}

fn target(x: &Value) -> Result<Target> {
    let of = |n: i16| Type::from_number(n).filter(|t| *t != Type::Enum).ok_or_else(type_error);
    Ok(match *x {
        Value::U8(Type::Char, b'*') => Target::Same,
        Value::U8(Type::Char, c) if c.is_ascii_uppercase() => {
            Target::Tok(Type::from_letter(c.to_ascii_lowercase()).ok_or_else(type_error)?)
        }
        Value::U8(Type::Char, c) => Target::To(Type::from_letter(c).ok_or_else(type_error)?),
        Value::I16(0) => Target::Same,
        Value::I16(n) if n > 0 => Target::To(of(n)?),
        Value::I16(n) => Target::Tok(of(n.checked_neg().ok_or_else(type_error)?)?),
        Value::I64(Type::Long, n) => Target::Pad(n),
        Value::I32(Type::Int, n) => Target::Pad(n.into()),
        Value::Sym(s) if s.is_empty() => Target::Tok(Type::Symbol),
        Value::Sym(s) => match Type::from_name(s.bytes()) {
            Some(ty) => Target::To(ty),
            None if is_temporal_field(s) => Target::Part(s),
            None => Target::Domain(s),
        },
        _ => return Err(type_error().detail("left of $: a type, a width or the name of a domain")),
    })
}

/// `y` as type `ty`.
fn to(ty: Type, y: &Value) -> Result<Value> {
    if ty == Type::Symbol {
        return tok(ty, y);
    }
    each(y, &mut |v| convert::convert(ty, v), &Value::empty(ty))
}

/// Applies `f` to every atom and vector in `y`; `()` becomes `empty`.
fn each(y: &Value, f: &mut dyn FnMut(&Value) -> Result<Value>, empty: &Value) -> Result<Value> {
    each_at(y, f, empty, 0)
}

fn each_at(
    y: &Value,
    f: &mut dyn FnMut(&Value) -> Result<Value>,
    empty: &Value,
    depth: usize,
) -> Result<Value> {
    if depth > DEPTH_MAX {
        return Err(Error::new("stack"));
    }
    match y {
        Value::List(l) if l.is_empty() => Ok(empty.clone()),
        Value::List(l) => {
            if let Some(answer) = l.as_slices().and_then(|s| slices::mapped(s, |all| f(all))) {
                return Ok(answer);
            }
            let items = (0..l.len()).map(|i| check().and_then(|()| each_at(&l.get(i), f, empty, depth + 1)));
            Ok(Value::collapse(items.collect::<Result<_>>()?))
        }
        Value::Dict(d) => d.with_values(each_at(&d.values, f, empty, depth + 1)?),
        Value::Table(t) => columns(t, |c| each_at(c, f, empty, depth + 1)),
        _ => f(y),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_value::text::{literal, scan_vector};

    fn q(text: &str) -> Value {
        if let Some(t) = text.strip_prefix('"') {
            return match t.trim_end_matches('"').as_bytes() {
                [c] => Value::char(*c),
                t => Value::chars(t),
            };
        }
        if let Some(t) = text.strip_prefix('`') {
            return Value::sym(t);
        }
        scan_vector(&text.split(' ').map(str::as_bytes).collect::<Vec<_>>()).unwrap()
    }

    fn show(x: &str, y: &str) -> String {
        match cast(&q(x), &q(y)) {
            Ok(v) => String::from_utf8(literal(&v)).unwrap(),
            Err(e) => e.to_string(),
        }
    }

    #[test]
    fn numbers() {
        assert_eq!(show("\"i\"", "10"), "10i");
        assert_eq!(show("`int", "6.1 6.6 -6.1 -6.6"), "6 7 -6 -7i");
        assert_eq!(show("1h", "1 0 2"), "101b");
        assert_eq!(show("\"x\"", "3 4 5"), "0x030405");
        assert_eq!(show("\"x\"", "2147483645 2147483646 2147483647 2147483648 2147483649"), "0xfdfeffffff");
        assert_eq!(show("`float", "0Wh"), "32767f");
        assert_eq!(show("`float", "0N 1"), "0n 1");
        assert_eq!(show("`long", "0n 0w -0w 2.5"), "0N 0W -0W 3");
        assert_eq!(show("\"j\"", "\"abc\""), "97 98 99");
        assert_eq!(show("`char", "50 43 51"), "\"2+3\"");
        assert_eq!(show("9h", "\"ab\""), "97 98f");
        assert_eq!(show("`int", "0N 5000000000"), "0N 0Wi");
        assert_eq!(show("`j", "1"), "'j");
        assert_eq!(show("`long", "`a"), "'type");
        assert_eq!(show("`real", "0n 1.5"), "0N 1.5e");
    }

    #[test]
    fn temporal() {
        assert_eq!(
            show("12 13 14 15h", "42"),
            "(2000.01.01D00:00:00.000000042;2003.07m;2000.02.12;2000.02.12T00:00:00.000)"
        );
        assert_eq!(show("`hh", "03:55:58.11"), "3i");
        assert_eq!(show("`dd", "2015.10.28D03:55:58"), "28i");
        assert_eq!(show("`date", "2017.08.23T23:50:12"), "2017.08.23");
        assert_eq!(show("`timestamp", "1666.09.02"), "-0Wp");
        assert_eq!(show("`minute", "2024.11.01D09:29:15"), "09:29");
        assert_eq!(show("`month", "2019.11.19 0N"), "2019.11 0Nm");
        assert_eq!(show("`date", "2019.10m"), "2019.10.01");
        assert_eq!(show("`week", "2024.11.23 2024.11.18"), "2024.11.18 2024.11.18");
        assert_eq!(show("`time", "12:34"), "12:34:00.000");
        assert_eq!(show("`timespan", "12:34"), "0D12:34:00.000000000");
        assert_eq!(show("\"j\"", "12:00"), "720");
        assert_eq!(show("`year", "2015.10m"), "2015i");
        assert_eq!(show("`mm", "09:10:52.139"), "10i");
        assert_eq!(show("`mm", "2015.10m"), "10i");
        assert_eq!(show("`hh", "2015.10m"), "'type");
    }

    #[test]
    fn text() {
        assert_eq!(show("\"J\"", "\"12\""), "12");
        assert_eq!(show("-8h", "\"3.14\""), "3.14e");
        assert_eq!(show("`", "\"   IBM   \""), "`IBM");
        assert_eq!(show("`", "`a"), "`a");
        assert_eq!(show("\"BX\"", "\"12\""), "(1b;0x02)");
        assert_eq!(show("9", "\"foo\""), "\"foo      \"");
        assert_eq!(show("-9", "\"foo\""), "\"      foo\"");
        assert_eq!(show("-2", "\"foo\""), "\"oo\"");
        assert_eq!(show("\"J\"", "1"), "'type");
        let texts = Value::list(vec![Value::chars("1"), Value::chars("x")]);
        assert_eq!(literal(&cast(&Value::char(b'J'), &texts).unwrap()), b"1 0N");
        assert_eq!(literal(&cast(&Value::sym("float"), &Value::empty_list()).unwrap()), b"`float$()");
    }

    #[test]
    fn enumerations() {
        let name = Sym::new("castDomain");
        let items: Vec<Sym> = ["a", "b", "c"].iter().map(Sym::new).collect();
        crate::domain::set(name, &Value::syms(items.clone()));
        let e = cast(&Value::Sym(name), &Value::syms(vec![items[2], items[0]])).unwrap();
        assert_eq!(literal(&e), b"`castDomain$`c`a");
        assert_eq!(literal(&cast(&q("`long"), &e).unwrap()), b"2 0");
        assert_eq!(literal(&cast(&q("`symbol"), &e).unwrap()), b"`c`a");
        let bad = cast(&Value::Sym(name), &Value::sym("zz"));
        assert_eq!(bad.unwrap_err().word(), b"cast");
    }
}
