//! `.z`: what the process says of itself, and the callbacks a program sets.

use crate::vm::Vm;
use quarry_value::{Attr, Sym, Type, Value, Vector, calendar};
use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;

/// `.z.o`: the system and its word size, which names the folder of its libraries at the home of q, too. Source: ref/dotz.
pub const SYSTEM: &str = if cfg!(all(target_os = "linux", target_arch = "aarch64")) {
    "l64arm"
} else if cfg!(target_os = "macos") {
    "m64"
} else {
    "l64"
};

/// A member of `.z` that is computed; callbacks are ordinary variables.
pub fn get(vm: &Vm, name: Sym) -> Option<Value> {
    let member = name.bytes().strip_prefix(b".z.")?;
    let utc = vm.host.now();
    let local = || utc + vm.settings.offset_ns().unwrap_or_else(|| vm.host.zone_offset(utc));
    let days = |ns: i64| ns.div_euclid(calendar::NS_DAY);
    let span = |ns: i64| ns.rem_euclid(calendar::NS_DAY);
    let float_days = |ns: i64| ns as f64 / calendar::NS_DAY as f64;
    Some(match member {
        b"p" => Value::I64(Type::Timestamp, utc),
        b"P" => Value::I64(Type::Timestamp, local()),
        b"d" => Value::I32(Type::Date, days(utc) as i32),
        b"D" => Value::I32(Type::Date, days(local()) as i32),
        b"n" => Value::I64(Type::Timespan, span(utc)),
        b"N" => Value::I64(Type::Timespan, span(local())),
        b"t" => Value::I32(Type::Time, (span(utc) / 1_000_000) as i32),
        b"T" => Value::I32(Type::Time, (span(local()) / 1_000_000) as i32),
        b"z" => Value::F64(Type::Datetime, float_days(utc)),
        b"Z" => Value::F64(Type::Datetime, float_days(local())),
        b"K" => Value::float(4.1),
        b"k" => Value::I32(Type::Date, release()),
        b"o" => Value::sym(SYSTEM),
        b"i" => Value::int(std::process::id() as i32),
        b"h" => Value::sym(vm.host.host_name()),
        b"a" if vm.client.handle != 0 => Value::int(vm.client.address),
        b"a" => Value::int(crate::prims::network::of(vm, &vm.host.host_name())),
        b"b" => dependencies(vm),
        b"r" => Value::bool(vm.settings.blocked || !vm.may_update()),
        b"u" if vm.client.handle != 0 => Value::Sym(vm.client.user),
        b"u" => Value::sym(vm.host.user_name()),
        b"w" => Value::int(vm.client.handle),
        b"H" => Vector::of(Type::Int, vm.host.network().handles()).with_attr(Attr::Sorted).into(),
        b"W" => crate::prims::ipc::unsent(vm),
        b"c" => Value::int(std::thread::available_parallelism().map_or(1, |n| n.get() as i32)),
        b"f" => Value::Sym(vm.settings.file),
        b"x" => words(&vm.settings.args),
        b"X" => words(&vm.settings.raw_args),
        b"q" => Value::bool(vm.settings.quiet),
        b"l" => Value::list(vec![Value::chars(""); 4]),
        b"e" => crate::prims::tls::current(vm),
        b"ex" | b"ey" => crate::vm::debug::member(vm, name)?,
        _ => return None,
    })
}

/// Words of the command line as strings of their bytes.
fn words(words: &[OsString]) -> Value {
    Value::list(words.iter().map(|word| Value::chars(word.as_bytes())).collect())
}

/// `.z.b`: the variables that views read, and the views that read each.
fn dependencies(vm: &Vm) -> Value {
    let mut of: Vec<(Sym, Vec<Sym>)> = Vec::new();
    for (name, view) in vm.globals.views_as_defined() {
        for read in view.reads.iter().map(|c| vm.globals.name(*c)) {
            match of.iter_mut().find(|(n, _)| *n == read) {
                Some((_, views)) => views.push(name),
                None => of.push((read, vec![name])),
            }
        }
    }
    let (names, views): (Vec<Sym>, Vec<Vec<Sym>>) = of.into_iter().unzip();
    Value::dict(Value::syms(names), Value::list(views.into_iter().map(Value::syms).collect()))
}

/// The date of the release whose behaviour this is, in days: `.z.k`.
pub(crate) fn release() -> i32 {
    calendar::days(2024, 10, 16) as i32
}
