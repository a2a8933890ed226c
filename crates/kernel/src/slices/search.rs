//! Items sought in each of many short vectors.

use crate::order::Key;
use crate::strings;
use quarry_value::{Slices, Type, Value, room, with_data};

/// `x?'y` of vectors and items of one type, and `x?\:y` of one atom: the first position of it in each vector, the vector's count
/// where there is none.
pub fn find_each(x: &Slices, y: &Value) -> Option<Vec<i64>> {
    fn first<K: Key>(x: &Slices, xs: &[K], of: impl Fn(usize) -> K + Sync + Send) -> Vec<i64> {
        let position = |k: usize| {
            let (items, wanted) = (&xs[x.place(k)], of(k));
            items.iter().position(|item| item.same(wanted)).unwrap_or(items.len()) as i64
        };
        strings::each(room::zeros(x.len()), position)
    }
    fn go<K: Key>(x: &Slices, xs: &[K], y: &Value) -> Option<Vec<i64>> {
        match y {
            Value::Vector(v) => {
                let ys = K::of(&v.data).filter(|ys| ys.as_slice().len() == x.len())?.as_slice();
                Some(first(x, xs, |k| ys[k]))
            }
            y => K::of_atom(y).map(|y| first(x, xs, |_| y)),
        }
    }
    let all = x.all();
    let alike = y.item_type() == Some(all.ty) && all.ty != Type::Enum && (y.is_atom() || y.is_list());
    alike.then(|| with_data!(&all.data, b => go(x, b.as_slice(), y))).flatten()
}

/// `y in'x` and `y in/:x`, for what [`find_each`] takes: is it in each vector?
pub fn holds_each(x: &Slices, y: &Value) -> Option<Value> {
    let found = find_each(x, y)?;
    Some(Value::bools(strings::each(room::zeros(x.len()), |k| u8::from(found[k] < x.place(k).len() as i64))))
}
