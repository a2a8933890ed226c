//! Hosts by name and address: `.Q.host`, `.Q.addr`.

use crate::vm::Vm;
use quarry_value::{Result, Sym, Type, Value, error::type_error};

/// `-12!x`, `.Q.host x`: the name of the host with an address, a symbol; empty when there is none.
///
/// Errors: 'type.
/// Source: ref/dotq.
pub fn host(vm: &mut Vm, x: &Value) -> Result<Value> {
    let Value::I32(Type::Int, address) = x else { return Err(type_error().detail("an address is an int")) };
    let name = vm.host.name_of(address.to_be_bytes()).unwrap_or_default();
    Ok(Value::Sym(Sym::new(name)))
}

/// `-13!x`, `.Q.addr x`: the address of a host, by its name or in dotted notation; -1 when it is not known.
///
/// Errors: 'type.
/// Source: ref/dotq.
pub fn address(vm: &mut Vm, x: &Value) -> Result<Value> {
    let Value::Sym(name) = x else { return Err(type_error().detail("a host is a symbol")) };
    Ok(Value::int(of(vm, &name.text())))
}

/// The address of a host as q shows it.
pub fn of(vm: &Vm, name: &str) -> i32 {
    let dotted = name.parse().ok().map(|a: std::net::Ipv4Addr| a.octets());
    dotted.or_else(|| vm.host.address_of(name)).map_or(-1, i32::from_be_bytes)
}
