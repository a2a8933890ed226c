//! Internal functions `-N!x`.

use crate::vm::Vm;
use quarry_kernel as k;
use quarry_value::{Error, Result, Type, Value, error, text, wire};

/// `-n!x`
pub fn call(vm: &mut Vm, n: i64, x: &Value) -> Result<Value> {
    match n {
        3 => Ok(Value::chars(text::literal(x))),
        5 => crate::words::parse(vm, x),
        6 => vm.eval(x),
        8 => Ok(Value::bytes(wire::message(wire::MessageKind::Async, x)?)),
        9 => deserialise(x),
        15 => quarry_kernel::md5(x),
        16 => Ok(Value::int(references(x))),
        22 => Ok(Value::long(wire::message(wire::MessageKind::Async, x)?.len() as i64)),
        7 => crate::prims::handles::hcount(vm, x),
        21 => crate::prims::handles::compression_stats(vm, x),
        4 => Err(Error::new("nyi").detail("-4!")),
        _ => Err(Error::new("nyi").detail(format!("-{n}!"))),
    }
}

/// How many places hold the value: this argument's register is not counted.
fn references(x: &Value) -> i32 {
    use std::sync::Arc;
    let n = match x {
        Value::Vector(v) => Arc::strong_count(v),
        Value::List(v) => Arc::strong_count(v),
        Value::Dict(v) => Arc::strong_count(v),
        Value::Table(v) => Arc::strong_count(v),
        Value::Lambda(v) => Arc::strong_count(v),
        _ => 2,
    };
    n.saturating_sub(1) as i32
}

fn deserialise(x: &Value) -> Result<Value> {
    match x {
        Value::Vector(v) if v.ty == Type::Byte => wire::read_message(v.slice::<u8>().unwrap_or_default()),
        _ => Err(error::type_error()),
    }
}
