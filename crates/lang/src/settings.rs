//! What flags and system commands set: one place that prompt, console text and primitives read.

use quarry_value::Sym;
use std::ffi::OsString;

/// The settings of a process, by their command letters.
#[derive(Clone, Debug)]
pub struct Settings {
    /// `\P`: significant digits shown of a float; 0 shows what reads back as the same number.
    pub precision: i32,
    /// `\c`: rows and columns of the console.
    pub console: (i32, i32),
    /// `\C`: rows and columns of tables over HTTP.
    pub http: (i32, i32),
    /// `\S`: the seed last set; 0 is not a seed.
    pub seed: i32,
    /// `\e`: 0 clears the stack of a failed request, 1 suspends, 2 dumps it.
    pub error_trap: i32,
    /// `\g`: 0 returns memory when asked, 1 at once.
    pub collect: i32,
    /// `\o`: hours (or minutes past 23) from UTC; `None` takes the zone of the machine.
    pub offset: Option<i64>,
    /// `\s`: threads in use, and the most that may be (`-s`). Negative: processes in place of threads.
    pub threads: i32,
    pub threads_max: i32,
    /// `\t`: milliseconds between timer ticks, 0 for none.
    pub timer_ms: i64,
    /// `\T`: seconds a request of a client may take, 0 for no limit.
    pub timeout_s: i32,
    /// `\w`: megabytes the heap may grow to, 0 for no limit.
    pub memory_mb: i64,
    /// `-m`: the folder whose file system backs memory domain 1.
    pub memory_path: Option<OsString>,
    /// `-fsync`: writes wait for the disk.
    pub durable: bool,
    /// `-queue`, `.Q.queue`: megabytes that may wait for one connection to read them, 0 for no limit.
    pub queue_mb: u32,
    /// `-zcache`: megabytes of decoded blocks that stay between requests; `None` for a part of the machine's memory.
    pub cache_mb: Option<u32>,
    /// `\W`: the day that weeks start on, 0 for Saturday.
    pub week: i32,
    /// `\z`: 0 reads `06/01/2010` month first, 1 day first.
    pub day_first: i32,
    /// `-p`: where to listen at the start; empty for nowhere.
    pub place: String,
    /// `\`: the console takes k.
    pub k: bool,
    /// `-q`: no banner, no prompt.
    pub quiet: bool,
    /// `-E`: whether TLS is spoken with those who connect: 0 with nobody, 1 with those who begin it, 2 with all.
    pub tls: i32,
    /// `-b`: clients may not write.
    pub blocked: bool,
    /// `-u 1`, `-u file`: clients may neither leave the current directory nor run system commands.
    pub restricted: bool,
    /// `-u file`, `-U file`: the file of users and passwords.
    pub users: Option<OsString>,
    /// `--no-web-console`: browsers get no console at `/`.
    pub web_console: bool,
    /// `-l`, `-L`: messages that change something are logged; `-L` waits for the disk.
    pub logged: bool,
    pub log_sync: bool,
    /// `-r`: the process whose updates are done here, too; empty for none.
    pub primary: String,
    /// `.z.f`: the script or directory on the command line.
    pub file: Sym,
    /// `.z.x`: the words of the command line after the script.
    pub args: Vec<OsString>,
    /// Scripts that come with the program, path and text: `\l` finds them when there is no such file.
    pub scripts: &'static [(&'static str, &'static str)],
    /// `.z.X`: every word of the command line.
    pub raw_args: Vec<OsString>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            precision: 7,
            console: (25, 80),
            http: (36, 2000),
            seed: -314_159,
            error_trap: 0,
            collect: 0,
            offset: None,
            threads: 0,
            threads_max: 0,
            timer_ms: 0,
            timeout_s: 0,
            memory_mb: 0,
            memory_path: None,
            durable: false,
            queue_mb: 0,
            cache_mb: None,
            week: 2,
            day_first: 0,
            place: String::new(),
            k: false,
            quiet: false,
            tls: 0,
            blocked: false,
            restricted: false,
            users: None,
            web_console: true,
            logged: false,
            log_sync: false,
            primary: String::new(),
            file: Sym::EMPTY,
            args: Vec::new(),
            scripts: &[],
            raw_args: Vec::new(),
        }
    }
}

impl Settings {
    /// `\c` and `\C` coerce what they are given to 10..=2000.
    pub fn coerce_size(rows: i64, columns: i64) -> (i32, i32) {
        (rows.clamp(10, 2000) as i32, columns.clamp(10, 2000) as i32)
    }

    /// May `\o` be this? Infinities may not.
    pub fn may_be_offset(n: i64) -> bool {
        n.unsigned_abs() < i32::MAX.unsigned_abs().into()
    }

    /// Nanoseconds from UTC that `\o` asks for, if it does.
    pub fn offset_ns(&self) -> Option<i64> {
        let n = self.offset?;
        let minutes = if n.saturating_abs() > 23 { n } else { n.saturating_mul(60) };
        Some(minutes.saturating_mul(quarry_value::calendar::NS_MINUTE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_are_hours_or_minutes() {
        let of = |n| Settings { offset: n, ..Settings::default() }.offset_ns();
        assert_eq!(of(None), None);
        assert_eq!(of(Some(-5)), Some(-5 * 3_600_000_000_000));
        assert_eq!(of(Some(390)), Some(390 * 60_000_000_000));
        assert_eq!(Settings::coerce_size(1, 9999), (10, 2000));
    }
}
