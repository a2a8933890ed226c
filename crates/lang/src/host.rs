//! The one door to the world outside: clock, randomness seed, files, console. Tests script it.

use quarry_value::Result;

/// What the language asks of the process around it.
pub trait Host: Send {
    /// Nanoseconds since 2000.01.01, UTC.
    fn now(&self) -> i64;
    /// Offset of local time from UTC at `utc` (nanoseconds since 2000.01.01), in nanoseconds.
    fn zone_offset(&self, utc: i64) -> i64;
    /// Text to the console's standard output, as it is.
    fn out(&mut self, text: &[u8]);
    /// Text to standard error, as it is.
    fn err(&mut self, text: &[u8]);
    /// Runs a shell command: output lines, or an error with word `os`.
    fn shell(&mut self, command: &[u8]) -> Result<Vec<u8>>;
    /// Has the user asked to stop (Ctrl-C, a time limit)? Asking clears it.
    fn interrupted(&mut self) -> bool;
    /// A line of standard input without its newline; `None` at the end.
    fn read_line(&mut self) -> Option<Vec<u8>>;
}
