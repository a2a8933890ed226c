//! `like`, `ss` and `ssr`.

use super::Pattern;
use crate::built::concat;
use crate::strings::{self, Strings};
use crate::{domain, pool};
use crate::{slices, symbols};
use memchr::memmem::Finder;
use quarry_value::error::type_error;
use quarry_value::evaluation::check;
use quarry_value::{Result, Sym, Texts, Type, Value, Vector, room};
use std::ops::Range;

/// Strings matched by one thread at least.
const TASK_MIN: usize = 1 << 13;

/// `x like y`: does text match a pattern?
///
/// Types: `x` a string, char, symbol, or lists and dictionaries of them; `y` a string.
/// Empty: `boolean$()`. Errors: 'type, also for lists of lists. Source: ref/like, basics/regex.
pub fn like(x: &Value, y: &Value) -> Result<Value> {
    let pattern = Pattern::new(y.as_text().ok_or_else(type_error)?);
    match x {
        Value::Dict(d) => d.with_values(list_like(&d.values, &pattern)?),
        _ => list_like(x, &pattern),
    }
}

/// One text, or a list of them: `like` goes no deeper.
fn list_like(x: &Value, pattern: &Pattern) -> Result<Value> {
    match x {
        Value::Vector(v) if v.ty != Type::Char => vector(v, pattern),
        Value::List(l) => {
            if let Some(strings) = Strings::of(l) {
                return Ok(Value::bools(strings_like(&strings, pattern)));
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

fn strings_like(x: &Strings, pattern: &Pattern) -> Vec<u8> {
    let out = room::zeros(x.len());
    match pattern.sought() {
        Some(finder) => has(out, x, finder),
        None => strings::each(out, |i| pattern.matches(x.get(i)) as u8),
    }
}

/// Which strings hold what is sought.
fn has(mut out: Vec<u8>, x: &Strings, finder: &Finder) -> Vec<u8> {
    pool::fill_parts(&mut out, TASK_MIN, |start, part| {
        x.each_hit(start..start + part.len(), finder, |i, _| {
            part[i - start] = 1;
            false
        });
    });
    out
}

fn vector(v: &Vector, pattern: &Pattern) -> Result<Value> {
    match (v.ty, v.slice::<Sym>(), v.slice::<i64>()) {
        (Type::Symbol, Some(syms), _) => {
            Ok(Value::bools(symbols::answers(syms, |s| u8::from(pattern.matches(s.bytes())))))
        }
        (Type::Enum, _, Some(at)) => Ok(Value::bools(enumerated(v.domain, at, pattern))),
        _ => Err(type_error()),
    }
}

/// Neither `0b` nor `1b`: nobody has looked yet.
const UNKNOWN: u8 = 2;

/// Items of a domain for each that is asked for, beyond which nobody would look at most answers.
const SPARSE: usize = 16;

/// Where there are many, each item of the domain is matched once, however often it occurs.
fn enumerated(name: Sym, at: &[i64], pattern: &Pattern) -> Vec<u8> {
    let items = domain::items(name);
    let texts = items.as_ref().and_then(Value::as_syms).unwrap_or_default();
    let null = u8::from(pattern.matches(b""));
    let matches = |text: &Sym| u8::from(pattern.matches(text.bytes()));
    if texts.len() > SPARSE.saturating_mul(at.len()) {
        return at.iter().map(|i| texts.get(*i as usize).map_or(null, matches)).collect();
    }
    let mut known = room::repeated(UNKNOWN, texts.len());
    let mut answer = |i: usize| {
        let Some(text) = texts.get(i) else { return null };
        if known[i] == UNKNOWN {
            known[i] = matches(text);
        }
        known[i]
    };
    at.iter().map(|i| answer(*i as usize)).collect()
}

/// The pattern that `ss` and `ssr` search for: that of a string; a char stands for itself.
pub fn sought(y: &Value) -> Option<Vec<u8>> {
    match y.as_text()? {
        [c @ (b'?' | b'*' | b'[')] if y.is_atom() => Some(vec![b'[', *c, b']']),
        text => Some(text.to_vec()),
    }
}

/// `x ss y`: the positions in string `x` of what matches pattern `y`, no two overlapping.
///
/// Errors: 'type; 'length for patterns that are empty or hold `*`. Source: ref/ss.
pub fn ss(x: &Value, y: &Value) -> Result<Value> {
    let text = x.as_text().ok_or_else(type_error)?;
    let pattern = Pattern::for_search(&sought(y).ok_or_else(type_error)?)?;
    Ok(Value::longs(pattern.positions(text).into_iter().map(|i| i as i64).collect()))
}

/// `x ss\:y`: the positions in each string.
pub fn ss_each(x: &Strings, y: &[u8]) -> Result<Value> {
    let pattern = Pattern::for_search(y)?;
    let part = |range: Range<usize>| {
        let (mut found, mut counts): (Vec<i64>, Vec<usize>) = (Vec::new(), room::zeros(range.len()));
        let first = range.start;
        let mut position = |i: usize, at: usize| {
            counts[i - first] += 1;
            room::reserve(&mut found, 1);
            found.push(at as i64);
            true
        };
        each_position(x, range, &pattern, &mut position);
        (found, counts)
    };
    let parts = strings::in_stretches(x.len(), part);
    check()?;
    let (found, counts): (Vec<Vec<i64>>, Vec<Vec<usize>>) = parts.into_iter().unzip();
    let found = concat(&found);
    let mut starts = room::vec(x.len() + 1);
    starts.push(0);
    let mut end = 0;
    starts.extend(counts.iter().flatten().map(|count| (end += count, end).1));
    let Value::Vector(found) = Value::longs(found) else { unreachable!("longs are a vector") };
    slices::parts(&found, &starts)
}

/// Calls `found` with the number of each string of `range` and each place in it where the pattern is found.
fn each_position(
    x: &Strings,
    range: Range<usize>,
    pattern: &Pattern,
    found: &mut impl FnMut(usize, usize) -> bool,
) {
    match pattern.plain() {
        Some(plain) => x.each_hit(range, &Finder::new(plain), found),
        None => range.for_each(|i| pattern.positions(x.get(i)).into_iter().for_each(|at| _ = found(i, at))),
    }
}

/// `ssr[;y;z]each x` where `z` is a text.
pub fn ssr_each(x: &Strings, y: &[u8], z: &[u8]) -> Result<Value> {
    let pattern = Pattern::for_search(y)?;
    let size = pattern.size();
    let write = |range: Range<usize>, out: &mut Texts| {
        let (mut now, mut from) = (range.start, 0);
        let mut new: Vec<u8> = Vec::new();
        let mut replaced = |i: usize, at: usize| {
            if now < i {
                new.extend_from_slice(&x.get(now)[from..]);
                out.push(&new);
                (now + 1..i).for_each(|i| out.push(x.get(i)));
                new.clear();
                (now, from) = (i, 0);
            }
            new.extend_from_slice(&x.get(i)[from..at]);
            new.extend_from_slice(z);
            from = at + size;
            true
        };
        each_position(x, range.clone(), &pattern, &mut replaced);
        check()?;
        if now < range.end {
            new.extend_from_slice(&x.get(now)[from..]);
            out.push(&new);
            (now + 1..range.end).for_each(|i| out.push(x.get(i)));
        }
        Ok(())
    };
    strings::written(x.len(), write).map(Value::from)
}

/// `x?'y` and, where `y` is the same for each, `x?\:y`: where the first of a character is in each string.
pub fn find_each(x: &Strings, y: impl Fn(usize) -> u8 + Sync + Send) -> Vec<i64> {
    let first = |i: usize| {
        let (text, c) = (x.get(i), y(i));
        text.iter().position(|t| *t == c).unwrap_or(text.len()) as i64
    };
    strings::each(room::zeros(x.len()), first)
}

/// `y in/:x`: is a character in each string?
pub fn holds_each(x: &Strings, y: u8) -> Vec<u8> {
    has(room::zeros(x.len()), x, &Finder::new(&[y]))
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
    let pattern = Pattern::for_search(&sought(y).ok_or_else(type_error)?)?;
    if z.as_text().is_none() && !z.is_function() {
        return Err(type_error());
    }
    let add = |out: &mut Vec<u8>, part: &[u8]| {
        room::reserve(out, part.len());
        out.extend_from_slice(part);
    };
    let mut out = room::vec(text.len());
    let mut from = 0;
    for at in pattern.positions(text) {
        let end = at + pattern.size();
        add(&mut out, &text[from..at]);
        match z.as_text() {
            Some(new) => add(&mut out, new),
            None => {
                let new = apply(z, &Value::chars(&text[at..end]))?;
                let no_text = || type_error().detail("the function of ssr must return text");
                add(&mut out, new.as_text().ok_or_else(no_text)?);
            }
        }
        from = end;
    }
    add(&mut out, &text[from..]);
    Ok(Value::chars(out))
}
