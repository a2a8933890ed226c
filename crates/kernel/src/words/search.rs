//! `like`, `ss` and `ssr`.

use super::Pattern;
use crate::domain;
use crate::shape::with_values;
use quarry_value::error::type_error;
use quarry_value::evaluation::is_over;
use quarry_value::{Result, Sym, Type, Value, Vector, room};

/// Strings matched by one thread at least.
const TASK_MIN: usize = 1 << 13;

/// `x like y`: does text match a pattern?
///
/// Types: `x` a string, char, symbol, or lists and dictionaries of them; `y` a string.
/// Empty: `boolean$()`. Errors: 'type, also for lists of lists. Source: ref/like, basics/regex.
pub fn like(x: &Value, y: &Value) -> Result<Value> {
    let pattern = Pattern::new(y.as_text().ok_or_else(type_error)?);
    match x {
        Value::Dict(d) => with_values(d, list_like(&d.values, &pattern)?),
        _ => list_like(x, &pattern),
    }
}

/// One text, or a list of them: `like` goes no deeper.
fn list_like(x: &Value, pattern: &Pattern) -> Result<Value> {
    match x {
        Value::Vector(v) if v.ty != Type::Char => vector(v, pattern),
        Value::List(l) => {
            if let Some(texts) = l.texts() {
                return Ok(Value::bools(strings(&texts, pattern)));
            }
            let each = (0..l.len()).map(|i| Ok(text_like(&l.get(i), pattern)? as u8));
            Ok(Value::bools(each.collect::<Result<Vec<u8>>>()?))
        }
        _ => Ok(Value::bool(text_like(x, pattern)?)),
    }
}

fn text_like(x: &Value, pattern: &Pattern) -> Result<bool> {
    match x {
        Value::Sym(s) => Ok(pattern.matches(s.bytes())),
        Value::Enum(d, i) => Ok(pattern.matches(domain::symbol(*d, *i).bytes())),
        _ => Ok(pattern.matches(x.as_text().ok_or_else(type_error)?)),
    }
}

fn strings(texts: &[&[u8]], pattern: &Pattern) -> Vec<u8> {
    let mut out = room::zeros(texts.len());
    crate::pool::for_each_part(&mut out, TASK_MIN, |start, part| {
        for (o, t) in part.iter_mut().zip(&texts[start..]) {
            if is_over() {
                return;
            }
            *o = pattern.matches(t) as u8;
        }
    });
    out
}

fn vector(v: &Vector, pattern: &Pattern) -> Result<Value> {
    match (v.ty, v.slice::<Sym>(), v.slice::<i64>()) {
        (Type::Symbol, Some(syms), _) => Ok(Value::bools(symbols(syms, pattern))),
        (Type::Enum, _, Some(at)) => Ok(Value::bools(enumerated(v.domain, at, pattern))),
        _ => Err(type_error()),
    }
}

/// Neither `0b` nor `1b`: nobody has looked yet.
const UNKNOWN: u8 = 2;

/// Each symbol is matched once, however often it occurs.
fn symbols(syms: &[Sym], pattern: &Pattern) -> Vec<u8> {
    if syms.len() < 64 {
        return syms.iter().map(|s| pattern.matches(s.bytes()) as u8).collect();
    }
    let mut known: Vec<u8> = Vec::new();
    let mut answer = |s: Sym| {
        let id = s.id() as usize;
        if id >= known.len() {
            known.resize((id + 1).next_power_of_two(), UNKNOWN);
        }
        if known[id] == UNKNOWN {
            known[id] = pattern.matches(s.bytes()) as u8;
        }
        known[id]
    };
    syms.iter().map(|s| answer(*s)).collect()
}

fn enumerated(name: Sym, at: &[i64], pattern: &Pattern) -> Vec<u8> {
    let items = domain::items(name);
    let texts = items.as_ref().and_then(Value::as_syms).unwrap_or_default();
    let mut known = room::repeated(UNKNOWN, texts.len());
    let null = pattern.matches(b"") as u8;
    let mut answer = |i: usize| {
        let Some(text) = texts.get(i) else { return null };
        if known[i] == UNKNOWN {
            known[i] = pattern.matches(text.bytes()) as u8;
        }
        known[i]
    };
    at.iter().map(|i| answer(*i as usize)).collect()
}

/// `x ss y`: the positions in string `x` of what matches pattern `y`, no two overlapping.
///
/// Errors: 'type; 'length for patterns that are empty or hold `*`. Source: ref/ss.
pub fn ss(x: &Value, y: &Value) -> Result<Value> {
    let text = x.as_text().ok_or_else(type_error)?;
    let pattern = Pattern::for_search(y.as_text().ok_or_else(type_error)?)?;
    Ok(Value::longs(pattern.positions(text).into_iter().map(|i| i as i64).collect()))
}

/// `ssr[x;y;z]`: string `x` with what matches pattern `y` replaced by string `z`, or by what function `z` gives for
/// it; `apply` applies a function to an argument.
///
/// Errors: 'type, also for a char; 'length as [`ss`]; those of the function. Source: ref/ss.
pub fn ssr(
    x: &Value,
    y: &Value,
    z: &Value,
    apply: &mut dyn FnMut(&Value, &Value) -> Result<Value>,
) -> Result<Value> {
    let text = x.as_text().filter(|_| x.is_string()).ok_or_else(type_error)?;
    let pattern = Pattern::for_search(y.as_text().ok_or_else(type_error)?)?;
    if z.as_text().is_none() && !z.is_function() {
        return Err(type_error());
    }
    let mut out = room::vec(text.len());
    let mut from = 0;
    for at in pattern.positions(text) {
        let end = at + pattern.size();
        out.extend_from_slice(&text[from..at]);
        match z.as_text() {
            Some(new) => out.extend_from_slice(new),
            None => {
                let new = apply(z, &Value::chars(&text[at..end]))?;
                let no_text = || type_error().detail("the function of ssr must return text");
                out.extend_from_slice(new.as_text().ok_or_else(no_text)?);
            }
        }
        from = end;
    }
    out.extend_from_slice(&text[from..]);
    Ok(Value::chars(out))
}
