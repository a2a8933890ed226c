//! `sv`: scalar from vector.

use super::split::longs;
use crate::strings::{self, Strings, put};
use crate::{add, multiply};
use quarry_value::error::{length_error, type_error};
use quarry_value::num::number;
use quarry_value::{Guid, Pieces, Result, Slices, Sym, Texts, Type, Value, Vector, room};
use std::iter;
use std::sync::Arc;

/// `x sv y`: joins texts, symbols and bytes; makes numbers of bits, bytes and digits.
///
/// | `x` | `y` | answer |
/// |---|---|---|
/// | string, byte(s) | list of strings, of bytes | them with `x` between |
/// | null symbol | list of strings | lines, each ended |
/// | null symbol | symbols | them with dots between; with slashes after a file symbol |
/// | `0b` | 8, 16, 32, 64 or 128 booleans | byte, short, int, long, guid |
/// | `0x0` | 2, 4, 8 or 16 bytes | short, int, long, guid |
/// | number(s) | numbers | their value in base `x` |
///
/// Errors: 'type, 'length. Source: ref/sv.
pub fn sv(x: &Value, y: &Value) -> Result<Value> {
    match x {
        Value::U8(Type::Bool, _) => from_bits(y),
        Value::U8(Type::Byte, 0) if matches!(y, Value::Vector(v) if v.ty == Type::Byte) => from_bytes(y),
        Value::U8(Type::Byte | Type::Char, c) => join(x, &[*c], y),
        Value::Vector(v) if matches!(v.ty, Type::Byte | Type::Char) => {
            join(x, v.slice::<u8>().unwrap_or_default(), y)
        }
        Value::Sym(s) if s.is_empty() => unite(y),
        Value::Sym(_) => Err(type_error()),
        _ => value_in_base(x, y),
    }
}

/// The bytes of a char or byte atom or vector; of an empty list none (`string ()` is one).
fn bytes_of(y: &Value) -> Result<Vec<u8>> {
    match y {
        Value::Vector(v) if matches!(v.ty, Type::Byte | Type::Char) => {
            Ok(room::copied(v.slice::<u8>().unwrap_or_default()))
        }
        Value::U8(Type::Byte | Type::Char, c) => Ok(vec![*c]),
        Value::List(l) if l.is_empty() => Ok(Vec::new()),
        other => Err(not_text(other)),
    }
}

fn not_text(x: &Value) -> quarry_value::Error {
    type_error().detail(format!("an item of type {} among those to join is no text", x.type_told()))
}

fn join(x: &Value, by: &[u8], y: &Value) -> Result<Value> {
    if !y.is_list() {
        return Err(type_error());
    }
    if let Value::List(l) = y
        && let Some(texts) = Strings::of(l)
    {
        return Ok(Value::vector(x.item_type().unwrap_or(Type::Char), with_between(&texts, by)?));
    }
    let texts = y.items().map(|t| bytes_of(&t)).collect::<Result<Vec<Vec<u8>>>>()?;
    Ok(Value::vector(x.item_type().unwrap_or(Type::Char), texts.join(by)))
}

/// The strings one after the other, with `by` between them.
fn with_between(texts: &Strings, by: &[u8]) -> Result<Vec<u8>> {
    let n = texts.len();
    let between = |i: usize| if i + 1 < n { by } else { &[] };
    let write = |i: usize, out: &mut [u8]| {
        let text = texts.get(i);
        let (start, end) = out.split_at_mut(text.len());
        put(start, text);
        put(end, between(i));
    };
    strings::sized(n, |i| texts.get(i).len() + between(i).len(), write).map(Texts::into_bytes)
}

/// `x sv/:y`: the strings of each list, with `by` between them.
pub fn sv_each(by: &[u8], y: &Pieces) -> Result<Value> {
    let texts = y.texts();
    let size = |i: usize| {
        let place = y.place(i);
        let between = by.len() * place.len().saturating_sub(1);
        place.map(|k| texts.get(k).len()).sum::<usize>() + between
    };
    let write = |i: usize, out: &mut [u8]| {
        let place = y.place(i);
        let mut at = 0;
        for k in place.clone() {
            let between = if k > place.start { by } else { &[] };
            for text in [between, texts.get(k)] {
                put(&mut out[at..at + text.len()], text);
                at += text.len();
            }
        }
    };
    strings::sized(y.len(), size, write).map(Value::from)
}

fn unite(y: &Value) -> Result<Value> {
    match y {
        Value::Sym(_) => Ok(y.clone()),
        Value::Vector(v) if v.ty == Type::Symbol => Ok(one_symbol(v.slice().unwrap_or_default())),
        Value::Vector(v) if v.ty == Type::Enum => Ok(one_symbol(&crate::domain::symbols(v))),
        Value::List(l) => {
            let mut out = Vec::new();
            for i in 0..l.len() {
                match l.text(i) {
                    Some(text) => out.extend_from_slice(text),
                    None => out.extend(bytes_of(&l.get(i))?),
                }
                out.push(b'\n');
            }
            Ok(Value::chars(out))
        }
        _ => Err(type_error()),
    }
}

fn one_symbol(parts: &[Sym]) -> Value {
    let mut text = Vec::new();
    unite_to(&mut text, parts);
    Value::Sym(Sym::new(text))
}

/// The texts of symbols with dots between them, or slashes after a file's.
fn unite_to(text: &mut Vec<u8>, parts: &[Sym]) {
    let is_file = parts.first().is_some_and(|s| s.bytes().first() == Some(&b':'));
    let between: &[u8] = if is_file { b"/" } else { b"." };
    for (i, part) in parts.iter().enumerate() {
        // A slash that a folder is written with is the one between.
        let has_it = || is_file && parts[i - 1].bytes().ends_with(b"/");
        if i > 0 && !has_it() {
            text.extend_from_slice(between);
        }
        text.extend_from_slice(part.bytes());
    }
}

/// `` ` sv'y`` of vectors of symbols.
pub fn unite_each(y: &Slices) -> Option<Value> {
    const TOGETHER: usize = 1 << 10;
    let parts = y.all().slice::<Sym>().filter(|_| y.all().ty == Type::Symbol)?;
    let mut out = room::repeated(Sym::EMPTY, y.len());
    let (mut texts, mut ends) = (Vec::new(), Vec::new());
    for (k, out) in out.chunks_mut(TOGETHER).enumerate() {
        texts.clear();
        ends.clear();
        for i in k * TOGETHER..k * TOGETHER + out.len() {
            unite_to(&mut texts, &parts[y.place(i)]);
            ends.push(texts.len());
        }
        let starts = iter::once(0).chain(ends.iter().copied());
        Sym::read_into(out, starts.zip(&ends).map(|(start, end)| &texts[start..*end]));
    }
    Some(Value::syms(out))
}

fn from_bits(y: &Value) -> Result<Value> {
    let bits = match y {
        Value::Vector(v) if v.ty == Type::Bool => v.slice::<u8>().unwrap_or_default(),
        _ => return Err(type_error()),
    };
    let bytes: Vec<u8> = bits.chunks(8).map(|byte| byte.iter().fold(0, |n, bit| n << 1 | bit)).collect();
    if bits.len() % 8 != 0 { Err(length_error()) } else { number_of(&bytes, true) }
}

fn from_bytes(y: &Value) -> Result<Value> {
    number_of(&bytes_of(y)?, false)
}

/// An integer or guid from its bytes, most significant first.
fn number_of(bytes: &[u8], single: bool) -> Result<Value> {
    if let ([x], true) = (bytes, single) {
        return Ok(Value::byte(*x));
    }
    if let Ok(x) = <[u8; 2]>::try_from(bytes) {
        return Ok(Value::I16(i16::from_be_bytes(x)));
    }
    if let Ok(x) = <[u8; 4]>::try_from(bytes) {
        return Ok(Value::int(i32::from_be_bytes(x)));
    }
    if let Ok(x) = <[u8; 8]>::try_from(bytes) {
        return Ok(Value::long(i64::from_be_bytes(x)));
    }
    let guid = Guid::try_from(bytes).map_err(|_| length_error())?;
    Ok(Value::Guid(Arc::new(guid)))
}

/// Digits to a number, the most significant first: multiply by the base, add the next.
fn value_in_base(x: &Value, y: &Value) -> Result<Value> {
    if !y.is_list() {
        return Err(type_error());
    }
    if !x.is_atom() && x.count() != y.count() {
        return Err(length_error());
    }
    if let Some(n) = plain(x, y) {
        return Ok(Value::long(n));
    }
    let mut answer = Value::long(0);
    for i in 0..y.count() {
        answer = add(&multiply(&answer, &x.at(i))?, &y.at(i))?;
    }
    Ok(answer)
}

/// The value when all are integers and none is null.
fn plain(x: &Value, y: &Value) -> Option<i64> {
    let integers = |v: &Vector| if v.ty.is_numeric() { longs(v).ok() } else { None };
    let Value::Vector(digits) = y else { return None };
    let digits = integers(digits)?;
    let bases = match x {
        Value::Vector(v) => integers(v)?,
        _ => room::repeated(number(x)?, digits.len()),
    };
    if digits.contains(&i64::MIN) || bases.contains(&i64::MIN) {
        return None;
    }
    Some(bases.iter().zip(&digits).fold(0, |n: i64, (b, d)| n.wrapping_mul(*b).wrapping_add(*d)))
}
