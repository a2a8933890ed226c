//! Internal functions `-N!x`.

use crate::prims::persist::knowing;
use crate::prims::{backtrace, compressed, console, handles, ipc, key, network, replay, tls};
use crate::vm::Vm;
use quarry_kernel as k;
use quarry_value::{Error, Result, Type, Value, error, moving, text, wire, with_data};

/// `-n!x`
pub fn call(vm: &mut Vm, n: i64, x: &Value) -> Result<Value> {
    match n {
        1 => k::hsym(x),
        2 => k::attr(x),
        3 => Ok(Value::chars(knowing(vm, || text::literal(x)))),
        4 => tokens(x),
        5 => crate::words::parse(vm, x),
        6 => vm.eval(x),
        7 => handles::hcount(vm, x),
        8 => Ok(Value::bytes(knowing(vm, || wire::message(wire::MessageKind::Async, x))?)),
        9 => deserialise(x),
        10 => is_free_type(x),
        11 => replay::replay(vm, x),
        12 => network::host(vm, x),
        13 => network::address(vm, x),
        14 => k::escape_quotes(x),
        15 => k::md5(x),
        16 => Ok(Value::int(references(vm, x))),
        18 => {
            let plain = knowing(vm, || wire::message(wire::MessageKind::Async, x))?;
            Ok(Value::bytes(wire::compress(&plain).unwrap_or(plain)))
        }
        19 => compressed::compress(vm, x),
        20 => console::release(vm),
        21 => compressed::statistics(vm, x),
        22 => Ok(Value::long((knowing(vm, || wire::serialised_size(x))? + wire::HEADER_SIZE) as i64)),
        23 => {
            touch(x);
            Ok(x.clone())
        }
        24 => crate::words::reval(vm, x),
        25 => ipc::broadcast(vm, x),
        26 => tls::settings(vm, x),
        27 => pair(x).and_then(|(decimals, y)| k::fixed(&decimals, &y)),
        29 => text::json::from_json(x.as_text().ok_or_else(error::type_error)?),
        30 => ipc::deferred(vm, x),
        31 => knowing(vm, || json(x)),
        32 => k::base64(x),
        33 => k::sha1(x),
        34 => crate::system::time_and_space_of(vm, x),
        35 => gzip(x),
        36 => key::master(vm, x),
        38 => ipc::sockets(vm, x),
        105 => trap(vm, x),
        120 => Ok(Value::long(moving::domain(x) as i64)),
        // Ours, for lib/answer.q.
        201 => knowing(vm, || console::lines(x)),
        202 => keep_alive(vm, x),
        _ => Err(Error::new("nyi").detail(format!("-{n}!"))),
    }
}

/// `-105!(f;x;g)`.
///
/// Errors: 'type.
fn trap(vm: &mut Vm, x: &Value) -> Result<Value> {
    if !x.is_list() || x.count() != 3 {
        return Err(error::type_error().detail("wanted (function;arguments;handler)"));
    }
    backtrace::trap_bare(vm, &x.at(0), &x.at(1), &x.at(2))
}

/// `.h.ka x`: the connection whose request is being answered stays open for `x` milliseconds, unless that is 0. The text
/// for the response's `Connection` header.
///
/// Errors: 'type.
/// Source: ref/doth.
fn keep_alive(vm: &mut Vm, x: &Value) -> Result<Value> {
    let ms = x.as_long().ok_or_else(error::type_error)?;
    vm.keep_alive_ms = if vm.closes { 0 } else { ms };
    Ok(Value::chars(if vm.keep_alive_ms > 0 { "keep-alive" } else { "close" }))
}

/// How many places hold the value: the list of arguments is not counted, nor are registers without a name.
fn references(vm: &Vm, x: &Value) -> i32 {
    use std::sync::Arc;
    let n = match x {
        Value::Vector(v) => Arc::strong_count(v),
        Value::List(v) => Arc::strong_count(v),
        Value::Dict(v) => Arc::strong_count(v),
        Value::Table(v) => Arc::strong_count(v),
        Value::Lambda(v) => Arc::strong_count(v),
        _ => return 1,
    };
    let unnamed = vm.unnamed_registers().iter().filter(|y| x.is_held_with(y)).count();
    n.saturating_sub(1 + unnamed).max(1) as i32
}

/// `-10!x`: may the enumeration type numbered `x` still be given to a domain? All domains share 20h.
fn is_free_type(x: &Value) -> Result<Value> {
    const FIRST: i64 = Type::Enum as i64;
    match x.as_long() {
        Some(FIRST) => Ok(Value::bool(!k::domain::any_registered())),
        Some(n) if (FIRST..=LAST_ENUM).contains(&n) => Ok(Value::bool(true)),
        _ => Err(error::type_error().detail("a type from 20h to 76h")),
    }
}

/// The last number of the types of enumerations.
const LAST_ENUM: i64 = 76;

/// `-23!x`: reads a byte of every page that a value lies on, so that what is mapped is in memory.
fn touch(x: &Value) {
    const PAGE: usize = 4096;
    match x {
        Value::Vector(v) => with_data!(&v.data, b => {
            let items = b.as_slice();
            let step = PAGE / size_of_val(items).checked_div(items.len()).unwrap_or(1).max(1);
            items.iter().step_by(step).for_each(|item| {
                std::hint::black_box(*item);
            });
        }),
        Value::List(l) => (0..l.len()).for_each(|i| touch(&l.get(i))),
        Value::Dict(d) => {
            touch(&d.keys);
            touch(&d.values);
        }
        Value::Table(t) => t.columns.iter().for_each(touch),
        _ => {}
    }
}

/// `-35!x`, `.Q.gz`: with `::` whether gzip is there; a string or bytes inflated; `(level;x)` deflated.
///
/// Errors: 'type, 'domain for a bad level or stream, 'wsfull.
/// Source: ref/dotq.
fn gzip(x: &Value) -> Result<Value> {
    use quarry_store::gzip;
    if x.is_identity() {
        return Ok(Value::bool(true));
    }
    if let Some((bytes, ty)) = octets(x) {
        return Ok(like(ty, gzip::inflate(bytes)?));
    }
    let (level, plain) = pair(x)?;
    let (Some(level), Some((bytes, ty))) = (level.as_long(), octets(&plain)) else {
        return Err(error::type_error().detail("a level and a string or bytes"));
    };
    Ok(like(ty, gzip::deflate(level, bytes)?))
}

/// The bytes of a char or byte vector, and which it is.
fn octets(x: &Value) -> Option<(&[u8], Type)> {
    match x {
        Value::Vector(v) if matches!(v.ty, Type::Char | Type::Byte) => Some((v.slice::<u8>()?, v.ty)),
        _ => None,
    }
}

fn like(ty: Type, bytes: Vec<u8>) -> Value {
    if ty == Type::Byte { Value::bytes(bytes) } else { Value::chars(bytes) }
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

/// `.j.jd (x;options)`: the option `null0w` makes infinities `null`, `digits` says how many significant digits floats have
/// instead of `\P`.
fn json(x: &Value) -> Result<Value> {
    let (x, options) = pair(x)?;
    let Value::Dict(options) = options else { return Err(error::type_error()) };
    let names = options.keys.as_syms().unwrap_or_default();
    let option = |name: &[u8]| names.iter().position(|n| n.bytes() == name).map(|i| options.values.at(i));
    let mut style = text::json::Style {
        null_infinity: option(b"null0w").is_some_and(|v| v.as_long() == Some(1)),
        ..Default::default()
    };
    if let Some(digits) = option(b"digits") {
        let digits = digits.as_long().ok_or_else(error::type_error)?;
        style.digits = u8::try_from(digits).ok().filter(|n| *n <= 17).ok_or_else(|| Error::new("domain"))?;
    }
    Ok(Value::chars(text::json::to_json(&x, style)?))
}

fn deserialise(x: &Value) -> Result<Value> {
    match x {
        Value::Vector(v) if v.ty == Type::Byte => wire::read_message(v.slice::<u8>().unwrap_or_default()),
        _ => Err(error::type_error()),
    }
}
