//! Evaluation.
//!
//! | file | noun |
//! |---|---|
//! | `code` | byte code |
//! | `compile`, `fuse` | syntax trees to byte code; expressions for the kernel's pipeline |
//! | `run`, `quick`, `early` | the loop, and calling lambdas; operators, and items of lists, that the loop does by itself |
//! | `apply`, `assign` | applicable values; assignments of code |
//! | `amend`, `one_by_one`, `members`, `undo` | changes at places of a value, by a function that may look at it, and of namespaces; what is put back where one of them fails |
//! | `iterate`, `calls`, `peach` | derived functions; one function applied many times, and by several threads |
//! | `at_once` | derived functions that kernels answer for all items |
//! | `windows` | windows that slide, of which a scan makes a list |
//! | `abreast` | compositions and lambdas whose primitives do so one after the other |
//! | `destructure` | patterns |
//! | `globals` | variables and namespaces |
//! | `filed` | what of them lies in memory that a file system backs |
//! | `clients` | what the message of a connection may do |
//! | `stack`, `frames`, `debug` | the call stack; how backtraces show it; the debugger |
//! | `stop` | why an evaluation ends before it is done |
//! | `names` | what a name means: variables, `.z`, views |
//! | `text` | statements, scripts and parse trees |

mod abreast;
mod amend;
pub(crate) mod apply;
mod assign;
mod at_once;
mod calls;
mod clients;
pub(crate) mod code;
mod compile;
pub(crate) mod debug;
mod destructure;
mod early;
pub(crate) mod filed;
pub(crate) mod frames;
mod fuse;
pub(crate) mod globals;
mod iterate;
mod members;
mod names;
mod one_by_one;
mod peach;
mod quick;
mod run;
pub(crate) mod stack;
pub(crate) mod stop;
mod text;
mod typed;
mod undo;
mod windows;

use crate::host::Host;
use crate::settings::Settings;
use globals::Globals;
use quarry_value::{Error, Result, Sym, Value};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Arc;

pub(crate) use amend::Change;

pub(crate) use stop::Stop;
pub use text::Shown;

/// Calls that may be nested on the main thread, which has the stack for them.
const DEPTH_MAIN: usize = 4_000;
/// Calls that may be nested on a worker.
const DEPTH_WORKER: usize = 1_000;
/// So many of them a worker that shares its work counts as, for what lies on the stack between it and those it shares with.
const DEPTH_SHARED: usize = 4;

/// The evaluator: globals, the call stack, and the way to the host.
pub struct Vm {
    pub host: Arc<dyn Host>,
    pub settings: Settings,
    /// The current namespace (`\d`) without its leading dot; empty for the root. Text that is evaluated and names that
    /// are given as symbols belong to it; calling a function does not change it.
    pub context: Sym,
    /// How many levels of code that was written in `.m` run.
    filed: u32,
    /// The namespace that the code which runs was written in: where names in query templates are looked up first.
    pub(crate) home: Sym,
    /// Set by `exit`: the process's exit code, while an uncatchable error unwinds.
    pub exiting: Option<i32>,
    /// Variables and namespaces; shared with workers while they run.
    pub(crate) globals: Arc<Globals>,
    /// Registers of all frames. Those above `top` are free and hold no references.
    pub(crate) regs: Vec<Value>,
    /// `()`, what locals start out as: each thread has its own, whose references it counts alone.
    nothing: Value,
    /// What the code that ran last answered: on its way from one register to another.
    pub(crate) answer: Value,
    pub(crate) top: usize,
    pub(crate) depth: usize,
    /// Calls so far: now and then one looks whether it is time to stop.
    pub(crate) calls: u32,
    pub(crate) depth_limit: usize,
    pub(crate) handles: Arc<crate::prims::handles::Handles>,
    /// The instruction that runs.
    pub(crate) pc: usize,
    /// So many calls are begun before it is told what is evaluated.
    pub(crate) told_after: Cell<u32>,
    /// What is being evaluated, from the console's line up.
    pub(crate) stack: Rc<stack::Stack>,
    /// Who tells other threads of it, if they may know.
    pub(crate) sampled: Option<Rc<crate::profile::Sampled>>,
    /// The line of a script that is being evaluated.
    pub(crate) script: Option<quarry_value::Place>,
    pub(crate) debug: debug::Debug,
    /// The views that are being evaluated, the outermost first.
    pub(crate) views: Vec<globals::Cell>,
    /// The slot of `.z.vs`, and whether it is being called.
    pub(crate) value_set: globals::Cell,
    pub(crate) in_value_set: bool,
    /// The log of updates, if one is kept.
    pub(crate) updates: Option<Box<crate::updates::Updates>>,
    /// Who may come in, if a file says so.
    pub(crate) users: Option<Arc<crate::users::Users>>,
    /// Does somebody see prompts?
    pub prompts: bool,
    pub(crate) worker: bool,
    /// Does it work on the main thread, which has the sockets: no thread of `peach`, but `reval`?
    pub(crate) main: bool,
    /// Globals may not be changed: on a worker, and for clients under `-b`.
    pub(crate) locked: bool,
    /// The connection whose message is evaluated, and when that must be done.
    pub(crate) client: clients::Client,
    /// What connections are owed: responses to their sync messages.
    pub(crate) owed: crate::serve::Owed,
    /// How long the connection whose HTTP request is being answered stays open, in milliseconds.
    pub(crate) keep_alive_ms: i64,
    /// Does the client want its connection closed after the answer?
    pub(crate) closes: bool,
    /// Inside `reval`: files, handles and the system's state may not be changed either.
    pub(crate) guarded: bool,
    /// What a worker asks whether it is time to stop.
    stop: Option<Arc<Stop>>,
}

/// What workers share with the main thread while it waits.
pub(crate) struct Shared {
    host: Arc<dyn Host>,
    handles: Arc<crate::prims::handles::Handles>,
    settings: Settings,
    context: Sym,
    filed: u32,
    home: Sym,
    globals: Arc<Globals>,
    value_set: globals::Cell,
    guarded: bool,
    client: clients::Client,
    stop: Option<Arc<Stop>>,
    /// How deep its evaluators begin.
    depth: usize,
}

impl Shared {
    /// A worker that may not change anything outside either: for `reval`.
    pub(crate) fn guarded(&self) -> Vm {
        Vm { guarded: true, ..self.worker() }
    }

    /// An evaluator that reads the shared globals and may not change them.
    pub(crate) fn worker(&self) -> Vm {
        Vm {
            host: self.host.clone(),
            settings: self.settings.clone(),
            context: self.context,
            filed: self.filed,
            home: self.home,
            exiting: None,
            globals: self.globals.clone(),
            nothing: Value::empty_list(),
            answer: Value::identity(),
            regs: Vec::new(),
            top: 0,
            depth: self.depth,
            calls: 0,
            depth_limit: DEPTH_WORKER,
            handles: self.handles.clone(),
            pc: 0,
            told_after: Cell::new(0),
            stack: Rc::default(),
            sampled: None,
            script: None,
            debug: debug::Debug::default(),
            views: Vec::new(),
            value_set: self.value_set,
            in_value_set: false,
            updates: None,
            users: None,
            prompts: false,
            worker: true,
            main: false,
            locked: true,
            client: self.client,
            owed: crate::serve::Owed::default(),
            keep_alive_ms: 0,
            closes: false,
            guarded: self.guarded,
            stop: self.stop.clone(),
        }
    }
}

impl Vm {
    /// An evaluator with the library of `lib/*.q` loaded.
    pub fn new(host: Arc<dyn Host>) -> Vm {
        let mut globals = Globals::default();
        let value_set = globals.cell(Sym::new(".z.vs"));
        let own = Shared {
            handles: Arc::new(crate::prims::handles::Handles::new(host.numbers())),
            host,
            settings: Settings::default(),
            context: Sym::EMPTY,
            filed: 0,
            home: Sym::EMPTY,
            globals: Arc::new(globals),
            value_set,
            guarded: false,
            client: clients::Client::default(),
            stop: None,
            depth: 0,
        };
        let mut vm = Vm { depth_limit: DEPTH_MAIN, worker: false, main: true, locked: false, ..own.worker() };
        drop(own);
        crate::library::load(&mut vm);
        vm
    }

    /// Is this a thread of `peach`, which may not change globals?
    pub fn is_worker(&self) -> bool {
        self.worker
    }

    /// Runs `work`; a panic, which is a defect of ours, costs what was asked for and not the process. Inside of other
    /// work it is left to that.
    pub fn catching<T>(&mut self, work: impl FnOnce(&mut Vm) -> Result<T>) -> Result<T> {
        if !self.stack.is_empty() {
            return work(self);
        }
        let outcome = catch_unwind(AssertUnwindSafe(|| work(self)));
        outcome.unwrap_or_else(|_| {
            self.recover();
            Err(Error::new("internal")
                .detail("a defect in Quarry: please report the line and the message above"))
        })
    }

    /// Makes the evaluator fit for use after a panic was caught above it: no frame is left.
    pub fn recover(&mut self) {
        self.top = 0;
        self.depth = 0;
        self.depth_limit = DEPTH_MAIN;
        self.stack.clear();
        self.in_value_set = false;
        self.filed = 0;
        self.settle_domain();
        self.updates_idle();
        self.script = None;
        self.debug = debug::Debug::default();
        self.regs.fill(Value::identity());
        self.answer = Value::identity();
    }

    pub(crate) fn share(&self) -> Shared {
        Shared {
            host: self.host.clone(),
            handles: self.handles.clone(),
            settings: self.settings.clone(),
            context: self.context,
            filed: self.filed,
            home: self.home,
            globals: self.globals.clone(),
            value_set: self.value_set,
            guarded: self.guarded,
            client: self.client,
            stop: Some(self.stop()),
            depth: if self.worker { self.depth + DEPTH_SHARED } else { 0 },
        }
    }

    /// May files, handles and the system's state be changed? `'noupdate` inside `reval`, and for clients under `-b`.
    pub fn may_change(&self) -> Result<()> {
        if self.guarded {
            return Err(Error::new("noupdate").detail("reval changes nothing"));
        }
        if self.locked && !self.worker || self.is_blocked() {
            return Err(blocked());
        }
        Ok(())
    }

    /// Do the processes of `.z.pd` help? Not whom something is denied: over there it would not be.
    pub(crate) fn may_ask_others(&self) -> bool {
        self.settings.threads < 0 && self.may_change().is_ok() && self.may_use_system().is_ok()
    }

    /// Does this thread own the globals, outside of `reval`?
    pub fn may_update(&self) -> bool {
        !self.locked && !self.guarded
    }

    /// The globals to change; `'noupdate` while threads share them.
    #[inline]
    pub(crate) fn globals_mut(&mut self) -> Result<&mut Globals> {
        if self.locked {
            return Err(match self.worker {
                _ if self.guarded => Error::new("noupdate").detail("reval changes nothing"),
                true if !self.is_blocked() => no_update(),
                _ => blocked(),
            });
        }
        Arc::get_mut(&mut self.globals).ok_or_else(no_update)
    }
}

fn blocked() -> Error {
    Error::new("noupdate").detail("-b blocks changes by clients")
}

fn no_update() -> Error {
    Error::new("noupdate").detail("globals cannot be changed while threads share them")
}
