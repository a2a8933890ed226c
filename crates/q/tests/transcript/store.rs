//! Where globals live between two steps: with a second owner, in mapped memory, without attributes.

use super::{Configuration, globals};
use quarry_lang::vm::Vm;
use quarry_value::{Attr, Buf, Data, Dict, List, Source, Sym, Table, Value, Vector};
use std::ops::Range;
use std::sync::Arc;

pub struct Places {
    configuration: Configuration,
    /// The second owners.
    held: Vec<Value>,
}

impl Places {
    pub fn new(configuration: Configuration) -> Places {
        Places { configuration, held: Vec::new() }
    }

    /// Moves every global to where this configuration wants it.
    pub fn arrange(&mut self, vm: &mut Vm) {
        let change: fn(&Vector) -> Vector = match self.configuration {
            Configuration::Shared => {
                self.held = globals(vm).into_iter().map(|(_, v)| v).collect();
                return;
            }
            Configuration::Mapped => mapped,
            Configuration::Packed => Vector::clone,
            Configuration::NoAttributes => |v| v.clone().with_attr(Attr::None),
            _ => return,
        };
        // To set a view would end it.
        let views = quarry_lang::system::system(vm, b"b .").ok();
        let is_view = |name: &Sym| views.as_ref().and_then(Value::as_syms).is_some_and(|v| v.contains(name));
        for (name, value) in globals(vm).into_iter().filter(|(name, _)| !is_view(name)) {
            let full = Sym::new([b"..", name.bytes()].concat());
            let moved = match self.configuration {
                Configuration::Packed => packed(&value),
                _ => each_vector(&value, change),
            };
            // A name that cannot be set stays as it is.
            let _ = vm.set(if vm.context.is_empty() { name } else { full }, moved);
        }
    }
}

/// The value with every vector inside it changed.
fn each_vector(x: &Value, change: fn(&Vector) -> Vector) -> Value {
    let inner = |x: &Value| each_vector(x, change);
    match x {
        Value::Vector(v) => change(v).into(),
        Value::List(_) => Value::List(Arc::new(List::new(x.items().map(|v| inner(&v)).collect()))),
        Value::Dict(d) => {
            let dict = Dict { keys: inner(&d.keys), values: inner(&d.values), sorted: d.sorted };
            Value::Dict(Arc::new(dict))
        }
        Value::Table(t) if !t.is_elsewhere() => {
            let columns = t.columns.iter().map(inner).collect();
            Value::Table(Arc::new(Table { columns, ..Table::clone(t) }))
        }
        other => other.clone(),
    }
}

/// The value with every list of strings inside it packed.
fn packed(x: &Value) -> Value {
    match x {
        Value::List(l) => match l.pack() {
            Some(l) => l.into(),
            None => {
                let mut list = List::new(x.items().map(|v| packed(&v)).collect());
                list.attr = l.attr.get().into();
                list.into()
            }
        },
        Value::Dict(d) => {
            Value::Dict(Arc::new(Dict { keys: packed(&d.keys), values: packed(&d.values), sorted: d.sorted }))
        }
        Value::Table(t) if !t.is_elsewhere() => {
            let columns = t.columns.iter().map(packed).collect();
            Value::Table(Arc::new(Table { columns, ..Table::clone(t) }))
        }
        other => other.clone(),
    }
}

/// Bytes that stand for a mapped file.
struct Mapping {
    words: Vec<u128>,
    size: usize,
}

impl Source for Mapping {
    fn size(&self) -> usize {
        self.size
    }

    fn bytes(&self, range: Range<usize>) -> &[u8] {
        &bytemuck::cast_slice(&self.words)[range]
    }

    fn name(&self) -> String {
        "a mapping".into()
    }
}

/// The same vector with its items outside the heap. Symbols are never mapped: they have no fixed bytes.
fn mapped(v: &Vector) -> Vector {
    fn view<T: quarry_value::Item + bytemuck::Pod>(b: &Buf<T>) -> Buf<T> {
        let bytes = b.as_bytes();
        let mut words = vec![0u128; bytes.len().div_ceil(16)];
        bytemuck::cast_slice_mut(&mut words)[..bytes.len()].copy_from_slice(bytes);
        Buf::view(Arc::new(Mapping { words, size: bytes.len() }), 0, b.len()).expect("the bytes suffice")
    }
    let data = match &v.data {
        Data::U8(b) => Data::U8(view(b)),
        Data::I16(b) => Data::I16(view(b)),
        Data::I32(b) => Data::I32(view(b)),
        Data::I64(b) => Data::I64(view(b)),
        Data::F32(b) => Data::F32(view(b)),
        Data::F64(b) => Data::F64(view(b)),
        Data::Guid(b) => Data::Guid(view(b)),
        Data::Sym(b) => Data::Sym(b.clone()),
    };
    v.like(data).with_attr(v.attr.get())
}
