//! Lists whose items come one after the other.

use crate::records::Records;
use crate::slices::Growing;
use crate::strings::Strings;
use crate::{Data, Result, Type, Value, Vector, room};

/// Values that come one after the other, to be [`Value::collapse`]d: as long as they are atoms of one type, only what is
/// in them is kept, of many strings their bytes, of many short vectors their items, and of many rows of a table their cells.
pub enum Gathered {
    Bytes(Type, Vec<u8>),
    Longs(Type, Vec<i64>),
    Ints(Type, Vec<i32>),
    Floats(Type, Vec<f64>),
    Strings(Box<Strings>),
    Vectors(Box<Growing>),
    Records(Box<Records>),
    Values(Vec<Value>),
}

#[inline]
fn add<T>(items: &mut Vec<T>, x: T) {
    room::reserve(items, 1);
    items.push(x);
}

impl Gathered {
    pub fn new() -> Gathered {
        Gathered::Values(Vec::new())
    }

    /// The list of `n` values that come, or the first error.
    pub fn list(n: usize, values: impl Iterator<Item = Result<Value>>) -> Result<Value> {
        let mut all = Gathered::new();
        for value in values {
            all.push(&mut value?, n);
        }
        Ok(all.collapse())
    }

    /// The next of `n` values in all. What is no atom of a number is taken out of `v`; the block of a string or vector
    /// is free for the next one then.
    #[inline]
    pub fn push(&mut self, v: &mut Value, n: usize) {
        match (&mut *self, &*v) {
            (Gathered::Longs(ty, items), &Value::I64(t, x)) if *ty == t => add(items, x),
            (Gathered::Ints(ty, items), &Value::I32(t, x)) if *ty == t => add(items, x),
            (Gathered::Floats(ty, items), &Value::F64(t, x)) if *ty == t => add(items, x),
            (Gathered::Bytes(ty, items), &Value::U8(t, x)) if *ty == t => add(items, x),
            (Gathered::Values(items), _) if !items.is_empty() => add(items, v.take()),
            (Gathered::Strings(strings), Value::Vector(s)) => match strings.push(s) {
                true => drop(v.take()),
                false => self.push_other(v.take(), n),
            },
            (Gathered::Vectors(vectors), Value::Vector(s)) => match vectors.push(s) {
                true => drop(v.take()),
                false => self.push_other(v.take(), n),
            },
            (Gathered::Records(records), Value::Dict(_)) => {
                if !records.push(v, n) {
                    self.push_other(v.take(), n);
                }
            }
            _ => self.push_other(v.take(), n),
        }
    }

    /// The item of a vector of the type that is kept, which needs no value of its own. False, and nothing is done, for any other.
    #[inline]
    pub(crate) fn push_item(&mut self, x: &Value, i: usize) -> bool {
        let Value::Vector(v) = x else { return false };
        match (self, &v.data) {
            (Gathered::Longs(ty, items), Data::I64(all)) if *ty == v.ty => add(items, all.get(i)),
            (Gathered::Ints(ty, items), Data::I32(all)) if *ty == v.ty => add(items, all.get(i)),
            (Gathered::Floats(ty, items), Data::F64(all)) if *ty == v.ty => add(items, all.get(i)),
            (Gathered::Bytes(ty, items), Data::U8(all)) if *ty == v.ty => add(items, all.get(i)),
            _ => return false,
        }
        true
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
            Value::I32(ty, x) => Gathered::Ints(ty, first(x, n)),
            Value::F64(ty, x) => Gathered::Floats(ty, first(x, n)),
            Value::U8(ty, x) => Gathered::Bytes(ty, first(x, n)),
            Value::Dict(_) => match Records::of_first(&v, n) {
                Some(records) => Gathered::Records(Box::new(records)),
                None => Gathered::Values(first(v, n)),
            },
            v => match (Strings::of_first(&v, n), Growing::of_first(&v, n)) {
                (Some(strings), _) => Gathered::Strings(Box::new(strings)),
                (_, Some(vectors)) => Gathered::Vectors(Box::new(vectors)),
                _ => Gathered::Values(first(v, n)),
            },
        };
    }

    fn is_empty(&self) -> bool {
        matches!(self, Gathered::Values(items) if items.is_empty())
    }

    /// What is there, as values, with room for `n`.
    pub(crate) fn into_values(self, n: usize) -> Vec<Value> {
        fn of<T: Copy>(items: &[T], n: usize, value: impl Fn(T) -> Value) -> Vec<Value> {
            let mut values = room::vec(n.max(items.len()));
            values.extend(items.iter().map(|x| value(*x)));
            values
        }
        match self {
            Gathered::Bytes(ty, items) => of(&items, n, |x| Value::U8(ty, x)),
            Gathered::Longs(ty, items) => of(&items, n, |x| Value::I64(ty, x)),
            Gathered::Ints(ty, items) => of(&items, n, |x| Value::I32(ty, x)),
            Gathered::Floats(ty, items) => of(&items, n, |x| Value::F64(ty, x)),
            Gathered::Strings(strings) => strings.into_values(n),
            Gathered::Vectors(vectors) => vectors.into_values(n),
            Gathered::Records(records) => records.into_values(n),
            Gathered::Values(values) => values,
        }
    }

    /// What is there, each made when it is asked for.
    pub(crate) fn into_items(self) -> Box<dyn ExactSizeIterator<Item = Value>> {
        match self {
            Gathered::Bytes(ty, items) => Box::new(items.into_iter().map(move |x| Value::U8(ty, x))),
            Gathered::Longs(ty, items) => Box::new(items.into_iter().map(move |x| Value::I64(ty, x))),
            Gathered::Ints(ty, items) => Box::new(items.into_iter().map(move |x| Value::I32(ty, x))),
            Gathered::Floats(ty, items) => Box::new(items.into_iter().map(move |x| Value::F64(ty, x))),
            other => Box::new(other.into_values(0).into_iter()),
        }
    }

    /// Those of `other` after these.
    pub fn append(&mut self, mut other: Gathered) {
        fn put<T>(x: &mut Vec<T>, y: &mut Vec<T>) {
            room::reserve(x, y.len());
            x.append(y);
        }
        match (&mut *self, &mut other) {
            (Gathered::Longs(t, x), Gathered::Longs(u, y)) if t == u => put(x, y),
            (Gathered::Ints(t, x), Gathered::Ints(u, y)) if t == u => put(x, y),
            (Gathered::Floats(t, x), Gathered::Floats(u, y)) if t == u => put(x, y),
            (Gathered::Bytes(t, x), Gathered::Bytes(u, y)) if t == u => put(x, y),
            (Gathered::Strings(x), Gathered::Strings(y)) => x.append(y),
            (Gathered::Strings(x), Gathered::Values(y)) => {
                if !x.extend(y) {
                    self.append_values(other);
                }
            }
            (Gathered::Vectors(x), Gathered::Vectors(y)) => {
                if !x.append(y) {
                    self.append_values(other);
                }
            }
            (Gathered::Records(x), Gathered::Records(y)) => {
                if !x.append(y) {
                    self.append_values(other);
                }
            }
            (Gathered::Values(x), _) if x.is_empty() => *self = other,
            _ => self.append_values(other),
        }
    }

    fn append_values(&mut self, other: Gathered) {
        let mut values = std::mem::take(self).into_values(0);
        let mut others = other.into_values(0);
        room::reserve(&mut values, others.len());
        values.append(&mut others);
        *self = Gathered::Values(values);
    }

    pub fn collapse(self) -> Value {
        match self {
            Gathered::Bytes(ty, items) => Vector::of(ty, items).into(),
            Gathered::Longs(ty, items) => Vector::of(ty, items).into(),
            Gathered::Ints(ty, items) => Vector::of(ty, items).into(),
            Gathered::Floats(ty, items) => Vector::of(ty, items).into(),
            Gathered::Strings(strings) => strings.into(),
            Gathered::Vectors(vectors) => vectors.into_slices().into(),
            Gathered::Records(records) => records.into_table(),
            Gathered::Values(items) => Value::collapse(items),
        }
    }
}

impl Default for Gathered {
    fn default() -> Gathered {
        Gathered::new()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::text::literal;

    /// The list of `values` by way of parts of `size` of them, each of which is said to be one of as many as `all_of` says.
    pub(crate) fn gathered(values: &[Value], size: usize, all_of: impl Fn(&[Value]) -> usize) -> Value {
        let mut all = Gathered::new();
        for part in values.chunks(size) {
            let mut out = Gathered::new();
            part.iter().for_each(|v| out.push(&mut v.clone(), all_of(part)));
            all.append(out);
        }
        all.collapse()
    }

    fn is_packed(x: &Value) -> bool {
        matches!(x, Value::List(l) if l.as_packed().is_some())
    }

    #[test]
    fn many_strings_are_packed_and_nothing_else_is() {
        let strings: Vec<Value> = (0..200usize).map(|i| Value::chars("ab".repeat(i % 5))).collect();
        let with = |at: usize, v: Value| {
            let mut all = strings.clone();
            all[at] = v;
            all
        };
        assert!([strings.len(), 64, 100].into_iter().all(|size| is_packed(&gathered(
            &strings,
            size,
            <[_]>::len
        ))));
        assert!(
            is_packed(&gathered(&with(150, Value::chars("x".repeat(999))), 200, <[_]>::len)),
            "one that is longer"
        );
        let others = [
            strings[..5].to_vec(),
            with(0, Value::empty_list()),
            with(199, Value::U8(Type::Char, b'x')),
            with(100, Value::longs(vec![1])),
            with(100, Vector::of(Type::Char, vec![b'a', b'b']).with_attr(crate::Attr::Sorted).into()),
            with(100, Value::chars("x".repeat(100_000))),
        ];
        for values in others {
            for size in [values.len(), 64, 7] {
                let list = gathered(&values, size, <[_]>::len);
                assert!(!is_packed(&list));
                assert_eq!(literal(&list), literal(&Value::list(values.clone())));
            }
        }
        let shared = vec![Value::chars("shared by all, as the text of a code is".repeat(3)); 100];
        assert!(!is_packed(&gathered(&shared, 100, <[_]>::len)));
        for size in [1, 7, 64, 150, 200] {
            assert_eq!(
                literal(&gathered(&strings, size, <[_]>::len)),
                literal(&Value::list(strings.clone()))
            );
        }
    }
}
