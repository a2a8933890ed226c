//! Groups whose rows lie together: group `g` is the rows from `starts[g]` to `starts[g + 1]`.

use crate::order::Key;
use quarry_value::{Buf, Repr, Vector, room, with_data};

/// Cuts each of the runs that start at `runs` (and end where the next starts, the last at the last) where the item
/// of `by` changes. `None` when `by` does not ascend within a run, so that rows of a group may lie apart, or is not
/// of integers.
pub fn cut(runs: &[usize], by: &Vector) -> Option<Vec<usize>> {
    if !matches!(by.ty.repr(), Repr::U8 | Repr::I16 | Repr::I32 | Repr::I64) {
        return None;
    }
    fn go<T: Key>(runs: &[usize], b: &Buf<T>) -> Option<Vec<usize>> {
        let xs = b.as_slice();
        // Every place is written, and kept when a group starts there: no branch.
        let mut starts = room::zeros::<usize>(xs.len() + 2);
        let mut count = 0;
        for run in runs.windows(2) {
            let items = xs.get(run[0]..run[1])?;
            let Some(first) = items.first() else { continue };
            starts[count] = run[0];
            count += 1;
            let mut before = first.bits();
            let mut ascends = true;
            for (i, x) in items.iter().enumerate() {
                let bits = x.bits();
                starts[count] = run[0] + i;
                count += usize::from(bits != before);
                ascends &= bits >= before;
                before = bits;
            }
            if !ascends {
                return None;
            }
        }
        starts[count] = xs.len();
        starts.truncate(count + 1);
        Some(starts)
    }
    with_data!(&by.data, b => go(runs, b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_value::Type;

    #[test]
    fn runs_are_cut_where_items_change() {
        let by = |xs: Vec<i64>| Vector::of(Type::Long, xs);
        assert_eq!(cut(&[0, 3, 6], &by(vec![1, 1, 2, 2, 2, 3])), Some(vec![0, 2, 3, 5, 6]));
        assert_eq!(cut(&[0, 3], &by(vec![1, 2, 1])), None);
        assert_eq!(cut(&[0], &by(vec![])), Some(vec![0]));
        assert_eq!(cut(&[0, 1], &Vector::of(Type::Float, vec![1.0])), None);
    }
}
