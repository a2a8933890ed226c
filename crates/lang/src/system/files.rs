//! Files, directories and the shell: `\l \cd \r \1 \2`; processes: `\q`.

use crate::vm::Vm;
use quarry_value::error::reason;
use quarry_value::{Error, Result, Value};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// A failure of the operating system about a file: the file's name as the word, what happened as detail.
fn failed(name: &[u8], e: &std::io::Error) -> Error {
    Error::text(name).detail(reason(e))
}

pub(crate) fn path(text: &[u8]) -> &Path {
    Path::new(std::ffi::OsStr::from_bytes(text))
}

/// Runs a line of the shell: the lines it prints, each without its line feed and carriage return.
pub fn shell(vm: &mut Vm, text: &[u8]) -> Result<Value> {
    let mut stopped = Ok(());
    let mut stop = || {
        stopped = vm.check_interrupt();
        stopped.is_err()
    };
    let out = vm.host.shell(text, vm.client.handle != 0, &mut stop);
    stopped?;
    let out = out?;
    // It may have taken long: a loop of such lines is not to be waited for.
    vm.check_interrupt()?;
    let text = out.strip_suffix(b"\n").unwrap_or(&out);
    if out.is_empty() {
        return Ok(Value::empty_list());
    }
    let lines = text.split(|&c| c == b'\n').map(|l| l.strip_suffix(b"\r").unwrap_or(l));
    Ok(Value::list(lines.map(Value::chars).collect()))
}

/// `\q words`: starts a process of this program with these words behind its name, and does not wait for it.
///
/// Errors: 'q without a word, 'os.
/// Source: kb/profiler.
pub fn start(vm: &mut Vm, _: &[u8], words: &[u8]) -> Result<Value> {
    if words.is_empty() {
        return Err(Error::new("q").detail("\\q file.q starts a process; \\\\ ends this one"));
    }
    vm.host.start(words)?;
    Ok(Value::identity())
}

/// `\cd`: the current directory; `\cd dir` goes there, and makes it if need be.
pub fn change_directory(_: &mut Vm, _: &[u8], text: &[u8]) -> Result<Value> {
    if text.is_empty() {
        let dir = std::env::current_dir().map_err(|e| failed(b"cd", &e))?;
        return Ok(Value::chars(dir.as_os_str().as_bytes()));
    }
    let dir = path(text);
    if !dir.exists() {
        quarry_store::make_directory(dir).map_err(|e| failed(text, &e))?;
    }
    std::env::set_current_dir(dir).map_err(|e| failed(text, &e))?;
    Ok(Value::identity())
}

/// `\r src dst`: renames a file, whose names are quoted (`\r "a b" "c d"`) when they hold blanks; `\r` tells of the log of updates.
pub fn rename(vm: &mut Vm, _: &[u8], text: &[u8]) -> Result<Value> {
    if let (b"", Some(log)) = (text, vm.updates_so_far()) {
        return Ok(log);
    }
    let wanted = || super::bad(b"r", "a file and its new name, in quotes where they hold blanks");
    let (from, rest) = file_name(text).ok_or_else(wanted)?;
    let (to, rest) = file_name(rest).ok_or_else(wanted)?;
    if !rest.trim_ascii().is_empty() {
        return Err(wanted());
    }
    quarry_store::rename(path(from), path(to)).map_err(|e| failed(from, &e))?;
    Ok(Value::identity())
}

/// The first of several names, which may be quoted, and what follows it.
fn file_name(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let text = text.trim_ascii_start();
    let (name, rest) = match text.strip_prefix(b"\"") {
        Some(quoted) => {
            let end = quoted.iter().position(|c| *c == b'"')?;
            (&quoted[..end], &quoted[end + 1..])
        }
        None => text.split_at(text.iter().position(u8::is_ascii_whitespace).unwrap_or(text.len())),
    };
    (!name.is_empty()).then_some((name, rest))
}

/// `\1 file`, `\2 file`: standard output or standard error goes on at the end of a file.
pub fn redirect(vm: &mut Vm, word: &[u8], text: &[u8]) -> Result<Value> {
    vm.host.redirect(if word == b"1" { 1 } else { 2 }, text)?;
    Ok(Value::identity())
}

/// Where scripts are found that are not in the current directory: `QHOME`, or `q` at the user's home.
///
/// Source: basics/by-topic.
pub fn home(vm: &Vm) -> Option<PathBuf> {
    let own = vm.host.environment("QHOME").filter(|h| !h.is_empty()).map(|h| path(&h).to_path_buf());
    own.or_else(|| Some(path(&vm.host.environment("HOME")?).join("q")))
}

/// `\l name`: runs a script, or opens what kdb+ wrote: an object, a splayed table, a database. An object or a table
/// answers its name.
///
/// Without a name the log of updates is emptied into a checkpoint.
///
/// A script that is not here is looked for at [`home`], and then among those that come with the program; `::name` is below
/// the module or script that is being loaded.
pub fn load(vm: &mut Vm, text: &[u8]) -> Result<Value> {
    if let Some(inside) = crate::modules::path(text) {
        vm.may_reach(&inside)?;
        return crate::db::load(vm, &inside);
    }
    let name = text.strip_prefix(b":").unwrap_or(text);
    if name.is_empty() {
        return vm.checkpoint().map(|()| Value::identity());
    }
    let here = path(name);
    let home = || Some(home(vm)?.join(here)).filter(|p| p.is_file());
    vm.may_reach(here)?;
    if here.exists() {
        return crate::db::load(vm, here);
    }
    if let Some(elsewhere) = home().filter(|_| !vm.is_restricted()) {
        return crate::db::load(vm, &elsewhere);
    }
    match vm.settings.scripts.iter().find(|(path, _)| path.as_bytes() == name) {
        Some((path, text)) => {
            vm.run_script(text.as_bytes(), path.as_bytes())?;
            Ok(Value::identity())
        }
        None => crate::db::load(vm, here),
    }
}
