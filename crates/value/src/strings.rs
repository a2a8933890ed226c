//! Strings that come one after the other, as values.

use crate::packing::{self, Allowance};
use crate::{Attr, Texts, Type, Value, Vector, room};
use std::sync::Arc;

/// Bytes of each that room is made for at first, at most.
const USUAL: usize = 16;

/// Strings that are packed as they come, as long as that pays.
pub struct Strings {
    texts: Texts,
    allowance: Allowance,
}

impl Strings {
    /// The first of `n` values, when it is a string and `n` are worth packing.
    pub(crate) fn of_first(first: &Value, n: usize) -> Option<Strings> {
        let Value::Vector(v) = first else { return None };
        if !packing::are_many(n) || v.ty != Type::Char {
            return None;
        }
        let texts = Texts::with_capacity(n, v.len().min(USUAL) * n);
        let mut strings = Strings { texts, allowance: Allowance::new() };
        strings.push(v).then_some(strings)
    }

    /// One string more. False, and nothing is done, when it is no char vector without attribute or is too long.
    #[inline]
    pub(crate) fn push(&mut self, v: &Arc<Vector>) -> bool {
        let Some(text) = v.slice::<u8>().filter(|_| v.ty == Type::Char && v.attr == Attr::None) else {
            return false;
        };
        let takes = self.allowance.takes(text.len(), Arc::strong_count(v) > 1);
        if takes {
            self.texts.push(text);
        }
        takes
    }

    /// Those of `other` after these.
    pub(crate) fn append(&mut self, other: &Strings) {
        self.allowance.add(&other.allowance);
        self.texts.append(&other.texts);
    }

    /// Those among `values` after these. False, and nothing is done, unless that is all of them.
    pub(crate) fn extend(&mut self, values: &[Value]) -> bool {
        let (count, allowance) = (self.texts.len(), self.allowance);
        let all = values.iter().all(|v| matches!(v, Value::Vector(v) if self.push(v)));
        if !all {
            self.texts.truncate(count);
            self.allowance = allowance;
        }
        all
    }

    pub(crate) fn into_texts(self) -> Texts {
        let mut texts = self.texts;
        texts.fit();
        texts
    }

    /// The strings as values, with room for `n`.
    pub(crate) fn into_values(self, n: usize) -> Vec<Value> {
        let mut values = room::vec(n.max(self.texts.len()));
        values.extend(self.texts.iter().map(Value::chars));
        values
    }

    /// Many strings that nobody else holds, packed; anything else is given back.
    pub(crate) fn pack(items: Vec<Value>) -> Result<Value, Vec<Value>> {
        let Some(mut strings) = items.first().and_then(|first| Strings::of_first(first, items.len())) else {
            return Err(items);
        };
        let mut own =
            |v: &Value| matches!(v, Value::Vector(v) if Arc::strong_count(v) == 1 && strings.push(v));
        // The first one is there.
        let all = matches!(&items[0], Value::Vector(v) if Arc::strong_count(v) == 1)
            && items[1..].iter().all(&mut own);
        if all { Ok(strings.into()) } else { Err(items) }
    }
}

impl Texts {
    /// Are `count` strings that have `size` bytes together better packed?
    pub fn pay(count: usize, size: usize) -> bool {
        packing::pays(count, size)
    }
}

impl From<Strings> for Value {
    fn from(strings: Strings) -> Value {
        strings.into_texts().into()
    }
}

impl From<Box<Strings>> for Value {
    fn from(strings: Box<Strings>) -> Value {
        (*strings).into()
    }
}
