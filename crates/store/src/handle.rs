//! File handles: what ``h:hopen `:file`` opens, and `h x` appends.

use crate::{fail, object};
use quarry_value::{Result, Type, Value, Vector};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// A file open for appending.
pub struct FileHandle {
    path: PathBuf,
    file: File,
}

impl FileHandle {
    /// Opens a file, made with its directories when it is not there. Source: ref/hopen.
    pub fn open(path: &Path) -> Result<FileHandle> {
        crate::write::make_directory_of(path)?;
        let file = File::options().append(true).create(true).open(path).map_err(|e| fail::os(path, &e))?;
        Ok(FileHandle { path: path.to_path_buf(), file })
    }

    /// `h x`: chars and bytes as they are, the items of any other list serialised one by one. In one write, so that
    /// a reader does not meet half a message while the disk has room.
    ///
    /// Errors: 'type for an atom that is not a char or byte.
    pub fn append(&mut self, x: &Value) -> Result<()> {
        let mut bytes = Vec::new();
        match x {
            Value::U8(Type::Char | Type::Byte, c) => bytes.push(*c),
            Value::Vector(v) if matches!(v.ty, Type::Char | Type::Byte) => bytes.extend(text(v)),
            x if x.is_list() => {
                for item in x.items() {
                    object::write(&item, &mut bytes)?;
                }
            }
            _ => return Err(quarry_value::error::type_error().detail("a file takes chars, bytes or a list")),
        }
        self.write(&bytes)
    }

    /// `neg[h] x`: a line of text, or of each string of a list.
    pub fn append_line(&mut self, x: &Value) -> Result<()> {
        let mut bytes = Vec::new();
        let mut line = |x: &Value| -> Result<()> {
            let text = x.as_text().ok_or_else(quarry_value::error::type_error)?;
            bytes.extend_from_slice(text);
            bytes.push(b'\n');
            Ok(())
        };
        match x {
            Value::List(_) => x.items().try_for_each(|s| line(&s))?,
            x => line(x)?,
        }
        self.write(&bytes)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.file.write_all(bytes).map_err(|e| fail::os(&self.path, &e))
    }
}

fn text(v: &Vector) -> &[u8] {
    v.slice::<u8>().unwrap_or_default()
}
