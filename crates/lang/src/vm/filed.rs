//! Memory domain 1 (`-m`) and names: what lies in `.m` is in domain 1, and what is written in `.m` allocates there.
//!
//! Without `-m` the namespace `.m` is one like any other. The namespaces of modules, which are named `.m.a` too, always
//! are: a module works in ordinary memory.
//!
//! Source: ref/dotm, basics/cmdline.

use crate::vm::Vm;
use crate::vm::globals::Globals;
use quarry_value::memory::{self, Domain};
use quarry_value::{Result, Sym, Value, moving};

impl Globals {
    /// Does a name or namespace, both with their leading dots, belong to `.m`?
    pub(crate) fn is_filed(&self, name: Sym) -> bool {
        memory::is_on() && is_in(name.bytes()) && !self.modules.contains(&top(name.bytes()))
    }

    /// Is a namespace, without its leading dot, one of `.m`?
    pub(crate) fn is_filed_space(&self, space: Sym) -> bool {
        let inside = matches!(space.bytes(), [b'm'] | [b'm', b'.', ..]);
        memory::is_on() && inside && self.is_filed(Sym::new([b".", space.bytes()].concat()))
    }
}

/// Is this `.m`, or inside of it?
fn is_in(name: &[u8]) -> bool {
    matches!(name, [b'.', b'm'] | [b'.', b'm', b'.', ..])
}

/// `.m.a` of `.m.a.b.c`.
pub(crate) fn top(name: &[u8]) -> Sym {
    let end = name.iter().enumerate().filter(|(_, c)| **c == b'.').nth(2).map_or(name.len(), |(at, _)| at);
    Sym::new(&name[..end])
}

impl Vm {
    /// Makes `context` the current namespace; in `.m` the thread allocates in domain 1.
    ///
    /// Source: ref/dotm.
    pub(crate) fn set_context(&mut self, context: Sym) {
        self.context = context;
        self.settle_domain();
    }

    /// Does `work` with `context` as the current namespace, and goes back to what that was.
    pub(crate) fn in_context<T>(&mut self, context: Sym, work: impl FnOnce(&mut Vm) -> T) -> T {
        let outer = self.context;
        self.set_context(context);
        let answer = work(self);
        self.set_context(outer);
        answer
    }

    /// The thread allocates where the current namespace and the functions that run say.
    pub(super) fn settle_domain(&mut self) {
        if memory::is_on() {
            let filed = self.filed > 0 || self.globals.is_filed_space(self.context);
            memory::set_current(if filed { Domain::Filed } else { Domain::Regular });
        }
    }

    /// Runs code that was written in `.m`.
    #[cold]
    pub(super) fn run_filed<T>(&mut self, run: impl FnOnce(&mut Vm) -> T) -> T {
        let (context, domain) = (self.context, memory::current());
        self.filed += 1;
        memory::set_current(Domain::Filed);
        let answer = run(self);
        self.filed -= 1;
        if self.context == context {
            memory::set_current(domain);
        } else {
            self.settle_domain();
        }
        answer
    }

    /// What a global of this full name is to hold: for one in `.m` all of it in domain 1.
    ///
    /// Errors: 'wsfull.
    #[inline]
    pub(crate) fn fit_for(&self, full: Sym, value: Value) -> Result<Value> {
        if memory::is_on() && self.globals.is_filed(full) { moving::filed(&value) } else { Ok(value) }
    }

    /// The value of an assignment to a global in `.m` is what that holds now.
    #[cold]
    pub(super) fn read_back(&mut self, full: Sym, register: usize) {
        if self.globals.is_filed(full)
            && let Some(v) = self.lookup(full)
        {
            self.regs[register] = v;
        }
    }

    /// While it lives the thread allocates where the global of this full name lies.
    pub(super) fn within_of(&self, full: Sym) -> memory::Within {
        memory::within(if self.globals.is_filed(full) { Domain::Filed } else { memory::current() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_m() {
        assert!([".m", ".m.a", ".m.a.b"].iter().all(|n| is_in(n.as_bytes())));
        assert!(![".", "m", ".mm", ".n.m", ".mm.a"].iter().any(|n| is_in(n.as_bytes())));
        let tops = [".m.a.0b.c", ".m.a", ".m"].map(|n| top(n.as_bytes()).text().into_owned());
        assert_eq!(tops, [".m.a", ".m.a", ".m"]);
    }
}
