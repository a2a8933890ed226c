//! Groups: which group each item belongs to.
//!
//! One column is numbered through a table of its codes ([`crate::ids`]). Several columns are numbered by codes that
//! combine theirs: directly, when the product of their ranges is small, else by the numbers of their groups. Long
//! inputs are numbered in stretches by all threads; the stretches' groups are then merged in order, so that the
//! numbers are those of first appearance however many threads there are.

use crate::deal::{Deal, cut, put};
use crate::find::ValueIndex;
use crate::ids::{Ids, direct_max, span};
use crate::order::{Bits, Key};
use crate::pool;
use crate::texts::ByText;
use quarry_value::error::{length_error, type_error};
use quarry_value::evaluation::{check, is_over};
use quarry_value::{Buf, Error, Result, Value, Vector, with_data};
use std::ops::Range;

/// Items of one stretch, when threads share the work.
const STRETCH: usize = 1 << 19;
/// Items between two looks whether it is time to stop.
const PART: usize = 1 << 18;
/// Items of which the number of groups is guessed.
const SAMPLE: usize = 1 << 13;
/// Items whose hash table fits the cache.
const BUCKET: usize = 1 << 13;

/// The groups of a list, numbered in order of first appearance.
#[derive(Clone, Debug, Default)]
pub struct Groups {
    /// The group of every item.
    pub ids: Vec<u32>,
    /// How many groups there are.
    pub count: usize,
    /// Where each group appears first.
    pub first: Vec<usize>,
}

/// Groups equal rows of one or several key columns of one count. Tables count as their columns.
/// Comparison is exact; enumerations are compared by position. Errors: 'length, 'type, 'limit (2^32-1 rows).
pub fn group_ids(keys: &[&Value]) -> Result<Groups> {
    let [first, rest @ ..] = keys else { return Ok(Groups::default()) };
    if first.count() >= u32::MAX as usize {
        return Err(Error::new("limit").detail("too many rows to group"));
    }
    if rest.iter().any(|k| k.count() != first.count()) {
        return Err(length_error());
    }
    if !rest.is_empty()
        && let Some(codes) = joint_codes(keys)
    {
        return Ok(group_items(&codes));
    }
    let mut groups = group_one(first)?;
    for key in rest {
        groups = combine(&groups, &group_one(key)?);
    }
    Ok(groups)
}

fn group_one(x: &Value) -> Result<Groups> {
    match x {
        Value::Vector(v) => Ok(group_vector(v)),
        Value::List(l) => {
            if let Some(texts) = l.texts() {
                return Ok(group_texts(&texts));
            }
            let mut index = ValueIndex::default();
            let number = |i| check().map(|()| index.number(&l.get(i)));
            let ids = (0..l.len()).map(number).collect::<Result<Vec<u32>>>()?;
            let first = index.into_first();
            Ok(Groups { ids, count: first.len(), first })
        }
        Value::Table(t) => group_ids(&t.columns.iter().collect::<Vec<_>>()),
        Value::Dict(d) if x.is_keyed_table() => Ok(combine(&group_one(&d.keys)?, &group_one(&d.values)?)),
        Value::Dict(d) => group_one(&d.values),
        _ => Err(type_error()),
    }
}

fn group_texts(texts: &[&[u8]]) -> Groups {
    let mut numbers: ByText<u32> = ByText::default();
    let mut first = Vec::new();
    let mut ids = Vec::with_capacity(texts.len());
    for (i, text) in texts.iter().enumerate() {
        let id = *numbers.entry(text).or_insert_with(|| {
            first.push(i);
            first.len() as u32 - 1
        });
        ids.push(id);
    }
    Groups { ids, count: first.len(), first }
}

/// The groups of a vector's items.
pub fn group_vector(v: &Vector) -> Groups {
    with_data!(&v.data, b => group_items(b.as_slice()))
}

fn group_items<T: Key>(xs: &[T]) -> Groups {
    let table = Ids::for_items(xs);
    if xs.len() >= STRETCH && matches!(table, Ids::Hashed { .. }) && has_many(xs) {
        return group_dealt(xs);
    }
    if xs.len() < 2 * STRETCH || pool::threads() < 2 {
        return group_stretch(xs, 0, table);
    }
    group_parallel(xs, &table)
}

/// Do the items seem to have more distinct codes than a cached table holds? Judged by a sample.
fn has_many<T: Key>(xs: &[T]) -> bool {
    let step = xs.len() / SAMPLE;
    let sample: Vec<T> = xs.iter().step_by(step.max(1)).take(SAMPLE).copied().collect();
    group_stretch(&sample, 0, Ids::hashed(16)).count > SAMPLE / 2
}

/// Very many distinct items with their positions, dealt into buckets by hash, so that the table of a bucket fits the cache.
struct Dealt<C> {
    cells: Vec<(C, u32)>,
    /// Where each bucket starts, and where the last ends.
    starts: Vec<usize>,
}

impl<C: Copy + Eq + Bits + Send + Sync> Dealt<C> {
    fn of<T: Key<Code = C>>(xs: &[T]) -> Dealt<C> {
        let bits = (xs.len() / BUCKET).next_power_of_two().trailing_zeros().clamp(1, 12);
        // By the low bits: the tables place by the high ones.
        let bucket = |code: C| code.hash() as usize & ((1 << bits) - 1);
        let deal = Deal::count(xs.len(), 1 << bits, |r, counts| {
            xs[r].iter().for_each(|x| counts[bucket(x.code())] += 1);
        });
        let sizes = deal.sizes();
        let mut cells = vec![(xs[0].code(), 0u32); xs.len()];
        deal.fill(cut(&mut cells, &sizes), |r, places| {
            for (i, x) in r.clone().zip(&xs[r]) {
                let code = x.code();
                put(places, bucket(code), (code, i as u32));
            }
        });
        let ends = sizes.iter().scan(0, |end, size| {
            *end += size;
            Some(*end)
        });
        Dealt { cells, starts: std::iter::once(0).chain(ends).collect() }
    }

    /// The answers of `work` for each bucket, given its cells and an empty table for them, on all threads. When the evaluation is
    /// to end, anything of the type.
    fn each<R: Send + Default>(&self, work: impl Fn(&[(C, u32)], Ids<C>) -> R + Sync + Send) -> Vec<R> {
        pool::map_items(self.starts.len() - 1, |b| {
            let cells = &self.cells[self.starts[b]..self.starts[b + 1]];
            if is_over() { R::default() } else { work(cells, Ids::hashed(cells.len() / 2)) }
        })
    }
}

/// Groups of very many distinct items. Each position learns where its item appears first; then groups are numbered in order.
fn group_dealt<T: Key>(xs: &[T]) -> Groups {
    let dealt = Dealt::of(xs);
    let firsts = dealt.each(|cells, mut table| {
        cells.iter().map(|&(code, i)| table.insert(code, i).0).collect::<Vec<u32>>()
    });
    // `ids` first holds where each item appears first, then its group.
    let mut ids = vec![0u32; xs.len()];
    for (b, firsts) in firsts.iter().enumerate() {
        let cells = &dealt.cells[dealt.starts[b]..dealt.starts[b + 1]];
        cells.iter().zip(firsts).for_each(|(&(_, i), &first)| ids[i as usize] = first);
    }
    let mut first = Vec::new();
    for i in 0..ids.len() {
        let at = ids[i] as usize;
        if at == i {
            ids[i] = first.len() as u32;
            first.push(i);
        } else {
            ids[i] = ids[at];
        }
    }
    Groups { ids, count: first.len(), first }
}

/// Where each of very many distinct items appears first.
fn firsts_dealt<T: Key>(xs: &[T]) -> Vec<usize> {
    let firsts = Dealt::of(xs).each(|cells, mut table| {
        let fresh = cells.iter().filter(|(code, i)| table.insert(*code, *i).1);
        fresh.map(|(_, i)| *i).collect::<Vec<u32>>()
    });
    let mut is_first = vec![false; xs.len()];
    firsts.iter().flatten().for_each(|&i| is_first[i as usize] = true);
    is_first.iter().enumerate().filter(|(_, is)| **is).map(|(i, _)| i).collect()
}

/// Groups of a stretch that starts at item `start`.
fn group_stretch<T: Key>(xs: &[T], start: usize, mut table: Ids<T::Code>) -> Groups {
    let mut first = Vec::new();
    let mut ids = Vec::with_capacity(xs.len());
    for (k, part) in xs.chunks(PART).enumerate() {
        number_part(part, start + k * PART, &mut table, &mut first, &mut ids);
        if is_over() {
            break;
        }
    }
    ids.resize(xs.len(), 0);
    Groups { ids, count: first.len(), first }
}

/// Numbers the items of one part of a stretch.
fn number_part<T: Key>(
    xs: &[T],
    start: usize,
    table: &mut Ids<T::Code>,
    first: &mut Vec<usize>,
    ids: &mut Vec<u32>,
) {
    match table {
        // The plain table is the hot case: its loop has no other branch.
        Ids::Direct { low, ids: table } => {
            for (i, x) in xs.iter().enumerate() {
                let slot = &mut table[crate::order::Bits::number(x.code()).wrapping_sub(*low) as usize];
                if *slot == crate::ids::NONE {
                    *slot = first.len() as u32;
                    first.push(start + i);
                }
                ids.push(*slot);
            }
        }
        _ => {
            for (i, x) in xs.iter().enumerate() {
                let (id, new) = table.insert(x.code(), first.len() as u32);
                if new {
                    first.push(start + i);
                }
                ids.push(id);
            }
        }
    }
}

/// Where each distinct item of a vector appears first.
pub fn firsts(v: &Vector) -> Vec<usize> {
    with_data!(&v.data, b => firsts_of(b.as_slice()))
}

fn firsts_of<T: Key>(xs: &[T]) -> Vec<usize> {
    let table = Ids::for_items(xs);
    if xs.len() >= STRETCH && matches!(table, Ids::Hashed { .. }) && has_many(xs) {
        return firsts_dealt(xs);
    }
    if xs.len() < 2 * STRETCH || pool::threads() < 2 {
        return firsts_within(xs, 0..xs.len(), table);
    }
    let (stretch, fresh) = stretches(xs.len(), &table);
    let parts = pool::map_ranges(xs.len(), stretch, |r| firsts_within(xs, r, fresh()));
    let mut table = fresh();
    let mut first = parts.concat();
    first.retain(|&at| table.insert(xs[at].code(), 0).1);
    first
}

fn firsts_within<T: Key>(xs: &[T], range: Range<usize>, mut table: Ids<T::Code>) -> Vec<usize> {
    let mut first = Vec::new();
    for start in range.clone().step_by(PART) {
        for (i, x) in xs[start..range.end.min(start + PART)].iter().enumerate() {
            if table.insert(x.code(), 0).1 {
                first.push(start + i);
            }
        }
        if is_over() {
            break;
        }
    }
    first
}

/// How long the stretches are in which threads number `n` items, and what makes a table for one, like the table for all.
fn stretches<C: Copy + Eq + Bits>(
    n: usize,
    table: &Ids<C>,
) -> (usize, impl Fn() -> Ids<C> + Sync + Send + use<C>) {
    let dense = match table {
        Ids::Direct { low, ids } => Some((*low, ids.len())),
        Ids::Hashed { .. } => None,
    };
    let fresh = move || match dense {
        Some((low, width)) => Ids::Direct { low, ids: vec![crate::ids::NONE; width] },
        None => Ids::hashed(16),
    };
    let stretch = STRETCH.max(dense.map_or(0, |s| s.1)).max(n.div_ceil(4 * pool::threads().max(1)));
    (stretch, fresh)
}

/// Stretches on all threads, then one numbering for all.
fn group_parallel<T: Key>(xs: &[T], table: &Ids<T::Code>) -> Groups {
    let (stretch, fresh) = stretches(xs.len(), table);
    let parts = pool::map_ranges(xs.len(), stretch, |r| group_stretch(&xs[r.clone()], r.start, fresh()));
    let mut table: Ids<T::Code> = fresh();
    let mut first = Vec::new();
    let mut renumber = Vec::with_capacity(parts.len());
    for part in &parts {
        let number = |&at: &usize| {
            let (id, new) = table.insert(xs[at].code(), first.len() as u32);
            if new {
                first.push(at);
            }
            id
        };
        renumber.push(part.first.iter().map(number).collect::<Vec<u32>>());
    }
    let mut ids = vec![0u32; xs.len()];
    pool::for_each_part(&mut ids, STRETCH / 8, |start, out| {
        let mut at = start;
        let mut out = out;
        while !out.is_empty() {
            let (part, offset) = (at / stretch, at % stretch);
            let from = &parts[part].ids[offset..];
            let n = from.len().min(out.len());
            let map = &renumber[part];
            out[..n].iter_mut().zip(from).for_each(|(o, &id)| *o = map[id as usize]);
            out = &mut out[n..];
            at += n;
        }
    });
    Groups { ids, count: first.len(), first }
}

/// One code for each row when all columns are integers or symbols of small ranges, so that the table of all
/// combinations is small too.
fn joint_codes(keys: &[&Value]) -> Option<Vec<i64>> {
    let n = keys[0].count();
    let mut spans = Vec::with_capacity(keys.len());
    let mut width = 1usize;
    for key in keys {
        let Value::Vector(v) = key else { return None };
        let (low, w) = with_data!(&v.data, b => span(b.as_slice(), direct_max(n)))?;
        width = width.checked_mul(w).filter(|&w| w <= direct_max(n).min(1 << 24))?;
        spans.push((v, low, w));
    }
    fn add<T: Key>(b: &Buf<T>, codes: &mut [i64], start: usize, low: u64, width: usize) {
        for (c, x) in codes.iter_mut().zip(&b.as_slice()[start..]) {
            *c = *c * width as i64 + crate::order::Bits::number(x.code()).wrapping_sub(low) as i64;
        }
    }
    let mut codes = vec![0i64; n];
    pool::for_each_part(&mut codes, STRETCH / 8, |start, part| {
        // Cache-sized runs, all columns of a run before the next run.
        for (k, run) in part.chunks_mut(4096).enumerate() {
            for (v, low, w) in &spans {
                with_data!(&v.data, b => add(b, run, start + k * 4096, *low, *w));
            }
        }
    });
    Some(codes)
}

/// Groups of pairs of groups.
fn combine(a: &Groups, b: &Groups) -> Groups {
    let wide = b.count as i64;
    let mut codes = vec![0i64; a.ids.len()];
    pool::for_each_part(&mut codes, STRETCH / 8, |start, part| {
        for (c, (&i, &j)) in part.iter_mut().zip(a.ids[start..].iter().zip(&b.ids[start..])) {
            *c = i64::from(i) * wide + i64::from(j);
        }
    });
    group_items(&codes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_value::Sym;
    use std::collections::HashMap;

    fn oracle<K: std::hash::Hash + Eq>(keys: impl Iterator<Item = K>) -> (Vec<u32>, usize) {
        let mut seen = HashMap::new();
        let ids = keys
            .map(|k| {
                let n = seen.len() as u32;
                *seen.entry(k).or_insert(n)
            })
            .collect();
        (ids, seen.len())
    }

    fn check(keys: &[&Value], want: (Vec<u32>, usize)) {
        let got = group_ids(keys).unwrap();
        assert_eq!((&got.ids, got.count), (&want.0, want.1));
        for (g, &at) in got.first.iter().enumerate() {
            assert_eq!(got.ids[at], g as u32);
            assert!(!got.ids[..at].contains(&(g as u32)));
        }
    }

    #[test]
    fn stretches_merge_to_the_same_numbers() {
        for wide in [1i64, 1 << 40] {
            let xs: Vec<i64> = (0..2 * STRETCH as i64 + 77).map(|i| (i * i % 5003) * wide).collect();
            let (a, b) =
                (group_parallel(&xs, &Ids::for_items(&xs)), group_stretch(&xs, 0, Ids::for_items(&xs)));
            assert!(a.ids == b.ids && a.first == b.first && a.count == b.count);
            let c = group_dealt(&xs);
            assert!(c.ids == b.ids && c.first == b.first && c.count == b.count);
            assert!(firsts_dealt(&xs) == b.first);
            crate::pool::tests::with_threads(&[0, 2], || assert!(firsts_of(&xs) == b.first));
        }
    }

    #[test]
    fn groups_are_numbered_by_first_appearance() {
        for wide in [1i64, 3, 1000, 1 << 40] {
            let xs: Vec<i64> = (0..500i64).map(|i| (i * 7919 % 31) * wide - 5).collect();
            check(&[&Value::longs(xs.clone())], oracle(xs.iter()));
            let ys: Vec<Sym> = (0..500).map(|i| Sym::new(format!("y{}", i * i % 17))).collect();
            check(&[&Value::longs(xs.clone()), &Value::syms(ys.clone())], oracle(xs.iter().zip(&ys)));
        }
        let fs = vec![0.0, -0.0, f64::NAN, 1.0, f64::NAN];
        assert_eq!(group_ids(&[&Value::floats(fs)]).unwrap().ids, [0, 0, 1, 2, 1]);
        let l = Value::list(vec![Value::chars("ab"), Value::long(1), Value::chars("ab")]);
        assert_eq!(group_ids(&[&l]).unwrap().ids, [0, 1, 0]);
        assert_eq!(group_ids(&[&Value::longs(vec![])]).unwrap().count, 0);
        assert!(group_ids(&[&l, &Value::longs(vec![1])]).is_err());
    }
}
