//! `0:` and `1:`: files and strings as delimited text, as fixed-width text, as binary records; text and bytes saved.

use super::handles::read;
use crate::vm::Vm;
use quarry_kernel as k;
use quarry_store::{self as store, Compression, binary, textfile};
use quarry_value::error::{domain_error, length_error, type_error};
use quarry_value::{List, Result, Sym, Type, Value};
use std::io::Write;
use std::path::Path;

/// `x 0: y`: Prepare Text, Save Text, Load CSV, Load Fixed and Key-Value Pairs.
///
/// Errors: 'type, 'length; the system's.
/// Source: ref/file-text.
pub fn text(vm: &mut Vm, x: &Value, y: &Value) -> Result<Value> {
    match x {
        Value::Sym(name) => {
            vm.may_change()?;
            let Value::List(rows) = y else { return Err(type_error().detail("lines are a list of strings")) };
            save_lines(&vm.path(*name)?, rows)?;
            Ok(x.clone())
        }
        Value::List(_) if is_file(y) => k::load_bytes(x, &read(vm, y)?),
        _ => k::file_text(x, y),
    }
}

/// `x 1: y`: Save Binary for a file on the left, else records of fixed width as columns.
///
/// Errors: 'type, 'length; the system's.
/// Source: ref/file-binary.
pub fn bytes(vm: &mut Vm, x: &Value, y: &Value) -> Result<Value> {
    if let Value::Sym(name) = x {
        vm.may_change()?;
        return save(vm, *name, y, None);
    }
    let Value::List(parts) = x else { return Err(type_error()) };
    if let [Value::Sym(name), block, algorithm, level] = parts.as_slice() {
        vm.may_change()?;
        return save(vm, *name, y, compression(block, algorithm, level)?);
    }
    let [a, b] = parts.as_slice() else { return Err(length_error()) };
    // The order of types and widths says the order of the bytes.
    let (types, widths, big) = match (a.as_text(), b.as_text()) {
        (Some(types), _) => (types, b, false),
        (None, Some(types)) => (types, a, true),
        _ => return Err(type_error()),
    };
    let width = |w: Value| w.as_long().and_then(|n| usize::try_from(n).ok()).ok_or_else(domain_error);
    let widths: Vec<usize> = widths.items().map(width).collect::<Result<_>>()?;
    let owned;
    let bytes = match y {
        _ if is_file(y) => {
            owned = read(vm, y)?;
            &owned[..]
        }
        Value::Vector(v) if matches!(v.ty, Type::Byte | Type::Char) => v.slice::<u8>().unwrap_or_default(),
        _ => return Err(type_error()),
    };
    Ok(Value::list(binary::records(types, &widths, big, bytes)?))
}

/// Lines to a file, as they are made. Errors: 'type when one is no string; the system's.
pub fn save_lines(path: &Path, rows: &List) -> Result<()> {
    if !rows.are_strings() && rows.as_slice().iter().any(|row| row.as_text().is_none()) {
        return Err(type_error().detail("lines are a list of strings"));
    }
    textfile::write_text(path, &mut |to| k::write_lines(rows, |part| to.write_all(&part)))
}

/// A file, or a part of one.
fn is_file(y: &Value) -> bool {
    match y {
        Value::Sym(_) => true,
        Value::List(l) => !l.is_empty() && matches!(l.get(0), Value::Sym(_)),
        _ => false,
    }
}

/// The raw bytes of atoms and vectors; everything else in the form of `set`.
fn save(vm: &Vm, name: Sym, y: &Value, how: Option<Compression>) -> Result<Value> {
    let path = vm.path(name)?;
    match binary::raw(y) {
        Some(bytes) => textfile::write_bytes(&path, &bytes, how)?,
        None => store::set(&path, y, how)?,
    }
    Ok(Value::Sym(name))
}

fn compression(block: &Value, algorithm: &Value, level: &Value) -> Result<Option<Compression>> {
    let number = |x: &Value| x.as_long().ok_or_else(type_error);
    Compression::new(number(block)?, number(algorithm)?, number(level)?)
}
