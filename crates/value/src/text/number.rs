//! The bare text of one item: no suffix, no quotes. Nulls are `0N` (`0n` for floats), infinities `0W` (`0w`).

use crate::calendar::{self, MS_DAY, NS_DAY};
use crate::{Guid, Type};
use std::io::Write;

/// Writes `x` with `digits` significant digits (0: seventeen), as C's `%g` does.
pub fn float(out: &mut Vec<u8>, x: f64, digits: u8) {
    if x.is_nan() {
        out.extend_from_slice(b"0n");
        return;
    }
    if x.is_infinite() {
        out.extend_from_slice(if x > 0.0 { b"0w" } else { b"-0w" });
        return;
    }
    let digits = if digits == 0 { 17 } else { usize::from(digits) };
    if x == x.trunc() && x.abs() < 1e6 && digits >= 6 {
        if x == 0.0 && x.is_sign_negative() {
            out.push(b'-');
        }
        integer(out, x as i64);
        return;
    }
    if let Some((figures, exponent)) = few_figures(x.abs(), digits) {
        signed(out, if x < 0.0 { -1 } else { 0 });
        return figured(out, Digits::of(figures).text(), exponent, digits);
    }
    let text = format!("{:.*e}", digits - 1, x);
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let (sign, mantissa) = match mantissa.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", mantissa),
    };
    out.extend_from_slice(sign.as_bytes());
    let figures: Vec<u8> = mantissa.bytes().filter(|&c| c != b'.').collect();
    figured(out, &figures, exponent, digits);
}

/// The first `digits` figures of `x` and the power of ten of the first one, when one exact power of ten and a rounding
/// tell them: what is lost by it is far less than the distance to a tie. `None` for the rest.
fn few_figures(x: f64, digits: usize) -> Option<(u64, i32)> {
    if digits > 9 || !(1e-5..1e15).contains(&x) {
        return None;
    }
    // Between two powers of two lies at most one power of ten: this is its exponent or one less.
    let least = ((((x.to_bits() >> 52) as i32 - 1023) * 1233) >> 12).max(-5);
    let exponent = if least >= -1 && x >= TENS[(least + 1) as usize] { least + 1 } else { least };
    scaled(x, exponent, digits).or_else(|| scaled(x, exponent + 1, digits))
}

const TENS: [f64; 16] =
    [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

fn scaled(x: f64, exponent: i32, digits: usize) -> Option<(u64, i32)> {
    let shift = digits as i32 - 1 - exponent;
    let ten = TENS.get(shift.unsigned_abs() as usize)?;
    let scaled = if shift < 0 { x / ten } else { x * ten };
    let whole = scaled as u64;
    let part = scaled - whole as f64;
    let figures = if part > 0.5 { whole + 1 } else { whole };
    let clear = (part - 0.5).abs() > 1e-4 && scaled >= TENS[digits - 1];
    (clear && (figures as f64) < TENS[digits]).then_some((figures, exponent))
}

/// Figures, without the zeros at their end, at their place.
fn figured(out: &mut Vec<u8>, figures: &[u8], exponent: i32, digits: usize) {
    let kept = figures.iter().rposition(|c| *c != b'0').map_or(1, |last| last + 1);
    let figures = &figures[..kept];
    if exponent < -4 || exponent >= digits as i32 {
        scientific(out, figures, exponent);
    } else {
        positional(out, figures, exponent);
    }
}

fn scientific(out: &mut Vec<u8>, figures: &[u8], exponent: i32) {
    out.push(figures[0]);
    if figures.len() > 1 {
        out.push(b'.');
        out.extend_from_slice(&figures[1..]);
    }
    out.extend_from_slice(if exponent < 0 { b"e-" } else { b"e+" });
    two(out, exponent.unsigned_abs().into());
}

fn positional(out: &mut Vec<u8>, figures: &[u8], exponent: i32) {
    if exponent < 0 {
        out.extend_from_slice(b"0.");
        out.resize(out.len() + (-1 - exponent) as usize, b'0');
        out.extend_from_slice(figures);
        return;
    }
    let whole = exponent as usize + 1;
    if figures.len() <= whole {
        out.extend_from_slice(figures);
        out.resize(out.len() + whole - figures.len(), b'0');
    } else {
        out.extend_from_slice(&figures[..whole]);
        out.push(b'.');
        out.extend_from_slice(&figures[whole..]);
    }
}

/// A real: as a float, with at most nine digits, which is all a real holds.
pub fn real(out: &mut Vec<u8>, x: f32, digits: u8) {
    let digits = if digits == 0 { 9 } else { digits.min(9) };
    if x.is_nan() {
        out.extend_from_slice(b"0N");
    } else if x.is_infinite() {
        out.extend_from_slice(if x > 0.0 { b"0w" } else { b"-0w" });
    } else {
        float(out, x.into(), digits);
    }
}

fn integer(out: &mut Vec<u8>, x: i64) {
    signed(out, x);
    out.extend_from_slice(Digits::of(x.unsigned_abs()).text());
}

/// A number's digits, at the end of as many bytes as the largest takes.
struct Digits {
    text: [u8; 20],
    start: usize,
}

impl Digits {
    #[inline]
    fn of(mut x: u64) -> Digits {
        let mut text = [b'0'; 20];
        let mut start = text.len();
        while x >= 10 {
            start -= 2;
            text[start..start + 2].copy_from_slice(&pair((x % 100) as u32));
            x /= 100;
        }
        if x > 0 || start == text.len() {
            start -= 1;
            text[start] = b'0' + x as u8;
        }
        Digits { text, start }
    }

    fn text(&self) -> &[u8] {
        &self.text[self.start..]
    }
}

/// The numbers below a hundred, two digits each.
const PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[0; 2]; 100];
    let mut i = 0;
    while i < 100 {
        pairs[i] = [b'0' + (i / 10) as u8, b'0' + (i % 10) as u8];
        i += 1;
    }
    pairs
};

#[inline]
fn pair(x: u32) -> [u8; 2] {
    PAIRS[(x % 100) as usize]
}

/// At least two digits.
fn two(out: &mut Vec<u8>, x: u64) {
    if x < 100 {
        out.extend_from_slice(&pair(x as u32));
    } else {
        out.extend_from_slice(Digits::of(x).text());
    }
}

/// `0N`, `0W`, `-0W` for the sentinels of a storage; false when `x` is none of them.
fn sentinel(out: &mut Vec<u8>, x: i64, infinity: i64) -> bool {
    let text: &[u8] = match x {
        _ if x == infinity => b"0W",
        _ if x == -infinity => b"-0W",
        _ if x == -infinity - 1 => b"0N",
        _ => return false,
    };
    out.extend_from_slice(text);
    true
}

/// A short. Its infinities show as the numbers they are, unlike those of wider integers.
pub fn short(out: &mut Vec<u8>, x: i16) {
    match x {
        i16::MIN => out.extend_from_slice(b"0N"),
        _ => integer(out, x.into()),
    }
}

/// How a date is written: `2000.01.02` as q does, `2000-01-02` as ISO 8601 does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Dates {
    Q,
    Iso,
}

impl Dates {
    fn mark(self) -> u8 {
        match self {
            Dates::Q => b'.',
            Dates::Iso => b'-',
        }
    }
}

/// An item stored in 32 bits: int, month, date, minute, second, time.
#[inline]
pub fn in_i32(out: &mut Vec<u8>, ty: Type, x: i32, dates: Dates) {
    if sentinel(out, x.into(), i32::MAX.into()) {
        return;
    }
    match ty {
        Type::Month => month(out, x.into(), dates),
        Type::Date => date(out, x.into(), dates),
        Type::Minute => minute(out, x),
        Type::Second => {
            signed(out, x.into());
            seconds(out, x.unsigned_abs().into());
        }
        Type::Time => {
            signed(out, x.into());
            milliseconds(out, x.unsigned_abs().into());
        }
        _ => integer(out, x.into()),
    }
}

/// An item stored in 64 bits: long, timestamp, timespan; an enumeration's position.
#[inline]
pub fn in_i64(out: &mut Vec<u8>, ty: Type, x: i64, dates: Dates) {
    if sentinel(out, x, i64::MAX) {
        return;
    }
    match ty {
        Type::Timestamp => timestamp(out, x, dates),
        Type::Timespan => timespan(out, x),
        _ => integer(out, x),
    }
}

/// An item stored in a double: float, datetime.
pub fn in_f64(out: &mut Vec<u8>, ty: Type, x: f64, digits: u8, dates: Dates) {
    if ty != Type::Datetime {
        return float(out, x, digits);
    }
    if x.is_nan() {
        out.extend_from_slice(b"0N");
    } else if x.is_infinite() {
        out.extend_from_slice(if x > 0.0 { b"0w" } else { b"-0w" });
    } else {
        datetime(out, x, dates);
    }
}

fn month(out: &mut Vec<u8>, x: i64, dates: Dates) {
    let (y, m) = (2000 + x.div_euclid(12), x.rem_euclid(12) as u32 + 1);
    match u32::try_from(y) {
        Ok(y) if y < 10_000 => {
            let [[a, b], [c, d], [e, f]] = [y / 100, y, m].map(pair);
            out.extend_from_slice(&[a, b, c, d, dates.mark(), e, f]);
        }
        _ => {
            let _ = write!(out, "{y:04}{}{m:02}", char::from(dates.mark()));
        }
    }
}

/// Dates before the year 1 or after 9999 have no text of their own.
fn date(out: &mut Vec<u8>, x: i64, dates: Dates) {
    let (y, m, d) = calendar::date(x);
    let (y, m, d) = if (1..=9999).contains(&y) { (y as u32, m as u32, d as u32) } else { (0, 0, 0) };
    let mark = dates.mark();
    let [[a, b], [c, e], [f, g], [h, i]] = [y / 100, y, m, d].map(pair);
    out.extend_from_slice(&[a, b, c, e, mark, f, g, mark, h, i]);
}

fn minute(out: &mut Vec<u8>, x: i32) {
    signed(out, x.into());
    let x = x.unsigned_abs();
    two(out, (x / 60).into());
    let [a, b] = pair(x % 60);
    out.extend_from_slice(&[b':', a, b]);
}

/// Hours, minutes and seconds.
fn seconds(out: &mut Vec<u8>, x: u64) {
    two(out, x / 3600);
    let x = (x % 3600) as u32;
    let [[a, b], [c, d]] = [x / 60, x % 60].map(pair);
    out.extend_from_slice(&[b':', a, b, b':', c, d]);
}

/// Hours, minutes, seconds and milliseconds.
fn milliseconds(out: &mut Vec<u8>, x: u64) {
    seconds(out, x / 1000);
    out.extend_from_slice(&three((x % 1000) as u32));
}

/// A point and three digits of a number below 1000.
fn three(x: u32) -> [u8; 4] {
    let [a, b] = pair(x / 10);
    [b'.', a, b, b'0' + (x % 10) as u8]
}

/// Hours, minutes, seconds and nanoseconds.
fn nanoseconds(out: &mut Vec<u8>, x: i64) {
    seconds(out, (x / 1_000_000_000) as u64);
    let x = (x % 1_000_000_000) as u32;
    let [a, b, c, d] = three(x / 1_000_000);
    let rest = x % 1_000_000;
    let [[e, f], [g, h], [i, j]] = [rest / 10_000, rest / 100, rest].map(pair);
    out.extend_from_slice(&[a, b, c, d, e, f, g, h, i, j]);
}

fn signed(out: &mut Vec<u8>, x: i64) {
    if x < 0 {
        out.push(b'-');
    }
}

fn timestamp(out: &mut Vec<u8>, x: i64, dates: Dates) {
    date(out, x.div_euclid(NS_DAY), dates);
    out.push(b'D');
    nanoseconds(out, x.rem_euclid(NS_DAY));
}

fn timespan(out: &mut Vec<u8>, x: i64) {
    signed(out, x);
    let x = x.abs();
    integer(out, x / NS_DAY);
    out.push(b'D');
    nanoseconds(out, x % NS_DAY);
}

fn datetime(out: &mut Vec<u8>, x: f64, dates: Dates) {
    let ms = (x * MS_DAY as f64).round();
    if !(1..=9999).contains(&calendar::date((x.floor() as i64).clamp(-MS_DAY, MS_DAY)).0) {
        let mark = char::from(dates.mark());
        let _ = write!(out, "0000{mark}00{mark}00T00:00:00.000");
        return;
    }
    let ms = ms as i64;
    date(out, ms.div_euclid(MS_DAY), dates);
    out.push(b'T');
    milliseconds(out, ms.rem_euclid(MS_DAY) as u64);
}

/// A guid in groups of hexadecimal digits.
pub fn guid(out: &mut Vec<u8>, x: Guid) {
    for (i, byte) in x.iter().enumerate() {
        if matches!(i, 4 | 6 | 8 | 10) {
            out.push(b'-');
        }
        hex(out, *byte);
    }
}

/// Two hexadecimal digits.
pub fn hex(out: &mut Vec<u8>, byte: u8) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    out.push(DIGITS[usize::from(byte >> 4)]);
    out.push(DIGITS[usize::from(byte & 15)]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(write: impl Fn(&mut Vec<u8>)) -> String {
        let mut out = Vec::new();
        write(&mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn floats_are_shown_as_c_does() {
        let f = |x, p| of(|o| float(o, x, p));
        assert_eq!(f(1.0 / 3.0, 7), "0.3333333");
        assert_eq!(f(123_456_789.0, 7), "1.234568e+08");
        assert_eq!(f(1e10, 7), "1e+10");
        assert_eq!(f(100.0, 7), "100");
        assert_eq!(f(1_000_000.0, 7), "1000000");
        assert_eq!(f(9_999_999.7, 7), "1e+07");
        assert_eq!(f(0.0001, 7), "0.0001");
        assert_eq!(f(0.00001, 7), "1e-05");
        assert_eq!(f(-1.5, 7), "-1.5");
        assert_eq!(f(-0.0, 7), "-0");
        assert_eq!(f(1.0 / 3.0, 0), "0.33333333333333331");
        assert_eq!(f(1.0 / 3.0, 3), "0.333");
        assert_eq!(f(123.0, 2), "1.2e+02");
        assert_eq!(f(1e300, 0), "1.0000000000000001e+300");
        assert_eq!(f(f64::NAN, 7), "0n");
        assert_eq!(f(f64::NEG_INFINITY, 7), "-0w");
    }

    #[test]
    fn few_figures_are_those_of_the_long_way() {
        let mut seed = 7u64;
        let mut found = 0;
        for i in 0..20_000u64 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(i | 1);
            let x = match i % 3 {
                0 => f64::from_bits(seed >> 12 | 0x3f00_0000_0000_0000 | (seed & 0x7f) << 52),
                1 => (seed >> 40) as f64 / 100.0,
                _ => (seed >> 50) as f64 + 0.5,
            };
            for digits in 1..=9 {
                let Some((figures, exponent)) = few_figures(x, digits) else { continue };
                found += 1;
                let text = format!("{:.*e}", digits - 1, x);
                let (mantissa, e) = text.split_once('e').unwrap();
                assert_eq!(
                    (mantissa.replace('.', ""), e),
                    (figures.to_string(), exponent.to_string().as_str()),
                    "{x} {digits}"
                );
            }
        }
        assert!(found > 50_000, "{found}");
    }

    #[test]
    fn integers_are_those_of_the_library() {
        let powers = (0..63).flat_map(|i| [1i64 << i, (1 << i) - 1, -(1 << i)]);
        let tens = (0..19).flat_map(|i| [10i64.pow(i), 10i64.pow(i) - 1, 1 - 10i64.pow(i)]);
        for x in powers.chain(tens).chain([i64::MAX, i64::MIN, 101, 1009]) {
            assert_eq!(of(|o| integer(o, x)), x.to_string());
        }
    }

    #[test]
    fn temporal_items() {
        assert_eq!(of(|o| in_i32(o, Type::Date, 5485, Dates::Q)), "2015.01.07");
        assert_eq!(of(|o| in_i32(o, Type::Month, -1, Dates::Q)), "1999.12");
        assert_eq!(of(|o| in_i32(o, Type::Time, -1, Dates::Q)), "-00:00:00.001");
        assert_eq!(of(|o| in_i32(o, Type::Time, -1001, Dates::Q)), "-00:00:01.001");
        assert_eq!(of(|o| in_i32(o, Type::Minute, 6000, Dates::Q)), "100:00");
        assert_eq!(of(|o| in_i64(o, Type::Timespan, -1, Dates::Q)), "-0D00:00:00.000000001");
        assert_eq!(of(|o| in_i64(o, Type::Timestamp, -1, Dates::Q)), "1999.12.31D23:59:59.999999999");
        assert_eq!(of(|o| in_i64(o, Type::Timestamp, i64::MIN, Dates::Q)), "0N");
        assert_eq!(of(|o| in_f64(o, Type::Datetime, 42.5, 7, Dates::Q)), "2000.02.12T12:00:00.000");
    }
}
