//! Adding rows to tables: `insert`, `upsert`, and `,` of tables.

use super::column::{append, coerce, nulls, repeat, scatter};
use super::flat::{Flat, is_file};
use super::ops;
use crate::vm::Vm;
use quarry_kernel::{self as kernel, domain, rows::find_rows};
use quarry_value::error::{length_error, type_error};
use quarry_value::{Error, Result, Sym, Table, Type, Value, Vector, fault, memory, moving, room};

/// `x insert y`: appends rows to the table named `x`; the positions of the new rows.
///
/// `y` is a row, a list of columns, a table or a dictionary; columns that it lacks, other than keys, are null. Where `x` is
/// not defined, or `()`, `y` must be a table and becomes it. `x` may be the path of a splayed table that is there.
/// Errors: 'type; 'splay for a splayed table that is open; 'insert when a key is there already; 'cast when a foreign
/// key is not; 'mismatch for other columns.
/// Source: ref/insert; simongarland/csvguess (`()`); wp/fix-messaging (keyed) and the tests of DataIntellectTech/kdbx-modules (di.pubsub) for columns that
/// are lacking; MartinKMwai/KDB-Q (splayed tables) for paths.
pub fn insert(vm: &mut Vm, x: &Value, y: &Value) -> Result<Value> {
    let name = table_name(x)?;
    if is_file(name) {
        return insert_splayed(vm, name, y);
    }
    let Some(old) = vm.get_evaluated(name)? else { return define(vm, name, y) };
    if matches!(&old, Value::Table(t) if t.is_open_splayed()) {
        return Err(Error::new("splay").detail("rows are added to a splayed table by its path"));
    }
    if matches!(&old, Value::List(l) if l.is_empty()) && Flat::of(y).is_ok() {
        return define(vm, name, y);
    }
    if let Value::Table(t) = &old
        && kernel::is_row_of(t, y)
    {
        let at = t.count() as i64;
        drop(old);
        vm.change_global(name, |t| kernel::push_row(t, y))?;
        return Ok(Value::longs(vec![at]));
    }
    if let (Value::Table(t), Value::Table(rows)) = (&old, y)
        && kernel::are_rows_of(t, y)
    {
        let at = t.count()..t.count() + rows.count();
        drop(old);
        vm.change_global(name, |t| kernel::append_in(t, y))?;
        return Ok(Value::longs(room::collected(at.map(|i| i as i64))));
    }
    let shape = Flat::of(&old)?;
    drop(old);
    let Added { columns: new, keys, .. } = columns_to_add(vm, &shape, y, Form::Columns)?;
    let n = new.first().map_or(0, Value::count);
    if shape.keys > 0 {
        check_new_keys(&shape, &new[..shape.keys], &keys)?;
    }
    let start = shape.count() as i64;
    drop(shape);
    vm.change_global(name, |t| append_columns(t, &new))?;
    Ok(Value::longs((start..start + n as i64).collect()))
}

/// The name in `x`: a symbol atom, or a list of one.
fn table_name(x: &Value) -> Result<Sym> {
    match x {
        Value::Sym(s) => Ok(*s),
        _ => match x.as_syms() {
            Some([s]) => Ok(*s),
            _ => Err(type_error().detail("insert takes the name of a table")),
        },
    }
}

fn define(vm: &mut Vm, name: Sym, y: &Value) -> Result<Value> {
    let n = Flat::of(y).map_err(|_| vm.undefined(name))?.count();
    vm.set(name, y.clone())?;
    Ok(Value::longs((0..n as i64).collect()))
}

/// `'insert` when a new key, which is looked for as `sought`, is in the table, or twice among the new.
fn check_new_keys(old: &Flat, keys: &[Value], sought: &[Value]) -> Result<()> {
    let error = || Error::new("insert").detail("a key is in the table already");
    let n = keys.first().map_or(0, Value::count);
    if n > 1 && ops::group_ids(keys)?.count < n {
        return Err(error());
    }
    let count = old.count() as i64;
    match find_rows(old.key_columns(), sought)?.iter().any(|i| *i < count) {
        true => Err(error()),
        false => Ok(()),
    }
}

/// A key column as it is looked for. Of what came as symbols the null symbol of an enumeration is found at its place in the domain
/// as at none; what came enumerated is found by places.
fn sought(old: &Value, came: &Value, key: &Value) -> Value {
    let domain_of = |x: &Value| if let Value::Vector(v) = x { Some((v.ty, v.domain)) } else { None };
    let has_null = |v: &Vector| domain::symbols(v).iter().any(|s| s.is_empty());
    let is_of_symbols = |v: &Vector| v.ty == Type::Enum && domain::is_known(v) && !domain::has_keys(v.domain);
    match key {
        _ if domain_of(old) == domain_of(came) => key.clone(),
        Value::Vector(v) if is_of_symbols(v) && has_null(v) => domain::resolve(key),
        _ => key.clone(),
    }
}

/// `x upsert y`: `y`'s rows appended to the table `x`, or written over the rows with their keys when `x` is keyed.
///
/// `x` is a table, or its name, which then holds the result and is returned. `y` is a row, a list of rows, a table
/// or a dictionary; columns that it lacks are null in new rows and stay as they are in rows that are there. A table
/// goes into `()` whole.
/// Errors: 'type, 'length, 'cast, 'mismatch; 'step when `x` names a step dictionary or a keyed table that is one; the
/// name of a key column that is lacking, or 'mismatch when `y` is keyed.
/// Source: ref/upsert, basics/errors; kb/profiler (record.q) for `()`; timestored/qstudio (keyed tables) for columns
/// that are lacking; jkane17.github.io (attributes) for a list, which gets the items of `y` as by `,:`.
pub fn upsert(vm: &mut Vm, x: &Value, y: &Value) -> Result<Value> {
    match x {
        Value::Sym(name) if is_file(*name) => super::files::upsert(vm, *name, y),
        Value::Sym(name) => upsert_named(vm, *name, y),
        _ => upsert_value(vm, x.clone(), y),
    }
}

/// [`insert`] into the splayed table of a path.
fn insert_splayed(vm: &mut Vm, name: Sym, y: &Value) -> Result<Value> {
    let path = vm.path(name)?;
    let table = || match path.is_dir() {
        true => super::persist::loaded(&path),
        false => Ok(Value::identity()),
    };
    let before = table()?;
    let Value::Table(t) = &before else {
        let needed = "insert takes the name of a table, or the path of a splayed one that is there";
        return Err(type_error().detail(needed));
    };
    // A row and lists for columns are what they are for a table in memory; their symbols are enumerated.
    let rows = match y {
        Value::Table(_) => y.clone(),
        _ => {
            let shape = Flat::of(&kernel::take(&Value::long(0), &before)?)?;
            let columns = columns_to_add(vm, &shape, y, Form::Columns)?.columns;
            kernel::flip(&Value::dict(Value::syms(t.names.clone()), Value::list(columns)))?
        }
    };
    let count = before.count() as i64;
    super::files::upsert(vm, name, &rows)?;
    Ok(Value::longs((count..table()?.count() as i64).collect()))
}

fn upsert_named(vm: &mut Vm, name: Sym, y: &Value) -> Result<Value> {
    let Some(old) = vm.get_evaluated(name)? else {
        define(vm, name, y)?;
        return Ok(Value::Sym(name));
    };
    if becomes(&old, y) {
        vm.set(name, y.clone())?;
        return Ok(Value::Sym(name));
    }
    if let Value::Dict(d) = &old {
        kernel::check_no_step(d)?;
    }
    if matches!(old, Value::Dict(_)) && !old.is_keyed_table() {
        if are_alike(&old, y) {
            drop(old);
            vm.change_global(name, |x| kernel::append_in(x, y))?;
            return Ok(Value::Sym(name));
        }
        let new = upsert_value(vm, old, y)?;
        vm.set(name, new)?;
        return Ok(Value::Sym(name));
    }
    if old.is_list() {
        drop(old);
        vm.change_global(name, |x| kernel::append_in(x, y))?;
        return Ok(Value::Sym(name));
    }
    if matches!(&old, Value::Table(t) if kernel::is_row_of(t, y)) {
        drop(old);
        vm.change_global(name, |t| kernel::push_row(t, y))?;
        return Ok(Value::Sym(name));
    }
    let plan = Upsert::of(vm, &old, y)?;
    drop(old);
    vm.change_global(name, |t| plan.run(t))?;
    Ok(Value::Sym(name))
}

/// Are keys and values of two dictionaries vectors of the same types, so that `x,:y` is `x:x,y`?
fn are_alike(x: &Value, y: &Value) -> bool {
    let (Value::Dict(x), Value::Dict(y)) = (x, y) else { return false };
    let alike = |a: &Value, b: &Value| match (a, b) {
        (Value::Vector(a), Value::Vector(b)) => a.is_alike(b),
        _ => false,
    };
    alike(&x.keys, &y.keys) && alike(&x.values, &y.values)
}

/// `x upsert y` of a table, dictionary or list.
pub fn upsert_value(vm: &mut Vm, mut x: Value, y: &Value) -> Result<Value> {
    upsert_in(vm, &mut x, y)?;
    Ok(x)
}

/// `x` becomes `x upsert y`, in place where that can be.
pub fn upsert_in(vm: &mut Vm, x: &mut Value, y: &Value) -> Result<()> {
    if matches!(x, Value::Dict(_)) && !x.is_keyed_table() {
        return match y {
            Value::Dict(_) if !y.is_keyed_table() => kernel::join::join_in(x, y),
            _ => Err(type_error().detail("a dictionary takes a dictionary")),
        };
    }
    if becomes(x, y) {
        *x = y.clone();
        return Ok(());
    }
    if x.is_list() {
        return kernel::append_in(x, y);
    }
    let plan = Upsert::of(vm, x, y)?;
    kernel::without_step(x);
    plan.run(x)
}

/// Is `x` the empty list, which takes a table whole?
fn becomes(x: &Value, y: &Value) -> bool {
    matches!(x, Value::List(l) if l.is_empty()) && Flat::of(y).is_ok()
}

/// What an upsert does, found before anything is changed: rows to append, rows to write over.
struct Upsert {
    append: Vec<Value>,
    /// Positions and the value columns to write there, but for those that are lacking.
    amend: Option<(Vec<usize>, Vec<Option<Value>>)>,
    keys: usize,
}

impl Upsert {
    fn of(vm: &mut Vm, old: &Value, y: &Value) -> Result<Upsert> {
        let shape = Flat::of(old)?;
        let Added { columns: new, keys, lacking } = columns_to_add(vm, &shape, y, Form::Rows)?;
        if shape.keys == 0 {
            return Ok(Upsert { append: new, amend: None, keys: 0 });
        }
        let n = shape.count() as i64;
        let mut at = find_rows(shape.key_columns(), &keys)?;
        let fresh: Vec<i64> = (0..at.len() as i64).filter(|i| at[*i as usize] >= n).collect();
        let fresh_keys: Vec<Value> = new[..shape.keys].iter().map(|c| ops::pick(c, &fresh)).collect();
        let groups = ops::group_ids(&fresh_keys)?;
        for (row, id) in fresh.iter().zip(&groups.ids) {
            at[*row as usize] = n + *id as i64;
        }
        let heads: Vec<i64> = groups.first.iter().map(|i| fresh[*i]).collect();
        let append = new.iter().map(|c| ops::pick(c, &heads)).collect();
        let all_new = heads.len() == at.len();
        let written = |(i, c): (usize, &Value)| (!lacking.contains(&i)).then(|| c.clone());
        let values = new.iter().enumerate().skip(shape.keys).map(written).collect();
        let amend = (!all_new).then(|| (at.iter().map(|i| *i as usize).collect(), values));
        Ok(Upsert { append, amend, keys: shape.keys })
    }

    fn run(&self, t: &mut Value) -> Result<()> {
        let values = self.amend.as_ref().map_or(&[][..], |(_, values)| values);
        values.iter().flatten().try_for_each(fault::whole)?;
        append_columns(t, &self.append)?;
        let Some((at, values)) = &self.amend else { return Ok(()) };
        let keys = self.keys;
        each_column(t, |i, c| match i.checked_sub(keys).and_then(|i| values[i].as_ref()) {
            Some(new) => scatter(c, at, new),
            None => Ok(()),
        })
    }
}

/// Is a list `y` one row or many, or columns?
#[derive(Clone, Copy, PartialEq)]
enum Form {
    /// `insert`: a list holds a row or columns.
    Columns,
    /// `upsert`: a list is a row or holds rows.
    Rows,
}

/// One column for each of a table.
struct Added {
    columns: Vec<Value>,
    /// The key columns among them as they are [`sought`].
    keys: Vec<Value>,
    /// Which of them are nulls because what is added has none of that name.
    lacking: Vec<usize>,
}

/// `y` as one coerced column for each column of `t`.
fn columns_to_add(vm: &mut Vm, t: &Flat, y: &Value, form: Form) -> Result<Added> {
    let (raw, lacking) = match y {
        Value::Table(_) => by_name(t, Flat::of(y)?, form)?,
        Value::Dict(_) if y.is_keyed_table() => by_name(t, Flat::of(y)?, form)?,
        Value::Dict(d) => {
            let names = super::flat::names(&d.keys)?;
            let columns = (0..names.len()).map(|i| one_item(&d.values.at(i))).collect();
            by_name(t, Flat { names, columns, keys: 0 }, form)?
        }
        // No rows and no columns: nothing is added.
        Value::List(l) if l.is_empty() => {
            (t.columns.iter().map(|c| kernel::take(&Value::long(0), c)).collect::<Result<_>>()?, Vec::new())
        }
        _ => (from_list(t, y, form)?, Vec::new()),
    };
    let (mut columns, mut keys) = (Vec::with_capacity(raw.len()), Vec::with_capacity(t.keys));
    for ((name, old), new) in t.names.iter().zip(&t.columns).zip(raw) {
        let n = new.count();
        let came = if keys.len() < t.keys { new.clone() } else { Value::identity() };
        let coerced = coerce(vm, old, new).map_err(|e| in_column(e, *name))?;
        if coerced.count() != n || coerced.is_atom() {
            // One key of several columns is no column of keys.
            return Err(in_column(length_error(), *name));
        }
        if keys.len() < t.keys {
            keys.push(sought(old, &came, &coerced));
        }
        columns.push(coerced);
    }
    Ok(Added { columns, keys, lacking })
}

/// The error of one column, which says which.
fn in_column(e: Error, name: Sym) -> Error {
    match e.details().map(|d| format!("{}: {d}", name.text())) {
        Some(detail) => e.detail_instead(detail),
        None => e,
    }
}

/// The columns of `new` in the order of `t`, and which of them it lacks; `'mismatch` when it has others. It must have the keys of a
/// keyed table.
fn by_name(t: &Flat, new: Flat, form: Form) -> Result<(Vec<Value>, Vec<usize>)> {
    if let Some(other) = new.names.iter().find(|n| t.position(**n).is_none()) {
        return Err(mismatch(format!("the table has no column {}", other.text())));
    }
    let at: Vec<Option<usize>> = t.names.iter().map(|n| new.position(*n)).collect();
    if let Some(i) = at[..t.keys].iter().position(Option::is_none) {
        let name = t.names[i].text();
        let detail = format!("what is added has no column {name}");
        return Err(match form {
            // Such a table is keyed by the name first.
            Form::Rows if new.keys == 0 => Error::text(name.as_bytes()).detail(detail),
            _ => mismatch(detail),
        });
    }
    let n = new.count();
    let column =
        |(i, old): (&Option<usize>, &Value)| i.map_or_else(|| nulls(old, n), |i| new.columns[i].clone());
    let columns = at.iter().zip(&t.columns).map(column).collect();
    Ok((columns, (0..at.len()).filter(|i| at[*i].is_none()).collect()))
}

fn mismatch(detail: String) -> Error {
    Error::new("mismatch").detail(detail)
}

/// How many items a row must have.
fn width_error(width: usize, count: usize) -> Error {
    length_error().detail(format!("the table has {width} columns, a row or list of columns {count}"))
}

/// `,x`, a column of one item.
fn one_item(x: &Value) -> Value {
    if x.is_atom() { Value::collapse(vec![x.clone()]) } else { Value::list(vec![x.clone()]) }
}

fn from_list(t: &Flat, y: &Value, form: Form) -> Result<Vec<Value>> {
    let width = t.columns.len();
    if width == 1 && (y.is_atom() || matches!(y, Value::Vector(_))) && y.count() != 1 {
        // One column: a vector is its items.
        return Ok(vec![y.clone()]);
    }
    if is_row(t, y, form) {
        if y.count() != width {
            return Err(width_error(width, y.count()));
        }
        return Ok(y.items().map(|v| one_item(&v)).collect());
    }
    match form {
        Form::Columns => from_columns(width, y),
        Form::Rows => from_rows(width, y),
    }
}

/// A list is a row when it begins with an atom, or when every list in it belongs to a nested column beside an atom.
fn is_row(t: &Flat, y: &Value, form: Form) -> bool {
    if y.is_atom() || matches!(y, Value::Vector(_)) {
        return true;
    }
    let atoms = y.items().any(|v| v.is_atom());
    let nested = |(v, c): (Value, &Value)| v.is_atom() || matches!(c, Value::List(_) | Value::Table(_));
    match form {
        _ if y.count() == 0 => false,
        Form::Columns => atoms && y.items().zip(&t.columns).all(nested),
        Form::Rows => y.at(0).is_atom() || (atoms && y.count() == t.columns.len()),
    }
}

/// A list of columns; atoms among them are repeated.
fn from_columns(width: usize, y: &Value) -> Result<Vec<Value>> {
    if y.count() != width {
        return Err(width_error(width, y.count()));
    }
    let n = y.items().find(|v| !v.is_atom()).map_or(1, |v| v.count());
    let column = |v: Value| match v.is_atom() {
        true => Ok(repeat(&v, n)),
        false if v.count() == n => Ok(v),
        false => Err(length_error()),
    };
    y.items().map(column).collect()
}

fn from_rows(width: usize, y: &Value) -> Result<Vec<Value>> {
    if let Some(r) = y.items().find(|r| r.count() != width || !(r.is_list() || matches!(r, Value::Dict(_)))) {
        let e = width_error(width, r.count());
        // As many items as the table has columns: those were meant.
        return Err(match y.count() == width {
            true => e.detail_instead("upsert takes rows, or columns as a table: flip`a`b!(x;y)"),
            false => e,
        });
    }
    Ok((0..width).map(|c| Value::collapse(y.items().map(|r| r.at(c)).collect())).collect())
}

/// Appends one column to each column of a table or keyed table.
fn append_columns(t: &mut Value, new: &[Value]) -> Result<()> {
    new.iter().try_for_each(fault::whole)?;
    if !memory::is_on() {
        let before = t.count();
        let done = room::asking(|| each_column(t, |i, c| append(c, &new[i])));
        if done.is_err() {
            each_column(t, |_, c| {
                kernel::amend::cut_back(c, before);
                Ok(())
            })?;
        }
        return done;
    }
    // Columns stay of one count when there is no room for all.
    let mut fitted = Vec::with_capacity(new.len());
    each_column(t, |i, c| {
        fitted.push(moving::prepare(c, &new[i])?);
        Ok(())
    })?;
    each_column(t, |i, c| append(c, &fitted[i]))
}

/// Calls `f` on every column, key columns first. Checks nothing: a failure half way leaves a table that must be
/// thrown away.
fn each_column(t: &mut Value, mut f: impl FnMut(usize, &mut Value) -> Result<()>) -> Result<()> {
    use std::sync::Arc;
    let mut at = 0;
    let mut walk = |t: &mut Arc<Table>| -> Result<()> {
        let t = Arc::make_mut(t);
        t.attr = quarry_value::Attr::None.into();
        for c in &mut t.columns {
            f(at, c)?;
            at += 1;
        }
        Ok(())
    };
    match t {
        Value::Table(t) => walk(t),
        Value::Dict(d) => {
            kernel::check_no_step(d)?;
            let d = Arc::make_mut(d);
            match (&mut d.keys, &mut d.values) {
                (Value::Table(k), Value::Table(v)) => walk(k).and_then(|()| walk(v)),
                _ => Err(type_error()),
            }
        }
        _ => Err(type_error()),
    }
}
