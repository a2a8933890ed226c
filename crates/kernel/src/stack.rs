//! Stacking: rows of several columns put one under the other, as those of partitions are.

use crate::atomic::wide;
use crate::built;
use crate::pool;
use quarry_value::{Buf, Item, Value, Vector, with_data};
use std::ops::Range;

/// Results of fewer items are copied by one thread.
const TASK_MIN: usize = 1 << 15;
/// Items copied by one task.
const PIECE: usize = 1 << 15;

/// Rows of a column: stretches that ascend, or positions. All are in range.
#[derive(Clone, Copy)]
pub enum Places<'a> {
    /// As many from the first on.
    First(usize),
    Spans(&'a [Range<usize>]),
    At(&'a [i64]),
}

impl Places<'_> {
    pub fn count(&self) -> usize {
        match self {
            Places::First(n) => *n,
            Places::Spans(spans) => spans.iter().map(Range::len).sum(),
            Places::At(at) => at.len(),
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
    fn go<T: Item>(
        first: &Vector,
        _: &Buf<T>,
        vectors: &[&Vector],
        parts: &[(&Value, Places)],
    ) -> Option<Value> {
        let bufs = vectors.iter().map(|v| T::of(&v.data)).collect::<Option<Vec<&Buf<T>>>>()?;
        let items = stack_items(&bufs, parts);
        Some(first.like(T::data(items.into())).into())
    }
    with_data!(&first.data, b => go(first, b, &vectors, parts))
}

/// The items of `values` at `picked`, each repeated as often as `counts` says.
pub fn repeat_each(values: &Value, picked: &[usize], counts: &[usize]) -> Option<Value> {
    fn go<T: Item>(v: &Vector, b: &Buf<T>, picked: &[usize], counts: &[usize]) -> Value {
        let mut out = Vec::with_capacity(counts.iter().sum());
        picked.iter().zip(counts).for_each(|(i, n)| out.extend(std::iter::repeat_n(b.get(*i), *n)));
        v.like(T::data(out.into())).into()
    }
    let v = vector(values)?;
    Some(with_data!(&v.data, b => go(v, b, picked, counts)))
}

fn vector(x: &Value) -> Option<&Vector> {
    if let Value::Vector(v) = x { Some(v) } else { None }
}

fn stack_items<T: Item>(bufs: &[&Buf<T>], parts: &[(&Value, Places)]) -> Vec<T> {
    let total = parts.iter().map(|p| p.1.count()).sum();
    if total < TASK_MIN || pool::threads() == 0 {
        let mut out = Vec::with_capacity(total);
        for (b, (_, places)) in bufs.iter().zip(parts) {
            match places {
                Places::First(n) => out.extend_from_slice(b.range(0..*n)),
                Places::Spans(spans) => spans.iter().for_each(|s| out.extend_from_slice(b.range(s.clone()))),
                Places::At(at) => {
                    let xs = b.slice_for(at);
                    out.extend(at.iter().map(|i| xs[*i as usize]));
                }
            }
        }
        return out;
    }
    let pieces: Vec<(&Buf<T>, Piece)> =
        bufs.iter().zip(parts).flat_map(|(b, (_, places))| pieces(places).map(move |p| (*b, p))).collect();
    let counts: Vec<usize> = pieces.iter().map(|(_, piece)| piece.count()).collect();
    let (items, _) = built::pieced(&counts, |k, out| match &pieces[k] {
        (b, Piece::Span(span)) => {
            out.write_copy_of_slice(b.range(span.clone()));
        }
        (b, Piece::At(at)) => {
            let xs = b.slice_for(at);
            wide::map(at, out, |i| xs[i as usize]);
        }
    });
    items
}

/// What one task copies.
enum Piece<'a> {
    Span(Range<usize>),
    At(&'a [i64]),
}

impl Piece<'_> {
    fn count(&self) -> usize {
        match self {
            Piece::Span(span) => span.len(),
            Piece::At(at) => at.len(),
        }
    }
}

fn pieces<'a>(places: &Places<'a>) -> impl Iterator<Item = Piece<'a>> {
    let (first, (spans, at)) = match *places {
        Places::First(n) => (0..n, (&[][..], &[][..])),
        Places::Spans(spans) => (0..0, (spans, &[][..])),
        Places::At(at) => (0..0, (&[][..], at)),
    };
    let spans = std::iter::once(first).chain(spans.iter().cloned());
    let cut = |span: Range<usize>| {
        let end = span.end;
        span.step_by(PIECE).map(move |start| Piece::Span(start..end.min(start + PIECE)))
    };
    spans.flat_map(cut).chain(at.chunks(PIECE).map(Piece::At))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn longs(x: Option<Value>) -> Vec<i64> {
        x.unwrap().items().filter_map(|x| x.as_long()).collect()
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
        assert!(stack(&[(&a, Places::At(&at)), (&c, Places::At(&[0]))]).is_none());
        let days = Value::longs(vec![5, 6, 7]);
        let repeated = repeat_each(&days, &[0, 2], &[2, 1]).unwrap();
        assert_eq!(longs(Some(repeated)), [5, 5, 7]);
    }
}
