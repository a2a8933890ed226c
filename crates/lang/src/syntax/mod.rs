//! From text to syntax trees.
pub mod node;
