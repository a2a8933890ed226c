//! Is there stack left? Who walks through values within values by calling himself asks before he goes deeper: they may be as
//! deep as memory is large.

use crate::{Error, Result, fault};

/// Bytes that what is no such walk gets by with.
const LEAST: usize = 1 << 20;

fn is_short() -> bool {
    stacker::remaining_stack().is_some_and(|left| left < LEAST)
}

/// May one go deeper? Errors: 'stack.
#[inline]
pub fn check() -> Result<()> {
    if is_short() { Err(too_deep()) } else { Ok(()) }
}

/// [`check`] for those who cannot fail: what they leave undone nobody sees, as the evaluator finds the reason.
#[inline]
pub fn is_over() -> bool {
    let over = is_short();
    if over && !fault::pending() {
        fault::raise(too_deep());
    }
    over
}

#[cold]
fn too_deep() -> Error {
    Error::new("stack").detail("values are nested too deep")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sink(levels: usize) -> usize {
        let room = std::hint::black_box([0u8; 4096]);
        if is_over() { levels } else { sink(levels + 1) + usize::from(room[0]) }
    }

    #[test]
    fn a_walk_ends_before_its_stack_does() {
        let deep = std::thread::Builder::new().stack_size(8 << 20);
        let levels = deep.spawn(|| (sink(0), fault::take().map(|e| e.word().to_vec())));
        let (levels, word) = levels.expect("a thread").join().expect("no overflow");
        assert!(levels > 100, "{levels}");
        assert_eq!(word.as_deref(), Some(&b"stack"[..]));
        check().expect("this thread has enough");
    }
}
