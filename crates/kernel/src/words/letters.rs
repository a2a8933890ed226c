//! Case, blanks, and the colon of file symbols.

use crate::built::{COPY_MIN, mapped};
use crate::shape::columns;
use crate::strings::{self, Strings, put};
use crate::symbols::answers;
use quarry_value::error::type_error;
use quarry_value::{Item, Result, Sym, Type, Value, Vector, room, stack, with_data};

/// `lower x`: letters A to Z in lower case. Types: chars and symbols, in any nesting. Source: ref/lower.
pub fn lower(x: &Value) -> Result<Value> {
    each_letter(x, |c| c.to_ascii_lowercase())
}

/// `upper x`: letters a to z in upper case. As [`lower`].
pub fn upper(x: &Value) -> Result<Value> {
    each_letter(x, |c| c.to_ascii_uppercase())
}

fn each_letter(x: &Value, f: impl Fn(u8) -> u8 + Copy + Sync + Send) -> Result<Value> {
    stack::check()?;
    let symbol = |s: &Sym| Sym::new(s.bytes().iter().map(|c| f(*c)).collect::<Vec<u8>>());
    match x {
        Value::U8(Type::Char, c) => Ok(Value::char(f(*c))),
        Value::Sym(s) => Ok(Value::Sym(symbol(s))),
        Value::Enum(..) => each_letter(&crate::domain::resolve(x), f),
        Value::Vector(v) => match (v.ty, v.slice::<u8>(), v.slice::<Sym>()) {
            (Type::Char, Some(text), _) => Ok(Value::chars(mapped(text, COPY_MIN, f))),
            (_, _, Some(syms)) => Ok(Value::syms(answers(syms, |s| symbol(&s)))),
            (Type::Enum, ..) => each_letter(&crate::domain::resolve(x), f),
            _ => Err(type_error()),
        },
        Value::List(l) => match l.as_packed() {
            Some(texts) => Ok(texts.with_bytes(mapped(texts.bytes(), COPY_MIN, f)).into()),
            None => match Strings::of(l).filter(|texts| !texts.is_empty()) {
                Some(texts) => {
                    let letters = |i, out: &mut [u8]| {
                        out.iter_mut().zip(texts.get(i)).for_each(|(o, c): (&mut u8, &u8)| *o = f(*c));
                    };
                    strings::sized(texts.len(), |i| texts.get(i).len(), letters).map(Value::from)
                }
                None => within(x, &|x| each_letter(x, f)),
            },
        },
        _ => within(x, &|x| each_letter(x, f)),
    }
}

/// `f` on the items of a list, the values of a dictionary, the columns of a table.
fn within(x: &Value, f: &dyn Fn(&Value) -> Result<Value>) -> Result<Value> {
    match x {
        Value::List(l) => {
            quarry_value::evaluation::check()?;
            let items = (0..l.len()).map(|i| f(&l.get(i)));
            Ok(Value::collapse(items.collect::<Result<Vec<Value>>>()?))
        }
        Value::Dict(d) => d.with_values(f(&d.values)?),
        Value::Table(t) => columns(t, f),
        _ => Err(type_error()),
    }
}

/// `trim x`: a vector without its leading and trailing nulls; lists item by item. Atoms stay.
///
/// Source: ref/trim.
pub fn trim(x: &Value) -> Result<Value> {
    blanks(x, true, true)
}

/// `ltrim x`: without leading nulls.
pub fn ltrim(x: &Value) -> Result<Value> {
    blanks(x, true, false)
}

/// `rtrim x`: without trailing nulls.
pub fn rtrim(x: &Value) -> Result<Value> {
    blanks(x, false, true)
}

fn blanks(x: &Value, front: bool, back: bool) -> Result<Value> {
    stack::check()?;
    match x {
        Value::Vector(v) => Ok(without_blanks(v, front, back).unwrap_or_else(|| x.clone())),
        _ if x.is_atom() => Ok(x.clone()),
        Value::List(l) if !l.is_empty() => match Strings::of(l) {
            Some(texts) => {
                let text = |i| trimmed(texts.get(i), front, back);
                strings::sized(texts.len(), |i| text(i).len(), |i, out| put(out, text(i))).map(Value::from)
            }
            None => within(x, &|x| blanks(x, front, back)),
        },
        _ => within(x, &|x| blanks(x, front, back)),
    }
}

/// A text without blanks before or after it.
fn trimmed(mut text: &[u8], front: bool, back: bool) -> &[u8] {
    while let [b' ', rest @ ..] = text
        && front
    {
        text = rest;
    }
    while let [rest @ .., b' '] = text
        && back
    {
        text = rest;
    }
    text
}

/// `None` when there is nothing to take off.
fn without_blanks(v: &Vector, front: bool, back: bool) -> Option<Value> {
    if matches!(v.ty, Type::Bool | Type::Byte) {
        return None;
    }
    fn part<T: Item>(xs: &[T], front: bool, back: bool) -> Option<quarry_value::Data> {
        let start = if front { xs.iter().take_while(|x| x.is_null()).count() } else { 0 };
        let end =
            xs.len() - if back { xs[start..].iter().rev().take_while(|x| x.is_null()).count() } else { 0 };
        (end - start < xs.len()).then(|| T::data(room::copied(&xs[start..end]).into()))
    }
    with_data!(&v.data, b => part(b.as_slice(), front, back)).map(|data| v.like(data).into())
}

/// `hsym x`: symbols with a colon in front where there is none. Errors: 'type. Source: ref/hsym.
pub fn hsym(x: &Value) -> Result<Value> {
    let with_colon = |s: &Sym| {
        if s.bytes().first() == Some(&b':') { *s } else { Sym::new([b":", s.bytes()].concat()) }
    };
    match x {
        Value::Sym(s) => Ok(Value::Sym(with_colon(s))),
        Value::Vector(v) if v.ty == Type::Symbol => {
            Ok(Value::syms(v.slice::<Sym>().unwrap_or_default().iter().map(with_colon).collect()))
        }
        _ => Err(type_error()),
    }
}
