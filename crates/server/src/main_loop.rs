//! The main loop: lines of the console and ticks of the timer, one at a time.

use crate::input::{Lines, Read};
use quarry_lang::system;
use quarry_lang::vm::{Shown, Vm};
use quarry_value::{Result, Sym, Value};
use std::time::Duration;

/// How the program reads and answers lines; the loop decides when.
pub trait Console {
    /// What a terminal shows before a line, e.g. `q)`.
    fn prompt(&self, vm: &Vm) -> String;
    /// Evaluates one line and shows its answer or error.
    fn line(&mut self, vm: &mut Vm, line: &[u8]);
    /// Shows what came of an event that no line asked for.
    fn report(&mut self, vm: &mut Vm, outcome: Result<Shown>);
}

/// Serves events until something ends the process: its exit code.
pub fn run(vm: &mut Vm, lines: &Lines, console: &mut dyn Console) -> i32 {
    let mut timer = Timer::default();
    loop {
        if let Some(code) = vm.exiting {
            return code;
        }
        match lines.next(&console.prompt(vm), timer.wait(vm)) {
            Some(Read::Line(line)) => console.line(vm, &line),
            Some(Read::Interrupt) => {}
            Some(Read::End) => {
                // The error that quitting unwinds with says nothing.
                let _ = system::quit(vm, 0);
            }
            None => tick(vm, console),
        }
    }
}

/// Calls `.z.ts` with the time, UTC, as q does.
fn tick(vm: &mut Vm, console: &mut dyn Console) {
    let at = Value::I64(quarry_value::Type::Timestamp, vm.host.now());
    if let Some(f) = vm.get(Sym::new(".z.ts")) {
        let outcome = vm.apply(&f, &[at]).map(|_| Shown::Nothing);
        console.report(vm, outcome);
    }
}

/// When the next tick is due, in nanoseconds of the host's clock.
#[derive(Default)]
struct Timer {
    period_ms: i64,
    due: i64,
}

impl Timer {
    /// How long to wait for a line before a tick is due; forever when the timer is off.
    ///
    /// The first tick is due when the timer is set. Ticks that were missed are not made up for.
    fn wait(&mut self, vm: &Vm) -> Option<Duration> {
        let period = vm.settings.timer_ms;
        let now = vm.host.now();
        if period != self.period_ms {
            (self.period_ms, self.due) = (period, now);
        }
        if period <= 0 {
            return None;
        }
        let wait = self.due.saturating_sub(now).max(0);
        if wait == 0 {
            self.due = now.saturating_add(period.saturating_mul(1_000_000));
        }
        Some(Duration::from_nanos(wait as u64))
    }
}
