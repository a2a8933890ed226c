//! The program run as people run it: `q` with flags and lines on its standard input, in a folder that goes afterwards.
#![allow(dead_code, reason = "each test file uses a part")]

pub mod parts;
pub mod stack;
pub mod wire;

use std::io::{Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Once, mpsc};
use std::time::{Duration, Instant};

/// A process that runs longer hangs.
const LONGEST: Duration = Duration::from_secs(120);

/// What a process said, and the code it ended with.
pub struct Said {
    pub out: String,
    pub err: String,
    pub code: Option<i32>,
}

/// Tests of one file take so long at most; a test that waits for what never comes ends with them, and is told.
const ALL_TOGETHER: Duration = Duration::from_secs(20 * 60);

/// Ends the process when its tests have run too long. Longer runs are asked for by variables.
fn watch() {
    static WATCH: Once = Once::new();
    WATCH.call_once(|| {
        if std::env::vars_os().any(|(name, _)| name.to_string_lossy().starts_with("QUARRY_")) {
            return;
        }
        std::thread::spawn(|| {
            std::thread::sleep(ALL_TOGETHER);
            eprintln!("a test hangs: its name is among those that have begun and not ended");
            std::process::abort();
        });
    });
}

/// `q` with flags. Nothing that is set where the tests run is a part of them.
pub fn q(flags: &[&str]) -> Command {
    watch();
    let mut command = Command::new(env!("CARGO_BIN_EXE_q"));
    let own = std::env::vars_os().map(|(name, _)| name).filter(|name| {
        let name = name.to_string_lossy();
        name.starts_with('Q') || name.starts_with("SSL_") || name.starts_with("KX_")
    });
    own.for_each(|name| _ = command.env_remove(name));
    ["LINES", "COLUMNS", "TZ"].iter().for_each(|name| _ = command.env_remove(name));
    // No q.q is below it.
    command.env("HOME", std::env::temp_dir());
    command.args(flags);
    command
}

/// Types `lines` to a process and waits for its end.
pub fn typed(command: &mut Command, lines: &str) -> Said {
    let (stdin, stdout, stderr) = (Stdio::piped(), Stdio::piped(), Stdio::piped());
    let mut child = command.stdin(stdin).stdout(stdout).stderr(stderr).spawn().expect("q starts");
    let mut input = child.stdin.take().expect("a pipe");
    let lines = lines.to_string();
    // A process may end, by `exit` or at a bad flag, before it has read them all.
    std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let out = all_of(child.stdout.take().expect("a pipe"));
    let err = all_of(child.stderr.take().expect("a pipe"));
    let end = Instant::now() + LONGEST;
    let ended = [out, err].map(|said| said.recv_timeout(end.saturating_duration_since(Instant::now())));
    let [Ok(out), Ok(err)] = ended else {
        child.kill().expect("a process to end");
        panic!("{command:?} hangs");
    };
    let ended = child.wait().expect("q ends");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Said { out: text(&out), err: text(&err), code: ended.code() }
}

/// Reads a pipe to its end, beside whatever else is done.
fn all_of(mut pipe: impl Read + Send + 'static) -> mpsc::Receiver<Vec<u8>> {
    let (done, wait) = mpsc::channel();
    std::thread::spawn(move || {
        let mut all = Vec::new();
        pipe.read_to_end(&mut all).expect("a pipe");
        // Nobody listens any more where the process hung.
        let _ = done.send(all);
    });
    wait
}

/// An empty folder of its own for one test, gone when the test is over.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        Folder::within(&std::env::temp_dir(), name)
    }

    /// One that lies in another folder.
    pub fn within(outer: &Path, name: &str) -> Folder {
        let dir = outer.join(format!("quarry_{name}_{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&dir);
        std::fs::create_dir_all(&dir).expect("a temporary folder");
        Folder(dir)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    pub fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The path as a script has it.
    pub fn display(&self) -> std::path::Display<'_> {
        self.0.display()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
