//! The debugger: when an error is about to leave a function, evaluation stops there and the console asks what to do. A function
//! that signals has left: its caller is stopped (ref/signal).
//!
//! | typed | does |
//! |---|---|
//! | an expression | evaluates it among the variables of the level shown |
//! | `:x` | goes on with `x` as the result of what failed |
//! | `'x` | leaves the level with the error `x` |
//! | a backtick, `.` | shows the level below, above |
//! | `&` | shows the level again |
//! | `\` | gives up |
//!
//! Source: basics/debug.

use crate::explain::explain;
use crate::report;
use crate::vm::Vm;
use crate::vm::code::{CONSTANT, Code, GLOBAL, Op, Operand};
use crate::vm::frames::{Level, Live};
use crate::vm::text::Shown;
use quarry_value::{Error, Lambda, Prim, Result, Sym, Value, spare};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Calls that may be nested above what is suspended, so that the debugger can be used after 'stack.
const DEPTH_MORE: usize = 500;

/// What a program that is to be debugged failed at.
#[derive(Clone)]
pub(crate) struct Failed {
    pub function: Value,
    pub arguments: Vec<Value>,
}

/// The state of the debugger.
#[derive(Default)]
pub(crate) struct Debug {
    /// Suspend at errors? Traps turn it off while they guard.
    pub on: bool,
    /// Levels below this one are not suspended: the line that was typed last.
    pub floor: usize,
    /// Suspended sessions, and the level that the last one shows.
    pub sessions: usize,
    pub shown: usize,
    /// The primitive that failed last and was called by value, until a level or a trap hears of it; of the others the
    /// instruction tells.
    pub noted: Option<Failed>,
    /// The text of the level that has signalled and was left, until its caller is suspended.
    pub left: Option<Vec<u8>>,
    /// `.z.ex`, `.z.ey`: the primitive that failed and its arguments, while suspended.
    pub failed: Option<Failed>,
}

/// How a suspended level goes on.
pub(crate) enum Resume {
    With(Value),
    Fail(Error),
}

impl Vm {
    /// Runs a line of the console; errors in functions suspend when `suspend` says so.
    pub fn at_console<T>(&mut self, suspend: bool, work: impl FnOnce(&mut Vm) -> T) -> T {
        self.debug.on = suspend;
        self.debug.floor = 1;
        (self.debug.noted, self.debug.left) = (None, None);
        let _work = self.begin();
        let result = work(self);
        self.debug.on = false;
        result
    }

    /// Runs a message of a client; errors in functions suspend, as `\e 1` asks for. Inside of other work they are left
    /// to that.
    pub(crate) fn suspending<T>(&mut self, work: impl FnOnce(&mut Vm) -> T) -> T {
        if self.stack.is_empty() { self.at_console(true, work) } else { self.trapping(work) }
    }

    /// Runs `work` with errors left to a trap.
    pub(crate) fn trapping<T>(&mut self, work: impl FnOnce(&mut Vm) -> T) -> T {
        let outer = std::mem::replace(&mut self.debug.on, false);
        let result = work(self);
        self.debug.on = outer;
        self.debug.noted = None;
        // What a failure held is free by now.
        spare::restore();
        result
    }

    /// Is the level on top to be suspended because of this error?
    fn suspends(&self, e: &Error) -> bool {
        let top = self.stack.len();
        self.debug.on && e.is_catchable() && top > self.debug.floor && self.is_shown(top - 1)
    }

    /// Called when the code of the level on top has failed: what it answers instead, or the error with its place.
    #[cold]
    pub(crate) fn rescue(
        &mut self,
        mut e: Error,
        code: &Code,
        this: Option<&Arc<Lambda>>,
        base: usize,
    ) -> Result<Value> {
        loop {
            let failed = self.failed_at(code, base);
            let is_signalled = matches!(code.ops.get(self.pc), Some(Op::Signal { .. }));
            // Levels that are signalled stand in place of the one that does.
            if is_signalled && !e.trace().is_empty() {
                if self.suspends(&e) {
                    let texts = e.trace().iter().map(|f| report::level("  ", f.level.unwrap_or(0), f));
                    self.debug.left = Some(texts.flatten().collect());
                }
                return Err(e);
            }
            // What a program says itself is its own, also further out.
            if !is_signalled && e.trace().is_empty() {
                e = explain(e, failed.as_ref());
            }
            if !self.suspends(&e) {
                break;
            }
            if is_signalled {
                self.debug.left = Some(self.level_text("  ", self.stack.len() - 1));
                break;
            }
            let pc = self.pc;
            let v = match self.suspend(self.placed(e), failed) {
                Resume::With(v) => v,
                Resume::Fail(e) => return Err(e),
            };
            let next = match self.resume_at(code, base, pc, v)? {
                ControlFlow::Continue(next) => next,
                ControlFlow::Break(answer) => return Ok(answer),
            };
            match self.exec(code, this, base, next) {
                Err(again) => e = again,
                Ok(()) => return Ok(self.take_answer()),
            }
        }
        Err(match this {
            Some(f) if self.is_worker() => self.placed_in(e, f, code),
            _ => self.placed(e),
        })
    }

    /// Puts the result of what failed where it belongs: where to go on, or the level's answer if that was its last.
    fn resume_at(
        &mut self,
        code: &Code,
        base: usize,
        pc: usize,
        v: Value,
    ) -> Result<ControlFlow<Value, usize>> {
        let next = match code.ops[pc] {
            Op::Unless { to, .. } | Op::UnlessQuick { to, .. } if !super::run::is_true(&v)? => to as usize,
            Op::Signal { .. } => return Ok(ControlFlow::Break(v)),
            _ => pc + 1,
        };
        if next >= code.ops.len() {
            return Ok(ControlFlow::Break(v));
        }
        if let Some(dst) = code.ops[pc].result() {
            self.regs[base + dst as usize] = v;
        }
        Ok(ControlFlow::Continue(next))
    }

    /// A session of the debugger about `e` in the level on top.
    fn suspend(&mut self, e: Error, failed: Option<Failed>) -> Resume {
        let at = self.stack.len() - 1;
        let (top, depth_limit, context, home) = (self.top, self.depth_limit, self.context, self.home);
        let outer_failed = std::mem::replace(&mut self.debug.failed, failed);
        let (outer_floor, language) = (self.debug.floor, self.settings.k);
        let left = self.debug.left.take().unwrap_or_default();
        self.show_error(&e, &left, at);
        self.push_level(Level::Debugger, top);
        self.debug.floor = self.stack.len() + 1;
        self.debug.sessions += 1;
        self.depth_limit = self.depth_limit.max(self.depth + DEPTH_MORE);
        let resume = self.session(e, at);
        self.debug.sessions -= 1;
        self.debug.floor = outer_floor;
        self.debug.failed = outer_failed;
        self.debug.on = true;
        (self.top, self.depth_limit, self.home) = (top, depth_limit, home);
        self.set_context(context);
        self.settings.k = language;
        self.pop_level();
        resume
    }

    /// Reads lines until one of them says how to go on.
    fn session(&mut self, e: Error, at: usize) -> Resume {
        let mut shown = at;
        loop {
            self.set_context(self.context_at(shown));
            self.home = self.context;
            self.settings.k = self.see(|levels| levels.code_at(shown).is_some_and(Code::is_k));
            self.debug.shown = shown;
            self.debug.on = true;
            let prompt = if self.prompts { self.prompt() } else { String::new() };
            let Some(line) = self.host.read_line(Some(&prompt), &mut || self.host.terminated()) else {
                // Nobody is there to say more. Whoever reads the lines finds that out, too: a process that others need goes on.
                return Resume::Fail(match self.host.terminated() {
                    true => Error::uncatchable("exit"),
                    false => Error::uncatchable(ABORT),
                });
            };
            match line.trim_ascii() {
                b"" => {}
                b"\\" => return Resume::Fail(Error::uncatchable(ABORT)),
                b"`" => shown = self.step(shown, at, -1),
                b"." => shown = self.step(shown, at, 1),
                b"&" => self.show_error(&e, &[], shown),
                b"'" => return Resume::Fail(Error::text(e.word())),
                [b'\'', rest @ ..] => return Resume::Fail(self.signalled(rest, shown)),
                [b':', rest @ ..] if rest.first() != Some(&b':') => match self.evaluate_at(shown, rest) {
                    Ok(Shown::Value(v)) => return Resume::With(v),
                    Ok(Shown::Nothing) => return Resume::With(Value::identity()),
                    Err(e) => self.tell(&e),
                },
                line => {
                    let outcome = match line {
                        [b'\\', command @ ..] => crate::system::command(self, command).map(Shown::Value),
                        _ => self.evaluate_at(shown, line),
                    };
                    if let Err(e) = outcome.and_then(|shown| self.present(&shown)) {
                        self.tell(&e);
                    }
                }
            }
            if self.exiting.is_some() {
                return Resume::Fail(Error::uncatchable("exit"));
            }
        }
    }

    /// Tells of an error of a line typed in a session.
    fn tell(&self, e: &Error) {
        if e.is_catchable() {
            self.host.err(&report::text(e));
        }
    }

    /// Tells of an error and shows a level, behind the text of another that was left.
    fn show_error(&self, e: &Error, left: &[u8], at: usize) {
        let mut out = [b"'", e.word(), b"\n", left].concat();
        out.extend(self.level_text("  ", at));
        out.extend(report::detail(e));
        self.host.err(&out);
    }

    fn level_text(&self, mark: &str, at: usize) -> Vec<u8> {
        let frame = self.frame_at(at);
        frame.map_or(Vec::new(), |f| report::level(mark, f.level.unwrap_or(0), &f))
    }

    /// The next level that is shown, down or up to `top`, and its text.
    fn step(&mut self, from: usize, top: usize, by: isize) -> usize {
        let mut at = from;
        while let Some(next) = at.checked_add_signed(by).filter(|n| *n <= top) {
            at = next;
            if self.is_shown(at) {
                self.host.err(&self.level_text("  ", at));
                return at;
            }
        }
        from
    }

    /// The error that `'text` signals: the text itself where it is a name that means nothing.
    fn signalled(&mut self, text: &[u8], at: usize) -> Error {
        let plain = text.iter().all(|c| c.is_ascii_alphanumeric());
        match self.trapping(|vm| vm.evaluate_at(at, text)) {
            Ok(Shown::Value(v)) => self.signal(&v),
            Err(_) if plain => Error::text(text),
            Ok(Shown::Nothing) => Error::new("stype"),
            Err(e) => e,
        }
    }

    /// Evaluates a line among the variables of the level at `i`; what it assigns to them stays.
    fn evaluate_at(&mut self, i: usize, text: &[u8]) -> Result<Shown> {
        let text = &self.typed(text)[..];
        let level = self.see(|levels| {
            let code = levels.code_at(i)?;
            Some((code.names.clone(), levels.levels[i].base, levels.lambda_at(i).cloned()))
        });
        let Some((names, base, this)) = level else { return self.line(text) };
        self.line_among(text, &names, base, this.as_ref())
    }

    /// The primitive that code failed at, with its arguments.
    fn failed_at(&mut self, code: &Code, base: usize) -> Option<Failed> {
        if let Some(noted) = self.debug.noted.take() {
            return Some(noted);
        }
        let value = |o: Operand| match o & (CONSTANT | GLOBAL) {
            GLOBAL => self.globals.load(code.cells[(o & !GLOBAL) as usize]).cloned(),
            _ => Some(self.operand(code, o, base)),
        };
        let of = |function: Prim, operands: &[Operand]| {
            let arguments = operands.iter().map(|o| value(*o)).collect::<Option<_>>()?;
            Some(Failed { function: Value::Prim(function), arguments })
        };
        match *code.ops.get(self.pc)? {
            Op::Unary { prim, x, .. } | Op::Length { prim, x, .. } => of(prim, &[x]),
            Op::Binary { prim, x, y, .. } => of(prim, &[x, y]),
            Op::JoinTo { prim, cell, y, .. } => {
                let arguments = vec![self.globals.load(cell)?.clone(), self.operand(code, y, base)];
                Some(Failed { function: Value::Prim(prim), arguments })
            }
            Op::Quick { op, x, y, .. }
            | Op::QuickGlobal { op, x, y, .. }
            | Op::UnlessQuick { op, x, y, .. } => of(op.prim()?, &[x, y]),
            _ => None,
        }
    }

    /// The text of `.Q.bt[]`: the levels from the topmost down, the one that is suspended marked.
    pub(crate) fn backtrace(&self) -> Vec<u8> {
        let is_debugger = |f: &Live| matches!(f.level, Level::Debugger);
        let suspended = self.see(|levels| levels.levels.iter().rposition(is_debugger));
        // What was typed at the debugger's prompt is not part of what it shows.
        let top = match suspended {
            Some(d) if self.stack.len() <= d + 2 => d,
            _ => self.stack.len(),
        };
        let mark = |i| if suspended.is_some() && i == self.debug.shown { ">>" } else { "  " };
        (0..top).rev().flat_map(|i| self.level_text(mark(i), i)).collect()
    }
}

/// The word of the error that `\` unwinds with.
const ABORT: &str = "abort";

/// `.z.ex` or `.z.ey`, while suspended.
pub(crate) fn member(vm: &Vm, name: Sym) -> Option<Value> {
    let failed = vm.debug.failed.as_ref()?;
    match name.bytes() {
        b".z.ex" => Some(failed.function.clone()),
        b".z.ey" => Some(Value::list(failed.arguments.clone())),
        _ => None,
    }
}
