//! Lists whose items come one after the other.

use crate::{Type, Value, Vector, room};

/// Values that come one after the other, to be [`Value::collapse`]d: as long as they are atoms of one type, only what is
/// in them is kept.
pub enum Gathered {
    Bytes(Type, Vec<u8>),
    Longs(Type, Vec<i64>),
    Floats(Type, Vec<f64>),
    Values(Vec<Value>),
}

impl Gathered {
    pub fn new() -> Gathered {
        Gathered::Values(Vec::new())
    }

    /// The next of `n` values in all. What is no atom of a number is taken out of `v`.
    #[inline]
    pub fn push(&mut self, v: &mut Value, n: usize) {
        match (&mut *self, &*v) {
            (Gathered::Longs(ty, items), &Value::I64(t, x)) if *ty == t => items.push(x),
            (Gathered::Floats(ty, items), &Value::F64(t, x)) if *ty == t => items.push(x),
            (Gathered::Bytes(ty, items), &Value::U8(t, x)) if *ty == t => items.push(x),
            (Gathered::Values(items), _) if !items.is_empty() => items.push(v.take()),
            _ => self.push_other(v.take(), n),
        }
    }

    /// The first value, and one of another kind than those before.
    #[cold]
    fn push_other(&mut self, v: Value, n: usize) {
        fn first<T>(x: T, n: usize) -> Vec<T> {
            let mut items = room::vec(n);
            items.push(x);
            items
        }
        *self = match v {
            v if !self.is_empty() => {
                let mut values = std::mem::take(self).into_values(n);
                values.push(v);
                Gathered::Values(values)
            }
            Value::I64(ty, x) => Gathered::Longs(ty, first(x, n)),
            Value::F64(ty, x) => Gathered::Floats(ty, first(x, n)),
            Value::U8(ty, x) => Gathered::Bytes(ty, first(x, n)),
            v => Gathered::Values(first(v, n)),
        };
    }

    fn is_empty(&self) -> bool {
        matches!(self, Gathered::Values(items) if items.is_empty())
    }

    /// What is there, as values, with room for `n`.
    fn into_values(self, n: usize) -> Vec<Value> {
        fn of<T: Copy>(items: &[T], n: usize, value: impl Fn(T) -> Value) -> Vec<Value> {
            let mut values = room::vec(n.max(items.len()));
            values.extend(items.iter().map(|x| value(*x)));
            values
        }
        match self {
            Gathered::Bytes(ty, items) => of(&items, n, |x| Value::U8(ty, x)),
            Gathered::Longs(ty, items) => of(&items, n, |x| Value::I64(ty, x)),
            Gathered::Floats(ty, items) => of(&items, n, |x| Value::F64(ty, x)),
            Gathered::Values(values) => values,
        }
    }

    /// Those of `other` after these.
    pub fn append(&mut self, mut other: Gathered) {
        match (&mut *self, &mut other) {
            (Gathered::Longs(t, x), Gathered::Longs(u, y)) if t == u => x.append(y),
            (Gathered::Floats(t, x), Gathered::Floats(u, y)) if t == u => x.append(y),
            (Gathered::Bytes(t, x), Gathered::Bytes(u, y)) if t == u => x.append(y),
            (Gathered::Values(x), _) if x.is_empty() => *self = other,
            _ => {
                let mut values = std::mem::take(self).into_values(0);
                values.append(&mut other.into_values(0));
                *self = Gathered::Values(values);
            }
        }
    }

    pub fn collapse(self) -> Value {
        match self {
            Gathered::Bytes(ty, items) => Vector::of(ty, items).into(),
            Gathered::Longs(ty, items) => Vector::of(ty, items).into(),
            Gathered::Floats(ty, items) => Vector::of(ty, items).into(),
            Gathered::Values(items) => Value::collapse(items),
        }
    }
}

impl Default for Gathered {
    fn default() -> Gathered {
        Gathered::new()
    }
}
