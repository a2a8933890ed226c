//! Lanes: vectors in memory, lists of them, and dictionaries of two, as programs read and change them, an item as its bits.

use crate::atomic::bits::{self, Bits};
use crate::atomic::run::Run;
use crate::keyed::{Entry, Keys};
use quarry_value::{Attr, Buf, Data, Dict, Sym, Type, Value, Vector};
use std::sync::Arc;

/// The items of a vector, or of the vectors of a list, or the values of a dictionary.
pub struct Lane<'a> {
    items: Items<'a>,
    /// What lies where no item is.
    null: u64,
}

enum Items<'a> {
    Read(Run<'a>),
    Rows(&'a [Value], Type),
    OwnRows(&'a mut [Value], Type),
    Keyed(Box<Keyed<'a>>),
    U8(&'a mut Vec<u8>),
    I16(&'a mut Vec<i16>),
    I32(&'a mut Vec<i32>),
    I64(&'a mut Vec<i64>),
    F32(&'a mut Vec<f32>),
    F64(&'a mut Vec<f64>),
    Sym(&'a mut Vec<Sym>),
}

struct Keyed<'a> {
    keys: Keys<'a>,
    values: Lane<'a>,
}

/// Runs `$body` with `$b` bound to the items that may be changed.
macro_rules! own {
    ($items:expr, $b:ident => $body:expr, $else:expr) => {
        match $items {
            Items::U8($b) => $body,
            Items::I16($b) => $body,
            Items::I32($b) => $body,
            Items::I64($b) => $body,
            Items::F32($b) => $body,
            Items::F64($b) => $body,
            Items::Sym($b) => $body,
            Items::Read(_) | Items::Rows(..) | Items::OwnRows(..) | Items::Keyed(_) => $else,
        }
    };
}

impl<'a> Lane<'a> {
    /// The type of the items of a vector that lanes are made of: one in memory, whose items [`bits::of`] gives.
    pub fn ty(x: &Value) -> Option<Type> {
        let (ty, data) = bits::of_items(x)?;
        quarry_value::with_data!(data, b => matches!(b, Buf::Heap(_))).then_some(ty)
    }

    /// The type of the first of a list's rows, where lanes are made of the list: its items are such vectors, or may be.
    pub fn ty_of_rows(x: &Value) -> Option<Type> {
        let Value::List(l) = x else { return None };
        if l.holds_values() { Lane::ty(l.as_slice().first()?) } else { None }
    }

    /// The types of keys and values, where lanes are made of a dictionary: of two such vectors.
    pub fn types_of_entries(x: &Value) -> Option<(Type, Type)> {
        let Value::Dict(d) = x else { return None };
        if d.sorted { None } else { Some((Lane::ty(&d.keys)?, Lane::ty(&d.values)?)) }
    }

    /// Items to read; `None` of anything but such a vector, list or dictionary.
    pub fn of(x: &'a Value) -> Option<Lane<'a>> {
        if let Value::Dict(d) = x {
            Lane::types_of_entries(x)?;
            let Value::Vector(keys) = &d.keys else { return None };
            return Some(Lane::keyed(Keys::Read(keys), Lane::of(&d.values)?));
        }
        if let (Value::List(l), Some(ty)) = (x, Lane::ty_of_rows(x)) {
            return Some(Lane { items: Items::Rows(l.as_slice(), ty), null: 0 });
        }
        Lane::ty(x)?;
        let Value::Vector(v) = x else { return None };
        Some(Lane { items: Items::Read(Run::of(&v.data, 0..v.len())), null: null(v.ty) })
    }

    fn keyed(keys: Keys<'a>, values: Lane<'a>) -> Lane<'a> {
        Lane { null: values.null, items: Items::Keyed(Box::new(Keyed { keys, values })) }
    }

    /// Items to read and to change. The vector, list or dictionary must be nobody else's, and have no attribute. Entries are added
    /// where the keys are nobody else's either.
    pub fn of_own(x: &'a mut Value) -> Option<Lane<'a>> {
        if let Value::Dict(_) = x {
            Lane::types_of_entries(x)?;
            let Value::Dict(d) = x else { return None };
            let Dict { keys: Value::Vector(keys), values, .. } = Arc::get_mut(d)? else { return None };
            let is_own = matches!(keys.attr.get(), Attr::None | Attr::Unique) && Arc::get_mut(keys).is_some();
            let keys = match is_own {
                true => Keys::Own(Arc::get_mut(keys)?),
                false => Keys::Read(keys),
            };
            return Some(Lane::keyed(keys, Lane::of_own(values)?));
        }
        if let Some(ty) = Lane::ty_of_rows(x) {
            let Value::List(l) = x else { return None };
            if l.attr != Attr::None {
                return None;
            }
            return Some(Lane { items: Items::OwnRows(Arc::get_mut(l)?.make_mut(), ty), null: 0 });
        }
        Lane::ty(x)?;
        let Value::Vector(v) = x else { return None };
        let v: &mut Vector = Arc::get_mut(v).filter(|v| v.attr == Attr::None)?;
        v.forget_index();
        let null = null(v.ty);
        let items = match &mut v.data {
            Data::U8(Buf::Heap(b)) => Items::U8(b),
            Data::I16(Buf::Heap(b)) => Items::I16(b),
            Data::I32(Buf::Heap(b)) => Items::I32(b),
            Data::I64(Buf::Heap(b)) => Items::I64(b),
            Data::F32(Buf::Heap(b)) => Items::F32(b),
            Data::F64(Buf::Heap(b)) => Items::F64(b),
            Data::Sym(Buf::Heap(b)) => Items::Sym(b),
            _ => return None,
        };
        Some(Lane { items, null })
    }

    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        match &self.items {
            Items::I64(items) => items.len(),
            Items::F64(items) => items.len(),
            Items::U8(items) => items.len(),
            _ => self.length(),
        }
    }

    #[inline(never)]
    fn length(&self) -> usize {
        own!(&self.items, b => b.len(), match &self.items {
            Items::Read(run) => run.len(),
            Items::Rows(rows, _) => rows.len(),
            Items::OwnRows(rows, _) => rows.len(),
            Items::Keyed(entries) => entries.values.len(),
            _ => 0,
        })
    }

    /// The bits of the item at `i`, or of the null.
    #[inline(always)]
    pub fn get(&self, i: i64) -> u64 {
        // What there is most comes without a call.
        match &self.items {
            Items::I64(items) => items.get(i as usize).map_or(self.null, |x| x.bits()),
            Items::F64(items) => items.get(i as usize).map_or(self.null, |x| x.bits()),
            Items::U8(items) => items.get(i as usize).map_or(self.null, |x| x.bits()),
            _ => self.get_any(i),
        }
    }

    #[inline(never)]
    fn get_any(&self, i: i64) -> u64 {
        let at = i as usize;
        let found = own!(&self.items, b => b.get(at).map(|x| x.bits()), match self.items {
            Items::Read(run) => (at < run.len()).then(|| bits::item(run, at)),
            _ => None,
        });
        found.unwrap_or(self.null)
    }

    /// Puts an item at `i`; false where there is none, and of lanes to read.
    #[inline(always)]
    pub fn put(&mut self, i: i64, x: u64) -> bool {
        match &mut self.items {
            Items::I64(items) => set(items, i, x),
            Items::F64(items) => set(items, i, x),
            Items::U8(items) => set(items, i, x),
            _ => self.put_any(i, x),
        }
    }

    #[inline(never)]
    fn put_any(&mut self, i: i64, x: u64) -> bool {
        own!(&mut self.items, b => set(b, i, x), false)
    }

    /// Puts an item behind the others; false where there is no room for it, and of lanes to read.
    #[inline(always)]
    pub fn push(&mut self, x: u64) -> bool {
        fn set<T: Bits>(items: &mut Vec<T>, x: u64) -> bool {
            let fits = items.len() < items.capacity();
            if fits {
                items.push(T::of_bits(x));
            }
            fits
        }
        own!(&mut self.items, b => set(b, x), false)
    }
}

impl Lane<'_> {
    /// The bits of item `j` of row `i`; `None` where none of the type is.
    #[inline]
    pub fn within(&self, i: i64, j: i64) -> Option<u64> {
        let (rows, ty) = match &self.items {
            Items::Rows(rows, ty) => (&**rows, *ty),
            Items::OwnRows(rows, ty) => (&**rows, *ty),
            _ => return None,
        };
        let Value::Vector(v) = rows.get(i as usize)? else { return None };
        if v.ty != ty {
            return None;
        }
        let at = j as usize;
        match &v.data {
            Data::I64(Buf::Heap(b)) => b.get(at).map(|x| x.bits()),
            Data::F64(Buf::Heap(b)) => b.get(at).map(|x| x.bits()),
            Data::U8(Buf::Heap(b)) => b.get(at).map(|x| x.bits()),
            Data::I32(Buf::Heap(b)) => b.get(at).map(|x| x.bits()),
            _ => None,
        }
    }

    /// Puts item `j` of row `i`; false where none of the type is, and where somebody else holds the row.
    #[inline]
    pub fn put_within(&mut self, i: i64, j: i64, x: u64) -> bool {
        let Items::OwnRows(rows, ty) = &mut self.items else { return false };
        let Some(Value::Vector(v)) = rows.get_mut(i as usize) else { return false };
        let own = Arc::get_mut(v).filter(|v| v.attr == Attr::None && v.ty == *ty);
        let Some(v) = own else { return false };
        v.forget_index();
        match &mut v.data {
            Data::I64(Buf::Heap(b)) => set(b, j, x),
            Data::F64(Buf::Heap(b)) => set(b, j, x),
            Data::U8(Buf::Heap(b)) => set(b, j, x),
            Data::I32(Buf::Heap(b)) => set(b, j, x),
            _ => false,
        }
    }
}

impl Lane<'_> {
    /// Where a dictionary has a key.
    #[inline]
    pub fn entry(&self, key: u64) -> Entry {
        let Items::Keyed(entries) = &self.items else { return Entry::Far };
        entries.keys.find(key)
    }

    /// The value of an entry.
    #[inline]
    pub fn value(&self, at: usize) -> u64 {
        match &self.items {
            Items::Keyed(entries) => entries.values.get(at as i64),
            _ => self.null,
        }
    }

    /// Puts a value under a key, which is added if need be; false where that takes more memory or a long walk, and of lanes
    /// to read.
    #[inline]
    pub fn put_under(&mut self, key: u64, x: u64) -> bool {
        let Items::Keyed(entries) = &mut self.items else { return false };
        match entries.keys.find(key) {
            Entry::At(at) => entries.values.put(at as i64, x),
            Entry::Missing => entries.values.has_room() && entries.keys.push(key) && entries.values.push(x),
            Entry::Far => false,
        }
    }

    /// May an item be put behind the others?
    fn has_room(&self) -> bool {
        own!(&self.items, b => b.len() < b.capacity(), false)
    }
}

/// Puts an item at `i`; false where there is none.
#[inline(always)]
fn set<T: Bits>(items: &mut [T], i: i64, x: u64) -> bool {
    items.get_mut(i as usize).map(|item| *item = T::of_bits(x)).is_some()
}

/// The bits of a type's null.
fn null(ty: Type) -> u64 {
    bits::of(&Value::null(ty)).map_or(0, |(_, bits)| bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_beyond_the_ends_are_null_and_take_nothing() {
        let mut x = Value::longs(vec![7, 8]);
        let mut lane = Lane::of_own(&mut x).expect("nobody else's");
        assert_eq!((lane.get(1), lane.get(2), lane.get(-1)), (8, i64::MIN as u64, i64::MIN as u64));
        assert!(lane.put(0, 5) && !lane.put(2, 5) && !lane.put(-1, 5) && !lane.put(i64::MIN, 5));
        assert!(Lane::of(&x).is_some_and(|lane| lane.get(0) == 5 && lane.get(1) == 8));
    }

    #[test]
    fn items_go_behind_the_others_where_there_is_room() {
        let mut items = quarry_value::room::vec(3);
        items.extend([1.5, 2.5]);
        let room = items.capacity() - items.len();
        let mut x: Value = Vector::of(Type::Float, items).into();
        let mut lane = Lane::of_own(&mut x).expect("nobody else's");
        let pushed = (0..10).filter(|_| lane.push(0.5f64.to_bits())).count();
        assert_eq!((pushed, lane.len()), (room, 2 + room));
    }

    #[test]
    fn rows_give_what_is_there_of_their_type() {
        let other = Value::longs(vec![3, 4]);
        let rows = vec![Value::longs(vec![1, 2]), other.clone(), Value::float(0.5)];
        let mut x = Value::list(rows);
        assert_eq!(Lane::ty_of_rows(&x), Some(Type::Long));
        let mut lane = Lane::of_own(&mut x).expect("nobody else's");
        assert_eq!([lane.within(0, 1), lane.within(1, 0)], [Some(2), Some(3)]);
        let nowhere = [(0, 2), (0, -1), (2, 0), (3, 0), (-1, 0)];
        assert!(nowhere.iter().all(|(i, j)| lane.within(*i, *j).is_none() && !lane.put_within(*i, *j, 9)));
        assert_eq!(lane.len(), 3);
        assert!(lane.put_within(0, 0, 9) && !lane.put_within(1, 0, 9));
        assert_eq!([lane.within(0, 0), lane.within(1, 0)], [Some(9), Some(3)]);
        drop(other);
    }

    #[test]
    fn entries_are_found_and_added_where_there_is_room() {
        let keys = |n: i64| {
            let mut keys = quarry_value::room::vec(n as usize + 1);
            keys.extend((0..n).map(|k| k * 3));
            Value::longs(keys)
        };
        let entries = |keys: Value, n: i64| {
            let mut values = quarry_value::room::vec(n as usize + 1);
            values.extend((0..n).map(|k| k as f64));
            Value::dict(keys, Vector::of(Type::Float, values).into())
        };
        let mut x = entries(keys(5), 5);
        assert_eq!(Lane::types_of_entries(&x), Some((Type::Long, Type::Float)));
        let mut lane = Lane::of_own(&mut x).expect("nobody else's");
        assert!(matches!(lane.entry(12), Entry::At(4)) && matches!(lane.entry(13), Entry::Missing));
        assert_eq!((lane.value(4), lane.len()), (4f64.to_bits(), 5));
        assert!(lane.put_under(12, 9f64.to_bits()) && lane.put_under(13, 8f64.to_bits()));
        let added = (100..1000).take_while(|k| lane.put_under(*k, 0)).count() as u64;
        assert!(added < 100 && matches!(lane.entry(100 + added), Entry::Missing));
        assert_eq!(
            (lane.value(4), lane.value(5), lane.len()),
            (9f64.to_bits(), 8f64.to_bits(), 6 + added as usize)
        );
        // What somebody else holds is not added to, but values under keys change.
        let shared = keys(5);
        let mut x = entries(shared.clone(), 5);
        let mut lane = Lane::of_own(&mut x).expect("its values are nobody else's");
        assert!(lane.put_under(3, 0) && !lane.put_under(4, 0));
        assert_eq!((shared.count(), lane.len()), (5, 5));
        // Long walks are not for programs, unless an index spares them.
        let mut apart = quarry_value::room::vec(1001);
        apart.extend((0..1000).map(|k| k * k * 1000));
        let mut x = entries(Value::longs(apart), 1000);
        {
            let mut lane = Lane::of_own(&mut x).expect("nobody else's");
            assert!(matches!(lane.entry(100_000), Entry::At(10)) && matches!(lane.entry(5), Entry::Far));
            assert!(!lane.put_under(5, 0));
        }
        let Value::Dict(d) = &x else { unreachable!("a dictionary") };
        let Value::Vector(keys) = &d.keys else { unreachable!("of vectors") };
        for _ in 0..100 {
            assert_eq!(crate::find::place_in(keys, &Value::long(5)), Some(1000));
        }
        let mut lane = Lane::of_own(&mut x).expect("nobody else's");
        assert!(matches!(lane.entry(998_001_000), Entry::At(999)) && matches!(lane.entry(5), Entry::Missing));
        assert!(lane.put_under(5, 7) && matches!(lane.entry(5), Entry::At(1000)));
        assert_eq!((lane.value(1000), lane.len()), (7, 1001));
    }

    #[test]
    fn what_others_hold_or_has_an_attribute_is_only_read() {
        let x = Value::longs(vec![1, 2]);
        let mut shared = x.clone();
        assert!(Lane::of_own(&mut shared).is_none());
        let mut lane = Lane::of(&x).expect("a vector");
        assert!(lane.get(0) == 1 && lane.len() == 2 && !lane.put(0, 3) && !lane.push(3));
        assert!(Lane::of(&Value::long(1)).is_none() && Lane::of(&Value::empty_list()).is_none());
    }
}
