//! Waiting for a file without looking for it again and again: the system tells what appears in its folder.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::inotify::{CreateFlags, WatchFlags, add_watch, init};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::time::Duration;

/// How often the one who waits is asked whether to go on.
const PATIENCE: Timespec = Timespec { tv_sec: 0, tv_nsec: 5_000_000 };

/// See `Host::await_file`.
pub fn until(file: &Path, stop: &mut dyn FnMut() -> bool) -> bool {
    let mut watch = watch_folder(file);
    // Looked for after the watch began: what came before would not be told.
    loop {
        if file.exists() {
            return true;
        }
        if stop() {
            return false;
        }
        match &watch {
            Some(told) => wait(told),
            // The folder is not there yet, or there are too many watches.
            None => {
                std::thread::sleep(Duration::from_millis(1));
                watch = watch_folder(file);
            }
        }
    }
}

fn watch_folder(file: &Path) -> Option<OwnedFd> {
    let folder = file.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let told = init(CreateFlags::CLOEXEC | CreateFlags::NONBLOCK).ok()?;
    add_watch(&told, folder, WatchFlags::CREATE | WatchFlags::MOVED_TO | WatchFlags::ONLYDIR).ok()?;
    Some(told)
}

/// Waits until something came, or for a moment. What it was does not matter.
fn wait(told: &OwnedFd) {
    let _ = poll(&mut [PollFd::new(told, PollFlags::IN)], Some(&PATIENCE));
    let mut events = [0; 4096];
    while rustix::io::read(told, &mut events).is_ok_and(|n| n > 0) {}
}
