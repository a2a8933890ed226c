//! Lines from a pipe or a file.

use crate::edit::Names;
use quarry_server::{Input, Lines, Read};
use quarry_value::meter;
use std::io::{BufRead, Read as _};

struct Piped;

impl Input for Piped {
    fn read(&mut self, _: &str) -> Read {
        match line(&mut std::io::stdin().lock()) {
            Ok(Some(line)) => Read::Line(line),
            Ok(None) => Read::End,
            Err(e) => {
                // Nothing that follows can be understood.
                eprintln!("standard input: {e}");
                Read::End
            }
        }
    }
}

/// Bytes of a line that are read before it is asked whether there is room for more.
const STEP: usize = 1 << 20;

/// The next line without its end, unless there is none.
///
/// Errors: the system's; 'wsfull for a line that memory does not hold.
fn line(from: &mut impl BufRead) -> std::io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    loop {
        let read = from.take(STEP as u64).read_until(b'\n', &mut line)?;
        if line.last() == Some(&b'\n') {
            line.pop();
            return Ok(Some(line));
        }
        if read < STEP {
            return Ok(Some(line).filter(|l| !l.is_empty()));
        }
        // A vector that grows becomes twice as large.
        meter::check(3 * line.len()).map_err(std::io::Error::other)?;
    }
}

/// The lines of standard input, with nobody to complete names for.
pub fn lines(wake: impl Fn() + Send + 'static) -> std::io::Result<(Lines, Names)> {
    Ok((Lines::start(Piped, wake)?, Names::default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_any_length_end_with_a_line_feed_or_the_input() {
        let long = vec![b'x'; STEP + 5];
        let text = [b"a\n\n", &long[..], b"\n", &long[..STEP], b"\nlast"].concat();
        let mut rest = &text[..];
        let mut all = Vec::new();
        while let Some(line) = line(&mut rest).expect("room") {
            all.push(line);
        }
        assert!(all == [&b"a"[..], b"", &long, &long[..STEP], b"last"]);
    }
}
