//! What q says a value is ([`Type`]) and how it is stored ([`Repr`]): eighteen types, eight storages.

/// A q datatype, numbered as `type` numbers it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Type {
    /// The items of a general list; never the type of an atom or a vector.
    List = 0,
    Bool = 1,
    Guid = 2,
    Byte = 4,
    Short = 5,
    Int = 6,
    Long = 7,
    Real = 8,
    Float = 9,
    Char = 10,
    Symbol = 11,
    Timestamp = 12,
    Month = 13,
    Date = 14,
    Datetime = 15,
    Timespan = 16,
    Minute = 17,
    Second = 18,
    Time = 19,
    /// An enumeration (20h); the domain's name is kept beside it.
    Enum = 20,
}

/// How a vector's items lie in memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Repr {
    U8,
    I16,
    I32,
    I64,
    F32,
    F64,
    Guid,
    Sym,
}

/// One row a type: number, letter, name as `key` shows it.
const NAMES: [(Type, u8, &str); 20] = [
    (Type::List, b'*', ""),
    (Type::Bool, b'b', "boolean"),
    (Type::Guid, b'g', "guid"),
    (Type::Byte, b'x', "byte"),
    (Type::Short, b'h', "short"),
    (Type::Int, b'i', "int"),
    (Type::Long, b'j', "long"),
    (Type::Real, b'e', "real"),
    (Type::Float, b'f', "float"),
    (Type::Char, b'c', "char"),
    (Type::Symbol, b's', "symbol"),
    (Type::Timestamp, b'p', "timestamp"),
    (Type::Month, b'm', "month"),
    (Type::Date, b'd', "date"),
    (Type::Datetime, b'z', "datetime"),
    (Type::Timespan, b'n', "timespan"),
    (Type::Minute, b'u', "minute"),
    (Type::Second, b'v', "second"),
    (Type::Time, b't', "time"),
    (Type::Enum, b's', "enum"),
];

impl Type {
    /// The eighteen types of atoms and vectors, enumerations left out.
    pub fn all() -> impl Iterator<Item = Type> {
        NAMES[1..19].iter().map(|r| r.0)
    }

    /// The type with number `n` (1..19; 20..=76 are enumerations).
    pub fn from_number(n: i16) -> Option<Type> {
        if (20..=76).contains(&n) {
            return Some(Type::Enum);
        }
        NAMES.iter().find(|r| r.0 as i16 == n).map(|r| r.0)
    }

    /// The type with lower-case letter `c`.
    pub fn from_letter(c: u8) -> Option<Type> {
        NAMES[1..19].iter().find(|r| r.1 == c).map(|r| r.0)
    }

    /// The type called `name`, e.g. `long`.
    pub fn from_name(name: &[u8]) -> Option<Type> {
        NAMES[1..19].iter().find(|r| r.2.as_bytes() == name).map(|r| r.0)
    }

    /// The letter of `meta` and of casts.
    pub fn letter(self) -> u8 {
        self.row().1
    }

    /// The name, e.g. `long`.
    pub fn name(self) -> &'static str {
        self.row().2
    }

    fn row(self) -> &'static (Type, u8, &'static str) {
        let n = self as usize;
        &NAMES[if n > 3 { n - 1 } else { n.min(2) }]
    }

    pub fn repr(self) -> Repr {
        match self {
            Type::Bool | Type::Byte | Type::Char => Repr::U8,
            Type::Short => Repr::I16,
            Type::Int | Type::Month | Type::Date | Type::Minute | Type::Second | Type::Time => Repr::I32,
            Type::Long | Type::Timestamp | Type::Timespan | Type::Enum => Repr::I64,
            Type::Real => Repr::F32,
            Type::Float | Type::Datetime => Repr::F64,
            Type::Guid => Repr::Guid,
            Type::Symbol => Repr::Sym,
            Type::List => Repr::I64,
        }
    }

    /// Bytes per item in memory and on disk (symbols: in memory).
    pub fn width(self) -> usize {
        self.repr().width()
    }

    /// `p m d z n u v t`.
    pub fn is_temporal(self) -> bool {
        self >= Type::Timestamp && self <= Type::Time
    }

    /// `h i j e f`, and `b x` which compute as numbers.
    pub fn is_numeric(self) -> bool {
        matches!(
            self,
            Type::Bool | Type::Byte | Type::Short | Type::Int | Type::Long | Type::Real | Type::Float
        )
    }
}

impl Repr {
    pub fn width(self) -> usize {
        match self {
            Repr::U8 => 1,
            Repr::I16 => 2,
            Repr::I32 | Repr::F32 | Repr::Sym => 4,
            Repr::I64 | Repr::F64 => 8,
            Repr::Guid => 16,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_find_themselves() {
        for (t, c, name) in NAMES {
            assert_eq!(t.letter(), c);
            assert_eq!(t.name(), name);
        }
        for t in Type::all() {
            assert_eq!(Type::from_letter(t.letter()), Some(t));
            assert_eq!(Type::from_name(t.name().as_bytes()), Some(t));
            assert_eq!(Type::from_number(t as i16), Some(t));
        }
    }
}
