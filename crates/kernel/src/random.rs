//! Random numbers (`\S`), and `x?y` that rolls, deals and permutes with them.
//!
//! The generator is a counter that is mixed: number `i` after state `s` depends on `s + i·STEP` alone. So its state
//! is one integer that `\S` shows and sets, and threads can make parts of one long answer. kdb+'s own generator
//! is not public: the same seed gives the same numbers in every run of ours, not those of kdb+.

use crate::gather::pick;
use crate::pool;
use crate::shape::{check_room, item_size};
use quarry_value::calendar::{MS_DAY, NS_DAY};
use quarry_value::error::{domain_error, length_error, type_error};
use quarry_value::evaluation::{check, is_over};
use quarry_value::{Guid, Item, Result, Sym, Type, Value, room};
use std::cell::Cell;
use std::hash::{BuildHasher, RandomState};

/// The seed at start, as in kdb+.
pub const SEED: i64 = -314_159;
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
/// Items that are worth a task of their own.
const PER_TASK: usize = 1 << 16;

thread_local! {
    /// The state of this thread, which begins as the seed.
    static STATE: Cell<u64> = Cell::new(start());
    /// What the state is while this thread does the work of a secondary one.
    static ASIDE: Cell<u64> = Cell::new(as_worker(0));
}

/// Secondary threads begin with seeds of their own.
fn start() -> u64 {
    rayon::current_thread_index().map_or(SEED as u64, |i| as_worker(i as u64 + 1))
}

fn as_worker(number: u64) -> u64 {
    (SEED as u64).wrapping_add(mix(number))
}

/// While it lives this thread draws other numbers.
pub struct Aside(());

/// Numbers are drawn as a secondary thread draws them until the answer is dropped: this thread's own stay as they are.
#[must_use]
pub fn aside() -> Aside {
    STATE.set(ASIDE.replace(STATE.get()));
    Aside(())
}

impl Drop for Aside {
    fn drop(&mut self) {
        STATE.set(ASIDE.replace(STATE.get()));
    }
}

/// Numbers of threads that evaluate what clients ask, behind those of secondary threads.
const INPUT: u64 = 1 << 32;

/// This thread, the `n`th of those that evaluate what clients ask, begins with a seed of its own.
pub fn begin_input(n: usize) {
    STATE.set(as_worker(INPUT + n as u64));
}

/// Sets the seed of this thread: `\S n`.
pub fn seed(n: i64) {
    STATE.set(n as u64);
}

/// The state now, which as a seed gives the numbers that come next: `\S 0N`.
pub fn current() -> i64 {
    STATE.get() as i64
}

/// Scrambles a counter: multiply, and fold the two halves of the product, twice.
#[inline(always)]
fn mix(x: u64) -> u64 {
    let fold = |a: u64, b: u64| {
        let wide = a as u128 * b as u128;
        (wide as u64) ^ (wide >> 64) as u64
    };
    let once = fold(x ^ 0x2d35_8dcc_aa6c_78a5, x.rotate_left(32) ^ 0x8bb8_4b93_962e_acc9);
    fold(once ^ 0x4b33_a62e_d433_d4a3, 0x4d5a_2da5_1de1_aa47 ^ x)
}

/// The next `count` numbers of this thread, by position.
#[derive(Clone, Copy)]
struct Stream {
    base: u64,
}

impl Stream {
    fn take(count: usize) -> Stream {
        let base = STATE.get();
        STATE.set(base.wrapping_add(STEP.wrapping_mul(count as u64)));
        Stream { base }
    }

    #[inline(always)]
    fn at(self, i: usize) -> u64 {
        mix(self.base.wrapping_add(STEP.wrapping_mul(i as u64 + 1)))
    }

    /// Evenly below `n`.
    #[inline(always)]
    fn below(self, i: usize, n: u64) -> u64 {
        ((self.at(i) as u128 * n as u128) >> 64) as u64
    }

    /// Evenly from 0 up to, not including, 1.
    #[inline(always)]
    fn unit(self, i: usize) -> f64 {
        (self.at(i) >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// `rand x`: one random item of a list, or one random value as [`deal`] makes them of an atom.
///
/// Source: ref/rand.
pub fn rand(x: &Value) -> Result<Value> {
    Ok(deal(&Value::long(1), x)?.at(0))
}

/// `x?y` for an integer atom `x`: random items.
///
/// Positive `x` rolls: each is drawn anew. Negative `x` deals: no two of one place. Null `x` permutes.
/// List or table `y`: its items. Atom `y`: integers below it (0: any), floats and temporal values up to it,
/// bytes, booleans, letters, guids, symbols of that many letters a to p.
/// Empty: of a typed list without items nulls are rolled (inferred from a program that relies on it).
/// Errors: 'type; 'length (dealing more than there are); 'domain (negative integers); 'limit. Source: ref/deal.
pub fn deal(x: &Value, y: &Value) -> Result<Value> {
    let n = x.as_long().filter(|_| x.item_type() != Some(Type::Bool)).ok_or_else(type_error)?;
    if n == i64::MIN {
        return permute(y);
    }
    // Items are picked by position, which is a long for each.
    let width = item_size(y) + if y.is_atom() { 0 } else { size_of::<i64>() };
    let count = check_room(n.checked_abs().ok_or_else(length_error)?, width)?;
    match y {
        Value::Vector(_) | Value::List(_) | Value::Table(_) => items(count, n < 0, y),
        Value::Dict(d) if y.is_keyed_table() => {
            let at = places(count, n < 0, d.keys.count())?;
            Ok(Value::dict(pick(&d.keys, &at), pick(&d.values, &at)))
        }
        _ if n < 0 => dealt(count, y),
        _ => rolled(count, y),
    }
}

fn items(count: usize, distinct: bool, y: &Value) -> Result<Value> {
    if !distinct && y.count() == 0 && y.is_list() {
        return Ok(pick(y, &room::repeated(i64::MIN, count)));
    }
    let at = places(count, distinct, y.count())?;
    Ok(if at.is_empty() { crate::gather::empty_of(y) } else { pick(y, &at) })
}

/// `count` positions below `n`.
fn places(count: usize, distinct: bool, n: usize) -> Result<Vec<i64>> {
    if count == 0 {
        return Ok(Vec::new());
    }
    if n == 0 || distinct && count > n {
        let different = if distinct { "different " } else { "" };
        return Err(length_error().detail(format!("{count} {different}items of {n}")));
    }
    if !distinct {
        return Ok(roll(count, |s, i| s.below(i, n as u64) as i64));
    }
    let room = if is_shuffled(count, n as u64) { n } else { Seen::size(count) };
    check_room(room as i64, size_of::<i64>())?;
    Ok(distinct_below(count, n as u64))
}

fn permute(y: &Value) -> Result<Value> {
    match y {
        Value::Vector(_) | Value::List(_) | Value::Table(_) => items(y.count(), true, y),
        _ => {
            let n = y.as_long().ok_or_else(type_error)?;
            if n < 0 {
                return Err(domain_error());
            }
            Ok(Value::longs(places(check_room(n, size_of::<i64>())?, true, n as usize)?))
        }
    }
}

/// A vector of `count` items made from the numbers that come next.
fn roll<T: Item>(count: usize, make: impl Fn(Stream, usize) -> T + Sync + Send) -> Vec<T> {
    let stream = Stream::take(count);
    let mut out = room::repeated(T::ZEROS, count);
    pool::for_each_part(&mut out, PER_TASK, |at, part| {
        part.iter_mut().enumerate().for_each(|(i, x)| *x = make(stream, at + i));
    });
    out
}

/// Are `count` of `n` numbers so many that all of them are shuffled?
fn is_shuffled(count: usize, n: u64) -> bool {
    n <= 8 * count as u64 || n <= 1024
}

/// Different numbers below `n`, which is at least `count`: the first of a shuffle, or, where they are few among
/// many, draws with those seen before thrown away.
fn distinct_below(count: usize, n: u64) -> Vec<i64> {
    if is_shuffled(count, n) {
        let stream = Stream::take(count);
        let mut all = room::numbers(n as usize);
        for i in 0..count {
            if i % PER_TASK == 0 && is_over() {
                break;
            }
            all.swap(i, i + stream.below(i, n - i as u64) as usize);
        }
        all.truncate(count);
        return all;
    }
    let mut seen = Seen::new(count);
    let mut drawn = room::vec(count);
    while drawn.len() < count {
        let stream = Stream::take(count - drawn.len());
        let more = count - drawn.len();
        for part in (0..more).step_by(PER_TASK) {
            let draws = (part..more.min(part + PER_TASK)).map(|i| stream.below(i, n));
            drawn.extend(draws.filter(|x| seen.insert(*x)).map(|x| x as i64));
            if is_over() {
                drawn.resize(count, 0);
                return drawn;
            }
        }
    }
    drawn
}

/// A set of numbers drawn at random, so that their own bits are hash enough. Twice as many places as numbers.
struct Seen {
    /// A number plus one; 0 for a free place.
    places: Vec<u64>,
}

impl Seen {
    fn new(count: usize) -> Seen {
        Seen { places: room::zeros(Seen::size(count)) }
    }

    /// How many places there are for `count` numbers.
    fn size(count: usize) -> usize {
        (2 * count).next_power_of_two()
    }

    /// False if it was there.
    fn insert(&mut self, x: u64) -> bool {
        let mask = self.places.len() - 1;
        let mut at = x.wrapping_mul(STEP) as usize >> 7 & mask;
        while self.places[at] != 0 {
            if self.places[at] == x + 1 {
                return false;
            }
            at = (at + 1) & mask;
        }
        self.places[at] = x + 1;
        true
    }
}

/// Different values: integers, guids and symbols only.
fn dealt(count: usize, y: &Value) -> Result<Value> {
    match *y {
        Value::I64(Type::Long, 0) | Value::I32(Type::Int, 0) | Value::I16(0) => rolled(count, y),
        Value::I64(Type::Long, n) if n > 0 => Ok(Value::longs(places(count, true, n as usize)?)),
        Value::I32(Type::Int, n) if n > 0 => {
            Ok(Value::ints(places(count, true, n as usize)?.into_iter().map(|x| x as i32).collect()))
        }
        Value::I16(n) if n > 0 => {
            let at = places(count, true, n as usize)?;
            Ok(Value::vector(Type::Short, at.into_iter().map(|x| x as i16).collect::<Vec<i16>>()))
        }
        Value::I64(Type::Long, _) | Value::I32(Type::Int, _) | Value::I16(_) => Err(domain_error()),
        Value::Guid(_) => Ok(Value::vector(Type::Guid, fresh_guids(count))),
        Value::Sym(s) => {
            let letters = letters(&s)?;
            let at = places(count, true, 1 << (4 * letters))?;
            Ok(Value::syms(at.into_iter().map(|x| word(x as u64, letters)).collect()))
        }
        _ => Err(type_error()),
    }
}

/// Guids from what the process was given at its start, not from the seed.
fn fresh_guids(count: usize) -> Vec<Guid> {
    let source = RandomState::new();
    let half = |i: usize| mix(source.hash_one(i));
    (0..count).map(|i| guid(half(2 * i), half(2 * i + 1))).collect()
}

fn guid(high: u64, low: u64) -> Guid {
    ((high as u128) << 64 | low as u128).to_be_bytes()
}

fn rolled(count: usize, y: &Value) -> Result<Value> {
    Ok(match y {
        Value::U8(Type::Bool, _) => Value::bools(roll(count, |s, i| (s.at(i) >> 63) as u8)),
        Value::U8(Type::Byte, 0) => Value::bytes(roll(count, |s, i| (s.at(i) >> 56) as u8)),
        Value::U8(Type::Byte, n) => Value::bytes(roll(count, |s, i| s.below(i, *n as u64) as u8)),
        Value::U8(..) => Value::chars(roll(count, |s, i| b'a' + s.below(i, 26) as u8)),
        Value::I16(n) => {
            let xs = integers(count, (*n).into(), i16::MIN.into(), Type::Short, 16)?;
            Value::vector(Type::Short, xs.into_iter().map(|x| x as i16).collect::<Vec<i16>>())
        }
        Value::I32(ty, n) => {
            let xs = integers(count, (*n).into(), i32::MIN.into(), *ty, 32)?;
            Value::vector(*ty, xs.into_iter().map(|x| x as i32).collect::<Vec<i32>>())
        }
        Value::I64(ty, n) => Value::vector(*ty, integers(count, *n, i64::MIN, *ty, 64)?),
        Value::F32(to) => {
            // What is rounded to the bound is the next number before it.
            let most = if *to == 0.0 { *to } else { f32::from_bits(to.to_bits() - 1) };
            let one = |x: f64| if x as f32 == *to { most } else { x as f32 };
            Value::vector(Type::Real, roll(count, |s, i| one(f64::from(*to) * s.unit(i))))
        }
        Value::F64(ty, to) => Value::vector(*ty, roll(count, |s, i| to * s.unit(i))),
        Value::Guid(_) => {
            let stream = Stream::take(2 * count);
            let guids = (0..count).map(|i| guid(stream.at(2 * i), stream.at(2 * i + 1)));
            Value::vector(Type::Guid, guids.collect::<Vec<Guid>>())
        }
        Value::Sym(s) => {
            let letters = letters(s)?;
            let stream = Stream::take(count);
            let word = |i: usize| check().map(|()| word(stream.at(i) >> 16, letters));
            Value::syms((0..count).map(word).collect::<Result<_>>()?)
        }
        _ => return Err(type_error()),
    })
}

/// Integers below `n`. For 0 any, of a type that counts; the times of a day, or the days of four years, of one that tells
/// time.
fn integers(count: usize, n: i64, null: i64, ty: Type, width: u32) -> Result<Vec<i64>> {
    if n == null || n < 0 {
        return Err(domain_error());
    }
    let size = if n == 0 { whole(ty) } else { Some(n) };
    let Some(size) = size else {
        let any = |s: Stream, i: usize| {
            let x = (s.at(i) as i64) >> (64 - width);
            if x == null { 0 } else { x }
        };
        return Ok(roll(count, any));
    };
    Ok(roll(count, |s, i| s.below(i, size as u64) as i64))
}

/// How many values of a temporal type 0 stands for: a day of them, or four years where they have a date.
fn whole(ty: Type) -> Option<i64> {
    /// Four years, one of them a leap year.
    const DAYS: i64 = 1461;
    Some(match ty {
        Type::Timespan => NS_DAY,
        Type::Time => MS_DAY,
        Type::Second => 86_400,
        Type::Minute => 1_440,
        Type::Timestamp => DAYS * NS_DAY,
        Type::Date => DAYS,
        Type::Month => 48,
        _ => return None,
    })
}

/// How many letters a symbol asks for: `` `3`` for three.
fn letters(s: &Sym) -> Result<u32> {
    match s.bytes() {
        [c @ b'1'..=b'8'] => Ok((c - b'0') as u32),
        _ => Err(type_error().detail("a symbol to roll must be a number from 1 to 8")),
    }
}

/// `letters` letters from a to p, four bits each.
fn word(bits: u64, letters: u32) -> Sym {
    let text: Vec<u8> = (0..letters).map(|i| b'a' + (bits >> (4 * i) & 15) as u8).collect();
    Sym::new(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn longs(x: &Value) -> Vec<i64> {
        x.items().map(|i| i.as_long().expect("an integer")).collect()
    }

    #[test]
    fn seeds_repeat() {
        seed(42);
        let once = longs(&deal(&Value::long(9), &Value::long(1000)).unwrap());
        let state = current();
        let next = longs(&deal(&Value::long(9), &Value::long(1000)).unwrap());
        seed(42);
        assert_eq!(longs(&deal(&Value::long(9), &Value::long(1000)).unwrap()), once);
        seed(state);
        assert_eq!(longs(&deal(&Value::long(9), &Value::long(1000)).unwrap()), next);
        assert_ne!(once, next);
    }

    #[test]
    fn threads_make_the_same_numbers() {
        let make = || {
            seed(7);
            longs(&deal(&Value::long(300_000), &Value::long(1 << 40)).unwrap())
        };
        let alone = make();
        crate::pool::tests::with_threads(&[2], || assert_eq!(make(), alone));
    }

    #[test]
    fn rolls_stay_in_range_and_fill_it() {
        let xs = longs(&deal(&Value::long(1000), &Value::long(6)).unwrap());
        assert!((0..6).all(|k| xs.contains(&k)) && xs.iter().all(|x| (0..6).contains(x)));
        let Value::Vector(v) = deal(&Value::long(1000), &Value::float(2.0)).unwrap() else {
            panic!("floats")
        };
        let fs = v.slice::<f64>().unwrap();
        assert!(fs.iter().all(|x| (0.0..2.0).contains(x)));
        assert!((fs.iter().sum::<f64>() / 1000.0 - 1.0).abs() < 0.1);
        assert_eq!(deal(&Value::long(5), &Value::I32(Type::Month, 100)).unwrap().type_number(), 13);
        assert_eq!(deal(&Value::long(5), &Value::char(b' ')).unwrap().as_text().unwrap().len(), 5);
        assert_eq!(rand(&Value::sym("6")).unwrap().as_sym().unwrap().bytes().len(), 6);
        assert_eq!(deal(&Value::long(2), &Value::sym("abc")).unwrap_err().word(), b"type");
        assert_eq!(deal(&Value::float(2.0), &Value::long(5)).unwrap_err().word(), b"type");
    }

    #[test]
    fn deals_are_distinct() {
        for (n, of) in [(10, 10), (10, 1_000_000), (500, 600), (0, 5)] {
            let mut xs = longs(&deal(&Value::long(-n), &Value::long(of)).unwrap());
            xs.sort();
            xs.dedup();
            assert_eq!(xs.len() as i64, n);
            assert!(xs.iter().all(|x| (0..of).contains(x)));
        }
        assert_eq!(deal(&Value::long(-3), &Value::long(2)).unwrap_err().word(), b"length");
        assert_eq!(deal(&Value::long(-3), &Value::float(2.0)).unwrap_err().word(), b"type");
        let null = Value::long(i64::MIN);
        let mut xs = longs(&deal(&null, &Value::longs(vec![5, 4, 2])).unwrap());
        xs.sort();
        assert_eq!(xs, [2, 4, 5]);
        assert_eq!(deal(&null, &Value::long(10)).unwrap().count(), 10);
    }
}
