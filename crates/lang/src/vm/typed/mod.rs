//! Arithmetic, choices and loops as programs on atoms and vectors whose types are known.
//!
//! What a step makes of atoms depends on their types alone, so that these are found out once: for what is there to begin with,
//! for constants, and from step to step. Where that does not do, nothing is lost: a program is left at an instruction, and the
//! code goes on from there.
//!
//! | file | noun |
//! |---|---|
//! | `maker` | programs of code |
//! | `live` | registers whose values are still wanted |
//! | `again` | lambdas that are applied many times to atoms |
//! | `loops` | loops that have turned a few times |

mod again;
mod live;
mod loops;
mod maker;

pub(crate) use again::{Again, How};
pub(crate) use loops::{Loops, Wait};
