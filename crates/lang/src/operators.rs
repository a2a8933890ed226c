//! Operators whose meaning depends on their arguments: `$ # _ ! ? @ .` and what hangs on them.

use crate::prims::flat::{Flat, is_file};
use crate::prims::ipc;
use crate::prims::persist::know_domains;
use crate::query::form;
use crate::vm::{Change, Vm};
use quarry_kernel as k;
use quarry_value::{Kind, Prim, Result, Sym, Type, Value, Vector, error, evaluation, room};

/// `flip x`: also of a dictionary whose value names where rows live: a partitioned table, or the directory of a splayed
/// one, whose columns are mapped (``flip `a`b!`:dir/``).
///
/// Errors: those of [`k::flip`]; 'access for a directory outside of the current one, where a client or `reval` may not leave
/// that.
/// Source: ref/flip, ref/flip-splayed.
pub fn flip_any(vm: &mut Vm, x: &Value) -> Result<Value> {
    if let Value::Dict(d) = x
        && let (Some(names), Value::Sym(from)) = (d.keys.as_syms(), &d.values)
    {
        let dir = crate::prims::files::path_of(*from);
        if is_file(*from) && dir.is_dir() {
            vm.may_reach(&dir)?;
            let table = quarry_store::splayed::open_as(&dir, names.to_vec(), *from)?;
            know_domains(vm);
            return Ok(table);
        }
        return Ok(quarry_value::Table::from_elsewhere(names.to_vec(), *from).into());
    }
    k::flip(x)
}

/// `x$y`: cast, parse, pad, enumerate, or multiply matrices.
pub fn dollar(vm: &mut Vm, args: &[Value]) -> Result<Value> {
    let [x, y] = args else { return Err(error::rank_error()) };
    let matrix = |v: &Value| match v.item_type() {
        Some(Type::Float) => !v.is_atom(),
        Some(Type::List) => v.count() > 0 && v.at(0).item_type() == Some(Type::Float) && !v.at(0).is_atom(),
        _ => false,
    };
    if matrix(x) && matrix(y) {
        return k::mmu(x, y);
    }
    if let Value::Sym(name) = x
        && !name.is_empty()
        && Type::from_name(name.bytes()).is_none()
        && !k::is_temporal_field(*name)
    {
        return enumerate(vm, *name, y);
    }
    k::cast(x, y)
}

/// `` `d$y ``: positions in the domain that variable `d` holds.
fn enumerate(vm: &mut Vm, name: Sym, y: &Value) -> Result<Value> {
    let values = vm.get_or_signal(name)?;
    k::domain::set(name, &values);
    k::enumerate(name, &values, y)
}

/// `x#y`: take, or set an attribute.
pub fn hash(vm: &mut Vm, x: &Value, y: &Value) -> Result<Value> {
    if x.is_function() {
        // A function chooses what to take by its own answer: f#y is (f y)#y.
        let chosen = vm.apply(x, std::slice::from_ref(y))?;
        return k::take(&chosen, y);
    }
    if let Value::Sym(name) = x {
        return k::set_attribute(*name, y);
    }
    let Value::Table(t) = y else { return k::take(x, y) };
    let y = match x.as_long() {
        // Of more than there are it takes some again.
        Some(n) if t.is_elsewhere() && n.unsigned_abs() <= crate::words::rows(vm, y)? => {
            vm.leading_rows(x, y)?
        }
        _ => vm.table_in_memory(y)?,
    };
    k::take(x, &y)
}

/// `x_y`: drop or cut; with a function, what it chooses is dropped.
pub fn underscore(vm: &mut Vm, args: &[Value]) -> Result<Value> {
    let [x, y] = args else { return Err(error::rank_error()) };
    if x.is_function() {
        let chosen = vm.apply(x, std::slice::from_ref(y))?;
        return k::drop(&chosen, y);
    }
    x.check_here().and_then(|()| y.check_here())?;
    k::drop(x, y)
}

/// `x!y`: dictionary, keyed table, enumeration, internal function; with more arguments update and delete.
pub fn bang(vm: &mut Vm, args: &[Value]) -> Result<Value> {
    match args {
        [x, y] => bang2(vm, x, y),
        [_, _, _, _] => form::functional_update(vm, args),
        _ => Err(error::rank_error()),
    }
}

fn bang2(vm: &mut Vm, x: &Value, y: &Value) -> Result<Value> {
    match (x, y) {
        (Value::I64(Type::Long, i64::MIN) | Value::I32(Type::Int, i32::MIN), _) => {
            vm.display(y)?;
            Ok(y.clone())
        }
        (Value::I64(Type::Long, _) | Value::I32(Type::Int, _), _) if x.as_long().is_some_and(|n| n < 0) => {
            crate::internal::call(vm, x.as_long().unwrap_or(0).wrapping_neg(), y)
        }
        (
            Value::I64(Type::Long, _) | Value::I32(Type::Int, _) | Value::I16(_),
            Value::Table(_) | Value::Dict(_) | Value::Sym(_),
        ) => enkey(vm, x.as_long().unwrap_or(0), y),
        (Value::Sym(name), _) if is_integral(y) => {
            match vm.get(*name) {
                Some(values) => k::domain::set(*name, &values),
                // It may come yet.
                None => k::domain::unset(*name),
            }
            enumeration(*name, y)
        }
        (Value::Table(a), Value::Table(b)) if a.count() != b.count() => Err(error::length_error()),
        (Value::Vector(v), Value::Sym(_)) if v.ty == Type::Symbol => Ok(Value::dict(x.clone(), y.clone())),
        _ if !is_list_like(x) && !is_list_like(y) && !x.is_function() => Err(error::type_error()),
        (Value::Sym(_), _) => Err(error::type_error()),
        _ if x.is_atom() || x.is_function() => Err(error::type_error()),
        _ => dictionary(x, y),
    }
}

fn is_integral(y: &Value) -> bool {
    matches!(y.item_type(), Some(Type::Int | Type::Long | Type::Short))
}

fn is_list_like(x: &Value) -> bool {
    x.is_list() || matches!(x, Value::Table(_) | Value::Dict(_))
}

/// `x?y`: find, deal, extend an enumeration; `?[b;x;y]` chooses; with more arguments select and exec.
pub fn query(vm: &mut Vm, args: &[Value]) -> Result<Value> {
    match args {
        [x, y] => query2(vm, x, y),
        [t, i, tree] if is_simple_exec(t, i) => form::simple_exec(vm, t, i, tree),
        [b, x, y] => choose(b, x, y),
        [_, _, _, _, ..] => form::functional_select(vm, args),
        _ => Err(error::rank_error()),
    }
}

/// `?[t;i;p]` of a table and row numbers, rather than a choice by booleans.
fn is_simple_exec(t: &Value, i: &Value) -> bool {
    let table = matches!(t, Value::Table(_) | Value::Sym(_)) || t.is_keyed_table();
    table && is_integral(i)
}

fn query2(vm: &mut Vm, x: &Value, y: &Value) -> Result<Value> {
    if let Value::Sym(name) = x
        && matches!(y.item_type(), Some(Type::Symbol | Type::Enum))
        && !name.is_empty()
    {
        return extend_enumeration(vm, *name, y);
    }
    if x.is_atom() {
        return k::deal(x, y);
    }
    if x.is_function() {
        return Err(error::type_error().detail("a function has no items to find"));
    }
    k::find(x, y)
}

/// `x@y`: apply; `@[x;i;f]` traps or amends.
pub fn at(vm: &mut Vm, args: &[Value]) -> Result<Value> {
    match args {
        [f, x] => apply_at(vm, f, x),
        [f, x, handler] if f.is_function() || is_handle(f) || answers(f, handler) => {
            let result = vm.trapping(|vm| room::asking(|| apply_at(vm, f, x)));
            trap(vm, result, handler)
        }
        [_, _, _] | [_, _, _, _] => vm.functional_amend(args, false),
        _ => Err(error::rank_error()),
    }
}

/// Does it name a connection, which is asked: a number, or another process?
fn is_handle(f: &Value) -> bool {
    match f {
        Value::Sym(name) => ipc::is_process(*name),
        _ => f.is_atom() && matches!(f.item_type(), Some(Type::Short | Type::Int | Type::Long)),
    }
}

/// Is there an atom where a function or list belongs, and no function that would change it? Then the third argument is
/// the answer to the failure (programs ask so whether a name means something: `@[1b;`name;0b]`).
fn answers(f: &Value, handler: &Value) -> bool {
    f.is_atom() && !matches!(f, Value::Sym(_)) && !handler.is_function()
}

fn apply_at(vm: &mut Vm, f: &Value, x: &Value) -> Result<Value> {
    match f {
        Value::Vector(_) | Value::List(_) | Value::Dict(_) => {
            let v = k::index(f, x)?;
            quarry_value::evaluation::settle()?;
            Ok(v)
        }
        _ => vm.apply(f, std::slice::from_ref(x)),
    }
}

/// `x . y`: apply to a list of arguments; `.[x;i;f]` traps or amends.
pub fn dot(vm: &mut Vm, args: &[Value]) -> Result<Value> {
    match args {
        [f, x] => apply_dot(vm, f, x),
        [f, x, handler] if f.is_function() || is_handle(f) && x.count() > 0 || answers(f, handler) => {
            let result = vm.trapping(|vm| room::asking(|| apply_dot(vm, f, x)));
            trap(vm, result, handler)
        }
        [_, _, _] | [_, _, _, _] => vm.functional_amend(args, true),
        _ => Err(error::rank_error()),
    }
}

fn apply_dot(vm: &mut Vm, f: &Value, x: &Value) -> Result<Value> {
    let args: Vec<Value> = match x {
        // Arguments by name: from a dictionary, in the order of the values.
        Value::Dict(d) => d.values.items().collect(),
        // Dictionaries of the same keys have become a table.
        _ if x.is_column() => x.items().collect(),
        _ if x.is_identity() => vec![x.clone()],
        _ => return Err(error::type_error().detail("the right of . is a list of arguments")),
    };
    if args.is_empty() {
        return match f {
            Value::Lambda(_) => vm.apply(f, &[Value::identity()]),
            _ => Ok(f.clone()),
        };
    }
    vm.apply(f, &args)
}

/// What a trap gives: the result, or the handler's answer to the error's text (a handler that is no function is
/// itself the answer).
fn trap(vm: &mut Vm, result: Result<Value>, handler: &Value) -> Result<Value> {
    // What was left on the way belongs to the work, not to what comes after it.
    let left = quarry_value::fault::take();
    let result = result.and_then(|v| left.map_or(Ok(v), Err));
    match result {
        Err(e) if vm.may_trap(&e) => {
            if handler.is_function() {
                vm.apply(handler, &[Value::chars(e.word().to_vec())])
            } else {
                Ok(handler.clone())
            }
        }
        other => other,
    }
}

/// `x!y` of lists: a dictionary; of tables, a keyed table. `x!()` has an empty list for each key.
pub fn dictionary(x: &Value, y: &Value) -> Result<Value> {
    if matches!(x, Value::Dict(_)) || matches!(y, Value::Dict(_)) {
        return Err(error::type_error().detail("keys and values are lists or tables, not dictionaries"));
    }
    if x.is_list() && matches!(y, Value::List(l) if l.is_empty()) {
        return Ok(Value::dict(x.clone(), Value::list(vec![Value::empty_list(); x.count()])));
    }
    if x.count() != y.count() || y.is_atom() {
        return Err(error::length_error().detail(format!("{} keys, {} values", x.count(), y.count())));
    }
    Ok(Value::dict(x.clone(), y.clone()))
}

/// `n!t`: the first `n` columns become the key; 0 takes the key off.
pub fn enkey(vm: &mut Vm, n: i64, t: &Value) -> Result<Value> {
    if let Value::Sym(name) = t {
        let table = vm.get_or_signal(*name)?;
        if let Value::Sym(other) = &table {
            let told = format!("{} is a name, `{}, and no table", name.text(), other.text());
            return Err(error::type_error().detail(told));
        }
        let keyed = enkey(vm, n, &table)?;
        vm.set(*name, keyed)?;
        return Ok(t.clone());
    }
    let n = usize::try_from(n).map_err(|_| error::type_error())?;
    if n == 0 && matches!(t, Value::Table(_)) {
        return Ok(t.clone());
    }
    let flat = Flat::of(t)?;
    if n > 0 && n >= flat.names.len() {
        return Err(error::length_error());
    }
    Ok(Flat { keys: n, ..flat }.into_value())
}

/// `` `d!0 1 2 ``: an enumeration from its positions.
pub fn enumeration(domain: Sym, y: &Value) -> Result<Value> {
    let positions = k::cast(&Value::sym("long"), y)?;
    Ok(match &positions {
        Value::I64(_, i) => Value::Enum(domain, *i),
        Value::Vector(v) => Vector::enumeration(domain, v.slice::<i64>().unwrap_or_default().to_vec()).into(),
        _ => return Err(error::type_error()),
    })
}

/// `` `d?y ``: positions in the domain, which grows by what it lacks.
pub fn extend_enumeration(vm: &mut Vm, name: Sym, y: &Value) -> Result<Value> {
    if is_file(name) {
        return crate::prims::handles::extend_enumeration(vm, name, y);
    }
    let given = k::attr(y)?;
    let y = k::domain::resolve(y);
    let known =
        vm.get_evaluated(name)?.filter(|d| d.count() > 0).unwrap_or_else(|| Value::empty(Type::Symbol));
    let listed = if y.is_atom() { k::enlist(&y)? } else { y.clone() };
    let lacking = k::except(&k::distinct(&listed)?, &known)?;
    evaluation::settle()?;
    let is_plain = matches!(&known, Value::Vector(v) if !v.is_empty());
    let (grown, places) = match lacking.count() {
        0 => {
            let places = k::enumerate(name, &known, &y)?;
            (known, places)
        }
        _ if is_plain => {
            let grown = grow_domain(vm, name, known, &lacking)?;
            let places = k::enumerate(name, &grown, &y)?;
            (grown, places)
        }
        _ => {
            let grown = k::append(known, &lacking)?;
            let places = k::enumerate(name, &grown, &y)?;
            vm.set(name, grown.clone())?;
            (grown, places)
        }
    };
    k::domain::set(name, &grown);
    with_attribute(&given, places)
}

/// The domain, a vector that is a variable's, with the items that it lacks: in place, if nobody else holds it.
fn grow_domain(vm: &mut Vm, name: Sym, known: Value, lacking: &Value) -> Result<Value> {
    vm.globals_mut()?;
    // The register of domains lets go of it. What is assigned is registered again.
    k::domain::unset(name);
    drop(known);
    let join = Prim::find(Kind::Binary, ",").map_or_else(Value::identity, Value::Prim);
    let grown = vm.amend_global(name, &[], Change::Binary(join, lacking.clone()));
    let domain = vm.get_or_signal(name)?;
    k::domain::set(name, &domain);
    grown.map(|()| domain)
}

/// `x` with the attribute of what it was made from, which holds for it as well. Source: ref/enum-extend.
pub fn with_attribute(letter: &Value, x: Value) -> Result<Value> {
    match letter {
        Value::Sym(letter) if !letter.is_empty() => k::set_attribute(*letter, &x),
        _ => Ok(x),
    }
}

/// `?[b;x;y]`: items of `x` where `b`, else of `y`. Atoms are repeated; where `b` is an atom, all of `x` or of `y`.
///
/// Items of two types are a general list (sean185/aoc2023, kxcontrib/kuentang).
/// Errors: 'type when `b` is not boolean; 'length. Source: ref/vector-conditional.
pub fn choose(b: &Value, x: &Value, y: &Value) -> Result<Value> {
    let flags = match b {
        Value::U8(Type::Bool, c) => return Ok(if *c != 0 { x.clone() } else { y.clone() }),
        Value::Vector(v) if v.ty == Type::Bool => v.slice::<u8>().unwrap_or_default(),
        Value::List(l) if l.is_empty() => &[],
        _ => return Err(error::type_error().detail("the first argument of ?[b;x;y] must be boolean")),
    };
    if let Some(chosen) = choose_alike(flags, x, y)? {
        return Ok(chosen);
    }
    let at = |v: &Value, i: usize| if v.is_atom() || v.is_function() { v.clone() } else { v.at(i) };
    Ok(Value::collapse((0..flags.len()).map(|i| at(if flags[i] != 0 { x } else { y }, i)).collect()))
}

/// [`choose`] from items of one type, which that of the answer is whatever the flags are; `None` for others.
pub fn choose_alike(flags: &[u8], x: &Value, y: &Value) -> Result<Option<Value>> {
    for v in [x, y] {
        if !v.is_atom() && !v.is_function() && v.count() != flags.len() {
            return Err(error::length_error());
        }
    }
    // An atom becomes a float among floats. Source: gyorokpeter/puzzle_solutions (2024, day 13).
    let among_floats = |x: &Value, y: &Value| {
        x.is_atom() && is_integral(x) && matches!(y, Value::Vector(v) if v.ty == Type::Float)
    };
    let float = |x: &Value| k::cast(&Value::I16(Type::Float as i16), x);
    match (x.item_type(), y.item_type()) {
        (Some(a), Some(c)) if a == Type::List || c == Type::List => Ok(None),
        _ if among_floats(x, y) => gather(flags, &float(x)?, y).map(Some),
        _ if among_floats(y, x) => gather(flags, x, &float(y)?).map(Some),
        (Some(a), Some(c)) if a == c => gather(flags, x, y).map(Some),
        _ => Ok(None),
    }
}

/// `?[b;x;y]` for items of one type; of enumerations of two domains one gather from both laid end to end.
fn gather(flags: &[u8], x: &Value, y: &Value) -> Result<Value> {
    let both = match (listed(x)?, listed(y)?) {
        (Value::Vector(x), Value::Vector(y)) if x.ty == y.ty && x.domain == y.domain => {
            return Ok(k::gather::choose(flags, &x, &y).into());
        }
        (x, y) => k::join(&x, &y)?,
    };
    let start = if x.is_atom() { 1 } else { flags.len() };
    let place = |v: &Value, i: usize| if v.is_atom() { 0 } else { i };
    let pick = |(i, flag): (usize, &u8)| if *flag != 0 { place(x, i) } else { start + place(y, i) };
    k::index(&both, &Value::longs(flags.iter().enumerate().map(|f| pick(f) as i64).collect()))
}

fn listed(x: &Value) -> Result<Value> {
    if x.is_atom() { k::enlist(x) } else { Ok(x.clone()) }
}
