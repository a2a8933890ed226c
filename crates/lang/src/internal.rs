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
        14 => k::escape_quotes(x),
        16 => Ok(Value::int(references(x))),
        18 => {
            let plain = wire::message(wire::MessageKind::Async, x)?;
            Ok(Value::bytes(wire::compress(&plain).unwrap_or(plain)))
        }
        22 => Ok(Value::long((wire::serialised_size(x)? + wire::HEADER_SIZE) as i64)),
        27 => pair(x).and_then(|(decimals, y)| k::fixed(&decimals, &y)),
        29 => text::json::from_json(x.as_text().ok_or_else(error::type_error)?),
        31 => json(x),
        32 => k::base64(x),
        33 => k::sha1(x),
        7 => crate::prims::handles::hcount(vm, x),
        11 => crate::prims::replay::replay(vm, x),
        19 => crate::prims::replay::compress(x),
        21 => crate::prims::handles::compression_stats(vm, x),
        4 => tokens(x),
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

/// `-4!x`: the tokens of a text, the blanks between them too.
fn tokens(x: &Value) -> Result<Value> {
    let text = x.as_text().ok_or_else(error::type_error)?;
    let words = crate::syntax::lexer::words(text).map_err(|fault| fault.signal(text))?;
    Ok(Value::list(words.into_iter().map(Value::chars).collect()))
}

fn pair(x: &Value) -> Result<(Value, Value)> {
    if x.is_list() && x.count() == 2 { Ok((x.at(0), x.at(1))) } else { Err(error::type_error()) }
}

/// `.j.jd (x;options)`: the option `null0w` makes infinities `null`.
fn json(x: &Value) -> Result<Value> {
    let (x, options) = pair(x)?;
    let Value::Dict(options) = options else { return Err(error::type_error()) };
    let names = options.keys.as_syms().unwrap_or_default();
    let null_infinity = names.iter().position(|n| n.bytes() == b"null0w");
    let is_set = |i: usize| options.values.at(i).as_long() == Some(1);
    Ok(Value::chars(text::json::to_json(&x, null_infinity.is_some_and(is_set))?))
}

fn deserialise(x: &Value) -> Result<Value> {
    match x {
        Value::Vector(v) if v.ty == Type::Byte => wire::read_message(v.slice::<u8>().unwrap_or_default()),
        _ => Err(error::type_error()),
    }
}
