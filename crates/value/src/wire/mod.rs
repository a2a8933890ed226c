//! Values as bytes.
