//! Lines from a pipe or a file.

use crate::edit::Names;
use quarry_server::{Input, Lines, Read};
use std::io::BufRead;

struct Piped;

impl Input for Piped {
    fn read(&mut self, _: &str) -> Read {
        let mut line = Vec::new();
        match std::io::stdin().lock().read_until(b'\n', &mut line) {
            Ok(n) if n > 0 => {
                if line.last() == Some(&b'\n') {
                    line.pop();
                }
                Read::Line(line)
            }
            _ => Read::End,
        }
    }
}

/// The lines of standard input, with nobody to complete names for.
pub fn lines(wake: impl Fn() + Send + 'static) -> std::io::Result<(Lines, Names)> {
    Ok((Lines::start(Piped, wake)?, Names::default()))
}
