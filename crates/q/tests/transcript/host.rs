//! A scripted world: a clock that moves a millisecond at each look, and a console that is a buffer.

use quarry_lang::host::{Host, Memory};
use quarry_value::{Error, Result, calendar};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, Ordering};

pub struct Scripted {
    clock: AtomicI64,
    printed: Mutex<Vec<u8>>,
}

impl Default for Scripted {
    fn default() -> Scripted {
        let start = calendar::days(2024, 2, 29) * calendar::NS_DAY + 9 * calendar::NS_HOUR;
        Scripted { clock: AtomicI64::new(start), printed: Mutex::new(Vec::new()) }
    }
}

impl Scripted {
    /// What was printed since the last call.
    pub fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.printed.lock().unwrap())
    }
}

impl Host for Scripted {
    fn now(&self) -> i64 {
        self.clock.fetch_add(1_000_000, Ordering::Relaxed)
    }

    fn zone_offset(&self, _: i64) -> i64 {
        2 * calendar::NS_HOUR
    }

    fn out(&self, text: &[u8]) {
        self.printed.lock().unwrap().extend_from_slice(text);
    }

    fn err(&self, text: &[u8]) {
        self.out(text);
    }

    fn shell(&self, command: &[u8]) -> Result<Vec<u8>> {
        let done = Command::new("/bin/sh").arg("-c").arg(String::from_utf8_lossy(command).as_ref()).output();
        match done {
            Ok(done) if done.status.success() => Ok(done.stdout),
            _ => Err(Error::new("os")),
        }
    }

    fn interrupted(&self) -> bool {
        false
    }

    fn read_line(&self) -> Option<Vec<u8>> {
        None
    }

    fn redirect(&self, _: i32, _: &[u8]) -> Result<()> {
        Err(Error::new("nyi"))
    }

    fn environment(&self, _: &str) -> Option<Vec<u8>> {
        None
    }

    fn set_environment(&self, _: &str, _: &[u8]) {}

    fn host_name(&self) -> String {
        "host".into()
    }

    fn user_name(&self) -> String {
        "user".into()
    }

    fn memory(&self) -> Memory {
        Memory { machine: 8 << 30, ..Memory::default() }
    }
}
