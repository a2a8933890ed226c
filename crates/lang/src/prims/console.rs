//! Members of `.Q` that need the console, the host or the grouping of a script's lines.

use crate::syntax::script;
use crate::vm::Vm;
use quarry_value::{Result, Type, Value, error::type_error, memory};

/// `.Q.s x`: the text that the console shows; lines of a function that are too long are cut.
///
/// Source: ref/dotq; moazim1993/Kdb-ML-Big-Data-Notes (chapters 6 and 12) for functions.
pub fn plain_text(vm: &mut Vm, x: &Value) -> Result<Value> {
    let text = vm.format(x);
    Ok(Value::chars(match x {
        Value::Lambda(_) => quarry_value::text::cut_lines(&text, vm.settings.console.1.max(0) as usize),
        _ => text,
    }))
}

/// `.Q.s2 x`: the lines that a console without end shows; of a symbol its text.
///
/// Source: jkane17/qlib, finos/kdb, LeslieGoldsmith/dpy; kimtang/btick (README) for symbols.
pub fn all_lines(vm: &mut Vm, x: &Value) -> Result<Value> {
    if let Value::Sym(name) = x {
        return Ok(Value::list(vec![Value::chars(name.bytes())]));
    }
    const ENDLESS: usize = i32::MAX as usize;
    let text = vm.format_in(ENDLESS, ENDLESS, x);
    let text = text.strip_suffix(b"\n").unwrap_or(&text);
    Ok(Value::list(text.split(|&c| c == b'\n').map(Value::chars).collect()))
}

/// `-201!(size;x)`: the lines that a console of so many rows and columns shows.
///
/// Errors: 'type.
pub fn lines(x: &Value) -> Result<Value> {
    let (Value::List(l), true) = (x, x.count() == 2) else { return Err(type_error()) };
    let size = |i| l.get(0).at(i).as_long().and_then(|n| usize::try_from(n).ok()).ok_or_else(type_error);
    if l.get(0).count() != 2 {
        return Err(type_error());
    }
    let precision = quarry_value::text::precision();
    let console = quarry_value::text::Console { rows: size(0)?, cols: size(1)?, precision };
    let text = quarry_value::text::console(&l.get(1), &console);
    let text = text.strip_suffix(b"\n").unwrap_or(&text);
    Ok(Value::list(text.split(|c| *c == b'\n').map(Value::chars).collect()))
}

/// `.Q.gc[]`: gives unused memory back to the operating system; how many bytes.
///
/// Source: ref/dotq.
pub fn release(vm: &mut Vm) -> Result<Value> {
    let held = |vm: &Vm| vm.host.memory().held + memory::store().map_or(0, |s| s.held().0);
    let before = held(vm);
    vm.host.release();
    if let Some(store) = memory::store() {
        store.trim();
    }
    let freed = before.saturating_sub(held(vm));
    Ok(Value::long(i64::try_from(freed).unwrap_or(i64::MAX)))
}

/// `.Q.uptime[]`: how long the process has run, by a clock that nobody sets, as a timespan.
///
/// Source: Quarry's own.
pub fn uptime(vm: &Vm) -> Value {
    Value::I64(Type::Timespan, vm.host.elapsed())
}

/// `.Q.ld x`: a script's lines grouped as they are evaluated; the number of each group's first line, from 1, and
/// its text.
///
/// Errors: 'type.
/// Source: ref/dotq.
pub fn group_lines(x: &Value) -> Result<Value> {
    let lines: Vec<Vec<u8>> =
        x.items().map(|l| l.as_text().map(<[u8]>::to_vec)).collect::<Option<_>>().ok_or_else(type_error)?;
    let groups = script::groups(&lines);
    let numbers = groups.iter().map(|g| g.0 as i64 + 1).collect();
    let texts = groups.into_iter().map(|g| Value::chars(g.1)).collect();
    Ok(Value::list(vec![Value::longs(numbers), Value::list(texts)]))
}
