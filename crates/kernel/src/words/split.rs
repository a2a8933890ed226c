//! `vs`: vector from scalar.

use crate::groups::group_vector;
use crate::strings::{self, Strings, put};
use memchr::memmem::Finder;
use quarry_value::error::{domain_error, type_error};
use quarry_value::evaluation::check;
use quarry_value::num::number;
use quarry_value::{Data, Pieces, Result, Sym, Texts, Type, Value, Vector, room, stack};
use std::ops::Range;

/// `x vs y`: splits text, symbols and bytes; gives the bits, bytes or digits of numbers.
///
/// | `x` | `y` | answer |
/// |---|---|---|
/// | string, byte(s) | string, bytes | what lies between the `x` |
/// | null symbol | string, bytes | lines |
/// | null symbol | symbol | parts between dots; directory and file of a file symbol |
/// | `0b` | number, guid | bits |
/// | `0x0` | number, guid | bytes, most significant first |
/// | byte above `0x01` | long(s) | digits in base `x` as bytes, as many as a long can need and fill |
/// | integer(s) | integers | digits in base `x` |
///
/// Errors: 'type. Source: ref/vs.
pub fn vs(x: &Value, y: &Value) -> Result<Value> {
    match x {
        Value::U8(Type::Bool, _) => each_number(y, &|y| Ok(bits(&memory(y)?))),
        Value::U8(Type::Byte, 0) if !is_bytes(y) => each_number(y, &|y| Ok(Value::bytes(memory(y)?))),
        Value::U8(Type::Byte, base @ 2..) if y.item_type() == Some(Type::Long) => {
            each_number(y, &|y| Ok(Value::bytes(byte_digits(*base, y)?)))
        }
        Value::U8(Type::Byte | Type::Char, c) => split(x, &[*c], y),
        Value::Vector(v) if matches!(v.ty, Type::Byte | Type::Char) => {
            split(x, v.slice::<u8>().unwrap_or_default(), y)
        }
        Value::Sym(s) if s.is_empty() => parts(y),
        Value::Sym(_) => Err(type_error()),
        _ => digits(x, y),
    }
}

/// Is this text or bytes, which are split?
fn is_bytes(y: &Value) -> bool {
    matches!(y, Value::Vector(v) if matches!(v.ty, Type::Byte | Type::Char))
}

/// Pieces of `y` have the type of `x`.
fn split(x: &Value, by: &[u8], y: &Value) -> Result<Value> {
    let ty = x.item_type().unwrap_or(Type::Char);
    let text = match y {
        Value::Vector(v) if is_bytes(y) => v.slice::<u8>().ok_or_else(type_error)?,
        Value::U8(Type::Char | Type::Byte, c) => std::slice::from_ref(c),
        _ => return Err(type_error()),
    };
    if by.is_empty() {
        return Err(quarry_value::error::length_error());
    }
    Ok(match by {
        [c] => pieces(ty, text, 1, || memchr::memchr_iter(*c, text)),
        _ => {
            let starts: Vec<usize> = memchr::memmem::find_iter(text, by).collect();
            pieces(ty, text, by.len(), || starts.iter().copied())
        }
    })
}

/// The pieces of `text` between what has `size` bytes each, where `starts` tells.
fn pieces<I: Iterator<Item = usize>>(ty: Type, text: &[u8], size: usize, starts: impl Fn() -> I) -> Value {
    let mut from = 0;
    let pieces = starts().map(Some).chain([None]).map(|at| {
        let piece = &text[from..at.unwrap_or(text.len())];
        from = at.map_or(from, |at| at + size);
        piece
    });
    if ty != Type::Char {
        return Value::list(pieces.map(|p| Value::vector(ty, p.to_vec())).collect());
    }
    let between = starts().count();
    let mut texts = Texts::with_capacity(between + 1, text.len() - between * size);
    pieces.for_each(|p| texts.push(p));
    texts.into()
}

/// `x vs/:y`: each string's pieces between the `by`, which is not empty.
pub fn vs_each(by: &[u8], y: &Strings) -> Result<Value> {
    if by.is_empty() {
        return Err(quarry_value::error::length_error());
    }
    let finder = Finder::new(by);
    let part = |range: Range<usize>| {
        let mut pieces = Cut::new(y, range.clone());
        y.each_hit(range.clone(), &finder, |i, at| {
            pieces.up_to(i);
            pieces.push(at, at + by.len());
            true
        });
        pieces.up_to(range.end);
        pieces
    };
    let parts = strings::in_stretches(y.len(), part);
    check()?;
    let mut ends = room::vec(y.len());
    let mut texts = room::vec(parts.len());
    let mut start = 0;
    for part in parts {
        ends.extend(part.counts.iter().map(|n| start + n));
        start += part.ends.len();
        let mut bytes = part.bytes;
        bytes.truncate(part.at);
        texts.push(Texts::from_parts(bytes, part.ends));
    }
    Ok(Pieces::new(strings::one_after_the_other(texts), ends).into())
}

/// The pieces of strings one after the other.
struct Cut<'a> {
    strings: &'a Strings<'a>,
    /// As many bytes as there can be, written up to `at`.
    bytes: Vec<u8>,
    at: usize,
    ends: Vec<usize>,
    /// How many pieces there are behind each string that is done.
    counts: Vec<usize>,
    /// The string that is cut, and how far.
    now: usize,
    from: usize,
}

impl<'a> Cut<'a> {
    fn new(strings: &'a Strings<'a>, range: Range<usize>) -> Cut<'a> {
        let size = range.clone().map(|i| strings.get(i).len()).sum();
        Cut {
            strings,
            bytes: room::zeros(size),
            at: 0,
            ends: room::vec(2 * range.len()),
            counts: room::vec(range.len()),
            now: range.start,
            from: 0,
        }
    }

    /// What is left of the strings before `i`.
    #[inline]
    fn up_to(&mut self, i: usize) {
        while self.now < i {
            self.push(self.strings.get(self.now).len(), 0);
            self.counts.push(self.ends.len());
            self.now += 1;
        }
    }

    /// The piece that ends at `end`; the next one starts at `next`.
    #[inline]
    fn push(&mut self, end: usize, next: usize) {
        let piece = &self.strings.get(self.now)[self.from..end];
        let start = self.at;
        self.at += piece.len();
        put(&mut self.bytes[start..self.at], piece);
        room::reserve(&mut self.ends, 1);
        self.ends.push(self.at);
        self.from = next;
    }
}

/// What the null symbol splits: text into lines, symbols at dots, file symbols into directory and file.
fn parts(y: &Value) -> Result<Value> {
    match y {
        Value::Vector(v) if is_bytes(y) => Ok(lines(v.slice::<u8>().unwrap_or_default()).into()),
        Value::Sym(s) if s.bytes().first() == Some(&b':') => Ok(Value::syms(path(s.bytes()))),
        Value::Sym(s) => Ok(Value::syms(s.bytes().split(|c| *c == b'.').map(Sym::new).collect())),
        Value::Enum(..) => parts(&crate::domain::resolve(y)),
        _ => Err(type_error()),
    }
}

/// `` ` vs/:y`` of symbols: each that is there is split once.
pub fn parts_each(y: &Vector) -> Result<Option<Value>> {
    let Some(syms) = y.slice::<Sym>() else { return Ok(None) };
    let groups = group_vector(y);
    check()?;
    let parts = groups.first.iter().map(|&i| parts(&Value::Sym(syms[i]))).collect::<Result<Vec<Value>>>()?;
    let all = room::collected(groups.ids.iter().map(|id| parts[*id as usize].clone()));
    Ok(Some(Value::list(all)))
}

/// Lines end with `\n` or `\r\n`; the last may or may not.
fn lines(text: &[u8]) -> Texts {
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    text.split(|c| *c == b'\n').map(|l| l.strip_suffix(b"\r").unwrap_or(l)).collect()
}

fn path(text: &[u8]) -> Vec<Sym> {
    match text.iter().rposition(|c| *c == b'/') {
        Some(i) => vec![Sym::new(&text[..i]), Sym::new(&text[i + 1..])],
        None => vec![Sym::new(":"), Sym::new(&text[1..])],
    }
}

fn each_number(y: &Value, f: &dyn Fn(&Value) -> Result<Value>) -> Result<Value> {
    stack::check()?;
    match y {
        Value::Vector(_) | Value::List(_) => {
            Ok(Value::collapse(y.items().map(|y| each_number(&y, f)).collect::<Result<Vec<Value>>>()?))
        }
        _ => f(y),
    }
}

/// The bytes of an atom, most significant first.
fn memory(y: &Value) -> Result<Vec<u8>> {
    Ok(match y {
        Value::U8(_, x) => vec![*x],
        Value::I16(x) => x.to_be_bytes().to_vec(),
        Value::I32(_, x) => x.to_be_bytes().to_vec(),
        Value::I64(_, x) => x.to_be_bytes().to_vec(),
        Value::F32(x) => x.to_be_bytes().to_vec(),
        Value::F64(_, x) => x.to_be_bytes().to_vec(),
        Value::Guid(g) => g.to_vec(),
        _ => return Err(type_error()),
    })
}

/// The digits of a long in a base that is a byte: ten in base 64, twelve in base 36. A negative number wraps.
fn byte_digits(base: u8, y: &Value) -> Result<Vec<u8>> {
    let mut rest = number(y).ok_or_else(type_error)?;
    let base = i64::from(base);
    let fits = std::iter::successors(Some(base), |n| n.checked_mul(base));
    let mut digits: Vec<u8> = fits
        .map(|_| {
            let digit = rest.rem_euclid(base) as u8;
            rest = rest.div_euclid(base);
            digit
        })
        .collect();
    digits.reverse();
    Ok(digits)
}

fn bits(bytes: &[u8]) -> Value {
    Value::bools(bytes.iter().flat_map(|b| (0..8).rev().map(move |i| b >> i & 1)).collect())
}

/// The digits of integers in one base, or in mixed ones.
fn digits(x: &Value, y: &Value) -> Result<Value> {
    let ty = if is_int(x) && is_int(y) { Type::Int } else { Type::Long };
    let mut numbers = Vec::new();
    leaves(y, &mut numbers)?;
    let bases = match x {
        Value::Vector(v) => longs(v)?,
        _ => {
            let base = number(x).ok_or_else(type_error)?;
            if base < 2 {
                return Err(domain_error());
            }
            let longest = numbers.iter().filter(|n| **n != i64::MIN).map(|n| n.unsigned_abs()).max();
            room::repeated(
                base,
                if numbers.is_empty() { 0 } else { places(longest.unwrap_or(0), base as u64) },
            )
        }
    };
    let mut rest = numbers;
    let mut rows = room::repeated(Value::identity(), bases.len());
    for (row, base) in rows.iter_mut().zip(&bases).rev() {
        let row_digits: Vec<i64> = rest.iter_mut().map(|n| last_digit(n, *base)).collect();
        *row = shaped(y, &mut &row_digits[..], ty);
        quarry_value::evaluation::check()?;
    }
    Ok(Value::collapse(rows))
}

fn is_int(x: &Value) -> bool {
    x.item_type() == Some(Type::Int)
}

/// The last digit of `n`, of which what stands before it is left. A base of 0 takes all that is left.
fn last_digit(n: &mut i64, base: i64) -> i64 {
    if *n == i64::MIN || base == i64::MIN {
        i64::MIN
    } else if base == 0 {
        *n
    } else if base < 0 {
        n.wrapping_rem_euclid(base)
    } else {
        let all = *n;
        *n = all.div_euclid(base);
        all.wrapping_sub(n.wrapping_mul(base))
    }
}

/// How many digits `n` has in `base`; 1 for zero.
fn places(n: u64, base: u64) -> usize {
    std::iter::successors(Some(n / base), |rest| Some(rest / base)).take_while(|rest| *rest > 0).count() + 1
}

/// All integers in `y`, depth first.
fn leaves(y: &Value, out: &mut Vec<i64>) -> Result<()> {
    stack::check()?;
    match y {
        Value::Vector(v) => out.extend(longs(v)?),
        Value::List(l) => {
            for item in l.as_slice() {
                leaves(item, out)?;
            }
        }
        Value::I32(_, x) => out.push(widened(*x, i32::MIN)),
        Value::I64(_, x) => out.push(*x),
        _ => out.push(number(y).ok_or_else(type_error)?),
    }
    Ok(())
}

/// An integer as a long, null as null.
fn widened<T: Copy + PartialEq + Into<i64>>(x: T, null: T) -> i64 {
    if x == null { i64::MIN } else { x.into() }
}

/// Integers, or temporal values as the integers they are stored as. Infinities are numbers like others.
pub(super) fn longs(v: &Vector) -> Result<Vec<i64>> {
    Ok(match &v.data {
        Data::U8(b) if v.ty != Type::Char => b.as_slice().iter().map(|x| *x as i64).collect(),
        Data::I16(b) => room::collected(b.as_slice().iter().map(|x| widened(*x, i16::MIN))),
        Data::I32(b) => room::collected(b.as_slice().iter().map(|x| widened(*x, i32::MIN))),
        Data::I64(b) if v.ty != Type::Enum => b.to_vec(),
        _ => return Err(type_error()),
    })
}

/// The numbers in the structure of `y`.
fn shaped(y: &Value, numbers: &mut &[i64], ty: Type) -> Value {
    let int = |n: i64| if n == i64::MIN { i32::MIN } else { n as i32 };
    let atom = |n: i64| if ty == Type::Int { Value::int(int(n)) } else { Value::long(n) };
    match y {
        Value::Vector(v) if v.is_empty() => Value::empty(ty),
        Value::Vector(v) => {
            let (row, rest) = numbers.split_at(v.len());
            *numbers = rest;
            match ty {
                Type::Int => Vector::of(ty, row.iter().map(|n| int(*n)).collect::<Vec<i32>>()).into(),
                _ => Value::longs(row.to_vec()),
            }
        }
        Value::List(l) => Value::collapse(l.as_slice().iter().map(|y| shaped(y, numbers, ty)).collect()),
        _ => numbers.split_off_first().map_or_else(|| Value::long(i64::MIN), |n| atom(*n)),
    }
}
