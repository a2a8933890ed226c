//! Grading: the positions that put items in order, by order-preserving numbers.
//!
//! Items become 64-bit numbers whose order is theirs (*ranks*: an integer less the least one, in steps that
//! all are multiples of, the bits of a float, a symbol's place among the distinct symbols by text). Numbers of a small range are counted, others go through `radix`.
//! Several columns whose ranks fit 64 bits together are graded as one.

use crate::built::{self, COPY_MIN, Piece, joined, mapped};
use crate::deal::Deal;
use crate::domain;
use crate::groups::group_vector;
use crate::order::{Bits, Key, compare, float_of_bits, sort_by};
use crate::pool;
use crate::radix::{View, sorted};
use crate::runs::worth;
use crate::slots::Slots;
use quarry_value::evaluation::is_over;
use quarry_value::{Buf, Data, Guid, Item, Sym, Type, Value, Vector, room, with_data};
use std::cmp::Ordering;
use std::slice;

/// Ranges up to this are sorted by counting.
const COUNTING_MAX: u64 = 1 << 17;
/// So many items of so few ranks are dealt to their places by all threads.
const DEALT_MIN: usize = 1 << 16;
const DEALT_MAX: u64 = 1 << 12;
/// Vectors up to this many items are sorted by comparison.
const SMALL_MAX: usize = 256;
/// Items by which it is judged how ranks are spread.
const SAMPLE: usize = 4096;
/// Ranks that are fewer sort as fast as they are.
const WIDE: usize = 1 << 16;
/// Items per task of the parallel passes.
const TASK_MIN: usize = 1 << 16;
/// Items among which one task looks for the first ones.
const LEADING_BLOCK: usize = 1 << 20;

/// Numbers in the order of the items, all at most `high`.
pub struct Ranks {
    pub ranks: Vec<u64>,
    pub high: u64,
}

/// The ranks of a vector's items; `None` for guids.
pub(crate) fn ranks_of(v: &Vector) -> Option<Ranks> {
    match v.ty {
        Type::Symbol | Type::Enum => Some(symbol_ranks(v)),
        Type::Guid => None,
        _ => Some(with_data!(&v.data, b => number_ranks(b))),
    }
}

fn number_ranks<T: Key>(b: &Buf<T>) -> Ranks {
    let xs = b.as_slice();
    let (low, high) = span(xs);
    let places = usize::try_from((high - low) / 2).ok().filter(|width| *width >= WIDE);
    if let Some(slots) = places.and_then(|width| Slots::apart(xs, width)) {
        // Nulls come first.
        let null = slots.null();
        let rank = |at: usize| if Some(at) == null { 0 } else { (at + usize::from(null.is_some())) as u64 };
        let ranks = mapped(xs, TASK_MIN, |x| rank(slots.at(x.code().number())));
        return Ranks { ranks, high: slots.width() as u64 - 1 };
    }
    // None is beyond the highest, also where a file is cut short meanwhile.
    let ranks = mapped(xs, TASK_MIN, |x| x.bits().clamp(low, high) - low);
    Ranks { ranks, high: high - low }
}

/// The least and the highest of the items' numbers; zeros when there are no items.
fn span<T: Key>(xs: &[T]) -> (u64, u64) {
    let spans = pool::map_ranges(xs.len(), 1 << 20, |r| {
        xs[r].iter().map(|x| x.bits()).fold((u64::MAX, 0), |(low, high), x| (x.min(low), x.max(high)))
    });
    spans.into_iter().reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or_default()
}

/// Distinct symbols are sorted by text once, distinct foreign keys by the keys that they stand for; items get the place
/// of theirs. Where it is not known what they stand for, they have the order of their positions.
fn symbol_ranks(v: &Vector) -> Ranks {
    let groups = group_vector(v);
    let first: Vec<i64> = room::collected(groups.first.iter().map(|&i| i as i64));
    let distinct = domain::in_order(&crate::gather::gather(v, &first));
    let (rank_of, rank) = match distinct.as_syms() {
        Some(texts) => {
            let bytes: Vec<&[u8]> = texts.iter().map(|s| s.bytes()).collect();
            places(&crate::texts::grade(&bytes, false), |i, j| texts[i] == texts[j])
        }
        None => {
            let columns =
                if let Value::Table(t) = &distinct { &t.columns[..] } else { slice::from_ref(&distinct) };
            let order = grade_columns(&columns.iter().collect::<Vec<_>>(), false);
            places(&order, |i, j| columns.iter().all(|c| compare(&c.at(i), &c.at(j)).is_eq()))
        }
    };
    Ranks { ranks: mapped(&groups.ids, TASK_MIN, |id| rank_of[id as usize]), high: rank }
}

/// The place of each item in `order`, and the highest. Positions of one enumeration may stand for the same.
fn places(order: &[i64], same: impl Fn(usize, usize) -> bool) -> (Vec<u64>, u64) {
    let mut place_of = room::zeros::<u64>(order.len());
    let mut place = 0;
    for (k, &i) in order.iter().enumerate() {
        place += u64::from(k > 0 && !same(i as usize, order[k - 1] as usize));
        place_of[i as usize] = place;
    }
    (place_of, place)
}

/// The positions that sort items of these ranks. Stable, also when descending.
fn grade_ranks(mut r: Ranks, descending: bool) -> Vec<i64> {
    if descending {
        let high = r.high;
        pool::for_each_part(&mut r.ranks, TASK_MIN, |_, part| part.iter_mut().for_each(|x| *x = high - *x));
    }
    let n = r.ranks.len();
    if is_over() || r.ranks.is_sorted() {
        return room::numbers(n);
    }
    if n > u32::MAX as usize {
        let mut at = room::numbers(n);
        at.sort_by_key(|&i| r.ranks[i as usize]);
        return at;
    }
    if is_countable(r.high, n) {
        return grade_by_counting(&r);
    }
    let index_bits = u64::BITS - (n as u64).leading_zeros();
    if r.high.leading_zeros() >= index_bits {
        return grade_in_words(r, index_bits);
    }
    let cut = index_bits - r.high.leading_zeros();
    if differ_above(&r.ranks, cut) {
        return grade_by_leading_bits(&r, index_bits, cut);
    }
    let mut cells = built::zeros::<(u64, u32)>(n);
    pool::for_each_part(&mut cells, TASK_MIN, |start, part| {
        let ranks = r.ranks[start..].iter().zip(start as u32..);
        part.iter_mut().zip(ranks).for_each(|(c, (&rank, i))| *c = (rank, i));
    });
    drop(r.ranks);
    let cells = sorted(cells, View { skip: 0, low: 0, high: r.high });
    let mut out = room::zeros(n);
    pool::for_each_part(&mut out, TASK_MIN, |start, part| {
        part.iter_mut().zip(&cells[start..]).for_each(|(at, c)| *at = c.1.into());
    });
    out
}

/// The same for ranks that leave room for positions below them.
fn grade_in_words(r: Ranks, index_bits: u32) -> Vec<i64> {
    let mut words = r.ranks;
    pool::fill_parts(&mut words, TASK_MIN, |start, part| {
        part.iter_mut().zip(start as u64..).for_each(|(w, i)| *w = *w << index_bits | i);
    });
    positions_in(sorted(words, View { skip: index_bits, low: 0, high: r.high }), index_bits)
}

/// Do nearly all ranks differ also without their `cut` low bits? Judged by a sample.
fn differ_above(ranks: &[u64], cut: u32) -> bool {
    let step = ranks.len().div_ceil(SAMPLE).max(1);
    let mut sample: Vec<u64> = ranks.iter().step_by(step).map(|r| r >> cut).collect();
    let all = sample.len();
    sample.sort_unstable();
    sample.dedup();
    sample.len() > all - all / 64
}

/// The same for ranks that are too long by `cut` bits: they are sorted without those, and then the few that are equal so far.
fn grade_by_leading_bits(r: &Ranks, index_bits: u32, cut: u32) -> Vec<i64> {
    let mut words = built::zeros(r.ranks.len());
    pool::fill_parts(&mut words, TASK_MIN, |start, part| {
        let ranks = r.ranks[start..].iter().zip(start as u64..);
        part.iter_mut().zip(ranks).for_each(|(w, (rank, i))| *w = (rank >> cut) << index_bits | i);
    });
    let mut words = sorted(words, View { skip: index_bits, low: 0, high: r.high >> cut });
    let mask = (1 << index_bits) - 1;
    let mut start = 0;
    while let Some(k) = words[start..].windows(2).position(|w| (w[0] ^ w[1]) <= mask) {
        start += k;
        let same = |w: &u64| (w ^ words[start]) <= mask;
        let end = words[start..].iter().position(|w| !same(w)).map_or(words.len(), |n| start + n);
        words[start..end].sort_unstable_by_key(|w| (r.ranks[(w & mask) as usize], *w));
        if is_over() {
            break;
        }
        start = end;
    }
    positions_in(words, index_bits)
}

/// The positions in the low bits of words.
fn positions_in(mut words: Vec<u64>, bits: u32) -> Vec<i64> {
    pool::fill_parts(&mut words, TASK_MIN, |_, part| part.iter_mut().for_each(|w| *w &= (1 << bits) - 1));
    bytemuck::allocation::cast_vec(words)
}

/// Are numbers from 0 to `high` so few that `n` of them are worth a count for each?
fn is_countable(high: u64, n: usize) -> bool {
    high <= COUNTING_MAX && high <= 4 * n as u64
}

fn grade_by_counting(r: &Ranks) -> Vec<i64> {
    if r.ranks.len() >= worth(DEALT_MIN) && r.high < DEALT_MAX {
        let deal = Deal::count(r.ranks.len(), r.high as usize + 1, |range, counts| {
            r.ranks[range].iter().for_each(|x| counts[*x as usize] += 1);
        });
        return deal.dealt(0, |range, places| {
            range.clone().zip(&r.ranks[range]).for_each(|(i, x)| places[*x as usize].put(i as i64));
        });
    }
    let mut next = room::zeros::<u32>(r.high as usize + 2);
    r.ranks.iter().for_each(|&x| next[x as usize + 1] += 1);
    for i in 1..next.len() {
        next[i] += next[i - 1];
    }
    let mut out = room::zeros(r.ranks.len());
    for (i, &x) in r.ranks.iter().enumerate() {
        let place = &mut next[x as usize];
        out[*place as usize] = i as i64;
        *place += 1;
    }
    out
}

/// The positions that sort a vector.
fn grade_vector(v: &Vector, descending: bool) -> Vec<i64> {
    fn by_order<T: Key>(b: &Buf<T>, descending: bool) -> Vec<i64> {
        let xs = b.as_slice();
        grade_by(xs.len(), descending, |i, j| xs[i].order(xs[j]))
    }
    if v.len() < 64 && v.ty != Type::Enum {
        return with_data!(&v.data, b => by_order(b, descending));
    }
    match (ranks_of(v), &v.data) {
        (Some(ranks), _) => grade_ranks(ranks, descending),
        (None, Data::Guid(b)) => grade_guids(b.as_slice(), descending),
        (None, data) => with_data!(data, b => by_order(b, descending)),
    }
}

/// The positions that sort guids: by their first halves, and then those that are equal so far by the second ones.
fn grade_guids(xs: &[Guid], descending: bool) -> Vec<i64> {
    let first = |i: i64| (u128::from_be_bytes(xs[i as usize]) >> u64::BITS) as u64;
    let second = |i: i64| u128::from_be_bytes(xs[i as usize]) as u64;
    let mut at = grade_ranks(ranks_by(xs.len(), |k| first(k as i64)), descending);
    let mut cells = Vec::new();
    let mut start = 0;
    while start < at.len() && !is_over() {
        let half = first(at[start]);
        let same = at[start..].iter().take_while(|i| first(**i) == half).count().max(1);
        let equal = &mut at[start..start + same];
        start += same;
        if same > SMALL_MAX {
            let order = grade_ranks(ranks_by(same, |k| second(equal[k])), descending);
            let sorted: Vec<i64> = room::collected(order.iter().map(|&k| equal[k as usize]));
            equal.copy_from_slice(&sorted);
        } else if same > 1 {
            cells.clear();
            cells.extend(equal.iter().map(|&i| (second(i) ^ if descending { u64::MAX } else { 0 }, i)));
            cells.sort_unstable();
            equal.iter_mut().zip(&cells).for_each(|(i, cell)| *i = cell.1);
        }
    }
    at
}

/// The numbers of `n` items as ranks.
fn ranks_by(n: usize, number: impl Fn(usize) -> u64 + Sync + Send) -> Ranks {
    let mut ranks = built::zeros(n);
    pool::fill_parts(&mut ranks, TASK_MIN, |start, part| {
        part.iter_mut().zip(start..).for_each(|(rank, i)| *rank = number(i));
    });
    let (low, high) = ranks.iter().fold((u64::MAX, 0), |(low, high), &x| (x.min(low), x.max(high)));
    let low = low.min(high);
    pool::fill_parts(&mut ranks, TASK_MIN, |_, part| part.iter_mut().for_each(|x| *x -= low));
    Ranks { ranks, high: high - low }
}

/// The positions that sort `n` items by `order`; equal ones stay in order.
fn grade_by(n: usize, descending: bool, order: impl Fn(usize, usize) -> Ordering) -> Vec<i64> {
    let mut at = room::numbers(n);
    sort_by(&mut at, |&i, &j| {
        let o = order(i as usize, j as usize);
        if descending { o.reverse() } else { o }
    });
    at
}

/// The positions that sort a list; `None` for what is no list.
pub fn grade_list(x: &Value, descending: bool) -> Option<Vec<i64>> {
    match x {
        Value::Vector(v) => Some(grade_vector(v, descending)),
        Value::List(l) => {
            if let Some(texts) = l.texts() {
                return Some(crate::texts::grade(&texts, descending));
            }
            if let Some(slices) = l.as_slices() {
                return Some(crate::wholes::grade(slices, descending));
            }
            let items = l.as_slice();
            Some(grade_by(items.len(), descending, |i, j| compare(&items[i], &items[j])))
        }
        Value::Table(t) => Some(grade_columns(&t.columns.iter().collect::<Vec<_>>(), descending)),
        _ => None,
    }
}

/// The positions that sort rows by the first column, then by the second within it, and so on.
pub fn grade_columns(columns: &[&Value], descending: bool) -> Vec<i64> {
    if let [one] = columns {
        return grade_list(one, descending).unwrap_or_default();
    }
    if let Some(ranks) = joint_ranks(columns) {
        return grade_ranks(ranks, descending);
    }
    // The last column is sorted first: a stable sort by the others keeps its order.
    let mut at: Option<Vec<i64>> = None;
    for column in columns.iter().rev() {
        at = Some(match at {
            None => grade_list(column, descending).unwrap_or_default(),
            Some(at) => {
                let next = grade_list(&crate::gather::pick(column, &at), descending).unwrap_or_default();
                next.into_iter().map(|i| at[i as usize]).collect()
            }
        });
    }
    at.unwrap_or_default()
}

/// One rank for each row, when those of the columns fit together.
fn joint_ranks(columns: &[&Value]) -> Option<Ranks> {
    let mut all: Option<Ranks> = None;
    for column in columns {
        let Value::Vector(v) = column else { return None };
        let next = ranks_of(v).filter(|_| !is_over())?;
        all = Some(match all {
            None => next,
            Some(mut all) => {
                let width = next.high.checked_add(1)?;
                let high = all.high.checked_mul(width)?.checked_add(next.high)?;
                pool::for_each_part(&mut all.ranks, TASK_MIN, |start, part| {
                    part.iter_mut().zip(&next.ranks[start..]).for_each(|(a, b)| *a = *a * width + b);
                });
                Ranks { ranks: all.ranks, high }
            }
        });
    }
    all
}

/// A number that its [`Key::bits`] tell.
trait OfBits: Key {
    fn of_bits(bits: u64) -> Self;
}

macro_rules! of_bits {
    ($($t:ty, |$bits:ident| $item:expr;)*) => {$(
        impl OfBits for $t {
            #[inline(always)]
            fn of_bits($bits: u64) -> $t {
                $item
            }
        }
    )*};
}

const SIGN: u64 = 1 << 63;

of_bits! {
    u8, |bits| (bits ^ SIGN) as u8;
    i16, |bits| (bits ^ SIGN) as i16;
    i32, |bits| (bits ^ SIGN) as i32;
    i64, |bits| (bits ^ SIGN) as i64;
    f32, |bits| float_of_bits(bits) as f32;
    f64, |bits| float_of_bits(bits);
}

/// `$body` with `$b` bound to the buffer of a vector of numbers that are the same where they are equal; `$none` for others: of
/// floats, for those among which are negative zeros, which are equal to zeros and stay where they are among them.
macro_rules! with_distinct_numbers {
    ($v:expr, $b:ident => $body:expr, else $none:expr) => {
        match &$v.data {
            _ if $v.ty == Type::Enum => $none,
            Data::U8($b) => $body,
            Data::I16($b) => $body,
            Data::I32($b) => $body,
            Data::I64($b) => $body,
            Data::F32($b) if !is_any($b.as_slice(), |x| x.to_bits() == (-0f32).to_bits()) => $body,
            Data::F64($b) if !is_any($b.as_slice(), |x| x.to_bits() == (-0f64).to_bits()) => $body,
            _ => $none,
        }
    };
}

/// Is it so of any item?
fn is_any<T: Copy + Sync>(xs: &[T], is: impl Fn(T) -> bool + Sync + Send) -> bool {
    pool::map_ranges(xs.len(), LEADING_BLOCK, |r| xs[r].iter().any(|x| is(*x))).contains(&true)
}

/// The items of a number or symbol vector in ascending order, without a grade; `None` for other types, and for floats among
/// which are negative zeros.
pub fn sorted_items(v: &Vector) -> Option<Vector> {
    fn go<T: OfBits>(b: &Buf<T>) -> Data {
        let xs = b.as_slice();
        if xs.len() <= SMALL_MAX {
            let mut xs = room::copied(xs);
            xs.sort_unstable_by(|x, y| x.order(*y));
            return T::data(xs.into());
        }
        let (low, high) = span(xs);
        if is_countable(high - low, xs.len()) {
            let counts = counts(xs, low, high);
            return T::data(repeated((low..=high).zip(counts).map(|(x, n)| (T::of_bits(x), n))).into());
        }
        let bits = mapped(xs, TASK_MIN, |x| x.bits().clamp(low, high));
        let bits = sorted(bits, View { skip: 0, low, high: high - low });
        T::data(mapped(&bits, TASK_MIN, T::of_bits).into())
    }
    if let Data::Sym(b) = &v.data {
        return Some(v.like(Item::data(sorted_symbols(b.as_slice(), v).into())));
    }
    Some(v.like(with_distinct_numbers!(v, b => go(b), else return None)))
}

/// The `k` least or greatest items of a number vector, in ascending or descending order, without sorting the others; `None` for
/// other types, for floats among which are negative zeros, and where sorting all is no more work.
pub fn leading_items(v: &Vector, k: usize, greatest: bool, descending: bool) -> Option<Vector> {
    fn go<T: OfBits>(b: &Buf<T>, k: usize, greatest: bool, descending: bool) -> Data {
        let xs = b.as_slice();
        let flip = if greatest { u64::MAX } else { 0 };
        let block = crate::runs::worth(LEADING_BLOCK).max(4 * k);
        let blocks = pool::map_ranges(xs.len(), block, |r| match is_over() {
            true => Vec::new(),
            false => least(&xs[r], k, flip),
        });
        let mut bits = blocks.concat();
        bits.sort_unstable();
        bits.truncate(k);
        if greatest != descending {
            bits.reverse();
        }
        T::data(room::collected(bits.into_iter().map(|b| T::of_bits(b ^ flip))).into())
    }
    if k == 0 || k > v.len() / 4 {
        return None;
    }
    Some(v.like(with_distinct_numbers!(v, b => go(b, k, greatest, descending), else return None)))
}

/// The `k` least of the items' numbers, flipped, in some order; of fewer items all.
fn least<T: Key>(xs: &[T], k: usize, flip: u64) -> Vec<u64> {
    // What is kept may become as long again, or a few longer, before the greatest of it are thrown away.
    let room = k + k.max(14);
    let mut kept: Vec<u64> = room::vec(room);
    let mut limit = u64::MAX;
    for x in xs {
        let bits = x.bits() ^ flip;
        if bits < limit || kept.len() < k {
            kept.push(bits);
            if kept.len() == room {
                limit = *kept.select_nth_unstable(k - 1).1;
                kept.truncate(k);
            }
        }
    }
    kept
}

/// The first `k` positions of [`grade`], or the last, without grading the others; `None` for types whose items have no numbers,
/// and where grading all is no more work. The numbers are those of the whole grade, in its order.
pub fn leading_places(v: &Vector, k: usize, last: bool, descending: bool) -> Option<Vec<i64>> {
    fn go<T: Key>(b: &Buf<T>, k: usize, last: bool, descending: bool) -> Vec<i64> {
        let xs = b.as_slice();
        // The last ones are the first of a list that is turned round, with the order turned round as well.
        let flip = if last != descending { u64::MAX } else { 0 };
        let block = crate::runs::worth(LEADING_BLOCK).max(4 * k);
        let mut kept = pool::map_ranges(xs.len(), block, |r| match is_over() {
            true => Vec::new(),
            false if last => least_pairs(r.rev().map(|i| (xs[i].bits() ^ flip, !(i as u64))), k),
            false => least_pairs(r.map(|i| (xs[i].bits() ^ flip, i as u64)), k),
        })
        .concat();
        kept.sort_unstable();
        kept.truncate(k);
        let place = |(_, at): (u64, u64)| if last { !at as i64 } else { at as i64 };
        let places = kept.into_iter().map(place);
        if last { room::collected(places.rev()) } else { room::collected(places) }
    }
    if k == 0 || k > v.len() / 4 {
        return None;
    }
    Some(match &v.data {
        _ if v.ty == Type::Enum => return None,
        Data::U8(b) => go(b, k, last, descending),
        Data::I16(b) => go(b, k, last, descending),
        Data::I32(b) => go(b, k, last, descending),
        Data::I64(b) => go(b, k, last, descending),
        Data::F32(b) => go(b, k, last, descending),
        Data::F64(b) => go(b, k, last, descending),
        _ => return None,
    })
}

/// The `k` least of pairs whose second numbers ascend, in some order; of fewer pairs all.
fn least_pairs(pairs: impl Iterator<Item = (u64, u64)>, k: usize) -> Vec<(u64, u64)> {
    let room = k + k.max(14);
    let mut kept: Vec<(u64, u64)> = room::vec(room);
    let mut limit = u64::MAX;
    for pair in pairs {
        // Of pairs alike in the first number those that came before are less.
        if pair.0 < limit || kept.len() < k {
            kept.push(pair);
            if kept.len() == room {
                limit = kept.select_nth_unstable(k - 1).1.0;
                kept.truncate(k);
            }
        }
    }
    kept
}

/// Distinct symbols by text, each as often as it is there.
fn sorted_symbols(xs: &[Sym], v: &Vector) -> Vec<Sym> {
    let groups = group_vector(v);
    let sizes = groups.sizes();
    let distinct: Vec<Sym> = room::collected(groups.first.iter().map(|&i| xs[i]));
    let texts: Vec<&[u8]> = room::collected(distinct.iter().map(|s| s.bytes()));
    let order = crate::texts::grade(&texts, false);
    repeated(order.into_iter().map(|i| (distinct[i as usize], sizes[i as usize] as usize)))
}

/// How often each number from `low` to `high` is there.
fn counts<T: Key>(xs: &[T], low: u64, high: u64) -> Vec<usize> {
    let width = (high - low) as usize + 1;
    let block = LEADING_BLOCK.max(4 * width);
    let counts = pool::map_ranges(xs.len(), block, |r| {
        let mut counts = room::zeros::<usize>(width);
        xs[r].iter().for_each(|x| counts[(x.bits().clamp(low, high) - low) as usize] += 1);
        counts
    });
    let add = |mut a: Vec<usize>, b: Vec<usize>| {
        a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
        a
    };
    counts.into_iter().reduce(add).unwrap_or_default()
}

/// Each item as often as it says.
fn repeated<T: Copy + Send + Sync>(items: impl Iterator<Item = (T, usize)>) -> Vec<T> {
    let pieces: Vec<Piece<T>> = items.filter(|(_, n)| *n > 0).map(|(x, n)| Piece::Repeat(x, n)).collect();
    joined(&pieces, COPY_MIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cheap generator, so that tests repeat.
    fn noise(n: usize, mask: u64) -> Vec<i64> {
        let mut s = 88172645463325252u64;
        let mut next = || {
            s ^= s << 13;
            s ^= s >> 7;
            s ^= s << 17;
            s
        };
        (0..n).map(|_| (next() & mask) as i64).collect()
    }

    fn plain<T: Key>(xs: &[T], descending: bool) -> Vec<i64> {
        grade_by(xs.len(), descending, |i, j| xs[i].order(xs[j]))
    }

    #[test]
    fn grades_agree_with_the_plain_sort() {
        for n in [0, 1, 2, 63, 64, 3000, 40_000] {
            for mask in [0, 1, 0xff, 0xfffff, u64::MAX, 0xff00_0000_0000_00ff] {
                for descending in [false, true] {
                    let xs = noise(n, mask);
                    let got = grade_vector(&Vector::of(Type::Long, xs.clone()), descending);
                    assert_eq!(got, plain(&xs, descending), "{n} {mask:x} {descending}");
                    let fs: Vec<f64> =
                        xs.iter().map(|&x| if x % 7 == 0 { f64::NAN } else { x as f64 / 3.0 }).collect();
                    let got = grade_vector(&Vector::of(Type::Float, fs.clone()), descending);
                    assert_eq!(got, plain(&fs, descending));
                    let rounded =
                        |x: &i64| if x % 7 == 0 { i64::MIN } else { (x & 0xf_ffff) * 60_000_000_000 };
                    let rounded: Vec<i64> = xs.iter().map(rounded).collect();
                    let v = Vector::of(Type::Timespan, rounded.clone());
                    assert_eq!(grade_vector(&v, descending), plain(&rounded, descending));
                    let ints: Vec<i32> = xs.iter().map(|&x| x as i32).collect();
                    assert_eq!(
                        grade_vector(&Vector::of(Type::Int, ints.clone()), descending),
                        plain(&ints, descending)
                    );
                }
            }
        }
    }

    #[test]
    fn signed_zeros_are_equal_and_nulls_first() {
        let xs = [0.0, -0.0, f64::INFINITY, f64::NAN, f64::NEG_INFINITY, -1.0];
        let many: Vec<f64> = xs.iter().copied().cycle().take(120).collect();
        assert_eq!(grade_vector(&Vector::of(Type::Float, many.clone()), false), plain(&many, false));
    }

    #[test]
    fn symbols_sort_by_text() {
        let xs: Vec<Sym> = noise(5000, 0x3ff).iter().map(|i| Sym::new(format!("g{i}"))).collect();
        for descending in [false, true] {
            assert_eq!(
                grade_vector(&Vector::of(Type::Symbol, xs.clone()), descending),
                plain(&xs, descending)
            );
        }
    }

    #[test]
    fn guids_sort_by_both_halves() {
        for (mask, other) in [(u64::MAX, u64::MAX), (0xff, u64::MAX), (0, u64::MAX), (0xfff, 3), (0, 0)] {
            for n in [0, 1, 100, 5000] {
                let halves = noise(n, mask).into_iter().zip(noise(2 * n, other).split_off(n));
                let guid =
                    |(a, b): (i64, i64)| (u128::from(a as u64) << 64 | u128::from(b as u64)).to_be_bytes();
                let xs: Vec<Guid> = halves.map(guid).collect();
                for descending in [false, true] {
                    let got = grade_vector(&Vector::of(Type::Guid, xs.clone()), descending);
                    assert_eq!(got, plain(&xs, descending), "{n} {mask:x} {descending}");
                }
            }
        }
    }

    #[test]
    fn columns_sort_from_first_to_last() {
        let (a, b) = (noise(4000, 7), noise(4000, u64::MAX));
        let columns = [Value::longs(a.clone()), Value::longs(b.clone())];
        let got = grade_columns(&columns.iter().collect::<Vec<_>>(), false);
        assert_eq!(got, grade_by(4000, false, |i, j| (a[i], b[i]).cmp(&(a[j], b[j]))));
        let times: Vec<i64> =
            a.iter().zip(&b).map(|(a, b)| if *a == 3 { i64::MIN } else { (b & 0xfffff) << 40 }).collect();
        let columns = [&columns[1], &Value::longs(times.clone()), &columns[0]];
        let got = grade_columns(&columns[1..], false);
        assert_eq!(got, grade_by(4000, false, |i, j| (times[i], a[i]).cmp(&(times[j], a[j]))));
        let columns = [columns[2].clone()];
        let small = Value::longs(noise(4000, 15));
        let got = grade_columns(&[&columns[0], &small], true);
        let c = noise(4000, 15);
        assert_eq!(got, grade_by(4000, true, |i, j| (a[i], c[i]).cmp(&(a[j], c[j]))));
    }

    #[test]
    fn leading_items_are_those_of_the_sorted_list() {
        for n in [8, 100, 5000] {
            for mask in [0, 3, 0xff, u64::MAX] {
                let mut xs = noise(n, mask);
                xs[n / 2] = i64::MIN;
                xs[n / 3] = i64::MAX;
                let floats: Vec<f64> = xs.iter().map(|&x| if x < 0 { f64::NAN } else { x as f64 }).collect();
                let (xs, floats) = (Vector::of(Type::Long, xs), Vector::of(Type::Float, floats));
                for v in [&xs, &floats] {
                    let sorted = sorted_items(v).unwrap();
                    for k in [1, 2, n / 5, n / 4] {
                        let k = k.max(1);
                        let items =
                            |at: Vec<usize>| at.into_iter().map(|i| sorted.get(i)).collect::<Vec<Value>>();
                        let got = |greatest, descending| {
                            let got = leading_items(v, k, greatest, descending).unwrap();
                            (0..k).map(|i| got.get(i)).collect::<Vec<Value>>()
                        };
                        let same = |a: Vec<Value>, b: Vec<Value>| {
                            assert!(a.iter().zip(&b).all(|(a, b)| crate::order::identical(a, b)), "{n} {k}");
                        };
                        same(got(false, false), items((0..k).collect()));
                        same(got(false, true), items((0..k).rev().collect()));
                        same(got(true, false), items((n - k..n).collect()));
                        same(got(true, true), items((n - k..n).rev().collect()));
                    }
                }
            }
        }
        let zeros = Vector::of(Type::Float, vec![0.0, -0.0, 1.0, 2.0]);
        assert!(leading_items(&zeros, 1, false, false).is_none());
    }

    #[test]
    fn leading_places_are_those_of_the_whole_grade() {
        for n in [8, 100, 5000] {
            for mask in [0, 3, 0xff, u64::MAX] {
                let mut xs = noise(n, mask);
                xs[n / 2] = i64::MIN;
                xs[n / 3] = i64::MAX;
                let float =
                    |x: &i64| if *x < 0 { f64::NAN } else { *x as f64 * if x % 5 == 0 { -0.0 } else { 1.0 } };
                let floats: Vec<f64> = xs.iter().map(float).collect();
                let bytes: Vec<u8> = xs.iter().map(|&x| x as u8).collect();
                let vectors = [
                    Vector::of(Type::Long, xs),
                    Vector::of(Type::Float, floats),
                    Vector::of(Type::Char, bytes),
                ];
                crate::pool::tests::with_threads(&[0, 3], || {
                    for (v, descending) in vectors.iter().flat_map(|v| [(v, false), (v, true)]) {
                        let whole = grade_list(&v.clone().into(), descending).unwrap();
                        for k in [1, 2, n / 5, n / 4].map(|k| k.max(1)) {
                            for length in [4, crate::runs::USUAL] {
                                crate::runs::set_length(length);
                                let got = |last| leading_places(v, k, last, descending).unwrap();
                                assert_eq!(got(false), whole[..k], "{n} {mask} {k}");
                                assert_eq!(got(true), whole[n - k..], "{n} {mask} {k}");
                            }
                        }
                    }
                });
            }
        }
    }

    #[test]
    fn integers_sort_without_a_grade() {
        for n in [5, 3000, 50_000] {
            for mask in [0xff, u64::MAX] {
                let mut xs = noise(n, mask);
                let got = sorted_items(&Vector::of(Type::Long, xs.clone())).unwrap();
                xs.sort();
                assert_eq!(got.slice::<i64>().unwrap(), xs);
            }
        }
    }
}
