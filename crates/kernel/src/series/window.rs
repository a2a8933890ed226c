//! Folds over windows in time that does not depend on their width.
//!
//! The list is cut into blocks as wide as the window. A window then is a tail of one block and a head of the
//! next. Nothing is ever taken out of a fold again, so that infinities and rounding stay in the windows they belong to.
//!
//! A block's heads and the tails of the block before it are folded side by side: each step waits for the one before it,
//! but not for the other fold's. Where blocks begin depends on the width alone, so threads share them and the answer
//! stays the same.

use crate::atomic::wide::zip;
use crate::built::{PART, in_blocks};
use quarry_value::evaluation::is_over;
use std::mem::MaybeUninit;

/// Items that are worth a task.
pub const TASK_MIN: usize = 1 << 17;

/// The fold of `item` of every window of `width` items (fewer at the start) that ends at an item, and of that what `kept`
/// makes of the number of items and it.
pub fn windows<T: Copy + Sync, A: Copy, R: Copy + Send>(
    xs: &[T],
    width: usize,
    item: impl Fn(T) -> A + Copy + Sync + Send,
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
                out.fill(MaybeUninit::new(kept(width, item(block[0]))));
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

/// The windows of the first block, which are its heads.
fn first_heads<T: Copy, A: Copy, R: Copy>(
    block: &[T],
    out: &mut [MaybeUninit<R>],
    item: impl Fn(T) -> A,
    join: impl Fn(A, A) -> A,
    kept: impl Fn(usize, A) -> R,
) {
    let mut head = item(block[0]);
    out[0].write(kept(1, head));
    let mut count = 1;
    for (xs, out) in block[1..].chunks(PART).zip(out[1..].chunks_mut(PART)) {
        if is_over() {
            out.fill(MaybeUninit::new(kept(count, head)));
            continue;
        }
        for (x, out) in xs.iter().zip(out) {
            head = join(head, item(*x));
            count += 1;
            out.write(kept(count, head));
        }
    }
}

/// Puts into `tails` the folds of the items of `before` from each to the last, and into `heads` those of `block` from the
/// first to each. `block` is as long, or shorter at the end of the list.
#[inline(always)]
fn fold_sides<T: Copy, A: Copy>(
    before: &[T],
    block: &[T],
    item: impl Fn(T) -> A,
    join: impl Fn(A, A) -> A,
    tails: &mut Vec<A>,
    heads: &mut Vec<A>,
) {
    let (n, last) = (block.len(), before.len() - 1);
    let (mut tail, mut head) = (item(before[last]), item(block[0]));
    // Only at the first call there is anything to fill.
    tails.resize(before.len(), tail);
    heads.resize(before.len(), head);
    (tails[last], heads[0]) = (tail, head);
    let (far, near) = before[..last].split_at(before.len() - n);
    let (far_tails, near_tails) = tails[..last].split_at_mut(before.len() - n);
    let behind = near_tails.iter_mut().zip(near).rev();
    let ahead = heads[1..n].iter_mut().zip(&block[1..]);
    for ((t, x), (h, y)) in behind.zip(ahead) {
        tail = join(item(*x), tail);
        *t = tail;
        head = join(head, item(*y));
        *h = head;
    }
    for (t, x) in far_tails.iter_mut().zip(far).rev() {
        tail = join(item(*x), tail);
        *t = tail;
    }
}
