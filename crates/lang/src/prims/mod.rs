//! Bodies of primitives that need names or tables.
//!
//! | file | what |
//! |---|---|
//! | `table` | names, columns, keys and order of tables |
//! | `upsert` | rows added to tables |
//! | `join`, `asof`, `window` | joins |
//! | `fby` | aggregates given back to groups |
//! | `files`, `persist`, `handles` | values and tables on disk; open files, text and bytes |
//! | `compressed`, `key` | how files are compressed, and what is decoded of them; the key of encrypted ones |
//! | `filetext` | `0:` and `1:` |
//! | `network`, `ipc`, `processes` | hosts by name and address; messages to other processes; `peach` over them |
//! | `tls` | how connections are encrypted |
//! | `dynamic` | `2:` |
//! | `replay` | logs run again |
//! | `backtrace` | `.Q.bt`, `.Q.trp`, `.Q.trpd`, `.Q.sbt` |
//! | `console` | `.Q.s`, `.Q.gc`, `.Q.ld` |
//! | `flat`, `column`, `ops`, `runs` | what these stand on |

pub mod ahead;
pub mod asof;
pub mod backtrace;
pub mod column;
pub mod compressed;
pub mod console;
pub mod dynamic;
pub mod fby;
pub mod files;
pub mod filetext;
pub mod flat;
pub mod handles;
pub mod ipc;
pub mod join;
pub(crate) mod key;
pub mod network;
pub mod ops;
pub mod persist;
pub mod processes;
pub mod replay;
pub mod table;
pub(crate) mod tls;
pub mod upsert;
pub mod window;
