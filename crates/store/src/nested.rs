//! Nested columns as kdb+ wrote them before V3.6 (type 77 and more). They are read only.
//!
//! `col` is a simple vector of longs: where each item ends, counted in elements. `col#` is the elements, bare.

use crate::fail;
use crate::read::{HEADER_SIZE, Header, image, truncated, typed};
use crate::repair::Places;
use quarry_value::{Buf, Data, Items, List, Result, Source, Type, Value, fault};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Opens a nested column of vectors whose type has number `ty`.
pub fn open(index: &Arc<dyn Source>, ty: u8, places: &Places) -> Result<Value> {
    let unknown = || quarry_value::error::nyi("nested symbols as written before V3.6").detail(index.name());
    let ty = Type::from_number(ty.into()).filter(|t| !matches!(t, Type::List | Type::Symbol | Type::Enum));
    let ty = ty.ok_or_else(unknown)?;
    let header = Header::read(&**index, 0).ok_or_else(|| truncated(&**index))?;
    let count = header.count(&**index, HEADER_SIZE, 8).ok_or_else(|| truncated(&**index))?;
    let ends = Buf::view(index.clone(), HEADER_SIZE, count).ok_or_else(|| truncated(&**index))?;
    let elements = match count {
        0 => None,
        _ => Some(image(&places.file("#"))?),
    };
    Ok(List::lazy(Arc::new(Nested { ty, ends, elements, name: index.name() })).into())
}

/// The file beside `path` that holds the rest of a nested column: its name with `#` or `##` after it.
pub fn companion(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(suffix);
    name.into()
}

struct Nested {
    ty: Type,
    ends: Buf<i64>,
    elements: Option<Arc<dyn Source>>,
    name: String,
}

impl Nested {
    /// Where item `i` lies, counted in elements. Nothing is known of what the file says.
    fn place(&self, i: usize) -> Option<Range<usize>> {
        let start = if i == 0 { 0 } else { usize::try_from(self.ends.get(i - 1)).ok()? };
        Some(start..usize::try_from(self.ends.get(i)).ok()?)
    }

    fn item(&self, i: usize) -> Option<Value> {
        let Range { start, end } = self.place(i)?;
        let at = start.checked_mul(self.ty.width())?;
        let vector = typed(self.elements.as_ref()?, self.ty, at, end.checked_sub(start)?).ok()?;
        Some(settle(vector).into())
    }
}

/// Items of fewer bytes are copied.
pub const WINDOW_MIN: usize = 4096;

/// Short items are copied, because a window costs more than their bytes.
pub fn settle(mut v: quarry_value::Vector) -> quarry_value::Vector {
    if v.data.size() < WINDOW_MIN {
        quarry_value::with_data!(&mut v.data, b => { b.make_mut(); });
    }
    v
}

impl Items for Nested {
    fn len(&self) -> usize {
        self.ends.len()
    }
    fn text(&self, i: usize) -> Option<&[u8]> {
        let elements = self.elements.as_ref().filter(|_| self.ty == Type::Char)?;
        let place = self.place(i).filter(|p| p.start <= p.end && p.end <= elements.size())?;
        Some(elements.bytes(place))
    }
    fn get(&self, i: usize) -> Value {
        self.item(i).unwrap_or_else(|| {
            fault::raise(fail::corrupt(&self.name, &format!("item {i} lies outside its # file")));
            Value::from(quarry_value::Vector::new(self.ty, Data::empty(self.ty.repr())))
        })
    }
}
