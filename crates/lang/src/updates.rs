//! The log of updates, `-l` and `-L`: a message that changes a variable of the root is written down once it is done, and
//! what was written is done again at the next start.
//!
//! Beside the script `f.q` lie `f.log`, a log like those of `-11!`, and `f.qdb`, the variables of the root as they were
//! at the last checkpoint (`\l`), a dictionary in the form of `set`. Loading goes script, variables, log.
//! Source: kb/logging.

use crate::prims::ipc;
use crate::prims::persist::know_domains;
use crate::system;
use crate::vm::Vm;
use crate::words;
use quarry_store::{self as store, log};
use quarry_value::wire::{self, MessageKind};
use quarry_value::{Error, Result, Sym, Value};
use std::path::{Path, PathBuf};

/// A log that is being written.
pub struct Updates {
    /// The name of its files, without what comes after the dot.
    base: PathBuf,
    /// Where the log is, whatever the current directory.
    log: PathBuf,
    file: store::Out,
    /// Wait for the disk after each message?
    sync: bool,
    /// Messages in the log.
    count: usize,
    /// Is a message being done?
    busy: bool,
    /// A checkpoint that stopped half way. Until it has gone on nothing can be written.
    unsettled: Option<PathBuf>,
    /// The connection that is sent what is logged.
    replica: Option<i32>,
}

/// The variables of the root before a message.
struct Before {
    root: Value,
    versions: Vec<(Sym, u64, Option<u64>)>,
}

impl Vm {
    /// Loads the files of `name`, a script with or without `.q`, and logs what messages change from now on.
    ///
    /// Errors: 'trunc when a log that ends in the middle of a message cannot be cut; the system's; what a message of
    /// the log signals.
    pub fn start_updates(&mut self, name: &[u8], sync: bool) -> Result<()> {
        let base = name.strip_suffix(b".q").unwrap_or(name);
        let base = PathBuf::from(String::from_utf8_lossy(base).into_owned());
        let script = with(&base, "q");
        if script.exists() {
            system::load(self, script.as_os_str().as_encoded_bytes())?;
        }
        let variables = with(&base, "qdb");
        // A checkpoint that was stopped when it was written goes on first: the log belongs to it.
        store::settle(&variables)?;
        if variables.exists() {
            self.restore(&store::get(&variables)?)?;
        }
        let path = with(&base, "log");
        // One of no bytes was never begun.
        let begun = path.metadata().is_ok_and(|m| m.len() > 0);
        let count = if begun { self.redo(&path)? } else { 0 };
        if !begun {
            store::start_log(&path)?;
        }
        let (log, file) = (absolute(&path)?, store::open_to_append(&path)?);
        let updates = Updates { base, log, file, sync, count, busy: false, unsettled: None, replica: None };
        self.updates = Some(Box::new(updates));
        Ok(())
    }

    /// Sets the variables of a checkpoint.
    pub(crate) fn restore(&mut self, variables: &Value) -> Result<()> {
        let Value::Dict(d) = variables else {
            return Err(Error::new("type").detail("a checkpoint is a dictionary of variables"));
        };
        let names = d.keys.as_syms().unwrap_or_default();
        names.iter().enumerate().try_for_each(|(i, name)| self.set(*name, d.values.at(i)))?;
        know_domains(self);
        Ok(())
    }

    /// Does the messages of a log again; how many. A last one that was not written whole is cut off.
    fn redo(&mut self, path: &Path) -> Result<usize> {
        let told = |e: Error| match e.word() {
            b"type" => e,
            word => {
                let why = e.details().map_or_else(|| String::from_utf8_lossy(word), Into::into);
                Error::new("trunc").detail(why)
            }
        };
        if store::compression_of(path)?.is_some() {
            return Err(Error::new("type")
                .detail("the log is compressed; what is written behind it would destroy it"));
        }
        let size = || path.metadata().map_or(0, |m| m.len());
        let before = size();
        let good = log::repair(path).map_err(told)?;
        let cut = before.saturating_sub(size());
        if cut > 0 {
            let name = path.display();
            let told =
                format!("{name} ended within a message: {good} are done, its last {cut} bytes are cut off\n");
            self.host.err(told.as_bytes());
        }
        let mut items = log::Log::open(path)?;
        while let Some(message) = items.read()? {
            words::value(self, &message).map_err(|e| {
                let why = e.details().map_or(String::new(), |why| format!("{why}; "));
                let (name, number) = (path.display(), items.count());
                e.detail_instead(format!("{why}message {number} of {name} cannot be done again"))
            })?;
        }
        Ok(items.count())
    }

    /// Does what a message asks for, and writes it down if that changed the root. When it fails, the root is as before.
    ///
    /// Until the message is done its values are kept, so what it changes in place is copied first.
    pub fn logged(&mut self, message: &Value, work: impl FnOnce(&mut Vm) -> Result<Value>) -> Result<Value> {
        // What the message sends to this process itself is part of it.
        match &mut self.updates {
            Some(updates) if !updates.busy => updates.busy = true,
            _ => return work(self),
        }
        let before = Before { root: self.globals.space(root()), versions: self.versions() };
        let mut result = work(self);
        if before.versions != self.versions() {
            if let (true, Some(updates)) = (result.is_ok(), &mut self.updates) {
                result = updates.write(message).and(result);
            }
            if result.is_ok() {
                self.tell_replica(message);
            }
            if result.is_err() {
                self.set(root(), before.root)?;
            }
        }
        self.updates_idle();
        result
    }

    /// No message is being done any more.
    pub(crate) fn updates_idle(&mut self) {
        if let Some(updates) = &mut self.updates {
            updates.busy = false;
        }
    }

    /// The variables of the root and how often each was assigned; of views, which change by being read, when each was defined.
    fn versions(&self) -> Vec<(Sym, u64, Option<u64>)> {
        let version = |name| {
            let cell = self.globals.existing_cell(name)?;
            Some(match self.globals.view(cell) {
                Some(view) => (name, 0, Some(view.defined())),
                None => (name, self.globals.version(cell), None),
            })
        };
        self.globals.members(root()).into_iter().filter_map(version).collect()
    }

    /// What defines the views of the root, as messages.
    fn views_of_root(&self) -> Vec<Value> {
        let view = |name: Sym| {
            let view = self.globals.view(self.globals.existing_cell(name)?)?;
            Some(Value::chars([name.bytes(), b"::", &view.source].concat()))
        };
        self.globals.members(root()).into_iter().filter_map(view).collect()
    }

    /// `\l`: writes the variables of the root, and empties the log but for what defines views. When the log was named by a
    /// relative path, they go to the current directory, which may be another than the log's.
    pub(crate) fn checkpoint(&mut self) -> Result<()> {
        let Value::Dict(d) = self.globals.space(root()) else { return Ok(()) };
        let names = d.keys.as_syms().unwrap_or_default().iter().copied();
        let views = |v: &Value| matches!(v, Value::Foreign(_));
        let (names, values): (Vec<Sym>, Vec<Value>) =
            names.zip(d.values.items()).filter(|(_, v)| !views(v)).unzip();
        let messages = self.views_of_root();
        let Some(updates) = &mut self.updates else {
            return Err(Error::text("l").detail("a file or a directory, or -l for checkpoints"));
        };
        let variables = Value::dict(Value::syms(names), Value::list(values));
        let path = absolute(&with(&updates.base, "qdb"))?;
        let done = store::checkpoint(&path, &variables, &updates.log, &messages);
        updates.settle(path).and(done)
    }

    /// Sends a message that was logged to the process that does it, too. When that is gone, its own event tells so.
    fn tell_replica(&mut self, message: &Value) {
        let Some(handle) = self.updates.as_ref().and_then(|u| u.replica) else { return };
        let sent = ipc::peer_of(self, handle.into())
            .and_then(|peer| ipc::pack(MessageKind::Async, message, &peer).ok())
            .is_some_and(|bytes| self.host.network().queue(handle, bytes.into()).is_ok());
        if !sent {
            self.forget_replica(handle);
        }
    }

    /// A connection is over.
    pub(crate) fn forget_replica(&mut self, handle: i32) {
        if let Some(updates) = self.updates.as_mut().filter(|u| u.replica == Some(handle)) {
            updates.replica = None;
        }
    }

    /// `\r`: the log's file and how many messages are in it. A client that asks is sent what is logged from then on, and
    /// the one before it no more.
    pub(crate) fn updates_so_far(&mut self) -> Option<Value> {
        let updates = self.updates.as_mut()?;
        if self.client.handle != 0 {
            updates.replica = Some(self.client.handle);
        }
        let file = crate::prims::files::symbol_of(&with(&updates.base, "log"));
        Some(Value::list(vec![file, Value::long(updates.count as i64)]))
    }
}

impl Updates {
    /// Goes on with a checkpoint that stopped half way; what is logged then goes to the log that belongs to it.
    fn settle(&mut self, checkpoint: PathBuf) -> Result<()> {
        let checkpoint = self.unsettled.insert(checkpoint);
        store::settle(checkpoint)?;
        self.file = store::open_to_append(&self.log)?;
        self.count = log::check(&self.log)?.0;
        self.unsettled = None;
        Ok(())
    }

    fn write(&mut self, message: &Value) -> Result<()> {
        if let Some(checkpoint) = self.unsettled.take() {
            self.settle(checkpoint)?;
        }
        let mut bytes = Vec::new();
        wire::write_object(message, &mut bytes)?;
        let written = if self.sync { self.file.add_durably(&bytes) } else { self.file.add(&bytes) };
        written.map_err(|e| store::os_error(&self.log, &e))?;
        self.count += 1;
        Ok(())
    }
}

fn root() -> Sym {
    Sym::new(".")
}

/// The checkpoint beside a log.
pub(crate) fn checkpoint_of(log: &Path) -> PathBuf {
    log.with_extension("qdb")
}

/// A path that leads there from any directory.
fn absolute(path: &Path) -> Result<PathBuf> {
    std::path::absolute(path).map_err(|e| store::os_error(path, &e))
}

/// A path with a dot and an extension after it.
fn with(base: &Path, extension: &str) -> PathBuf {
    let mut name = base.as_os_str().to_os_string();
    name.push(".");
    name.push(extension);
    name.into()
}
