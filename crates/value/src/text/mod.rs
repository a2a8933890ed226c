//! Values as text, and text as values.
//!
//! | file | noun |
//! |---|---|
//! | `number` | the bare text of one item: `1`, `2000.01.01`, `0N` |
//! | `literal` | `-3!x`: any value on one line |
//! | `console` | what the prompt prints |
//! | `string` | the keyword `string` |
//! | `json` | `.j.j` and `.j.k` |
//! | `parse` | text to an item of a given type |
//! | `column` | many texts to items of one type |
//! | `cells` | the items of a column to texts |
//! | `scan` | literal words to values |

pub mod cells;
pub mod column;
mod console;
pub mod json;
mod literal;
pub mod number;
pub mod parse;
pub mod scan;
mod string;

pub use console::{Console, console, cut_lines, in_a_line};
pub use literal::{bare, escape, literal, literal_with};
pub use scan::{number_length, scan_number, scan_vector};
pub use string::{iso, string, text_of, write_iso};

use std::sync::atomic::{AtomicU8, Ordering};

static PRECISION: AtomicU8 = AtomicU8::new(7);

/// Names that are listed at most.
const NAMES_MAX: usize = 20;

/// Names with blanks between them, for people: the first twenty.
pub fn names(names: &[crate::Sym]) -> String {
    let listed: Vec<_> = names.iter().take(NAMES_MAX).map(|n| n.text()).collect();
    listed.join(" ") + if names.len() > NAMES_MAX { " …" } else { "" }
}

/// `\P`: the significant digits of floats in text; 0 shows all seventeen.
pub fn precision() -> u8 {
    PRECISION.load(Ordering::Relaxed)
}

/// Sets `\P`, at most 17.
pub fn set_precision(digits: u8) {
    PRECISION.store(digits.min(17), Ordering::Relaxed);
}
