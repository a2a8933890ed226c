//! Floor 2: the q language.
pub mod host;
pub mod settings;
pub mod syntax;
pub mod system;
pub mod vm;
