//! Dictionaries and tables.

use crate::{Mark, Sym, Value};

/// `keys!values`: two lists, vectors or tables of one count. `sorted` is the `s#` of a step function.
#[derive(Clone)]
pub struct Dict {
    pub keys: Value,
    pub values: Value,
    pub sorted: bool,
}

/// A table: columns of one count under distinct names.
///
/// When `from` is not empty the columns are not in memory: it names where rows come from, as in
/// ``flip `a`b!`t`` for a partitioned table or ``flip `a`b!`:dir/`` for a splayed one, and `columns` is empty.
#[derive(Clone)]
pub struct Table {
    pub names: Vec<Sym>,
    pub columns: Vec<Value>,
    /// [`crate::Attr::Sorted`] for `` `s#t``.
    pub attr: Mark,
    pub from: Sym,
}

impl Table {
    pub fn new(names: Vec<Sym>, columns: Vec<Value>) -> Table {
        debug_assert!(names.len() == columns.len());
        Table { names, columns, attr: Mark::default(), from: Sym::EMPTY }
    }

    /// A table whose rows live elsewhere.
    pub fn from_elsewhere(names: Vec<Sym>, from: Sym) -> Table {
        Table { names, columns: Vec::new(), attr: Mark::default(), from }
    }

    pub fn is_elsewhere(&self) -> bool {
        !self.from.is_empty()
    }

    /// Rows. 0 for a table that lives elsewhere.
    pub fn count(&self) -> usize {
        self.columns.first().map_or(0, Value::count)
    }

    pub fn column(&self, name: Sym) -> Option<&Value> {
        self.position(name).and_then(|i| self.columns.get(i))
    }

    pub fn position(&self, name: Sym) -> Option<usize> {
        self.names.iter().position(|n| *n == name)
    }

    /// Row `i` (in range) as a dictionary.
    pub fn row(&self, i: usize) -> Value {
        let row = self.columns.iter().map(|c| c.at(i)).collect();
        Value::dict(Value::syms(self.names.clone()), Value::collapse(row))
    }
}
