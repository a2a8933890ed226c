//! Where to connect to and where to listen, as q writes it.

use quarry_value::{Error, Result};
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};

/// The host that is meant when none is named.
const LOCAL: &str = "localhost";
/// The ports that `0W` picks from.
const EPHEMERAL: std::ops::RangeInclusive<u16> = 32_768..=60_999;

/// What bytes travel over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    Tcp,
    Unix,
}

/// The other end of a connection to be made: `:host:port:user:password`, `:unix://port:user:password`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    pub family: Family,
    pub tls: bool,
    pub host: String,
    pub port: u16,
    /// `user:password`, as it is sent; empty when neither was given.
    pub login: Vec<u8>,
}

impl Family {
    /// `t` or `u`, as `-38!` shows it.
    pub fn letter(self) -> u8 {
        match self {
            Family::Tcp => b't',
            Family::Unix => b'u',
        }
    }
}

impl Target {
    /// Reads `[:][tcp://|tcps://|unix://|unixs://][host]:port[:user[:password]]`; `host` goes for `unix` kinds, where only a
    /// port is written.
    pub fn parse(text: &[u8]) -> Result<Target> {
        let bad = |why: &str| {
            let text = String::from_utf8_lossy(text).into_owned();
            Err(Error::new("hop").detail(format!("{text}: {why}; wanted :host:port:user:password")))
        };
        let text = text.strip_prefix(b":").unwrap_or(text);
        let schemes: [(&[u8], Family, bool); 4] = [
            (b"tcp://", Family::Tcp, false),
            (b"tcps://", Family::Tcp, true),
            (b"unix://", Family::Unix, false),
            (b"unixs://", Family::Unix, true),
        ];
        let scheme = schemes.iter().find_map(|(s, f, t)| Some((text.strip_prefix(*s)?, *f, *t)));
        let (rest, family, tls) = scheme.unwrap_or((text, Family::Tcp, false));
        let (host, rest) = match family {
            // A Unix socket is on this machine: what stands first is the port, perhaps after an empty host.
            Family::Unix => (&b""[..], rest.strip_prefix(b":").unwrap_or(rest)),
            Family::Tcp => match rest.iter().position(|c| *c == b':') {
                Some(at) => (&rest[..at], &rest[at + 1..]),
                None => return bad("no port"),
            },
        };
        let (port, login) = match rest.iter().position(|c| *c == b':') {
            Some(at) => (&rest[..at], &rest[at + 1..]),
            None => (rest, &b""[..]),
        };
        let Some(port) = port_of(port) else { return bad("no such port") };
        let host = if host.is_empty() { LOCAL.into() } else { String::from_utf8_lossy(host).into_owned() };
        Ok(Target { family, tls, host, port, login: login.to_vec() })
    }
}

/// Where to listen: `[rp,][host:]port`, `host:first/last`, `0W`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// Other processes may listen to the same port, and share the connections.
    pub shared: bool,
    /// Each connection is served by a thread of its own, read-only.
    pub threaded: bool,
    /// Empty for every interface.
    pub host: String,
    /// The ports to try, both ends included; 0 to 0 for none.
    pub first: u16,
    pub last: u16,
}

impl Place {
    pub fn parse(text: &[u8]) -> Result<Place> {
        let whole = String::from_utf8_lossy(text).trim().to_string();
        let bad = || {
            Error::text(whole.as_bytes()).detail("wanted [rp,][host:]port, first/last, a service, 0W or 0")
        };
        let (shared, rest) = match whole.strip_prefix("rp,") {
            Some(rest) => (true, rest),
            None => (false, &whole[..]),
        };
        let (host, ports) = rest.rsplit_once(':').unwrap_or(("", rest));
        let (threaded, ports) = match ports.strip_prefix('-') {
            Some(ports) => (true, ports),
            None => (false, ports),
        };
        let (first, last) = match ports.split_once('/') {
            _ if ports == "0W" => (*EPHEMERAL.start(), *EPHEMERAL.end()),
            Some((first, last)) => {
                (port_of(first.as_bytes()).ok_or_else(bad)?, port_of(last.as_bytes()).ok_or_else(bad)?)
            }
            None => {
                let port = port_of(ports.as_bytes()).ok_or_else(bad)?;
                (port, port)
            }
        };
        if first > last || (first == 0) != (last == 0) {
            return Err(bad());
        }
        Ok(Place { shared, threaded, host: host.to_string(), first, last })
    }

    /// Does this say to stop listening?
    pub fn is_none(&self) -> bool {
        self.last == 0
    }

    /// The addresses of the interfaces to listen on, with this port.
    pub fn addresses(&self, port: u16) -> std::io::Result<Vec<SocketAddr>> {
        if self.host.is_empty() {
            // Takes IPv4 as well, where the system has both.
            return Ok(vec![SocketAddr::from(([0u16; 8], port)), SocketAddr::from(([0u8; 4], port))]);
        }
        Ok((self.host.as_str(), port).to_socket_addrs()?.collect())
    }
}

/// A port by number or by the name of its service.
fn port_of(text: &[u8]) -> Option<u16> {
    let text = std::str::from_utf8(text).ok()?;
    text.parse().ok().or_else(|| service(text))
}

/// The TCP port of a service, by `/etc/services`.
fn service(name: &str) -> Option<u16> {
    if name.is_empty() {
        return None;
    }
    let table = std::fs::read_to_string("/etc/services").ok()?;
    table.lines().find_map(|line| {
        let mut words = line.split('#').next().unwrap_or_default().split_whitespace();
        let (first, port) = (words.next()?, words.next()?.strip_suffix("/tcp")?);
        (first == name || words.any(|alias| alias == name)).then(|| port.parse().ok())?
    })
}

/// The address of the other end as q shows it: of IPv4, its four bytes; of anything else, 0.
pub fn number(address: IpAddr) -> i32 {
    match address.to_canonical() {
        IpAddr::V4(a) => i32::from_be_bytes(a.octets()),
        IpAddr::V6(a) if a.is_loopback() => i32::from_be_bytes([127, 0, 0, 1]),
        IpAddr::V6(_) => 0,
    }
}

/// The name of the Unix socket that stands beside a port: `/tmp/kx.PORT`, or in the directory that `QUDSPATH` names.
/// `None` when that is empty, which turns Unix sockets off.
pub fn unix_name(directory: Option<&[u8]>, port: u16) -> Option<Vec<u8>> {
    let directory = directory.unwrap_or(b"/tmp");
    (!directory.is_empty()).then(|| [directory, format!("/kx.{port}").as_bytes()].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(text: &str) -> (Family, bool, String, u16, String) {
        let t = Target::parse(text.as_bytes()).expect("a target");
        (t.family, t.tls, t.host, t.port, String::from_utf8_lossy(&t.login).into_owned())
    }

    #[test]
    fn targets_as_q_writes_them() {
        use Family::{Tcp, Unix};
        let tcp = |host: &str, port, login: &str| (Tcp, false, host.to_string(), port, login.to_string());
        assert_eq!(target("::5010"), tcp("localhost", 5010, ""));
        assert_eq!(target(":localhost:5010"), tcp("localhost", 5010, ""));
        assert_eq!(target("10.43.23.198:5010"), tcp("10.43.23.198", 5010, ""));
        assert_eq!(target(":h:1:elmo:sesame:street"), tcp("h", 1, "elmo:sesame:street"));
        assert_eq!(target(":unix://5010:u:p"), (Unix, false, "localhost".into(), 5010, "u:p".into()));
        assert_eq!(target(":tcps://h:5010"), (Tcp, true, "h".into(), 5010, String::new()));
        for bad in ["", ":", ":h", ":h:", ":h:x", ":h:70000", ":unix://"] {
            assert!(Target::parse(bad.as_bytes()).is_err(), "{bad}");
        }
    }

    #[test]
    fn places_to_listen() {
        let place = |text: &str| {
            Place::parse(text.as_bytes()).map(|p| (p.shared, p.threaded, p.host, p.first, p.last))
        };
        assert_eq!(place("5000").ok(), Some((false, false, String::new(), 5000, 5000)));
        assert_eq!(place("rp,h:-2000/2010").ok(), Some((true, true, "h".into(), 2000, 2010)));
        assert_eq!(place("0W").ok(), Some((false, false, String::new(), 32_768, 60_999)));
        assert!(Place::parse(b"0").is_ok_and(|p| p.is_none()));
        for bad in ["", "x y", "70000", "5/4", "0/4"] {
            assert!(place(bad).is_err(), "{bad}");
        }
    }
}
