//! What the message of a connection may do: `-b`, `-u 1` and `-T` limit clients, and never the console.

use crate::prims::files::path_of;
use crate::users::Users;
use crate::vm::Vm;
use quarry_value::{Error, Result, Sym, Value};
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// The longest file symbol: 254 characters after the colon.
const PATH_MAX: usize = 4095;
/// Nanoseconds in a second.
const SECOND: i64 = 1_000_000_000;

/// Whose message is being evaluated.
#[derive(Clone, Copy, Default)]
pub(crate) struct Client {
    /// The handle of the connection, `.z.w`; 0 for the console.
    pub handle: i32,
    /// The name the client gave, `.z.u`, and its address, `.z.a`. The console has those of the process.
    pub user: Sym,
    pub address: i32,
    /// When a message must be done, in nanoseconds of the host's clock.
    pub deadline: Option<i64>,
}

impl Vm {
    /// Evaluates what came from the connection `handle`, within the limits that flags set for clients.
    pub fn as_client<T>(&mut self, handle: i32, work: impl FnOnce(&mut Vm) -> T) -> T {
        let peer = self.host.network().peer(handle);
        let (user, address) = peer.map_or((Sym::EMPTY, 0), |p| (p.user, p.address));
        self.as_stranger(handle, user, address, work)
    }

    /// The same for a connection that is not open yet.
    pub(crate) fn as_stranger<T>(
        &mut self,
        handle: i32,
        user: Sym,
        address: i32,
        work: impl FnOnce(&mut Vm) -> T,
    ) -> T {
        let deadline = self.deadline().filter(|_| handle != 0);
        let outer = std::mem::replace(&mut self.client, Client { handle, user, address, deadline });
        let locked = self.locked;
        self.locked |= self.is_blocked();
        let result = self.at_work(work);
        (self.client, self.locked) = (outer, locked);
        result
    }

    /// When a message that begins now must be done, in [`Host::elapsed`].
    fn deadline(&self) -> Option<i64> {
        let limit = i64::from(self.settings.timeout_s).saturating_mul(SECOND);
        (limit > 0).then(|| self.host.elapsed().saturating_add(limit))
    }

    /// A message to handle 0 has the time of a client's, within that of the client that sends it (quintanar401/DCoQ).
    pub(crate) fn in_time<T>(&mut self, work: impl FnOnce(&mut Vm) -> T) -> T {
        let own = if self.client.deadline.is_none() { self.deadline() } else { None };
        let Some(due) = own else { return self.at_work(work) };
        self.client.deadline = own;
        // Whoever looks after a client's message does not after this one.
        self.host.limit(due);
        let result = self.at_work(work);
        self.host.unlimit(due);
        self.client.deadline = None;
        result
    }

    /// `work` as an evaluation of its own.
    fn at_work<T>(&mut self, work: impl FnOnce(&mut Vm) -> T) -> T {
        let _work = self.begin();
        work(self)
    }

    /// Reads the file of users that `-u` or `-U` names, if one does.
    ///
    /// Errors: the file's name.
    pub fn read_users(&mut self) -> Result<()> {
        let read = |f: &OsString| Users::read(f.as_ref()).map(Arc::new);
        self.users = self.settings.users.as_ref().map(read).transpose()?;
        Ok(())
    }

    /// `\u`: reads it again. Errors: the file's name, and everything stays as it was; 'u when there is no such file.
    pub(crate) fn read_users_again(&mut self) -> Result<Value> {
        let none = || Error::new("u").detail("no file of users was named by -u or -U");
        let users = self.users.as_mut().ok_or_else(none)?;
        *users = Arc::new(users.read_again()?);
        Ok(Value::identity())
    }

    /// Is this the message of a client that `-u` keeps from the system?
    pub(crate) fn is_restricted(&self) -> bool {
        self.client.handle != 0 && self.settings.restricted
    }

    /// Is this the message of a client that `-b` keeps from changing anything? Threads that help with it know.
    pub(crate) fn is_blocked(&self) -> bool {
        self.client.handle != 0 && self.settings.blocked
    }

    /// `'access` for a client under `-u`.
    pub fn may_use_system(&self) -> Result<()> {
        match self.is_restricted() {
            true => Err(Error::new("access").detail("-u keeps clients from the system")),
            false => Ok(()),
        }
    }

    /// The path of a file symbol; `'access` when a client under `-u` would leave the current directory by it.
    pub fn path(&self, name: Sym) -> Result<PathBuf> {
        if name.bytes().len() > PATH_MAX {
            return Err(Error::new("path too long").detail(format!("more than {PATH_MAX} characters")));
        }
        let path = path_of(name);
        self.may_reach(&path)?;
        Ok(path)
    }

    /// Must paths stay in the current directory: for a client under `-u`, and in `reval`?
    pub(crate) fn is_confined(&self) -> bool {
        self.is_restricted() || self.guarded
    }

    /// `'access` when a client under `-u`, or `reval`, would leave the current directory by this path.
    pub fn may_reach(&self, path: &Path) -> Result<()> {
        if !self.is_confined() || stays_inside(path) {
            return Ok(());
        }
        let who = if self.guarded { "reval stays" } else { "-u keeps clients" };
        Err(Error::new("access").detail(format!("{who} in the current directory")))
    }

    /// `'access` for a client under `-u` that would end the process, 'noupdate for `reval`.
    pub(crate) fn may_exit(&self) -> Result<()> {
        self.may_use_system()?;
        if self.guarded { self.may_change() } else { Ok(()) }
    }
}

/// Does a path stay in the current directory? Where symbolic links lead is the owner's business, but not what is above that.
fn stays_inside(path: &Path) -> bool {
    let inside = match (path.is_absolute(), std::env::current_dir()) {
        (false, _) => path,
        (true, Ok(here)) => match path.strip_prefix(&here) {
            Ok(rest) => rest,
            Err(_) => return false,
        },
        (true, Err(_)) => return false,
    };
    let mut so_far = PathBuf::new();
    inside.components().all(|c| match c {
        Component::ParentDir => !so_far.is_symlink() && so_far.pop(),
        Component::Normal(name) => {
            so_far.push(name);
            true
        }
        _ => true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_judged_by_their_words() {
        let here = std::env::current_dir().expect("a current directory");
        for good in ["a", "a/b", "a/../b", "./a", ""] {
            assert!(stays_inside(Path::new(good)), "{good}");
            assert!(stays_inside(&here.join(good)), "{good} in full");
        }
        for bad in ["..", "../a", "a/../../b", "/", "/etc/passwd"] {
            assert!(!stays_inside(Path::new(bad)), "{bad}");
        }
    }
}
