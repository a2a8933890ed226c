//! Text: patterns, splitting and joining, case, blanks.
//!
//! | file | noun |
//! |---|---|
//! | `pattern` | patterns with `? * []` |
//! | `search` | `like ss ssr` |
//! | `split` | `vs` |
//! | `unite` | `sv` |
//! | `letters` | `lower upper trim ltrim rtrim hsym` |

mod letters;
mod pattern;
mod search;
mod split;
#[cfg(test)]
mod tests;
mod unite;

pub use letters::{hsym, lower, ltrim, rtrim, trim, upper};
pub use pattern::Pattern;
pub use search::{find_each, holds_each, like, sought, ss, ss_each, ssr, ssr_each};
pub use split::{parts_each, vs, vs_each};
pub use unite::{sv, sv_each, unite_each};
