//! Functions that are not q: those of libraries, which `2:` gives (112h).

use crate::vm::Vm;
use crate::vm::apply::project;
use quarry_value::{Foreign, Result, Value, error};
use std::sync::Arc;

/// Code of so many arguments. It is the object of a [`Foreign`].
pub struct Native {
    pub rank: usize,
    pub call: Call,
}

/// What is called, with as many arguments as the rank says.
pub type Call = Box<dyn Fn(&mut Vm, &[Value]) -> Result<Value> + Send + Sync>;

impl Native {
    /// The code of a foreign value, if it is some.
    pub(crate) fn of(f: &Foreign) -> Option<&Native> {
        f.object.downcast_ref()
    }
}

/// Applies foreign code: fewer arguments than it takes make a projection.
///
/// Errors: 'type of what is no code, 'rank.
pub(crate) fn apply(vm: &mut Vm, f: &Arc<Foreign>, args: &[Value], elided: bool) -> Result<Value> {
    let Some(native) = Native::of(f) else {
        return Err(error::type_error().detail("this value cannot be applied"));
    };
    if args.len() > native.rank {
        return Err(error::rank_error().detail(format!("{} arguments for {}", args.len(), native.rank)));
    }
    if elided || args.len() < native.rank {
        return Ok(project(&Value::Foreign(f.clone()), args));
    }
    (native.call)(vm, args)
}

/// `.z.k` as a number of days.
pub fn release_date() -> i32 {
    crate::dotz::release()
}
