//! Aggregates of each of many short vectors, without a vector or an atom made for one: the answers of [`super::whole`] to the bit.

use super::lanes::{self, Lies};
use super::number::sum_vector;
use super::number::{Class, Number, by_number, floats_of_run};
use super::pair::{is_plain, of_columns};
use super::{Agg, vector_of_floats, vector_of_longs, wide};
use crate::amend::set_in;
use crate::atomic::run::Run;
use crate::pipe::column::{Column, FOLD_RUN};
use crate::{pool, strings};
use quarry_value::evaluation::is_over;
use quarry_value::{Item, Slices, Type, Value, Vector, room};

/// `agg each x`. `None` for an aggregate that is not here, and for what is no number.
pub fn fold_each(agg: Agg, x: &Slices) -> Option<Value> {
    let ty = x.all().ty;
    Class::of(ty)?;
    // The greatest and the least of bytes, and their products, have rules of their own.
    let is_narrow = matches!(ty, Type::Bool | Type::Byte) && matches!(agg, Agg::Max | Agg::Min | Agg::Prd);
    if is_narrow {
        return None;
    }
    let mut answers = by_number!(ty.repr(), T => of_numbers::<T>(agg, x), else None)?;
    for k in (0..x.len()).filter(|k| is_long(x, *k)).take_while(|_| !is_over()) {
        set_in(&mut answers, &Value::long(k as i64), &agg.apply(&[&x.get(k)]).ok()?).ok()?;
    }
    Some(answers)
}

/// Has vector `k` more items than a run? Then its runs are folded apart, and so the vector is folded alone.
fn is_long(x: &Slices, k: usize) -> bool {
    x.place(k).len() > FOLD_RUN
}

/// `x wsum'y` and `x wavg'y` of vectors of the same counts. `None` as in [`fold_each`].
pub fn weighted_each(agg: Agg, x: &Slices, y: &Slices) -> Option<Value> {
    let (a, b) = (x.all(), y.all());
    let are_numbers = match agg {
        Agg::WSum => is_plain(a.ty) && is_plain(b.ty),
        Agg::WAvg => Class::of(a.ty).is_some() && Class::of(b.ty).is_some(),
        _ => false,
    };
    if !are_numbers || x.ends() != y.ends() {
        return None;
    }
    let (mut a_room, mut b_room) = (Vec::new(), Vec::new());
    let a = floats_of_run(Run::of(&a.data, 0..a.len()), &mut a_room);
    let b = floats_of_run(Run::of(&b.data, 0..b.len()), &mut b_room);
    let alone = |k: usize| match (&x.get(k), &y.get(k)) {
        (Value::Vector(x), Value::Vector(y)) => of_columns(Column::Vector(x), Column::Vector(y), agg),
        _ => unreachable!("vectors lie there"),
    };
    let of = |k: usize| {
        let place = x.place(k);
        if is_long(x, k) {
            return alone(k);
        }
        // A sum begins at 0.
        let [sum, weight] = wide::weighted(&a[place.clone()], &b[place]).map(|x| 0.0 + x);
        if agg == Agg::WSum { sum } else { sum / weight }
    };
    Some(Value::floats(strings::each(room::zeros(x.len()), of)))
}

fn of_numbers<T: Number + Default>(agg: Agg, x: &Slices) -> Option<Value> {
    let like = x.all();
    let ty = agg.result(like.ty)?;
    let xs = like.slice::<T>()?;
    let is_float = Class::of(like.ty) == Some(Class::Float);
    let items = |x: Vec<T>| Some(like.like(T::data(x.into())).into());
    let flags = |x: Vec<u8>| Some(Vector::of(Type::Bool, x).into());
    match agg {
        Agg::Sum if is_float => Some(vector_of_floats(ty, each(x, xs, 0.0, lanes::sum_floats))),
        Agg::Sum => Some(sum_vector(ty, each(x, xs, 0, lanes::sum_longs))),
        Agg::Prd if is_float => Some(vector_of_floats(ty, each(x, xs, 1.0, lanes::prd_floats))),
        Agg::Prd => Some(vector_of_longs(ty, each(x, xs, 1, lanes::prd_longs))),
        Agg::Max => items(each(x, xs, <T as Number>::MIN, lanes::max)),
        Agg::Min => items(each(x, xs, <T as Number>::MAX, lanes::min)),
        Agg::Avg => Some(vector_of_floats(ty, each(x, xs, 0.0, |xs| lanes::mean_of_run(xs, is_float)))),
        Agg::All => flags(each(x, xs, 1, |xs| u8::from(lanes::zeros(xs) == 0))),
        Agg::Any => flags(each(x, xs, 0, |xs| u8::from(lanes::zeros(xs) < xs.len()))),
        _ => None,
    }
}

/// What `of` makes of each vector's items.
fn each<T: Item, R: Copy + Send + Sync>(
    x: &Slices,
    xs: &[T],
    filler: R,
    of: impl Fn(&[T]) -> R + Sync + Send,
) -> Vec<R> {
    let mut out = crate::built::filled(filler, x.len());
    pool::fill_parts(&mut out, strings::TASK_MIN, |start, part| {
        for (k, part) in part.chunks_mut(strings::PART).enumerate() {
            if is_over() {
                return;
            }
            let first = start + k * strings::PART;
            let lies = Lies(x.start(first), &x.ends()[first..]);
            wide::each(xs, lies, part, &of);
        }
    });
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slices::tests::{both_lists, same};
    use crate::strings::tests::in_all_ways;

    /// The vectors, and behind them one that has more than a run.
    fn with_long((mut x, mut values): (Slices, Vec<Value>)) -> (Slices, Vec<Value>) {
        let n = Value::long(2 * FOLD_RUN as i64 + 77);
        let Ok(Value::Vector(long)) = crate::take(&n, &Value::Vector(x.all().clone())) else {
            panic!("a vector")
        };
        x.push(&long);
        x.push(&x.all().like(x.all().data.clone()));
        values.extend([Value::Vector(long), x.get(x.len() - 1)]);
        (x, values)
    }

    #[test]
    fn each_vector_answers_as_it_does_alone() {
        let aggs = [Agg::Sum, Agg::Prd, Agg::Max, Agg::Min, Agg::Avg, Agg::All, Agg::Any];
        in_all_ways(|| {
            let mut answers = 0;
            for (slices, values) in both_lists().into_iter().chain(both_lists().into_iter().map(with_long)) {
                for agg in aggs {
                    if let Some(got) = fold_each(agg, &slices) {
                        let alone = values.iter().map(|v| agg.apply(&[v]).unwrap()).collect::<Vec<_>>();
                        same(&got, &alone);
                        answers += 1;
                    }
                }
            }
            assert!(answers > 60, "{answers}");
            for (agg, (x, xs)) in [Agg::WSum, Agg::WAvg]
                .iter()
                .flat_map(|a| both_lists().into_iter().map(move |x| (*a, with_long(x))))
            {
                for (y, ys) in both_lists().into_iter().map(with_long) {
                    if let Some(got) = weighted_each(agg, &x, &y) {
                        let alone = xs.iter().zip(&ys).map(|(x, y)| agg.apply(&[x, y]).unwrap());
                        same(&got, &alone.collect::<Vec<_>>());
                        answers += 1;
                    }
                }
            }
            assert!(answers > 200, "{answers}");
        });
    }
}
