//! Function values: lambdas, projections, compositions and functions derived by iterators.

use crate::{Kind, Prim, Sym, Value};
use std::any::Any;
use std::sync::{Arc, OnceLock};

/// `{…}` with the namespace it was defined in. The compiled form is made at first use by the language.
pub struct Lambda {
    /// The text from `{` to `}`, or from `k){`.
    pub source: Box<[u8]>,
    /// The namespace it was defined in, without the leading dot; empty for the root.
    pub context: Sym,
    /// Bytes before `source` in the text that was parsed, from which the places in its code count.
    pub offset: i64,
    /// The full name of the first global it was assigned to; that of the outer function and `@` for an inner one.
    pub name: OnceLock<Sym>,
    /// Where it was read from.
    pub place: OnceLock<Place>,
    /// Owned by the language.
    pub code: OnceLock<Arc<dyn Any + Send + Sync>>,
}

/// A line of a file, from 1, and a column in it, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub file: Sym,
    pub line: i64,
    pub column: i64,
}

/// What the files begin with that are in the program, and that nobody can open.
pub const OWN_FILES: &str = "(q)";

impl Place {
    /// Is the file part of the program?
    pub fn is_own(self) -> bool {
        self.file.bytes().starts_with(OWN_FILES.as_bytes())
    }

    /// So many lines further.
    pub fn further(self, lines: i64) -> Place {
        Place { line: self.line + lines, ..self }
    }
}

impl Lambda {
    /// Where it was read from, if people can look there.
    pub fn origin(&self) -> Option<Place> {
        self.place.get().copied().filter(|p| !p.is_own())
    }

    /// Its name as `value` tells it: in the root the namespace is a dot of its own.
    pub fn full_name(&self) -> Option<Vec<u8>> {
        let name = self.name.get()?.bytes();
        Some(if name.starts_with(b".") { name.to_vec() } else { [b"..", name].concat() })
    }

    pub fn new(source: impl Into<Box<[u8]>>, context: Sym) -> Lambda {
        Lambda {
            source: source.into(),
            context,
            offset: 0,
            name: OnceLock::new(),
            place: OnceLock::new(),
            code: OnceLock::new(),
        }
    }
}

/// A function with some arguments fixed; elided ones are [`Value::elided`].
#[derive(Clone)]
pub struct Projection {
    pub func: Value,
    pub args: Vec<Value>,
}

/// `'[f;g]`: functions from outermost to innermost.
#[derive(Clone)]
pub struct Composition {
    pub funcs: Vec<Value>,
}

/// The six iterators in the order of their type numbers: `' / \ ': /: \:`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum Iter {
    Each = 0,
    Over = 1,
    Scan = 2,
    Prior = 3,
    EachRight = 4,
    EachLeft = 5,
}

impl Iter {
    pub const ALL: [Iter; 6] =
        [Iter::Each, Iter::Over, Iter::Scan, Iter::Prior, Iter::EachRight, Iter::EachLeft];

    pub fn text(self) -> &'static str {
        ["'", "/", "\\", "':", "/:", "\\:"][self as usize]
    }
}

/// A function or other applicable value under an iterator: `+/`.
#[derive(Clone)]
pub struct Derived {
    pub iter: Iter,
    pub func: Value,
}

impl Derived {
    /// The operator under Each Prior that a text shows: `-':`, which is `deltas`.
    pub fn of_text(text: &str) -> Option<Derived> {
        let func = Prim::find(Kind::Binary, text.strip_suffix(Iter::Prior.text())?)?;
        Some(Derived { iter: Iter::Prior, func: Value::Prim(func) })
    }
}
