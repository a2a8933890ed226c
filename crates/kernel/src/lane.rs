//! Lanes: vectors in memory as programs read and change them, an item as its bits.

use crate::atomic::bits::{self, Bits};
use crate::atomic::run::Run;
use quarry_value::{Attr, Buf, Data, Sym, Type, Value, Vector};
use std::sync::Arc;

/// The items of a vector.
pub struct Lane<'a> {
    items: Items<'a>,
    /// What lies where no item is.
    null: u64,
}

enum Items<'a> {
    Read(Run<'a>),
    U8(&'a mut Vec<u8>),
    I16(&'a mut Vec<i16>),
    I32(&'a mut Vec<i32>),
    I64(&'a mut Vec<i64>),
    F32(&'a mut Vec<f32>),
    F64(&'a mut Vec<f64>),
    Sym(&'a mut Vec<Sym>),
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
            Items::Read(_) => $else,
        }
    };
}

impl<'a> Lane<'a> {
    /// The type of the items of a vector that lanes are made of: one in memory, whose items [`bits::of`] gives.
    pub fn ty(x: &Value) -> Option<Type> {
        let (ty, data) = bits::of_items(x)?;
        quarry_value::with_data!(data, b => matches!(b, Buf::Heap(_))).then_some(ty)
    }

    /// Items to read; `None` of anything but such a vector.
    pub fn of(x: &'a Value) -> Option<Lane<'a>> {
        Lane::ty(x)?;
        let Value::Vector(v) = x else { return None };
        Some(Lane { items: Items::Read(Run::of(&v.data, 0..v.len())), null: null(v.ty) })
    }

    /// Items to read and to change. The vector must be nobody else's, and have no attribute.
    pub fn of_own(x: &'a mut Value) -> Option<Lane<'a>> {
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
        own!(&self.items, b => b.len(), self.readable())
    }

    #[inline(never)]
    fn readable(&self) -> usize {
        if let Items::Read(run) = self.items { run.len() } else { 0 }
    }

    /// The bits of the item at `i`, or of the null.
    #[inline(always)]
    pub fn get(&self, i: i64) -> u64 {
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
        fn set<T: Bits>(items: &mut [T], at: usize, x: u64) -> bool {
            items.get_mut(at).map(|item| *item = T::of_bits(x)).is_some()
        }
        own!(&mut self.items, b => set(b, i as usize, x), false)
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

/// The bits of a type's null.
fn null(ty: Type) -> u64 {
    bits::of(&Value::null(ty)).map_or(0, |(_, bits)| bits)
}
