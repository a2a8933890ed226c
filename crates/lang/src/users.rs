//! The file of users and passwords, `-u file` and `-U file`: who may come in.
//!
//! ```text
//! alice:secret                                        the password itself
//! bob:5f4dcc3b5aa765d61d8327deb882cf99                its MD5 hash, 32 hexadecimal digits
//! carol:5baa61e4c9b93f3f0682250b6cf8331b7ee68fd8      its SHA-1 hash, 40 of them
//! ```
//!
//! Source: basics/cmdline.

use quarry_kernel as k;
use quarry_value::error::reason;
use quarry_value::{Error, Result, Value};
use std::collections::HashMap;
use std::hint::black_box;
use std::path::{Path, PathBuf};

/// Who may come in. Only hashes are kept: what has the form of one can never be the password itself.
#[derive(Debug)]
pub struct Users {
    /// From the root, because the process may change its directory before the file is read again.
    path: PathBuf,
    secrets: HashMap<Vec<u8>, Secret>,
}

/// The hash of a password.
#[derive(Debug, PartialEq, Eq)]
enum Secret {
    Md5(Vec<u8>),
    Sha1(Vec<u8>),
}

impl Users {
    /// Reads a file.
    ///
    /// Errors: the file's name, with the system's reason or the line that has no colon.
    pub fn read(path: &Path) -> Result<Users> {
        let failed = |why: String| Error::text(path.as_os_str().as_encoded_bytes()).detail(why);
        let path = std::path::absolute(path).map_err(|e| failed(reason(&e)))?;
        let text = std::fs::read(&path).map_err(|e| failed(reason(&e)))?;
        let secrets = parse(&text).map_err(failed)?;
        Ok(Users { path, secrets })
    }

    /// Reads the file again.
    pub fn read_again(&self) -> Result<Users> {
        Users::read(&self.path)
    }

    /// Is this the password of this user? The time it takes tells nothing about why not.
    pub fn admit(&self, user: &[u8], password: &[u8]) -> bool {
        let (md5, sha1) = (hash(k::md5, password), hash(k::sha1, password));
        // Somebody who is not in the file is compared with what no hash is like.
        let nobody = Secret::Sha1(vec![0; 20]);
        let found = self.secrets.get(user);
        let same = match found.unwrap_or(&nobody) {
            Secret::Md5(wanted) => same(wanted, &md5),
            Secret::Sha1(wanted) => same(wanted, &sha1),
        };
        same & found.is_some()
    }
}

/// The users of a file's text; the line that is wrong. The first line of a user counts.
fn parse(text: &[u8]) -> std::result::Result<HashMap<Vec<u8>, Secret>, String> {
    let mut secrets = HashMap::new();
    for (i, line) in text.split(|c| *c == b'\n').enumerate() {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.is_empty() {
            continue;
        }
        let colon = line.iter().position(|c| *c == b':');
        let at = colon.ok_or_else(|| format!("line {}: wanted user:password", i + 1))?;
        secrets.entry(line[..at].to_vec()).or_insert_with(|| Secret::of(&line[at + 1..]));
    }
    Ok(secrets)
}

impl Secret {
    fn of(text: &[u8]) -> Secret {
        match (text.len(), unhex(text)) {
            (32, Some(bytes)) => Secret::Md5(bytes),
            (40, Some(bytes)) => Secret::Sha1(bytes),
            _ => Secret::Sha1(hash(k::sha1, text)),
        }
    }
}

/// The bytes that pairs of hexadecimal digits stand for.
fn unhex(text: &[u8]) -> Option<Vec<u8>> {
    let digit = |c: u8| char::from(c).to_digit(16);
    text.chunks(2).map(|pair| Some((digit(pair[0])? << 4 | digit(*pair.get(1)?)?) as u8)).collect()
}

fn hash(f: fn(&Value) -> Result<Value>, text: &[u8]) -> Vec<u8> {
    let hashed = f(&Value::chars(text)).ok();
    let bytes = hashed.as_ref().and_then(|h| if let Value::Vector(v) = h { v.slice::<u8>() } else { None });
    bytes.unwrap_or_default().to_vec()
}

/// Are two hashes the same? All bytes are looked at, whatever the first ones are.
fn same(a: &[u8], b: &[u8]) -> bool {
    let differ = a.iter().zip(b).fold(u8::from(a.len() != b.len()), |d, (x, y)| black_box(d | (x ^ y)));
    differ == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn users(text: &str) -> Users {
        Users { path: PathBuf::new(), secrets: parse(text.as_bytes()).expect("good lines") }
    }

    #[test]
    fn passwords_are_plain_or_hashed() {
        let all = users(
            "plain:password\nmd5:5f4dcc3b5aa765d61d8327deb882cf99\r\n\
             sha1:5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8\nnone:\n:anonymous\ncolon:a:b\n\n",
        );
        for user in ["plain", "md5", "sha1"] {
            assert!(all.admit(user.as_bytes(), b"password"), "{user}");
            for wrong in ["", "Password", "passwor", "password ", "5f4dcc3b5aa765d61d8327deb882cf99"] {
                assert!(!all.admit(user.as_bytes(), wrong.as_bytes()), "{user} {wrong}");
            }
        }
        assert!(!all.admit(b"sha1", b"5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8"), "a hash is no password");
        assert!(all.admit(b"none", b"") && all.admit(b"", b"anonymous") && all.admit(b"colon", b"a:b"));
        assert!(
            !all.admit(b"nobody", b"password") && !all.admit(b"", b"") && !all.admit(b"plain\0", b"password")
        );
    }

    #[test]
    fn a_user_without_a_password_is_told() {
        assert_eq!(parse(b"a:b\nc\n").err(), Some("line 2: wanted user:password".to_string()));
        assert_eq!(parse(b"").map(|s| s.len()), Ok(0));
        let twice = users("a:1\na:2");
        assert!(twice.admit(b"a", b"1") && !twice.admit(b"a", b"2"));
    }
}
