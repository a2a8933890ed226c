//! How connections are encrypted: `.z.e`, `-26!`.

use crate::network::{Certified, Secured};
use crate::vm::Vm;
use quarry_value::error::{domain_error, type_error};
use quarry_value::{Result, Sym, Value};

/// `.z.e`: cipher, protocol and certificate of the other end of the connection whose message is evaluated; an empty dictionary
/// when nothing is encrypted.
///
/// Source: ref/dotz.
pub(crate) fn current(vm: &Vm) -> Value {
    of(vm, vm.client.handle)
}

fn of(vm: &Vm, handle: i32) -> Value {
    match vm.host.network().secured(handle) {
        Some(secured) => connection(secured),
        None => Value::dict(Value::syms(Vec::new()), Value::empty_list()),
    }
}

fn connection(s: Secured) -> Value {
    let mut names = vec!["CIPHER", "PROTOCOL"];
    let mut values = vec![Value::sym(&s.cipher), Value::sym(&s.protocol)];
    if let Some(c) = s.certificate {
        names.push("CERT");
        values.push(certificate(c));
    }
    Value::dict(syms(&names), Value::collapse(values))
}

fn certificate(c: Certified) -> Value {
    let names =
        ["SUBJECT", "ISSUER", "SERIALNUMBER", "NOTVALIDBEFORE", "NOTVALIDAFTER", "VERIFIED", "VERIFYERROR"];
    let mut values: Vec<Value> =
        [c.subject, c.issuer, c.serial, c.from, c.until].into_iter().map(Value::chars).collect();
    values.extend([Value::bool(c.verdict == 0), Value::long(c.verdict)]);
    Value::dict(syms(&names), Value::list(values))
}

/// `-26!()`: what the environment says about TLS, symbols by name. `-26!h`: as `.z.e`, of a connection.
///
/// Errors: 'domain for what is no connection; 'type.
/// Source: basics/internal.
pub(crate) fn settings(vm: &mut Vm, x: &Value) -> Result<Value> {
    if x.is_identity() || x.is_elided() || x.is_list() && x.count() == 0 {
        let (names, values): (Vec<&str>, Vec<String>) = vm.host.network().tls_settings().into_iter().unzip();
        return Ok(Value::dict(syms(&names), Value::syms(values.iter().map(Sym::new).collect())));
    }
    let handle = x.as_long().filter(|_| x.is_atom()).ok_or_else(type_error)?;
    let handle = i32::try_from(handle).ok().filter(|h| vm.host.network().peer(*h).is_some());
    let handle = handle.ok_or_else(|| domain_error().detail("not a connection"))?;
    Ok(of(vm, handle))
}

fn syms(names: &[&str]) -> Value {
    Value::syms(names.iter().map(Sym::new).collect())
}
