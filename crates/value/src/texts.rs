//! Many texts in one buffer: how a general list holds strings that come in bulk.
//!
//! A text costs its bytes and eight more, where a vector of its own costs over a hundred.

use crate::{List, Value, room};
use std::ops::Range;

/// Texts one behind the other. `ends` has where each ends: ascending, the last one at the end of `bytes`.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Texts {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

/// Most texts of atoms are no longer.
const USUAL: usize = 64;

impl Texts {
    pub fn new() -> Texts {
        Texts::default()
    }

    /// Room for `count` texts of `size` bytes together.
    pub fn with_capacity(count: usize, size: usize) -> Texts {
        Texts { bytes: room::vec(size), ends: room::vec(count) }
    }

    /// The bytes, and where each text ends.
    pub(crate) fn parts(&self) -> (&Vec<u8>, &Vec<usize>) {
        (&self.bytes, &self.ends)
    }

    pub(crate) fn parts_mut(&mut self) -> (&mut Vec<u8>, &mut Vec<usize>) {
        (&mut self.bytes, &mut self.ends)
    }

    /// Texts of bytes and where each ends: `ends` ascends up to the end of `bytes`.
    pub fn from_parts(bytes: Vec<u8>, ends: Vec<usize>) -> Texts {
        debug_assert!(ends.is_sorted() && ends.last().copied().unwrap_or(0) == bytes.len());
        Texts { bytes, ends }
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The texts joined.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The texts joined, to keep.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Where each text ends in [`Texts::bytes`].
    pub fn ends(&self) -> &[usize] {
        &self.ends
    }

    /// Where text `i` (in range) lies in [`Texts::bytes`].
    #[inline]
    fn place(&self, i: usize) -> Range<usize> {
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        start..self.ends[i]
    }

    /// Text `i`, which must be in range.
    #[inline]
    pub fn get(&self, i: usize) -> &[u8] {
        &self.bytes[self.place(i)]
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[u8]> + DoubleEndedIterator {
        (0..self.len()).map(|i| self.get(i))
    }

    /// The sizes of the texts.
    pub fn sizes(&self) -> impl ExactSizeIterator<Item = usize> {
        (0..self.len()).map(|i| self.place(i).len())
    }

    /// Makes room for `count` more texts of `size` bytes together.
    pub fn reserve(&mut self, count: usize, size: usize) {
        room::reserve(&mut self.bytes, size);
        room::reserve(&mut self.ends, count);
    }

    #[inline]
    pub fn push(&mut self, text: &[u8]) {
        self.reserve(1, text.len());
        self.bytes.extend_from_slice(text);
        self.ends.push(self.bytes.len());
    }

    /// Appends what `write` adds to the bytes as one text.
    pub fn push_with<R>(&mut self, write: impl FnOnce(&mut Vec<u8>) -> R) -> R {
        let start = self.bytes.len();
        room::reserve(&mut self.bytes, USUAL);
        room::reserve(&mut self.ends, 1);
        let answer = write(&mut self.bytes);
        debug_assert!(self.bytes.len() >= start, "texts only grow");
        self.ends.push(self.bytes.len());
        answer
    }

    /// Leaves the first `count` texts, of which there are as many.
    pub fn truncate(&mut self, count: usize) {
        self.ends.truncate(count);
        self.bytes.truncate(self.ends.last().copied().unwrap_or(0));
    }

    /// Puts `text` where text `i` is. Those behind move unless it is as long.
    pub(crate) fn put(&mut self, i: usize, text: &[u8]) {
        let place = self.place(i);
        room::reserve(&mut self.bytes, text.len().saturating_sub(place.len()));
        move_ends(&mut self.ends[i..], place.len(), text.len());
        put_at(&mut self.bytes, place, text);
    }

    /// Appends all texts of another.
    pub fn append(&mut self, other: &Texts) {
        let start = self.bytes.len();
        self.reserve(other.len(), other.bytes.len());
        self.bytes.extend_from_slice(&other.bytes);
        self.ends.extend(other.ends.iter().map(|e| start + e));
    }

    /// All texts of several, in order.
    pub fn joined(mut parts: Vec<Texts>) -> Texts {
        if parts.len() < 2 {
            return parts.pop().unwrap_or_default();
        }
        let count = parts.iter().map(Texts::len).sum();
        let mut all = Texts::with_capacity(count, parts.iter().map(|t| t.bytes.len()).sum());
        parts.iter().for_each(|t| all.append(t));
        all
    }

    /// The texts of `range`, which must be within `0..len`.
    pub fn slice(&self, range: Range<usize>) -> Texts {
        if range.is_empty() {
            return Texts::new();
        }
        let (start, end) = (self.place(range.start).start, self.ends[range.end - 1]);
        let ends = room::collected(self.ends[range].iter().map(|e| e - start));
        Texts { bytes: room::copied(&self.bytes[start..end]), ends }
    }

    /// Texts of the same sizes and of other bytes, of which there are as many.
    pub fn with_bytes(&self, bytes: Vec<u8>) -> Texts {
        assert!(bytes.len() == self.bytes.len(), "texts of the same sizes");
        Texts { bytes, ends: self.ends.clone() }
    }

    /// Gives back room that was kept for more.
    pub fn fit(&mut self) {
        self.bytes.shrink_to_fit();
        self.ends.shrink_to_fit();
    }
}

/// Puts `new` where the items of `place` are; those behind come after it.
pub(crate) fn put_at<T: Copy>(items: &mut Vec<T>, place: Range<usize>, new: &[T]) {
    if place.len() == new.len() {
        return items[place].copy_from_slice(new);
    }
    items.splice(place, new.iter().copied());
}

/// What ends from an item on, when that comes to have `new` items instead of `old`, ends elsewhere.
pub(crate) fn move_ends(ends: &mut [usize], old: usize, new: usize) {
    if old != new {
        ends.iter_mut().for_each(|end| *end = *end - old + new);
    }
}

impl<T: AsRef<[u8]>> Extend<T> for Texts {
    fn extend<I: IntoIterator<Item = T>>(&mut self, texts: I) {
        texts.into_iter().for_each(|t| self.push(t.as_ref()));
    }
}

impl<T: AsRef<[u8]>> FromIterator<T> for Texts {
    fn from_iter<I: IntoIterator<Item = T>>(texts: I) -> Texts {
        let mut out = Texts::new();
        out.extend(texts);
        out.fit();
        out
    }
}

impl From<Texts> for Value {
    /// The list of strings; `()` for none.
    fn from(texts: Texts) -> Value {
        List::packed(texts).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_what_was_pushed() {
        let words = ["ab", "", "cde", "f"];
        let mut t: Texts = words.iter().collect();
        assert_eq!(t.iter().collect::<Vec<_>>(), words.map(str::as_bytes));
        assert_eq!(t.sizes().collect::<Vec<_>>(), [2, 0, 3, 1]);
        assert_eq!(t.slice(1..3), ["", "cde"].iter().collect());
        assert_eq!(t.slice(2..2), Texts::new());
        t.append(&["x", ""].iter().collect());
        t.push_with(|out| out.extend(b"yz"));
        assert_eq!(t, ["ab", "", "cde", "f", "x", "", "yz"].iter().collect());
        let parts = [&["a", ""][..], &[], &["bc"]].map(|t| t.iter().collect());
        assert_eq!(Texts::joined(parts.to_vec()), ["a", "", "bc"].iter().collect());
        assert_eq!(t.with_bytes(t.bytes().to_ascii_uppercase()).get(2), b"CDE");
        t.put(2, b"xyz");
        t.put(1, b"");
        t.truncate(4);
        assert_eq!(t, ["ab", "", "xyz", "f"].iter().collect());
        for (i, text) in [(0, "a"), (1, "long"), (3, ""), (2, "wxyz")] {
            t.put(i, text.as_bytes());
        }
        assert_eq!(t, ["a", "long", "wxyz", ""].iter().collect());
        t.truncate(0);
        assert_eq!(t, Texts::new());
    }
}
