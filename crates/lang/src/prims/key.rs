//! The master key of encrypted files.

use crate::vm::Vm;
use quarry_store::key;
use quarry_value::error::{length_error, type_error};
use quarry_value::{Error, Result, Type, Value};

/// `-36!(::)`: is a key loaded? ``-36!(`:keyfile;"password")`` loads one, with which files are encrypted and decrypted from then
/// on; with a third item `1b` no other is taken afterwards, until `0b` with this same key unlocks it.
///
/// Errors: 'Restricted for anybody but the process itself; 'Main thread only; 'noupdate in `reval`; 'length, 'type; those of
/// [`key::load`].
/// Source: basics/internal, kb/dare.
pub(crate) fn master(vm: &mut Vm, x: &Value) -> Result<Value> {
    if x.is_identity() || x.is_elided() {
        return Ok(Value::bool(key::is_loaded()));
    }
    may_load(vm)?;
    if !x.is_list() || !(2..=3).contains(&x.count()) {
        return Err(length_error().detail("-36! takes (file;password) or (file;password;lock)"));
    }
    let Value::Sym(name) = x.at(0) else { return Err(type_error()) };
    let password = x.at(1);
    let password = password.as_text().ok_or_else(type_error)?;
    let lock = match x.items().nth(2) {
        None => None,
        Some(Value::U8(Type::Bool, lock)) => Some(lock != 0),
        Some(_) => return Err(type_error()),
    };
    key::load(&vm.path(name)?, password, lock)?;
    Ok(Value::identity())
}

fn may_load(vm: &Vm) -> Result<()> {
    if vm.client.handle != 0 {
        return Err(Error::new("Restricted").detail("only the process itself loads a key"));
    }
    vm.may_change()?;
    if vm.is_worker() {
        return Err(Error::text("Main thread only"));
    }
    Ok(())
}
