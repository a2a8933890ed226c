//! Temporal types as one another, and their parts.
//!
//! A moment is a day since 2000.01.01 and nanoseconds into it. Timespans and times of day have day 0 and may have
//! more nanoseconds than a day, or fewer than none. Going to a coarser type cuts.

use super::convert::int;
use crate::atomic::binary::PER_TASK;
use crate::atomic::bits;
use crate::atomic::convert::{bounded, integers, scaled};
use crate::atomic::run::{One, Out, Run};
use crate::atomic::wide;
use quarry_value::calendar::{self, MS_DAY, NS_DAY, NS_HOUR, NS_MINUTE, NS_SECOND};
use quarry_value::error::type_error;
use quarry_value::{Item, Repr, Result, Sym, Type, Value, Vector, num};
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

/// `\W`: the day that weeks begin with, 0 for Saturday.
static WEEK: AtomicI32 = AtomicI32::new(2);

/// Sets the day that weeks begin with.
pub fn set_week(day: i32) {
    WEEK.store(day, Relaxed);
}

#[derive(Clone, Copy)]
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

/// `` `name$x`` and `x.name`: year, month, day and so on as ints, `week` as the Monday, or the day that
/// weeks begin with, a type's name as a cast.
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
    let Some(from) = x.item_type() else { return Err(type_error()) };
    let Some((part, ty)) = Part::of(name, from) else {
        return Err(type_error().detail(format!("{} has no {}", from.name(), String::from_utf8_lossy(name))));
    };
    let data = match x {
        Value::Vector(v) => wide::filled(Repr::I32, v.len(), PER_TASK, |range, out| {
            write_part(part, from, Run::of(&v.data, range), out);
        }),
        atom => {
            let Some(run) = Run::of_atom(atom) else { return Err(type_error()) };
            let one = One::written(Repr::I32, |out| write_part(part, from, run, out));
            return Ok(bits::atom(ty, bits::item(one.run(), 0)));
        }
    };
    Ok(Vector::new(ty, data).into())
}

/// A part of a temporal value that is no type.
#[derive(Clone, Copy)]
pub(super) enum Part {
    Year,
    Month,
    Day,
    Week,
    Hour,
    /// The hour of a timespan is that of its day.
    HourOfDay,
    Minute,
    Second,
}

impl Part {
    /// The part that `name` is of items of type `from`, and its type.
    pub(super) fn of(name: &[u8], from: Type) -> Option<(Part, Type)> {
        let has_date = matches!(from, Type::Timestamp | Type::Date | Type::Datetime);
        let has_clock = from.is_temporal() && !matches!(from, Type::Month | Type::Date);
        Some(match name {
            b"year" if has_date || from == Type::Month => (Part::Year, Type::Int),
            // Of a time of day these are the minutes.
            b"mm" if has_clock && !has_date => (Part::Minute, Type::Int),
            b"mm" if has_date || from == Type::Month => (Part::Month, Type::Int),
            b"dd" if has_date => (Part::Day, Type::Int),
            b"week" if has_date => (Part::Week, Type::Date),
            b"hh" if from == Type::Timespan => (Part::HourOfDay, Type::Int),
            b"hh" if has_clock => (Part::Hour, Type::Int),
            b"uu" if has_clock => (Part::Minute, Type::Int),
            b"ss" if has_clock => (Part::Second, Type::Int),
            _ => return None,
        })
    }
}

/// Writes a part of the items of `x`, which are of type `from`.
pub(super) fn write_part(part: Part, from: Type, x: Run, out: Out) {
    match part {
        Part::Year => each_moment(from, x, out, |m| calendar::date(m.day).0),
        Part::Month => each_moment(from, x, out, |m| calendar::date(m.day).1),
        Part::Day => each_moment(from, x, out, |m| calendar::date(m.day).2),
        Part::Week => {
            let first = i64::from(WEEK.load(Relaxed));
            each_moment(from, x, out, |m| m.day - (m.day - first).rem_euclid(7));
        }
        Part::HourOfDay => each_moment(from, x, out, |m| m.ns.div_euclid(NS_HOUR) % 24),
        Part::Hour => each_moment(from, x, out, |m| m.ns.div_euclid(NS_HOUR)),
        Part::Minute => each_moment(from, x, out, |m| m.ns.div_euclid(NS_MINUTE).rem_euclid(60)),
        Part::Second => each_moment(from, x, out, |m| m.ns.div_euclid(NS_SECOND).rem_euclid(60)),
    }
}

/// Writes `of` each moment of `x`, which is of type `from`, as an int.
fn each_moment(from: Type, x: Run, out: Out, of: impl Fn(Moment) -> i64 + Copy) {
    let Out::I32(out) = out else { unreachable!("parts are ints") };
    match x {
        Run::I32(x) => wide::map(x, out, move |x| match x.is_null() {
            true => i32::NULL,
            false => int(of(moment(from, x.into()))),
        }),
        Run::I64(x) => wide::map(x, out, move |x| match x.is_null() {
            true => i32::NULL,
            false => int(of(moment(from, x))),
        }),
        Run::F64(x) => wide::map(x, out, move |x| moment_of_days(x).map_or(i32::NULL, |m| int(of(m)))),
        _ => unreachable!("temporal items are ints, longs or floats"),
    }
}

/// Writes the items of `x`, of type `from`, as type `to`. Null and infinities stay.
pub(super) fn write(from: Type, to: Type, x: Run, out: Out) {
    use Type::{Date, Datetime, Minute, Month, Second, Time, Timespan, Timestamp};
    match (from, to) {
        (Datetime, _) => of_days(to, x, out),
        (_, Datetime) => to_days(from, x, out),
        (Month, Date) => integers(x, out, |x| bounded(x, calendar::first_day)),
        (Month, Timestamp) => integers(x, out, |x| scaled(bounded(x, calendar::first_day), NS_DAY)),
        (Date, Month) => integers(x, out, |x| bounded(x, calendar::month_of)),
        (Date, Timestamp) => integers(x, out, |x| scaled(x, NS_DAY)),
        (Month | Date, _) => integers(x, out, |x| bounded(x, |_| 0)),
        (Timestamp, Date) => coarser::<NS_DAY>(x, out),
        (Timestamp, Month) => {
            integers(x, out, |x| bounded(x, |x| calendar::month_of(x.div_euclid(NS_DAY))));
        }
        (Timestamp, Timespan) => of_day::<1>(x, out),
        (Timestamp, Time) => of_day::<NS_MS>(x, out),
        (Timestamp, Second) => of_day::<NS_SECOND>(x, out),
        (Timestamp, Minute) => of_day::<NS_MINUTE>(x, out),
        (Timespan, Time) => coarser::<NS_MS>(x, out),
        (Timespan, Second) => coarser::<NS_SECOND>(x, out),
        (Timespan, Minute) => coarser::<NS_MINUTE>(x, out),
        (Time, Second) => coarser::<{ NS_SECOND / NS_MS }>(x, out),
        (Time, Minute) => coarser::<{ NS_MINUTE / NS_MS }>(x, out),
        (Second, Minute) => coarser::<{ NS_MINUTE / NS_SECOND }>(x, out),
        (_, Date) => {
            let day = NS_DAY / unit(from);
            integers(x, out, move |x| bounded(x, |x| x.div_euclid(day)));
        }
        (_, Month) => {
            let day = NS_DAY / unit(from);
            integers(x, out, move |x| bounded(x, |x| calendar::month_of(x.div_euclid(day))));
        }
        _ => {
            let steps = unit(from) / unit(to);
            integers(x, out, move |x| scaled(x, steps));
        }
    }
}

/// Steps of `STEP`, cut.
fn coarser<const STEP: i64>(x: Run, out: Out) {
    integers(x, out, |x| bounded(x, |x| x.div_euclid(STEP)));
}

/// Nanoseconds into the day in steps of `STEP`, cut.
fn of_day<const STEP: i64>(x: Run, out: Out) {
    integers(x, out, |x| bounded(x, |x| x.rem_euclid(NS_DAY) / STEP));
}

/// Items of type `from` as datetimes.
fn to_days(from: Type, x: Run, out: Out) {
    let Out::F64(out) = out else { unreachable!("datetimes are floats") };
    let days = move |x: i64| match x {
        i64::MIN => f64::NULL,
        i64::MAX => f64::INFINITY,
        x if x == -i64::MAX => f64::NEG_INFINITY,
        x => {
            let m = moment(from, x);
            m.day as f64 + m.ns as f64 / NS_DAY as f64
        }
    };
    match x {
        Run::I32(x) => wide::map(x, out, move |x| days(num::long_of_int(x))),
        Run::I64(x) => wide::map(x, out, days),
        _ => unreachable!("temporal items are ints, longs or floats"),
    }
}

/// Datetimes as type `to`.
fn of_days(to: Type, x: Run, out: Out) {
    let Run::F64(x) = x else { unreachable!("datetimes are floats") };
    let of = move |m: Moment| match to {
        Type::Timestamp => scaled(m.day, NS_DAY).saturating_add(m.ns),
        Type::Date => m.day,
        Type::Month => calendar::month_of(m.day),
        _ => m.ns / unit(to),
    };
    let long = move |x: f64| match x {
        f64::INFINITY => i64::MAX,
        f64::NEG_INFINITY => -i64::MAX,
        x => moment_of_days(x).map_or(i64::MIN, of),
    };
    match out {
        Out::I64(out) => wide::map(x, out, long),
        Out::I32(out) => wide::map(x, out, move |x| int(long(x))),
        _ => unreachable!("other temporal items are ints or longs"),
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

fn moment(ty: Type, x: i64) -> Moment {
    match ty {
        Type::Timestamp => Moment { day: x.div_euclid(NS_DAY), ns: x.rem_euclid(NS_DAY) },
        Type::Date => Moment { day: x, ns: 0 },
        Type::Month => Moment { day: calendar::first_day(x), ns: 0 },
        _ => Moment { day: 0, ns: x.saturating_mul(unit(ty)) },
    }
}

/// The moment of a datetime, to the millisecond; `None` for null and what is beyond all dates.
fn moment_of_days(x: f64) -> Option<Moment> {
    let ms = (x * MS_DAY as f64).round();
    let is_near = ms.abs() < 1e17;
    is_near
        .then(|| Moment { day: (ms as i64).div_euclid(MS_DAY), ns: (ms as i64).rem_euclid(MS_DAY) * NS_MS })
}
