//! Aggregates of each of many short vectors, without a vector or an atom made for one: the answers of [`super::whole`] to the bit.

use super::number::{Class, Number, by_number};
use super::whole::mean_of_run;
use super::{Agg, vector_of_floats, vector_of_longs, wide};
use crate::pipe::column::FOLD_RUN;
use crate::strings;
use quarry_value::{Item, Slices, Type, Value, Vector, room};

/// `agg each x`. `None` for an aggregate that is not here, for what is no number, and where a vector is long.
pub fn fold_each(agg: Agg, x: &Slices) -> Option<Value> {
    let ty = x.all().ty;
    Class::of(ty)?;
    if matches!(ty, Type::Bool | Type::Byte) || x.sizes().any(|n| n > FOLD_RUN) {
        return None;
    }
    by_number!(ty.repr(), T => of_numbers::<T>(agg, x), else None)
}

fn of_numbers<T: Number + Default>(agg: Agg, x: &Slices) -> Option<Value> {
    let like = x.all();
    let ty = agg.result(like.ty)?;
    let xs = like.slice::<T>()?;
    let is_float = Class::of(like.ty) == Some(Class::Float);
    let items = |x: Vec<T>| Some(like.like(T::data(x.into())).into());
    let flags = |x: Vec<u8>| Some(Vector::of(Type::Bool, x).into());
    match agg {
        Agg::Sum if is_float => Some(vector_of_floats(ty, each(x, xs, 0.0, wide::sum_floats))),
        Agg::Sum => Some(vector_of_longs(ty, each(x, xs, 0, wide::sum_longs))),
        Agg::Prd if is_float => Some(vector_of_floats(ty, each(x, xs, 1.0, wide::prd_floats))),
        Agg::Prd => Some(vector_of_longs(ty, each(x, xs, 1, wide::prd_longs))),
        Agg::Max => items(each(x, xs, <T as Number>::MIN, wide::max)),
        Agg::Min => items(each(x, xs, <T as Number>::MAX, wide::min)),
        Agg::Avg => Some(vector_of_floats(ty, each(x, xs, 0.0, |xs| mean_of_run(xs, is_float)))),
        Agg::All => flags(each(x, xs, 1, |xs| u8::from(wide::zeros(xs) == 0))),
        Agg::Any => flags(each(x, xs, 0, |xs| u8::from(wide::zeros(xs) < xs.len()))),
        _ => None,
    }
}

/// What `of` makes of each vector's items.
fn each<T: Item, R: Copy + Send>(
    x: &Slices,
    xs: &[T],
    filler: R,
    of: impl Fn(&[T]) -> R + Sync + Send,
) -> Vec<R> {
    strings::each(room::repeated(filler, x.len()), |i| of(&xs[x.place(i)]))
}
