//! Strings that come one after the other, as values.

use crate::{Attr, Texts, Type, Value, Vector, room};
use std::sync::Arc;

/// Fewer strings stay values of their own: whoever takes one out again would have to build it.
const COUNT_MIN: usize = 32;
/// Bytes that strings may have on average, to be copied into one buffer: what is longer is as quick where it lies.
const SIZE_MAX: usize = 256;
/// The same of strings that others hold, too, whose bytes there would be twice.
const SHARED_MAX: usize = 32;
/// Bytes of longer strings that are accepted before shorter ones have come.
const AHEAD: usize = 1 << 12;

/// Bytes of each that room is made for at first, at most.
const USUAL: usize = 16;

/// Strings that are packed as they come, as long as that pays.
pub struct Strings {
    texts: Texts,
    /// Bytes that may come beyond those that every string may have.
    left: usize,
}

impl Strings {
    /// The first of `n` values, when it is a string and `n` are worth packing.
    pub(crate) fn of_first(first: &Value, n: usize) -> Option<Strings> {
        let Value::Vector(v) = first else { return None };
        if n < COUNT_MIN || v.ty != Type::Char {
            return None;
        }
        let texts = Texts::with_capacity(n, v.len().min(USUAL) * n);
        let mut strings = Strings { texts, left: AHEAD };
        strings.push(v).then_some(strings)
    }

    /// One string more. False, and nothing is done, when it is no char vector without attribute or is too long.
    #[inline]
    pub(crate) fn push(&mut self, v: &Arc<Vector>) -> bool {
        let Some(text) = v.slice::<u8>().filter(|_| v.ty == Type::Char && v.attr == Attr::None) else {
            return false;
        };
        let max = if Arc::strong_count(v) > 1 { SHARED_MAX } else { SIZE_MAX };
        let Some(left) = (self.left + max).checked_sub(text.len()) else { return false };
        self.left = left;
        self.texts.push(text);
        true
    }

    /// Those of `other` after these.
    pub(crate) fn append(&mut self, other: &Strings) {
        self.left += other.left;
        self.texts.append(&other.texts);
    }

    /// Those among `values` after these. False, and nothing is done, unless that is all of them.
    pub(crate) fn extend(&mut self, values: &[Value]) -> bool {
        let (count, left) = (self.texts.len(), self.left);
        let all = values.iter().all(|v| matches!(v, Value::Vector(v) if self.push(v)));
        if !all {
            self.texts.truncate(count);
            self.left = left;
        }
        all
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

impl From<Strings> for Value {
    fn from(strings: Strings) -> Value {
        let mut texts = strings.texts;
        texts.fit();
        texts.into()
    }
}

impl From<Box<Strings>> for Value {
    fn from(strings: Box<Strings>) -> Value {
        (*strings).into()
    }
}
