//! Memory for items as many as a program's data says, which may not be there.
//!
//! Kernels make vectors deep in loops that cannot fail half way, and Rust ends the process when an allocation fails. So what is
//! as long as the data is asked for here: where there is no room the kernel is unwound (no message is printed), and [`asking`],
//! which the evaluator puts around whatever works on values, makes `'wsfull` of that. Whoever changes a value that is out of
//! its place meanwhile puts [`asking`] around the change, so that the value gets back there.
//!
//! Blocks that are not asked for here cannot be refused: for them some memory is kept back ([`spare`]). Who got of that is
//! refused what it asks for here.

use crate::{Error, Result, fault, spare};
use bytemuck::{Pod, Zeroable};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

thread_local! {
    /// Is it a block that is refused where there is no room?
    static REFUSABLE: Cell<bool> = const { Cell::new(false) };
    /// Are there [`asking`]s on the way out?
    static IS_ASKING: Cell<bool> = const { Cell::new(false) };
}

/// For the allocator: may a block be refused that there is no room for?
pub fn may_refuse() -> bool {
    REFUSABLE.try_with(Cell::get).unwrap_or(false)
}

/// Blocks of so many bytes are refused where only what is kept back is left. Without the smaller ones nothing can be told.
const SMALL: usize = 64 << 10;

/// Asks for a block of `size` bytes that may be refused.
#[inline]
fn refusable<R>(size: usize, ask: impl FnOnce() -> R) -> R {
    if size < SMALL {
        return ask();
    }
    let outer = REFUSABLE.replace(true);
    let given = ask();
    REFUSABLE.set(outer);
    given
}

/// Nothing more for who has been given what was kept back.
#[inline]
fn is_over() -> bool {
    spare::is_short() && IS_ASKING.get()
}

/// What unwinds: the bytes that were not to be had.
struct Lacking(usize);

/// What unwinds where items that are to be changed could not be read: [`asking`] finds the failure.
struct Spoilt;

/// Unwinds if reading has failed: what was read is not to be changed, nor to take the place of what it was read from.
#[inline]
pub fn refuse_spoilt() {
    if fault::pending() {
        resume_unwind(Box::new(Spoilt));
    }
}

#[cold]
#[inline(never)]
fn lacking(size: usize) -> ! {
    resume_unwind(Box::new(Lacking(size)))
}

/// Blocks of so many bytes leave as many for all the small ones, whose want would end the process.
const LARGE: usize = 8 << 20;

/// Would there be a block of `size` bytes?
#[cold]
pub fn is_there(size: usize) -> bool {
    let mut asked = Vec::<u8>::new();
    let given = refusable(size, || asked.try_reserve_exact(size).is_ok());
    // A block that nobody looks at is not asked for.
    std::hint::black_box(&mut asked);
    given
}

/// Is there something left beside a block of `size` bytes that was just made?
#[inline]
fn leaves_some(size: usize) -> bool {
    size < LARGE || is_there(LARGE)
}

/// Unwinds unless there is room for `size` bytes, which will be asked for in small blocks.
pub fn expect(size: usize) {
    if size >= LARGE && !is_there(size) {
        lacking(size);
    }
}

/// An empty vector with room for `n` items.
#[inline]
pub fn vec<T>(n: usize) -> Vec<T> {
    let (mut items, size) = (Vec::new(), n.saturating_mul(size_of::<T>()));
    if is_over() || refusable(size, || items.try_reserve_exact(n).is_err()) || !leaves_some(size) {
        lacking(size);
    }
    items
}

/// Room for `n` more items, and some to spare if that is to be had.
#[inline]
pub fn reserve<T>(items: &mut Vec<T>, n: usize) {
    if items.capacity() - items.len() < n {
        grow(items, n);
    }
}

/// Adds an item of those that may become as many as the data says.
#[inline]
pub fn push<T>(items: &mut Vec<T>, item: T) {
    reserve(items, 1);
    items.push(item);
}

/// Room for `n` more items, where nobody is to be unwound: is there any?
pub fn try_reserve<T>(items: &mut Vec<T>, n: usize) -> bool {
    let size = n.saturating_mul(size_of::<T>()).saturating_add(size_of_val(items.as_slice()));
    refusable(size, || items.try_reserve(n).is_ok()) && leaves_some(size)
}

#[inline(never)]
fn grow<T>(items: &mut Vec<T>, n: usize) {
    // Whoever asks for room again and again would copy all that is there for every item, if nothing were to spare.
    let size = n.saturating_mul(size_of::<T>());
    let given = refusable(size.saturating_add(size_of_val(items.as_slice())), || {
        items.try_reserve(n).is_ok() || items.try_reserve_exact(n.max(items.len() / 8)).is_ok()
    });
    if is_over() || !given || !leaves_some(items.capacity() * size_of::<T>()) {
        lacking(size);
    }
}

/// `n` items of which every byte is zero, in pages that are filled when they are touched.
#[inline]
pub fn zeros<T: Zeroable>(n: usize) -> Vec<T> {
    let size = n.saturating_mul(size_of::<T>());
    match refusable(size, || bytemuck::allocation::try_zeroed_vec(n)) {
        Ok(items) if leaves_some(size) && !is_over() => items,
        _ => lacking(size),
    }
}

/// `n` times `x`.
#[inline]
pub fn repeated<T: Clone>(x: T, n: usize) -> Vec<T> {
    let mut items = vec(n);
    items.resize(n, x);
    items
}

/// [`repeated`] of a number, which is quick for zero.
#[inline]
pub fn numbers_like<T: Pod>(x: T, n: usize) -> Vec<T> {
    if bytemuck::bytes_of(&x).iter().all(|b| *b == 0) { zeros(n) } else { repeated(x, n) }
}

/// A copy of items.
#[inline]
pub fn copied<T: Clone>(items: &[T]) -> Vec<T> {
    let mut copy = vec(items.len());
    copy.extend_from_slice(items);
    copy
}

/// The longs below `n`.
#[inline]
pub fn numbers(n: usize) -> Vec<i64> {
    collected((0..n).map(|i| i as i64))
}

/// The items of an iterator that knows how many there are.
#[inline]
pub fn collected<T>(items: impl ExactSizeIterator<Item = T>) -> Vec<T> {
    let mut all = vec(items.len());
    all.extend(items);
    all
}

/// What `work` answers, or `'wsfull` when it was unwound for want of room, or what failed where it was read. Any other panic goes on.
#[inline]
pub fn asking<R>(work: impl FnOnce() -> Result<R>) -> Result<R> {
    let outer = IS_ASKING.replace(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    IS_ASKING.set(outer);
    done.unwrap_or_else(|panic| Err(refused(panic)))
}

/// For who has told of a want of room, and undone what was begun: nobody is told of it once more.
pub fn forgive() {
    spare::shortage();
    spare::restore();
}

/// Is this what unwinds for want of room, or of items that can be read?
pub fn is_lacking(panic: &(dyn std::any::Any + Send)) -> bool {
    panic.is::<Lacking>() || panic.is::<Spoilt>()
}

#[cold]
#[inline(never)]
fn refused(panic: Box<dyn std::any::Any + Send>) -> Error {
    let short = spare::shortage();
    spare::restore();
    if panic.is::<Spoilt>() {
        return fault::take()
            .unwrap_or_else(|| Error::new("io").detail("what was to be changed cannot be read"));
    }
    match panic.downcast::<Lacking>() {
        Ok(lacking) => short
            .unwrap_or_else(|| Error::new("wsfull").detail(format!("{} bytes are not to be had", lacking.0))),
        Err(panic) => resume_unwind(panic),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hint::black_box;

    /// More than any machine has, and no overflow.
    const MANY: usize = 1 << 58;

    #[test]
    fn what_there_is_no_room_for_is_refused() {
        // Memory that nobody looks at is not asked for in a fast build.
        let asked: [fn() -> usize; 5] = [
            || black_box(vec::<i64>(MANY)).len(),
            || black_box(zeros::<i64>(MANY)).len(),
            || black_box(repeated(1u8, MANY)).len(),
            || black_box(collected((0..MANY as u64 as usize).map(|i| i as u8).take(MANY))).len(),
            || {
                let mut items = vec![1u8];
                reserve(&mut items, MANY);
                black_box(items).len()
            },
        ];
        for ask in asked {
            let word = asking(|| Ok(ask())).map_err(|e| e.word().to_vec());
            assert_eq!(word, Err(b"wsfull".to_vec()));
        }
    }

    #[test]
    fn other_panics_go_on() {
        let outer = catch_unwind(|| asking::<()>(|| resume_unwind(Box::new("a defect"))));
        assert!(outer.is_err_and(|panic| panic.is::<&str>()));
    }

    #[test]
    fn vectors_are_as_others() {
        assert_eq!(asking(|| Ok(repeated(7, 3))).ok(), Some(vec![7; 3]));
        assert_eq!(
            (zeros::<i32>(2), copied(&[1, 2]), collected(0..3)),
            (vec![0; 2], vec![1, 2], vec![0, 1, 2])
        );
        assert_eq!((numbers_like(0, 2), numbers_like(-0f64, 1)[0].is_sign_negative()), (vec![0; 2], true));
        assert!(vec::<i64>(5).capacity() >= 5);
    }
}
