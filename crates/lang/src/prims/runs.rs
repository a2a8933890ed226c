//! The runs of a parted column.
//!
//! A parted column is a few runs of equal items. Their ends are found by galloping: from the start of a run in steps
//! that double while the item is the same, then by bisection. That reads a few items a run and makes an index of
//! the whole column, which is kept with it.

use quarry_kernel::Groups;
use quarry_kernel::order::Key;
use quarry_value::{Buf, Vector, with_data};
use std::ops::Range;
use std::sync::Arc;

/// The runs of a parted column: where each starts, one more for the end. Kept with the column.
pub struct Runs {
    starts: Vec<usize>,
}

impl Runs {
    pub fn of(v: &Vector) -> Arc<Runs> {
        let make = || Arc::new(Runs { starts: with_data!(&v.data, b => gallop(b)) });
        let kept = v.index.get_or_init(|| make());
        Arc::clone(kept).downcast::<Runs>().unwrap_or_else(|_| make())
    }

    /// How many runs.
    pub fn count(&self) -> usize {
        self.starts.len() - 1
    }

    /// Where each starts, and the end.
    pub fn starts(&self) -> &[usize] {
        &self.starts
    }

    pub fn span(&self, i: usize) -> Range<usize> {
        self.starts[i]..self.starts[i + 1]
    }

    /// The groups of the items.
    pub fn groups(&self) -> Groups {
        let n = self.starts[self.count()];
        let mut ids = vec![0u32; n];
        (0..self.count()).for_each(|i| ids[self.span(i)].fill(i as u32));
        Groups { ids, count: self.count(), first: self.starts[..self.count()].to_vec() }
    }

    /// The first item of every run.
    pub fn heads(&self) -> Vec<i64> {
        self.starts[..self.count()].iter().map(|i| *i as i64).collect()
    }
}

fn gallop<T: Key>(b: &Buf<T>) -> Vec<usize> {
    let n = b.len();
    let mut starts = vec![0];
    let mut start = 0;
    while start < n {
        let code = b.get(start).code();
        let same = |i: usize| b.get(i).code() == code;
        let mut low = start;
        let mut step = 1;
        while low + step < n && same(low + step) {
            low += step;
            step *= 2;
        }
        let mut high = n.min(low + step);
        // `low` is in the run and `high` is not.
        while high - low > 1 {
            let middle = (low + high) / 2;
            if same(middle) { low = middle } else { high = middle }
        }
        start = high;
        starts.push(start);
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_value::{Attr, Type};

    #[test]
    fn runs_are_found_by_galloping() {
        for counts in [&[][..], &[1], &[5], &[1, 1, 1], &[3, 1, 700, 2]] {
            let items: Vec<i64> =
                counts.iter().enumerate().flat_map(|(i, n)| std::iter::repeat_n(7 - i as i64, *n)).collect();
            let v = Vector::of(Type::Long, items).with_attr(Attr::Parted);
            let runs = Runs::of(&v);
            assert_eq!((0..runs.count()).map(|i| runs.span(i).len()).collect::<Vec<_>>(), counts);
            assert_eq!(runs.groups().ids.len(), v.len());
        }
    }
}
