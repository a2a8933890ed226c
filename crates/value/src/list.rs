//! General lists.
//!
//! A list holds its items as values, or stands for items that are built when asked for: a nested column mapped
//! from disk. Both answer as type 0h.

use crate::{Attr, Value};
use std::sync::{Arc, OnceLock};

/// The items of a general list.
#[derive(Clone)]
pub struct List {
    pub attr: Attr,
    form: Form,
}

#[derive(Clone)]
enum Form {
    Items(Vec<Value>),
    Lazy(Lazy),
}

#[derive(Clone)]
struct Lazy {
    source: Arc<dyn Items>,
    items: OnceLock<Vec<Value>>,
}

/// Items that are built when asked for.
pub trait Items: Send + Sync {
    fn len(&self) -> usize;
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Item `i` (in range). A failure is left with [`crate::fault::raise`].
    fn get(&self, i: usize) -> Value;
}

impl List {
    pub fn new(items: Vec<Value>) -> List {
        List { attr: Attr::None, form: Form::Items(items) }
    }

    pub fn lazy(source: Arc<dyn Items>) -> List {
        List { attr: Attr::None, form: Form::Lazy(Lazy { source, items: OnceLock::new() }) }
    }

    pub fn len(&self) -> usize {
        match &self.form {
            Form::Items(v) => v.len(),
            Form::Lazy(l) => l.source.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Item `i`, without building the others.
    pub fn get(&self, i: usize) -> Value {
        match &self.form {
            Form::Items(v) => v[i].clone(),
            Form::Lazy(l) => l.source.get(i),
        }
    }

    /// All items, built if need be.
    pub fn as_slice(&self) -> &[Value] {
        match &self.form {
            Form::Items(v) => v,
            Form::Lazy(l) => l.items.get_or_init(|| (0..l.source.len()).map(|i| l.source.get(i)).collect()),
        }
    }

    /// True when items are built on demand from outside memory.
    pub fn is_lazy(&self) -> bool {
        matches!(self.form, Form::Lazy(_))
    }

    /// The items to change.
    pub fn make_mut(&mut self) -> &mut Vec<Value> {
        if self.is_lazy() {
            self.form = Form::Items(self.as_slice().to_vec());
        }
        match &mut self.form {
            Form::Items(v) => v,
            Form::Lazy(_) => unreachable!("a lazy list was just built"),
        }
    }
}

impl From<Vec<Value>> for List {
    fn from(v: Vec<Value>) -> List {
        List::new(v)
    }
}
