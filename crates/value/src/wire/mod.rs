//! Values as bytes.

pub mod lz;
