//! The part of the language written in q: `lib/*.q`, read at start.

use crate::vm::Vm;
use quarry_value::{OWN_FILES, Prim, Sym, Value};

/// Files in the order they are read.
const FILES: &[(&str, &str)] = &[
    ("q.q", include_str!("../lib/q.q")),
    ("dotq.q", include_str!("../lib/dotq.q")),
    ("doth.q", include_str!("../lib/doth.q")),
    ("j.q", include_str!("../lib/j.q")),
    ("o.q", include_str!("../lib/o.q")),
    ("answer.q", include_str!("../lib/answer.q")),
    ("console.q", include_str!("../lib/console.q")),
    ("request.q", include_str!("../lib/request.q")),
];

/// Defines what `lib/*.q` defines. The library is ours: an error in it is a defect, told on standard error.
pub fn load(vm: &mut Vm) {
    members(vm);
    for (name, text) in FILES {
        let file = format!("{OWN_FILES}/{name}");
        if let Err(e) = vm.run_script(text.as_bytes(), file.as_bytes()) {
            vm.host.err(format!("{name}: {e}\n").as_bytes());
            vm.host.err(&crate::report::text(&e));
        }
    }
}

/// Primitives that are members of namespaces: the keywords in `.q`, and those whose text is such a name.
fn members(vm: &mut Vm) {
    let words = || Prim::all().filter(|p| !p.is_reserved()).flat_map(|p| p.row().keywords);
    let first = FIRST.iter().chain(words().filter(|w| !FIRST.contains(w)));
    for word in first {
        if let Some(prim) = Prim::keyword(Sym::new(word)) {
            define(vm, Sym::new(format!(".q.{word}")), Value::Prim(prim));
        }
    }
    for prim in Prim::all().filter(|p| p.text().len() > 2 && p.text().starts_with('.')) {
        define(vm, Sym::new(prim.text()), Value::Prim(prim));
    }
    define(vm, Sym::new(".Q.res"), Value::syms(reserved()));
}

/// The members that `.q` shows first, as in kdb+.
const FIRST: [&str; 14] = [
    "neg",
    "not",
    "null",
    "string",
    "reciprocal",
    "floor",
    "ceiling",
    "signum",
    "mod",
    "xbar",
    "xlog",
    "and",
    "or",
    "each",
];

fn define(vm: &mut Vm, name: Sym, value: Value) {
    if let Err(e) = vm.set(name, value) {
        vm.host.err(format!("{}: {e}\n", name.text()).as_bytes());
    }
}

/// Words that are not members of `.q`, in order.
fn reserved() -> Vec<Sym> {
    let syntax = ["delete", "do", "exec", "if", "select", "update", "while"];
    let words = Prim::all().filter(|p| p.is_reserved()).map(Prim::text);
    let mut all: Vec<Sym> = words.chain(syntax).map(Sym::new).collect();
    all.sort();
    all
}
