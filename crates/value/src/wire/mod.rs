//! Values as bytes: the objects of messages and of files, message headers, compression.
//!
//! | file | noun |
//! |---|---|
//! | `write` | values to bytes |
//! | `read` | bytes to values, nothing trusted |
//! | `message` | headers, compressed messages |
//! | `lz` | the coding of compressed messages and files |

pub mod lz;
mod message;
mod read;
mod write;

pub use message::{
    HEADER_SIZE, Header, MessageKind, compress, decompress, error_message, message, read_message, signalled,
};
pub use read::{Front, deserialise, front_size, read_front, read_object};
pub use write::{least_capability, serialise, serialised_size, write_object};

/// Type bytes of what is not an atom or a vector.
mod code {
    pub const TABLE: u8 = 98;
    pub const DICT: u8 = 99;
    pub const LAMBDA: u8 = 100;
    pub const UNARY: u8 = 101;
    pub const BINARY: u8 = 102;
    pub const ITER: u8 = 103;
    pub const PROJECTION: u8 = 104;
    pub const COMPOSITION: u8 = 105;
    /// The first of the six derived functions.
    pub const DERIVED: u8 = 106;
    pub const SORTED_DICT: u8 = 127;
    pub const ERROR: u8 = 128;
    /// An enumerated vector inside a file; any of 20..=76 is read as one.
    pub const ENUM: u8 = 21;
    /// The index of the elided argument.
    pub const ELIDED: u8 = 255;
    /// A count that needs eight bytes is flagged in the attribute.
    pub const LONG_COUNT: u8 = 0x80;
}

/// How deep objects may lie in objects.
const DEPTH_MAX: usize = 400;

/// Where objects go: messages know no enumerations, files keep them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Medium {
    Message,
    File,
}
