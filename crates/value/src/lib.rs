//! Floor 0: what a q value is. Memory, text, bytes; no file, no socket, no evaluation.
//!
//! | file | noun |
//! |---|---|
//! | `types` | eighteen types over eight storages |
//! | `value` | `Value`, sixteen bytes |
//! | `vector`, `buf`, `item` | typed vectors, where their items live, one item |
//! | `parted` | the runs of a parted vector |
//! | `list`, `held`, `texts`, `pieces`, `slices` | general lists; strings packed in one buffer, lists of such strings, short vectors one behind the other |
//! | `dict`, `collapse` | dictionaries and tables; lists of like atoms become vectors |
//! | `packing` | when strings and short vectors are kept in one buffer |
//! | `gathered`, `strings`, `in_turn` | items that come or go one after the other; many strings and short vectors are packed |
//! | `func`, `prim` | function values; the names of the primitives |
//! | `sym` | interned symbols |
//! | `num`, `calendar` | widening; dates and times from 2000.01.01 |
//! | `meter`, `pool` | memory in use, and limits on it; the one pool of threads |
//! | `memory`, `moving` | memory domains; values moved to one |
//! | `room` | memory as data wants it, which may not be there |
//! | `spare` | memory that is kept back for what cannot be refused |
//! | `domain` | what enumerations stand for |
//! | `error` | a q error |
//! | `stack` | what is left of a stack |
//! | `evaluation`, `fault` | whether an evaluation is to end; failures met while touching data |
//! | `text` | values as text: literals, console |
//! | `wire` | values as bytes: serialisation, IPC compression |

mod buf;
pub mod calendar;
mod collapse;
mod dict;
pub mod domain;
pub mod error;
pub mod evaluation;
pub mod fault;
mod func;
mod gathered;
mod held;
mod in_turn;
mod item;
mod list;
mod made;
pub mod memory;
pub mod meter;
pub mod moving;
pub mod num;
pub mod packing;
mod parted;
mod pieces;
pub mod pool;
mod prim;
mod records;
pub mod room;
mod slices;
pub mod spare;
pub mod stack;
mod strings;
mod sym;
pub mod text;
mod texts;
mod types;
mod value;
mod vector;
pub mod wire;

pub use buf::{Buf, Data, Position, Source, View};
pub use dict::{Dict, Table, place_near, place_of};
pub use error::{Error, Frame, Result};
pub use func::{Composition, Derived, Iter, Lambda, OWN_FILES, Place, Projection};
pub use gathered::Gathered;
pub use in_turn::InTurn;
pub use item::{Guid, Item};
pub use list::{Items, Learned, List};
pub use made::Made;
pub use parted::{RunIndex, StoredIndex};
pub use pieces::Pieces;
pub use prim::{Kind, NO_WIRE, Prim, ROWS, Row};
pub use slices::Slices;
pub use sym::Sym;
pub use texts::Texts;
pub use types::{Repr, Type};
pub use value::Value;
pub use value::dyn_foreign::Foreign;
pub use vector::{Attr, Mark, Vector};
