//! Log files run again: `-11!`.

use super::persist::know_domains;
use crate::serve;
use crate::vm::Vm;
use quarry_store::log;
use quarry_value::error::{domain_error, type_error};
use quarry_value::{Result, Sym, Value};
use std::path::Path;

/// `-11!file`, `-11!(n;file)`: passes the items of a log, or the first `n`, to `.z.ps` or else to `value`; how many.
/// With `n` -2 nothing is run: how many whole items there are, and where they end if the rest is damaged.
///
/// Errors: 'badtail when the log ends in the middle of an item; whatever an item signals.
/// Source: basics/internal.
pub fn replay(vm: &mut Vm, x: &Value) -> Result<Value> {
    let (n, file) = match x {
        Value::List(l) if l.len() == 2 => (l.get(0).as_long().ok_or_else(type_error)?, l.get(1)),
        _ => (-1, x.clone()),
    };
    let Value::Sym(name) = file else { return Err(type_error()) };
    let path = vm.path(name)?;
    match n {
        -2 => check(&path),
        -1 => run(vm, &path, usize::MAX),
        n => run(vm, &path, usize::try_from(n).map_err(|_| domain_error())?),
    }
}

fn check(path: &Path) -> Result<Value> {
    Ok(match log::check(path)? {
        (count, None) => Value::long(count as i64),
        (count, Some(size)) => Value::longs(vec![count as i64, size as i64]),
    })
}

fn run(vm: &mut Vm, path: &Path, most: usize) -> Result<Value> {
    let handler = vm.get(Sym::new(".z.ps"));
    let mut items = log::Log::open(path)?;
    while items.count() < most {
        let Some(item) = items.read()? else { break };
        know_domains(vm);
        serve::received(vm, handler.as_ref(), &item)?;
    }
    Ok(Value::long(items.count() as i64))
}
