//! The part of the language written in q: `lib/*.q`, read at start.

use crate::vm::Vm;
use quarry_value::{Prim, Sym, Value};

/// Files in the order they are read.
const FILES: &[(&str, &str)] = &[
    ("q.q", include_str!("../lib/q.q")),
    ("dotq.q", include_str!("../lib/dotq.q")),
    ("doth.q", include_str!("../lib/doth.q")),
    ("j.q", include_str!("../lib/j.q")),
];

/// Defines what `lib/*.q` defines. The library is ours: an error in it is a defect, told on standard error.
pub fn load(vm: &mut Vm) {
    members(vm);
    for (name, text) in FILES {
        if let Err(e) = vm.run_script(text.as_bytes(), name.as_bytes()) {
            let place = e.trace().last().map(|f| f.origin.clone()).unwrap_or_default();
            vm.host.err(format!("{place}: {e}\n").as_bytes());
        }
    }
}

/// Primitives that are members of namespaces: those whose text is such a name, and the keywords in `.q`.
fn members(vm: &mut Vm) {
    for prim in Prim::all() {
        let named = Some(prim.text()).filter(|t| t.len() > 2 && t.starts_with('.')).map(Sym::new);
        let words = prim.row().keywords.iter().filter(|w| !RESERVED.contains(w));
        for name in words.map(|w| Sym::new(format!(".q.{w}"))).chain(named) {
            if let Err(e) = vm.set(name, Value::Prim(prim)) {
                vm.host.err(format!("{}: {e}\n", name.text()).as_bytes());
            }
        }
    }
    let reserved = Value::syms(RESERVED.iter().map(Sym::new).collect());
    if let Err(e) = vm.set(Sym::new(".Q.res"), reserved) {
        vm.host.err(format!(".Q.res: {e}\n").as_bytes());
    }
}

/// Words that are not members of `.q`: `.Q.res`.
#[rustfmt::skip]
const RESERVED: [&str; 43] = [
    "abs", "acos", "asin", "atan", "avg", "bin", "binr", "cor", "cos", "cov", "delete", "dev", "div", "do", "enlist",
    "exec", "exit", "exp", "getenv", "hopen", "if", "in", "insert", "last", "like", "log", "max", "min", "prd", "select",
    "setenv", "sin", "sqrt", "ss", "sum", "tan", "update", "var", "wavg", "while", "within", "wsum", "xexp",
];
