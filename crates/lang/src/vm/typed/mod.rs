//! Arithmetic, choices and loops as programs on atoms and vectors whose types are known.
//!
//! What a step makes of atoms depends on their types alone, so that these are found out once: for what is there to begin with,
//! for constants, and from step to step. Where that does not do, nothing is lost: a program is left at an instruction, and the
//! code goes on from there.
//!
//! | file | noun |
//! |---|---|
//! | `maker` | programs of code: what is held where (`states`), and the steps for it (`steps`), also of casts and tests (`forms`) |
//! | `live` | registers whose values are still wanted |
//! | `lend` | what programs have of registers and globals |
//! | `again` | lambdas that are applied many times to atoms |
//! | `items` | those of them that set variables |
//! | `loops` | loops that have turned a few times |

mod again;
mod items;
mod lend;
mod live;
mod loops;
mod maker;

pub(crate) use again::{Again, How};
pub(crate) use loops::{Loops, Wait};
