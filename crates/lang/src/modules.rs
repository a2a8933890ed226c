//! Modules: scripts that run in a namespace of their own and give away what they export.
//!
//! The module `a.b` lives in the namespace `.m.a.0b`: a child's name starts with a digit, which no variable's does, so
//! that a module may have a child and a variable of one name. That also tells the module from the namespace
//! alone. Source: KDB-X, *Get started with the module framework*.

use crate::vm::Vm;
use quarry_value::{Error, Projection, Result, Sym, Value, error};
use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::OsStr;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Component, Path, PathBuf};

/// How the files of a module end, in the order in which they are looked for. The last is compiled for this platform.
fn ends() -> [String; 5] {
    let system = match std::env::consts::OS {
        "windows" => "w",
        "macos" => "m",
        _ => "l",
    };
    let processor = if std::env::consts::ARCH == "aarch64" { "a" } else { "i" };
    [".k", ".q", ".k_", ".q_", &format!(".{system}{processor}{}.so", usize::BITS)].map(String::from)
}

/// Modules that come with Quarry, by name. One of the same name on the search path goes before.
const BUILT_IN: &[(&str, &str)] = &[
    ("quarry.db", include_str!("../lib/db.q")),
    ("quarry.start", include_str!("../lib/start.q")),
    ("kx.printf", include_str!("../lib/printf.q")),
    ("kx.log", include_str!("../lib/log.q")),
    ("kx.rest", include_str!("../lib/rest.q")),
];

thread_local! {
    /// What is being loaded on this thread.
    static LOADING: RefCell<Vec<Loading>> = const { RefCell::new(Vec::new()) };

    /// The directories in which modules lie that were found beside a script, not on the search path.
    static ROOTS: RefCell<HashMap<Sym, PathBuf>> = RefCell::new(HashMap::new());
}

/// A module or a script that is being loaded.
struct Loading {
    /// `None` for a script that is no module.
    module: Option<Sym>,
    /// What a path that starts with two colons is below.
    base: PathBuf,
}

/// While it lives a script is being loaded.
pub struct Script(());

/// Paths that start with two colons are below this script until the answer is dropped; below the module, where one is
/// being loaded. Of text that has no file, nothing.
#[must_use]
pub fn loading_script(file: &[u8]) -> Option<Script> {
    let file = std::path::absolute(OsStr::from_bytes(file)).ok()?;
    LOADING.with_borrow_mut(|l| {
        if l.last().is_some_and(|l| l.module.is_some()) {
            return None;
        }
        l.push(Loading { module: None, base: place_of(&file) });
        Some(Script(()))
    })
}

impl Drop for Script {
    fn drop(&mut self) {
        LOADING.with_borrow_mut(|l| l.pop());
    }
}

/// Where a module's or script's children lie: the directory of an `init.q`, else the file's path without its end.
fn place_of(file: &Path) -> PathBuf {
    match file.parent() {
        Some(directory) if file.file_stem() == Some(OsStr::new("init")) => directory.to_path_buf(),
        _ => file.with_extension(""),
    }
}

/// ``use`a.b``: what a module exports, as a dictionary; it is loaded when that is the first time. Functions in it are
/// aliases, which follow when the module replaces one. `` `.a`` is a child of the module that asks, `` `..a`` a sibling,
/// `` `...a`` a sibling of its parent. A script that is no module asks as if its file were one: `` `..a`` lies beside it.
///
/// Errors: the name, of a module that is not on the search path `.Q.m.SP`, or that is still being loaded; 'export of
/// one that exports nothing.
pub fn use_module(vm: &mut Vm, x: &Value) -> Result<Value> {
    let Value::Sym(asked) = x else { return Err(error::type_error()) };
    let (name, root) = located(vm, *asked)?;
    let export = Sym::new([namespace(name).bytes(), b".export"].concat());
    if vm.get(export).is_none() {
        load(vm, name, root, export)?;
    }
    match vm.get(export) {
        Some(Value::Dict(d)) if d.keys.as_syms().is_some() => Ok(aliases(export, &d)),
        _ => Err(error::type_error().detail("a module exports a dictionary from names")),
    }
}

/// Runs a module's script in its namespace.
fn load(vm: &mut Vm, name: Sym, root: Option<PathBuf>, export: Sym) -> Result<()> {
    if LOADING.with_borrow(|l| l.iter().any(|l| l.module == Some(name))) {
        return Err(Error::text(name.bytes()).detail("modules that use each other in a circle"));
    }
    let (path, text) = script(vm, name, root.as_deref())?;
    if let Some(root) = root {
        ROOTS.with_borrow_mut(|r| r.insert(name, root));
    }
    vm.globals_mut()?.add_module(namespace(name));
    LOADING.with_borrow_mut(|l| l.push(Loading { module: Some(name), base: place_of(&path) }));
    let done = vm.in_context(Sym::new(&namespace(name).bytes()[1..]), |vm| {
        vm.run_script(&text, path.as_os_str().as_bytes()).and_then(|()| exported(vm, export))
    });
    LOADING.with_borrow_mut(|l| l.pop());
    // What a module exports before it fails is half of it: whoever asks again has it loaded again.
    if done.is_err() {
        vm.remove_full(export)?;
    }
    done
}

/// The file and text of a module.
fn script(vm: &Vm, name: Sym, root: Option<&Path>) -> Result<(PathBuf, Vec<u8>)> {
    let built_in = BUILT_IN.iter().find(|(n, _)| n.as_bytes() == name.bytes());
    let beside = root.and_then(|root| find_below(root, name)).map(Ok);
    let path = match (beside.unwrap_or_else(|| find(vm, name)), built_in) {
        (Err(_), Some((n, text))) => return Ok((PathBuf::from(format!("{n}.q")), text.as_bytes().to_vec())),
        (path, _) => path?,
    };
    let file = path.to_string_lossy();
    if file.ends_with('_') || file.ends_with(".so") {
        return Err(error::nyi("modules other than scripts"));
    }
    vm.may_reach(&path)?;
    let text = quarry_store::textfile::script(&path)?;
    Ok((path, text))
}

/// `export` is a dictionary, or a function that answers one.
fn exported(vm: &mut Vm, export: Sym) -> Result<()> {
    let Some(value) = vm.get(export) else {
        return Err(Error::new("export").detail("the module defines no export"));
    };
    if value.is_function() {
        let value = vm.apply(&value, &[Value::identity()])?;
        vm.set(export, value)?;
    }
    Ok(())
}

/// The dictionary `export` with functions by name.
fn aliases(export: Sym, d: &quarry_value::Dict) -> Value {
    let names = d.keys.as_syms().unwrap_or(&[]);
    let alias = |(name, value): (&Sym, Value)| {
        if !value.is_function() || name.is_empty() {
            return value;
        }
        let full = Sym::new([export.bytes(), b".", name.bytes()].concat());
        Projection { func: Value::Sym(full), args: Vec::new() }.into()
    };
    Value::dict(d.keys.clone(), Value::collapse(names.iter().zip(d.values.items()).map(alias).collect()))
}

/// The first file of a module in the directories of `.Q.m.SP`.
fn find(vm: &Vm, name: Sym) -> Result<PathBuf> {
    let paths = vm.get(Sym::new(".Q.m.SP")).unwrap_or_else(Value::empty_list);
    for path in paths.items() {
        let Some(text) = path.as_text() else {
            return Err(error::type_error().detail(".Q.m.SP is a list of strings"));
        };
        if let Some(file) = find_below(Path::new(OsStr::from_bytes(text)), name) {
            return Ok(file);
        }
    }
    Err(Error::text(name.bytes()).detail("no such module on the search path .Q.m.SP"))
}

/// The first file of a module in a directory.
fn find_below(root: &Path, name: Sym) -> Option<PathBuf> {
    let start = root.join(name.text().split('.').collect::<PathBuf>());
    let starts = [start.clone(), start.join("init")];
    let mut files = starts.iter().flat_map(|s| ends().map(|end| with_end(s, &end)));
    let file = files.find(|f| f.is_file())?;
    Some(file.canonicalize().unwrap_or(file))
}

/// The full name of the module that is asked for, and where it lies when that is not on the search path.
fn located(vm: &Vm, asked: Sym) -> Result<(Sym, Option<PathBuf>)> {
    let text = asked.bytes();
    let dots = text.iter().take_while(|c| **c == b'.').count();
    let asking = name_of(vm.context);
    if let (1.., true, Some(script)) = (dots, asking.is_empty(), vm.script_file()) {
        let script = place_of(Path::new(OsStr::from_bytes(script.bytes())));
        let root = script.ancestors().nth(dots - 1);
        let root = root.ok_or_else(|| Error::text(text).detail("there is no directory so far up"))?;
        return Ok((absolute(Sym::default(), Sym::new(&text[dots..]))?, Some(root.to_path_buf())));
    }
    let root = || ROOTS.with_borrow(|r| r.get(&Sym::new(asking)).cloned());
    Ok((absolute(vm.context, asked)?, (dots > 0).then(root).flatten()))
}

fn with_end(path: &Path, end: &str) -> PathBuf {
    let mut text = path.as_os_str().to_os_string();
    text.push(end);
    text.into()
}

/// The full name of the module that is asked for in a namespace.
fn absolute(context: Sym, asked: Sym) -> Result<Sym> {
    let text = asked.bytes();
    let dots = text.iter().take_while(|c| **c == b'.').count();
    let rest = &text[dots..];
    let named =
        |part: &[u8]| !part.is_empty() && part.iter().all(|c| c.is_ascii_alphanumeric() || *c == b'_');
    if !rest.split(|c| *c == b'.').all(named) {
        return Err(Error::text(text).detail("this is no name of a module"));
    }
    if dots == 0 {
        return Ok(asked);
    }
    let module = name_of(context);
    let mut parts: Vec<&[u8]> = module.split(|c| *c == b'.').filter(|p| !p.is_empty()).collect();
    if dots - 1 > parts.len() {
        return Err(Error::text(text).detail("there is no module so far up"));
    }
    parts.truncate(parts.len() + 1 - dots);
    parts.push(rest);
    Ok(Sym::new(parts.join(&b'.')))
}

/// `.m.a.0b` of `a.b`.
fn namespace(name: Sym) -> Sym {
    Sym::new([b".m.".as_slice(), &name.text().replace('.', ".0").into_bytes()].concat())
}

/// `a.b` of the namespace `m.a.0b` or one inside of it; empty outside of modules.
fn name_of(context: Sym) -> Vec<u8> {
    let Some(inside) = context.bytes().strip_prefix(b"m.") else { return Vec::new() };
    let mut parts = inside.split(|c| *c == b'.');
    let first = parts.next().unwrap_or_default().to_vec();
    parts.map_while(|p| p.strip_prefix(b"0")).fold(first, |name, part| [&name, &b"."[..], part].concat())
}

/// What `.z.m` means in a namespace: that of its module, or the root.
fn space_of(context: Sym) -> Sym {
    let name = name_of(context);
    if name.is_empty() { Sym::new(".") } else { namespace(Sym::new(name)) }
}

/// A name that starts with `.z.m`, or with `.z.M` where `symbol` says so, in full.
pub fn expand(context: Sym, name: Sym) -> Option<(Sym, bool)> {
    let text = name.bytes();
    let symbol = text.starts_with(b".z.M");
    let rest = text.strip_prefix(b".z.m").or(text.strip_prefix(b".z.M"))?;
    if !rest.is_empty() && rest[0] != b'.' {
        return None;
    }
    let space = space_of(context);
    Some((if rest.is_empty() { space } else { Sym::new([space.bytes(), rest].concat()) }, symbol))
}

/// A path that starts with two colons is below the module or script that is being loaded: `::a` is `dir/a` for
/// `dir/init.q`, and `dir/m/a` for `dir/m.q`, so that `::../a` lies beside that. `None` where nothing is loaded.
pub fn path(text: &[u8]) -> Option<PathBuf> {
    let rest = text.strip_prefix(b"::")?;
    LOADING.with_borrow(|l| l.last().map(|l| folded(&l.base.join(OsStr::from_bytes(rest)))))
}

/// `path` without `.` and `..`: what is below a script need not be there. A slash at the end stays.
fn folded(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => _ = out.pop(),
            Component::CurDir => {}
            part => out.push(part),
        }
    }
    if path.as_os_str().as_bytes().ends_with(b"/") {
        out.push("");
    }
    out
}

/// ``.Q.m.mp`a.b``: where a module lies, as a string: the directory of an `init.q`, else the path without its end.
///
/// Errors: the name, of a module that is not on the search path, or that comes with Quarry and has no file.
pub fn module_path(vm: &Vm, x: &Value) -> Result<Value> {
    let Value::Sym(asked) = x else { return Err(error::type_error()) };
    let (name, root) = located(vm, *asked)?;
    let beside = root.and_then(|root| find_below(&root, name)).map(Ok);
    let path = beside.unwrap_or_else(|| find(vm, name))?;
    Ok(Value::chars(place_of(&path).into_os_string().into_vec()))
}

/// ``.Q.rp`:::file``: the full path of a file of the module or script that is being loaded; any other path as it is, but without
/// the two colons. `.Q.rp"::file"` is the same path as a string, without the colon.
///
/// Source: ref/dotq.
pub fn resolve_path(x: &Value) -> Result<Value> {
    if let Some(text) = x.as_text() {
        return Ok(match (path(text), text.strip_prefix(b"::")) {
            (Some(inside), _) => Value::chars(inside.into_os_string().into_vec()),
            (None, Some(rest)) => Value::chars(rest.to_vec()),
            (None, None) => x.clone(),
        });
    }
    let Value::Sym(name) = x else { return Err(error::type_error()) };
    let text = name.bytes().strip_prefix(b":").unwrap_or_default();
    Ok(match (path(text), text.strip_prefix(b"::")) {
        (Some(inside), _) => crate::prims::files::symbol_of(&inside),
        (None, Some(rest)) => Value::Sym(Sym::new([b":", rest].concat())),
        (None, None) => x.clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(context: &str, name: &str) -> Option<String> {
        absolute(Sym::new(context), Sym::new(name)).ok().map(|n| n.text().to_string())
    }

    #[test]
    fn leading_dots_count_from_the_module() {
        let at = "m.parent.0child2.0grandchild1";
        assert_eq!(asked("", "a.b").as_deref(), Some("a.b"));
        assert_eq!(asked("m.parent.0child2", ".x").as_deref(), Some("parent.child2.x"));
        assert_eq!(asked(at, "..grandchild2").as_deref(), Some("parent.child2.grandchild2"));
        assert_eq!(asked(at, "...child1").as_deref(), Some("parent.child1"));
        assert_eq!(asked("m.a.inner", "..b").as_deref(), Some("b"));
        assert_eq!(asked("m.a", "...b"), None);
        assert_eq!(asked("", "a/b"), None);
    }

    #[test]
    fn a_namespace_tells_its_module() {
        assert_eq!(space_of(Sym::new("m.a.0b.inner")).bytes(), b".m.a.0b");
        assert_eq!(space_of(Sym::new("a.b")).bytes(), b".");
    }
}
