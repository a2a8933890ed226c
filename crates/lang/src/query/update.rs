//! `update` and `delete`.

use super::form::Form;
use super::frame::{Frame, Rows};
use super::source::Source;
use super::{By, Columns, by, filter};
use crate::explain::missing_column;
use crate::prims::column::{coerce, nulls, own, repeat, scatter};
use crate::prims::flat::{Flat, Target, is_file, names};
use crate::prims::ops::{self, Grouped};
use crate::vm::Vm;
use crate::vm::globals::member_name;
use quarry_kernel as kernel;
use quarry_value::error::{length_error, type_error};
use quarry_value::{Error, Result, Sym, Value, memory, room};
use std::cell::OnceCell;
use std::rc::Rc;

/// `![t;c;b;a]`: update, or delete when `a` is a list of names or empty.
///
/// A table or dictionary in a file, or a splayed table, is written again.
/// Errors: 'type, 'length; 'par for a partitioned table, 'splay for the variable of an open splayed one; 'stack; the system's.
/// Source: basics/funsql, basics/qsql.
pub fn update(vm: &mut Vm, form: &Form) -> Result<Value> {
    if let Value::Sym(name) = form.table
        && deletes_variables(vm, *name, form.columns)
    {
        return delete_variables(vm, *name, form.columns);
    }
    let target = Target::of(vm, form.table)?;
    if matches!(&target.value, Value::Table(t) if t.is_elsewhere()) {
        return Err(Error::new("par").detail("a partitioned table cannot be changed"));
    }
    let variable = target.name.is_some_and(|name| !is_file(name));
    if variable && matches!(&target.value, Value::Table(t) if t.is_open_splayed()) {
        return Err(
            Error::new("splay").detail("a splayed table is not changed in place; assign a copy of it")
        );
    }
    super::check_depth(&[form.wheres, form.by, form.columns])?;
    let wheres = filter::constraints(form.wheres)?;
    let phrases = || [form.by, form.columns].into_iter().flat_map(trees).chain(wheres.iter().cloned());
    vm.evaluate_views(&target.value, || phrases().collect::<Vec<Value>>())?;
    let result = match form.columns {
        Value::Dict(_) => updated(vm, &target.value, &wheres, form),
        _ => deleted(vm, &target.value, &wheres, form).map(Changed::Value),
    };
    match result.map_err(|e| missing_column(e, &target.value))? {
        Changed::Value(value) => target.give(vm, value),
        // What lies in memory domain 1 goes there as a whole.
        Changed::Columns(flat, edits) if variable && !memory::is_on() => {
            drop(flat);
            target.change(vm, |table| change_columns(table, edits))
        }
        Changed::Columns(mut flat, edits) => {
            edits.into_iter().try_for_each(|edit| edit.give(&mut flat))?;
            target.give(vm, flat.into_value())
        }
    }
}

/// What an update or delete has made of a table or dictionary.
enum Changed {
    Value(Value),
    /// The table as it was, and what becomes of its columns.
    Columns(Flat, Vec<Edit>),
}

/// What becomes of a column.
struct Edit {
    name: Sym,
    /// Where the new items go in a vector that is there; `None` when they are the column.
    at: Option<Rc<Vec<usize>>>,
    new: Value,
}

impl Edit {
    fn give(self, table: &mut Flat) -> Result<()> {
        let Edit { name, at, new } = self;
        match (at, table.position(name)) {
            (Some(at), Some(i)) => scatter(&mut table.columns[i], &at, &new),
            _ => {
                table.set(name, new);
                Ok(())
            }
        }
    }

    /// Copies the column that it changes when others hold it.
    fn own(&self, table: &mut Flat) -> Result<()> {
        let column = table.position(self.name).filter(|_| self.at.is_some());
        column.map_or(Ok(()), |i| own(&mut table.columns[i]))
    }
}

/// Changes columns of a table where they lie, when nobody else holds them; all of them or none.
fn change_columns(table: &mut Value, edits: Vec<Edit>) -> Result<()> {
    let mut flat = Flat::of(table)?;
    // It holds its columns no more.
    *table = Value::identity();
    let done = room::asking(|| {
        edits.iter().try_for_each(|edit| edit.own(&mut flat))?;
        edits.into_iter().try_for_each(|edit| edit.give(&mut flat))
    });
    *table = flat.into_value();
    done
}

/// The expressions of a phrase.
fn trees(phrase: &Value) -> Vec<Value> {
    if let Value::Dict(d) = phrase { d.values.items().collect() } else { Vec::new() }
}

/// The table or dictionary with new values.
fn updated(vm: &mut Vm, value: &Value, wheres: &[Value], form: &Form) -> Result<Changed> {
    let source = Source::of(value)?;
    let by = By::of(form.by)?;
    let Columns::Named(columns) = Columns::of(form.columns)? else {
        return Ok(Changed::Value(value.clone()));
    };
    if source.is_dict {
        if !wheres.is_empty() || matches!(by, By::Dict(_)) {
            return Err(type_error().detail("a dictionary is updated without where and by"));
        }
        return updated_dict(vm, &source, &columns, form.locals).map(Changed::Value);
    }
    let frame = filter::apply(vm, source.frame(form.locals), wheres)?;
    let groups = match &by {
        By::Dict(groups) => Some(group_rows(vm, &frame, groups)?),
        By::None | By::Exec => None,
        _ => return Err(type_error()),
    };
    let mut edits: Vec<Edit> = Vec::new();
    let rows = Chosen { rows: &frame.rows, is_part: !wheres.is_empty(), at: OnceCell::new() };
    for (name, tree) in &columns {
        let new = match &groups {
            Some(groups) => by_group(vm, &frame, groups, tree)?,
            None => frame.eval(vm, tree)?,
        };
        edits.push(edit(vm, &source.flat, *name, &rows, new)?);
    }
    drop(frame);
    Ok(Changed::Columns(source.flat, edits))
}

fn group_rows(vm: &mut Vm, frame: &Frame, groups: &[(Sym, Value)]) -> Result<Grouped> {
    let keys = by::key_columns(vm, frame, groups)?;
    ops::groups_in_order_of_appearance(&keys)
}

/// One value a row, from one value or one list a group.
fn by_group(vm: &mut Vm, frame: &Frame, groups: &Grouped, tree: &Value) -> Result<Value> {
    if groups.count() == 0 && frame.count() == 0 && calls_primitives(tree) {
        // Of no groups there is still the type that they would have.
        let v = frame.eval(vm, tree)?;
        if v.is_list() && v.count() == 0 {
            return Ok(v);
        }
    }
    let per_group = by::column(vm, frame, groups, tree)?;
    if !matches!(per_group, Value::List(_)) {
        return Ok(groups.spread(&per_group));
    }
    if let Some(column) = put_back(groups, &per_group) {
        return Ok(column);
    }
    let mut rows: Vec<Value> = vec![Value::identity(); frame.count()];
    for g in 0..groups.count() {
        let at = groups.rows(g);
        let v = per_group.at(g);
        if v.is_column() && v.count() != at.len() {
            return Err(length_error());
        }
        for (i, row) in at.iter().enumerate() {
            rows[*row as usize] = if v.is_column() { v.at(i) } else { v.clone() };
        }
    }
    Ok(Value::collapse(rows))
}

/// One item a row from vectors of one type that have an item for each row of their groups; `None` for others.
fn put_back(groups: &Grouped, per_group: &Value) -> Option<Value> {
    let Value::List(l) = per_group else { return None };
    let fits = |(g, v): (usize, &Value)| matches!(v, Value::Vector(v) if v.len() == groups.rows(g).len());
    let all_fit = match l.as_slices() {
        Some(slices) => slices.sizes().enumerate().all(|(g, n)| n == groups.rows(g).len()),
        None => l.holds_values() && l.as_slice().iter().enumerate().all(fits),
    };
    if !all_fit {
        return None;
    }
    match kernel::raze(per_group).ok()? {
        Value::Vector(v) => Some(kernel::gather::put_back(&v, groups.all_rows()).into()),
        _ => None,
    }
}

/// Is nothing called in a tree but primitives?
fn calls_primitives(tree: &Value) -> bool {
    match tree {
        Value::List(l) if l.len() > 1 => {
            matches!(l.get(0), Value::Prim(_)) && l.as_slice()[1..].iter().all(calls_primitives)
        }
        _ => true,
    }
}

/// The rows that are updated.
struct Chosen<'a> {
    rows: &'a Rows,
    /// Has a phrase chosen them, be it all of them?
    is_part: bool,
    /// Where they are, for all columns that want it.
    at: OnceCell<Rc<Vec<usize>>>,
}

impl Chosen<'_> {
    fn at(&self) -> &Rc<Vec<usize>> {
        self.at.get_or_init(|| Rc::new(self.rows.positions().into_iter().map(|i| i as usize).collect()))
    }
}

/// The column `name` of `table` with `new` on `chosen` rows. Where these are a part, `new` takes the type of the column, and there
/// are nulls elsewhere when the column is new; else any type will do.
fn edit(vm: &mut Vm, table: &Flat, name: Sym, chosen: &Chosen, new: Value) -> Result<Edit> {
    let n = chosen.rows.count();
    let new = if is_single(&new) { repeat(&new, n) } else { new };
    if new.count() != n {
        return Err(length_error().detail(format!("{} values for {n} rows", new.count())));
    }
    let new = super::select::column_of(new);
    let old = table.position(name).map(|i| &table.columns[i]);
    let whole = |new| Ok(Edit { name, at: None, new });
    if matches!(chosen.rows, Rows::All(_)) {
        return match old {
            Some(column @ Value::Vector(_)) if chosen.is_part && n == 0 => whole(column.clone()),
            Some(column @ Value::Vector(_)) if chosen.is_part => whole(coerce(vm, column, new)?),
            _ => whole(new),
        };
    }
    let at = chosen.at();
    if let Some(column @ Value::Vector(_)) = old
        && !at.is_empty()
    {
        let new = coerce(vm, column, new)?;
        // What does not fit is told before anything is changed.
        return match is_alike(column, &new) {
            true => Ok(Edit { name, at: Some(at.clone()), new }),
            false => Err(type_error()),
        };
    }
    let mut column = old.cloned().unwrap_or_else(|| match &new {
        // Lists have no null (observed: the other rows have `()`).
        Value::List(_) => Value::list(room::repeated(Value::empty_list(), table.count())),
        _ => nulls(&new, table.count()),
    });
    if !at.is_empty() {
        scatter(&mut column, at, &new)?;
    }
    whole(column)
}

/// Are both vectors of one type, and of one domain?
fn is_alike(x: &Value, y: &Value) -> bool {
    matches!((x, y), (Value::Vector(x), Value::Vector(y)) if x.is_alike(y))
}

/// A value that goes to every row.
fn is_single(x: &Value) -> bool {
    !x.is_list() && !matches!(x, Value::Table(_)) && !x.is_keyed_table()
}

/// A dictionary's entries are its columns; they need not be of one count.
fn updated_dict(
    vm: &mut Vm,
    source: &Source,
    columns: &[(Sym, Value)],
    locals: &[(Sym, Value)],
) -> Result<Value> {
    let frame = source.frame(locals);
    let mut out = source.flat.clone();
    for (name, tree) in columns {
        let new = frame.eval(vm, tree)?;
        out.set(*name, new);
    }
    Ok(Value::dict(Value::syms(out.names), Value::collapse(out.columns)))
}

/// The table without the rows that satisfy the where phrase, or without columns; the dictionary without entries.
fn deleted(vm: &mut Vm, value: &Value, wheres: &[Value], form: &Form) -> Result<Value> {
    let gone = names(form.columns)?;
    let source = Source::of(value)?;
    if source.is_dict && !wheres.is_empty() {
        return Err(Error::new("nyi").detail("a where phrase deletes rows of tables, not entries"));
    }
    if source.is_dict {
        return without_entries(source.flat, &gone);
    }
    match (gone.is_empty(), wheres.is_empty()) {
        (true, _) => without_rows(vm, &source, wheres, form.locals),
        (false, true) => without_columns(source.flat, &gone),
        (false, false) => Err(Error::new("nyi").detail("delete takes columns or a where phrase, not both")),
    }
}

fn without_rows(vm: &mut Vm, source: &Source, wheres: &[Value], locals: &[(Sym, Value)]) -> Result<Value> {
    let frame = filter::apply(vm, source.frame(locals), wheres)?;
    let n = source.flat.count();
    let rest = frame.rows.others(n);
    if rest.count() == n {
        return Ok(source.flat.clone().into_value());
    }
    Ok(source.flat.map(|c| Ok(rest.take(c)))?.into_value())
}

/// Columns that are not there are passed over, as entries of dictionaries and members of namespaces are.
fn without_columns(flat: Flat, gone: &[Sym]) -> Result<Value> {
    let keys = flat.names[..flat.keys].iter().filter(|n| !gone.contains(n)).count();
    let rest = flat.names.into_iter().zip(flat.columns).filter(|(n, _)| !gone.contains(n));
    let (names, columns): (Vec<Sym>, Vec<Value>) = rest.unzip();
    let keys = if keys == names.len() { 0 } else { keys };
    Ok(Flat { names, columns, keys }.into_value())
}

fn without_entries(flat: Flat, gone: &[Sym]) -> Result<Value> {
    let stays = |n: &Sym| !gone.is_empty() && !gone.contains(n);
    let at: Vec<i64> = (0..).zip(&flat.names).filter(|(_, n)| stays(n)).map(|(i, _)| i).collect();
    let names = flat.names.iter().filter(|n| stays(n)).copied().collect();
    // Of no entries the values still have their type.
    Ok(Value::dict(Value::syms(names), ops::pick(&Value::collapse(flat.columns), &at)))
}

/// ``delete a from `.``: names are taken out of a namespace, if they are in it.
fn deletes_variables(vm: &Vm, name: Sym, columns: &Value) -> bool {
    let is_space = name.bytes().first() == Some(&b'.') && !is_file(name);
    let namespace = |v: &Value| match v {
        Value::Dict(d) => match d.keys.as_syms() {
            Some([]) => true,
            Some([first, ..]) => first.is_empty() && d.values.at(0).is_identity(),
            None => false,
        },
        _ => false,
    };
    is_space
        && !matches!(columns, Value::Dict(_))
        && (name.bytes() == b"." || vm.get(name).as_ref().is_some_and(namespace))
}

fn delete_variables(vm: &mut Vm, space: Sym, columns: &Value) -> Result<Value> {
    let mut gone = names(columns)?;
    if gone.is_empty() {
        let Some(Value::Dict(d)) = vm.get(space) else { return Err(Error::text(space.bytes())) };
        gone = names(&d.keys)?.into_iter().filter(|n| !n.is_empty()).collect();
    }
    for name in gone {
        vm.remove_full(member_name(space, name))?;
    }
    Ok(Value::Sym(space))
}
