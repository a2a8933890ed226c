//! `Value`: any q value in sixteen bytes. Atoms are inline, everything else behind one `Arc`.

use crate::{
    Composition, Derived, Dict, Guid, InTurn, Item, Lambda, List, Prim, Projection, Sym, Table, Type, Vector,
};
use std::fmt;
use std::sync::Arc;

#[derive(Clone)]
pub enum Value {
    /// An atom stored in a byte: boolean, byte or char.
    U8(Type, u8),
    I16(i16),
    I32(Type, i32),
    I64(Type, i64),
    F32(f32),
    F64(Type, f64),
    Sym(Sym),
    Guid(Arc<Guid>),
    /// An enumerated symbol: domain and position.
    Enum(Sym, i64),
    Vector(Arc<Vector>),
    List(Arc<List>),
    Dict(Arc<Dict>),
    Table(Arc<Table>),
    /// A primitive: `+`, `count`, `/:`, `mavg`; `::` and the elided argument are primitives too.
    Prim(Prim),
    Lambda(Arc<Lambda>),
    Projection(Arc<Projection>),
    Composition(Arc<Composition>),
    Derived(Arc<Derived>),
    /// Foreign code (112h), owned by who made it.
    Foreign(Arc<dyn_foreign::Foreign>),
}

/// Foreign values: a name and anything.
pub mod dyn_foreign {
    use std::any::Any;

    pub struct Foreign {
        pub name: String,
        pub object: Box<dyn Any + Send + Sync>,
    }
}

const _: () = assert!(size_of::<Value>() == 16);
const _: () = assert!(size_of::<Option<Value>>() == 16);
const fn assert_shareable<T: Send + Sync>() {}
const _: () = assert_shareable::<Value>();

/// Atoms.
impl Value {
    pub fn bool(x: bool) -> Value {
        Value::U8(Type::Bool, x as u8)
    }
    pub fn byte(x: u8) -> Value {
        Value::U8(Type::Byte, x)
    }
    pub fn char(x: u8) -> Value {
        Value::U8(Type::Char, x)
    }
    pub fn int(x: i32) -> Value {
        Value::I32(Type::Int, x)
    }
    #[inline(always)]
    pub fn long(x: i64) -> Value {
        Value::I64(Type::Long, x)
    }
    #[inline(always)]
    pub fn float(x: f64) -> Value {
        Value::F64(Type::Float, x)
    }
    pub fn sym(text: impl AsRef<[u8]>) -> Value {
        Value::Sym(Sym::new(text))
    }

    /// The null of a type as an atom; `0b` and `0x00` where there is none.
    pub fn null(ty: Type) -> Value {
        match ty {
            Type::Bool | Type::Byte => Value::U8(ty, 0),
            Type::Char => Value::U8(ty, b' '),
            Type::Short => Value::I16(i16::MIN),
            Type::Real => Value::F32(f32::NULL),
            Type::Guid => Value::Guid(Arc::new([0; 16])),
            Type::Symbol => Value::Sym(Sym::EMPTY),
            Type::Enum => Value::Enum(Sym::EMPTY, i64::MIN),
            Type::List => Value::empty_list(),
            _ => match ty.repr() {
                crate::Repr::I32 => Value::I32(ty, i32::MIN),
                crate::Repr::I64 => Value::I64(ty, i64::MIN),
                _ => Value::F64(ty, f64::NULL),
            },
        }
    }
}

/// Vectors and lists.
impl Value {
    /// A vector of type `ty`, whose storage must be `T`.
    pub fn vector<T: Item>(ty: Type, items: Vec<T>) -> Value {
        Vector::of(ty, items).into()
    }
    pub fn bools(items: Vec<u8>) -> Value {
        Value::vector(Type::Bool, items)
    }
    pub fn bytes(items: Vec<u8>) -> Value {
        Value::vector(Type::Byte, items)
    }
    /// A char vector, also of one item.
    pub fn chars(items: impl Into<Vec<u8>>) -> Value {
        Value::vector::<u8>(Type::Char, items.into())
    }
    pub fn longs(items: Vec<i64>) -> Value {
        Value::vector(Type::Long, items)
    }
    pub fn ints(items: Vec<i32>) -> Value {
        Value::vector(Type::Int, items)
    }
    pub fn floats(items: Vec<f64>) -> Value {
        Value::vector(Type::Float, items)
    }
    pub fn syms(items: Vec<Sym>) -> Value {
        Value::vector(Type::Symbol, items)
    }
    /// An empty vector of `ty`; `()` for [`Type::List`].
    pub fn empty(ty: Type) -> Value {
        match ty {
            Type::List => Value::empty_list(),
            _ => Vector::new(ty, crate::Data::empty(ty.repr())).into(),
        }
    }
    pub fn empty_list() -> Value {
        Value::list(Vec::new())
    }
    /// A general list, kept general whatever its items are.
    pub fn list(items: Vec<Value>) -> Value {
        Value::List(Arc::new(List::new(items)))
    }

    /// A list that becomes a vector when its items are atoms of one type (and a table when they are dictionaries
    /// with the same symbol keys), as results of q functions do.
    pub fn collapse(items: Vec<Value>) -> Value {
        crate::collapse::collapse(items)
    }

    /// The value, which is not needed here any more. Atoms go by their parts: the processor waits where a whole value is
    /// read of which it has just written the parts.
    #[inline]
    pub fn take(&mut self) -> Value {
        match self {
            &mut Value::I64(ty, x) => Value::I64(ty, x),
            &mut Value::F64(ty, x) => Value::F64(ty, x),
            &mut Value::U8(ty, x) => Value::U8(ty, x),
            other => std::mem::replace(other, Value::identity()),
        }
    }
}

/// Dictionaries and tables.
impl Value {
    pub fn dict(keys: Value, values: Value) -> Value {
        Value::Dict(Arc::new(Dict { keys, values, sorted: false }))
    }
    pub fn table(names: Vec<Sym>, columns: Vec<Value>) -> Value {
        Value::Table(Arc::new(Table::new(names, columns)))
    }
    pub fn is_keyed_table(&self) -> bool {
        self.as_keyed().is_some()
    }
    /// Key and value tables of a keyed table.
    pub fn as_keyed(&self) -> Option<(&Arc<Table>, &Arc<Table>)> {
        match self {
            Value::Dict(d) => match (&d.keys, &d.values) {
                (Value::Table(k), Value::Table(v)) => Some((k, v)),
                _ => None,
            },
            _ => None,
        }
    }
}

/// What a value is.
impl Value {
    /// What `type` answers: negative for atoms.
    pub fn type_number(&self) -> i16 {
        match self {
            Value::Vector(v) => v.ty as i16,
            Value::List(_) => 0,
            Value::Dict(_) => 99,
            Value::Table(_) => 98,
            Value::Lambda(_) => 100,
            Value::Prim(p) => p.type_number(),
            Value::Projection(_) => 104,
            Value::Composition(_) => 105,
            Value::Derived(d) => 106 + d.iter as i16,
            Value::Foreign(_) => 112,
            atom => -(atom.item_type().map_or(0, |t| t as i16)),
        }
    }

    /// The type of an atom or of a vector's items; [`Type::List`] for a general list; `None` otherwise.
    pub fn item_type(&self) -> Option<Type> {
        Some(match self {
            Value::U8(t, _) | Value::I32(t, _) | Value::I64(t, _) | Value::F64(t, _) => *t,
            Value::I16(_) => Type::Short,
            Value::F32(_) => Type::Real,
            Value::Sym(_) => Type::Symbol,
            Value::Guid(_) => Type::Guid,
            Value::Enum(..) => Type::Enum,
            Value::Vector(v) => v.ty,
            Value::List(_) => Type::List,
            _ => return None,
        })
    }

    /// The number of the type and what it is called, for people: `-7h (long)`, `11h (symbols)`.
    pub fn type_told(&self) -> String {
        let word = match (self, self.item_type()) {
            (Value::Table(_), _) => "table",
            (Value::Dict(_), _) if self.is_keyed_table() => "keyed table",
            (Value::Dict(_), _) => "dictionary",
            (_, Some(Type::List)) => "general list",
            (Value::Vector(_), Some(Type::Char)) => "string",
            (Value::Vector(_), Some(ty)) => return format!("{}h ({}s)", self.type_number(), ty.name()),
            (_, Some(ty)) => ty.name(),
            _ if self.is_identity() => "::",
            // A call that lacks arguments is the commonest of surprises.
            _ => match self.type_number() {
                104 => "projection, which lacks arguments",
                105 => "composition",
                106..=111 => "derived function",
                _ => "function",
            },
        };
        format!("{}h ({word})", self.type_number())
    }

    /// Do both hold one and the same block, so that neither has changed since one was copied from the other?
    pub fn is_held_with(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Vector(x), Value::Vector(y)) => Arc::ptr_eq(x, y),
            (Value::List(x), Value::List(y)) => Arc::ptr_eq(x, y),
            (Value::Dict(x), Value::Dict(y)) => Arc::ptr_eq(x, y),
            (Value::Table(x), Value::Table(y)) => Arc::ptr_eq(x, y),
            (Value::Lambda(x), Value::Lambda(y)) => Arc::ptr_eq(x, y),
            _ => false,
        }
    }

    /// A data atom (functions are not counted; see [`Value::is_function`]).
    #[inline]
    pub fn is_atom(&self) -> bool {
        !matches!(
            self,
            Value::Vector(_)
                | Value::List(_)
                | Value::Dict(_)
                | Value::Table(_)
                | Value::Prim(_)
                | Value::Lambda(_)
                | Value::Projection(_)
                | Value::Composition(_)
                | Value::Derived(_)
                | Value::Foreign(_)
        )
    }

    /// Does it hold a reference to something behind an `Arc`?
    #[inline(always)]
    pub fn is_shared(&self) -> bool {
        matches!(self, Value::Guid(_)) || !self.is_atom() && !matches!(self, Value::Prim(_))
    }

    /// A vector or general list.
    pub fn is_list(&self) -> bool {
        matches!(self, Value::Vector(_) | Value::List(_))
    }

    /// What a column may be, or one side of a dictionary: a list, or a table, which is a list of records of one shape.
    pub fn is_column(&self) -> bool {
        self.is_list() || matches!(self, Value::Table(_))
    }

    /// A list whose items lie in a file.
    pub fn is_mapped(&self) -> bool {
        match self {
            Value::Vector(v) => crate::with_data!(&v.data, b => !b.is_heap()),
            Value::List(l) => l.is_mapped(),
            _ => false,
        }
    }

    /// Types 100h to 112h.
    pub fn is_function(&self) -> bool {
        self.type_number() >= 100
    }

    /// A char vector.
    pub fn is_string(&self) -> bool {
        matches!(self, Value::Vector(v) if v.ty == Type::Char)
    }

    /// `(::)`
    pub fn is_identity(&self) -> bool {
        matches!(self, Value::Prim(p) if *p == Prim::IDENTITY)
    }

    pub fn identity() -> Value {
        Value::Prim(Prim::IDENTITY)
    }

    /// What stands in a projection's or a parse tree's elided place.
    pub fn elided() -> Value {
        Value::Prim(Prim::ELIDED)
    }

    pub fn is_elided(&self) -> bool {
        matches!(self, Value::Prim(p) if *p == Prim::ELIDED)
    }

    /// What `count` answers: items, rows, entries; 1 for atoms and functions.
    pub fn count(&self) -> usize {
        match self {
            Value::Vector(v) => v.len(),
            Value::List(l) => l.len(),
            Value::Dict(d) => d.keys.count(),
            Value::Table(t) => t.count(),
            _ => 1,
        }
    }

    /// Item `i`, which must be in range: an atom of a vector, an item of a list, the value of a dictionary's
    /// entry, a table's row as a dictionary. An atom is its own only item.
    pub fn at(&self, i: usize) -> Value {
        match self {
            Value::Vector(v) => v.get(i),
            Value::List(l) => l.get(i),
            Value::Dict(d) => d.values.at(i),
            Value::Table(t) => t.row(i),
            other => other.clone(),
        }
    }

    /// The items one by one. The rows of a table share their keys.
    pub fn items(&self) -> impl ExactSizeIterator<Item = Value> + '_ {
        let mut items = InTurn::of(self);
        (0..self.count()).map(move |i| items.get(i))
    }

    /// Errors: 'par for a table whose rows live elsewhere, which has none here.
    #[inline]
    pub fn check_here(&self) -> crate::Result<()> {
        if let Value::Table(t) = self { t.here().map(|_| ()) } else { Ok(()) }
    }

    /// The text of a char vector or char atom.
    pub fn as_text(&self) -> Option<&[u8]> {
        match self {
            Value::Vector(v) if v.ty == Type::Char => v.slice(),
            Value::U8(Type::Char, c) => Some(std::slice::from_ref(c)),
            _ => None,
        }
    }

    pub fn as_sym(&self) -> Option<Sym> {
        if let Value::Sym(s) = self { Some(*s) } else { None }
    }

    /// The items of a symbol vector.
    pub fn as_syms(&self) -> Option<&[Sym]> {
        match self {
            Value::Vector(v) => v.slice(),
            _ => None,
        }
    }

    /// An integral atom (boolean, byte, short, int, long) as a long; nulls and infinities become long ones.
    pub fn as_long(&self) -> Option<i64> {
        Some(match *self {
            Value::U8(Type::Bool | Type::Byte, x) => x.into(),
            Value::I16(x) => crate::num::long_of_short(x),
            Value::I32(Type::Int, x) => crate::num::long_of_int(x),
            Value::I64(Type::Long, x) => x,
            _ => return None,
        })
    }
}

macro_rules! from_arc {
    ($($t:ident)*) => {$(
        impl From<$t> for Value {
            fn from(x: $t) -> Value {
                Value::$t(Arc::new(x))
            }
        }
    )*};
}

from_arc! { List Dict Table Lambda Projection Composition Derived }

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", String::from_utf8_lossy(&crate::text::literal(self)))
    }
}
