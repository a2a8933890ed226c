//! A scripted world: a clock that moves a millisecond at each look, and a console that is a buffer.

use quarry_lang::host::{Host, Memory};
use quarry_value::{Error, Result, calendar};
use std::collections::VecDeque;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, Ordering};

pub struct Scripted {
    clock: AtomicI64,
    /// What was printed, in pieces: a line read starts a new one.
    printed: Mutex<Vec<Vec<u8>>>,
    /// Lines to be read, each with the parentheses of the prompt it is meant for.
    typed: Mutex<VecDeque<(String, String)>>,
}

impl Default for Scripted {
    fn default() -> Scripted {
        let start = calendar::days(2024, 2, 29) * calendar::NS_DAY + 9 * calendar::NS_HOUR;
        Scripted {
            clock: AtomicI64::new(start),
            printed: Mutex::new(vec![Vec::new()]),
            typed: Mutex::default(),
        }
    }
}

impl Scripted {
    /// Lines for whoever reads next.
    pub fn type_ahead(&self, lines: impl Iterator<Item = (String, String)>) {
        self.typed.lock().unwrap().extend(lines);
    }

    /// What was printed since the last call, and `last`: a piece for each line that was read, and the one before.
    pub fn take(&self, last: Vec<u8>) -> Vec<Vec<u8>> {
        self.out(&last);
        self.typed.lock().unwrap().clear();
        std::mem::replace(&mut self.printed.lock().unwrap(), vec![Vec::new()])
    }
}

impl Host for Scripted {
    fn now(&self) -> i64 {
        self.clock.fetch_add(1_000_000, Ordering::Relaxed)
    }

    fn elapsed(&self) -> i64 {
        self.now()
    }

    /// Two hours, and three in the summer of 2045: from 26 March, 01:00 UTC, to 29 October, 01:00 UTC.
    fn zone_offset(&self, utc: i64) -> i64 {
        const SUMMER: std::ops::Range<i64> = 16_521 * calendar::NS_DAY..16_738 * calendar::NS_DAY;
        if SUMMER.contains(&utc.saturating_sub(calendar::NS_HOUR)) {
            3 * calendar::NS_HOUR
        } else {
            2 * calendar::NS_HOUR
        }
    }

    fn out(&self, text: &[u8]) {
        if let Some(piece) = self.printed.lock().unwrap().last_mut() {
            piece.extend_from_slice(text);
        }
    }

    fn err(&self, text: &[u8]) {
        self.out(text);
    }

    fn shell(&self, command: &[u8], _: bool, _: &mut dyn FnMut() -> bool) -> Result<Vec<u8>> {
        let done = Command::new("/bin/sh").arg("-c").arg(String::from_utf8_lossy(command).as_ref()).output();
        match done {
            Ok(done) if done.status.success() => Ok(done.stdout),
            _ => Err(Error::new("os")),
        }
    }

    fn interrupted(&self) -> bool {
        false
    }

    fn read_line(&self, prompt: Option<&str>, _: &mut dyn FnMut() -> bool) -> Option<Vec<u8>> {
        let prompt = prompt.unwrap_or_default();
        let (suspended, line) = self.typed.lock().unwrap().pop_front()?;
        let mut printed = self.printed.lock().unwrap();
        let asked = prompt.find(')').map_or("", |at| &prompt[at + 1..]);
        if asked != suspended {
            printed.last_mut()?.extend_from_slice(format!("the prompt was {prompt}\n").as_bytes());
        }
        printed.push(Vec::new());
        Some(line.into_bytes())
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
