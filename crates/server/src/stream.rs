//! The two ends that bytes travel between: TCP or a Unix socket, plain or encrypted.

use crate::address::{self, Family, Target};
use crate::dial::GLANCE;
use crate::tls::{Layer, Ours, Tls};
use mio::event::Source;
use mio::{Interest, Registry, Token};
use quarry_lang::network::Secured;
use std::io::{self, ErrorKind, IoSlice, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream, ToSocketAddrs};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

/// A connected socket, and what it speaks.
pub struct Stream {
    socket: Socket,
    layer: Layer,
}

/// A socket of one family or the other.
enum Either<T, U> {
    Tcp(T),
    Unix(U),
}

/// One that does not wait.
type Socket = Either<mio::net::TcpStream, mio::net::UnixStream>;
/// One that waits.
type Blocking = Either<TcpStream, UnixStream>;

impl Stream {
    pub fn tcp(socket: mio::net::TcpStream, layer: Layer) -> Stream {
        Stream { socket: Socket::Tcp(socket), layer }
    }

    pub fn unix(socket: mio::net::UnixStream, layer: Layer) -> Stream {
        Stream { socket: Socket::Unix(socket), layer }
    }

    pub fn family(&self) -> Family {
        self.socket.family()
    }

    /// Nothing comes or goes any more.
    pub fn shutdown(&self) -> io::Result<()> {
        self.socket.shutdown(Shutdown::Both)
    }

    /// Nothing more is sent.
    pub fn finish(&mut self) -> io::Result<()> {
        self.layer.finish(&mut self.socket);
        self.socket.shutdown(Shutdown::Write)
    }

    /// The other end is told that this was all, if the socket takes that.
    pub fn say_goodbye(&mut self) {
        self.layer.finish(&mut self.socket);
    }

    /// Has it taken bytes that were not sent yet?
    pub fn is_pending(&self) -> bool {
        self.layer.is_pending()
    }

    /// What it is encrypted with, if it is.
    pub fn secured(&self) -> Option<Secured> {
        self.layer.secured()
    }

    /// The address of the other end, as q shows it, and whether that is this machine.
    pub fn origin(&self) -> (i32, bool) {
        let Socket::Tcp(s) = &self.socket else { return (0, true) };
        let (Ok(peer), Ok(own)) = (s.peer_addr(), s.local_addr()) else { return (0, false) };
        (address::number(peer.ip()), is_local(peer, own))
    }
}

impl Read for Stream {
    fn read(&mut self, space: &mut [u8]) -> io::Result<usize> {
        self.layer.read(&mut self.socket, space)
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.layer.write(&mut self.socket, &[IoSlice::new(bytes)])
    }

    fn write_vectored(&mut self, parts: &[IoSlice<'_>]) -> io::Result<usize> {
        self.layer.write(&mut self.socket, parts)
    }

    /// Sends what is pending; `WouldBlock` when the socket does not take all of that.
    fn flush(&mut self) -> io::Result<()> {
        self.layer.flush(&mut self.socket)
    }
}

impl Socket {
    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        match self {
            Socket::Tcp(s) => s.shutdown(how),
            Socket::Unix(s) => s.shutdown(how),
        }
    }
}

impl<T, U> Either<T, U> {
    fn family(&self) -> Family {
        match self {
            Either::Tcp(_) => Family::Tcp,
            Either::Unix(_) => Family::Unix,
        }
    }
}

impl<T: Read, U: Read> Read for Either<T, U> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        match self {
            Either::Tcp(s) => s.read(buf),
            Either::Unix(s) => s.read(buf),
        }
    }
}

impl<T: Write, U: Write> Write for Either<T, U> {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        match self {
            Either::Tcp(s) => s.write(buf),
            Either::Unix(s) => s.write(buf),
        }
    }

    fn write_vectored(&mut self, bufs: &[IoSlice<'_>]) -> io::Result<usize> {
        match self {
            Either::Tcp(s) => s.write_vectored(bufs),
            Either::Unix(s) => s.write_vectored(bufs),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Is the other end of a connection on this machine?
fn is_local(peer: SocketAddr, own: SocketAddr) -> bool {
    peer.ip().to_canonical().is_loopback() || peer.ip() == own.ip()
}

impl Source for Stream {
    fn register(&mut self, registry: &Registry, token: Token, interests: Interest) -> io::Result<()> {
        match &mut self.socket {
            Socket::Tcp(s) => s.register(registry, token, interests),
            Socket::Unix(s) => s.register(registry, token, interests),
        }
    }

    fn reregister(&mut self, registry: &Registry, token: Token, interests: Interest) -> io::Result<()> {
        match &mut self.socket {
            Socket::Tcp(s) => s.reregister(registry, token, interests),
            Socket::Unix(s) => s.reregister(registry, token, interests),
        }
    }

    fn deregister(&mut self, registry: &Registry) -> io::Result<()> {
        match &mut self.socket {
            Socket::Tcp(s) => s.deregister(registry),
            Socket::Unix(s) => s.deregister(registry),
        }
    }
}

/// A socket that waits: for connecting, logging in, and questions that are asked once.
pub struct Waiting {
    socket: Blocking,
    layer: Layer,
}

impl Waiting {
    /// Connects to `target`, until `due` if that is given. `unix` is the directory of Unix sockets.
    pub fn connect(target: &Target, unix: Option<&[u8]>, due: Option<Instant>) -> io::Result<Waiting> {
        Ok(Waiting { socket: Blocking::connect(target, unix, due)?, layer: Layer::Plain })
    }

    /// Speaks TLS from now on with a host of this name, when what comes before that is done; until `due`, unless there is a
    /// reason to stop.
    pub fn secure(
        &mut self,
        ours: Ours,
        host: &str,
        due: Option<Instant>,
        stop: &dyn Fn() -> bool,
    ) -> io::Result<()> {
        let mut tls = Tls::client(ours, host)?;
        loop {
            let wait = due.map(left).transpose()?.map_or(GLANCE, |left| left.min(GLANCE));
            self.socket.set_read_timeout(Some(wait))?;
            match tls.shake(&mut self.socket) {
                Ok(true) => break,
                Ok(false) => {}
                Err(e) if is_wait_over(&e) && !stop() => {}
                Err(e) if is_wait_over(&e) => return Err(ErrorKind::Interrupted.into()),
                Err(e) => return Err(e),
            }
        }
        self.socket.set_read_timeout(None)?;
        self.layer = Layer::Secure(Box::new(tls));
        Ok(())
    }

    /// How long a read may take from now on.
    pub fn set_read_timeout(&self, limit: Option<Duration>) -> io::Result<()> {
        self.socket.set_read_timeout(limit)
    }

    /// The same socket, which no longer waits.
    pub fn into_stream(self) -> io::Result<Stream> {
        self.set_read_timeout(None)?;
        Ok(match self.socket {
            Blocking::Tcp(s) => {
                s.set_nonblocking(true)?;
                Stream::tcp(mio::net::TcpStream::from_std(s), self.layer)
            }
            Blocking::Unix(s) => {
                s.set_nonblocking(true)?;
                Stream::unix(mio::net::UnixStream::from_std(s), self.layer)
            }
        })
    }

    pub fn family(&self) -> Family {
        self.socket.family()
    }

    /// The other end is told that this was all.
    pub fn say_goodbye(&mut self) {
        self.layer.finish(&mut self.socket);
    }

    /// Is the other end on this machine?
    pub fn is_local(&self) -> bool {
        let Blocking::Tcp(s) = &self.socket else { return true };
        let (Ok(peer), Ok(own)) = (s.peer_addr(), s.local_addr()) else { return false };
        is_local(peer, own)
    }
}

impl Blocking {
    fn connect(target: &Target, unix: Option<&[u8]>, due: Option<Instant>) -> io::Result<Blocking> {
        if target.family == Family::Unix {
            let name = address::unix_name(unix, target.port).ok_or_else(|| {
                io::Error::new(ErrorKind::Unsupported, "Unix sockets are off: QUDSPATH is empty")
            })?;
            return Ok(Blocking::Unix(UnixStream::connect_addr(&unix_address(&name)?)?));
        }
        let addresses: Vec<SocketAddr> = (target.host.as_str(), target.port).to_socket_addrs()?.collect();
        let mut last = io::Error::new(ErrorKind::NotFound, "the host has no address");
        for address in addresses {
            let tried = match due {
                Some(due) => TcpStream::connect_timeout(&address, left(due)?),
                None => TcpStream::connect(address),
            };
            match tried {
                Ok(s) => {
                    s.set_nodelay(true)?;
                    return Ok(Blocking::Tcp(s));
                }
                Err(e) => last = e,
            }
        }
        Err(last)
    }

    fn set_read_timeout(&self, limit: Option<Duration>) -> io::Result<()> {
        match self {
            Blocking::Tcp(s) => s.set_read_timeout(limit),
            Blocking::Unix(s) => s.set_read_timeout(limit),
        }
    }
}

/// Did a read end because nothing came in time?
fn is_wait_over(e: &io::Error) -> bool {
    matches!(e.kind(), ErrorKind::TimedOut | ErrorKind::Interrupted | ErrorKind::WouldBlock)
}

/// What is left until `due`; an error when that has passed.
pub fn left(due: Instant) -> io::Result<Duration> {
    let left = due.saturating_duration_since(Instant::now());
    if left.is_zero() { Err(ErrorKind::TimedOut.into()) } else { Ok(left) }
}

impl Read for Waiting {
    fn read(&mut self, space: &mut [u8]) -> io::Result<usize> {
        self.layer.read(&mut self.socket, space)
    }
}

impl Write for Waiting {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.layer.write(&mut self.socket, &[IoSlice::new(bytes)])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.layer.flush(&mut self.socket)
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
