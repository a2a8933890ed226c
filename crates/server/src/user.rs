//! Under whose name the process runs.

/// Where the system has the names of its users.
const USERS: &str = "/etc/passwd";

/// The name of the user that the process runs as. One that the system has no name for may have told it by the environment, of
/// which `variable` looks one up.
pub fn name(variable: impl Fn(&str) -> Option<Vec<u8>>) -> Vec<u8> {
    let id = rustix::process::getuid().as_raw();
    let users = std::fs::read(USERS).unwrap_or_default();
    let told = || variable("USER").or_else(|| variable("LOGNAME"));
    name_of(&users, id).map(<[u8]>::to_vec).or_else(told).unwrap_or_default()
}

/// The name of user `id` among lines of `name:password:id:…`.
fn name_of(users: &[u8], id: u32) -> Option<&[u8]> {
    users.split(|c| *c == b'\n').find_map(|line| {
        let mut fields = line.split(|c| *c == b':');
        let name = fields.next().filter(|name| !name.is_empty())?;
        let own = std::str::from_utf8(fields.nth(1)?).ok()?.parse::<u32>().ok()?;
        (own == id).then_some(name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_are_found_by_their_number() {
        let users =
            b"root:x:0:0:root:/root:/bin/sh\n\n:x:7:\nbad\nann:x:1000:1000::/home/ann:/bin/sh\n+::::\n";
        assert_eq!(name_of(users, 0), Some(&b"root"[..]));
        assert_eq!(name_of(users, 1000), Some(&b"ann"[..]));
        assert_eq!(name_of(users, 7), None);
        assert_eq!(name_of(b"", 0), None);
    }
}
