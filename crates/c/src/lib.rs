//! The C interface: libraries that `2:` loads see q values as K objects, and call back.
//!
//! | module | |
//! |---|---|
//! | `object` | K objects: their layout, their memory, who holds them |
//! | `symbols` | symbols as pointers |
//! | `convert` | values as objects and back |
//! | `calls` | calls across the border, and errors |
//! | `descriptor` | what `sd1` puts on the main loop |
//! | `api` | the functions that libraries find in the process |
//! | `library` | `2:` |
//!
//! `include/k.h` declares what libraries see. Source: interfaces/capiref, interfaces/c-client-for-q.

mod api;
mod calls;
mod convert;
mod descriptor;
mod library;
mod object;
mod symbols;

pub use library::load;
