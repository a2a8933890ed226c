//! Where globals live between two steps: with a second owner, in mapped or compressed files, without attributes or with all they
//! may have, in a message.

use super::{Configuration, globals};
use quarry_kernel::attribute;
use quarry_lang::vm::{Shown, Vm};
use quarry_value::{Attr, Dict, List, Repr, Sym, Type, Value, Vector, wire};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

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
        let change: fn(&Value) -> Value = match self.configuration {
            Configuration::Shared => {
                self.held = globals(vm).into_iter().map(|(_, v)| v).collect();
                return;
            }
            Configuration::Mapped => |x| each_vector(x, mapped),
            Configuration::Compressed => |x| each_vector(x, compressed),
            Configuration::Packed => packed,
            Configuration::NoAttributes => |x| each_vector(x, plain),
            Configuration::Attributes => |x| each_vector(x, attributed),
            Configuration::Wire => sent,
            _ => return,
        };
        // To set a view would end it.
        let views = quarry_lang::system::system(vm, b"b .").ok();
        let is_view = |name: &Sym| views.as_ref().and_then(Value::as_syms).is_some_and(|v| v.contains(name));
        for (name, value) in globals(vm).into_iter().filter(|(name, _)| !is_view(name)) {
            let full = Sym::new([b"..", name.bytes()].concat());
            let moved = change(&value);
            // A name that cannot be set stays as it is.
            let _ = vm.set(if vm.context.is_empty() { name } else { full }, moved);
        }
    }

    /// An answer as it is shown.
    pub fn answer(&self, x: Shown) -> Shown {
        match (self.configuration, x) {
            (Configuration::Attributes, Shown::Value(x)) => Shown::Value(each_vector(&x, plain)),
            // A word that has no code of its own in a message arrives as a lambda.
            (Configuration::Wire, Shown::Value(x)) if !x.is_function() => Shown::Value(sent(&x)),
            (_, x) => x,
        }
    }
}

/// The value as the other side of a connection has it; itself if it does not survive that.
fn sent(x: &Value) -> Value {
    let survives = !has_enumeration(x) && !x.is_identity();
    let sent = || wire::deserialise(&wire::serialise(x).ok()?, false).ok();
    if survives { sent().unwrap_or_else(|| x.clone()) } else { x.clone() }
}

/// Whether something inside is an enumeration, which a message turns into symbols, or a table that is known by its
/// place, of which a message has the columns.
fn has_enumeration(x: &Value) -> bool {
    match x {
        Value::Dict(d) => has_enumeration(&d.keys) || has_enumeration(&d.values),
        Value::Table(t) => t.place().is_some() || t.columns.iter().any(has_enumeration),
        Value::List(_) => x.items().any(|item| has_enumeration(&item)),
        other => (20..77).contains(&other.type_number().abs()),
    }
}

fn plain(v: &Vector) -> Vector {
    v.clone().with_attr(Attr::None)
}

/// With the first attribute that it may have.
fn attributed(v: &Vector) -> Vector {
    let x = Value::from(v.clone());
    let with =
        ["s", "u", "p", "g"].iter().find_map(|letter| attribute::set_attribute(Sym::new(letter), &x).ok());
    match with {
        Some(Value::Vector(with)) => Vector::clone(&with),
        _ => v.clone(),
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
            Value::Table(Arc::new(t.with_columns(columns, t.attr.get())))
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
            Value::Table(Arc::new(t.with_columns(columns, t.attr.get())))
        }
        other => other.clone(),
    }
}

/// The same vector with its items in a file that is mapped.
fn mapped(v: &Vector) -> Vector {
    in_file(v, None)
}

/// The same vector with its items in a compressed file, of which blocks are decoded as they are touched.
fn compressed(v: &Vector) -> Vector {
    const SMALLEST_BLOCKS: i64 = 12;
    const GZIP: i64 = 2;
    in_file(v, quarry_store::Compression::new(SMALLEST_BLOCKS, GZIP, 6).expect("gzip"))
}

/// The same vector with its items in a file of their own, which goes when they do. What lies in a file stays there;
/// symbols are never mapped: they have no fixed bytes.
fn in_file(v: &Vector, how: Option<quarry_store::Compression>) -> Vector {
    static FILES: AtomicUsize = AtomicUsize::new(0);
    let bare = match v.ty.repr() {
        Repr::U8 => Type::Byte,
        Repr::I16 => Type::Short,
        Repr::I32 => Type::Int,
        Repr::I64 => Type::Long,
        Repr::F32 => Type::Real,
        Repr::F64 => Type::Float,
        Repr::Guid => Type::Guid,
        Repr::Sym => return v.clone(),
    };
    if !quarry_value::with_data!(&v.data, b => b.is_heap()) {
        return v.clone();
    }
    let number = FILES.fetch_add(1, Ordering::Relaxed);
    let path = std::env::temp_dir().join(format!("quarry_transcript_{}_{number}", std::process::id()));
    let items = Vector::new(bare, v.data.clone()).into();
    quarry_store::set(&path, &items, how).expect("a temporary file");
    let read = quarry_store::get(&path).expect("the file just written");
    // On Unix the bytes stay as long as they are mapped.
    std::fs::remove_file(&path).expect("the file just read");
    let Value::Vector(read) = read else { panic!("a vector was written") };
    v.like(read.data.clone()).with_attr(v.attr.get())
}
