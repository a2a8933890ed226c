//! What a namespace holds: `\a \v \f \b \B \d \x`.

use crate::vm::Vm;
use crate::vm::globals::{Cell, Globals, ViewParts};
use quarry_value::{Attr, Error, Result, Sym, Type, Value, Vector};

/// The entries of a namespace: of the one that `text` names, or of the current one.
fn entries(vm: &Vm, text: &[u8]) -> Result<Vec<(Sym, Value)>> {
    let full = if text.is_empty() { full_name(vm.context) } else { Sym::new(text) };
    let Some(Value::Dict(d)) = vm.get(full) else {
        let own_empty = text.is_empty() || text == b".";
        return if own_empty { Ok(Vec::new()) } else { Err(no_namespace(text)) };
    };
    let names = d.keys.as_syms().unwrap_or(&[]).to_vec();
    Ok(names.into_iter().zip(d.values.items()).filter(|(n, _)| !n.is_empty()).collect())
}

/// `` `. `` for the root, `` `.a`` for `a`.
fn full_name(context: Sym) -> Sym {
    Sym::new([b".", context.bytes()].concat())
}

/// The names of entries that `keep` takes, in order: several with `s#` where they were made in that order (observed on the
/// manual's pages and in published sessions).
fn listed(vm: &Vm, text: &[u8], keep: impl Fn(&Value) -> bool) -> Result<Value> {
    Ok(in_order(entries(vm, text)?.into_iter().filter(|(_, v)| keep(v)).map(|(n, _)| n).collect()))
}

/// Names in order: with `s#` where they are several and came in it.
pub fn in_order(mut names: Vec<Sym>) -> Value {
    if names.len() > 1 && names.is_sorted() {
        return Vector::of(Type::Symbol, names).with_attr(Attr::Sorted).into();
    }
    names.sort();
    Value::syms(names)
}

/// `\a`: tables.
pub fn tables(vm: &mut Vm, _: &[u8], text: &[u8]) -> Result<Value> {
    listed(vm, text, |v| matches!(v, Value::Table(_)) || v.is_keyed_table())
}

/// `\v`: variables, tables among them.
pub fn variables(vm: &mut Vm, _: &[u8], text: &[u8]) -> Result<Value> {
    listed(vm, text, |v| !v.is_function())
}

/// `\f`: functions. A view is none.
pub fn functions(vm: &mut Vm, _: &[u8], text: &[u8]) -> Result<Value> {
    let is_view = |v: &Value| matches!(v, Value::Foreign(f) if f.object.is::<ViewParts>());
    listed(vm, text, |v| v.is_function() && !is_view(v))
}

/// `\b`: views.
pub fn views(vm: &mut Vm, _: &[u8], text: &[u8]) -> Result<Value> {
    let names = views_that(vm, text, |_, _| true)?;
    Ok(Vector::of(Type::Symbol, names).with_attr(Attr::Sorted).into())
}

/// `\B`: views that wait to be evaluated, because they never were or because what they read has changed.
pub fn pending_views(vm: &mut Vm, _: &[u8], text: &[u8]) -> Result<Value> {
    Ok(Value::syms(views_that(vm, text, Globals::is_stale)?))
}

/// The short names of views of a namespace that `keep` takes, in order.
fn views_that(vm: &Vm, text: &[u8], keep: fn(&Globals, Cell) -> bool) -> Result<Vec<Sym>> {
    let space = if text.is_empty() { full_name(vm.context) } else { Sym::new(text) };
    if !vm.globals.is_space(space) && !text.is_empty() && text != b"." {
        return Err(no_namespace(text));
    }
    let dot = if space.bytes() == b"." { Vec::new() } else { [space.bytes(), b"."].concat() };
    let mut names = Vec::new();
    for full in vm.globals.views() {
        let Some(short) = full.bytes().strip_prefix(&dot[..]).filter(|s| !s.contains(&b'.')) else {
            continue;
        };
        if vm.globals.view_cell(full).is_some_and(|cell| keep(&vm.globals, cell)) {
            names.push(Sym::new(short));
        }
    }
    Ok(names)
}

fn no_namespace(text: &[u8]) -> Error {
    Error::text(text).detail("no such namespace")
}

/// `\d`: the current namespace. One that does not exist yet is made by the first assignment in it.
pub fn namespace(vm: &mut Vm, _: &[u8], text: &[u8]) -> Result<Value> {
    if text.is_empty() {
        return Ok(Value::Sym(full_name(vm.context)));
    }
    let full = crate::modules::expand(vm.context, Sym::new(text)).map_or(Sym::new(text), |(name, _)| name);
    let name = full.bytes().strip_prefix(b".").unwrap_or(text);
    let plain = name.iter().all(|c| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'.'));
    if text[0] != b'.' || !plain || name.first().is_some_and(u8::is_ascii_digit) {
        return Err(Error::text(text).detail("a namespace starts with a dot"));
    }
    vm.set_context(Sym::new(name));
    Ok(Value::identity())
}

/// `\x`: gives a callback of `.z` its default back.
pub fn expunge(vm: &mut Vm, _: &[u8], text: &[u8]) -> Result<Value> {
    let Some(name) = text.strip_prefix(b".z.").filter(|n| n.iter().all(u8::is_ascii_alphanumeric)) else {
        return Err(Error::text(text).detail("wanted a callback, .z.p*"));
    };
    if vm.settings.blocked {
        return Err(Error::new("restricted").detail("-b keeps callbacks as they are"));
    }
    if vm.settings.users.is_some() {
        return Err(Error::new("restricted").detail("-u and -U keep callbacks as they are"));
    }
    // What was never set has its default.
    vm.remove_full(Sym::new([b".z.", name].concat()))?;
    Ok(Value::identity())
}
