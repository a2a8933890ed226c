//! Short vectors that lie one behind the other, compared as wholes: grouped, sorted and found.
//!
//! Vectors of one count are rows: their first items, their second ones and so on are columns, and what is known of columns
//! holds for them. Vectors of several counts are texts of their items' codes, written so that bytes have the items' order.

use crate::atomic::ops;
use crate::built::mapped;
use crate::find::find_texts;
use crate::grade::{Ranks, grade_columns, ranks_of};
use crate::groups::{Groups, group_ids, group_texts};
use crate::order::{Bits, Key};
use crate::places::{self, Sought};
use crate::{pool, rows, slices};
use quarry_value::{Buf, Data, List, Result, Slices, Texts, Value, Vector, room, with_data};

/// Vectors that are longer are not turned into columns.
const WIDTH_MAX: usize = 64;
/// Fewer vectors are each sought by a walk.
const FEW: usize = 4;
/// Items that are worth a task.
const TASK_MIN: usize = 1 << 16;

/// The groups of vectors that are the same.
pub fn group(x: &Slices) -> Result<Groups> {
    if let Some(columns) = columns(x) {
        return group_ids(&columns.iter().collect::<Vec<_>>());
    }
    let codes = codes(x);
    Ok(group_texts(&codes.iter().collect::<Vec<_>>()))
}

/// The positions that sort vectors item by item, a shorter one before those that it begins.
pub fn grade(x: &Slices, descending: bool) -> Vec<i64> {
    if let Some(columns) = columns(x) {
        return grade_columns(&columns.iter().collect::<Vec<_>>(), descending);
    }
    let texts = ranks_of(x.all()).map_or_else(|| codes(x), |ranks| ranked(x, &ranks));
    crate::texts::grade(&texts.iter().collect::<Vec<_>>(), descending)
}

/// `x?y`, where `y` is a vector, or a list of vectors: the first position of each, `count x` where there is none. `None` for
/// another `y`.
pub fn find(x: &List, y: &Value) -> Option<Value> {
    match y {
        Value::Vector(v) => Some(Value::long(first_at(x, x.as_slices()?, v))),
        Value::List(l) if !l.is_empty() => find_items(x, l).map(Value::longs),
        _ => None,
    }
}

/// The first position of each vector of a list; `None` when it holds anything else.
pub fn find_items(list: &List, y: &List) -> Option<Vec<i64>> {
    let x = list.as_slices()?;
    if let Some(y) = y.as_slices() {
        return Some(find_many(list, x, y));
    }
    if !y.holds_values() {
        return None;
    }
    let vector = |v: &Value| if let Value::Vector(v) = v { Some(v.clone()) } else { None };
    let ys = y.as_slice().iter().map(vector).collect::<Option<Vec<_>>>()?;
    if ys.len() < FEW {
        return Some(ys.iter().map(|y| first_at(list, x, y)).collect());
    }
    // Those of another type are nowhere. The others are put one behind the other.
    let like = x.all();
    let fits = |v: &Vector| v.ty == like.ty && v.domain == like.domain;
    let mut fitting = x.slice(0..0);
    ys.iter().filter(|y| fits(y)).for_each(|y| fitting.push(y));
    let mut found = find_many(list, x, &fitting).into_iter();
    let mut at = |y| if fits(y) { found.next() } else { None };
    Some(ys.iter().map(|y| at(y).unwrap_or(x.len() as i64)).collect())
}

fn find_many(list: &List, x: &Slices, y: &Slices) -> Vec<i64> {
    if x.all().ty != y.all().ty || x.all().domain != y.all().domain {
        return room::repeated(x.len() as i64, y.len());
    }
    if y.len() < FEW || y.len() < x.len() / crate::find::FEW_OF && places::is_noted(list) {
        let one = |y| if let Value::Vector(y) = y { first_at(list, x, &y) } else { x.len() as i64 };
        return (0..y.len()).map(|i| one(y.get(i))).collect();
    }
    if let (Some(columns), Some(wanted)) = (columns(x), columns(y))
        && columns.len() == wanted.len()
        && let Ok(at) = rows::find_rows(&columns, &wanted)
    {
        return at;
    }
    let (x, y) = (codes(x), codes(y));
    let (xs, ys): (Vec<&[u8]>, Vec<&[u8]>) = (x.iter().collect(), y.iter().collect());
    find_texts(xs, ys)
}

/// Where a vector is first; the count when it is not there.
fn first_at(list: &List, x: &Slices, y: &Vector) -> i64 {
    fn go<T: Key>(items: &[T], list: &List, x: &Slices, y: &Vector) -> Option<usize> {
        Some(places::first_of(list, &OneVector { items, x, wanted: y.slice()? }))
    }
    let all = x.all();
    let found = match all.ty == y.ty && all.domain == y.domain {
        true => with_data!(&all.data, b => go(b.as_slice(), list, x, y)),
        false => None,
    };
    found.unwrap_or(x.len()) as i64
}

/// A vector that is sought among others.
struct OneVector<'a, T> {
    items: &'a [T],
    x: &'a Slices,
    wanted: &'a [T],
}

impl<T: Key> OneVector<'_, T> {
    fn get(&self, at: usize) -> &[T] {
        &self.items[self.x.place(at)]
    }
}

impl<T: Key> Sought for OneVector<'_, T> {
    fn hash(&self, at: usize) -> u64 {
        number(self.get(at))
    }

    fn same(&self, a: usize, b: usize) -> bool {
        are_same(self.get(a), self.get(b))
    }

    fn wanted(&self) -> u64 {
        number(self.wanted)
    }

    fn is_at(&self, at: usize) -> bool {
        are_same(self.get(at), self.wanted)
    }
}

fn are_same<T: Key>(x: &[T], y: &[T]) -> bool {
    x.len() == y.len() && x.iter().zip(y).all(|(a, b)| a.same(*b))
}

fn number<T: Key>(x: &[T]) -> u64 {
    x.iter().fold(x.len() as u64, |number, item| (number ^ item.code().hash()).hash())
}

/// Flags of the vectors that do not match (tolerantly) the one before; the first always.
pub fn differ(x: &Slices) -> Vec<u8> {
    fn go<T: Copy + Sync>(x: &Slices, xs: &[T], same: impl Fn(T, T) -> bool + Sync) -> Vec<u8> {
        let differs = |i: usize| {
            let (before, here) = (&xs[x.place(i - 1)], &xs[x.place(i)]);
            before.len() != here.len() || !before.iter().zip(here).all(|(a, b)| same(*a, *b))
        };
        let mut flags = room::zeros(x.len());
        pool::for_each_part(&mut flags, TASK_MIN, |start, part| {
            part.iter_mut().zip(start..).for_each(|(f, i)| *f = u8::from(i == 0 || differs(i)));
        });
        flags
    }
    match &x.all().data {
        Data::F64(b) => go(x, b.as_slice(), ops::same),
        Data::F32(b) => go(x, b.as_slice(), ops::same),
        data => with_data!(data, b => go(x, b.as_slice(), Key::same)),
    }
}

/// The first items of all vectors, their second ones and so on, when they have one count.
fn columns(x: &Slices) -> Option<Vec<Value>> {
    let width = x.width().filter(|w| (1..=WIDTH_MAX).contains(w))?;
    Some(slices::columns(x, width))
}

/// A text for each vector, in the order of the vectors: of ranks in as few bytes as they take.
fn ranked(x: &Slices, r: &Ranks) -> Texts {
    match r.high {
        0..=0xff => coded(x, &r.ranks, |rank| (rank as u8).to_be_bytes()),
        0x100..=0xffff => coded(x, &r.ranks, |rank| (rank as u16).to_be_bytes()),
        0x1_0000..=0xffff_ffff => coded(x, &r.ranks, |rank| (rank as u32).to_be_bytes()),
        _ => coded(x, &r.ranks, u64::to_be_bytes),
    }
}

/// A text for each vector: the texts are equal where vectors are, and those of guids have their order.
fn codes(x: &Slices) -> Texts {
    fn go<T: Key>(b: &Buf<T>, x: &Slices) -> Texts {
        coded(x, b.as_slice(), |item| item.bits().to_be_bytes())
    }
    match &x.all().data {
        Data::U8(b) => coded(x, b.as_slice(), |item| [item]),
        Data::Guid(b) => coded(x, b.as_slice(), |item| item),
        Data::Sym(b) => coded(x, b.as_slice(), |item| item.id().to_be_bytes()),
        data => with_data!(data, b => go(b, x)),
    }
}

/// A text for each vector, of what stands for each of its items.
fn coded<T: Copy + Sync, const N: usize>(
    x: &Slices,
    items: &[T],
    code: impl Fn(T) -> [u8; N] + Copy + Sync + Send,
) -> Texts {
    let bytes = mapped(items, TASK_MIN, code).into_flattened();
    Texts::from_parts(bytes, room::collected(x.ends().iter().map(|end| end * N)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find::find_each;
    use crate::order::{compare, identical};
    use crate::slices::tests::both_lists;
    use crate::strings::tests::in_all_ways;

    /// The lists, and those of their vectors that have one count.
    fn lists() -> Vec<Slices> {
        let of_two = |x: &Slices| {
            let at: Vec<i64> = (0..x.len() as i64).filter(|i| x.place(*i as usize).len() == 2).collect();
            slices::pick(x, &at.repeat(3))
        };
        both_lists().iter().flat_map(|(x, _)| [x.clone(), of_two(x)]).collect()
    }

    fn values(x: &Slices) -> Vec<Value> {
        (0..x.len()).map(|i| x.get(i)).collect()
    }

    #[test]
    fn vectors_are_grouped_as_one_by_one() {
        in_all_ways(|| {
            for x in lists() {
                let values = values(&x);
                let groups = group(&x).unwrap();
                let firsts = find_each(&values, &values);
                let got: Vec<i64> = groups.ids.iter().map(|id| groups.first[*id as usize] as i64).collect();
                assert_eq!(got, firsts, "{:?}", x.all().ty);
                assert!(groups.first.is_sorted() && groups.count == groups.first.len());
            }
        });
    }

    #[test]
    fn vectors_are_sorted_as_one_by_one() {
        let check = |x: &Slices| {
            let values = values(x);
            let mut wanted: Vec<i64> = (0..values.len() as i64).collect();
            wanted.sort_by(|i, j| compare(&values[*i as usize], &values[*j as usize]));
            assert_eq!(super::grade(x, false), wanted, "{:?}", x.all().ty);
            wanted.sort();
            wanted.sort_by(|i, j| compare(&values[*j as usize], &values[*i as usize]));
            assert_eq!(super::grade(x, true), wanted, "{:?}", x.all().ty);
        };
        lists().iter().for_each(check);
        // Runs of a few items make a task of each.
        in_all_ways(|| lists().iter().step_by(7).for_each(check));
    }

    #[test]
    fn vectors_differ_as_one_by_one() {
        in_all_ways(|| {
            for x in lists() {
                let twice: Vec<i64> = (0..x.len() as i64).flat_map(|i| [i, i]).collect();
                let x = slices::pick(&x, &twice);
                let matches =
                    |i: usize| crate::matches(&x.get(i - 1), &x.get(i)).unwrap().as_long() == Some(1);
                let wanted: Vec<u8> = (0..x.len()).map(|i| u8::from(i == 0 || !matches(i))).collect();
                assert_eq!(differ(&x), wanted, "{:?}", x.all().ty);
            }
        });
    }

    #[test]
    fn vectors_are_found_as_one_by_one() {
        in_all_ways(|| {
            let lists = lists();
            for (x, y) in lists.iter().zip(lists.iter().cycle().skip(1)).chain(lists.iter().zip(&lists)) {
                let x = &x.slice(x.len() / 3..x.len());
                let (xs, ys) = (values(x), values(y));
                let wanted = find_each(&xs, &ys);
                let list = |y: Value| if let Value::List(l) = y { l } else { panic!("a list") };
                let x = &list(x.clone().into());
                assert_eq!(find_items(x, &list(y.clone().into())).as_ref(), Some(&wanted));
                assert_eq!(find_items(x, &list(Value::list(ys.clone()))).as_ref(), Some(&wanted));
                for k in 0..3 {
                    let at = wanted[k..k + 1].to_vec();
                    assert_eq!(find_items(x, &list(y.slice(k..k + 1).into())).as_ref(), Some(&at));
                    assert!(identical(&find(x, &ys[k]).unwrap(), &Value::long(at[0])));
                }
            }
        });
    }
}
