//! The first or last item of each group of a vector, without an atom for each.

use super::Agg;
use quarry_value::{Buf, Data, Item, Type, Value, Vector, with_data};

/// An item a group, and which groups have one.
pub(super) struct Picked {
    items: Vector,
    found: Vec<bool>,
}

impl Picked {
    /// No group has an item yet. Items will be like those of `v`.
    pub fn new(v: &Vector, groups: usize) -> Picked {
        let mut picked = Picked { items: v.like(Data::empty(v.ty.repr())), found: Vec::new() };
        picked.grow(groups);
        picked
    }

    /// The same without groups.
    pub fn fresh(&self) -> Picked {
        Picked::new(&self.items, 0)
    }

    pub fn len(&self) -> usize {
        self.found.len()
    }

    pub fn grow(&mut self, groups: usize) {
        fn go<T: Item>(b: &mut Buf<T>, n: usize, null: T) {
            b.make_mut().resize(n, null);
        }
        let (n, ty) = (groups.max(self.len()), self.items.ty);
        self.found.resize(n, false);
        with_data!(&mut self.items.data, b => go(b, n, crate::gather::null_item(ty)));
    }

    /// Are the items of the same type?
    pub fn is_like(&self, other: &Picked) -> bool {
        self.items.ty == other.items.ty && self.items.domain == other.items.domain
    }

    /// Are there numbers in both, of two types, which one type could hold?
    pub fn has_other_numbers(&self, other: &Picked) -> bool {
        let is_number =
            |ty: Type| ty != Type::Guid && (Type::Bool as u8..=Type::Float as u8).contains(&(ty as u8));
        let has_numbers = |p: &Picked| is_number(p.items.ty) && p.found.contains(&true);
        self.items.ty != other.items.ty && has_numbers(self) && has_numbers(other)
    }

    /// Takes in later items of `x`: group `g` has the one at `at[g]`, or none where that is `usize::MAX`.
    pub fn take_in(&mut self, agg: Agg, x: &Value, at: &[usize]) {
        fn go<T: Item>(ours: &mut Buf<T>, theirs: &Data, found: &mut [bool], at: &[usize], agg: Agg) {
            let Some(theirs) = T::of(theirs) else { return };
            let xs = theirs.slice_for(at);
            for ((item, found), &i) in ours.make_mut().iter_mut().zip(found).zip(at) {
                if i != usize::MAX && (agg == Agg::Last || !*found) {
                    (*item, *found) = (xs[i], true);
                }
            }
        }
        let Value::Vector(v) = x else { return };
        with_data!(&mut self.items.data, b => go(b, &v.data, &mut self.found, at, agg));
    }

    /// Takes in those of later items; their group `g` is ours `map[g]` (`None`: `g`).
    pub fn merge(&mut self, agg: Agg, later: &Picked, map: Option<&[u32]>) {
        fn go<T: Item>(
            (ours, found): (&mut Buf<T>, &mut [bool]),
            later: &Picked,
            agg: Agg,
            map: Option<&[u32]>,
        ) {
            let Some(theirs) = T::of(&later.items.data) else { return };
            let ours = ours.make_mut();
            for (g, (x, has)) in theirs.as_slice().iter().zip(&later.found).enumerate() {
                let g = map.map_or(g, |map| map[g] as usize);
                if *has && g < ours.len() && (agg == Agg::Last || !found[g]) {
                    (ours[g], found[g]) = (*x, true);
                }
            }
        }
        with_data!(&mut self.items.data, b => go((b, &mut self.found), later, agg, map));
    }

    /// The items as atoms, and the null of their type.
    pub fn items(&self) -> (Vec<Option<Value>>, Value) {
        let item = |(g, found): (usize, &bool)| found.then(|| self.items.get(g));
        (self.found.iter().enumerate().map(item).collect(), self.items.null())
    }

    /// One item a group; null for groups without.
    pub fn finish(self) -> Value {
        self.items.into()
    }
}
