//! Lists of strings one behind the other: how a general list holds what is made by splitting many strings.

use crate::{List, Texts, Value};
use std::ops::Range;

/// The strings of all lists, and where each list ends among them: ascending, the last one behind the last string.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Pieces {
    texts: Texts,
    ends: Vec<usize>,
}

impl Pieces {
    /// Lists of strings and where each ends: `ends` ascends up to the number of strings.
    pub fn new(texts: Texts, ends: Vec<usize>) -> Pieces {
        debug_assert!(ends.is_sorted() && ends.last().copied().unwrap_or(0) == texts.len());
        Pieces { texts, ends }
    }

    /// How many lists there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The strings of all lists.
    pub fn texts(&self) -> &Texts {
        &self.texts
    }

    /// Where the strings of list `i` (in range) are among [`Pieces::texts`].
    #[inline]
    pub fn place(&self, i: usize) -> Range<usize> {
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        start..self.ends[i]
    }

    /// List `i`, which must be in range.
    pub fn get(&self, i: usize) -> Value {
        self.texts.slice(self.place(i)).into()
    }
}

impl From<Pieces> for Value {
    /// The list of lists; `()` for none.
    fn from(pieces: Pieces) -> Value {
        List::pieces(pieces).into()
    }
}
