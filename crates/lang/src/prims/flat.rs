//! Tables laid flat: the columns of a table or keyed table under one list of names.

use crate::explain::columns;
use crate::vm::Vm;
use quarry_store::Seen;
use quarry_value::error::type_error;
use quarry_value::{Error, Result, Sym, Table, Value};

/// The columns of a table. The first `keys` of them are the key columns of a keyed table.
#[derive(Clone)]
pub struct Flat {
    pub names: Vec<Sym>,
    pub columns: Vec<Value>,
    pub keys: usize,
}

impl Flat {
    /// The columns of a table or keyed table in memory; `'type` for anything else.
    pub fn of(x: &Value) -> Result<Flat> {
        if let Value::Table(t) = x {
            return Flat::of_table(t);
        }
        let (k, v) = x.as_keyed().ok_or_else(|| type_error().detail("a table is needed"))?;
        let mut all = Flat::of_table(k)?;
        all.keys = k.names.len();
        let values = Flat::of_table(v)?;
        all.names.extend(values.names);
        all.columns.extend(values.columns);
        Ok(all)
    }

    fn of_table(t: &Table) -> Result<Flat> {
        Ok(Flat { names: t.names.clone(), columns: t.here()?.to_vec(), keys: 0 })
    }

    /// Rows.
    pub fn count(&self) -> usize {
        self.columns.first().map_or(0, Value::count)
    }

    pub fn position(&self, name: Sym) -> Option<usize> {
        quarry_value::place_of(&self.names, name)
    }

    /// The column called `name`; its name is signalled when there is none.
    pub fn column(&self, name: Sym) -> Result<&Value> {
        let i = self.position(name).ok_or_else(|| self.no_column(name))?;
        Ok(&self.columns[i])
    }

    /// The error that there is no column of this name.
    fn no_column(&self, name: Sym) -> Error {
        Error::text(name.bytes()).detail(format!("no such column; {}", columns(&self.names, name)))
    }

    /// Sets the column called `name`, new ones at the end.
    pub fn set(&mut self, name: Sym, column: Value) {
        match self.position(name) {
            Some(i) => self.columns[i] = column,
            None => {
                self.names.push(name);
                self.columns.push(column);
            }
        }
    }

    /// Puts a column before the others. One that is there under its name comes first instead.
    pub fn put_first(&mut self, name: Sym, column: Value) {
        let column = match self.names.iter().position(|n| *n == name) {
            Some(at) => {
                self.names.remove(at);
                self.columns.remove(at)
            }
            None => column,
        };
        self.names.insert(0, name);
        self.columns.insert(0, column);
    }

    /// The key columns.
    pub fn key_columns(&self) -> &[Value] {
        &self.columns[..self.keys]
    }

    /// The table, or the keyed table when there are key columns.
    pub fn into_value(mut self) -> Value {
        if self.keys == 0 {
            return Value::table(self.names, self.columns);
        }
        let names = self.names.split_off(self.keys);
        let columns = self.columns.split_off(self.keys);
        Value::dict(Value::table(self.names, self.columns), Value::table(names, columns))
    }

    /// The columns called `names`, in that order.
    pub fn pick(&self, names: &[Sym]) -> Result<Vec<Value>> {
        names.iter().map(|n| self.column(*n).cloned()).collect()
    }

    /// The same rows with `f` applied to every column.
    pub fn map(&self, f: impl Fn(&Value) -> Result<Value>) -> Result<Flat> {
        let columns = self.columns.iter().map(f).collect::<Result<_>>()?;
        Ok(Flat { names: self.names.clone(), columns, keys: self.keys })
    }

    /// `'dup` and the name of a column that is there twice.
    pub fn check_distinct(&self) -> Result<()> {
        for (i, n) in self.names.iter().enumerate() {
            if self.names[..i].contains(n) {
                return Err(Error::text([b"dup ".as_slice(), n.bytes()].concat()));
            }
        }
        Ok(())
    }
}

/// The names in a symbol atom or vector; an empty general list is no names. `'type` otherwise.
pub fn names(x: &Value) -> Result<Vec<Sym>> {
    match x {
        Value::Sym(s) => Ok(vec![*s]),
        Value::List(l) if l.is_empty() => Ok(Vec::new()),
        _ => x.as_syms().map(<[Sym]>::to_vec).ok_or_else(|| type_error().detail("wanted names: symbols")),
    }
}

/// What a table argument is: a value, or a name that stands for one and takes the result back.
pub struct Target {
    pub value: Value,
    pub name: Option<Sym>,
    /// The file or splayed table that it comes from.
    seen: Option<Seen>,
}

impl Target {
    /// Looks a name up; `'name` when it is not defined. A file symbol reads a splayed table.
    pub fn of(vm: &mut Vm, x: &Value) -> Result<Target> {
        let Value::Sym(name) = x else { return Ok(Target { value: x.clone(), name: None, seen: None }) };
        let seen = if is_file(*name) { Some(quarry_store::see(&vm.path(*name)?)) } else { None };
        let value = named(vm, *name)?;
        Ok(Target { value, name: Some(*name), seen })
    }

    /// 'noamend when the variable was changed by what has computed its new value: one of both changes would be lost.
    ///
    /// Source: basics/errors. There no other variable can be changed then either.
    fn as_it_was(&self, vm: &Vm, name: Sym) -> Result<()> {
        let has_block = self.value.is_held_with(&self.value);
        match vm.get(name) {
            Some(now) if has_block && !now.is_held_with(&self.value) => {
                Err(Error::new("noamend").detail(format!("{} was changed by what changes it", name.text())))
            }
            _ => Ok(()),
        }
    }

    /// Gives the name of the variable after `f` has changed its value, which nobody else holds then, in its place.
    pub fn change(self, vm: &mut Vm, f: impl FnOnce(&mut Value) -> Result<()>) -> Result<Value> {
        let name = self.name.ok_or_else(type_error)?;
        self.as_it_was(vm, name)?;
        drop(self);
        vm.change_global(name, f)?;
        Ok(Value::Sym(name))
    }

    /// Gives the result: the name, after setting it, or the value itself.
    pub fn give(&self, vm: &mut Vm, result: Value) -> Result<Value> {
        let Some(name) = self.name else { return Ok(result) };
        quarry_value::evaluation::settle()?;
        if let Some(seen) = &self.seen {
            // A splayed table is written back splayed, however its directory was named.
            let splayed = super::files::path_of(name).is_dir() && !name.bytes().ends_with(b"/");
            let place = if splayed { Sym::new([name.bytes(), b"/"].concat()) } else { name };
            super::files::rewrite(vm, place, &result, seen)?;
        } else {
            self.as_it_was(vm, name)?;
            vm.set(name, result)?;
        }
        Ok(Value::Sym(name))
    }
}

/// `` `:path``
pub fn is_file(name: Sym) -> bool {
    name.bytes().first() == Some(&b':')
}

/// The value of a global, or the file or splayed table at a file symbol.
pub fn named(vm: &mut Vm, name: Sym) -> Result<Value> {
    if is_file(name) {
        return super::files::get(vm, &Value::Sym(name));
    }
    vm.get_or_signal(name)
}

/// The table behind `x`, by value or by name.
pub fn table_value(vm: &mut Vm, x: &Value) -> Result<Value> {
    match x {
        Value::Sym(name) => named(vm, *name),
        _ => Ok(x.clone()),
    }
}
