//! Evaluation.

use crate::host::Host;
use crate::settings::Settings;
use quarry_value::{Error, Result, Sym, Value};

/// The evaluator: globals, the call stack, and the way to the host.
pub struct Vm {
    pub host: std::sync::Arc<dyn Host>,
    pub settings: Settings,
    /// The current namespace without its leading dot; empty for the root.
    pub context: Sym,
    /// Set by `exit`: the process's exit code, while an uncatchable error unwinds.
    pub exiting: Option<i32>,
}

impl Vm {
    pub fn new(host: std::sync::Arc<dyn Host>) -> Vm {
        Vm { host, settings: Settings::default(), context: Sym::EMPTY, exiting: None }
    }

    /// `f . args`: any applicable value.
    pub fn apply(&mut self, _f: &Value, _args: &[Value]) -> Result<Value> {
        Err(Error::new("nyi"))
    }

    /// Evaluates a parse tree.
    pub fn eval(&mut self, _tree: &Value) -> Result<Value> {
        Err(Error::new("nyi"))
    }

    /// Evaluates a parse tree whose names are first looked up in `env` (columns, then locals), then as globals.
    pub fn eval_in(&mut self, _tree: &Value, _env: &dyn Fn(Sym) -> Option<Value>) -> Result<Value> {
        Err(Error::new("nyi"))
    }

    /// Evaluates source text as at the console or in a script; the value of the last statement.
    pub fn run_text(&mut self, _text: &[u8]) -> Result<Value> {
        Err(Error::new("nyi"))
    }

    /// Runs a script: statements over several lines, blocks of comment, system commands. `file` is for messages.
    pub fn run_script(&mut self, _text: &[u8], _file: &[u8]) -> Result<()> {
        Err(Error::new("nyi"))
    }

    /// A global by its full name (`a`, `.ns.a`) or by its name in the current namespace.
    pub fn get(&self, _name: Sym) -> Option<Value> {
        None
    }

    /// Sets a global; `'noupdate` on a worker.
    pub fn set(&mut self, _name: Sym, _value: Value) -> Result<()> {
        Err(Error::new("nyi"))
    }

    /// Removes a global.
    pub fn remove(&mut self, _name: Sym) -> Result<()> {
        Err(Error::new("nyi"))
    }
}
