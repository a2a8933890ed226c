//! The part of the language written in q: `lib/*.q`, read at start.

use crate::vm::Vm;

/// Files in the order they are read.
const FILES: &[(&str, &str)] = &[
    ("q.q", include_str!("../lib/q.q")),
    ("dotq.q", include_str!("../lib/dotq.q")),
    ("doth.q", include_str!("../lib/doth.q")),
    ("j.q", include_str!("../lib/j.q")),
];

/// Defines what `lib/*.q` defines. The library is ours: an error in it is a defect, told on standard error.
pub fn load(vm: &mut Vm) {
    for (name, text) in FILES {
        if let Err(e) = vm.run_script(text.as_bytes(), name.as_bytes()) {
            let place = e.trace().last().map(|f| f.origin.clone()).unwrap_or_default();
            vm.host.err(format!("{place}: {e}\n").as_bytes());
        }
    }
}
