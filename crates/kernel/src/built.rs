//! Vectors built part by part, by all threads, in memory that was not first zeroed.
#![allow(unsafe_code, reason = "memory that was not zeroed")]

use crate::atomic::wide::{map, zip};
use crate::pool;
use crate::runs::worth;
use bytemuck::Zeroable;
use quarry_value::evaluation::is_over;
use quarry_value::{Guid, Sym, room};
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering::Relaxed};

/// Items that are worth a thread when they are only copied or compared with their neighbours.
pub const COPY_MIN: usize = 1 << 17;

/// The items of several pieces, of which the `k`th has `counts[k]`, one piece after the other, and what `write` answers for
/// each. It is called with each one's number and place, by many threads, and must write it all.
pub fn pieced<T: Copy + Send, R: Send>(
    counts: &[usize],
    write: impl Fn(usize, &mut [MaybeUninit<T>]) -> R + Sync + Send,
) -> (Vec<T>, Vec<R>) {
    made(counts, |pieces| pool::map_each(pieces, |(k, piece)| write(k, piece)))
}

/// [`pieced`] by the calling thread alone.
pub fn pieced_alone<T: Copy>(counts: &[usize], write: impl Fn(usize, &mut [MaybeUninit<T>])) -> Vec<T> {
    made(counts, |pieces| pieces.into_iter().for_each(|(k, piece)| write(k, piece))).0
}

/// The items of several pieces; `write` is given all of them, each with its number, and must write them.
fn made<T: Copy, R>(
    counts: &[usize],
    write: impl FnOnce(Vec<(usize, &mut [MaybeUninit<T>])>) -> R,
) -> (Vec<T>, R) {
    let n = counts.iter().sum();
    let mut items: Vec<T> = room::vec(n);
    let mut rest = &mut items.spare_capacity_mut()[..n];
    let mut pieces = room::vec(counts.len());
    for (k, count) in counts.iter().enumerate() {
        let (piece, more) = rest.split_at_mut(*count);
        rest = more;
        pieces.push((k, piece));
    }
    let answers = write(pieces);
    // SAFETY: there is room for `n` items, the pieces make them up, and each was written: `stack` copies as many items as a
    // place has, by `write_copy_of_slice` or `map`, which check that; `together`, `matched` and `groups` fill the place first, `kept` what it left, and
    // `slices` writes each vector to its end.
    unsafe { items.set_len(n) };
    (items, answers)
}

/// Places that are written one after the other.
pub struct Places<'a, T>(std::slice::IterMut<'a, MaybeUninit<T>>);

impl<T: Copy> Places<'_, T> {
    /// Writes the next place, if there is one left.
    #[inline(always)]
    pub fn put(&mut self, item: T) {
        if let Some(place) = self.0.next() {
            place.write(item);
        }
    }
}

/// Items dealt into buckets by several shares: `counts[s][b]` is how many share `s` has for bucket `b`. Bucket after bucket,
/// and in each share after share. `put` is called with each share's number and its places, by many threads; where it puts
/// nothing `filler` stays.
pub fn dealt<T: Copy + Send + Sync>(
    counts: &[Vec<usize>],
    filler: T,
    put: impl Fn(usize, &mut [Places<T>]) + Sync + Send,
) -> Vec<T> {
    let n = counts.iter().flatten().sum();
    let mut items: Vec<T> = room::vec(n);
    let mut rest = &mut items.spare_capacity_mut()[..n];
    let mut shares: Vec<Vec<Places<T>>> = counts.iter().map(|c| room::vec(c.len())).collect();
    for bucket in 0..counts.first().map_or(0, Vec::len) {
        for (places, counts) in shares.iter_mut().zip(counts) {
            let (own, more) = rest.split_at_mut(counts[bucket]);
            rest = more;
            places.push(Places(own.iter_mut()));
        }
    }
    pool::for_each_item(shares.into_iter().enumerate().collect(), |(share, mut places)| {
        put(share, &mut places);
        places.into_iter().for_each(|places| places.0.for_each(|place| _ = place.write(filler)));
    });
    // SAFETY: there is room for `n` items, and the places make them up: those that `put` left behind it were written
    // (nothing else moves them on), and the others were then.
    unsafe { items.set_len(n) };
    items
}

/// Items one after the other: some that are there, or one repeated.
#[derive(Clone, Copy)]
pub enum Piece<'a, T> {
    Items(&'a [T]),
    Repeat(T, usize),
}

impl<T: Copy> Piece<'_, T> {
    fn len(&self) -> usize {
        match self {
            Piece::Items(xs) => xs.len(),
            Piece::Repeat(_, n) => *n,
        }
    }

    /// Writes the items from `start` on to all of `out`.
    fn write(&self, start: usize, out: &mut [MaybeUninit<T>]) {
        match self {
            Piece::Items(xs) => {
                out.write_copy_of_slice(&xs[start..start + out.len()]);
            }
            Piece::Repeat(x, _) => out.fill(MaybeUninit::new(*x)),
        }
    }
}

/// The pieces as one vector, copied by all threads when there are more items than `per_task`.
pub fn joined<T: Copy + Send + Sync>(pieces: &[Piece<T>], per_task: usize) -> Vec<T> {
    let ends: Vec<usize> = pieces.iter().scan(0, |end, p| Some((*end += p.len(), *end).1)).collect();
    let n = ends.last().copied().unwrap_or(0);
    let mut items: Vec<T> = room::vec(n);
    let out = &mut items.spare_capacity_mut()[..n];
    pool::fill_parts(out, per_task, |at, part| {
        let first = ends.partition_point(|end| *end <= at);
        let (mut at, mut rest) = (at, part);
        for (piece, end) in pieces[first..].iter().zip(&ends[first..]) {
            let n = rest.len().min(end - at);
            let (now, later) = std::mem::take(&mut rest).split_at_mut(n);
            piece.write(at + piece.len() - end, now);
            (at, rest) = (at + n, later);
            if rest.is_empty() {
                break;
            }
        }
    });
    // SAFETY: there is room for `n` items, and every part was written to its end.
    unsafe { items.set_len(n) };
    items
}

/// `first` of the first item, then `f` of each item and the one before it; on all threads when there are more than
/// `per_task`.
pub fn neighbours<T: Copy + Sync, R: Copy + Send>(
    x: &[T],
    per_task: usize,
    first: impl Fn(T) -> R + Sync + Send,
    f: impl Fn(T, T) -> R + Copy + Sync + Send,
) -> Vec<R> {
    let mut items: Vec<R> = room::vec(x.len());
    let out = &mut items.spare_capacity_mut()[..x.len()];
    pool::fill_parts(out, per_task, |at, part| {
        let Some((head, rest)) = part.split_first_mut() else { return };
        head.write(if at == 0 { first(x[0]) } else { f(x[at], x[at - 1]) });
        zip(&x[at + 1..=at + rest.len()], &x[at..at + rest.len()], rest, f);
    });
    // SAFETY: there is room for the items; the first of each part was written, and `zip` wrote the others.
    unsafe { items.set_len(x.len()) };
    items
}

/// The items from the last to the first, copied by all threads when there are more than `per_task`.
pub fn reversed<T: Copy + Send + Sync>(x: &[T], per_task: usize) -> Vec<T> {
    let n = x.len();
    let mut items: Vec<T> = room::vec(n);
    let out = &mut items.spare_capacity_mut()[..n];
    pool::fill_parts(out, per_task, |at, part| {
        let from = &x[n - at - part.len()..n - at];
        part.iter_mut().zip(from.iter().rev()).for_each(|(o, x)| _ = o.write(*x));
    });
    // SAFETY: there is room for the items, and every part was written: there are as many items as places.
    unsafe { items.set_len(n) };
    items
}

/// `n` items, of which `write` writes those from some multiple of `block` on to the end of a part; parts are written by all
/// threads when there are more than `per_task` items.
pub fn in_blocks<T: Copy + Send>(
    n: usize,
    block: usize,
    per_task: usize,
    write: impl Fn(usize, &mut [MaybeUninit<T>]) + Sync + Send,
) -> Vec<T> {
    let mut items: Vec<T> = room::vec(n);
    pool::fill_blocks(&mut items.spare_capacity_mut()[..n], block, per_task, write);
    // SAFETY: there is room for the items, and every part was written: `series`, `choose` and `slices` write place after place to the
    // end, and their sources are as long.
    unsafe { items.set_len(n) };
    items
}

/// The items of several vectors, one after the other, copied by all threads when there are many.
pub fn concat<T: Copy + Send + Sync>(parts: &[Vec<T>]) -> Vec<T> {
    joined(&parts.iter().map(|part| Piece::Items(part)).collect::<Vec<_>>(), COPY_MIN)
}

/// `n` times `x`, on all threads when there are many.
pub fn filled<T: Copy + Send + Sync>(x: T, n: usize) -> Vec<T> {
    joined(&[Piece::Repeat(x, n)], COPY_MIN)
}

/// `n` items of which every byte is zero, in pages that many threads fill, or that are filled when they are touched.
pub fn zeros<T: Zeroable + Copy + Send + Sync>(n: usize) -> Vec<T> {
    if pool::threads() > 2 { filled(T::zeroed(), n) } else { room::zeros(n) }
}

/// Numbers, of which every byte says something.
///
/// # Safety
/// There is no padding in them.
pub unsafe trait Plain: Copy + Send + Sync {}

macro_rules! plain {
    ($($t:ty)*) => {$(
        // SAFETY: numbers, and what is one.
        unsafe impl Plain for $t {}
    )*};
}

plain! { u8 i16 i32 i64 u32 f32 f64 Sym Guid }

/// Puts `each(k)`, a place and an item, into `out` for every `k` below `n`, by all threads when there are more than `per_task`.
/// Of items for one place any stays.
pub fn scatter<T: Plain>(
    out: &mut [T],
    n: usize,
    per_task: usize,
    each: impl Fn(usize) -> (usize, T) + Sync + Send,
) {
    let per_task = worth(per_task).max(n.div_ceil(4 * pool::threads().max(1)));
    let shared = pool::threads() > 1 && n > per_task;
    macro_rules! by {
        ($atomic:ty, $bits:ty) => {{
            let cells: &[$atomic] = cells(out);
            ranges(n, per_task, &|range| {
                for k in range {
                    let (place, item) = each(k);
                    // SAFETY: `cells` looked that it has the size; no byte of it is padding.
                    cells[place].store(unsafe { std::mem::transmute_copy::<T, $bits>(&item) }, Relaxed);
                }
            });
        }};
    }
    match size_of::<T>() {
        1 if shared => by!(AtomicU8, u8),
        2 if shared => by!(AtomicU16, u16),
        4 if shared => by!(AtomicU32, u32),
        8 if shared => by!(AtomicU64, u64),
        _ => (0..n).for_each(|k| {
            let (place, item) = each(k);
            out[place] = item;
        }),
    }
}

/// Places that many threads may write to.
fn cells<T: Plain, C: Sync>(out: &mut [T]) -> &[C] {
    assert!(size_of::<T>() == size_of::<C>() && align_of::<T>() == align_of::<C>());
    // SAFETY: atomic numbers of the same size and alignment, all of whose bits may be any; nobody else sees them meanwhile.
    unsafe { std::slice::from_raw_parts(out.as_mut_ptr().cast(), out.len()) }
}

/// `work` for the ranges of `block` numbers that cover those below `n`, by all threads. Compiled once.
fn ranges(n: usize, block: usize, work: &(dyn Fn(std::ops::Range<usize>) + Sync)) {
    pool::map_ranges(n, block, work);
}

/// Items between two looks whether it is time to stop.
pub const PART: usize = 1 << 17;

/// `f` of every item, on all threads when there are more than `per_task`. When the evaluation is to end, of some item.
pub fn mapped<T: Copy + Sync, R: Copy + Send>(
    x: &[T],
    per_task: usize,
    f: impl Fn(T) -> R + Copy + Sync + Send,
) -> Vec<R> {
    let mut items: Vec<R> = room::vec(x.len());
    let out = &mut items.spare_capacity_mut()[..x.len()];
    pool::fill_parts(out, per_task, |at, part| {
        for (x, part) in x[at..at + part.len()].chunks(PART).zip(part.chunks_mut(PART)) {
            match is_over() {
                true => part.fill(MaybeUninit::new(f(x[0]))),
                false => map(x, part, f),
            }
        }
    });
    // SAFETY: there is room for the items, and each part was filled or `map` wrote every one.
    unsafe { items.set_len(x.len()) };
    items
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::tests::with_threads;
    use crate::runs;

    /// With and without threads, in parts of a few items.
    fn in_parts(check: impl Fn()) {
        with_threads(&[0, 3], || {
            runs::set_length(4);
            check();
            runs::set_length(runs::USUAL);
        });
    }

    #[test]
    fn items_of_every_width_get_to_their_places() {
        fn check<T: Plain + PartialEq + std::fmt::Debug>(item: impl Fn(usize) -> T + Sync + Send) {
            // Each place once, far from the last one.
            let (n, place) = (997, |k: usize| k * 31 % 997);
            let mut out: Vec<T> = (0..n).map(|_| item(0)).collect();
            scatter(&mut out, n, 1, |k| (place(k), item(k)));
            (0..n).for_each(|k| assert_eq!(out[place(k)], item(k)));
        }
        in_parts(|| {
            check(|k| k as u8);
            check(|k| k as i16);
            check(|k| -(k as i32));
            check(|k| k as u32);
            check(|k| (k as i64) << 40);
            check(|k| k as f32 / 3.0);
            check(|k| k as f64 / 3.0);
            check(|k| Sym::new(format!("s{k}")));
            check(|k| [k as u8; 16]);
        });
    }

    #[test]
    fn pieces_are_joined_wherever_parts_are_cut() {
        in_parts(|| {
            let xs: Vec<i64> = (0..100).collect();
            let pieces = [
                Piece::Items(&xs[..0]),
                Piece::Repeat(7, 33),
                Piece::Items(&xs),
                Piece::Repeat(8, 0),
                Piece::Items(&xs[3..4]),
                Piece::Repeat(9, 1),
            ];
            let mut want = vec![7; 33];
            want.extend(&xs);
            want.extend([3, 9]);
            assert_eq!(joined(&pieces, COPY_MIN), want);
            assert_eq!(joined::<i64>(&[], COPY_MIN), []);
        });
    }

    #[test]
    fn the_last_item_of_a_part_is_the_first_of_another() {
        in_parts(|| {
            for n in [0, 1, 2, 5, 100] {
                let xs: Vec<i64> = (0..n).collect();
                assert_eq!(reversed(&xs, COPY_MIN), (0..n).rev().collect::<Vec<_>>());
            }
        });
    }

    #[test]
    fn neighbours_meet_across_parts() {
        in_parts(|| {
            for n in [0, 1, 2, 5, 100] {
                let xs: Vec<i64> = (0..n).map(|i| i * i).collect();
                let got = neighbours(&xs, COPY_MIN, |x| x - 1, |x, before| x - before);
                let want: Vec<i64> = (0..n).map(|i| 2 * i - 1).collect();
                assert_eq!(got, want);
                assert_eq!(
                    mapped(&xs, COPY_MIN, |x| x as f64),
                    xs.iter().map(|x| *x as f64).collect::<Vec<_>>()
                );
            }
        });
    }

    #[test]
    fn flags_are_found_in_every_part() {
        in_parts(|| {
            for step in [1, 3, 50, 1000] {
                let flags: Vec<u8> = (0..100).map(|i| u8::from(i % step == step - 1)).collect();
                let want: Vec<i64> = (0..100).filter(|i| flags[*i as usize] == 1).collect();
                assert_eq!(crate::kept::ones(&flags), want);
            }
        });
    }
}
