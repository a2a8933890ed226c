//! Text to items of a given type: what Tok, the loading of CSV and literals share.
//!
//! Every function here answers `None` for text that is not of the type; the caller makes that a null or an error.

use crate::calendar::{self, MS_DAY, NS_DAY, NS_SECOND, UNIX_DAYS};
use crate::{Guid, Item, Repr, Type, Value};
use std::sync::atomic::{AtomicBool, Ordering};

static DAY_FIRST: AtomicBool = AtomicBool::new(false);

/// `\z`: with `true`, `01/02/2003` is the first of February.
pub fn set_day_first(on: bool) {
    DAY_FIRST.store(on, Ordering::Relaxed);
}

/// The atom of type `ty` that `text` means; its null (`0b`, `0x00`) when it means none.
pub fn atom(ty: Type, text: &[u8]) -> Value {
    parse(ty, text).unwrap_or_else(|| Value::null(ty))
}

/// The atom of type `ty` that `text` means, if it does.
pub fn parse(ty: Type, text: &[u8]) -> Option<Value> {
    Some(match ty.repr() {
        Repr::U8 => Value::U8(ty, in_u8(ty, text)?),
        Repr::I16 => Value::I16(short(text)?),
        Repr::I32 => Value::I32(ty, in_i32(ty, text)?),
        Repr::I64 => Value::I64(ty, in_i64(ty, text)?),
        Repr::F32 => Value::F32(float(text)? as f32),
        Repr::F64 => Value::F64(ty, in_f64(ty, text)?),
        Repr::Guid => guid(text)?.atom(ty),
        Repr::Sym => Value::sym(text.trim_ascii()),
    })
}

pub(super) fn in_u8(ty: Type, text: &[u8]) -> Option<u8> {
    match ty {
        Type::Bool => text.trim_ascii().first().map(|c| u8::from(b"txyTXY1".contains(c))),
        Type::Byte => byte(text.trim_ascii()),
        _ => (text.len() == 1).then(|| text[0]),
    }
}

pub(super) fn in_i32(ty: Type, text: &[u8]) -> Option<i32> {
    let text = text.trim_ascii();
    if let Some(x) = special(text) {
        return Some(match x {
            Special::Null => i32::MIN,
            Special::Infinite => i32::MAX,
            Special::Negative => -i32::MAX,
        });
    }
    let x = match ty {
        Type::Month => month(text)?,
        Type::Date => date(text)?,
        Type::Minute => time(text)?.div_euclid(calendar::NS_MINUTE),
        Type::Second => time(text)?.div_euclid(NS_SECOND),
        Type::Time => time(text)?.div_euclid(1_000_000),
        _ => match integer(text) {
            Some(x) => x,
            None => return address(text).map(i32::from_be_bytes),
        },
    };
    i32::try_from(x).ok().filter(|x| *x != i32::MIN)
}

pub(super) fn in_i64(ty: Type, text: &[u8]) -> Option<i64> {
    let text = text.trim_ascii();
    if let Some(x) = special(text) {
        return Some(match x {
            Special::Null => i64::MIN,
            Special::Infinite => i64::MAX,
            Special::Negative => -i64::MAX,
        });
    }
    match ty {
        Type::Timestamp => timestamp(text),
        Type::Timespan => time(text),
        _ => integer(text),
    }
}

/// [`in_i32`] of a date.
pub(super) fn date_item(text: &[u8]) -> Option<i32> {
    match plain_date(text) {
        Some(day) if text.len() == 10 => i32::try_from(day).ok(),
        _ => in_i32(Type::Date, text),
    }
}

/// [`in_i32`] of a time. `hh:mm:ss.mmm` is the form met most.
pub(super) fn time_item(text: &[u8]) -> Option<i32> {
    let plain = || {
        let &[h0, h1, b':', m0, m1, b':', s0, s1, b'.', a, b, c] = text else { return None };
        let digit = |c: u8| Some(i32::from(c.wrapping_sub(b'0'))).filter(|d| *d < 10);
        let two = |a, b| Some(digit(a)? * 10 + digit(b)?);
        let (h, m, s) = (two(h0, h1)?, two(m0, m1)?, two(s0, s1)?);
        let ms = two(a, b)? * 10 + digit(c)?;
        (m < 60 && s < 60).then(|| ((h * 60 + m) * 60 + s) * 1000 + ms)
    };
    plain().or_else(|| in_i32(Type::Time, text))
}

/// [`in_i64`] of a long.
pub(super) fn long_item(text: &[u8]) -> Option<i64> {
    digits(text).or_else(|| in_i64(Type::Long, text))
}

pub(super) fn in_f64(ty: Type, text: &[u8]) -> Option<f64> {
    if ty == Type::Float {
        return float(text);
    }
    let text = text.trim_ascii();
    if special(text).is_some() || matches!(text, b"0w" | b"-0w" | b"0n") {
        return float(text);
    }
    let (day, ns) = moment(text)?;
    let day = day.checked_add(ns.div_euclid(NS_DAY))?;
    Some(day as f64 + (ns.rem_euclid(NS_DAY) / 1_000_000) as f64 / MS_DAY as f64)
}

enum Special {
    Null,
    Infinite,
    Negative,
}

fn special(text: &[u8]) -> Option<Special> {
    Some(match text {
        b"0N" => Special::Null,
        b"0W" => Special::Infinite,
        b"-0W" => Special::Negative,
        _ => return None,
    })
}

pub(super) fn short(text: &[u8]) -> Option<i16> {
    match special(text.trim_ascii()) {
        Some(Special::Null) => Some(i16::MIN),
        Some(Special::Infinite) => Some(i16::MAX),
        Some(Special::Negative) => Some(-i16::MAX),
        None => i16::try_from(integer(text.trim_ascii())?).ok(),
    }
}

/// Digits with an optional sign.
fn integer(text: &[u8]) -> Option<i64> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

pub(super) fn float(text: &[u8]) -> Option<f64> {
    if let Some(x) = plain_decimal(text) {
        return Some(x);
    }
    let text = text.trim_ascii();
    match text {
        b"0n" | b"0N" => return Some(f64::NULL),
        b"0w" | b"0W" => return Some(f64::INFINITY),
        b"-0w" | b"-0W" => return Some(f64::NEG_INFINITY),
        _ => {}
    }
    // The standard library also reads `inf` and `nan`, which are no floats here.
    let is_float = |c: &u8| c.is_ascii_digit() || matches!(c, b'.' | b'e' | b'E' | b'+' | b'-');
    if !text.iter().all(is_float) {
        return None;
    }
    std::str::from_utf8(text).ok()?.parse().ok()
}

/// `-12.345` of at most 15 digits: a whole number below 2^53 over a power of ten, both exact, so that one division
/// rounds rightly. Every cell with a price is such a number.
fn plain_decimal(text: &[u8]) -> Option<f64> {
    const TENS: [f64; 16] =
        [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];
    let (negative, text) = match text {
        [b'-', rest @ ..] => (true, rest),
        _ => (false, text),
    };
    if text.is_empty() || text.len() > 16 {
        return None;
    }
    let (mut whole, mut count, mut point) = (0u64, 0, None);
    for &c in text {
        let digit = c.wrapping_sub(b'0');
        if digit < 10 {
            whole = whole * 10 + u64::from(digit);
            count += 1;
        } else if c == b'.' && point.is_none() {
            point = Some(count);
        } else {
            return None;
        }
    }
    if count == 0 || count > 15 {
        return None;
    }
    let x = whole as f64 / TENS[count - point.unwrap_or(count)];
    Some(if negative { -x } else { x })
}

fn byte(text: &[u8]) -> Option<u8> {
    let text = text.strip_prefix(b"0x").unwrap_or(text);
    if text.is_empty() || text.len() > 2 {
        return None;
    }
    text.iter().try_fold(0, |n, &c| Some(n << 4 | hex_digit(c)?))
}

/// The value of a hexadecimal digit.
pub fn hex_digit(c: u8) -> Option<u8> {
    char::from(c).to_digit(16).map(|d| d as u8)
}

/// `192.168.1.34`
fn address(text: &[u8]) -> Option<[u8; 4]> {
    let text = std::str::from_utf8(text).ok()?;
    text.parse::<std::net::Ipv4Addr>().ok().map(|a| a.octets())
}

/// Hexadecimal digits with or without dashes, or an IP address.
pub(super) fn guid(text: &[u8]) -> Option<Guid> {
    let text = text.trim_ascii();
    if text == b"0N" {
        return Some([0; 16]);
    }
    if let Some(a) = address(text) {
        let mut g = [0; 16];
        g[10..12].fill(0xff);
        g[12..].copy_from_slice(&a);
        return Some(g);
    }
    if text.contains(&b':') {
        let text = std::str::from_utf8(text).ok()?;
        return text.parse::<std::net::Ipv6Addr>().ok().map(|a| a.octets());
    }
    let dashed = text.len() == 36 && [8, 13, 18, 23].iter().all(|&i| text[i] == b'-');
    if !dashed && text.len() != 32 {
        return None;
    }
    let mut g = [0; 16];
    let mut digits = text.iter().filter(|&&c| c != b'-');
    for b in &mut g {
        *b = hex_digit(*digits.next()?)? << 4 | hex_digit(*digits.next()?)?;
    }
    digits.next().is_none().then_some(g)
}

fn digits(text: &[u8]) -> Option<i64> {
    if text.is_empty() || text.len() > 18 {
        return None;
    }
    text.iter().try_fold(0, |n, c| c.is_ascii_digit().then(|| n * 10 + i64::from(c - b'0')))
}

/// `[20]00.01`, `[20]00-01`, `[20]0001`, or any date.
fn month(text: &[u8]) -> Option<i64> {
    let of =
        |y: i64, m: i64| ((1..=12).contains(&m) && (1..=9999).contains(&y)).then(|| (y - 2000) * 12 + m - 1);
    match text {
        [y @ .., b'.' | b'-' | b'/', m0, m1] if matches!(y.len(), 2 | 4) => {
            of(year(y)?, digits(&[*m0, *m1])?)
        }
        [y @ .., m0, m1] if matches!(y.len(), 2 | 4) && digits(text).is_some() => {
            of(year(y)?, digits(&[*m0, *m1])?)
        }
        _ => date(text).map(calendar::month_of),
    }
}

/// The most bytes of a date.
const DATE_MAX: usize = 32;

/// A date in any of the documented forms, as days since 2000.01.01.
pub fn date(text: &[u8]) -> Option<i64> {
    let text = text.trim_ascii();
    if text.len() > DATE_MAX {
        return None;
    }
    if let (Some(day), 10) = (plain_date(text), text.len()) {
        return Some(day);
    }
    let separators = |c: &u8| matches!(c, b'.' | b'-' | b'/' | b' ');
    let parts: Vec<&[u8]> = text.split(separators).collect();
    match parts[..] {
        [all] => compact_date(all),
        // Behind the year the month's name may be whole (observed: rianoc/parse_blog).
        [y, m, d] if y.len() == 4 => {
            let m = month_number(m).or_else(|| month_of_name(m))?;
            civil(digits(y)?, m, digits(d)?)
        }
        // Only slashes stand between months and days that come before the year.
        [y, m, d] if y.len() == 2 && d.len() == 2 && digits(m).is_some() && !text.contains(&b'/') => {
            civil(year(y)?, month_number(m)?, digits(d)?)
        }
        [a, b, y] if DAY_FIRST.load(Ordering::Relaxed) => civil(year(y)?, month_number(b)?, digits(a)?),
        // A month's name says which part is the day.
        [d, m, y] if digits(m).is_none() => civil(year(y)?, month_number(m)?, digits(d)?),
        [m, d, y] => civil(year(y)?, month_number(m)?, digits(d)?),
        _ => None,
    }
}

/// `yyyy.mm.dd` at the start of `text`, the form met most.
fn plain_date(text: &[u8]) -> Option<i64> {
    let &[y0, y1, y2, y3, s, m0, m1, t, d0, d1] = text.first_chunk::<10>()?;
    if s != t || !matches!(s, b'.' | b'-' | b'/') {
        return None;
    }
    civil(digits(&[y0, y1, y2, y3])?, digits(&[m0, m1])?, digits(&[d0, d1])?)
}

/// `[yy]yymmdd`, `ddMMM[yy]yy`.
fn compact_date(text: &[u8]) -> Option<i64> {
    if let Some(at) = text.iter().position(u8::is_ascii_alphabetic) {
        let m = month_number(text.get(at..at + 3)?)?;
        return civil(year(&text[at + 3..])?, m, digits(&text[..at])?);
    }
    let (y, md) = text.split_at_checked(text.len().checked_sub(4)?)?;
    civil(year(y)?, digits(&md[..2])?, digits(&md[2..])?)
}

/// Four digits, or two: 50..99 are in the last century.
fn year(text: &[u8]) -> Option<i64> {
    let y = digits(text)?;
    match text.len() {
        4 => Some(y),
        2 => Some(if y < 50 { 2000 + y } else { 1900 + y }),
        _ => None,
    }
}

fn month_number(text: &[u8]) -> Option<i64> {
    const NAMES: &[u8] = b"janfebmaraprmayjunjulaugsepoctnovdec";
    if let Some(m) = digits(text) {
        return (text.len() <= 2).then_some(m);
    }
    let at = NAMES.chunks(3).position(|n| n.eq_ignore_ascii_case(text))?;
    Some(at as i64 + 1)
}

/// `January`, of which the first three letters count elsewhere.
fn month_of_name(text: &[u8]) -> Option<i64> {
    const NAMES: [&str; 12] = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    let at = NAMES.iter().position(|n| n.as_bytes().eq_ignore_ascii_case(text))?;
    Some(at as i64 + 1)
}

fn civil(y: i64, m: i64, d: i64) -> Option<i64> {
    let is_date = (1..=9999).contains(&y)
        && (1..=12).contains(&m)
        && d >= 1
        && (d <= 28 || d <= calendar::month_length(y, m));
    is_date.then(|| calendar::days(y, m, d))
}

/// A time of day or a timespan in nanoseconds: `12`, `12:30`, `12:30:01.5`, `123001500`, `1D12:30`, `-00:01`.
pub fn time(text: &[u8]) -> Option<i64> {
    match text.split_first() {
        Some((b'-', rest)) => unsigned_time(rest).map(|x| -x),
        Some((b'+', rest)) => unsigned_time(rest),
        _ => unsigned_time(text),
    }
}

fn unsigned_time(text: &[u8]) -> Option<i64> {
    match text.iter().position(|&c| c == b'D') {
        None => clock(text),
        Some(at) => {
            let days = digits(&text[..at])?.checked_mul(NS_DAY)?;
            let rest = &text[at + 1..];
            days.checked_add(if rest.is_empty() { 0 } else { clock(rest)? })
        }
    }
}

fn clock(text: &[u8]) -> Option<i64> {
    if !text.contains(&b':') {
        return digits_clock(text);
    }
    let mut parts = text.splitn(3, |&c| c == b':');
    let h = digits(parts.next()?)?;
    let m = parts.next()?;
    let (m, ns) = match parts.next() {
        Some(s) => (digits(m)?, seconds(s)?),
        // A point may end it, as it may seconds. Source: KxSystems/nlp (the text of a time before "a.m.").
        None => (digits(m.strip_suffix(b".").unwrap_or(m))?, 0),
    };
    if m > 59 {
        return None;
    }
    h.checked_mul(calendar::NS_HOUR)?.checked_add(m * calendar::NS_MINUTE + ns)
}

/// `ss` with an optional fraction, after a point, a colon (kb/faq) or right behind.
fn seconds(text: &[u8]) -> Option<i64> {
    let (s, f) = match text.iter().position(|&c| matches!(c, b'.' | b':')) {
        Some(at) => (&text[..at], &text[at + 1..]),
        None => text.split_at(text.len().min(2)),
    };
    let s = digits(s)?;
    (s < 60).then_some(())?;
    Some(s * NS_SECOND + fraction(f)?)
}

/// Digits after the point, in nanoseconds; what is finer is cut.
fn fraction(text: &[u8]) -> Option<i64> {
    if text.is_empty() {
        return Some(0);
    }
    if !text.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let kept = &text[..text.len().min(9)];
    Some(digits(kept)? * 10i64.pow(9 - kept.len() as u32))
}

/// `hh`, `hhmm`, `hhmmss` and a fraction right after it or after a point.
fn digits_clock(text: &[u8]) -> Option<i64> {
    let (whole, f) = match text.iter().position(|&c| c == b'.') {
        Some(at) => (&text[..at], &text[at + 1..]),
        None => text.split_at(text.len().min(6)),
    };
    let n = digits(whole)?;
    let (h, m, s) = match whole.len() {
        1 | 2 => (n, 0, 0),
        3 | 4 => (n / 100, n % 100, 0),
        5 | 6 => (n / 10_000, n / 100 % 100, n % 100),
        _ => return None,
    };
    let f = fraction(f)?;
    (m < 60 && s < 60).then_some(h * calendar::NS_HOUR + m * calendar::NS_MINUTE + s * NS_SECOND + f)
}

/// A date, a date and a time, or seconds since 1970 in 9 to 11 digits; as nanoseconds since 2000.01.01.
pub fn timestamp(text: &[u8]) -> Option<i64> {
    let (day, ns) = moment(text)?;
    // The first day begins before what there are numbers for.
    let ns = i64::try_from(i128::from(day) * i128::from(NS_DAY) + i128::from(ns)).ok()?;
    (ns > i64::MIN).then_some(ns)
}

/// The day of a [`timestamp`], since 2000.01.01, and the nanoseconds after its beginning.
fn moment(text: &[u8]) -> Option<(i64, i64)> {
    let text = text.strip_suffix(b"Z").unwrap_or(text);
    if let (Some(day), Some(b'D' | b'T' | b' ')) = (plain_date(text), text.get(10)) {
        return Some((day, time_of_day(&text[11..])?));
    }
    if let Some(ns) = unix_seconds(text) {
        return Some((0, ns));
    }
    if text.len() >= 14 && text[..14].iter().all(u8::is_ascii_digit) {
        return Some((date(&text[..8])?, clock(&text[8..])?));
    }
    // What parts date and time: the last mark after something that is a date.
    let is_mark = |c: u8| matches!(c, b'D' | b'T' | b' ' | b'-');
    let marks =
        (6..text.len().min(DATE_MAX + 1)).filter(|&at| is_mark(text[at]) && text[at - 1].is_ascii_digit());
    let mark = marks.rev().find(|&at| date(&text[..at]).is_some());
    let (day, rest) = match mark {
        Some(at) if date(text).is_none() => (date(&text[..at])?, &text[at + 1..]),
        _ => (date(text)?, &text[..0]),
    };
    Some((day, time_of_day(rest)?))
}

/// The clock after a date; none is midnight.
fn time_of_day(text: &[u8]) -> Option<i64> {
    if text.is_empty() { Some(0) } else { clock(text) }
}

fn unix_seconds(text: &[u8]) -> Option<i64> {
    let (whole, f) = match text.iter().position(|&c| c == b'.') {
        Some(at) => (&text[..at], &text[at + 1..]),
        None => (text, &text[..0]),
    };
    if !(9..=11).contains(&whole.len()) {
        return None;
    }
    let s = digits(whole)? - UNIX_DAYS * 86_400;
    s.checked_mul(NS_SECOND)?.checked_add(fraction(f)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tok(letter: u8, text: &str) -> String {
        let ty = Type::from_letter(letter).unwrap();
        String::from_utf8(crate::text::literal(&atom(ty, text.as_bytes()))).unwrap()
    }

    #[test]
    fn numbers() {
        assert_eq!(tok(b'j', " 12 "), "12");
        assert_eq!(tok(b'h', "32768"), "0Nh");
        assert_eq!(tok(b'i', "192.168.1.34"), "-1062731486i");
        assert_eq!(tok(b'f', "1e3"), "1000f");
        assert_eq!(tok(b'f', "nan"), "0n");
        assert_eq!(tok(b'e', "3.14"), "3.14e");
        assert_eq!(tok(b'b', "   Y  "), "1b");
        assert_eq!(tok(b'x', "42"), "0x42");
        assert_eq!(tok(b's', "  IBM "), "`IBM");
        assert_eq!(tok(b'g', "192.0.2.1"), "00000000-0000-0000-0000-ffffc0000201");
        assert_eq!(tok(b'g', "::8A2E:0370:7334"), "00000000-0000-0000-0000-8a2e03707334");
    }

    #[test]
    fn plain_forms_are_what_the_long_way_reads() {
        for text in
            ["0", "-0", "1.5", "826.09", "-12.345678901", "999999999999999", ".5", "5.", "0.00000000000001"]
        {
            let x = plain_decimal(text.as_bytes()).unwrap();
            assert_eq!(x.to_bits(), text.parse::<f64>().unwrap().to_bits(), "{text}");
        }
        for text in ["", "-", ".", "1e5", "1.2.3", "1234567890123456", " 1"] {
            assert_eq!(plain_decimal(text.as_bytes()), None, "{text}");
        }
        for text in ["10:20:30.456", "99:00:00.000", "10:60:00.000", "10:20:30,456", "1a:20:30.456"] {
            assert_eq!(time_item(text.as_bytes()), in_i32(Type::Time, text.as_bytes()), "{text}");
        }
        for text in ["2024-02-29", "2023.02.29", "2024-01/05", "24-01-02", "0N"] {
            assert_eq!(date_item(text.as_bytes()), in_i32(Type::Date, text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn dates() {
        for text in ["2000-12-12", "2000.12.12", "20001212", "001212", "12Dec2000", "12dec00", "2000/Dec/12"]
        {
            assert_eq!(tok(b'd', text), "2000.12.12", "{text}");
        }
        assert_eq!(tok(b'd', "06/01/2010"), "2010.06.01");
        assert_eq!(tok(b'd', "99-12-31"), "1999.12.31");
        assert_eq!(tok(b'd', "04 Jun 2013"), "2013.06.04");
        assert_eq!(tok(b'd', "2001.02.29"), "0Nd");
        assert_eq!(tok(b'd', "2147483648"), "0Nd");
        assert_eq!(tok(b'm', "2019.08"), "2019.08m");
    }

    #[test]
    fn times() {
        assert_eq!(tok(b'u', "12:13:14"), "12:13");
        assert_eq!(tok(b't', "123456789"), "12:34:56.789");
        assert_eq!(tok(b't', "123456123987654"), "12:34:56.123");
        assert_eq!(tok(b'n', "123456123987654"), "0D12:34:56.123987654");
        assert_eq!(tok(b'n', "1D00:00:01"), "1D00:00:01.000000000");
        assert_eq!(tok(b'v', "12:61"), "0Nv");
    }

    #[test]
    fn timestamps() {
        assert_eq!(tok(b'p', "2015-10-28D03:55:58.6542"), "2015.10.28D03:55:58.654200000");
        assert_eq!(tok(b'p', "10129708800"), "2290.12.31D00:00:00.000000000");
        assert_eq!(tok(b'p', "00000000000.123456789"), "1970.01.01D00:00:00.123456789");
        assert_eq!(tok(b'p', "20191122-11:11:11.123"), "2019.11.22D11:11:11.123000000");
        assert_eq!(tok(b'z', "20191122-11:11:11.123"), "2019.11.22T11:11:11.123");
        assert_eq!(tok(b'p', "04 Jun 2013 07:00:13"), "2013.06.04D07:00:13.000000000");
        assert_eq!(tok(b'p', "2015-10-28T03:55:58Z"), "2015.10.28D03:55:58.000000000");
    }
}
