//! Values and tables on disk by file symbol: `get`, `set`, `upsert`.

use super::compressed::{Defaults, parameters};
use super::flat::is_file;
use crate::vm::Vm;
use quarry_store::{self as store, Compression};
use quarry_value::error::{length_error, type_error};
use quarry_value::{Error, Result, Sym, Type, Value};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// The path of a file symbol. With two more colons it is below the module or script that is being loaded.
pub fn path_of(name: Sym) -> PathBuf {
    let text = name.bytes();
    let text = text.strip_prefix(b":").unwrap_or(text);
    crate::modules::path(text).unwrap_or_else(|| PathBuf::from(OsStr::from_bytes(text)))
}

/// The file symbol of a path.
pub fn symbol_of(path: &Path) -> Value {
    Value::sym([b":", path.as_os_str().as_bytes()].concat())
}

/// ``get `:file``: the value in a file, or the table in a directory with its columns mapped, which is known by the directory
/// when that is named with the slash. A directory without `.d` is a dictionary, unless it is named with the slash.
///
/// Errors: 'type when it is no data file; the system's.
/// Source: ref/get.
pub fn get(vm: &mut Vm, x: &Value) -> Result<Value> {
    let Value::Sym(name) = x else { return Err(type_error()) };
    let path = vm.path(*name)?;
    let is_table = name.bytes().ends_with(b"/") && path.is_dir();
    let mut value = if is_table { store::splayed::open(&path)? } else { super::persist::loaded(&path)? };
    super::persist::adopt(vm, &value);
    if let Value::Table(t) = &mut value
        && name.bytes().ends_with(b"/")
    {
        std::sync::Arc::make_mut(t).from = *name;
    }
    Ok(value)
}

/// `x set y`: assigns the global `x`, writes the file `x`, or splays a table to the directory `x/`. A list on the left
/// has the file and how to compress it: `(file;lbs;alg;lvl)`, or `(dir;names!(lbs;alg;lvl))`; then a file on the right
/// is what is in it.
///
/// Errors: 'type; those of [`store::set`].
/// Source: ref/get; wp/compress for a file on the right.
pub fn set(vm: &mut Vm, x: &Value, y: &Value) -> Result<Value> {
    match x {
        Value::Sym(name) if is_file(*name) => {
            vm.may_change()?;
            write_default(vm, &vm.path(*name)?, y)?;
            Ok(x.clone())
        }
        Value::Sym(name) => {
            vm.set(*name, y.clone())?;
            Ok(x.clone())
        }
        _ if x.is_list() && x.count() > 1 => {
            vm.may_change()?;
            set_compressed(vm, x, y)
        }
        _ => Err(type_error()),
    }
}

/// Writes a value to a file, or a table's columns to a directory, as `.z.zd` says.
fn write_default(vm: &Vm, path: &Path, y: &Value) -> Result<()> {
    let how = Defaults::of(vm)?;
    match y {
        Value::Table(t) if path.as_os_str().as_bytes().ends_with(b"/") && !t.is_elsewhere() => {
            store::splay(path, t, &|name| how.column(name))
        }
        _ => write(path, y, how.file(path)),
    }
}

fn write(path: &Path, y: &Value, how: Option<Compression>) -> Result<()> {
    if let Value::Table(t) = y
        && t.is_elsewhere()
    {
        return Err(type_error().detail("the table's columns are not in memory"));
    }
    store::set(path, y, how)
}

fn set_compressed(vm: &mut Vm, x: &Value, y: &Value) -> Result<Value> {
    let Value::Sym(name) = x.at(0) else { return Err(type_error()) };
    if !is_file(name) {
        return Err(type_error());
    }
    let path = vm.path(name)?;
    let from_file = matches!(y, Value::Sym(source) if is_file(*source));
    let y = &if from_file { get(vm, y)? } else { y.clone() };
    match x.at(1) {
        Value::Dict(d) => {
            let Value::Table(t) = y else { return Err(type_error()) };
            let how = Defaults::of(vm)?.but(&Value::Dict(d))?;
            store::splay(&path, t, &|name| how.column(name))?;
        }
        _ => {
            let how: Vec<Value> = (1..x.count()).map(|i| x.at(i)).collect();
            write(&path, y, parameters(&Value::list(how))?)?;
        }
    }
    Ok(Value::Sym(name))
}

/// How often a change is tried again when others change the file meanwhile.
const TRIES: usize = 100;

/// What is at a path becomes what `work` makes of it. Others who change the file meanwhile lose nothing: then `work` is done
/// again, if that makes no difference.
///
/// Errors: those of `work`, of reading and of writing; the file's name when others change it, too.
pub fn change(
    vm: &mut Vm,
    name: Sym,
    is_pure: bool,
    mut work: impl FnMut(&mut Vm, Value) -> Result<Value>,
) -> Result<()> {
    let path = vm.path(name)?;
    for _ in 0..if is_pure { TRIES } else { 1 } {
        let seen = store::see(&path);
        let x = get(vm, &Value::Sym(name))?;
        let y = work(vm, x)?;
        if write_over(vm, name, &y, &seen)? {
            return Ok(());
        }
    }
    Err(changed_meanwhile(&path))
}

/// [`change`] of several files; none is written before all are made.
pub fn change_all(
    vm: &mut Vm,
    names: &[Sym],
    mut work: impl FnMut(&mut Vm, usize, Value) -> Result<Value>,
) -> Result<()> {
    let mut made = Vec::new();
    for (i, name) in names.iter().enumerate() {
        let seen = store::see(&vm.path(*name)?);
        let x = get(vm, &Value::Sym(*name))?;
        made.push((*name, seen, work(vm, i, x)?));
    }
    made.iter().try_for_each(|(name, seen, y)| rewrite(vm, *name, y, seen))
}

/// Writes a value over what was seen at a path: a file that is there stays compressed as it is, a new one is as `.z.zd` says, and
/// so are all columns of a splayed table where that says something.
///
/// Errors: 'noupdate where nothing may be changed; those of writing; the file's name when others changed it meanwhile.
pub fn rewrite(vm: &Vm, name: Sym, y: &Value, seen: &store::Seen) -> Result<()> {
    if write_over(vm, name, y, seen)? { Ok(()) } else { Err(changed_meanwhile(&vm.path(name)?)) }
}

/// False: others have changed it.
fn write_over(vm: &Vm, name: Sym, y: &Value, seen: &store::Seen) -> Result<bool> {
    vm.may_change()?;
    let (path, defaults) = (vm.path(name)?, Defaults::of(vm)?);
    match y {
        Value::Table(t) if path.as_os_str().as_bytes().ends_with(b"/") && !t.is_elsewhere() => {
            let again = |name: &Sym| {
                Ok((*name, defaults.column_again(*name, &store::splayed::column_path(&path, *name))?))
            };
            let each: Vec<_> = t.names.iter().map(again).collect::<Result<_>>()?;
            let how = |name| each.iter().find(|(n, _)| *n == name).and_then(|(_, how)| *how);
            store::splay_over(&path, seen, t, &how)
        }
        Value::Table(t) if t.is_elsewhere() => write(&path, y, None).map(|()| true),
        _ if path.is_file() => store::set_over(&path, seen, y, defaults.again(&path)?),
        _ => write(&path, y, defaults.again(&path)?).map(|()| true),
    }
}

fn changed_meanwhile(path: &Path) -> Error {
    store::os_error(path, &std::io::Error::other("others changed it meanwhile"))
}

/// `` `:file upsert y``: appends to the file or splayed table.
///
/// Errors: 'type, 'mismatch, the system's.
/// Source: ref/upsert.
pub fn upsert(vm: &mut Vm, name: Sym, y: &Value) -> Result<Value> {
    vm.may_change()?;
    let path = vm.path(name)?;
    let defaults = Defaults::of(vm)?;
    if path.is_file() && store::holds_rows(&path)? {
        store::change(&path, &mut |old| match old {
            Value::Table(_) | Value::Dict(_) => super::upsert::upsert_value(vm, old, y),
            _ => Err(type_error()),
        })?;
        return Ok(Value::Sym(name));
    }
    let new = match y {
        Value::Table(_) => y.clone(),
        _ if path.is_dir() => rows_for(vm, &path, y)?,
        _ => y.clone(),
    };
    let how = |column: Option<Sym>| column.map_or(defaults.file(&path), |name| defaults.column(name));
    store::append(&path, &new, &how)?;
    Ok(Value::Sym(name))
}

/// A row or rows given as lists as a table like the splayed one on disk.
fn rows_for(vm: &mut Vm, path: &Path, y: &Value) -> Result<Value> {
    let empty = quarry_kernel::take(&Value::long(0), &store::splayed::open(path)?)?;
    super::upsert::upsert_value(vm, empty, y)
}

/// `.Q.mv[x;y]`: the file or directory `x` takes the place of `y`, a nested column with its companions. `y`.
///
/// Errors: 'type, the system's.
pub fn replace(vm: &mut Vm, x: &Value, y: &Value) -> Result<Value> {
    of_two(vm, x, y, store::move_column)
}

/// `.Q.ln[x;y]`: the column `x` gets `y` as a second name; no bytes are copied where the file system has links. `y`.
///
/// Errors: 'type, the system's.
pub fn link(vm: &mut Vm, x: &Value, y: &Value) -> Result<Value> {
    of_two(vm, x, y, store::link_column)
}

fn of_two(vm: &mut Vm, x: &Value, y: &Value, f: fn(&Path, &Path) -> Result<()>) -> Result<Value> {
    vm.may_change()?;
    let (Value::Sym(from), Value::Sym(to)) = (x, y) else { return Err(type_error()) };
    f(&vm.path(*from)?, &vm.path(*to)?)?;
    Ok(y.clone())
}

/// `.Q.fsync[]`: do writes wait until the disk has what they wrote? `.Q.fsync 1b` makes them wait: `set`, save-down, appends
/// and maintenance, not what goes through open handles. Domains are always waited for.
///
/// Errors: 'type.
/// Source: Quarry's own.
pub fn fsync(vm: &Vm, x: &Value) -> Result<Value> {
    if !x.is_identity() {
        vm.may_change()?;
        let Value::U8(quarry_value::Type::Bool, on) = x else { return Err(type_error()) };
        store::set_durable(*on != 0);
    }
    Ok(Value::bool(store::is_durable()))
}

/// `.Q.await[file;ms]`: waits until a file is there: `1b`, or `0b` when it is not after so many milliseconds. A null or
/// infinite time has no end.
///
/// The system tells of the file (inotify on Linux), so waiting costs nothing and ends within microseconds.
/// Errors: 'type, 'noupdate where nothing may be changed, 'stop when the wait was interrupted.
/// Source: Quarry's own.
pub fn await_file(vm: &mut Vm, file: &Value, ms: &Value) -> Result<Value> {
    vm.may_change()?;
    let Value::Sym(name) = file else { return Err(type_error()) };
    let ms = ms.as_long().filter(|_| ms.is_atom()).ok_or_else(type_error)?;
    let endless = ms == i64::MIN || ms == i64::MAX;
    let path = vm.path(*name)?;
    let (host, from) = (vm.host.clone(), vm.host.elapsed());
    let due = from.saturating_add(ms.max(0).saturating_mul(1_000_000));
    let mut stopped = Ok(());
    let there = host.await_file(&path, &mut || {
        stopped = vm.check_interrupt();
        stopped.is_err() || !endless && host.elapsed() >= due
    });
    stopped.map(|()| Value::bool(there))
}

/// `.Q.rows file`: `count get file` for a column, which need not be mapped to know that.
///
/// Errors: 'type, those of `get`.
/// Source: Quarry's own.
pub fn rows(vm: &Vm, file: &Value) -> Result<Value> {
    let Value::Sym(name) = file else { return Err(type_error()) };
    Ok(Value::long(store::count(&vm.path(*name)?)? as i64))
}

/// `.Q.const[file;n;x]`: writes `n` times the only item of the list `x`, without making the whole. The file.
///
/// Errors: 'type, 'length when `x` has not one item, the system's.
pub fn repeat(vm: &mut Vm, file: &Value, n: &Value, x: &Value) -> Result<Value> {
    vm.may_change()?;
    let Value::Sym(name) = file else { return Err(type_error()) };
    let count = n.as_long().and_then(|n| usize::try_from(n).ok()).ok_or_else(type_error)?;
    if !x.is_list() || x.count() != 1 {
        return Err(length_error());
    }
    let path = vm.path(*name)?;
    let how = Defaults::of(vm)?.file(&path);
    match x {
        Value::Vector(v) if how.is_none() && v.ty != Type::Symbol => store::repeat(&path, count, v)?,
        _ => write(&path, &quarry_kernel::take(n, x)?, how)?,
    }
    Ok(file.clone())
}
