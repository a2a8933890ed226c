//! Floor 2: the q language.
pub mod db;
pub mod host;
pub mod prims;
pub mod query;
pub mod settings;
pub mod syntax;
pub mod system;
pub mod vm;
