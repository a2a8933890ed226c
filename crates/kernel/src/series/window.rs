//! Folds over windows in time that does not depend on their width.
//!
//! The list is cut into blocks as wide as the window. A window then is a tail of one block and a head of the
//! next: heads are folded as they come, tails from the block's end once it is full. Nothing is ever taken out of a
//! fold again, so that infinities and rounding stay in the windows they belong to.

/// The fold of every window of `width` items (fewer at the start) that ends at an item.
pub fn windows<A: Copy>(
    n: usize,
    width: usize,
    item: impl Fn(usize) -> A,
    join: impl Fn(A, A) -> A,
) -> Vec<A> {
    let width = width.clamp(1, n.max(1));
    let mut out = Vec::with_capacity(n);
    // Tails of the block before: `tails[k]` folds its items from `k` on.
    let mut tails: Vec<A> = Vec::new();
    for start in (0..n).step_by(width) {
        let end = n.min(start + width);
        let mut head = None;
        for i in start..end {
            let x = item(i);
            let h = head.map_or(x, |h| join(h, x));
            head = Some(h);
            out.push(tails.get(i - start + 1).map_or(h, |t| join(*t, h)));
        }
        tails.clear();
        for i in (start..end).rev() {
            let x = item(i);
            tails.push(tails.last().map_or(x, |t| join(x, *t)));
        }
        tails.reverse();
    }
    out
}
