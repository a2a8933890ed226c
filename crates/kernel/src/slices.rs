//! Short vectors that lie one behind the other in a list: made, picked and computed without a value for each.

use crate::built::{Piece, joined, pieced};
use crate::gather::null_item;
use crate::pool;
use crate::shape::{LIST_SIZE, check_room};
use crate::strings;
use quarry_value::evaluation::is_over;
use quarry_value::{
    Attr, Buf, Data, Item, List, Result, Slices, Texts, Type, Value, Vector, room, with_data,
};
use std::mem::MaybeUninit;
use std::ops::Range;
use std::sync::Arc;

mod search;
mod sets;

pub use search::{find_each, holds_each};
pub use sets::{among, among_each, distinct_each};

/// Items that are worth a task.
const TASK_MIN: usize = 1 << 16;

/// `x` cut at the positions `starts`, which ascend and of which the last is the end of the last part.
///
/// Errors: 'wsfull.
pub fn parts(x: &Arc<Vector>, starts: &[usize]) -> Result<Value> {
    fn taken<T: Item>(b: &Buf<T>, start: usize, end: usize) -> Data {
        T::data(joined(&[Piece::Items(b.range(start..end))], crate::built::COPY_MIN).into())
    }
    let [start, .., end] = *starts else { return Ok(Value::empty_list()) };
    let (count, ends) = (starts.len() - 1, || room::collected(starts[1..].iter().map(|e| e - start)));
    if x.ty == Type::Char && Texts::pay(count, end - start) {
        let bytes = x.slice::<u8>().unwrap_or_default();
        return Ok(Texts::from_parts(room::copied(&bytes[start..end]), ends()).into());
    }
    if !Slices::pay(count, x.ty, end - start) {
        check_room(count as i64, LIST_SIZE)?;
        return Ok(Value::list(crate::sets::lists(x, starts)));
    }
    let is_whole = start == 0 && end == x.len() && x.attr == Attr::None;
    let all = match is_whole {
        true => x.clone(),
        false => Arc::new(x.like(with_data!(&x.data, b => taken(b, start, end)))),
    };
    Ok(Slices::new(all, ends()).into())
}

/// The vectors of a list at these positions; an empty one for a position that is in none.
pub fn pick(x: &Slices, at: &[i64]) -> Slices {
    let n = x.len() as u64;
    // Whether all have one count is not worth a look at all for a few.
    if at.len() >= x.len() / 4
        && let Some(width) = x.width().filter(|w| *w > 0 && at.iter().all(|i| (*i as u64) < n))
    {
        return pick_rows(x, width, at);
    }
    let place = |k: usize| if (at[k] as u64) < n { x.place(at[k] as usize) } else { 0..0 };
    let ends = ends_of((0..at.len()).map(|k| place(k).len()));
    fn go<T: Item>(xs: &[T], ends: &[usize], of: impl Fn(usize) -> Range<usize> + Sync + Send) -> Data {
        T::data(written(ends, |k, out| _ = out.write_copy_of_slice(&xs[of(k)])).into())
    }
    let data = with_data!(&x.all().data, b => go(b.as_slice(), &ends, place));
    Slices::new(Arc::new(x.all().like(data)), ends)
}

/// The vectors of a list at these positions, which are in it, when all have `width` items.
fn pick_rows(x: &Slices, width: usize, at: &[i64]) -> Slices {
    fn of_width<T: Copy, const N: usize>(xs: &[T], at: &[i64], out: &mut [MaybeUninit<T>]) {
        let rows = xs.as_chunks::<N>().0;
        let places = out.as_chunks_mut::<N>().0;
        places.iter_mut().zip(at).for_each(|(o, i)| _ = o.write_copy_of_slice(&rows[*i as usize]));
    }
    fn go<T: Item>(xs: &[T], width: usize, at: &[i64]) -> Data {
        let write = |start: usize, out: &mut [MaybeUninit<T>]| {
            let at = &at[start / width..(start + out.len()) / width];
            match width {
                1 => of_width::<T, 1>(xs, at, out),
                2 => of_width::<T, 2>(xs, at, out),
                3 => of_width::<T, 3>(xs, at, out),
                4 => of_width::<T, 4>(xs, at, out),
                _ => out.chunks_exact_mut(width).zip(at).for_each(|(o, i)| {
                    _ = o.write_copy_of_slice(&xs[*i as usize * width..][..width]);
                }),
            }
        };
        T::data(crate::built::in_blocks(at.len() * width, width, crate::runs::worth(TASK_MIN), write).into())
    }
    let ends = room::collected((0..at.len()).map(|k| (k + 1) * width));
    let data = with_data!(&x.all().data, b => go(b.as_slice(), width, at));
    Slices::new(Arc::new(x.all().like(data)), ends)
}

/// `reverse each x`
pub fn reversed(x: &Slices) -> Slices {
    fn go<T: Item>(x: &Slices, xs: &[T]) -> Data {
        let write = |k: usize, out: &mut [MaybeUninit<T>]| {
            let from = &xs[x.place(k)];
            assert_eq!(out.len(), from.len());
            out.iter_mut().zip(from.iter().rev()).for_each(|(o, x)| _ = o.write(*x));
        };
        T::data(written(x.ends(), write).into())
    }
    x.with(Arc::new(x.all().like(with_data!(&x.all().data, b => go(x, b.as_slice())))))
}

/// The items of all vectors or strings of a list that lie one behind the other.
pub struct LaidOut<'a> {
    list: &'a List,
    all: Value,
}

impl<'a> LaidOut<'a> {
    /// Those of strings are copied into one vector of characters.
    pub fn of(list: &'a List) -> Option<LaidOut<'a>> {
        let all = match (list.as_slices(), list.as_packed()) {
            (Some(s), _) => Value::Vector(s.all().clone()),
            (None, texts) => Value::vector(Type::Char, room::copied(texts?.bytes())),
        };
        Some(LaidOut { list, all })
    }

    pub fn all(&self) -> &Value {
        &self.all
    }

    pub fn ends(&self) -> &'a [usize] {
        ends(self.list).unwrap_or_default()
    }

    /// [`mapped`]
    pub fn mapped(&self, f: impl FnOnce(&Value) -> Result<Value>) -> Option<Value> {
        if let Some(s) = self.list.as_slices() {
            return mapped(s, f);
        }
        let all = as_many(f(&self.all), self.all.count())?;
        Some(cut(all, room::copied(self.ends())))
    }
}

/// The vector of `n` items that short ones can lie in, when it is one.
fn as_many(answer: Result<Value>, n: usize) -> Option<Arc<Vector>> {
    match answer {
        Ok(Value::Vector(v)) if v.len() == n && v.attr == Attr::None => Some(v),
        _ => None,
    }
}

/// The vectors or strings that end at `ends` among the items of `all`.
fn cut(all: Arc<Vector>, ends: Vec<usize>) -> Value {
    if all.ty != Type::Char {
        return Slices::new(all, ends).into();
    }
    let bytes = match Arc::try_unwrap(all).map(|v| v.data) {
        Ok(Data::U8(Buf::Heap(bytes))) => bytes,
        Ok(data) => room::copied(u8::of(&data).map(Buf::as_slice).unwrap_or_default()),
        Err(shared) => room::copied(shared.slice().unwrap_or_default()),
    };
    Texts::from_parts(bytes, ends).into()
}

/// Where the vectors of a [`LaidOut`] end.
pub fn ends(x: &List) -> Option<&[usize]> {
    x.as_slices().map(Slices::ends).or_else(|| x.as_packed().map(Texts::ends))
}

/// `n rotate'x`
pub fn rotated(x: &Slices, n: impl Fn(usize) -> i64 + Sync + Send) -> Slices {
    fn go<T: Item>(x: &Slices, xs: &[T], n: impl Fn(usize) -> i64 + Sync + Send) -> Data {
        let write = |k: usize, out: &mut [MaybeUninit<T>]| {
            let items = &xs[x.place(k)];
            let by = if items.is_empty() { 0 } else { n(k).rem_euclid(items.len() as i64) as usize };
            let (last, first) = items.split_at(by);
            let (begin, end) = out.split_at_mut(first.len());
            begin.write_copy_of_slice(first);
            end.write_copy_of_slice(last);
        };
        T::data(written(x.ends(), write).into())
    }
    x.with(Arc::new(x.all().like(with_data!(&x.all().data, b => go(x, b.as_slice(), n)))))
}

/// One item of each vector: that at the position that `place` tells of its number and count; a null where there is none.
///
/// Where they are is found for many before the first is read, so that memory is asked for many at a time.
pub fn items(x: &Slices, place: impl Fn(usize, usize) -> usize + Sync + Send) -> Value {
    const MANY: usize = 256;
    fn go<T: Item>(x: &Slices, xs: &[T], place: impl Fn(usize, usize) -> usize + Sync + Send) -> Data {
        let null = null_item::<T>(x.all().ty);
        let position = |i: usize| {
            let lie = x.place(i);
            let at = place(i, lie.len());
            if at < lie.len() { lie.start + at } else { usize::MAX }
        };
        let mut out = crate::built::filled(null, x.len());
        pool::fill_parts(&mut out, strings::TASK_MIN, |start, part| {
            let mut at = [0; MANY];
            for (k, part) in part.chunks_mut(MANY).enumerate() {
                if k % MANY == 0 && is_over() {
                    return;
                }
                let at = &mut at[..part.len()];
                at.iter_mut().zip(start + k * MANY..).for_each(|(at, i)| *at = position(i));
                part.iter_mut().zip(at).for_each(|(o, at)| *o = xs.get(*at).copied().unwrap_or(null));
            }
        });
        T::data(out.into())
    }
    let all = x.all();
    all.like(with_data!(&all.data, b => go(x, b.as_slice(), place))).into()
}

/// The items of each vector at the positions `at`; nulls for positions that it does not have.
pub fn items_at(x: &Slices, at: &[i64]) -> Slices {
    fn go<T: Item>(x: &Slices, xs: &[T], at: &[i64], ends: &[usize]) -> Data {
        let null = null_item::<T>(x.all().ty);
        let write = |k: usize, out: &mut [MaybeUninit<T>]| {
            let from = &xs[x.place(k)];
            assert_eq!(out.len(), at.len());
            let item = |i: &i64| from.get(*i as usize).copied().unwrap_or(null);
            out.iter_mut().zip(at).for_each(|(o, i)| _ = o.write(item(i)));
        };
        T::data(written(ends, write).into())
    }
    let ends: Vec<usize> = room::collected((0..x.len()).map(|k| (k + 1) * at.len()));
    let data = with_data!(&x.all().data, b => go(x, b.as_slice(), at, &ends));
    Slices::new(Arc::new(x.all().like(data)), ends)
}

/// `x@'at`: the items of each vector at the positions that `at` has in its place; nulls for positions that it does not have.
pub fn items_each(x: &Slices, at: &Slices) -> Option<Value> {
    fn go<T: Item>(x: &Slices, xs: &[T], at: &Slices, all: &[i64]) -> Data {
        let null = null_item::<T>(x.all().ty);
        let write = |k: usize, out: &mut [MaybeUninit<T>]| {
            let (from, at) = (&xs[x.place(k)], &all[at.place(k)]);
            assert_eq!(out.len(), at.len());
            let item = |i: &i64| from.get(*i as usize).copied().unwrap_or(null);
            out.iter_mut().zip(at).for_each(|(o, i)| _ = o.write(item(i)));
        };
        T::data(written(at.ends(), write).into())
    }
    let all = at.all().slice::<i64>().filter(|_| at.all().ty == Type::Long && at.len() == x.len())?;
    let data = with_data!(&x.all().data, b => go(x, b.as_slice(), at, all));
    Some(at.with(Arc::new(x.all().like(data))).into())
}

/// The vectors of `f` of the items of all of them, when that answers as many items. What goes wrong is met again by whoever
/// goes vector by vector, at its place.
pub fn mapped(x: &Slices, f: impl FnOnce(&Value) -> Result<Value>) -> Option<Value> {
    let all = as_many(f(&Value::Vector(x.all().clone())), x.all().len())?;
    Some(if all.ty == Type::Char { cut(all, room::copied(x.ends())) } else { x.with(all).into() })
}

/// Each item of `x` as often as the list in its place has items, which end at `ends`: what goes with the items of all lists.
pub fn spread(x: &Vector, ends: &[usize]) -> Value {
    fn go<T: Item>(xs: &[T], ends: &[usize]) -> Data {
        T::data(written(ends, |k, out| out.fill(MaybeUninit::new(xs[k]))).into())
    }
    x.like(with_data!(&x.data, b => go(b.as_slice(), ends))).into()
}

/// All items of `x` for each of the lists of its count that end at `ends`: what goes with the items of all lists.
pub fn tiled(x: &Vector, ends: &[usize]) -> Value {
    fn go<T: Item>(xs: &[T], ends: &[usize]) -> Data {
        T::data(written(ends, |_, out| _ = out.write_copy_of_slice(xs)).into())
    }
    x.like(with_data!(&x.data, b => go(b.as_slice(), ends))).into()
}

/// `x` for each of the vectors of `rows`, which have its count.
pub fn tiled_beside(x: &Vector, rows: &Slices) -> Option<Slices> {
    match tiled(x, rows.width().filter(|w| *w == x.len()).map(|_| rows.ends())?) {
        Value::Vector(all) => Some(Slices::new(all, room::copied(rows.ends()))),
        _ => None,
    }
}

/// `n _'x`, and `n#'x` of no more items than each has: a stretch of each vector, which `stretch` tells of its number and count.
pub fn stretches(x: &Slices, stretch: impl Fn(usize, usize) -> Range<usize> + Sync + Send) -> Slices {
    fn go<T: Item>(xs: &[T], ends: &[usize], place: impl Fn(usize) -> Range<usize> + Sync + Send) -> Data {
        T::data(written(ends, |k, out| _ = out.write_copy_of_slice(&xs[place(k)])).into())
    }
    let place = |k: usize| {
        let lies = x.place(k);
        let part = stretch(k, lies.len());
        lies.start + part.start..lies.start + part.end
    };
    let ends = ends_of((0..x.len()).map(|k| place(k).len()));
    let data = with_data!(&x.all().data, b => go(b.as_slice(), &ends, place));
    Slices::new(Arc::new(x.all().like(data)), ends)
}

/// Every stretch of `width` items, of which there are as many at least.
///
/// Errors: 'wsfull.
pub fn windows(x: &Vector, width: usize) -> Result<Value> {
    fn apart<T: Item>(x: &Vector, xs: &[T], width: usize) -> Vec<Value> {
        room::collected(xs.windows(width).map(|w| x.like(T::data(room::copied(w).into())).into()))
    }
    fn packed<T: Item>(xs: &[T], ends: &[usize], width: usize) -> Data {
        T::data(written(ends, |k, out| _ = out.write_copy_of_slice(&xs[k..k + width])).into())
    }
    let count = (x.len() + 1).saturating_sub(width);
    let total = count.saturating_mul(width);
    let pays = if x.ty == Type::Char { Texts::pay(count, total) } else { Slices::pay(count, x.ty, total) };
    if !pays {
        check_room(count as i64, LIST_SIZE)?;
        return Ok(Value::list(with_data!(&x.data, b => apart(x, b.as_slice(), width))));
    }
    let ends: Vec<usize> = room::collected((0..count).map(|k| (k + 1) * width));
    Ok(cut(Arc::new(x.like(with_data!(&x.data, b => packed(b.as_slice(), &ends, width)))), ends))
}

/// What the neighbours of an item at the edge of its vector leave to it.
pub enum Edge {
    FirstIsKept,
    FirstIsNull,
    LastIsNull,
}

/// The vectors of `f` of the items of all of them, which looks at an item and its neighbour; `edge` tells of the items that have
/// theirs in another vector.
pub fn stepped(x: &Slices, f: impl FnOnce(&Value) -> Result<Value>, edge: Edge) -> Option<Value> {
    fn go<T: Item>(x: &Slices, new: &mut Buf<T>, edge: Edge, null: T) {
        let old = T::of(&x.all().data).map(Buf::as_slice).unwrap_or_default();
        let new = new.make_mut();
        for k in (0..x.len()).filter(|k| !x.place(*k).is_empty()) {
            let place = x.place(k);
            match edge {
                Edge::FirstIsKept => new[place.start] = old[place.start],
                Edge::FirstIsNull => new[place.start] = null,
                Edge::LastIsNull => new[place.end - 1] = null,
            }
        }
    }
    let all = x.all();
    let Ok(Value::Vector(mut v)) = f(&Value::Vector(all.clone())) else { return None };
    if v.len() != all.len() || v.ty != all.ty || v.attr != Attr::None {
        return None;
    }
    let own = Arc::make_mut(&mut v);
    with_data!(&mut own.data, b => go(x, b, edge, null_item(all.ty)));
    Some(x.with(v).into())
}

/// `where each x` of flags.
pub fn places(x: &Slices) -> Option<Value> {
    let flags = x.all().slice::<u8>().filter(|_| x.all().ty == Type::Bool)?;
    let set = |k: usize| flags[x.place(k)].iter().filter(|f| **f != 0).count();
    let ends = ends_of((0..x.len()).map(set));
    let write = |k: usize, out: &mut [MaybeUninit<i64>]| {
        let here = flags[x.place(k)].iter().zip(0..).filter(|(f, _)| **f != 0);
        // The file behind flags may have been cut short since they were counted.
        let mut here = here.map(|(_, i)| i);
        out.iter_mut().for_each(|o| _ = o.write(here.next().unwrap_or_default()));
    };
    let all = written(&ends, write);
    Some(Slices::new(Arc::new(Vector::of(Type::Long, all)), ends).into())
}

/// `til each x`; `None` when a count is negative or null, or when all are too many to lie one behind the other.
pub fn counted(counts: &[i64]) -> Option<Value> {
    let ends = ends_of_counts(counts, Type::Long)?;
    let all = written(&ends, |_, out| out.iter_mut().zip(0i64..).for_each(|(o, i)| _ = o.write(i)));
    Some(Slices::new(Arc::new(Vector::of(Type::Long, all)), ends).into())
}

/// `n#'x` of items: each as often as its count tells; `None` as of [`counted`].
pub fn repeated(count: impl Fn(usize) -> i64, x: &Vector) -> Option<Value> {
    let counts: Vec<i64> = room::collected((0..x.len()).map(count));
    let ends = ends_of_counts(&counts, x.ty)?;
    let Value::Vector(all) = spread(x, &ends) else { return None };
    Some(Slices::new(all, ends).into())
}

/// Where vectors of these counts end, when none is negative and they are better held one behind the other.
fn ends_of_counts(counts: &[i64], ty: Type) -> Option<Vec<usize>> {
    let add = |sum: usize, n: &i64| sum.checked_add(usize::try_from(*n).ok()?);
    let total = counts.iter().try_fold(0, add)?;
    Slices::pay(counts.len(), ty, total).then(|| ends_of(counts.iter().map(|n| *n as usize)))
}

/// What each of many vectors is made of.
#[derive(Clone, Copy)]
pub enum Part<'a> {
    Each(&'a Slices),
    /// One item of it each.
    Items(&'a Vector),
    /// The same for all.
    Whole(&'a Vector),
}

impl<'a> Part<'a> {
    /// A part for each item of a list of short vectors, or of a vector.
    pub fn of(x: &'a Value) -> Option<Part<'a>> {
        match x {
            Value::List(l) => l.as_slices().map(Part::Each),
            Value::Vector(v) => Some(Part::Items(v)),
            _ => None,
        }
    }
}

impl Part<'_> {
    fn all(&self) -> &Vector {
        match self {
            Part::Each(x) => x.all(),
            Part::Items(x) | Part::Whole(x) => x,
        }
    }

    fn place(&self, k: usize) -> Range<usize> {
        match self {
            Part::Each(x) => x.place(k),
            Part::Items(_) => k..k + 1,
            Part::Whole(x) => 0..x.len(),
        }
    }

    fn are_for(&self, n: usize) -> bool {
        match self {
            Part::Each(x) => x.len() == n,
            Part::Items(x) => x.len() == n,
            Part::Whole(_) => true,
        }
    }
}

/// `x,'y`, `x,\:y` and `x,/:y` of `n` vectors or items of one type.
pub fn joined_each(n: usize, x: Part, y: Part) -> Option<Value> {
    fn go<T: Item>(xs: &[T], ys: &[T], x: Part, y: Part, ends: &[usize]) -> Data {
        let write = |k: usize, out: &mut [MaybeUninit<T>]| {
            let (x, y) = (&xs[x.place(k)], &ys[y.place(k)]);
            let (begin, end) = out.split_at_mut(x.len());
            begin.write_copy_of_slice(x);
            end.write_copy_of_slice(y);
        };
        T::data(written(ends, write).into())
    }
    let (a, b) = (x.all(), y.all());
    let alike = a.ty == b.ty && a.domain == b.domain && a.ty != Type::Char;
    if !alike || !x.are_for(n) || !y.are_for(n) {
        return None;
    }
    let total = (0..n).try_fold(0usize, |sum, k| sum.checked_add(x.place(k).len() + y.place(k).len()))?;
    if !Slices::pay(n, a.ty, total) {
        return None;
    }
    let ends = ends_of((0..n).map(|k| x.place(k).len() + y.place(k).len()));
    fn items<T: Item>(v: &Vector) -> &[T] {
        T::of(&v.data).map(Buf::as_slice).unwrap_or_default()
    }
    let data = with_data!(&a.data, xs => go(xs.as_slice(), items(b), x, y, &ends));
    Some(Slices::new(Arc::new(a.like(data)), ends).into())
}

/// Where vectors of these counts end.
pub fn ends_of(counts: impl ExactSizeIterator<Item = usize>) -> Vec<usize> {
    let mut end = 0;
    room::collected(counts.map(|n| {
        end += n;
        end
    }))
}

/// `flip x` of vectors of one count, which is no larger than their number.
pub fn flipped(x: &Slices) -> Option<Value> {
    let width = x.width().filter(|w| (1..=x.len()).contains(w))?;
    Some(Value::list(columns(x, width)))
}

/// The first items of all vectors, their second ones and so on: each has `width` items, which is not nothing.
///
/// What a few rows have is read once for all columns.
pub fn columns(x: &Slices, width: usize) -> Vec<Value> {
    fn go<T: Item>(x: &Slices, xs: &[T], width: usize) -> Vec<Data> {
        let n = x.len();
        let mut columns: Vec<Vec<T>> =
            (0..width).map(|_| crate::built::filled(null_item::<T>(x.all().ty), n)).collect();
        let block = crate::runs::worth(TASK_MIN).div_ceil(width).max(n.div_ceil(4 * pool::threads().max(1)));
        let mut tasks: Vec<Vec<&mut [T]>> = (0..n.div_ceil(block)).map(|_| room::vec(width)).collect();
        for column in &mut columns {
            tasks.iter_mut().zip(column.chunks_mut(block)).for_each(|(task, part)| task.push(part));
        }
        pool::for_each_item(tasks.into_iter().enumerate().collect(), |(k, mut parts)| {
            let rows = &xs[k * block * width..n.min((k + 1) * block) * width];
            for (t, tile) in rows.chunks(ROWS * width).enumerate() {
                if t % ROWS == 0 && is_over() {
                    return;
                }
                for (j, part) in parts.iter_mut().enumerate() {
                    let items = tile[j..].iter().step_by(width);
                    part[t * ROWS..].iter_mut().zip(items).for_each(|(o, x)| *o = *x);
                }
            }
        });
        columns.into_iter().map(|column| T::data(column.into())).collect()
    }
    let all = x.all();
    let columns = with_data!(&all.data, b => go(x, b.as_slice(), width));
    columns.into_iter().map(|data| all.like(data).into()).collect()
}

/// `flip columns` of vectors of one type and of `n` items: the rows.
pub fn rows<T: Item>(like: &Vector, columns: &[&[T]], n: usize) -> Slices {
    let width = columns.len();
    let ends: Vec<usize> = room::collected((0..n).map(|i| (i + 1) * width));
    // Whole columns are read in turns that leave the rows in the cache.
    let write = |start: usize, out: &mut [MaybeUninit<T>]| {
        let first = start / width;
        for (t, tile) in out.chunks_mut(ROWS * width).enumerate() {
            let first = first + t * ROWS;
            let count = tile.len() / width;
            for (j, column) in columns.iter().enumerate() {
                let items = &column[first..first + count];
                tile[j..].iter_mut().step_by(width).zip(items).for_each(|(o, x)| _ = o.write(*x));
            }
        }
    };
    let all = crate::built::in_blocks(n * width, width, crate::built::COPY_MIN, write);
    Slices::new(Arc::new(like.like(T::data(all.into()))), ends)
}

/// Rows that are written together.
const ROWS: usize = 64;

/// The items of vectors that end at `ends`: `write` writes all those of one.
fn written<T: Copy + Send>(
    ends: &[usize],
    write: impl Fn(usize, &mut [MaybeUninit<T>]) + Sync + Send,
) -> Vec<T> {
    let (n, total) = (ends.len(), ends.last().copied().unwrap_or(0));
    let block = (n * crate::runs::worth(TASK_MIN)).div_ceil(total.max(1)).max(1);
    let end = |k: usize| if k == 0 { 0 } else { ends[k - 1] };
    let counts: Vec<usize> = (0..n).step_by(block).map(|k| end(n.min(k + block)) - end(k)).collect();
    let (items, _) = pieced(&counts, |b, mut rest: &mut [MaybeUninit<T>]| {
        for k in b * block..n.min((b + 1) * block) {
            let (own, more) = std::mem::take(&mut rest).split_at_mut(end(k + 1) - end(k));
            write(k, own);
            rest = more;
        }
    });
    items
}

/// Can the vectors of `y` come after those of `x`?
pub fn take(x: &Slices, y: &List) -> bool {
    match y.as_slices() {
        Some(y) => x.takes(y.all()),
        None if y.holds_values() => y.as_slice().iter().all(|v| matches!(v, Value::Vector(v) if x.takes(v))),
        None => false,
    }
}

/// Items of the vectors of `y` together.
pub fn items_in(y: &List) -> usize {
    match y.as_slices() {
        Some(y) => y.all().len(),
        None => y.as_slice().iter().map(Value::count).sum(),
    }
}

/// Appends the vectors of `y`, which `x` can [take].
pub fn append(x: &mut Slices, y: &List) {
    if let Some(y) = y.as_slices() {
        x.append(y);
        return;
    }
    x.reserve(y.len(), items_in(y));
    for v in y.as_slice() {
        if let Value::Vector(v) = v {
            x.push(v);
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::order::identical;
    use crate::strings::tests::in_all_ways;
    use quarry_value::Sym;

    /// Vectors of up to six items, of each type in turn and with nulls among them: one behind the other, and each as a value.
    pub(crate) fn both_lists() -> Vec<(Slices, Vec<Value>)> {
        let ends: Vec<usize> = ends_of((0..90).map(|i| i * i % 7 % 6));
        let item = |i: i64| if i % 9 == 4 { i64::MIN } else { (i * 7 + i / 5) % 31 - 12 };
        let items: Vec<i64> = (0..ends[89] as i64).map(item).collect();
        let symbol = |i: &i64| Sym::new(if *i == i64::MIN { String::new() } else { i.to_string() });
        let symbols = Value::syms(items.iter().map(symbol).collect());
        let longs = Value::longs(items);
        let lists = "bxhijefspmdznuvt".chars().map(|ty| {
            let all = match ty {
                's' => Ok(symbols.clone()),
                ty => crate::cast(&Value::char(ty as u8), &longs),
            };
            let Ok(Value::Vector(all)) = all else { panic!("a vector of type {ty}") };
            let slices = Slices::new(all, ends.clone());
            let values = (0..slices.len()).map(|i| slices.get(i)).collect();
            (slices, values)
        });
        lists.collect()
    }

    /// Is that what the values are, put together?
    pub(crate) fn same(got: &Value, values: &[Value]) {
        assert!(identical(got, &Value::collapse(values.to_vec())), "{got:?}");
    }

    #[test]
    fn vectors_are_picked_cut_and_turned_as_one_by_one() {
        let at: Vec<i64> = (0..200).map(|i| i * 37 % 95 - 2).collect();
        in_all_ways(|| {
            for (slices, values) in both_lists() {
                let none = Value::from(slices.all().like(Data::empty(slices.all().ty.repr())));
                let one = |i: &i64| values.get(*i as usize).unwrap_or(&none).clone();
                same(&pick(&slices, &at).into(), &at.iter().map(one).collect::<Vec<_>>());
                let each = |f: &dyn Fn(&Value) -> Result<Value>| {
                    values.iter().map(|v| f(v).unwrap()).collect::<Vec<_>>()
                };
                same(&reversed(&slices).into(), &each(&|v| crate::reverse(v)));
                let items_wanted = Value::longs(vec![2, 0, 9, -1]);
                let wanted = each(&|v| crate::index(v, &items_wanted));
                same(&items_at(&slices, &[2, 0, 9, -1]).into(), &wanted);
                same(&items(&slices, |_, n| n.wrapping_sub(1)), &each(&|v| crate::last(v)));
                let starts: Vec<usize> = (0..slices.len()).map(|i| slices.place(i).start).collect();
                let cut = parts(slices.all(), &[&starts[3..], &[slices.all().len()]].concat()).unwrap();
                same(&cut, &values[3..]);
                let numbers = Vector::of(Type::Long, (0..90i64).collect::<Vec<_>>());
                let spread = spread(&numbers, slices.ends());
                let again = (0..90).flat_map(|i| std::iter::repeat_n(i as i64, slices.place(i).len()));
                assert!(identical(&spread, &Value::longs(again.collect::<Vec<_>>())));
            }
        });
    }

    #[test]
    fn counts_and_items_are_made_as_one_by_one() {
        let counts: Vec<i64> = (0..90).map(|i| i * i % 7 % 6).collect();
        in_all_ways(|| {
            let til = |n: &i64| crate::til(&Value::long(*n)).unwrap();
            same(&counted(&counts).unwrap(), &counts.iter().map(til).collect::<Vec<_>>());
            for (slices, _) in both_lists().iter().filter(|(x, _)| x.all().len() >= 90) {
                let Value::Vector(x) =
                    crate::take(&Value::long(90), &Value::Vector(slices.all().clone())).unwrap()
                else {
                    panic!("a vector")
                };
                let one = |i: usize| crate::take(&Value::long(counts[i]), &x.get(i)).unwrap();
                let wanted: Vec<Value> = (0..90).map(one).collect();
                match repeated(|i| counts[i], &x) {
                    Some(got) => same(&got, &wanted),
                    None => assert!(x.ty == Type::Char),
                }
            }
        });
        let with = |n: i64| [&counts[..], &[n]].concat();
        assert!([-1, i64::MIN, i64::MAX].iter().all(|n| counted(&with(*n)).is_none()));
        assert!(counted(&[i64::MAX; 90]).is_none() && counted(&counts[..4]).is_none());
    }

    #[test]
    fn rows_and_columns_change_places() {
        in_all_ways(|| {
            for (n, width) in [(1, 1), (3, 2), (130, 3), (64, 64), (65, 7)] {
                let column = |j: i64| (0..n).map(|i| i * 100 + j).collect::<Vec<i64>>();
                let columns: Vec<Vec<i64>> = (0..width).map(column).collect();
                let like = Vector::of(Type::Long, Vec::<i64>::new());
                let lists: Vec<&[i64]> = columns.iter().map(|c| &c[..]).collect();
                let rows = rows(&like, &lists, n as usize);
                let row = |i: i64| Value::longs((0..width).map(|j| i * 100 + j).collect::<Vec<_>>());
                same(&rows.clone().into(), &(0..n).map(row).collect::<Vec<_>>());
                match flipped(&rows) {
                    Some(back) => same(&back, &columns.into_iter().map(Value::longs).collect::<Vec<_>>()),
                    None => assert!(width > n),
                }
            }
        });
    }
}
