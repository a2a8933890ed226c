//! Tables and variables to disk and back: `.Q.en`, `.Q.dpft` and their kin, `save load rsave rload dsave`.

use super::compressed::Defaults;
use super::flat::{Flat, names};
use super::ops;
use super::table::sort_flat;
use super::{files, filetext};
use crate::db;
use crate::vm::Vm;
use quarry_kernel::domain;
use quarry_store::{self as store, database};
use quarry_value::error::{length_error, type_error};
use quarry_value::{Attr, Error, Result, Sym, Table, Type, Value, Vector};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// `.Q.ens[dir;t;name]`: `t` with its symbol columns enumerated over the domain `name`, which grows in memory and in
/// the file `dir/name`; with `(::)` for `dir` in memory only. `.Q.en[dir;t]` is that with the name `sym`.
///
/// Errors: 'type; the system's.
/// Source: ref/dotq, `.Q.en`.
pub fn ens(vm: &mut Vm, dir: &Value, t: &Value, name: &Value) -> Result<Value> {
    let Value::Sym(name) = name else { return Err(type_error()) };
    let mut flat = Flat::of(t)?;
    let mut wanted = Vec::new();
    flat.columns.iter().for_each(|c| symbols_in(c, &mut wanted));
    // Columns without items have a domain, too.
    let has_symbols = flat.columns.iter().any(|c| c.item_type() == Some(Type::Symbol) || holds_symbols(c));
    let positions = match dir {
        Value::Sym(dir) => extend_file(vm, &vm.path(*dir)?, *name, &wanted, has_symbols)?,
        _ if dir.is_identity() => extend_variable(vm, *name, &wanted)?,
        _ => return Err(type_error()),
    };
    let mut next = positions.into_iter();
    for column in &mut flat.columns {
        *column = enumerated(column, *name, &mut next);
    }
    Ok(flat.into_value())
}

/// `.Q.en[dir;t]`.
pub fn en(vm: &mut Vm, dir: &Value, t: &Value) -> Result<Value> {
    ens(vm, dir, t, &Value::sym("sym"))
}

/// The symbols of a column, or of the lists in it, in order.
fn symbols_in(column: &Value, out: &mut Vec<Sym>) {
    match column {
        Value::Vector(v) if v.ty == Type::Symbol => out.extend(v.slice::<Sym>().unwrap_or_default()),
        Value::List(l) if holds_symbols(column) => {
            (0..l.len()).for_each(|i| out.extend(l.get(i).as_syms().unwrap_or_default()));
        }
        _ => {}
    }
}

/// A general list of symbol vectors.
fn holds_symbols(x: &Value) -> bool {
    matches!(x, Value::List(l) if !l.is_empty() && (0..l.len()).all(|i| l.get(i).as_syms().is_some()))
}

/// The column as an enumeration; positions are taken in the order in which [`symbols_in`] gave the symbols.
fn enumerated(column: &Value, name: Sym, next: &mut impl Iterator<Item = i64>) -> Value {
    let mut take = |n: usize| -> Value { Vector::enumeration(name, next.take(n).collect::<Vec<_>>()).into() };
    match column {
        Value::Vector(v) if v.ty == Type::Symbol => {
            let attr = v.attr.get();
            let enumerated = take(v.len());
            // Sorted texts need not be sorted positions; other attributes hold for both.
            if attr == Attr::Sorted { enumerated } else { ops::with_attr(&enumerated, attr) }
        }
        Value::List(l) if holds_symbols(column) => {
            Value::list((0..l.len()).map(|i| take(l.get(i).count())).collect())
        }
        _ => column.clone(),
    }
}

fn extend_file(vm: &mut Vm, dir: &Path, name: Sym, wanted: &[Sym], has_symbols: bool) -> Result<Vec<i64>> {
    let file = dir.join(name.text().as_ref());
    if !has_symbols && !file.exists() {
        return Ok(Vec::new());
    }
    vm.may_change()?;
    vm.may_reach(&file)?;
    // The variable follows.
    vm.globals_mut()?;
    let how = Defaults::of(vm)?.file(&file);
    let grown = store::enumerate(&file, wanted, how)?;
    set_domain(vm, name, grown.domain)?;
    Ok(grown.positions)
}

fn extend_variable(vm: &mut Vm, name: Sym, wanted: &[Sym]) -> Result<Vec<i64>> {
    let mut all = vm.get(name).and_then(|v| v.as_syms().map(<[Sym]>::to_vec)).unwrap_or_default();
    let (positions, new) = store::places(&all, wanted);
    all.extend(new);
    set_domain(vm, name, Value::syms(all))?;
    Ok(positions)
}

/// Registers the domains of the enumerations in a value that comes from outside.
pub fn adopt(vm: &Vm, x: &Value) {
    look_into(vm, x, &mut { LOOK_MAX });
    know_domains(vm);
}

/// Items that are asked for, at most.
const LOOK_MAX: usize = 256;

/// What is read when it is asked for has not met the domains of its items yet: it is asked for the first ones.
fn look_into(vm: &Vm, x: &Value, left: &mut usize) {
    match x {
        Value::Vector(v) if v.ty == Type::Enum => _ = know(vm, v.domain),
        Value::List(l) => {
            for i in 0..l.len() {
                if *left == 0 {
                    return;
                }
                *left -= 1;
                look_into(vm, &l.get(i), left);
            }
        }
        Value::Table(t) => t.columns.iter().for_each(|c| look_into(vm, c, &mut { LOOK_MAX })),
        Value::Dict(d) => [&d.keys, &d.values].into_iter().for_each(|x| look_into(vm, x, left)),
        _ => {}
    }
}

/// Registers the domains of enumerations that have come from outside since. Is what one of them stands for known by that?
#[inline]
pub fn know_domains(vm: &Vm) -> bool {
    let names = quarry_value::domain::newly_met();
    !names.is_empty() && know_all(vm, &names)
}

#[cold]
fn know_all(vm: &Vm, names: &[Sym]) -> bool {
    names.iter().fold(false, |any, name| know(vm, *name) | any)
}

/// What comes of work that changes nothing. It may have read items over domains that nobody has asked for: then they are registered,
/// and it is done again.
#[inline]
pub fn knowing<T>(vm: &Vm, work: impl Fn() -> T) -> T {
    let answer = work();
    if know_domains(vm) { work() } else { answer }
}

/// Registers a domain. Does its name stand for something that it did not before?
fn know(vm: &Vm, name: Sym) -> bool {
    if domain::has_value(name) {
        return false;
    }
    let value = vm.lookup(name);
    match &value {
        Some(value) => domain::set(name, value),
        None => domain::unset(name),
    }
    value.is_some()
}

/// Assigns a domain and registers it.
pub(super) fn set_domain(vm: &mut Vm, name: Sym, all: Value) -> Result<()> {
    vm.set(name, all.clone())?;
    domain::set(name, &all);
    Ok(())
}

/// `.Q.dpfts[dir;partition;field;table;name]`: the global `table`, enumerated over `name`, sorted by `field`, which
/// comes first with `p#`, splayed to its place in the partition. The name of the table. `.Q.dpts` has no `field`:
/// rows and columns stay as they are.
///
/// Errors: 'unmappable when a column is neither a vector nor a list of vectors of one type; the name of what is not
/// found.
/// Source: ref/dotq, `.Q.dpft`.
pub fn dpfts(
    vm: &mut Vm,
    dir: &Value,
    partition: &Value,
    field: Option<&Value>,
    table: &Value,
    name: &Value,
) -> Result<Value> {
    let (Value::Sym(root), Value::Sym(global)) = (dir, table) else { return Err(type_error()) };
    let value = vm.get_or_signal(*global)?;
    let Value::Table(_) = &value else { return Err(type_error().detail("a simple table is needed")) };
    check_mappable(&Flat::of(&value)?)?;
    let mut flat = Flat::of(&ens(vm, dir, &value, name)?)?;
    if let Some(field) = field {
        let field = field.as_sym().ok_or_else(type_error)?;
        flat = parted_by(flat, field)?;
    }
    let place = database::par(&vm.path(*root)?, &db::partition_name(partition)?, *global)?;
    splay(vm, &place, &Table::new(flat.names, flat.columns))?;
    Ok(table.clone())
}

/// Sorted by `field`, which becomes the first column with `p#`.
fn parted_by(flat: Flat, field: Sym) -> Result<Flat> {
    flat.column(field)?;
    let mut sorted = sort_flat(&flat, &[field], false)?;
    let i = sorted.position(field).ok_or_else(type_error)?;
    let name = sorted.names.remove(i);
    let column = sorted.columns.remove(i);
    sorted.put_first(name, ops::with_attr(&ops::without_attr(&column), Attr::Parted));
    Ok(sorted)
}

fn check_mappable(flat: &Flat) -> Result<()> {
    let mappable = |c: &Value| match c {
        Value::List(l) if !l.is_empty() => {
            let ty = l.get(0).type_number();
            ty > 0 && (0..l.len()).all(|i| l.get(i).type_number() == ty)
        }
        _ => true,
    };
    match flat.columns.iter().position(|c| !mappable(c)) {
        Some(i) => Err(Error::new("unmappable").detail(format!("column {}", flat.names[i].text()))),
        None => Ok(()),
    }
}

/// Splays a table, its files compressed as `.z.zd` says.
fn splay(vm: &Vm, dir: &Path, t: &Table) -> Result<()> {
    vm.may_change()?;
    vm.may_reach(dir)?;
    let how = Defaults::of(vm)?;
    store::splay(dir, t, &|name| how.column(name))
}

/// `x dsave y`: splays the global tables `y` under the first path in `x`, in the directory that the rest of `x`
/// names, enumerated over `sym`, the first column with `p#`.
///
/// Errors: 'u-fail where equal items of the first column do not lie together; 'type; the system's.
/// Source: ref/dsave.
pub fn dsave(vm: &mut Vm, x: &Value, y: &Value) -> Result<Value> {
    let parts: Vec<Value> = if x.is_atom() { vec![x.clone()] } else { x.items().collect() };
    let Some(Value::Sym(root)) = parts.first() else { return Err(type_error()) };
    let mut dir = vm.path(*root)?;
    for part in &parts[1..] {
        dir.push(db::partition_name(part)?);
    }
    for name in names(y)? {
        let value = vm.get_or_signal(name)?;
        let mut flat = Flat::of(&en(vm, &parts[0], &value)?)?;
        if let Some(first @ Value::Vector(_)) = flat.columns.first_mut() {
            *first = quarry_kernel::set_attribute(Sym::new("p"), first)?;
        }
        splay(vm, &dir.join(name.text().as_ref()), &Table::new(flat.names, flat.columns))?;
    }
    Ok(y.clone())
}

/// `one` of the name `x`, or of each of several.
fn each_name(vm: &mut Vm, x: &Value, one: fn(&mut Vm, Sym) -> Result<Sym>) -> Result<Value> {
    match x {
        Value::Sym(name) => Ok(Value::Sym(one(vm, *name)?)),
        _ => Ok(Value::syms(names(x)?.into_iter().map(|n| one(vm, n)).collect::<Result<_>>()?)),
    }
}

/// The file symbol of a name that may be one already.
fn handle_of(name: Sym) -> Vec<u8> {
    [b":".as_slice(), name.bytes().strip_prefix(b":").unwrap_or(name.bytes())].concat()
}

/// `rsave x`: splays the global tables named in `x` to the directories of their names, which may have a path.
///
/// Errors: 'type when one is keyed or a column is not enumerated.
/// Source: ref/save; jkane17.github.io (keywords) for several and for paths.
pub fn rsave(vm: &mut Vm, x: &Value) -> Result<Value> {
    each_name(vm, x, |vm, name| {
        let path = vm.path(name)?;
        let global = variable_of(&path)?;
        let value = vm.get_or_signal(global)?;
        let Value::Table(t) = &value else { return Err(type_error().detail("a simple table is needed")) };
        splay(vm, &path, t)?;
        let mut handle = handle_of(name);
        if handle.last() != Some(&b'/') {
            handle.push(b'/');
        }
        Ok(Sym::new(handle))
    })
}

/// `rload x`: assigns the splayed tables in the directories `x` to the globals of their names.
///
/// Source: ref/load; jkane17.github.io (keywords) for several.
pub fn rload(vm: &mut Vm, x: &Value) -> Result<Value> {
    each_name(vm, x, |vm, name| {
        let path = vm.path(name)?;
        let global = variable_of(&path)?;
        let table = store::splayed::open(&path)?;
        adopt(vm, &table);
        vm.set(global, table)?;
        Ok(global)
    })
}

/// The variable that a file or directory is loaded into: its name without path.
fn variable_of(path: &Path) -> Result<Sym> {
    let name = path.file_name().ok_or_else(length_error)?;
    Ok(Sym::new(name.as_bytes()))
}

/// `load x`: assigns what is in the files `x` to globals of their names; a directory of files becomes a dictionary.
///
/// Errors: 'type when a file is no data file; the system's.
/// Source: ref/load.
pub fn load(vm: &mut Vm, x: &Value) -> Result<Value> {
    each_name(vm, x, |vm, name| {
        let path = vm.path(name)?;
        let global = variable_of(&path)?;
        let value = loaded(&path)?;
        adopt(vm, &value);
        vm.set(global, value)?;
        Ok(global)
    })
}

/// What is in a file; the table in a directory, or without `.d` a dictionary of what is in its files and directories.
pub fn loaded(path: &Path) -> Result<Value> {
    if !path.is_dir() {
        return store::get(path);
    }
    if path.join(store::splayed::ORDER).is_file() {
        return store::splayed::open(path);
    }
    let os = |e: std::io::Error| store::os_error(path, &e);
    let mut entries = std::fs::read_dir(path)
        .map_err(os)?
        .filter(|e| e.as_ref().map_or(true, |e| store::is_loaded(&e.file_name())))
        .map(|e| e.map(|e| e.path()))
        .collect::<std::io::Result<Vec<_>>>()
        .map_err(os)?;
    entries.sort();
    let keys = entries.iter().map(|p| variable_of(p)).collect::<Result<_>>()?;
    let values = entries.iter().map(|p| loaded(p)).collect::<Result<_>>()?;
    Ok(Value::dict(Value::syms(keys), Value::list(values)))
}

/// `save x`: writes the globals named in `x` to files of their names; an extension says in which format.
///
/// Errors: 'type; 'nyi for a format that is not known.
/// Source: ref/save.
pub fn save(vm: &mut Vm, x: &Value) -> Result<Value> {
    each_name(vm, x, save_one)
}

fn save_one(vm: &mut Vm, name: Sym) -> Result<Sym> {
    vm.may_change()?;
    let path = vm.path(name)?;
    let global = variable_of(&path.with_extension(""))?;
    let value = vm.get_or_signal(global)?;
    let handle = Sym::new(handle_of(name));
    let format = path.extension().map(|e| e.to_string_lossy().into_owned());
    match format {
        None => {
            files::set(vm, &Value::Sym(handle), &value)?;
        }
        Some(format) => {
            // .h.tx holds one function a format, from a table to lines of text.
            let formats = vm.get(Sym::new(".h.tx")).ok_or_else(|| Error::text(".h.tx"))?;
            let lines = vm.apply(&formats, &[Value::sym(&format), value])?;
            let Value::List(lines) = &lines else {
                let detail =
                    format!("{} cannot be written as {format}; .h.tx has the formats", global.text());
                return Err(type_error().detail(detail));
            };
            filetext::save_lines(&path, lines)?;
        }
    }
    Ok(handle)
}

/// `.Q.Xf[t;file]`: an empty nested column as kdb+ wrote it before V3.6; `t` is `` `char`` or "C". The file.
///
/// Errors: 'type; the system's.
/// Source: ref/dotq.
pub fn create_nested(vm: &mut Vm, ty: &Value, file: &Value) -> Result<Value> {
    vm.may_change()?;
    let named = match ty {
        Value::Sym(name) => Type::from_name(name.bytes()),
        Value::U8(Type::Char, c) => Type::from_letter(c.to_ascii_lowercase()),
        _ => None,
    };
    let vector = named.filter(|t| !matches!(t, Type::List | Type::Symbol | Type::Enum));
    let (Some(ty), Value::Sym(name)) = (vector, file) else { return Err(type_error()) };
    store::create_nested(&vm.path(*name)?, ty)?;
    Ok(file.clone())
}
