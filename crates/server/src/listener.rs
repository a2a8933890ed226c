//! Sockets that others connect to: one for each interface, and the Unix socket beside the port.

use crate::address::{self, Place};
use crate::stream::{Stream, unix_address};
use crate::tls::{Door, Layer};
use mio::{Interest, Registry, Token};
use quarry_value::error::reason;
use quarry_value::{Error, Result};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::os::unix::net::UnixListener;

/// Connections that the system keeps until they are accepted.
const BACKLOG: i32 = 1024;

/// A socket that is listened to.
pub enum Listener {
    Tcp(mio::net::TcpListener),
    Unix(mio::net::UnixListener),
}

/// The port that was found free, and its sockets.
pub struct Bound {
    pub port: u16,
    pub listeners: Vec<Listener>,
}

/// Listens at the first port of `place` that is free, in a random order. `unix` is the directory of Unix sockets.
///
/// Errors: the last port tried, and what the system says of it.
/// Source: basics/listening-port; wp/socket-sharding for the error's text.
pub fn bind(place: &Place, unix: Option<&[u8]>) -> Result<Bound> {
    let count = u64::from(place.last - place.first) + 1;
    let start = RandomState::new().hash_one(0) % count;
    let mut last = io::Error::from(io::ErrorKind::AddrInUse);
    for i in 0..count {
        let port = place.first + ((start + i) % count) as u16;
        match bind_port(place, port) {
            Ok(mut listeners) => {
                if let Some(name) = address::unix_name(unix, port).filter(|_| !place.shared) {
                    listeners.push(bind_unix(&name).map_err(|e| {
                        let name = String::from_utf8_lossy(&name).into_owned();
                        Error::text(format!("cannot listen on uds {name}. OS reports: {}", reason(&e)))
                    })?);
                }
                return Ok(Bound { port, listeners });
            }
            Err(e) => last = e,
        }
    }
    Err(Error::text(format!("{}: {}", place.last, reason(&last))))
}

fn bind_port(place: &Place, port: u16) -> io::Result<Vec<Listener>> {
    let mut listeners = Vec::new();
    let mut last = io::Error::from(io::ErrorKind::AddrNotAvailable);
    for address in place.addresses(port)? {
        match bind_tcp(address, place.shared) {
            Ok(socket) => listeners.push(Listener::Tcp(mio::net::TcpListener::from_std(socket))),
            // The wildcard of IPv6 has taken that of IPv4 too.
            Err(_) if place.host.is_empty() && !listeners.is_empty() => {}
            Err(e) if place.host.is_empty() && e.kind() == io::ErrorKind::AddrInUse => return Err(e),
            Err(e) => last = e,
        }
    }
    if listeners.is_empty() { Err(last) } else { Ok(listeners) }
}

fn bind_tcp(address: SocketAddr, shared: bool) -> io::Result<TcpListener> {
    use rustix::net::{AddressFamily, SocketType, bind, listen, socket, sockopt};
    let family = if address.is_ipv4() { AddressFamily::INET } else { AddressFamily::INET6 };
    let fd = socket(family, SocketType::STREAM, None)?;
    rustix::io::fcntl_setfd(&fd, rustix::io::FdFlags::CLOEXEC)?;
    sockopt::set_socket_reuseaddr(&fd, true)?;
    if shared {
        sockopt::set_socket_reuseport(&fd, true)?;
    }
    bind(&fd, &address)?;
    listen(&fd, BACKLOG)?;
    let listener = TcpListener::from(fd);
    listener.set_nonblocking(true)?;
    Ok(listener)
}

fn bind_unix(name: &[u8]) -> io::Result<Listener> {
    let address = unix_address(name)?;
    #[cfg(not(target_os = "linux"))]
    if let Some(path) = address.as_pathname() {
        // A socket that a process left behind is nobody's.
        let _ = std::fs::remove_file(path);
    }
    let socket = UnixListener::bind_addr(&address)?;
    socket.set_nonblocking(true)?;
    Ok(Listener::Unix(mio::net::UnixListener::from_std(socket)))
}

impl Listener {
    pub fn register(&mut self, registry: &Registry, token: Token) -> io::Result<()> {
        match self {
            Listener::Tcp(s) => registry.register(s, token, Interest::READABLE),
            Listener::Unix(s) => registry.register(s, token, Interest::READABLE),
        }
    }

    pub fn deregister(&mut self, registry: &Registry) -> io::Result<()> {
        match self {
            Listener::Tcp(s) => registry.deregister(s),
            Listener::Unix(s) => registry.deregister(s),
        }
    }

    pub fn accept(&self, door: &Door) -> io::Result<Stream> {
        Ok(match self {
            Listener::Tcp(s) => {
                let (stream, _) = s.accept()?;
                // Messages go out whole, and at once.
                stream.set_nodelay(true)?;
                Stream::tcp(stream, Layer::accept(door)?)
            }
            Listener::Unix(s) => Stream::unix(s.accept()?.0, Layer::accept(door)?),
        })
    }
}
