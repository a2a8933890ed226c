//! Floor 1: work on vectors. Knows values, not names, files or evaluation.
//!
//! Every primitive that needs no name and no evaluation is a function here: `fn count(x: &Value) -> Result<Value>`,
//! `fn take(x: &Value, y: &Value) -> Result<Value>`, called by its q keyword or, for operators, by what the
//! reference calls it (`add`, `take`, `find`).

pub mod atomic;
pub mod domain;
pub mod groups;
pub mod pool;

#[allow(unused_imports)]
pub use atomic::*;
pub use groups::Groups;
