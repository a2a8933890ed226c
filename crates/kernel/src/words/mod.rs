//! Text: patterns, splitting and joining, case, blanks, hashes.
//!
//! | file | noun |
//! |---|---|
//! | `pattern` | patterns with `? * []` |
//! | `search` | `like ss ssr` |
//! | `split` | `vs` |
//! | `unite` | `sv` |
//! | `letters` | `lower upper trim ltrim rtrim hsym` |
//! | `md5` | `md5` |

mod letters;
mod md5;
mod pattern;
mod search;
mod split;
#[cfg(test)]
mod tests;
mod unite;

pub use letters::{hsym, lower, ltrim, rtrim, trim, upper};
pub use md5::md5;
pub use pattern::Pattern;
pub use search::{like, ss, ssr};
pub use split::vs;
pub use unite::sv;
