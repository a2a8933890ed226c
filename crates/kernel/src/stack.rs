//! Stacking: rows of several columns put one under the other, as those of partitions are.

use crate::atomic::wide;
use crate::built;
use crate::kept::Flags;
use crate::parted::Runs;
use quarry_value::{Buf, Item, Value, Vector, room, with_data};
use std::mem::MaybeUninit;
use std::ops::Range;

/// Results of fewer items are copied by one thread.
const TASK_MIN: usize = 1 << 15;
/// Items copied by one task.
const PIECE: usize = 1 << 15;

/// Rows of a column: stretches that ascend, positions, or flags. All are in range.
#[derive(Clone, Copy)]
pub enum Places<'a> {
    /// As many from the first on.
    First(usize),
    Spans(&'a [Range<usize>]),
    At(&'a [i64]),
    /// Those whose flags are set.
    Kept(&'a Flags),
}

impl Places<'_> {
    pub fn count(&self) -> usize {
        match self {
            Places::First(n) => *n,
            Places::Spans(spans) => spans.iter().map(Range::len).sum(),
            Places::At(at) => at.len(),
            Places::Kept(flags) => flags.count(),
        }
    }
}

/// The items of the columns at their places, one column's under the other's. No attribute.
/// `None` when the columns are not vectors of one type and domain.
pub fn stack(parts: &[(&Value, Places)]) -> Option<Value> {
    let vectors = parts.iter().map(|(column, _)| vector(column)).collect::<Option<Vec<&Vector>>>()?;
    let first = vectors.first()?;
    if vectors.iter().any(|v| v.ty != first.ty || v.domain != first.domain) {
        return None;
    }
    fn go<'v, T: Item>(
        first: &Vector,
        _: &Buf<T>,
        vectors: &[&'v Vector],
        parts: &[(&Value, Places)],
    ) -> Option<Value> {
        let column = |v: &&'v Vector| Some(Column { items: T::of(&v.data)?, runs: Runs::known(v) });
        let columns = vectors.iter().map(column).collect::<Option<Vec<Column<T>>>>()?;
        let items = stack_items(&columns, parts);
        Some(first.like(T::data(items.into())).into())
    }
    with_data!(&first.data, b => go(first, b, &vectors, parts))
}

/// The items of `values` at `picked`, each repeated as often as `counts` says.
pub fn repeat_each(values: &Value, picked: &[usize], counts: &[usize]) -> Option<Value> {
    fn go<T: Item>(v: &Vector, b: &Buf<T>, picked: &[usize], counts: &[usize]) -> Value {
        let mut out = room::vec(counts.iter().sum());
        picked.iter().zip(counts).for_each(|(i, n)| out.extend(std::iter::repeat_n(b.get(*i), *n)));
        v.like(T::data(out.into())).into()
    }
    let v = vector(values)?;
    Some(with_data!(&v.data, b => go(v, b, picked, counts)))
}

fn vector(x: &Value) -> Option<&Vector> {
    if let Value::Vector(v) = x { Some(v) } else { None }
}

/// The items of a column, and its runs if they tell the items.
struct Column<'a, T> {
    items: &'a Buf<T>,
    runs: Option<Runs>,
}

fn stack_items<T: Item>(columns: &[Column<T>], parts: &[(&Value, Places)]) -> Vec<T> {
    let total: usize = parts.iter().map(|p| p.1.count()).sum();
    let mut pieces = Vec::new();
    columns.iter().zip(parts).for_each(|(column, (_, places))| cut(column, places, &mut pieces));
    let counts: Vec<usize> = pieces.iter().map(|(_, piece)| piece.count()).collect();
    let write = |k: usize, out: &mut [MaybeUninit<T>]| match &pieces[k] {
        (items, Piece::Span(span)) => {
            out.write_copy_of_slice(items.range(span.clone()));
        }
        (_, Piece::Equal(item, _)) => out.iter_mut().for_each(|place| {
            place.write(*item);
        }),
        (items, Piece::At(at)) => {
            let xs = items.slice_for(at);
            wide::map(at, out, |i| xs[i as usize]);
        }
        (items, Piece::Kept(flags, block)) => flags.write(*block, items, out),
    };
    match total < TASK_MIN {
        true => built::pieced_alone(&counts, write),
        false => built::pieced(&counts, write).0,
    }
}

/// What one task writes.
enum Piece<'a, T> {
    Span(Range<usize>),
    /// An item so many times.
    Equal(T, usize),
    At(&'a [i64]),
    /// What a block of flags keeps.
    Kept(&'a Flags, usize),
}

impl<T> Piece<'_, T> {
    fn count(&self) -> usize {
        match self {
            Piece::Span(span) => span.len(),
            Piece::Equal(_, count) => *count,
            Piece::At(at) => at.len(),
            Piece::Kept(flags, block) => flags.counts()[*block],
        }
    }
}

/// Adds what the tasks for `places` of a column write.
fn cut<'a, T: Item>(
    column: &Column<'a, T>,
    places: &Places<'a>,
    pieces: &mut Vec<(&'a Buf<T>, Piece<'a, T>)>,
) {
    let mut add = |span: Range<usize>| match &column.runs {
        Some(runs) => {
            pieces.extend(runs.stretches(span).map(|(item, n)| (column.items, Piece::Equal(item, n))));
        }
        None => {
            let end = span.end;
            let spans = span.step_by(PIECE).map(|start| start..end.min(start + PIECE));
            pieces.extend(spans.map(|span| (column.items, Piece::Span(span))));
        }
    };
    match *places {
        Places::First(n) => add(0..n),
        Places::Spans(spans) => spans.iter().for_each(|span| add(span.clone())),
        Places::At(at) => pieces.extend(at.chunks(PIECE).map(|at| (column.items, Piece::At(at)))),
        Places::Kept(flags) => {
            pieces.extend((0..flags.counts().len()).map(|block| (column.items, Piece::Kept(flags, block))));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool;
    use quarry_value::{Attr, RunIndex, StoredIndex, Type};
    use std::sync::Arc;

    fn longs(x: Option<Value>) -> Vec<i64> {
        x.unwrap().items().filter_map(|x| x.as_long()).collect()
    }

    /// Three items, two, and five, of which only an index knows.
    fn known_runs() -> Value {
        let keys = Vector::of(Type::Long, vec![70i64, 80, 90]);
        let index = move || Some(RunIndex::new(vec![0, 3, 5, 10], Some(keys.clone())));
        let v = Vector::of(Type::Long, vec![0i64; 10]).with_attr(Attr::Parted);
        assert!(v.index.set(Arc::new(StoredIndex::new(index))).is_ok());
        assert!(Runs::known(&v).is_none());
        assert_eq!(Runs::of(&v).items(&v, &[9usize, 0, 3]).slice::<i64>(), Some(&[90, 70, 80][..]));
        assert!(Runs::known(&v).is_some());
        v.into()
    }

    #[test]
    fn rows_of_columns_are_stacked() {
        let a = Value::longs((0..100_000).collect());
        let b = Value::longs((0..10).map(|i| -i).collect());
        let spans = [3..5, 20_000..90_000];
        let at = [7, 1, 1];
        let parts = [(&a, Places::Spans(&spans)), (&b, Places::At(&at))];
        let want: Vec<i64> = (3..5).chain(20_000..90_000).chain([-7, -1, -1]).collect();
        pool::tests::with_threads(&[0, 2], || {
            assert_eq!(longs(stack(&parts)), want);
        });
        let c = Value::floats(vec![1.0]);
        let parted = known_runs();
        let spans = [0..1, 3..7, 9..10];
        pool::tests::with_threads(&[0, 2], || {
            // What the items are is known from the runs, and they are not looked at.
            assert_eq!(longs(stack(&[(&parted, Places::Spans(&spans))])), [70, 80, 80, 90, 90, 90]);
            assert_eq!(longs(stack(&[(&parted, Places::First(6))])), [70, 70, 70, 80, 80, 90]);
            assert_eq!(longs(stack(&[(&parted, Places::Spans(&spans[..0]))])), []);
        });
        assert!(stack(&[(&a, Places::At(&at)), (&c, Places::At(&[0]))]).is_none());
        let days = Value::longs(vec![5, 6, 7]);
        let repeated = repeat_each(&days, &[0, 2], &[2, 1]).unwrap();
        assert_eq!(longs(Some(repeated)), [5, 5, 7]);
    }
}
