//! Floor 3: the main loop. One thread owns the evaluator; whatever happens outside reaches it as an event, and
//! events are served one at a time, in the order they came.
//!
//! | file | noun |
//! |---|---|
//! | `input` | lines of the console, read on a thread of their own so that waiting for one blocks nothing else |
//! | `main_loop` | the loop: lines and timer ticks |
//!
//! Sockets will be a further source of events here. There are none yet.

mod input;
mod main_loop;

pub use input::{Input, Lines, Read};
pub use main_loop::{Console, run};
