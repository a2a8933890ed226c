//! Keywords that need names, evaluation or the host.

use crate::prims::flat::is_file;
use crate::syntax::tree;
use crate::vm::Vm;
use crate::vm::code::{Assign, Op, Target};
use quarry_kernel as k;
use quarry_value::{Error, Prim, Result, Sym, Type, Value, Vector, calendar, domain, error, room};

/// `count x`: of a partitioned table, of the rows in all partitions seen.
pub fn count(vm: &mut Vm, x: &Value) -> Result<Value> {
    match x {
        Value::Table(t) if t.is_elsewhere() => Ok(Value::long(rows(vm, x)? as i64)),
        _ => k::count(x),
    }
}

/// The rows of a table that may live elsewhere.
pub fn rows(vm: &mut Vm, x: &Value) -> Result<u64> {
    match x {
        Value::Table(t) if t.is_elsewhere() && !t.is_from_directory() => crate::db::count(t),
        _ => Ok(vm.table_in_memory(x)?.count() as u64),
    }
}

/// `first x`
pub fn first(vm: &mut Vm, x: &Value) -> Result<Value> {
    let x = vm.leading_rows(&Value::long(1), x)?;
    k::first(&x)
}

/// `last x`
pub fn last(vm: &mut Vm, x: &Value) -> Result<Value> {
    let x = vm.leading_rows(&Value::long(-1), x)?;
    k::last(&x)
}

/// `x sublist y`
pub fn sublist(vm: &mut Vm, x: &Value, y: &Value) -> Result<Value> {
    x.check_here()?;
    match y {
        Value::Table(t) if t.is_elsewhere() => crate::query::rows_of(vm, y, Some(x)),
        _ => k::sublist(x, y),
    }
}

/// `type x`. Shape: aggregate; a short: 77h for a general list whose items lie in a file. Source: ref/type,
/// basics/datatypes, releases/ChangesIn3.6.
pub fn type_(_: &mut Vm, x: &Value) -> Result<Value> {
    let of_file = matches!(x, Value::List(l) if l.is_mapped());
    Ok(Value::I16(if of_file { MAPPED_LIST } else { x.type_number() }))
}

/// The type of a general list whose items are read from a file when they are asked for.
const MAPPED_LIST: i16 = 77;

/// `key x`: keys of a dictionary or keyed table, the domain of an enumeration, the type of a vector, the members
/// of a namespace, a variable's own name if it is set, also that of a view, which is not evaluated; the files of a
/// directory, `til` of a long.
pub fn key(vm: &mut Vm, x: &Value) -> Result<Value> {
    match x {
        Value::Dict(d) => Ok(d.keys.clone()),
        Value::Sym(name) => key_of_name(vm, *name),
        Value::Vector(v) if v.ty == Type::Enum => Ok(Value::Sym(v.domain)),
        Value::Enum(domain, _) => Ok(Value::Sym(*domain)),
        Value::Vector(v) => Ok(Value::sym(v.ty.name())),
        Value::List(_) => Ok(Value::Sym(Sym::EMPTY)),
        Value::Table(_) => Err(error::type_error()),
        _ if x.as_long().is_some() => k::til(x),
        _ => Err(error::type_error()),
    }
}

fn key_of_name(vm: &mut Vm, name: Sym) -> Result<Value> {
    if name.is_empty() {
        let spaces = vm.globals.top_spaces();
        return Ok(Value::syms(spaces));
    }
    if is_file(name) {
        return crate::prims::handles::key(vm, name);
    }
    let full = vm.full_name(name);
    if vm.globals.is_space(full) {
        return Ok(Value::syms(vm.globals.keys(full)));
    }
    if vm.globals.view_cell(full).is_some() {
        return Ok(Value::Sym(name));
    }
    match vm.get(name) {
        Some(Value::Dict(d)) => Ok(d.keys.clone()),
        Some(_) => Ok(Value::Sym(name)),
        None => Ok(Value::empty_list()),
    }
}

fn positions_in(x: &Vector) -> Value {
    Value::longs(x.slice::<i64>().unwrap_or_default().to_vec())
}

/// `value x`, `get x`.
pub fn value(vm: &mut Vm, x: &Value) -> Result<Value> {
    match x {
        Value::Sym(name) if is_file(*name) => crate::prims::files::get(vm, x),
        Value::Sym(name) => {
            if name.bytes() == b"." {
                return Ok(vm.globals.space(*name));
            }
            vm.get_or_signal(*name)
        }
        Value::Dict(d) => Ok(d.values.clone()),
        // Without its domain an enumeration is its positions (observed).
        Value::Enum(d, at) => Ok(domain::resolve_atom(*d, *at).unwrap_or(Value::long(*at))),
        Value::Vector(v) if v.ty == Type::Enum => Ok(domain::resolve(v).unwrap_or_else(|| positions_in(v))),
        Value::Table(_) => Err(error::type_error()),
        _ if x.as_text().is_some() => run_string(vm, x),
        Value::List(_) | Value::Vector(_) => vm.apply_list(x),
        Value::Lambda(l) => lambda_parts(vm, l),
        Value::Projection(p) => {
            let mut parts = vec![p.func.clone()];
            parts.extend(p.args.iter().cloned());
            Ok(Value::list(parts))
        }
        Value::Composition(c) => Ok(Value::list(c.funcs.clone())),
        Value::Derived(d) => Ok(d.func.clone()),
        Value::Foreign(f) => match f.object.downcast_ref::<crate::vm::globals::ViewParts>() {
            Some(view) => Ok(view.0.clone()),
            None => Ok(x.clone()),
        },
        Value::Prim(p) if x.type_number() == 100 => native_parts(*p),
        Value::Prim(p) if p.row().wire != quarry_value::NO_WIRE => Ok(Value::long(i64::from(p.row().wire))),
        other => Ok(other.clone()),
    }
}

fn run_string(vm: &mut Vm, x: &Value) -> Result<Value> {
    let text = x.as_text().unwrap_or_default().to_vec();
    vm.run_entry(&text)
}

/// `value` of a lambda: byte code, parameters, locals, globals (namespace first), constants, name, file, line, text.
fn lambda_parts(vm: &mut Vm, l: &std::sync::Arc<quarry_value::Lambda>) -> Result<Value> {
    let code = vm.code_of(l)?;
    let mut globals = vec![l.context];
    globals.extend(code.mentions.iter().map(|c| local_name(l.context, vm.globals.name(*c))));
    for op in &code.ops {
        // Names with a dot inside have no slot.
        let name = match op {
            Op::LoadName { name, .. } | Op::StoreName { name, .. } => Some(*name),
            Op::Assign { plan, .. } => changed_global(vm, &code.assigns[usize::from(*plan)]),
            _ => None,
        };
        if let Some(name) = name.filter(|name| !name.bytes().starts_with(b".z."))
            && !globals.contains(&local_name(l.context, name))
        {
            globals.push(local_name(l.context, name));
        }
    }
    let mut parts = vec![
        Value::bytes(Vec::new()),
        // `{[] …}` has one without a name (ktsr42/qtb).
        Value::syms(if code.params == 0 { vec![Sym::EMPTY] } else { code.names[..code.params].to_vec() }),
        Value::syms(code.names[code.params..].iter().filter(|n| n.bytes() != b".z.s").copied().collect()),
        Value::syms(globals),
    ];
    let written = code.constants.iter().enumerate().filter(|(i, _)| code.nothing != Some(*i));
    parts.extend(written.map(|(_, x)| x.clone()));
    parts.push(Value::longs(code.spans.iter().map(|s| i64::from(s.start) - l.offset).collect()));
    parts.push(l.full_name().map_or(Value::empty_list(), Value::chars));
    let place = l.origin();
    parts.push(Value::chars(place.map_or(Vec::new(), |p| p.file.bytes().to_vec())));
    parts.push(Value::long(place.map_or(-1, |p| p.line)));
    parts.push(Value::chars(l.source.to_vec()));
    Ok(Value::list(parts))
}

/// `value` of a function that is built in: what [`lambda_parts`] tells of one without byte code, whose text is its name.
fn native_parts(p: Prim) -> Result<Value> {
    let name = p.text();
    let space = match name.strip_prefix('.').and_then(|n| n.split_once('.')) {
        Some((space, _)) => space,
        None => "q",
    };
    let parameters = crate::help::parameters(name).unwrap_or_else(|| {
        let count = usize::from(p.row().rank).max(1);
        (0..count)
            .map(|i| {
                Sym::new(["x", "y", "z", "w", "v", "u"].get(i).map_or(format!("x{i}"), |n| n.to_string()))
            })
            .collect()
    });
    Ok(Value::list(vec![
        Value::bytes(Vec::new()),
        Value::syms(parameters),
        Value::syms(Vec::new()),
        Value::syms(vec![Sym::new(space)]),
        Value::longs(Vec::new()),
        Value::chars(if name.starts_with('.') { name.into() } else { format!(".q.{name}") }),
        Value::chars(""),
        Value::long(-1),
        Value::chars(name),
    ]))
}

/// The global that is changed, with the keys that its name goes on with.
fn changed_global(vm: &Vm, change: &Assign) -> Option<Sym> {
    let Target::Global(cell) = change.target else { return None };
    let mut name = vm.globals.name(cell).bytes().to_vec();
    for key in &change.inside {
        name.push(b'.');
        name.extend_from_slice(key.bytes());
    }
    Some(Sym::new(name))
}

/// A global's name as it is written in namespace `context`.
fn local_name(context: Sym, full: Sym) -> Sym {
    let inside = full.bytes().strip_prefix(b".").and_then(|n| n.strip_prefix(context.bytes()));
    match inside.and_then(|n| n.strip_prefix(b".")) {
        Some(short) if !context.is_empty() => Sym::new(short),
        _ => full,
    }
}

/// `parse x`: the parse tree of a string.
pub fn parse(vm: &mut Vm, x: &Value) -> Result<Value> {
    let Some(text) = x.as_text() else { return Err(error::type_error()) };
    let statements = vm.parse(text)?;
    Ok(tree::statements_to_value(&statements, vm.context))
}

/// `reval x`: as `eval`, but nothing may be changed: an evaluator like those of `peach` does it.
///
/// Errors: 'noupdate. Source: ref/eval.
pub fn reval(vm: &mut Vm, x: &Value) -> Result<Value> {
    let mut guarded = vm.share().guarded();
    guarded.sampled = vm.sampled.clone();
    let _within = guarded.sampled.clone().map(|s| s.within(&guarded.stack));
    // It has levels of its own, which lie above those here.
    let above = |vm: &Vm, e: Error| e.above(vm.see(|levels| levels.shown()));
    if !vm.main {
        return guarded.eval(x).map_err(|e| above(vm, e));
    }
    // It is the same thread, with its stack and its sockets.
    guarded.main = true;
    (guarded.depth, guarded.depth_limit) = (vm.depth, vm.depth_limit);
    guarded.owed = std::mem::take(&mut vm.owed);
    let done = guarded.eval(x);
    vm.owed = std::mem::take(&mut guarded.owed);
    done.map_err(|e| above(vm, e))
}

/// `show x`: the console's text on standard output.
pub fn show(vm: &mut Vm, x: &Value) -> Result<Value> {
    vm.show(x)?;
    Ok(Value::identity())
}

/// `system x`
pub fn system(vm: &mut Vm, x: &Value) -> Result<Value> {
    let Some(text) = x.as_text() else { return Err(error::type_error()) };
    let text = text.to_vec();
    crate::system::system(vm, &text)
}

/// `exit x`
pub fn exit(vm: &mut Vm, x: &Value) -> Result<Value> {
    let Some(code) = x.as_long() else { return Err(error::type_error()) };
    crate::system::quit(vm, code as i32)
}

/// `getenv x`: the value of an environment variable as a string, empty when it is not set; of a list of symbols those of
/// each (inferred from programs that rely on it). Errors: 'type. Source: ref/getenv.
pub fn getenv(vm: &mut Vm, x: &Value) -> Result<Value> {
    let value = |name: &Sym| Value::chars(vm.host.environment(&name.text()).unwrap_or_default());
    match x {
        Value::Sym(name) => Ok(value(name)),
        _ => match x.as_syms() {
            Some(names) => Ok(Value::list(names.iter().map(value).collect())),
            None => match x {
                Value::List(names) => {
                    let values = (0..names.len()).map(|i| getenv(vm, &names.get(i)));
                    values.collect::<Result<_>>().map(Value::list)
                }
                _ => Err(error::type_error()),
            },
        },
    }
}

/// `` `NAME setenv "value" ``
///
/// Errors: 'type; 'domain for what an environment cannot hold; 'noupdate inside `reval` and for clients under `-b`, 'access for those
/// under `-u`.
/// Source: ref/getenv, ref/eval.
pub fn setenv(vm: &mut Vm, x: &Value, y: &Value) -> Result<Value> {
    vm.may_change()?;
    vm.may_use_system()?;
    let (Value::Sym(name), Some(text)) = (x, y.as_text()) else { return Err(error::type_error()) };
    if name.is_empty() || name.bytes().contains(&b'=') || text.contains(&0) {
        return Err(error::domain_error().detail("a name without =, and a text without NUL"));
    }
    vm.host.set_environment(&name.text(), text);
    Ok(Value::identity())
}

/// `gtime x`: local to UTC. Timestamps and datetimes keep their type; nulls stay. Of an hour that clocks repeat it is the first,
/// and one that they leave out goes on from the hour before. Errors: 'type. Source: ref/gtime.
pub fn gtime(vm: &mut Vm, x: &Value) -> Result<Value> {
    let zone_offset = |vm: &Vm, local: i64| {
        let at = |utc| vm.host.zone_offset(utc);
        let before = at(local.saturating_sub(calendar::NS_DAY));
        let after = at(local.saturating_add(calendar::NS_DAY));
        let is_after = at(local.saturating_sub(before)) != before && at(local.saturating_sub(after)) == after;
        if is_after { after } else { before }
    };
    shift(vm, x, &|vm, ns| -vm.settings.offset_ns().unwrap_or_else(|| zone_offset(vm, ns)))
}

/// `ltime x`: UTC to local; otherwise as [`gtime`].
pub fn ltime(vm: &mut Vm, x: &Value) -> Result<Value> {
    shift(vm, x, &|vm, ns| vm.settings.offset_ns().unwrap_or_else(|| vm.host.zone_offset(ns)))
}

/// Moves timestamps and datetimes by what is told for the nanoseconds of each.
fn shift(vm: &mut Vm, x: &Value, offset: &dyn Fn(&Vm, i64) -> i64) -> Result<Value> {
    match x {
        Value::List(l) => {
            let moved = l.as_slice().iter().map(|item| shift(vm, item, offset)).collect::<Result<_>>()?;
            return Ok(Value::collapse(moved));
        }
        Value::Dict(d) => return Ok(Value::dict(d.keys.clone(), shift(vm, &d.values, offset)?)),
        _ => {}
    }
    let stamp = |ns: i64| match ns {
        i64::MIN | i64::MAX => ns,
        ns if ns == -i64::MAX => ns,
        ns => ns.saturating_add(offset(vm, ns)),
    };
    // A datetime reaches further than nanoseconds do; zones change within what those reach.
    let datetime = |days: f64| {
        const DAY: f64 = calendar::NS_DAY as f64;
        let ns = (days * DAY).round();
        match days.is_finite() {
            true if ns.abs() < i64::MAX as f64 => (ns + offset(vm, ns as i64) as f64) / DAY,
            true => days + offset(vm, ns as i64) as f64 / DAY,
            false => days,
        }
    };
    Ok(match x {
        Value::I64(ty @ Type::Timestamp, ns) => Value::I64(*ty, stamp(*ns)),
        Value::F64(ty @ Type::Datetime, days) => Value::F64(*ty, datetime(*days)),
        Value::Vector(v) => match (v.ty, v.slice::<i64>(), v.slice::<f64>()) {
            (Type::Timestamp, Some(all), _) => {
                Value::vector(v.ty, room::collected(all.iter().map(|ns| stamp(*ns))))
            }
            (Type::Datetime, _, Some(all)) => {
                Value::vector(v.ty, room::collected(all.iter().map(|d| datetime(*d))))
            }
            _ => return Err(error::type_error()),
        },
        _ => return Err(error::type_error()),
    })
}

/// `view x`: the text of a view.
pub fn view(vm: &mut Vm, x: &Value) -> Result<Value> {
    let Value::Sym(name) = x else { return Err(error::type_error()) };
    let full = vm.full_name(*name);
    let found = vm.globals.existing_cell(full).and_then(|c| vm.globals.view(c).cloned());
    match found {
        Some(view) => Ok(Value::chars(view.source.clone())),
        None => Err(Error::text(name.bytes()).detail("no view of this name")),
    }
}

/// `views[]`: names of views, sorted.
pub fn views(vm: &mut Vm, _: &Value) -> Result<Value> {
    let names = Value::syms(vm.globals.views());
    if names.count() == 0 { Ok(names) } else { k::set_attribute(Sym::new("s"), &names) }
}

/// `ssr[x;y;z]`: replaces matches of a pattern by a string, or by what a function makes of them.
pub fn ssr(vm: &mut Vm, args: &[Value]) -> Result<Value> {
    let [x, y, z] = args else { return Err(error::rank_error()) };
    k::ssr(x, y, z, &mut |f, text| vm.apply(f, std::slice::from_ref(text)))
}

impl Vm {
    /// A table whose rows live elsewhere, read; anything else as it is.
    pub(crate) fn table_in_memory(&mut self, x: &Value) -> Result<Value> {
        match x {
            Value::Table(t) if t.is_elsewhere() => crate::query::rows_of(self, x, None),
            other => Ok(other.clone()),
        }
    }

    /// [`Vm::table_in_memory`] of the rows that `limit` leaves.
    pub(crate) fn leading_rows(&mut self, limit: &Value, x: &Value) -> Result<Value> {
        match x {
            Value::Table(t) if t.is_elsewhere() => crate::query::rows_of(self, x, Some(limit)),
            other => Ok(other.clone()),
        }
    }
}

/// Keywords that the kernel does once rows are in memory.
macro_rules! in_memory {
    ($($name:ident)*) => {$(
        pub fn $name(vm: &mut Vm, x: &Value) -> Result<Value> {
            let x = vm.table_in_memory(x)?;
            k::$name(&x)
        }
    )*};
}

in_memory! { group iasc idesc distinct asc desc }
