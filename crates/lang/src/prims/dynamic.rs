//! `2:`: functions of libraries written in C.

use crate::system::files::home;
use crate::vm::Vm;
use quarry_value::error::{length_error, rank_error, type_error};
use quarry_value::{Result, Value};

/// ``library 2:(`name;rank)``: the function that a library calls `name` and that takes `rank` arguments, as a function
/// of q (112h). `library` is a file or a symbol, with or without the ending of this system's libraries; it is looked for
/// as it is written, then in the folder of libraries at the home of q, then where the system looks.
///
/// The library sees values as the K objects of the C interface; they are copied. Its functions run inside this process, and
/// nothing protects it from them.
/// Errors: 'type, 'length, 'rank (one to eight arguments), what the system says of a library or function that is not
/// there, 'noupdate where nothing may be changed.
/// Source: ref/dynamic-load, interfaces/capiref.
pub fn load(vm: &mut Vm, library: &Value, what: &Value) -> Result<Value> {
    vm.may_change()?;
    // What is loaded may do what it likes.
    vm.may_use_system()?;
    let Value::Sym(library) = library else { return Err(type_error()) };
    if !what.is_list() {
        return Err(type_error().detail("a C function is asked for as (`name;rank)"));
    }
    if what.count() != 2 {
        return Err(length_error());
    }
    let (Some(name), Some(rank)) = (what.at(0).as_sym(), what.at(1).as_long()) else {
        return Err(type_error());
    };
    let rank = usize::try_from(rank).map_err(|_| rank_error())?;
    let path = match library.bytes().strip_prefix(b":") {
        Some(_) => vm.path(*library)?,
        None => crate::system::files::path(library.bytes()).to_path_buf(),
    };
    vm.host.load_function(&path, &name.text(), rank, home(vm).as_deref())
}
