//! Floor 2: the q language.
//!
//! | file | noun |
//! |---|---|
//! | `syntax` | text to syntax trees, parse trees |
//! | `vm` | byte code and the evaluator |
//! | `bind` | what each primitive does, one row each |
//! | `operators`, `words`, `internal`, `dotz` | operators and keywords that need names or evaluation; `-N!`; `.z` |
//! | `prims` | bodies of keywords on tables and files |
//! | `query`, `db`, `damage` | qSQL, open databases; what is wrong with the columns of a partition |
//! | `system`, `settings` | system commands and what they set |
//! | `report`, `explain`, `hints` | the text of errors and backtraces; detail for errors that have none; what to write instead |
//! | `help` | help at the prompt |
//! | `updates`, `replica` | the log of updates; doing what another process logs |
//! | `users` | the file of users and passwords |
//! | `host`, `network` | the doors to the world outside and to other processes |
//! | `native` | functions of libraries |
//! | `profile` | what is being evaluated, for another process: `.Q.prf0` |
//! | `serve`, `reader` | what other processes ask for; the same on a thread of its own |
//! | `http`, `web_console` | requests of browsers; the console that they get |
//! | `library` | the part written in q, `lib/*.q` |
//! | `modules` | scripts in namespaces of their own: `use` |

mod bind;
mod damage;
mod db;
mod dotz;
mod explain;
pub mod help;
mod hints;
pub mod host;
pub mod http;
mod internal;
mod library;
mod modules;
pub mod native;
pub mod network;
mod operators;
mod prims;
mod profile;
mod query;
pub mod reader;
mod replica;
pub mod report;
pub mod serve;
pub mod settings;
pub mod syntax;
pub mod system;
mod updates;
mod users;
pub mod vm;
mod web_console;
mod words;

pub use dotz::SYSTEM;
pub use profile::Watch;
pub use quarry_store::{request, set_cache_limit, set_durable};
