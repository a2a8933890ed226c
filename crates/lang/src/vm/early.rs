//! What scalar loops do most, without the general ways: registers are written, items of lists in memory read, changed and
//! appended. `None` and false of anything else, which then goes those ways.

use quarry_kernel as kernel;
use quarry_kernel::BinaryOp;
use quarry_kernel::atomic::bits;
use quarry_value::{Buf, Data, Dict, Repr, Sym, Type, Value, Vector, memory};
use std::sync::Arc;

/// A number of a common storage, by its parts.
#[derive(Clone, Copy)]
pub enum Number {
    Long(Type, i64),
    Float(Type, f64),
    Byte(Type, u8),
}

impl Number {
    #[inline(always)]
    pub fn put(self, slot: &mut Value) {
        match self {
            Number::Long(ty, x) => set_i64(slot, ty, x),
            Number::Float(ty, x) => set_f64(slot, ty, x),
            Number::Byte(ty, x) => set_u8(slot, ty, x),
        }
    }

    #[inline(always)]
    pub fn of(x: &Value) -> Option<Number> {
        match *x {
            Value::I64(ty, x) => Some(Number::Long(ty, x)),
            Value::F64(ty, x) => Some(Number::Float(ty, x)),
            Value::U8(ty, x) => Some(Number::Byte(ty, x)),
            _ => None,
        }
    }

    #[inline(always)]
    fn value(self) -> Value {
        match self {
            Number::Long(ty, x) => Value::I64(ty, x),
            Number::Float(ty, x) => Value::F64(ty, x),
            Number::Byte(ty, x) => Value::U8(ty, x),
        }
    }

    /// `x[i]:y` of a vector or dictionary that nobody else holds.
    #[inline(always)]
    pub fn put_in(self, x: &mut Value, i: Place) -> bool {
        match (x, i) {
            (x @ (Value::Vector(_) | Value::List(_)), Place::Number(i)) => {
                kernel::amend::put_in(x, i, &self.value())
            }
            (Value::Dict(d), i) => self.put_under(d, i),
            _ => false,
        }
    }

    fn put_under(self, d: &mut Arc<Dict>, key: Place) -> bool {
        let Some((d, at)) = entry(d, key) else { return false };
        match at < d.keys.count() {
            true => kernel::amend::put_in(&mut d.values, at as i64, &self.value()),
            false => self.add(d, key),
        }
    }

    /// `x[i;j]:y` of a list of vectors; nobody else holds it or them.
    #[inline]
    pub fn put_within(self, x: &mut Value, i: Place, j: Place) -> bool {
        let (Value::List(l), Place::Number(i)) = (x, i) else { return false };
        if !l.holds_values() || i as u64 >= l.len() as u64 {
            return false;
        }
        Arc::get_mut(l).is_some_and(|l| self.put_in(&mut l.make_mut()[i as usize], j))
    }

    /// `x[i;j]f:y` of an atomic `f` and a list of vectors; nobody else holds it or them.
    #[inline]
    pub fn change_within(&mut self, x: &mut Value, i: Place, j: Place, f: BinaryOp) -> bool {
        let (Value::List(l), Place::Number(i)) = (x, i) else { return false };
        if !l.holds_values() || i as u64 >= l.len() as u64 {
            return false;
        }
        Arc::get_mut(l).is_some_and(|l| self.change(&mut l.make_mut()[i as usize], j, f))
    }

    /// `x[i]f:y` of an atomic `f` and a vector or dictionary that nobody else holds. This is what the item has become, then.
    #[inline]
    pub fn change(&mut self, x: &mut Value, i: Place, f: BinaryOp) -> bool {
        match (x, i) {
            (x @ (Value::Vector(_) | Value::List(_)), Place::Number(i)) => self.change_at(x, i, f),
            (Value::Dict(d), i) => self.change_under(d, i, f),
            _ => false,
        }
    }

    fn change_at(&mut self, x: &mut Value, i: i64, f: BinaryOp) -> bool {
        let item = match &*x {
            Value::Vector(v) if (i as u64) < v.len() as u64 => number_at(v, i as usize),
            Value::List(l) if l.holds_values() => l.as_slice().get(i as usize).and_then(Number::of),
            _ => None,
        };
        let changed = item.and_then(|item| self.after(item, f));
        changed.is_some_and(|changed| {
            let is_put = kernel::amend::put_in(x, i, &changed.value());
            if is_put {
                *self = changed;
            }
            is_put
        })
    }

    fn change_under(&mut self, d: &mut Arc<Dict>, key: Place, f: BinaryOp) -> bool {
        let Some((d, at)) = entry(d, key) else { return false };
        if at < d.keys.count() {
            return self.change_at(&mut d.values, at as i64, f);
        }
        // What begins with the operator's identity is `y`.
        let begins = matches!(f, BinaryOp::Add | BinaryOp::Multiply | BinaryOp::Lesser | BinaryOp::Greater);
        begins && self.add(d, key)
    }

    /// A new entry.
    fn add(self, d: &mut Dict, key: Place) -> bool {
        !memory::is_on() && kernel::amend::add_atom(d, &key.value(), &self.value())
    }

    /// `x f:y` of an atomic `f` and a number. This is what that has become, then.
    #[inline]
    pub fn change_all(&mut self, x: &mut Value, f: BinaryOp) -> bool {
        let changed = Number::of(x).and_then(|item| self.after(item, f));
        changed.is_some_and(|changed| {
            *self = changed;
            changed.put(x);
            true
        })
    }

    /// `f` of an item and this, if it is of the item's type.
    #[inline]
    fn after(self, item: Number, f: BinaryOp) -> Option<Number> {
        let (item, y) = (item.value(), self.value());
        let changed = bits::of_two(f, &item, &y)?;
        if changed.item_type() == item.item_type() { Number::of(&changed) } else { None }
    }

    /// `x,:y` of a vector that nobody else holds.
    #[inline]
    pub fn append(self, x: &mut Value) -> bool {
        !memory::is_on() && kernel::push_atom(x, &self.value())
    }
}

/// An index.
#[derive(Clone, Copy)]
pub enum Place {
    Number(i64),
    Name(Sym),
}

impl Place {
    /// The index that a register has, if there is one.
    #[inline(always)]
    pub fn of(regs: &[Value], at: usize) -> Option<Place> {
        Place::of_value(regs.get(at)?)
    }

    #[inline(always)]
    pub fn of_value(x: &Value) -> Option<Place> {
        match *x {
            Value::I64(Type::Long, i) => Some(Place::Number(i)),
            Value::Sym(name) => Some(Place::Name(name)),
            _ => None,
        }
    }

    fn value(self) -> Value {
        match self {
            Place::Number(n) => Value::long(n),
            Place::Name(name) => Value::Sym(name),
        }
    }

    /// Where the index is among keys in memory; their count where it is not.
    fn among(self, keys: &Value) -> Option<usize> {
        let Value::Vector(keys) = keys else { return None };
        match (self, &keys.data) {
            (Place::Name(name), Data::Sym(Buf::Heap(keys))) if keys.len() <= FEW => {
                Some(keys.iter().position(|k| *k == name).unwrap_or(keys.len()))
            }
            _ => kernel::find::place_in(keys, &self.value()),
        }
    }
}

/// A dictionary that nobody else holds, and where a key is in it.
fn entry(d: &mut Arc<Dict>, key: Place) -> Option<(&mut Dict, usize)> {
    let at = key.among(&d.keys)?;
    Some((Arc::get_mut(d)?, at))
}

/// Puts a long-like atom in a register. Writing the parts, where one is there already, spares the processor a wait
/// for a whole value put together from parts.
#[inline(always)]
pub fn set_i64(slot: &mut Value, ty: Type, x: i64) {
    match slot {
        Value::I64(t, n) => (*t, *n) = (ty, x),
        other => *other = Value::I64(ty, x),
    }
}

#[inline(always)]
pub fn set_f64(slot: &mut Value, ty: Type, x: f64) {
    match slot {
        Value::F64(t, n) => (*t, *n) = (ty, x),
        other => *other = Value::F64(ty, x),
    }
}

#[inline(always)]
fn set_u8(slot: &mut Value, ty: Type, x: u8) {
    match slot {
        Value::U8(t, n) => (*t, *n) = (ty, x),
        other => *other = Value::U8(ty, x),
    }
}

#[inline(always)]
pub fn set_bool(slot: &mut Value, x: bool) {
    set_u8(slot, Type::Bool, x as u8);
}

/// Puts an atom of which [`bits::of`] tells in a register.
#[inline(always)]
pub fn set_bits(slot: &mut Value, ty: Type, bits: u64) {
    match ty.repr() {
        Repr::I64 => set_i64(slot, ty, bits as i64),
        Repr::F64 => set_f64(slot, ty, f64::from_bits(bits)),
        Repr::U8 => set_u8(slot, ty, bits as u8),
        _ => *slot = bits::atom(ty, bits),
    }
}

#[inline(always)]
pub fn set(slot: &mut Value, v: Value) {
    match v {
        Value::I64(ty, x) => set_i64(slot, ty, x),
        Value::F64(ty, x) => set_f64(slot, ty, x),
        Value::U8(ty, x) => set_u8(slot, ty, x),
        v => *slot = v,
    }
}

/// Puts the value in `from` into `slot`, where it is not needed any more. Atoms go by their parts: see [`set_i64`].
#[inline(always)]
pub fn pass(from: &mut Value, slot: &mut Value) {
    match from {
        &mut Value::I64(ty, x) => set_i64(slot, ty, x),
        &mut Value::F64(ty, x) => set_f64(slot, ty, x),
        &mut Value::U8(ty, x) => set_u8(slot, ty, x),
        other => *slot = std::mem::replace(other, Value::identity()),
    }
}

/// `x i` of a vector in memory.
#[inline(always)]
pub fn number(x: &Value, i: &Value) -> Option<Number> {
    match x {
        Value::Vector(v) => number_at(v, position(i, v.len())?),
        _ => None,
    }
}

/// `x[i;j]` of a list of vectors in memory.
#[inline]
pub fn number_within(x: &Value, i: &Value, j: &Value) -> Option<Number> {
    let Value::List(l) = x else { return None };
    let i = position(i, l.len())?;
    if let Some(slices) = l.as_slices() {
        let place = slices.place(i);
        return number_at(slices.all(), place.start + position(j, place.len())?);
    }
    if l.holds_values() { number(&l.as_slice()[i], j) } else { None }
}

#[inline(always)]
fn position(i: &Value, n: usize) -> Option<usize> {
    match *i {
        Value::I64(Type::Long, at) => usize::try_from(at).ok().filter(|at| *at < n),
        _ => None,
    }
}

#[inline(always)]
fn number_at(v: &Vector, at: usize) -> Option<Number> {
    match &v.data {
        Data::I64(Buf::Heap(items)) if v.ty != Type::Enum => Some(Number::Long(v.ty, items[at])),
        Data::F64(Buf::Heap(items)) => Some(Number::Float(v.ty, items[at])),
        Data::U8(Buf::Heap(items)) => Some(Number::Byte(v.ty, items[at])),
        _ => None,
    }
}

/// `x i` of a list and a position in it, and of a dictionary and one of its keys.
#[inline]
pub fn item(x: &Value, i: &Value) -> Option<Value> {
    match x {
        Value::Vector(v) => Some(v.get(position(i, v.len())?)),
        Value::List(l) => Some(l.get(position(i, l.len())?)),
        Value::Dict(d) => keyed(d, i),
        _ => None,
    }
}

/// Names that are looked through one after the other.
const FEW: usize = 32;

fn keyed(d: &Dict, key: &Value) -> Option<Value> {
    // Of equal keys of a step dictionary the last one counts.
    if d.sorted {
        return None;
    }
    let at = Place::of_value(key)?.among(&d.keys)?;
    match &d.values {
        Value::Vector(v) if at < v.len() => Some(v.get(at)),
        Value::List(l) if at < l.len() => Some(l.get(at)),
        _ => None,
    }
}

/// `(x;y)` of longs, times or floats.
#[inline]
pub fn list(items: &[Value]) -> Option<Value> {
    match items.first()? {
        Value::I64(ty, _) if items.iter().all(|x| matches!(x, Value::I64(t, _) if t == ty)) => {
            let item = |x: &Value| if let Value::I64(_, x) = x { *x } else { 0 };
            Some(Vector::of(*ty, items.iter().map(item).collect::<Vec<i64>>()).into())
        }
        Value::F64(ty, _) if items.iter().all(|x| matches!(x, Value::F64(t, _) if t == ty)) => {
            let item = |x: &Value| if let Value::F64(_, x) = x { *x } else { 0.0 };
            Some(Vector::of(*ty, items.iter().map(item).collect::<Vec<f64>>()).into())
        }
        _ => None,
    }
}
