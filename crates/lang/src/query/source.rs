//! What a query is from: a table, a keyed table, or a dictionary of columns.

use super::frame::Frame;
use crate::prims::flat::{Flat, names};
use quarry_value::error::type_error;
use quarry_value::{Result, Sym, Value};

pub struct Source {
    pub flat: Flat,
    /// A dictionary, whose entries need not be of one count.
    pub is_dict: bool,
}

impl Source {
    pub fn of(x: &Value) -> Result<Source> {
        match x {
            Value::Dict(d) if !x.is_keyed_table() => {
                let columns = d.values.items().collect();
                let flat = Flat { names: names(&d.keys)?, columns, keys: 0 };
                Ok(Source { flat, is_dict: true })
            }
            Value::Table(_) | Value::Dict(_) => Ok(Source { flat: Flat::of(x)?, is_dict: false }),
            _ => {
                Err(type_error().detail(format!("a query is from a table, not from type {}", x.type_told())))
            }
        }
    }

    pub fn frame<'a>(&'a self, locals: &'a [(Sym, Value)]) -> Frame<'a> {
        let mut frame = Frame::new(&self.flat, locals);
        frame.is_dict = self.is_dict;
        frame
    }
}
