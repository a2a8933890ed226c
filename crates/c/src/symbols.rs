//! Symbols as C code has them: pointers to text that ends with a zero and stays for ever. Equal symbols are equal pointers.

use quarry_value::Sym;
use std::collections::HashMap;
use std::ffi::{CString, c_char};
use std::sync::{LazyLock, PoisonError, RwLock};

static TEXTS: LazyLock<RwLock<HashMap<Sym, CString>>> = LazyLock::new(RwLock::default);

/// The text of a symbol.
pub fn text(symbol: Sym) -> *const c_char {
    if let Some(text) = TEXTS.read().unwrap_or_else(PoisonError::into_inner).get(&symbol) {
        return text.as_ptr();
    }
    let mut texts = TEXTS.write().unwrap_or_else(PoisonError::into_inner);
    // A symbol has no zero inside.
    texts.entry(symbol).or_insert_with(|| CString::new(symbol.bytes()).unwrap_or_default()).as_ptr()
}
