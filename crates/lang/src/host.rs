//! The one door to the world outside: clock, randomness seed, files, console. Tests script it. Threads share it.

use crate::network::{Alone, Network, Numbers};
use quarry_value::{Error, Result, Value};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// What the language asks of the process around it.
pub trait Host: Send + Sync {
    /// Nanoseconds since 2000.01.01, UTC.
    fn now(&self) -> i64;
    /// Nanoseconds since the process began, on a clock that nobody sets.
    fn elapsed(&self) -> i64;
    /// What is evaluated is to be done by `due`, of [`Host::elapsed`]. From then on until [`Host::unlimit`] it is asked every few
    /// milliseconds whether it is to end, also within primitives.
    fn limit(&self, _due: i64) {}
    /// What was to be done by `due` has ended.
    fn unlimit(&self, _due: i64) {}
    /// Offset of local time from UTC at `utc` (nanoseconds since 2000.01.01), in nanoseconds.
    fn zone_offset(&self, utc: i64) -> i64;
    /// Text to the console's standard output, as it is.
    fn out(&self, text: &[u8]);
    /// Text to standard error, as it is.
    fn err(&self, text: &[u8]);
    /// Runs a shell command: what it prints, or an error with word `os`. It is ended when `stop`, which is asked every few
    /// milliseconds, says so; one that is run `apart` with all that it started. Others have the terminal.
    fn shell(&self, command: &[u8], apart: bool, stop: &mut dyn FnMut() -> bool) -> Result<Vec<u8>>;
    /// Has the user asked to stop (Ctrl-C, a time limit)? Asking clears it.
    fn interrupted(&self) -> bool;
    /// Was the process asked to end?
    fn terminated(&self) -> bool {
        false
    }
    /// Was it asked so long ago that what runs is to stop?
    fn is_overdue(&self) -> bool {
        false
    }
    /// A line of standard input without its newline; `None` at the end, and when `stop`, which is asked every few milliseconds,
    /// says so. A terminal shows `prompt` before one in q, which there goes on until its brackets are closed; none for any other.
    fn read_line(&self, prompt: Option<&str>, stop: &mut dyn FnMut() -> bool) -> Option<Vec<u8>>;
    /// Standard output (1) or standard error (2) goes on at the end of a file.
    fn redirect(&self, fd: i32, file: &[u8]) -> Result<()>;
    /// Memory as the operating system counts it.
    fn memory(&self) -> Memory;
    /// Gives unused memory back to the operating system.
    fn release(&self) {}
    /// The same, when there is much.
    fn tidy(&self) {}
    /// An environment variable, as changed by [`Host::set_environment`].
    fn environment(&self, name: &str) -> Option<Vec<u8>>;
    /// Changes an environment variable for this process's programs and the commands they run.
    fn set_environment(&self, name: &str, value: &[u8]);
    /// The machine's name.
    fn host_name(&self) -> String;
    /// The IPv4 address of a host, as the system resolves its name.
    fn address_of(&self, _name: &str) -> Option<[u8; 4]> {
        None
    }
    /// The name of the host with an IPv4 address.
    fn name_of(&self, _address: [u8; 4]) -> Option<String> {
        None
    }
    /// Waits until a file is there, as quickly as the system can tell: is it? `false` when `stop`, which is asked every
    /// few milliseconds, says so before.
    fn await_file(&self, file: &Path, stop: &mut dyn FnMut() -> bool) -> bool {
        loop {
            match (file.exists(), stop()) {
                (true, _) => return true,
                (_, true) => return false,
                _ => std::thread::sleep(Duration::from_millis(1)),
            }
        }
    }
    /// What another process of this program evaluates, as [`crate::Watch::look`] told it there.
    ///
    /// Errors: those of `.Q.prf0`.
    fn stack_of(&self, _pid: i32) -> Result<Vec<u8>> {
        Err(Error::new("nyi").detail("the calls of another process: on Linux alone"))
    }
    /// Starts a process of this program, with `words` behind its name as the shell reads them. It is not waited for, and has
    /// no input.
    ///
    /// Errors: 'os.
    fn start(&self, _words: &[u8]) -> Result<()> {
        Err(Error::new("os").detail("this process starts no others"))
    }
    /// A function of a library, of so many arguments: `2:`. `home` is where q keeps libraries.
    fn load_function(
        &self,
        _library: &Path,
        _name: &str,
        _rank: usize,
        _home: Option<&Path>,
    ) -> Result<Value> {
        Err(Error::new("2:").detail("this process loads no libraries"))
    }
    /// Connections to other processes.
    fn network(&self) -> &dyn Network {
        &Alone
    }
    /// The numbers of handles that are in use.
    fn numbers(&self) -> Arc<Numbers> {
        Arc::default()
    }
    /// The user's name.
    fn user_name(&self) -> String;
}

/// Bytes that the process holds, the most it ever held, and what the machine has.
#[derive(Clone, Copy, Debug, Default)]
pub struct Memory {
    pub held: usize,
    pub most_held: usize,
    pub machine: usize,
}
