//! Waiting for a file without looking for it again and again: the system tells what appears in its folder.

use quarry_value::evaluation;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::inotify::{CreateFlags, WatchFlags, add_watch, init, remove_watch};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::time::Duration;

/// How often the one who waits is asked whether to go on.
const PATIENCE: Timespec = Timespec { tv_sec: 0, tv_nsec: 5_000_000 };

thread_local! {
    /// Where the system tells. It stays: to close it takes the system many milliseconds.
    static TOLD: Option<OwnedFd> = init(CreateFlags::CLOEXEC | CreateFlags::NONBLOCK).ok();
}

/// See `Host::await_file`.
pub fn until(file: &Path, stop: &mut dyn FnMut() -> bool) -> bool {
    TOLD.with(|told| {
        let mut watch = told.as_ref().and_then(|told| Watch::new(told, file));
        // Looked for after the watch began: what came before would not be told.
        loop {
            if file.exists() {
                return true;
            }
            if stop() {
                return false;
            }
            match &watch {
                Some(watch) => watch.wait(),
                // The folder is not there yet, or there are too many watches.
                None => {
                    std::thread::sleep(Duration::from_millis(1));
                    watch = told.as_ref().and_then(|told| Watch::new(told, file));
                }
            }
        }
    })
}

/// The folder of a file is looked at, as long as this lives.
struct Watch<'a> {
    told: &'a OwnedFd,
    number: i32,
}

impl<'a> Watch<'a> {
    fn new(told: &'a OwnedFd, file: &Path) -> Option<Watch<'a>> {
        let folder = file.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let what = WatchFlags::CREATE | WatchFlags::MOVED_TO | WatchFlags::ONLYDIR;
        Some(Watch { told, number: add_watch(told, folder, what).ok()? })
    }

    /// Waits until something came, or for a moment. What it was does not matter.
    fn wait(&self) {
        let _ = evaluation::waiting(|| poll(&mut [PollFd::new(self.told, PollFlags::IN)], Some(&PATIENCE)));
        let mut events = [0; 4096];
        while rustix::io::read(self.told, &mut events).is_ok_and(|n| n > 0) {}
    }
}

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        // A folder that is gone is not looked at any more.
        let _ = remove_watch(self.told, self.number);
    }
}
