//! What becomes of the items of a type, of vectors and of single atoms as 64 bits.

use super::temporal::{self, Part};
use super::{Target, convert, target};
use crate::atomic::bits;
use crate::atomic::run::{One, Out, Run};
use crate::atomic::wide;
use quarry_value::{Repr, Type, Value};

/// What becomes of items of a type.
#[derive(Clone, Copy)]
pub struct Cast {
    from: Type,
    to: To,
    pub out: Type,
}

#[derive(Clone, Copy)]
enum To {
    True,
    Number,
    Moment,
    Part(Part),
}

impl Cast {
    /// `x$` of atoms of type `from`; `None` where it signals, reads text, and where atoms take more than bits.
    pub fn of(x: &Value, from: Type) -> Option<Cast> {
        match target(x).ok()? {
            Target::To(ty) => Cast::to(ty, from),
            Target::Part(name) => {
                let (part, out) = Part::of(name.bytes(), from)?;
                Some(Cast { from, to: To::Part(part), out })
            }
            _ => None,
        }
    }

    /// The same for atoms of whatever type has it.
    pub fn of_some(x: &Value) -> Option<Cast> {
        [Type::Long, Type::Timestamp, Type::Time].into_iter().find_map(|from| Cast::of(x, from))
    }

    /// Items of type `from` as type `out`.
    pub fn to(out: Type, from: Type) -> Option<Cast> {
        let is_number =
            |ty: Type| !matches!(ty, Type::Enum | Type::List) && !matches!(ty.repr(), Repr::Guid | Repr::Sym);
        let to = match (from, out) {
            _ if !is_number(from) || !is_number(out) => return None,
            (Type::Char, Type::Bool) => To::True,
            _ if from.is_temporal() && out.is_temporal() && from != out => To::Moment,
            _ => To::Number,
        };
        Some(Cast { from, to, out })
    }

    /// Writes what becomes of items.
    pub(super) fn write(self, x: Run, out: Out) {
        match self.to {
            To::True => {
                if let (Run::U8(x), Out::U8(out)) = (x, out) {
                    wide::map(x, out, |_| 1);
                }
            }
            To::Number => convert::write(self.out, x, out),
            To::Moment => temporal::write(self.from, self.out, x, out),
            To::Part(part) => temporal::write_part(part, self.from, x, out),
        }
    }

    /// What becomes of the bits of an atom, as [`bits::of`] has them.
    pub fn bits(self, x: u64) -> u64 {
        let Some(one) = bits::one(self.from.repr(), x) else { return x };
        bits::item(One::written(self.out.repr(), |out| self.write(one.run(), out)).run(), 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_value::{Sym, Vector};

    #[test]
    fn atoms_become_what_vectors_become() {
        let numbers =
            [0i64, 1, -1, 65, 300, -7, 86_400_000, 700_000_000_000_000_000, i64::MIN, i64::MAX, -i64::MAX];
        let types: Vec<Type> = (1..20).filter_map(Type::from_number).collect();
        let names = types.iter().map(|ty| Sym::new(ty.name()));
        let parts = ["year", "mm", "dd", "hh", "uu", "ss", "week"].into_iter().map(Sym::new);
        let targets: Vec<Value> = names.chain(parts).map(Value::Sym).collect();
        let longs = Value::from(Vector::of(Type::Long, numbers.to_vec()));
        let mut asked = 0;
        for from in types.iter().filter(|ty| Cast::to(**ty, Type::Long).is_some()) {
            let Ok(all @ Value::Vector(_)) = crate::cast(&Value::I16(*from as i16), &longs) else { continue };
            for to in &targets {
                let Some(how) = Cast::of(to, *from) else { continue };
                let whole = crate::cast(to, &all).expect("a cast of vectors");
                for i in 0..numbers.len() {
                    let (ty, x) = bits::of(&all.at(i)).expect("bits");
                    let one = bits::atom(how.out, how.bits(x));
                    assert_eq!(ty, *from);
                    assert_eq!(format!("{one:?}"), format!("{:?}", whole.at(i)), "{to:?} of {:?}", all.at(i));
                    asked += 1;
                }
            }
        }
        assert!(asked > 1000);
    }
}
