//! Vectors of one type one behind the other: how a general list holds many short ones.
//!
//! One costs its items and eight bytes more, where a vector of its own costs over a hundred.

use crate::packing::{self, Allowance};
use crate::texts::{move_ends, put_at};
use crate::{Attr, Buf, Data, Item, List, Type, Value, Vector, room, with_data};
use bytemuck::{Pod, pod_read_unaligned};
use std::ops::Range;
use std::sync::Arc;

/// The items of all vectors, and where each ends among them: ascending, the last one behind the last item.
#[derive(Clone)]
pub struct Slices {
    all: Arc<Vector>,
    ends: Arc<Vec<usize>>,
}

impl Slices {
    /// The items of `all`, which has no attribute and is not text, in parts: `ends` ascends up to their number.
    pub fn new(all: Arc<Vector>, ends: Vec<usize>) -> Slices {
        debug_assert!(all.ty != Type::Char && all.attr == Attr::None);
        debug_assert!(ends.is_sorted() && ends.last().copied().unwrap_or(0) == all.len());
        Slices { all, ends: Arc::new(ends) }
    }

    /// Are `count` vectors of type `ty` that have `items` together better held so?
    pub fn pay(count: usize, ty: Type, items: usize) -> bool {
        ty != Type::Char && packing::pays(count, items.saturating_mul(ty.width()))
    }

    /// How many vectors there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The items of all vectors.
    pub fn all(&self) -> &Arc<Vector> {
        &self.all
    }

    /// Where each vector ends among [`Slices::all`].
    pub fn ends(&self) -> &[usize] {
        &self.ends
    }

    /// Where the items of vector `i` (in range) are among [`Slices::all`].
    #[inline]
    pub fn place(&self, i: usize) -> Range<usize> {
        self.start(i)..self.ends[i]
    }

    /// Where vector `i` begins among them.
    #[inline]
    pub fn start(&self, i: usize) -> usize {
        if i == 0 { 0 } else { self.ends[i - 1] }
    }

    /// How many items each vector has.
    pub fn sizes(&self) -> impl ExactSizeIterator<Item = usize> {
        (0..self.len()).map(|i| self.place(i).len())
    }

    /// The count that all vectors share.
    pub fn width(&self) -> Option<usize> {
        let first = *self.ends.first()?;
        self.sizes().all(|n| n == first).then_some(first)
    }

    /// Vector `i`, which must be in range.
    pub fn get(&self, i: usize) -> Value {
        self.part(self.place(i)).into()
    }

    /// A copy of some of the items.
    fn part(&self, range: Range<usize>) -> Vector {
        with_data!(&self.all.data, b => self.all.like(Item::data(room::copied(b.range(range)).into())))
    }

    /// Makes vector `i` in `room`, where the one before lay when nobody else holds that.
    pub(crate) fn get_in(&self, i: usize, room: &mut Value) {
        fn refill<T: Item>(from: &Buf<T>, range: Range<usize>, to: &mut Data) -> bool {
            let Some(Buf::Heap(items)) = T::of_mut(to) else { return false };
            items.clear();
            items.extend_from_slice(from.range(range));
            true
        }
        if let Value::Vector(old) = room
            && let Some(v) = Arc::get_mut(old)
            && v.ty == self.all.ty
            && v.domain == self.all.domain
            && with_data!(&self.all.data, b => refill(b, self.place(i), &mut v.data))
        {
            v.attr = Default::default();
            v.forget_index();
            return;
        }
        *room = self.get(i);
    }

    /// Vectors of the same counts of other items, of which there are as many.
    pub fn with(&self, all: Arc<Vector>) -> Slices {
        assert!(all.len() == self.all.len(), "vectors of the same counts");
        debug_assert!(all.ty != Type::Char && all.attr == Attr::None);
        Slices { all, ends: self.ends.clone() }
    }

    /// Can `v` be one of the vectors?
    pub fn takes(&self, v: &Vector) -> bool {
        v.ty == self.all.ty && v.domain == self.all.domain && v.attr == Attr::None
    }

    /// Makes room for `count` more vectors of `items` together.
    pub fn reserve(&mut self, count: usize, items: usize) {
        let all = Arc::make_mut(&mut self.all);
        all.forget_index();
        // It may have been learned of the vector that is shared no more.
        all.attr = Attr::None.into();
        with_data!(&mut all.data, b => room::reserve(b.make_mut(), items));
        room::reserve(Arc::make_mut(&mut self.ends), count);
    }

    /// Puts `v`, which is [taken](Slices::takes), where vector `i` is. Those behind move unless it has as many items.
    pub(crate) fn put(&mut self, i: usize, v: &Vector) {
        let place = self.place(i);
        let (old, new) = (place.len(), v.len());
        self.reserve(0, new.saturating_sub(old));
        with_data!(&v.data, b => put(b, place, &mut Arc::make_mut(&mut self.all).data));
        if old != new {
            move_ends(&mut Arc::make_mut(&mut self.ends)[i..], old, new);
        }
    }

    /// One vector more, which is [taken](Slices::takes).
    pub fn push(&mut self, v: &Vector) {
        self.reserve(1, v.len());
        self.add(v);
        let end = self.all.len();
        Arc::make_mut(&mut self.ends).push(end);
    }

    /// Those of `other` after these. False, and nothing is done, when they are of another type.
    pub fn append(&mut self, other: &Slices) -> bool {
        if !self.takes(&other.all) {
            return false;
        }
        self.reserve(other.len(), other.all.len());
        let start = self.all.len();
        self.add(&other.all);
        Arc::make_mut(&mut self.ends).extend(other.ends.iter().map(|e| start + e));
        true
    }

    /// The items of `v`, for which there is room, behind the others.
    fn add(&mut self, v: &Vector) {
        let all = Arc::make_mut(&mut self.all);
        with_data!(&v.data, b => add(b, &mut all.data));
    }

    /// The vectors of `range`, which must be within `0..len`.
    pub fn slice(&self, range: Range<usize>) -> Slices {
        if range.is_empty() {
            return Slices { all: Arc::new(self.part(0..0)), ends: Arc::default() };
        }
        let (start, end) = (self.place(range.start).start, self.ends[range.end - 1]);
        let ends = room::collected(self.ends[range].iter().map(|e| e - start));
        Slices::new(Arc::new(self.part(start..end)), ends)
    }

    /// The parts, where others are to be made of them.
    pub(crate) fn parts(&self) -> (&Arc<Vector>, &Arc<Vec<usize>>) {
        (&self.all, &self.ends)
    }

    pub(crate) fn from_parts(all: Arc<Vector>, ends: Arc<Vec<usize>>) -> Slices {
        Slices { all, ends }
    }
}

impl From<Slices> for Value {
    /// The list of vectors; `()` for none.
    fn from(slices: Slices) -> Value {
        List::slices(slices).into()
    }
}

/// Items of one storage behind others.
fn add<T: Item>(from: &Buf<T>, to: &mut Data) {
    if let Some(to) = T::of_mut(to) {
        let to = to.make_mut();
        room::reserve(to, from.len());
        to.extend_from_slice(from.as_slice());
    }
}

/// Items of one storage in the place of others.
fn put<T: Item>(from: &Buf<T>, place: Range<usize>, to: &mut Data) {
    if let Some(to) = T::of_mut(to) {
        put_at(to.make_mut(), place, from.as_slice());
    }
}

/// Vectors that are put one behind the other as they come, as long as that pays.
pub struct Growing {
    all: Vector,
    ends: Vec<usize>,
    allowance: Allowance,
}

impl Growing {
    /// The first of `n` values, when it is a short vector that is not text and `n` are worth it.
    pub(crate) fn of_first(first: &Value, n: usize) -> Option<Growing> {
        let Value::Vector(v) = first else { return None };
        if !packing::are_many(n) || v.ty == Type::Char {
            return None;
        }
        let mut growing = Growing {
            all: v.like(Data::empty(v.ty.repr())),
            ends: room::vec(n),
            allowance: Allowance::new(),
        };
        growing.push(v).then_some(growing)
    }

    /// One vector more. False, and nothing is done, when it is of another type, has an attribute or is too long.
    #[inline]
    pub(crate) fn push(&mut self, v: &Arc<Vector>) -> bool {
        if v.ty != self.all.ty || v.attr != Attr::None || v.domain != self.all.domain {
            return false;
        }
        let takes = self.allowance.takes(v.len() * v.ty.width(), Arc::strong_count(v) > 1);
        if takes {
            with_data!(&v.data, b => add(b, &mut self.all.data));
            self.ends.push(self.all.len());
        }
        takes
    }

    /// One vector more, of numbers of several bytes, which these are. False, and nothing is done, when it is too long.
    pub(crate) fn push_numbers(&mut self, bytes: &[u8]) -> bool {
        fn add<T: Item + Pod>(to: &mut Buf<T>, bytes: &[u8]) {
            let to = to.make_mut();
            room::reserve(to, bytes.len() / size_of::<T>());
            to.extend(bytes.chunks_exact(size_of::<T>()).map(pod_read_unaligned::<T>));
        }
        if !self.allowance.takes(bytes.len(), false) {
            return false;
        }
        match &mut self.all.data {
            Data::I16(to) => add(to, bytes),
            Data::I32(to) => add(to, bytes),
            Data::I64(to) => add(to, bytes),
            Data::F32(to) => add(to, bytes),
            Data::F64(to) => add(to, bytes),
            Data::Guid(to) => add(to, bytes),
            Data::U8(_) | Data::Sym(_) => return false,
        }
        self.ends.push(self.all.len());
        true
    }

    /// The type of the vectors whose items are numbers of several bytes.
    pub(crate) fn numbers(&self) -> Option<Type> {
        let is_number = !matches!(self.all.data, Data::U8(_) | Data::Sym(_)) && self.all.ty != Type::Enum;
        is_number.then_some(self.all.ty)
    }

    /// Those among `values` after these. False unless that is all of them.
    pub(crate) fn extend(&mut self, values: &[Value]) -> bool {
        values.iter().all(|v| matches!(v, Value::Vector(v) if self.push(v)))
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Those of `other` after these. False, and nothing is done, when they are of another type.
    pub(crate) fn append(&mut self, other: &Growing) -> bool {
        if other.all.ty != self.all.ty || other.all.domain != self.all.domain {
            return false;
        }
        self.allowance.add(&other.allowance);
        let start = self.all.len();
        with_data!(&other.all.data, b => add(b, &mut self.all.data));
        room::reserve(&mut self.ends, other.ends.len());
        self.ends.extend(other.ends.iter().map(|e| start + e));
        true
    }

    /// The vectors as values, with room for `n`.
    pub(crate) fn into_values(self, n: usize) -> Vec<Value> {
        let slices = self.into_slices();
        let mut values = room::vec(n.max(slices.len()));
        values.extend((0..slices.len()).map(|i| slices.get(i)));
        values
    }

    pub(crate) fn into_slices(self) -> Slices {
        Slices::new(Arc::new(self.all), self.ends)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::literal;

    fn rows() -> Slices {
        Slices::new(Arc::new(Vector::of(Type::Long, (0..9i64).collect::<Vec<_>>())), vec![2, 2, 5, 9])
    }

    fn shown(s: &Slices) -> Vec<String> {
        (0..s.len()).map(|i| String::from_utf8(literal(&s.get(i))).unwrap()).collect()
    }

    #[test]
    fn vectors_are_where_they_were_put() {
        let s = rows();
        assert_eq!(shown(&s), ["0 1", "`long$()", "2 3 4", "5 6 7 8"]);
        assert_eq!(s.sizes().collect::<Vec<_>>(), [2, 0, 3, 4]);
        assert_eq!((s.width(), s.slice(0..1).width(), s.slice(1..1).width()), (None, Some(2), None));
        assert_eq!(shown(&s.slice(1..3)), ["`long$()", "2 3 4"]);
        let floats = s.with(Arc::new(Vector::of(Type::Float, vec![0.5; 9])));
        assert_eq!(shown(&floats)[..2], ["0.5 0.5", "`float$()"]);
        assert!(matches!(Value::from(s.slice(2..2)), Value::List(l) if l.is_empty()));
        let mut more = s.slice(0..2);
        more.push(&Vector::of(Type::Long, vec![7i64]));
        assert!(more.append(&s.slice(2..3)) && !more.append(&floats));
        assert_eq!(shown(&more), ["0 1", "`long$()", ",7", "2 3 4"]);
        let before = more.clone();
        for (i, items) in [(1, vec![5i64]), (0, vec![]), (2, vec![8]), (3, vec![1, 2, 3, 4])] {
            more.put(i, &Vector::of(Type::Long, items));
        }
        assert_eq!(shown(&more), ["`long$()", ",5", ",8", "1 2 3 4"]);
        assert_eq!(shown(&before), ["0 1", "`long$()", ",7", "2 3 4"]);
    }

    #[test]
    fn one_is_made_where_another_lay_unless_that_was_kept() {
        let s = rows();
        let mut room = Value::identity();
        s.get_in(3, &mut room);
        let place = |v: &Value| if let Value::Vector(v) = v { Arc::as_ptr(v) } else { std::ptr::null() };
        let before = place(&room);
        s.get_in(0, &mut room);
        assert_eq!((place(&room), &literal(&room)[..]), (before, &b"0 1"[..]));
        let kept = room.clone();
        s.get_in(2, &mut room);
        assert_eq!((&literal(&kept)[..], &literal(&room)[..]), (&b"0 1"[..], &b"2 3 4"[..]));
        let mut other = Value::chars("abc");
        s.get_in(0, &mut other);
        assert_eq!(literal(&other), b"0 1");
    }

    #[test]
    fn short_vectors_grow_together() {
        let longs = |n: usize| Arc::new(Vector::of(Type::Long, vec![7i64; n]));
        let mut g = Growing::of_first(&Value::Vector(longs(1)), 40).unwrap();
        assert!(Growing::of_first(&Value::Vector(longs(1)), 31).is_none());
        assert!(Growing::of_first(&Value::chars("a"), 40).is_none());
        assert!(Growing::of_first(&Value::Vector(longs(1000)), 40).is_none(), "too long");
        assert!(g.push(&longs(100)) && !g.push(&longs(1000)));
        let ints = Arc::new(Vector::of(Type::Int, vec![1i32]));
        let sorted = Arc::new(Vector::of(Type::Long, vec![1i64]).with_attr(Attr::Sorted));
        assert!(!g.push(&ints) && !g.push(&sorted));
        let other = Growing::of_first(&Value::Vector(longs(2)), 40).unwrap();
        assert!(g.append(&other));
        assert!(!g.append(&Growing::of_first(&Value::Vector(ints), 40).unwrap()));
        let s = g.into_slices();
        assert_eq!(s.sizes().collect::<Vec<_>>(), [1, 100, 2]);
        assert!(Slices::pay(32, Type::Long, 1024) && !Slices::pay(32, Type::Long, 1025));
        assert!(!Slices::pay(31, Type::Long, 1) && !Slices::pay(100, Type::Char, 1));
    }
}
