//! `system "command"`: what the shell answers.
//!
//! The output goes to a file, by a redirection behind the command, as in kdb+: so it is that of the last statement (what
//! others print comes on the console), a command that ends in `;` or `&` answers nothing, and what it leaves running is
//! not waited for. A command that nobody waits for any more is asked to end.

use quarry_value::{Error, Result, evaluation};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::OpenOptions;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The longest time between two questions whether to go on.
const PATIENCE: Duration = Duration::from_millis(5);

/// Asked whether nobody waits any more.
pub type Stop<'a> = dyn FnMut() -> bool + 'a;

/// Runs `command` with more variables in its environment, until it is done or `stop` says so; what it printed. One that is
/// `apart` is a process group of its own, so that all of it ends then; it cannot read from a terminal.
///
/// Errors: 'os when it fails or was stopped.
pub fn run(
    command: &[u8],
    environment: &BTreeMap<String, Vec<u8>>,
    apart: bool,
    stop: &mut Stop,
) -> Result<Vec<u8>> {
    let output = Output::new()?;
    // The command may change what `$1` and the like are.
    let text = [command, b" > ", &quoted(output.0.as_os_str().as_bytes())[..]].concat();
    let mut shell = Command::new("/bin/sh");
    shell.arg("-c").arg(OsStr::from_bytes(&text));
    shell.envs(environment.iter().map(|(name, value)| (name, OsStr::from_bytes(value))));
    let shell = shell.stdin(Stdio::inherit()).stdout(Stdio::inherit()).stderr(Stdio::inherit());
    let shell = if apart { shell.process_group(0) } else { shell };
    let status = shell.spawn().and_then(|child| wait(child, apart, stop));
    let status = status.map_err(|e| failed(e.to_string()))?;
    match status.success() {
        true => std::fs::read(&output.0).map_err(|e| failed(e.to_string())),
        false => Err(failed(status.to_string())),
    }
}

/// A word of the shell.
fn quoted(text: &[u8]) -> Vec<u8> {
    let mut word = vec![b'\''];
    for &c in text {
        match c {
            b'\'' => word.extend(b"'\\''"),
            _ => word.push(c),
        }
    }
    word.push(b'\'');
    word
}

/// Starts another process of this program with `words` as the shell reads them, which goes on when this one has ended. It
/// shares the console to write on, and has no input.
///
/// Errors: 'os.
pub fn start(words: &[u8], environment: &BTreeMap<String, Vec<u8>>) -> Result<()> {
    let program = std::env::current_exe().map_err(|e| failed(e.to_string()))?;
    let text = [b"exec \"$0\" ", words].concat();
    let mut shell = Command::new("/bin/sh");
    shell.arg("-c").arg(OsStr::from_bytes(&text)).arg(program).stdin(Stdio::null());
    shell.envs(environment.iter().map(|(name, value)| (name, OsStr::from_bytes(value))));
    let mut child = shell.spawn().map_err(|e| failed(e.to_string()))?;
    // Somebody has to take note of its end.
    let _ = std::thread::Builder::new().name("child".into()).spawn(move || child.wait());
    Ok(())
}

/// Waits for a command to end; when `stop` says so, asks it to, with its group if it has one, and waits no more.
///
/// Errors: the system's; `Interrupted` when it was stopped.
fn wait(mut child: Child, apart: bool, stop: &mut Stop) -> std::io::Result<ExitStatus> {
    let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    let end = End::of(pid);
    loop {
        match child.try_wait() {
            // Whoever started us told the system not to keep what became of our children: it has ended.
            Err(e) if e.raw_os_error() == Some(Errno::CHILD.raw_os_error()) => {
                return Ok(ExitStatus::from_raw(0));
            }
            ended => {
                if let Some(status) = ended? {
                    return Ok(status);
                }
            }
        }
        if stop() {
            let ask = if apart { kill_process_group } else { kill_process };
            // One that has just ended needs no asking.
            let _ = pid.map(|pid| ask(pid, Signal::TERM));
            let _ = std::thread::Builder::new().spawn(move || child.wait());
            return Err(std::io::ErrorKind::Interrupted.into());
        }
        evaluation::waiting(|| end.wait());
    }
}

/// What tells of the end of a process.
struct End {
    #[cfg(target_os = "linux")]
    told: Option<std::os::fd::OwnedFd>,
}

impl End {
    #[cfg(target_os = "linux")]
    fn of(pid: Option<Pid>) -> End {
        use rustix::process::{PidfdFlags, pidfd_open};
        End { told: pid.and_then(|pid| pidfd_open(pid, PidfdFlags::empty()).ok()) }
    }

    #[cfg(not(target_os = "linux"))]
    fn of(_: Option<Pid>) -> End {
        End {}
    }

    /// Waits for it, or for a moment.
    fn wait(&self) {
        #[cfg(target_os = "linux")]
        if let Some(told) = &self.told {
            use rustix::event::{PollFd, PollFlags, Timespec, poll};
            let most = Timespec { tv_sec: 0, tv_nsec: PATIENCE.as_nanos() as i64 };
            let _ = poll(&mut [PollFd::new(told, PollFlags::IN)], Some(&most));
            return;
        }
        std::thread::sleep(PATIENCE);
    }
}

fn failed(why: String) -> Error {
    Error::new("os").detail(why)
}

/// An empty file for what a command prints, of which only this user may read; it goes with this value.
struct Output(PathBuf);

impl Output {
    fn new() -> Result<Output> {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        // The command may go elsewhere.
        let folder = std::path::absolute(std::env::temp_dir()).map_err(|e| failed(e.to_string()))?;
        loop {
            let n = COUNT.fetch_add(1, Ordering::Relaxed);
            let path = folder.join(format!("q{}.{n}.out", std::process::id()));
            match OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path) {
                Ok(_) => return Ok(Output(path)),
                Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(e) => return Err(failed(format!("{}: {e}", path.display()))),
            }
        }
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(command: &str) -> Option<Vec<u8>> {
        run(command.as_bytes(), &BTreeMap::new(), false, &mut || false).ok()
    }

    #[test]
    fn commands_answer_or_fail() {
        assert_eq!(said("printf 'a\\nb\\n'"), Some(b"a\nb\n".to_vec()));
        assert_eq!(
            run(b"exit 3", &BTreeMap::new(), false, &mut || false).map_err(|e| e.word().to_vec()),
            Err(b"os".to_vec())
        );
        assert_eq!(said("false; echo $X"), Some(b"\n".to_vec()));
        let x = BTreeMap::from([("X".to_string(), b"1".to_vec())]);
        assert_eq!(run(b"echo $X", &x, true, &mut || false).ok(), Some(b"1\n".to_vec()));
        assert_eq!(said("false;"), Some(Vec::new()), "the last statement is the redirection");
        assert_eq!(said("set -- a b; echo $# $1"), Some(b"2 a\n".to_vec()));
        assert_eq!(said("echo $0 $#"), Some(b"/bin/sh 0\n".to_vec()));
        assert_eq!(quoted(b"it's"), b"'it'\\''s'");
    }

    #[test]
    fn who_waits_may_stop_waiting() {
        let folder = std::env::temp_dir().join(format!("quarry-stop-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let at = folder.display();
        // All of it ends, not the shell alone: it would say so otherwise.
        let stays = format!(
            "(trap 'touch {at}/ended; exit' TERM; touch {at}/begun; while true; do sleep 0.01; done)"
        );
        let begun = folder.join("begun");
        assert!(run(stays.as_bytes(), &BTreeMap::new(), true, &mut || begun.exists()).is_err());
        while !folder.join("ended").exists() {
            std::thread::yield_now();
        }
        std::fs::remove_dir_all(&folder).expect("the folder goes");
    }

    #[test]
    fn what_stays_is_not_waited_for() {
        let folder = std::env::temp_dir().join(format!("quarry-shell-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let at = folder.display();
        // Ends when it is told to, or gives up and says so.
        let stays = format!(
            "(for i in 1 2 3 4 5 6 7 8 9; do test -e {at}/go && exit; sleep 1; done; >{at}/late) 2>/dev/null"
        );
        assert_eq!(said(&format!("{stays} & echo now")), Some(b"now\n".to_vec()));
        assert_eq!(said(&format!("{stays} &")), Some(Vec::new()));
        assert!(!folder.join("late").exists());
        std::fs::write(folder.join("go"), "").expect("a file");
        std::fs::remove_dir_all(&folder).expect("the folder goes");
    }
}
