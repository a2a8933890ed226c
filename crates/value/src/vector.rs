//! Vectors: a q type over a storage, with an attribute and, where items are looked up, a cached index.

use crate::with_data;
use crate::{Buf, Data, Item, Sym, Type, Value};
use std::any::Any;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, OnceLock};

/// The attribute of a vector, numbered as on disk and on the wire.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub enum Attr {
    #[default]
    None = 0,
    Sorted = 1,
    Unique = 2,
    Parted = 3,
    Grouped = 4,
}

impl Attr {
    pub fn from_number(n: u8) -> Option<Attr> {
        Some(match n {
            0 => Attr::None,
            1 => Attr::Sorted,
            2 => Attr::Unique,
            3 => Attr::Parted,
            4 => Attr::Grouped,
            _ => return None,
        })
    }

    /// The letter of `meta` and `` `s#``; empty for none.
    pub fn letter(self) -> &'static str {
        ["", "s", "u", "p", "g"][self as usize]
    }
}

/// Where a value keeps its attribute. `s#` alone may be noted on a value that others hold too: `asc` of what
/// ascends already marks the original, as in kdb+, and copies nothing.
#[derive(Default)]
pub struct Mark(AtomicU8);

impl Mark {
    #[inline]
    pub fn get(&self) -> Attr {
        Attr::from_number(self.0.load(Ordering::Relaxed)).unwrap_or_default()
    }

    /// Notes that the items ascend, unless there is another attribute.
    pub fn note_sorted(&self) {
        let (none, sorted) = (Attr::None as u8, Attr::Sorted as u8);
        let _ = self.0.compare_exchange(none, sorted, Ordering::Relaxed, Ordering::Relaxed);
    }
}

impl From<Attr> for Mark {
    fn from(attr: Attr) -> Mark {
        Mark(AtomicU8::new(attr as u8))
    }
}

impl Clone for Mark {
    fn clone(&self) -> Mark {
        self.get().into()
    }
}

impl PartialEq<Attr> for Mark {
    fn eq(&self, attr: &Attr) -> bool {
        self.get() == *attr
    }
}

/// A vector. `data` is stored as `ty.repr()` says; `domain` names an enumeration's domain and is empty otherwise.
#[derive(Clone)]
pub struct Vector {
    pub ty: Type,
    pub attr: Mark,
    pub domain: Sym,
    pub data: Data,
    /// What the kernel keeps to answer look-ups; dropped when the items change.
    pub index: OnceLock<Arc<dyn Any + Send + Sync>>,
}

impl Vector {
    pub fn new(ty: Type, data: Data) -> Vector {
        debug_assert!(ty != Type::List);
        Vector { ty, attr: Mark::default(), domain: Sym::EMPTY, data, index: OnceLock::new() }
    }

    /// A vector of type `ty`, whose storage must be `T`.
    pub fn of<T: Item>(ty: Type, items: impl Into<Buf<T>>) -> Vector {
        debug_assert!(ty.repr() == T::REPR);
        Vector::new(ty, T::data(items.into()))
    }

    /// Are the items of another of the type and domain of this one's?
    pub fn is_alike(&self, other: &Vector) -> bool {
        self.ty == other.ty && self.domain == other.domain
    }

    /// An enumeration over `domain`; items are positions in it, `i64::MIN` the null.
    pub fn enumeration(domain: Sym, items: impl Into<Buf<i64>>) -> Vector {
        Vector { domain, ..Vector::of(Type::Enum, items) }
    }

    /// The same type and domain over other items, no attribute.
    pub fn like(&self, data: Data) -> Vector {
        Vector { domain: self.domain, ..Vector::new(self.ty, data) }
    }

    pub fn with_attr(mut self, attr: Attr) -> Vector {
        self.attr = attr.into();
        self.index = OnceLock::new();
        self
    }

    /// Items are about to change: what is known of where they are no longer holds.
    #[inline]
    pub fn forget_index(&mut self) {
        if self.index.get().is_some() {
            self.index = OnceLock::new();
        }
    }

    pub fn len(&self) -> usize {
        self.data.len()
    }

    /// Does it lie in a file?
    pub fn is_window(&self) -> bool {
        with_data!(&self.data, b => !b.is_heap())
    }

    /// Asks for stretches of items that will be read soon, and fetches none.
    pub fn ahead(&self, stretches: &[std::ops::Range<usize>]) {
        with_data!(&self.data, b => b.ahead(stretches));
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The items when the storage is `T`.
    pub fn slice<T: Item>(&self) -> Option<&[T]> {
        T::of(&self.data).map(Buf::as_slice)
    }

    /// Item `i` (in range) as an atom.
    pub fn get(&self, i: usize) -> Value {
        if self.ty == Type::Enum {
            if let Data::I64(b) = &self.data {
                return Value::Enum(self.domain, b.get(i));
            }
        }
        crate::with_data!(&self.data, b => b.get(i).atom(self.ty))
    }

    /// The null of this vector's type as an atom; what indexing out of range gives.
    pub fn null(&self) -> Value {
        if self.ty == Type::Enum { Value::Enum(self.domain, i64::MIN) } else { Value::null(self.ty) }
    }
}

impl From<Vector> for Value {
    fn from(v: Vector) -> Value {
        Value::Vector(Arc::new(v))
    }
}
