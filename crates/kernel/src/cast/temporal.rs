//! Temporal types as one another, and their parts.
//!
//! A moment is a day since 2000.01.01 and nanoseconds into it. Timespans and times of day have day 0 and may have
//! more nanoseconds than a day, or fewer than none. Going to a coarser type cuts.

use super::convert::int;
use quarry_value::calendar::{self, MS_DAY, NS_DAY, NS_HOUR, NS_MINUTE, NS_SECOND};
use quarry_value::error::type_error;
use quarry_value::{Data, Item, Repr, Result, Sym, Type, Value, Vector, num};

struct Moment {
    day: i64,
    ns: i64,
}

const NS_MS: i64 = 1_000_000;
/// The parts that are not types.
const PARTS: [&[u8]; 7] = [b"year", b"mm", b"dd", b"hh", b"uu", b"ss", b"week"];

/// Is `ts.name` a part of a temporal value, or `ts` as another temporal type?
pub fn is_temporal_field(name: Sym) -> bool {
    PARTS.contains(&name.bytes()) || Type::from_name(name.bytes()).is_some_and(Type::is_temporal)
}

/// `` `name$x`` and `x.name`: year, month, day and so on as ints, `week` as the Monday, a type's name as a cast.
///
/// Shape: atomic.
/// Null: a null gives a null.
/// Errors: 'type when `x` has no such part.
/// Source: ref/cast.
pub fn temporal_field(name: Sym, x: &Value) -> Result<Value> {
    if let Some(ty) = Type::from_name(name.bytes()).filter(|t| t.is_temporal()) {
        return super::each(x, &mut |v| super::convert::convert(ty, v), &Value::empty(ty));
    }
    let ty = if name.bytes() == b"week" { Type::Date } else { Type::Int };
    super::each(x, &mut |v| part(name.bytes(), v), &Value::empty(ty))
}

fn part(name: &[u8], x: &Value) -> Result<Value> {
    if x.is_atom() {
        let Value::Vector(_) = Value::collapse(vec![x.clone()]) else { return Err(type_error()) };
        return Ok(part(name, &Value::collapse(vec![x.clone()]))?.at(0));
    }
    let Value::Vector(v) = x else { return Err(type_error()) };
    let has_date = matches!(v.ty, Type::Timestamp | Type::Date | Type::Datetime);
    let has_clock = v.ty.is_temporal() && !matches!(v.ty, Type::Month | Type::Date);
    // Of a time of day `mm` are the minutes.
    let name = if name == b"mm" && has_clock && !has_date { b"uu" } else { name };
    let is_known = match name {
        b"year" | b"mm" => has_date || v.ty == Type::Month,
        b"dd" | b"week" => has_date,
        _ => has_clock,
    };
    if !is_known {
        return Err(type_error().detail(format!("{} has no {}", v.ty.name(), String::from_utf8_lossy(name))));
    }
    let is_span = v.ty == Type::Timespan;
    let of = |m: Moment| -> i64 {
        match name {
            b"year" => calendar::date(m.day).0,
            b"mm" => calendar::date(m.day).1,
            b"dd" => calendar::date(m.day).2,
            b"week" => m.day - (m.day - 2).rem_euclid(7),
            b"hh" if is_span => m.ns.div_euclid(NS_HOUR) % 24,
            b"hh" => m.ns.div_euclid(NS_HOUR),
            b"uu" => m.ns.div_euclid(NS_MINUTE).rem_euclid(60),
            _ => m.ns.div_euclid(NS_SECOND).rem_euclid(60),
        }
    };
    let ty = if name == b"week" { Type::Date } else { Type::Int };
    let items: Vec<i32> = moments(v).map(|m| m.map_or(i32::MIN, |m| int(of(m)))).collect();
    Ok(Value::vector(ty, items))
}

/// A temporal vector as another temporal type.
pub fn convert(ty: Type, v: &Vector) -> Option<Vector> {
    clock(ty, v).or_else(|| slow(ty, v))
}

/// [`convert`] moment by moment.
fn slow(ty: Type, v: &Vector) -> Option<Vector> {
    let unit = unit(ty);
    let of = |m: Moment| -> i64 {
        match ty {
            Type::Timestamp => match m.day.checked_mul(NS_DAY).and_then(|d| d.checked_add(m.ns)) {
                Some(x) => x.max(-i64::MAX),
                None if m.day < 0 => -i64::MAX,
                None => i64::MAX,
            },
            Type::Date => m.day + m.ns.div_euclid(NS_DAY),
            Type::Month => calendar::month_of(m.day + m.ns.div_euclid(NS_DAY)),
            _ => m.ns.div_euclid(unit),
        }
    };
    // Infinities stay infinite.
    let source = Infinities::of(v);
    Some(Vector::new(
        ty,
        match ty.repr() {
            Repr::I64 => i64::data(
                moments(v)
                    .zip(source)
                    .map(|(m, s)| s.long().unwrap_or_else(|| m.map_or(i64::MIN, of)))
                    .collect::<Vec<_>>()
                    .into(),
            ),
            Repr::I32 => i32::data(
                moments(v)
                    .zip(source)
                    .map(|(m, s)| s.long().map_or_else(|| m.map_or(i32::MIN, |m| int(of(m))), int))
                    .collect::<Vec<_>>()
                    .into(),
            ),
            Repr::F64 => {
                let days = |m: Moment| m.day as f64 + m.ns as f64 / NS_DAY as f64;
                f64::data(
                    moments(v)
                        .zip(source)
                        .map(|(m, s)| s.float().unwrap_or_else(|| m.map_or(f64::NAN, days)))
                        .collect::<Vec<_>>()
                        .into(),
                )
            }
            _ => return None,
        },
    ))
}

/// A clock as a coarser clock: the common casts as plain loops. `None` for all others.
fn clock(ty: Type, v: &Vector) -> Option<Vector> {
    let items = match (&v.data, v.ty, ty) {
        (Data::I32(b), Type::Time, Type::Minute) => coarser::<60_000>(b.as_slice()),
        (Data::I32(b), Type::Time, Type::Second) => coarser::<1000>(b.as_slice()),
        (Data::I32(b), Type::Second, Type::Minute) => coarser::<60>(b.as_slice()),
        (Data::I64(b), Type::Timestamp, Type::Minute) => of_day::<NS_MINUTE>(b.as_slice()),
        (Data::I64(b), Type::Timestamp, Type::Second) => of_day::<NS_SECOND>(b.as_slice()),
        (Data::I64(b), Type::Timestamp, Type::Time) => of_day::<NS_MS>(b.as_slice()),
        _ => return None,
    };
    Some(Vector::of(ty, items))
}

/// Steps of `STEP`, cut; null and infinities stay.
fn coarser<const STEP: i32>(xs: &[i32]) -> Vec<i32> {
    let is_special = |x: i32| x == i32::MIN || x == i32::MAX || x == -i32::MAX;
    xs.iter().map(|&x| if is_special(x) { x } else { x.div_euclid(STEP) }).collect()
}

/// Nanoseconds into the day in steps of `STEP`, cut; null and infinities stay.
fn of_day<const STEP: i64>(xs: &[i64]) -> Vec<i32> {
    let one = |&x: &i64| match x {
        i64::MIN => i32::MIN,
        i64::MAX => i32::MAX,
        x if x == -i64::MAX => -i32::MAX,
        x => (x.rem_euclid(NS_DAY) / STEP) as i32,
    };
    xs.iter().map(one).collect()
}

/// Which items are infinite.
#[derive(Clone, Copy, PartialEq)]
enum Infinite {
    No,
    Up,
    Down,
}

impl Infinite {
    fn long(self) -> Option<i64> {
        match self {
            Infinite::No => None,
            Infinite::Up => Some(i64::MAX),
            Infinite::Down => Some(-i64::MAX),
        }
    }

    fn float(self) -> Option<f64> {
        match self {
            Infinite::No => None,
            Infinite::Up => Some(f64::INFINITY),
            Infinite::Down => Some(f64::NEG_INFINITY),
        }
    }
}

struct Infinities<'a> {
    v: &'a Vector,
    at: usize,
}

impl Infinities<'_> {
    fn of(v: &Vector) -> Infinities<'_> {
        Infinities { v, at: 0 }
    }
}

impl Iterator for Infinities<'_> {
    type Item = Infinite;

    fn next(&mut self) -> Option<Infinite> {
        let x = match &self.v.data {
            Data::I32(b) => num::long_of_int(*b.as_slice().get(self.at)?),
            Data::I64(b) => *b.as_slice().get(self.at)?,
            Data::F64(b) => match *b.as_slice().get(self.at)? {
                f64::INFINITY => i64::MAX,
                f64::NEG_INFINITY => -i64::MAX,
                _ => 0,
            },
            _ => return None,
        };
        self.at += 1;
        Some(match x {
            i64::MAX => Infinite::Up,
            x if x == -i64::MAX => Infinite::Down,
            _ => Infinite::No,
        })
    }
}

/// Nanoseconds in one step of a type counted from midnight.
fn unit(ty: Type) -> i64 {
    match ty {
        Type::Minute => NS_MINUTE,
        Type::Second => NS_SECOND,
        Type::Time => NS_MS,
        _ => 1,
    }
}

/// The items as moments, `None` for nulls.
fn moments(v: &Vector) -> Box<dyn Iterator<Item = Option<Moment>> + '_> {
    let ty = v.ty;
    match &v.data {
        Data::I32(b) => {
            Box::new(b.as_slice().iter().map(move |&x| (!x.is_null()).then(|| moment(ty, x.into()))))
        }
        Data::I64(b) => Box::new(b.as_slice().iter().map(move |&x| (!x.is_null()).then(|| moment(ty, x)))),
        Data::F64(b) => Box::new(b.as_slice().iter().map(|&x| {
            let ms = (x * MS_DAY as f64).round();
            let is_near = ms.abs() < 1e17;
            is_near.then(|| Moment {
                day: (ms as i64).div_euclid(MS_DAY),
                ns: (ms as i64).rem_euclid(MS_DAY) * NS_MS,
            })
        })),
        _ => Box::new(std::iter::empty()),
    }
}

fn moment(ty: Type, x: i64) -> Moment {
    match ty {
        Type::Timestamp => Moment { day: x.div_euclid(NS_DAY), ns: x.rem_euclid(NS_DAY) },
        Type::Date => Moment { day: x, ns: 0 },
        Type::Month => Moment { day: calendar::first_day(x), ns: 0 },
        _ => Moment { day: 0, ns: x.saturating_mul(unit(ty)) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coarser_clocks_are_those_of_single_moments() {
        let times = [i32::MIN, i32::MAX, -i32::MAX, 0, 59_999, 60_000, 34_200_123, -1, -60_001, 90_000_000];
        let stamps =
            [i64::MIN, i64::MAX, -i64::MAX, 0, -1, NS_DAY - 1, NS_DAY, 123 * NS_DAY + NS_HOUR, -NS_DAY - 5];
        let (times, stamps) =
            (Vector::of(Type::Time, times.to_vec()), Vector::of(Type::Timestamp, stamps.to_vec()));
        for (v, ty) in
            [(&times, Type::Minute), (&times, Type::Second), (&stamps, Type::Minute), (&stamps, Type::Time)]
        {
            let fast = clock(ty, v).unwrap();
            let plain = slow(ty, v).unwrap();
            assert_eq!(fast.slice::<i32>(), plain.slice::<i32>());
        }
    }
}
