//! The two ends that bytes travel between: TCP or a Unix socket, neither of which waits.

use crate::address::{self, Family, Target};
use mio::event::Source;
use mio::{Interest, Registry, Token};
use std::io::{self, IoSlice, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream, ToSocketAddrs};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

/// A connected socket.
pub enum Stream {
    Tcp(mio::net::TcpStream),
    Unix(mio::net::UnixStream),
}

impl Stream {
    pub fn family(&self) -> Family {
        match self {
            Stream::Tcp(_) => Family::Tcp,
            Stream::Unix(_) => Family::Unix,
        }
    }

    /// Nothing comes or goes any more.
    pub fn shutdown(&self) -> io::Result<()> {
        match self {
            Stream::Tcp(s) => s.shutdown(Shutdown::Both),
            Stream::Unix(s) => s.shutdown(Shutdown::Both),
        }
    }

    /// Nothing more is sent.
    pub fn finish(&self) -> io::Result<()> {
        match self {
            Stream::Tcp(s) => s.shutdown(Shutdown::Write),
            Stream::Unix(s) => s.shutdown(Shutdown::Write),
        }
    }

    /// The address of the other end, as q shows it, and whether that is this machine.
    pub fn origin(&self) -> (i32, bool) {
        let Stream::Tcp(s) = self else { return (0, true) };
        let (Ok(peer), Ok(own)) = (s.peer_addr(), s.local_addr()) else { return (0, false) };
        let local = peer.ip().to_canonical().is_loopback() || peer.ip() == own.ip();
        (address::number(peer.ip()), local)
    }
}

impl Read for Stream {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        match self {
            Stream::Tcp(s) => s.read(buf),
            Stream::Unix(s) => s.read(buf),
        }
    }
}

impl Write for Stream {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        match self {
            Stream::Tcp(s) => s.write(buf),
            Stream::Unix(s) => s.write(buf),
        }
    }

    fn write_vectored(&mut self, bufs: &[IoSlice<'_>]) -> io::Result<usize> {
        match self {
            Stream::Tcp(s) => s.write_vectored(bufs),
            Stream::Unix(s) => s.write_vectored(bufs),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Source for Stream {
    fn register(&mut self, registry: &Registry, token: Token, interests: Interest) -> io::Result<()> {
        match self {
            Stream::Tcp(s) => s.register(registry, token, interests),
            Stream::Unix(s) => s.register(registry, token, interests),
        }
    }

    fn reregister(&mut self, registry: &Registry, token: Token, interests: Interest) -> io::Result<()> {
        match self {
            Stream::Tcp(s) => s.reregister(registry, token, interests),
            Stream::Unix(s) => s.reregister(registry, token, interests),
        }
    }

    fn deregister(&mut self, registry: &Registry) -> io::Result<()> {
        match self {
            Stream::Tcp(s) => s.deregister(registry),
            Stream::Unix(s) => s.deregister(registry),
        }
    }
}

/// A socket that waits: for connecting, logging in, and questions that are asked once.
pub enum Waiting {
    Tcp(TcpStream),
    Unix(UnixStream),
}

impl Waiting {
    /// Connects to `target`, until `due` if that is given. `unix` is the directory of Unix sockets.
    pub fn connect(target: &Target, unix: Option<&[u8]>, due: Option<Instant>) -> io::Result<Waiting> {
        if target.family == Family::Unix {
            let name = address::unix_name(unix, target.port).ok_or_else(|| {
                io::Error::new(io::ErrorKind::Unsupported, "Unix sockets are off: QUDSPATH is empty")
            })?;
            return Ok(Waiting::Unix(UnixStream::connect_addr(&unix_address(&name)?)?));
        }
        let addresses: Vec<SocketAddr> = (target.host.as_str(), target.port).to_socket_addrs()?.collect();
        let mut last = io::Error::new(io::ErrorKind::NotFound, "the host has no address");
        for address in addresses {
            let tried = match due {
                Some(due) => TcpStream::connect_timeout(&address, left(due)?),
                None => TcpStream::connect(address),
            };
            match tried {
                Ok(s) => {
                    s.set_nodelay(true)?;
                    return Ok(Waiting::Tcp(s));
                }
                Err(e) => last = e,
            }
        }
        Err(last)
    }

    /// How long a read may take from now on.
    pub fn set_read_timeout(&self, limit: Option<Duration>) -> io::Result<()> {
        match self {
            Waiting::Tcp(s) => s.set_read_timeout(limit),
            Waiting::Unix(s) => s.set_read_timeout(limit),
        }
    }

    /// The same socket, which no longer waits.
    pub fn into_stream(self) -> io::Result<Stream> {
        self.set_read_timeout(None)?;
        Ok(match self {
            Waiting::Tcp(s) => {
                s.set_nonblocking(true)?;
                Stream::Tcp(mio::net::TcpStream::from_std(s))
            }
            Waiting::Unix(s) => {
                s.set_nonblocking(true)?;
                Stream::Unix(mio::net::UnixStream::from_std(s))
            }
        })
    }

    /// Is the other end on this machine?
    pub fn is_local(&self) -> bool {
        let Waiting::Tcp(s) = self else { return true };
        let (Ok(peer), Ok(own)) = (s.peer_addr(), s.local_addr()) else { return false };
        peer.ip().to_canonical().is_loopback() || peer.ip() == own.ip()
    }
}

/// What is left until `due`; an error when that has passed.
pub fn left(due: Instant) -> io::Result<Duration> {
    let left = due.saturating_duration_since(Instant::now());
    if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(left) }
}

impl Read for Waiting {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        match self {
            Waiting::Tcp(s) => s.read(buf),
            Waiting::Unix(s) => s.read(buf),
        }
    }
}

impl Write for Waiting {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        match self {
            Waiting::Tcp(s) => s.write(buf),
            Waiting::Unix(s) => s.write(buf),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The address of a Unix socket: on Linux a name that is in no directory.
#[cfg(target_os = "linux")]
pub fn unix_address(name: &[u8]) -> io::Result<std::os::unix::net::SocketAddr> {
    use std::os::linux::net::SocketAddrExt;
    std::os::unix::net::SocketAddr::from_abstract_name(name)
}

/// The address of a Unix socket: a file.
#[cfg(not(target_os = "linux"))]
pub fn unix_address(name: &[u8]) -> io::Result<std::os::unix::net::SocketAddr> {
    use std::os::unix::ffi::OsStrExt;
    std::os::unix::net::SocketAddr::from_pathname(std::ffi::OsStr::from_bytes(name))
}
