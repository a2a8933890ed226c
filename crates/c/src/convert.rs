//! Values as K objects and back. Items are copied: C code has them side by side after a header of its own.
#![allow(unsafe_code, reason = "K objects are pointers")]

use crate::object::{self, DICTIONARY, ERROR, FOREIGN, K, LIST, TABLE, UNARY};
use crate::symbols;
use quarry_kernel as kernel;
use quarry_value::error::{length_error, type_error};
use quarry_value::{
    Attr, Buf, Data, Error, Guid, Item, Kind, Prim, Result, Sym, Type, Value, Vector, room, with_data,
};
use std::ffi::{CStr, c_char};
use std::ptr::null_mut;

/// Values may be nested so deeply.
const DEEPEST: usize = 1000;

/// A value as an object that the caller holds.
///
/// Errors: 'stack when it is nested too deeply, 'wsfull.
pub fn to_object(x: &Value) -> Result<K> {
    room::asking(|| object_at(x, 0))
}

fn object_at(x: &Value, depth: usize) -> Result<K> {
    if depth > DEEPEST {
        return Err(Error::new("stack").detail("nested too deeply for C code"));
    }
    Ok(match x {
        Value::Vector(v) => vector(v)?,
        Value::List(l) => list(l.len(), |i| object_at(&l.get(i), depth + 1))?,
        Value::Dict(d) => {
            let keys = object_at(&d.keys, depth + 1)?;
            marked(
                both(keys, object_at(&d.values, depth + 1))?,
                if d.sorted { Attr::Sorted } else { Attr::None },
            )
        }
        Value::Table(t) => {
            let names = object_at(&Value::syms(t.names.clone()), depth + 1)?;
            let columns = list(t.columns.len(), |i| object_at(&t.columns[i], depth + 1));
            marked(table(both(names, columns)?), t.attr.get())
        }
        Value::Foreign(f) if f.object.is::<Foreign>() => {
            let inner = f.object.downcast_ref::<Foreign>().map_or(null_mut(), |f| f.0);
            // SAFETY: the value holds it.
            unsafe { object::hold(inner) }
        }
        Value::Prim(_) | Value::Lambda(_) | Value::Projection(_) => function(x),
        Value::Composition(_) | Value::Derived(_) | Value::Foreign(_) => function(x),
        Value::Guid(bytes) => object::guid(**bytes),
        atom => {
            let x = object::atom(i8::try_from(atom.type_number()).unwrap_or_default());
            set_atom(x, atom);
            x
        }
    })
}

/// An object that was just made, with an attribute.
fn marked(x: K, attr: Attr) -> K {
    // SAFETY: nobody else has seen it.
    unsafe { (*x).u = attr as u8 };
    x
}

/// A dictionary, unless its values could not be made.
fn both(keys: K, values: Result<K>) -> Result<K> {
    match values {
        Ok(values) => Ok(object::dictionary(keys, values)),
        Err(e) => {
            give_back(&[keys]);
            Err(e)
        }
    }
}

fn set_atom(x: K, atom: &Value) {
    // SAFETY: the object was just made, with the type of the atom.
    unsafe {
        let body = &mut (*x).body;
        match atom {
            Value::U8(_, b) => body.g = *b,
            Value::I16(n) => body.h = *n,
            Value::I32(_, n) => body.i = *n,
            Value::I64(_, n) => body.j = *n,
            Value::F32(n) => body.e = *n,
            Value::F64(_, n) => body.f = *n,
            Value::Sym(s) => body.s = symbols::text(*s),
            Value::Enum(domain, n) => {
                body.j = *n;
                object::set_domain(x, *domain);
            }
            _ => {}
        }
    }
}

/// A function: C code can apply it, keep it and hand it on.
fn function(x: &Value) -> K {
    if let Value::Prim(p) = x
        && p.type_number() == i16::from(UNARY)
        && p.row().wire != quarry_value::NO_WIRE
    {
        let k = object::atom(UNARY);
        // SAFETY: just made.
        unsafe { (*k).body.g = p.row().wire };
        return k;
    }
    object::holding(i8::try_from(x.type_number()).unwrap_or(FOREIGN), x.clone())
}

fn give_back(objects: &[K]) {
    // SAFETY: they were just made, and nobody else has seen them.
    objects.iter().for_each(|x| unsafe { object::release(*x) });
}

fn list(n: usize, item: impl Fn(usize) -> Result<K>) -> Result<K> {
    let mut items = room::vec(n);
    for i in 0..n {
        match item(i) {
            Ok(x) => items.push(x),
            Err(e) => {
                give_back(&items);
                return Err(e);
            }
        }
    }
    object::list_of(&items).inspect_err(|_| give_back(&items))
}

fn vector(v: &Vector) -> Result<K> {
    let t = i8::try_from(v.ty as i16).unwrap_or_default();
    let x = object::list(t, v.len())?;
    fn put<T: Copy>(x: K, items: &[T]) {
        // SAFETY: the object was just made, with room for that many items of this size.
        unsafe { object::items_mut::<T>(x).copy_from_slice(items) }
    }
    match &v.data {
        Data::Sym(b) => {
            let texts: Vec<*const c_char> = room::collected(b.as_slice().iter().map(|s| symbols::text(*s)));
            put(x, &texts);
        }
        data => with_data!(data, b => put(x, b.as_slice())),
    }
    // SAFETY: just made.
    unsafe {
        (*x).u = v.attr.get() as u8;
        object::set_domain(x, v.domain);
    }
    Ok(x)
}

/// A table of a dictionary that the caller holds.
pub fn table(columns: K) -> K {
    let x = object::atom(TABLE);
    // SAFETY: just made.
    unsafe { (*x).body.k = columns };
    x
}

/// A foreign object of C code, as a value: given back when nobody has it any more.
pub struct Foreign(K);

// SAFETY: the count of holders is atomic; what is inside belongs to the library, which kdb+ shares among threads, too.
unsafe impl Send for Foreign {}
// SAFETY: as above.
unsafe impl Sync for Foreign {}

impl Drop for Foreign {
    fn drop(&mut self) {
        // SAFETY: the value held it.
        unsafe { object::release(self.0) }
    }
}

/// An object as a value; null is `::`, and an error object the error.
///
/// Errors: 'type when it is nothing that q knows, 'length of a table or dictionary that is none, 'stack.
///
/// # Safety
///
/// `x` is an object that somebody holds, or null.
pub unsafe fn to_value(x: K) -> Result<Value> {
    // SAFETY: passed on.
    room::asking(|| unsafe { value_at(x, 0) })
}

/// # Safety
///
/// As [`to_value`].
unsafe fn value_at(x: K, depth: usize) -> Result<Value> {
    if depth > DEEPEST {
        return Err(Error::new("stack").detail("nested too deeply"));
    }
    if x.is_null() {
        return Ok(Value::identity());
    }
    // SAFETY: the caller holds `x`, and its type says what is in its body.
    unsafe {
        if let Some(value) = object::held(x) {
            return Ok(value.clone());
        }
        match (*x).t {
            LIST => {
                let all = object::items::<K>(x);
                let mut items = room::vec(all.len());
                for x in all {
                    items.push(value_at(*x, depth + 1)?);
                }
                Ok(Value::list(items))
            }
            TABLE => table_at((*x).body.k, depth).map(|t| claimed(x, t)),
            DICTIONARY => match object::items::<K>(x) {
                [keys, values] => {
                    pair(value_at(*keys, depth + 1)?, value_at(*values, depth + 1)?).map(|d| claimed(x, d))
                }
                _ => Err(length_error()),
            },
            UNARY => Prim::from_wire(Kind::Unary, (*x).body.g).map(Value::Prim).ok_or_else(type_error),
            FOREIGN => {
                let object = Box::new(Foreign(object::hold(x)));
                Ok(Value::Foreign(quarry_value::Foreign { name: "foreign".into(), object }.into()))
            }
            ERROR => Err(Error::text(text((*x).body.s))),
            t @ 1..=76 => vector_value(x, Type::from_number(t.into()).ok_or_else(type_error)?),
            t => atom_value(
                x,
                t.checked_neg().and_then(|t| Type::from_number(t.into())).ok_or_else(type_error)?,
            ),
        }
    }
}

/// A value with the attribute that its object claims, where it holds.
///
/// # Safety
///
/// `x` is an object that somebody holds.
unsafe fn claimed(x: K, plain: Value) -> Value {
    // SAFETY: the caller holds it.
    match Attr::from_number(unsafe { (*x).u }) {
        None | Some(Attr::None) => plain,
        Some(attr) => kernel::set_attribute(Sym::new(attr.letter()), &plain).unwrap_or(plain),
    }
}

/// The bytes of a text that ends with a zero; none of a null pointer.
///
/// # Safety
///
/// `s` is such a text that stays as it is meanwhile, or null.
pub unsafe fn text<'a>(s: *const c_char) -> &'a [u8] {
    // SAFETY: passed on.
    if s.is_null() { b"" } else { unsafe { CStr::from_ptr(s) }.to_bytes() }
}

/// # Safety
///
/// `x` is an atom of type `ty`, which somebody holds.
unsafe fn atom_value(x: K, ty: Type) -> Result<Value> {
    // SAFETY: the type says what is in the body.
    unsafe {
        let body = &(*x).body;
        Ok(match ty {
            Type::Bool => Value::bool(body.g != 0),
            Type::Byte | Type::Char => Value::U8(ty, body.g),
            Type::Short => Value::I16(body.h),
            Type::Real => Value::F32(body.e),
            Type::Symbol => Value::Sym(Sym::new(text(body.s))),
            Type::Guid => match object::items::<Guid>(x) {
                [guid] => guid.atom(ty),
                _ => return Err(type_error()),
            },
            Type::Enum => Value::Enum(enumerated(x)?, body.j),
            Type::Float | Type::Datetime => Value::F64(ty, body.f),
            Type::Long | Type::Timestamp | Type::Timespan => Value::I64(ty, body.j),
            Type::List => return Err(type_error()),
            _ => Value::I32(ty, body.i),
        })
    }
}

/// The domain of an enumeration; C code can make none.
///
/// # Safety
///
/// `x` is an object that somebody holds.
unsafe fn enumerated(x: K) -> Result<Sym> {
    // SAFETY: the caller holds `x`.
    let domain = unsafe { object::domain(x) };
    if domain.is_empty() { Err(type_error().detail("an enumeration of no domain")) } else { Ok(domain) }
}

/// # Safety
///
/// `x` is a list of type `ty`, which somebody holds.
unsafe fn vector_value(x: K, ty: Type) -> Result<Value> {
    unsafe fn copied<T: Item>(x: K) -> Data {
        // SAFETY: the type says what the items are.
        T::data(Buf::from(room::copied(unsafe { object::items::<T>(x) })))
    }
    // SAFETY: as above.
    unsafe {
        let data = match ty.repr() {
            quarry_value::Repr::U8 if ty == Type::Bool => {
                let bits = object::items::<u8>(x).iter().map(|b| u8::from(*b != 0));
                u8::data(Buf::from(room::collected(bits)))
            }
            quarry_value::Repr::U8 => copied::<u8>(x),
            quarry_value::Repr::I16 => copied::<i16>(x),
            quarry_value::Repr::I32 => copied::<i32>(x),
            quarry_value::Repr::I64 => copied::<i64>(x),
            quarry_value::Repr::F32 => copied::<f32>(x),
            quarry_value::Repr::F64 => copied::<f64>(x),
            quarry_value::Repr::Guid => copied::<Guid>(x),
            quarry_value::Repr::Sym => {
                let symbols = object::items::<*const c_char>(x).iter().map(|s| Sym::new(text(*s)));
                Sym::data(Buf::from(room::collected(symbols)))
            }
        };
        let domain = if ty == Type::Enum { enumerated(x)? } else { Sym::EMPTY };
        let plain: Value = Vector { domain, ..Vector::new(ty, data) }.into();
        Ok(claimed(x, plain))
    }
}

/// # Safety
///
/// As [`to_value`].
unsafe fn table_at(columns: K, depth: usize) -> Result<Value> {
    // SAFETY: a table holds its columns.
    match unsafe { value_at(columns, depth + 1)? } {
        Value::Dict(d) if !columns.is_null() => table_of(&d.keys, &d.values),
        _ => Err(type_error()),
    }
}

/// The table with columns of these names.
///
/// Errors: 'type, 'length.
pub fn table_of(names: &Value, columns: &Value) -> Result<Value> {
    let names = names.as_syms().ok_or_else(type_error)?.to_vec();
    let columns: Vec<Value> = columns.items().collect();
    if names.is_empty() || names.len() != columns.len() {
        return Err(length_error());
    }
    let rows = columns[0].count();
    if columns.iter().any(|c| !c.is_list() && !matches!(c, Value::Table(_))) {
        return Err(type_error());
    }
    if columns.iter().any(|c| c.count() != rows) {
        return Err(length_error());
    }
    Ok(Value::table(names, columns))
}

fn pair(keys: Value, values: Value) -> Result<Value> {
    let whole = |x: &Value| x.is_list() || matches!(x, Value::Table(_) | Value::Dict(_));
    if !whole(&keys) || !whole(&values) {
        return Err(type_error());
    }
    if keys.count() != values.count() {
        return Err(length_error());
    }
    Ok(Value::dict(keys, values))
}
