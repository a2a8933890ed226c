//! Dictionaries and tables.

use crate::error::length_error;
use crate::{Attr, Buf, Data, Error, Item, List, Mark, Result, Sym, Type, Value, Vector, stack, with_data};
use std::sync::Arc;

/// `keys!values`: two lists, vectors or tables of one count. `sorted` is the `s#` of a step function.
#[derive(Clone)]
pub struct Dict {
    pub keys: Value,
    pub values: Value,
    pub sorted: bool,
}

/// A table: columns of one count under distinct names.
///
/// When `from` is not empty it names where rows come from. Of a partitioned table (``flip `a`b!`t``), or of a directory
/// that is not there, `columns` is empty then. A splayed table (``flip `a`b!`:dir/``) has its columns, mapped; see
/// [`Table::place`].
#[derive(Clone)]
pub struct Table {
    pub names: Vec<Sym>,
    pub columns: Vec<Value>,
    /// [`crate::Attr::Sorted`] for `` `s#t``.
    pub attr: Mark,
    pub from: Sym,
}

/// The list of item `i` alone.
fn one_item(x: &Value, i: usize) -> Value {
    match x {
        Value::Table(t) if t.count() == 1 => x.clone(),
        Value::Table(t) => {
            let columns = t.columns.iter().map(|c| one_item(c, i)).collect();
            Value::table(t.names.clone(), columns)
        }
        x => Value::collapse(vec![x.at(i)]),
    }
}

/// The position of a name among `names`: `i` is looked at first.
pub fn place_near(names: &[Sym], name: Sym, i: usize) -> Option<usize> {
    if names.get(i) == Some(&name) { Some(i) } else { place_of(names, name) }
}

/// The position of a name among `names`, many of which are compared at once.
pub fn place_of(names: &[Sym], name: Sym) -> Option<usize> {
    const ONCE: usize = 32;
    let has = |names: &[Sym]| names.iter().fold(false, |has, n| has | (*n == name));
    let start = names.chunks(ONCE).position(has)? * ONCE;
    names[start..].iter().position(|n| *n == name).map(|at| start + at)
}

impl Dict {
    /// The dictionary with other values. Errors: 'length when they are not as many as the keys.
    pub fn with_values(&self, values: Value) -> Result<Value> {
        let n = self.keys.count();
        let is_single = values.is_atom() || values.is_function();
        if !is_single && values.count() == n {
            return Ok(Value::dict(self.keys.clone(), values));
        }
        let given = if is_single { "an atom".to_string() } else { format!("{} values", values.count()) };
        Err(length_error().detail(format!("{n} keys and {given}")))
    }

    /// The values, when they are a general list and nobody else holds them or the dictionary.
    pub(crate) fn own_cells(row: &mut Arc<Dict>) -> Option<&mut Vec<Value>> {
        let Value::List(l) = &mut Arc::get_mut(row)?.values else { return None };
        Arc::get_mut(l).map(List::make_mut)
    }
}

impl Table {
    pub fn new(names: Vec<Sym>, columns: Vec<Value>) -> Table {
        debug_assert!(names.len() == columns.len());
        Table { names, columns, attr: Mark::default(), from: Sym::EMPTY }
    }

    /// The table with other columns under the same names, and this attribute.
    pub fn with_columns(&self, columns: Vec<Value>, attr: Attr) -> Table {
        Table { names: self.names.clone(), columns, attr: attr.into(), from: self.from }
    }

    pub fn with_attr(mut self, attr: Attr) -> Table {
        self.attr = attr.into();
        self
    }

    /// A table whose rows live elsewhere.
    pub fn from_elsewhere(names: Vec<Sym>, from: Sym) -> Table {
        Table { names, columns: Vec::new(), attr: Mark::default(), from }
    }

    pub fn is_elsewhere(&self) -> bool {
        !self.from.is_empty() && self.columns.is_empty()
    }

    /// Does `from` name a directory?
    pub fn is_from_directory(&self) -> bool {
        self.from.bytes().starts_with(b":")
    }

    /// Is it the splayed table in a directory, not a copy of it?
    pub fn is_open_splayed(&self) -> bool {
        !self.columns.is_empty() && self.is_from_directory()
    }

    /// The columns in memory. Errors: 'par for a table whose rows live elsewhere.
    pub fn here(&self) -> Result<&[Value]> {
        if self.is_elsewhere() {
            return Err(Error::new("par").detail("this needs a table in memory; select from it first"));
        }
        Ok(&self.columns)
    }

    /// The directory of a splayed table, as long as its columns are those of the files.
    fn directory(&self) -> Option<Sym> {
        let mapped = !self.columns.is_empty() && self.columns.iter().all(Value::is_mapped);
        (mapped && !self.from.is_empty()).then_some(self.from)
    }

    /// What stands for the columns in `-3!` and `flip`, when they are not in memory.
    pub fn place(&self) -> Option<Sym> {
        if self.is_elsewhere() { Some(self.from) } else { self.directory() }
    }

    /// Rows. 0 for a table that lives elsewhere.
    pub fn count(&self) -> usize {
        self.columns.first().map_or(0, Value::count)
    }

    pub fn column(&self, name: Sym) -> Option<&Value> {
        self.position(name).and_then(|i| self.columns.get(i))
    }

    pub fn position(&self, name: Sym) -> Option<usize> {
        place_of(&self.names, name)
    }

    /// The position of a name that is at `i` among others, and mostly is there here, too.
    pub fn position_near(&self, name: Sym, i: usize) -> Option<usize> {
        place_near(&self.names, name, i)
    }

    /// Row `i` (in range) as a dictionary.
    pub fn row(&self, i: usize) -> Value {
        self.row_under(&Value::syms(self.names.clone()), i)
    }

    /// [`Table::row`] with these keys, the names of the columns.
    pub(crate) fn row_under(&self, names: &Value, i: usize) -> Value {
        let none = || Value::list(vec![Value::empty_list(); names.count()]);
        let cells = match self.cells(i) {
            // Of a table that lives elsewhere.
            _ if self.columns.len() < names.count() => none(),
            Some(cells) => cells.into(),
            None if stack::is_over() => none(),
            // A cell that is a row of a table, alone: that row's table. To make it of its cells again at each level would take
            // time that doubles with each.
            None if matches!(self.columns.as_slice(), [Value::Table(_)]) => one_item(&self.columns[0], i),
            None => Value::collapse(self.columns.iter().map(|c| c.at(i)).collect()),
        };
        Value::dict(names.clone(), cells)
    }

    /// The cells of row `i` when all columns are vectors of one type.
    fn cells(&self, i: usize) -> Option<Vector> {
        fn go<T: Item>(_: &Buf<T>, columns: &[Value], ty: Type, i: usize) -> Option<Data> {
            let cell = |c: &Value| match c {
                Value::Vector(v) if v.ty == ty => T::of(&v.data).map(|b| b.get(i)),
                _ => None,
            };
            Some(T::data(columns.iter().map(cell).collect::<Option<Vec<T>>>()?.into()))
        }
        let Some(Value::Vector(first)) = self.columns.first() else { return None };
        // Domains may differ.
        if first.ty == Type::Enum {
            return None;
        }
        let data = with_data!(&first.data, b => go(b, &self.columns, first.ty, i))?;
        Some(Vector::new(first.ty, data))
    }
}
