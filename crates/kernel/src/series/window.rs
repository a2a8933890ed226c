//! Folds over windows in time that does not depend on their width, but for narrow ones, which are folded one by one.
//!
//! The list is cut into blocks as wide as the window. A window then is a tail of one block and a head of the
//! next. Nothing is ever taken out of a fold again, so that infinities and rounding stay in the windows they belong to.
//!
//! A block's heads and the tails of the block before it are folded side by side: each step waits for the one before it,
//! but not for the other fold's. Where blocks begin depends on the width alone, so threads share them and the answer
//! stays the same.

use crate::atomic::wide::{self, zip};
use crate::built::{PART, in_blocks};
use quarry_value::evaluation::is_over;
use std::mem::MaybeUninit;

/// Items that are worth a task.
pub const TASK_MIN: usize = 1 << 17;

/// Windows whose items have folds of so many bytes, or fewer, are folded one by one.
const NARROW: usize = 128;

/// So many narrow windows are folded side by side.
const ABREAST: usize = 256;

/// The fold of `item` of every window of `width` items (fewer at the start) that ends at an item, and of that what `kept`
/// makes of the number of items and it. With each item `item` is told another one of its window, which is the same for all of them.
pub fn windows<T: Copy + Sync, A: Copy, R: Copy + Send>(
    xs: &[T],
    width: usize,
    item: impl Fn(T, T) -> A + Copy + Sync + Send,
    join: impl Fn(A, A) -> A + Copy + Sync + Send,
    kept: impl Fn(usize, A) -> R + Copy + Sync + Send,
) -> Vec<R> {
    let n = xs.len();
    let width = width.clamp(1, n.max(1));
    if width * size_of::<A>() <= NARROW {
        return in_blocks(n, 1, TASK_MIN, |start, out| narrow(xs, start, width, out, item, join, kept));
    }
    by_blocks(xs, width, item, join, kept)
}

/// [`windows`], also of narrow ones, by blocks: for folds that take long.
pub fn by_blocks<T: Copy + Sync, A: Copy, R: Copy + Send>(
    xs: &[T],
    width: usize,
    item: impl Fn(T, T) -> A + Copy + Sync + Send,
    join: impl Fn(A, A) -> A + Copy + Sync + Send,
    kept: impl Fn(usize, A) -> R + Copy + Sync + Send,
) -> Vec<R> {
    let n = xs.len();
    let width = width.clamp(1, n.max(1));
    // The folds of two blocks are as much memory for each thread: of very wide ones one thread has enough.
    let block = if width > TASK_MIN { n } else { width };
    in_blocks(n, block, TASK_MIN, |start, out| {
        let (mut tails, mut heads) = (Vec::new(), Vec::new());
        for (b, out) in out.chunks_mut(width).enumerate() {
            let start = start + b * width;
            let block = &xs[start..start + out.len()];
            if is_over() {
                out.fill(MaybeUninit::new(kept(width, item(block[0], block[0]))));
            } else if start == 0 {
                first_heads(block, out, item, join, kept);
            } else {
                fold_sides(&xs[start - width..start], block, item, join, &mut tails, &mut heads);
                let met = out.len().min(width - 1);
                let (met, whole) = out.split_at_mut(met);
                zip(&tails[1..=met.len()], &heads[..met.len()], met, |tail, head| {
                    kept(width, join(tail, head))
                });
                whole.iter_mut().for_each(|out| _ = out.write(kept(width, heads[width - 1])));
            }
        }
    })
}

/// The windows that end from `start` on, which are narrow.
fn narrow<T: Copy, A: Copy, R: Copy>(
    xs: &[T],
    start: usize,
    width: usize,
    out: &mut [MaybeUninit<R>],
    item: impl Fn(T, T) -> A + Copy,
    join: impl Fn(A, A) -> A + Copy,
    kept: impl Fn(usize, A) -> R + Copy,
) {
    let growing = (width - 1).saturating_sub(start).min(out.len());
    let (growing, whole) = out.split_at_mut(growing);
    for (end, out) in (start..).zip(growing.iter_mut()) {
        let head = (1..=end).fold(item(xs[0], xs[end]), |head, i| join(head, item(xs[i], xs[end])));
        out.write(kept(end + 1, head));
    }
    let start = start + growing.len();
    for (part, out) in whole.chunks_mut(PART).enumerate() {
        let start = start + part * PART;
        if is_over() {
            out.fill(MaybeUninit::new(kept(width, item(xs[start], xs[start]))));
            continue;
        }
        for (k, out) in out.chunks_mut(ABREAST).enumerate() {
            let end = start + k * ABREAST;
            let ends = &xs[end..end + out.len()];
            let begins = &xs[end + 1 - width..];
            let mut folds = [item(ends[0], ends[0]); ABREAST];
            let folds = &mut folds[..out.len()];
            wide::onto_both(folds, begins, ends, |_, x, end| item(x, end));
            for k in 1..width {
                wide::onto_both(folds, &begins[k..], ends, |fold, x, end| join(fold, item(x, end)));
            }
            wide::map(folds, out, |fold| kept(width, fold));
        }
    }
}

/// The windows of the first block, which are its heads.
fn first_heads<T: Copy, A: Copy, R: Copy>(
    block: &[T],
    out: &mut [MaybeUninit<R>],
    item: impl Fn(T, T) -> A,
    join: impl Fn(A, A) -> A,
    kept: impl Fn(usize, A) -> R,
) {
    let first = block[0];
    let mut head = item(first, first);
    out[0].write(kept(1, head));
    let mut count = 1;
    for (xs, out) in block[1..].chunks(PART).zip(out[1..].chunks_mut(PART)) {
        if is_over() {
            out.fill(MaybeUninit::new(kept(count, head)));
            continue;
        }
        for (x, out) in xs.iter().zip(out) {
            head = join(head, item(*x, first));
            count += 1;
            out.write(kept(count, head));
        }
    }
}

/// Puts into `tails` the folds of the items of `before` from each to the last, and into `heads` those of `block` from the
/// first to each. `block` is as long, or shorter at the end of the list. Its first item is in every window that has a tail and a head.
#[inline(always)]
fn fold_sides<T: Copy, A: Copy>(
    before: &[T],
    block: &[T],
    item: impl Fn(T, T) -> A,
    join: impl Fn(A, A) -> A,
    tails: &mut Vec<A>,
    heads: &mut Vec<A>,
) {
    let (n, last) = (block.len(), before.len() - 1);
    let first = block[0];
    let (mut tail, mut head) = (item(before[last], first), item(first, first));
    // Only at the first call there is anything to fill.
    tails.resize(before.len(), tail);
    heads.resize(before.len(), head);
    (tails[last], heads[0]) = (tail, head);
    let (far, near) = before[..last].split_at(before.len() - n);
    let (far_tails, near_tails) = tails[..last].split_at_mut(before.len() - n);
    let behind = near_tails.iter_mut().zip(near).rev();
    let ahead = heads[1..n].iter_mut().zip(&block[1..]);
    for ((t, x), (h, y)) in behind.zip(ahead) {
        tail = join(item(*x, first), tail);
        *t = tail;
        head = join(head, item(*y, first));
        *h = head;
    }
    for (t, x) in far_tails.iter_mut().zip(far).rev() {
        tail = join(item(*x, first), tail);
        *t = tail;
    }
}
