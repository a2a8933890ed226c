//! Folds over windows in time that does not depend on their width.
//!
//! The list is cut into blocks as wide as the window. A window then is a tail of one block and a head of the
//! next: heads are folded as they come, tails from the block's end once it is full. Nothing is ever taken out of a
//! fold again, so that infinities and rounding stay in the windows they belong to.

use quarry_value::evaluation::is_over;

/// The fold of every window of `width` items (fewer at the start) that ends at an item.
pub fn windows<A: Copy>(
    n: usize,
    width: usize,
    item: impl Fn(usize) -> A,
    join: impl Fn(A, A) -> A,
) -> Vec<A> {
    let width = width.clamp(1, n.max(1));
    let mut out: Vec<A> = Vec::with_capacity(n);
    // Tails of the block before: `tails[k]` folds its items from the last back to the one `k` before it.
    let mut tails: Vec<A> = Vec::with_capacity(width);
    for start in (0..n).step_by(width) {
        let end = n.min(start + width);
        if is_over() {
            out.resize(n, item(0));
            return out;
        }
        let mut head = item(start);
        out.push(head);
        for i in start + 1..end {
            head = join(head, item(i));
            out.push(head);
        }
        if start > 0 {
            // The head of `k` items meets the tail of `width - k`.
            let heads = out[start..].iter_mut().take(width - 1);
            heads.zip(tails[..width - 1].iter().rev()).for_each(|(head, tail)| *head = join(*tail, *head));
        }
        if end < n {
            tails.clear();
            let mut tail = item(end - 1);
            tails.push(tail);
            for i in (start..end - 1).rev() {
                tail = join(item(i), tail);
                tails.push(tail);
            }
        }
    }
    out
}
