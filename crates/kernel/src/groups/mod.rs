//! Groups: which group each item belongs to.
//!
//! One column is numbered through a table of its codes ([`crate::ids`]). Several columns are numbered by codes that
//! combine theirs, when those fit 64 bits together ([`codes`], [`digits`]), else by the numbers of their groups. Long
//! inputs are numbered in stretches by all threads ([`stretches`]); the stretches' groups are then merged in order, so that the
//! numbers are those of first appearance however many threads there are. Codes that are many and lie close together have a table
//! of where they are first ([`wide`]); numbers that ascend need none ([`sorted`]). Where there are so many groups that no cache holds a table of them, items are dealt into
//! buckets first ([`dealt`]).

mod ascending;
mod codes;
mod dealt;
mod digits;
mod sorted;
mod stretches;
#[cfg(test)]
mod tests;
mod wide;

pub use ascending::{group_ids_ascending, renumbered};

use crate::built::{COPY_MIN, mapped};
use crate::find::ValueIndex;
use crate::ids::Ids;
use crate::order::Key;
use crate::pool;
use crate::runs::worth;
use crate::texts::ByText;
use codes::Codes;
use quarry_value::error::{length_error, type_error};
use quarry_value::evaluation::{check, is_over};
use quarry_value::{Error, Result, Value, Vector, room, with_data};
use stretches::STRETCH;

/// Items of which the number of groups is guessed.
const SAMPLE: usize = 1 << 13;

/// The groups of a list, numbered in order of first appearance, or ascending.
#[derive(Clone, Debug, Default)]
pub struct Groups {
    /// The group of every item.
    pub ids: Vec<u32>,
    /// How many groups there are.
    pub count: usize,
    /// Where each group appears first.
    pub first: Vec<usize>,
}

impl Groups {
    /// How many items each group has. Ids beyond the count are in no group.
    pub fn sizes(&self) -> Vec<i64> {
        let stretch = stretches::length(self.count);
        let parts = pool::map_ranges(self.ids.len(), stretch, |r| {
            let mut sizes = room::zeros::<i64>(self.count);
            for &id in &self.ids[r] {
                if let Some(size) = sizes.get_mut(id as usize) {
                    *size += 1;
                }
            }
            sizes
        });
        let add = |mut a: Vec<i64>, b: Vec<i64>| {
            a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
            a
        };
        parts.into_iter().reduce(add).unwrap_or_else(|| room::zeros(self.count))
    }

    /// Where each group appears last. Ids beyond the count are in no group.
    pub fn lasts(&self) -> Vec<usize> {
        let stretch = worth(STRETCH).max(self.count);
        // One more than the place of the last one, or 0.
        let mut parts = pool::map_ranges(self.ids.len(), stretch, |r| {
            let mut ends = room::zeros::<u32>(self.count);
            for (i, &id) in r.clone().zip(&self.ids[r]) {
                if let Some(end) = ends.get_mut(id as usize) {
                    *end = i as u32 + 1;
                }
            }
            ends
        })
        .into_iter();
        let mut ends = parts.next().unwrap_or_else(|| room::zeros(self.count));
        for later in parts {
            pool::for_each_part(&mut ends, STRETCH / 8, |start, part| {
                part.iter_mut().zip(&later[start..]).for_each(|(end, later)| *end = (*end).max(*later));
            });
        }
        // A group that is in no stretch is where it is said to be first.
        let last = |(end, first): (&u32, &usize)| if *end == 0 { *first } else { *end as usize - 1 };
        room::collected(ends.iter().zip(&self.first).map(last))
    }
}

/// The numbers of groups as positions.
pub fn positions(ids: &[u32]) -> Vec<i64> {
    mapped(ids, COPY_MIN, i64::from)
}

/// The places of rows as positions.
pub fn rows(places: &[usize]) -> Vec<i64> {
    mapped(places, COPY_MIN, |row| row as i64)
}

/// Groups equal rows of one or several key columns of one count. Tables count as their columns.
/// Comparison is exact; enumerations are compared by position. Errors: 'length, 'type, 'limit (2^32-1 rows).
pub fn group_ids(keys: &[&Value]) -> Result<Groups> {
    let [first, rest @ ..] = keys else { return Ok(Groups::default()) };
    check_rows(keys)?;
    if !rest.is_empty()
        && let Some(codes) = codes::joint(keys)
    {
        return Ok(match codes {
            Codes::Narrow(codes) => group_items(&codes),
            Codes::Wide(codes) => group_items(&codes),
        });
    }
    let mut groups = group_one(first)?;
    for key in rest {
        groups = codes::combine(&groups, &group_one(key)?);
    }
    Ok(groups)
}

/// Errors: 'length, 'limit (2^32-1 rows).
fn check_rows(keys: &[&Value]) -> Result<()> {
    let count = keys.first().map_or(0, |k| k.count());
    if count >= u32::MAX as usize {
        return Err(Error::new("limit").detail("too many rows to group"));
    }
    if keys.iter().any(|k| k.count() != count) {
        return Err(length_error());
    }
    Ok(())
}

fn group_one(x: &Value) -> Result<Groups> {
    match x {
        Value::Vector(v) => Ok(group_vector(v)),
        Value::List(l) => {
            if let Some(texts) = l.texts() {
                return Ok(group_texts(&texts));
            }
            if let Some(slices) = l.as_slices() {
                return crate::wholes::group(slices);
            }
            let mut index = ValueIndex::default();
            let number = |i| check().map(|()| index.number(&l.get(i)));
            let ids = (0..l.len()).map(number).collect::<Result<Vec<u32>>>()?;
            let first = index.into_first();
            Ok(Groups { ids, count: first.len(), first })
        }
        Value::Table(t) => group_ids(&t.columns.iter().collect::<Vec<_>>()),
        Value::Dict(d) if x.is_keyed_table() => {
            Ok(codes::combine(&group_one(&d.keys)?, &group_one(&d.values)?))
        }
        Value::Dict(d) => group_one(&d.values),
        _ => Err(type_error()),
    }
}

/// So many texts are grouped by their hashes.
const HASHED_MIN: usize = 1 << 12;

pub(crate) fn group_texts(texts: &[&[u8]]) -> Groups {
    if texts.len() >= worth(HASHED_MIN)
        && let Some(groups) = crate::texts::group(texts)
    {
        return groups;
    }
    let mut numbers: ByText<u32> = ByText::default();
    let mut first = Vec::new();
    let mut ids = room::vec(texts.len());
    for (i, text) in texts.iter().enumerate() {
        let id = *numbers.entry(text).or_insert_with(|| {
            first.push(i);
            first.len() as u32 - 1
        });
        ids.push(id);
        if is_over() {
            break;
        }
    }
    ids.resize(texts.len(), 0);
    Groups { ids, count: first.len(), first }
}

/// The groups of a vector's items.
pub fn group_vector(v: &Vector) -> Groups {
    with_data!(&v.data, b => group_items(b.as_slice()))
}

/// The groups of items.
pub(crate) fn group_items<T: Key>(xs: &[T]) -> Groups {
    let table = Ids::for_items(xs);
    if let Some(slots) = wide::span(xs.len(), &table) {
        return wide::group(xs, slots);
    }
    apart(xs, table)
}

/// The groups of items whose codes are not close together, as this table knows.
fn apart<T: Key>(xs: &[T], table: Ids<T::Code>) -> Groups {
    if let Ids::Hashed { .. } = table
        && let Some(groups) = sorted::group(xs)
    {
        return groups;
    }
    if is_mostly_distinct(xs, &table) { dealt::group(xs) } else { stretches::group(xs, table) }
}

/// Do the items seem to have more distinct codes than a cached table holds? Judged by a sample, of which hardly any are the
/// same then: of 150,000 codes 97 % of the items are new.
fn is_mostly_distinct<T: Key>(xs: &[T], table: &Ids<T::Code>) -> bool {
    if xs.len() < worth(STRETCH) || !matches!(table, Ids::Hashed { .. }) {
        return false;
    }
    let step = xs.len() / SAMPLE;
    let sample: Vec<T> = xs.iter().step_by(step.max(1)).take(SAMPLE).copied().collect();
    stretches::group(&sample, Ids::hashed(16)).count * 100 > sample.len() * 97
}

/// Where each distinct item of a vector appears first.
pub fn firsts(v: &Vector) -> Vec<usize> {
    with_data!(&v.data, b => firsts_of(b.as_slice()))
}

fn firsts_of<T: Key>(xs: &[T]) -> Vec<usize> {
    let table = Ids::for_items(xs);
    if let Some(slots) = wide::span(xs.len(), &table) {
        return wide::firsts(xs, slots);
    }
    if let Ids::Hashed { .. } = table
        && let Some(firsts) = sorted::firsts(xs)
    {
        return firsts;
    }
    if is_mostly_distinct(xs, &table) {
        return dealt::firsts(xs);
    }
    stretches::firsts(xs, &table)
}

/// Where each distinct row of several columns appears first, in order. Errors: as [`group_ids`].
fn first_rows(keys: &[&Value]) -> Result<Vec<usize>> {
    check_rows(keys)?;
    Ok(match codes::joint(keys) {
        Some(Codes::Narrow(codes)) => firsts_of(&codes),
        Some(Codes::Wide(codes)) => firsts_of(&codes),
        None => group_ids(keys)?.first,
    })
}

/// How many different items of `x` each group has. Errors: as [`group_ids`].
pub fn count_distinct(x: &Value, groups: &Groups) -> Result<Vec<i64>> {
    let ids = Value::ints(mapped(&groups.ids, COPY_MIN, |id| id as i32));
    let rows = first_rows(&[&ids, x])?;
    let ids = mapped(&rows, COPY_MIN, |row| groups.ids[row]);
    Ok(Groups { ids, count: groups.count, first: Vec::new() }.sizes())
}
