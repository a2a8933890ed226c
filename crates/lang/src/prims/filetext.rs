//! `0:` and `1:`: files and strings as delimited text, as fixed-width text, as binary records; text and bytes saved.

use super::compressed::parameters;
use super::handles::read;
use crate::vm::Vm;
use quarry_kernel as k;
use quarry_store::{self as store, Compression, binary, textfile};
use quarry_value::error::{domain_error, length_error, type_error};
use quarry_value::evaluation;
use quarry_value::{Error, List, Result, Sym, Texts, Type, Value};
use std::io::Write;
use std::path::Path;

/// What is no text to be written.
const NO_LINES: &str = "what is written is a list of strings; csv 0:t makes one of a table";

/// `x 0: y`: Prepare Text, Save Text, Load CSV, Load Fixed and Key-Value Pairs.
///
/// Errors: 'type, 'length; the system's.
/// Source: ref/file-text.
pub fn text(vm: &mut Vm, x: &Value, y: &Value) -> Result<Value> {
    match x {
        Value::Sym(name) => {
            vm.may_change()?;
            let Value::List(rows) = y else { return Err(type_error().detail(NO_LINES)) };
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
    let shape = "left of 1: a file, (types;widths), or (file;block size;algorithm;level)";
    let Value::List(parts) = x else { return Err(type_error().detail(shape)) };
    if let [Value::Sym(name), how @ ..] = parts.as_slice() {
        vm.may_change()?;
        return save(vm, *name, y, parameters(&Value::list(how.to_vec()))?);
    }
    let [a, b] = parts.as_slice() else { return Err(length_error().detail(shape)) };
    // The order of types and widths says the order of the bytes.
    let (types, widths, big) = match (a.as_text(), b.as_text()) {
        (Some(types), _) => (types, b, false),
        (None, Some(types)) => (types, a, true),
        _ => return Err(type_error().detail("the types of fields are a string")),
    };
    if !matches!(widths.item_type(), Some(Type::Short | Type::Int | Type::Long)) {
        return Err(type_error().detail("widths are integers"));
    }
    let negative = || domain_error().detail("a width is not negative");
    let width = |w: Value| w.as_long().and_then(|n| usize::try_from(n).ok()).ok_or_else(negative);
    let widths: Vec<usize> = widths.items().map(width).collect::<Result<_>>()?;
    let owned;
    let bytes = match y {
        _ if is_file(y) => {
            owned = read(vm, y)?;
            &owned[..]
        }
        Value::Vector(v) if matches!(v.ty, Type::Byte | Type::Char) => v.slice::<u8>().unwrap_or_default(),
        _ => return Err(type_error().detail("right of 1: bytes, a string, a file, or (file;offset;length)")),
    };
    Ok(Value::list(binary::records(types, &widths, big, bytes)?))
}

/// `.Q.csvbad[x;y]`: what `x 0: y` passes over, a row each: where in which file it begins, in which field, and why:
/// `` `type`` for a field that is not of its type (and not empty, nor a null as q writes it), `` `quote`` for a quote that
/// is not closed or is followed by more, `` `few`` and `` `many`` for a record with another count of fields than there are
/// types.
///
/// Lines and columns count from 1, as editors do; in a list of strings each is a line. Errors: 'type, 'length, as `0:`.
pub fn bad_fields(vm: &mut Vm, x: &Value, y: &Value) -> Result<Value> {
    let bad = match file_of(y) {
        Some(_) => k::bad_fields(x, &Value::bytes(read(vm, y)?))?,
        None => k::bad_fields(x, y)?,
    };
    let longs = |of: fn(&k::Bad) -> usize| Value::longs(bad.iter().map(|b| of(b) as i64).collect());
    let columns = vec![
        Value::syms(vec![file_of(y).unwrap_or_default(); bad.len()]),
        longs(|b| b.line),
        longs(|b| b.column),
        longs(|b| b.field),
        Value::syms(bad.iter().map(|b| b.name).collect()),
        bad.iter().map(|b| &b.text).collect::<Texts>().into(),
        Value::syms(bad.iter().map(|b| b.why.name()).collect()),
    ];
    let names = ["file", "line", "column", "field", "name", "text", "why"];
    Ok(Value::table(names.iter().map(Sym::new).collect(), columns))
}

/// `.Q.csvload[x;y]`: `x 0: y` if all of it can be read as it stands.
///
/// Errors: 'malformed for what [`bad_fields`] finds, the first of it told; those of `0:`.
pub fn load_checked(vm: &mut Vm, x: &Value, y: &Value) -> Result<Value> {
    let file = file_of(y);
    let text = match file {
        Some(_) => Value::bytes(read(vm, y)?),
        None => y.clone(),
    };
    let bad = k::bad_fields(x, &text)?;
    if let Some(first) = bad.first() {
        return Err(Error::new("malformed").detail(told(file, first, bad.len())));
    }
    match &text {
        Value::Vector(v) if file.is_some() => k::load_bytes(x, v.slice().unwrap_or_default()),
        _ => k::file_text(x, &text),
    }
}

/// `t.csv:2:5: price, "12x": not of its type; 3 more like it`
fn told(file: Option<Sym>, bad: &k::Bad, count: usize) -> String {
    let place = match file {
        Some(f) => format!("{}:{}:{}", f.text().trim_start_matches(':'), bad.line, bad.column),
        None => format!("line {}, column {}", bad.line, bad.column),
    };
    let why = match bad.why {
        k::Why::Type => "not of its type",
        k::Why::Quote => "a quote that is not closed, or followed by more",
        k::Why::Few => "fields are missing",
        k::Why::Many => "more fields than types",
    };
    let name =
        if bad.name.is_empty() { format!("field {}", bad.field) } else { bad.name.text().into_owned() };
    let shown = String::from_utf8_lossy(&bad.text[..bad.text.len().min(40)]);
    let more = if count > 1 { format!("; {} more", count - 1) } else { String::new() };
    format!("{place}: {name} {shown:?}: {why}{more}")
}

/// Lines to a file, as they are made; `()` is an empty one. Errors: 'type when one is no string; the system's.
///
/// Source: KxSystems/ml (registry) for `()`.
pub fn save_lines(path: &Path, rows: &List) -> Result<()> {
    let is_line = |row: &Value| row.as_text().is_some() || matches!(row, Value::List(l) if l.is_empty());
    if !rows.are_strings() && !rows.as_slice().iter().all(is_line) {
        return Err(type_error().detail(NO_LINES));
    }
    textfile::write_text(path, &mut |to| {
        k::write_lines(rows, |part| match evaluation::is_over() {
            false => to.write_all(part),
            true => Err(std::io::Error::other("stopped")),
        })
    })
}

/// A file, or a part of one.
fn is_file(y: &Value) -> bool {
    file_of(y).is_some()
}

fn file_of(y: &Value) -> Option<Sym> {
    match y {
        Value::Sym(name) => Some(*name),
        Value::List(l) if !l.is_empty() => match l.get(0) {
            Value::Sym(name) => Some(name),
            _ => None,
        },
        _ => None,
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
