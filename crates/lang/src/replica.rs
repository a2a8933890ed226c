//! Replication, `-r place`: a process that does what another one, which logs its updates, has done and does.
//!
//! ```text
//! replica   \r  ->  primary        the log's file and count; every update logged after that is sent here
//! replica   reads the checkpoint beside the log, does so many messages of the log again, then what arrives
//! ```
//!
//! Source: kb/logging, basics/cmdline.

use crate::network::Limits;
use crate::prims::{files, ipc};
use crate::updates::checkpoint_of;
use crate::vm::Vm;
use crate::words;
use quarry_store::log::Log;
use quarry_value::{Error, Result, Value};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Checkpoints of the primary that may come between: each makes us begin anew.
const TRIES: usize = 10;

impl Vm {
    /// Becomes a replica of the process at `place`: its handle, from which updates come from now on.
    ///
    /// Errors: those of `hopen`; 'r when that process keeps no log; the file's when it cannot be read here; what a message
    /// signals.
    pub fn replicate(&mut self, place: &[u8]) -> Result<i32> {
        for _ in 0..TRIES {
            let (first, log, _) = self.subscribe(place)?;
            let before = identity(&checkpoint_of(&log));
            // Updates that were sent meanwhile may be in the checkpoint: they are asked for again.
            ipc::close(self, first)?;
            let (handle, log, count) = self.subscribe(place)?;
            let checkpoint = checkpoint_of(&log);
            let variables = checkpoint.exists().then(|| quarry_store::get(&checkpoint)).transpose()?;
            if identity(&checkpoint) == before {
                if let Some(variables) = variables {
                    self.restore(&variables)?;
                }
                self.catch_up(&log, count)?;
                return Ok(handle);
            }
            ipc::close(self, handle)?;
        }
        Err(Error::new("r").detail("the other process makes checkpoints all the time"))
    }

    /// Asks a process for its updates: its handle, its log, and how many messages of that were before.
    fn subscribe(&mut self, place: &[u8]) -> Result<(i32, PathBuf, usize)> {
        let limits = Limits { timeout_ms: None, stop: &|| self.is_stopped() };
        let handle = self.host.network().connect(place, &limits)?;
        let peer = ipc::peer_of(self, handle.into()).ok_or_else(|| Error::new("close"))?;
        let answer =
            ipc::apply(self, handle.into(), &peer, &Value::chars("\\r")).map_err(|e| match e.word() {
                b"r" => Error::new("r").detail("the other process keeps no log: start it with -l or -L"),
                _ => e,
            })?;
        let parts = (answer.count() == 2).then(|| (answer.at(0), answer.at(1).as_long()));
        let Some((Value::Sym(file), Some(count))) = parts else {
            return Err(Error::new("r").detail("the other process does not tell of a log"));
        };
        Ok((handle, files::path_of(file), usize::try_from(count).unwrap_or(0)))
    }

    /// Does the first messages of a log.
    fn catch_up(&mut self, path: &Path, count: usize) -> Result<()> {
        let mut items = Log::open(path)?;
        while items.count() < count {
            let item = items.read()?.ok_or_else(|| {
                Error::new("trunc").detail("the log has become shorter meanwhile: start again")
            })?;
            words::value(self, &item)?;
        }
        Ok(())
    }
}

/// What changes when a file is replaced.
fn identity(path: &Path) -> Option<(u64, u64, i64, i64)> {
    let m = path.metadata().ok()?;
    Some((m.ino(), m.len(), m.mtime(), m.mtime_nsec()))
}
