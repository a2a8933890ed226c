//! The runs of a parted column.
//!
//! A parted column is a few runs of equal items. Where they start an index tells that lies behind the items of a file.
//! Elsewhere their ends are found by galloping: from the start of a run in steps that double while the item is the same,
//! then by bisection. That reads a few items a run and makes an index of the whole column, which is kept with it.
//!
//! The index of a file tells the items, too: what a query needs of such a column is written without reading it.

use crate::Groups;
use crate::gather;
use crate::lookup;
use crate::order::Key;
use quarry_value::{Buf, Item, Position, RunIndex, Value, Vector, room, with_data};
use std::ops::Range;
use std::sync::Arc;

/// Is what the column holds known from the index of its file, so that it need not be read?
pub fn is_known(column: &Value) -> bool {
    matches!(column, Value::Vector(v) if RunIndex::known(v).is_some())
}

/// The runs of a parted column. Kept with the column.
pub struct Runs(Arc<RunIndex>);

impl Runs {
    pub fn of(v: &Vector) -> Runs {
        Runs(RunIndex::of(v, || RunIndex::new(with_data!(&v.data, b => gallop(b)), None)))
    }

    /// The runs whose items are known already.
    pub fn known(v: &Vector) -> Option<Runs> {
        RunIndex::known(v).map(Runs)
    }

    /// How many runs.
    pub fn count(&self) -> usize {
        self.starts().len() - 1
    }

    /// Where each starts, and the end.
    pub fn starts(&self) -> &[usize] {
        &self.0.starts
    }

    pub fn span(&self, i: usize) -> Range<usize> {
        self.starts()[i]..self.starts()[i + 1]
    }

    /// The run that row `i` is in.
    pub fn run_of(&self, i: usize) -> usize {
        self.starts().partition_point(|start| *start <= i) - 1
    }

    /// The groups of the items.
    pub fn groups(&self) -> Groups {
        let (starts, count) = (self.starts(), self.count());
        let mut ids = room::zeros::<u32>(starts[count]);
        (0..count).for_each(|i| ids[self.span(i)].fill(i as u32));
        Groups { ids, count, first: room::copied(&starts[..count]) }
    }

    /// The item of every run of `v`, whose runs these are. No attribute. Kept with the runs.
    pub fn heads(&self, v: &Vector) -> &Arc<Vector> {
        self.0.heads.make(|| {
            Arc::new(lookup::expected(match &self.0.keys {
                Some(keys) => v.like(keys.data.clone()),
                None => gather::gather_at(v, &self.starts()[..self.count()]),
            }))
        })
    }

    /// The items of `v`, whose runs these are, at `rows`, all of which there are. No attribute.
    pub fn items<P: Position + Sync>(&self, v: &Vector, rows: &[P]) -> Vector {
        match &self.0.keys {
            Some(keys) => {
                let runs: Vec<usize> = rows.iter().map(|row| self.run_of(row.of_item())).collect();
                v.like(gather::gather_at(keys, &runs).data)
            }
            None => gather::gather_at(v, rows),
        }
    }

    /// The stretches of equal items that `rows` are, with their items.
    pub fn stretches<T: Item>(&self, rows: Range<usize>) -> impl Iterator<Item = (T, usize)> {
        let keys = self.0.keys.as_ref().and_then(Vector::slice::<T>).unwrap_or_default();
        let first = if rows.is_empty() { keys.len() } else { self.run_of(rows.start) };
        let inside = move |i: usize| self.starts()[i + 1].min(rows.end) - self.starts()[i].max(rows.start);
        let end = self.starts().partition_point(|start| *start < rows.end);
        (first..end.min(keys.len())).map(move |i| (keys[i], inside(i)))
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
