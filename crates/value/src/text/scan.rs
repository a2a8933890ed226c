//! Literal words: where a number ends, and what it means.

use super::parse;
use crate::{Error, Repr, Result, Type, Value};

/// The size of the number-like word that `text` starts with: digits, letters and points, `:` before a digit, the
/// sign of an exponent, and a leading `-`. 0 when there is none.
pub fn number_length(text: &[u8]) -> usize {
    let digit_at = |i: usize| text.get(i).is_some_and(u8::is_ascii_digit);
    let start = usize::from(text.first() == Some(&b'-'));
    let is_number = digit_at(start) || (text.get(start) == Some(&b'.') && digit_at(start + 1));
    if !is_number {
        return 0;
    }
    let is_hex = text[start..].starts_with(b"0x");
    let mut i = start;
    while let Some(&c) = text.get(i) {
        let belongs = match c {
            b':' => digit_at(i + 1),
            b'+' | b'-' => !is_hex && is_exponent(&text[start..i]) && digit_at(i + 1),
            b'.' => !is_hex,
            _ => c.is_ascii_alphanumeric(),
        };
        if !belongs {
            break;
        }
        i += 1;
    }
    i
}

/// Is `text` a number up to and including the `e` before an exponent?
fn is_exponent(text: &[u8]) -> bool {
    match text {
        [number @ .., b'e'] => !number.is_empty() && number.iter().all(|c| c.is_ascii_digit() || *c == b'.'),
        _ => false,
    }
}

/// The atom that a literal word means; `0101b` and `0x1f2e` are vectors.
///
/// Errors: the word itself.
pub fn scan_number(word: &[u8]) -> Result<Value> {
    scan(word).ok_or_else(|| Error::text(word))
}

/// Juxtaposed words as one vector: the type at the end of the last word holds for all, integers among floats
/// are floats, `0N` and `0W` take the type of the others.
///
/// Errors: the words themselves.
pub fn scan_vector(words: &[&[u8]]) -> Result<Value> {
    match words {
        [] => Ok(Value::empty_list()),
        [word] => scan_number(word),
        _ => vector(words).ok_or_else(|| Error::text(words.join(&b' '))),
    }
}

fn vector(words: &[&[u8]]) -> Option<Value> {
    let last = words.last()?;
    let atoms = match suffix(last) {
        Some(letter) => {
            let typed = |w: &&[u8]| match suffix(w) {
                // `1D` means its type by itself: `1D 0Nn`.
                None => scan(&[special(w), &[letter][..]].concat()).or_else(|| scan(w)),
                Some(_) => scan(w),
            };
            words.iter().map(typed).collect::<Option<Vec<Value>>>()?
        }
        None => words.iter().map(|w| scan(w)).collect::<Option<Vec<Value>>>()?,
    };
    if atoms.iter().any(|a| !a.is_atom()) {
        return None;
    }
    let ty = atoms.iter().map(|a| a.item_type()).reduce(|a, b| common(a?, b?))??;
    let same = |(a, w): (Value, &&[u8])| if a.item_type() == Some(ty) { Some(a) } else { convert(ty, w) };
    Some(Value::collapse(atoms.into_iter().zip(words).map(same).collect::<Option<_>>()?))
}

/// The null and the infinities of floats, written before a letter as those of any type: `0n 2 3i` are ints.
fn special(word: &[u8]) -> &[u8] {
    match word {
        b"0n" => b"0N",
        b"0w" => b"0W",
        b"-0w" => b"-0W",
        other => other,
    }
}

/// The type of a vector with words of both types.
fn common(a: Type, b: Type) -> Option<Type> {
    const TIMES: [Type; 4] = [Type::Minute, Type::Second, Type::Time, Type::Timespan];
    let finer = |ladder: &[Type]| {
        let at = |t| ladder.iter().position(|l| *l == t);
        Some(ladder[at(a)?.max(at(b)?)])
    };
    match (a, b) {
        _ if a == b => Some(a),
        (Type::Long, t) | (t, Type::Long) => Some(t),
        _ => finer(&[Type::Short, Type::Int, Type::Real, Type::Float])
            .or_else(|| finer(&TIMES))
            .or_else(|| finer(&[Type::Date, Type::Timestamp]))
            .or_else(|| finer(&[Type::Date, Type::Datetime])),
    }
}

/// A word that means another type by itself, as type `ty`.
fn convert(ty: Type, word: &[u8]) -> Option<Value> {
    let body = if suffix(word).is_some() { &word[..word.len() - 1] } else { word };
    let is_special = matches!(body, b"0N" | b"0W" | b"-0W");
    // `12 12:59:59`: an hour among times of the day, as in `"V"$"12"`.
    let is_number = matches!(
        ty,
        Type::Short
            | Type::Int
            | Type::Real
            | Type::Float
            | Type::Minute
            | Type::Second
            | Type::Time
            | Type::Timespan
    );
    let has_clock = body.contains(&b':') || body.iter().filter(|c| **c == b'.').count() == 2;
    (is_special || is_number || (ty.is_temporal() && has_clock)).then(|| parse::parse(ty, body))?
}

/// The letter at a word's end that says its type: `h` of `12h`, `p` of `0Np`.
fn suffix(word: &[u8]) -> Option<u8> {
    let (&letter, body) = word.split_last()?;
    let is_word = matches!(body, b"0N" | b"0W" | b"-0W" | b"0n" | b"0w" | b"-0w");
    let ends_number = body.last().is_some_and(|c| c.is_ascii_digit() || *c == b'.');
    if word.starts_with(b"0x") || !(is_word || ends_number) {
        return None;
    }
    // `0n` and `0w` are words of their own.
    let is_plain = matches!(word, b"0n" | b"0w" | b"-0w");
    let is_null_char = word == b"0Nc";
    (is_null_char || b"ghijefpmdznuvt".contains(&letter) && !is_plain).then_some(letter)
}

fn scan(word: &[u8]) -> Option<Value> {
    // A null has no sign.
    if let Some(null @ [b'0', b'N' | b'n', ..]) = word.strip_prefix(b"-") {
        return scan(null);
    }
    if let Some(digits) = word.strip_prefix(b"0x") {
        return bytes(digits);
    }
    if let Some(v) = booleans(word) {
        return Some(v);
    }
    if let Some(letter) = suffix(word) {
        let body = &word[..word.len() - 1];
        let ty = Type::from_letter(letter)?;
        // Digits before `g` are no guid, and a real point is no integer.
        return match ty {
            Type::Guid => (matches!(body, b"0N" | b"0n")).then(|| Value::null(ty)),
            Type::Char => Some(Value::null(ty)),
            // Any null and infinity will do before a letter: `0n` of `0n 2 3i`.
            _ if matches!(body, b"0n" | b"0w" | b"-0w") => parse::parse(ty, &body.to_ascii_uppercase()),
            _ if ty.is_temporal() && is_whole(body) => counted(ty, body),
            Type::Short | Type::Int if is_whole(body) => narrow(ty, body),
            _ => parse::parse(ty, strict(ty, body)?),
        };
    }
    plain(word)
}

/// Digits, with a minus or without.
fn is_whole(word: &[u8]) -> bool {
    let digits = word.strip_prefix(b"-").unwrap_or(word);
    !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

/// `0p`, `-5d`: so many units of a temporal type.
fn counted(ty: Type, digits: &[u8]) -> Option<Value> {
    Some(match (ty.repr(), parse::parse(Type::Long, digits)?) {
        (Repr::I32, Value::I64(_, n)) => Value::I32(ty, i32::try_from(n).ok()?),
        (Repr::F64, Value::I64(_, n)) => Value::F64(ty, n as f64),
        (_, Value::I64(_, n)) => Value::I64(ty, n),
        _ => return None,
    })
}

/// `12h`, `12i`. A number that the type does not have is an infinity. Source: KxSystems/ffi (examples), where `144000h` is 32767.
fn narrow(ty: Type, digits: &[u8]) -> Option<Value> {
    let Value::I64(_, n) = parse::parse(Type::Long, digits)? else { return None };
    Some(match ty {
        Type::Short => Value::I16(i16::try_from(n).unwrap_or(if n < 0 { -i16::MAX } else { i16::MAX })),
        _ => Value::I32(ty, i32::try_from(n).unwrap_or(if n < 0 { -i32::MAX } else { i32::MAX })),
    })
}

/// Literals are stricter than Tok: no addresses, no signs but `-`.
fn strict(ty: Type, body: &[u8]) -> Option<&[u8]> {
    let is_integer = matches!(ty, Type::Short | Type::Int | Type::Long);
    let bad = body.first() == Some(&b'+') || (is_integer && body.contains(&b'.'));
    (!bad).then_some(body)
}

/// A word without a type letter.
fn plain(word: &[u8]) -> Option<Value> {
    match word {
        b"0N" => return Some(Value::null(Type::Long)),
        b"0W" => return Some(Value::long(i64::MAX)),
        b"-0W" => return Some(Value::long(-i64::MAX)),
        b"0n" | b"0w" | b"-0w" => return parse::parse(Type::Float, word),
        _ => {}
    }
    let points = word.iter().filter(|c| **c == b'.').count();
    let has = |c: u8| word.contains(&c);
    let is_dated = word.get(4) == Some(&b'.') && word.get(7) == Some(&b'.');
    let ty = match () {
        () if is_dated && has(b'D') => Type::Timestamp,
        () if is_dated && has(b'T') => Type::Datetime,
        () if has(b'D') => Type::Timespan,
        () if has(b':') => clock_type(word)?,
        () if points == 2 && is_dated && word.len() == 10 => Type::Date,
        () if points > 1 => return None,
        () if points == 1 || has(b'e') => Type::Float,
        () => Type::Long,
    };
    parse::parse(ty, word)
}

/// The type of `12:30` and its like, by how fine it is.
fn clock_type(word: &[u8]) -> Option<Type> {
    let colons = word.iter().filter(|c| **c == b':').count();
    let fraction = word.iter().position(|c| *c == b'.').map(|at| word.len() - at - 1);
    Some(match (colons, fraction) {
        (1, None) => Type::Minute,
        (2, None) => Type::Second,
        (2, Some(0..=3)) | (3, None) => Type::Time,
        (2, Some(_)) => Type::Timespan,
        _ => return None,
    })
}

fn booleans(word: &[u8]) -> Option<Value> {
    let (b'b', digits) = word.split_last()? else { return None };
    if digits.is_empty() || !digits.iter().all(|c| matches!(c, b'0' | b'1')) {
        return None;
    }
    Some(match digits {
        [c] => Value::bool(*c == b'1'),
        _ => Value::bools(digits.iter().map(|c| c - b'0').collect()),
    })
}

/// Hexadecimal digits after `0x`; an odd count has a zero before it.
fn bytes(digits: &[u8]) -> Option<Value> {
    let values: Vec<u8> = digits.iter().map(|c| parse::hex_digit(*c)).collect::<Option<_>>()?;
    let padded = if values.len() % 2 == 1 { [&[0], &values[..]].concat() } else { values };
    let bytes: Vec<u8> = padded.chunks(2).map(|p| p[0] << 4 | p[1]).collect();
    Some(if let [b] = bytes[..] { Value::byte(b) } else { Value::bytes(bytes) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(text: &str) -> String {
        let words: Vec<&[u8]> = text.split(' ').map(str::as_bytes).collect();
        match scan_vector(&words) {
            Ok(x) => String::from_utf8(crate::text::literal(&x)).unwrap(),
            Err(e) => e.to_string(),
        }
    }

    #[test]
    fn words_come_back_as_they_were() {
        for text in [
            "12",
            "-5",
            "0N",
            "0W",
            "-0W",
            "0n",
            "0w",
            "-0w",
            "0Np",
            "0Wd",
            "0Nh",
            "0Ne",
            "2h",
            "3i",
            "1.5e",
            "1f",
            "1b",
            "0101b",
            "0x1f",
            "0x1f2e",
            "2000.01.01",
            "2000.01m",
            "12:30",
            "12:30:01",
            "12:30:01.123",
            "0D12:00:00.000000000",
            "2000.01.01D12:00:00.000000000",
            "2000.01.01T12:00:00.000",
            "-12:30",
            "1 2 3",
            "1 2 3h",
            "1 2.5 0n",
            "12:00 13:00",
            "0N 1 2i",
            "2000.01 2000.02m",
            "1 2f",
            "00000000-0000-0000-0000-000000000000",
        ] {
            let want = text;
            let text = if text.len() == 36 { "0Ng" } else { text };
            assert_eq!(show(text), want);
        }
    }

    #[test]
    fn short_forms() {
        assert_eq!(show("1e10"), "1e+10");
        assert_eq!(show("1e-3"), "0.001");
        assert_eq!(show("1."), "1f");
        assert_eq!(show(".5"), "0.5");
        assert_eq!(show("0D"), "0D00:00:00.000000000");
        assert_eq!(show("2000.01.01D12"), "2000.01.01D12:00:00.000000000");
        assert_eq!(show("1 0N 2.5"), "1 0n 2.5");
        assert_eq!(show("0n 2 3i"), "0N 2 3i");
        assert_eq!(show("1 0w 3e"), "1 0w 3e");
        assert_eq!(show("0N 2000.01.01"), "0N 2000.01.01");
        assert_eq!(show("12:00 0N"), "12:00 0Nu");
        assert_eq!(show("12:00 13:00:01"), "12:00:00 13:00:01");
        assert_eq!(show("0p"), "2000.01.01D00:00:00.000000000");
        assert_eq!(show("5d"), "2000.01.06");
        assert_eq!(show("2000.01.01D"), "2000.01.01D00:00:00.000000000");
        assert_eq!(show("0n 2 3i"), "0N 2 3i");
        assert_eq!(show("0w 2e"), "0w 2e");
        assert_eq!(show("0x1"), "0x01");
        assert_eq!(show("0Nc"), "\" \"");
        assert_eq!(show("0x"), "`byte$()");
        assert_eq!(show("00:00:00.000000001"), "0D00:00:00.000000001");
    }

    #[test]
    fn what_is_no_literal() {
        for text in [
            "12abc",
            "1.2.3",
            "2000.13.01",
            "12:60",
            "0x1g",
            "1 2000.01.01",
            "9223372036854775808",
            "1 0101b",
        ] {
            assert!(show(text).starts_with('\''), "{text}: {}", show(text));
        }
    }

    #[test]
    fn where_numbers_end() {
        let of = |t: &str| number_length(t.as_bytes());
        assert_eq!(of("12+3"), 2);
        assert_eq!(of("1e-5+2"), 4);
        assert_eq!(of("0x1e-5"), 4);
        assert_eq!(of("12:30 13"), 5);
        assert_eq!(of("0:x"), 1);
        assert_eq!(of("-12"), 3);
        assert_eq!(of("2000.01.01D12:00:00.000 x"), 23);
        assert_eq!(of("3_x"), 1);
        assert_eq!(of("-x"), 0);
        assert_eq!(of(".5]"), 2);
        assert_eq!(of("x"), 0);
    }
}
