//! The two ends that bytes travel between: TCP or a Unix socket, plain or encrypted.

use crate::address::{self, Family, Target};
use crate::patience::{self, Patience};
use crate::tls::{Layer, Ours, Tls};
use mio::event::Source;
use mio::{Interest, Registry, Token};
use quarry_lang::network::Secured;
use quarry_value::evaluation;
use rustix::event::PollFlags;
use std::io::{self, ErrorKind, IoSlice, Read, Write};
use std::net::{IpAddr, Shutdown, SocketAddr, ToSocketAddrs};
use std::os::fd::{AsFd, BorrowedFd};
use std::sync::mpsc::{RecvTimeoutError, channel};

/// A connected socket, and what it speaks.
pub struct Stream {
    socket: Socket,
    layer: Layer,
}

enum Socket {
    Tcp(mio::net::TcpStream),
    Unix(mio::net::UnixStream),
}

impl Stream {
    pub fn tcp(socket: mio::net::TcpStream, layer: Layer) -> Stream {
        Stream { socket: Socket::Tcp(socket), layer }
    }

    pub fn unix(socket: mio::net::UnixStream, layer: Layer) -> Stream {
        Stream { socket: Socket::Unix(socket), layer }
    }

    pub fn family(&self) -> Family {
        match self.socket {
            Socket::Tcp(_) => Family::Tcp,
            Socket::Unix(_) => Family::Unix,
        }
    }

    /// Nothing comes or goes any more.
    pub fn shutdown(&self) -> io::Result<()> {
        self.socket.shutdown(Shutdown::Both)
    }

    /// Did the other end refuse what was sent? It is told once.
    pub fn has_failed(&self) -> bool {
        let error = match &self.socket {
            Socket::Tcp(s) => s.take_error(),
            Socket::Unix(s) => s.take_error(),
        };
        !matches!(error, Ok(None))
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
        let local = peer.ip().to_canonical().is_loopback() || peer.ip() == own.ip();
        (address::number(peer.ip()), local)
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

impl Read for Socket {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        match self {
            Socket::Tcp(s) => s.read(buf),
            Socket::Unix(s) => s.read(buf),
        }
    }
}

impl Write for Socket {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        match self {
            Socket::Tcp(s) => s.write(buf),
            Socket::Unix(s) => s.write(buf),
        }
    }

    fn write_vectored(&mut self, bufs: &[IoSlice<'_>]) -> io::Result<usize> {
        match self {
            Socket::Tcp(s) => s.write_vectored(bufs),
            Socket::Unix(s) => s.write_vectored(bufs),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
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

/// A socket that is waited for: while one connects and logs in, and by questions that are asked once.
pub struct Waiting<'a> {
    stream: Stream,
    patience: Patience<'a>,
}

impl<'a> Waiting<'a> {
    /// Connects to `target`. `unix` is the directory of Unix sockets.
    ///
    /// Errors: the system's; those of running out of patience, here and in all that follows.
    pub fn connect(target: &Target, unix: Option<&[u8]>, patience: Patience<'a>) -> io::Result<Waiting<'a>> {
        let socket = Socket::connect(target, unix, &patience)?;
        Ok(Waiting { stream: Stream { socket, layer: Layer::Plain }, patience })
    }

    /// Speaks TLS from now on, with a host of this name.
    pub fn secure(&mut self, ours: Ours, host: &str) -> io::Result<()> {
        let mut tls = Tls::client(ours, host)?;
        loop {
            match tls.shake(&mut self.stream.socket) {
                Ok(true) => break,
                Ok(false) => {}
                Err(e) if e.kind() == ErrorKind::WouldBlock => {
                    let what = if tls.is_pending() { PollFlags::OUT } else { PollFlags::IN };
                    self.patience.until_ready(&self.stream.socket, what)?;
                }
                Err(e) => return Err(e),
            }
        }
        self.stream.layer = Layer::Secure(Box::new(tls));
        Ok(())
    }

    /// Waits as long as it takes from now on, unless there is a reason to stop.
    pub fn take_time(&mut self) {
        self.patience = self.patience.endless();
    }

    /// Sends all bytes.
    pub fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write_all(bytes)?;
        self.flush()
    }

    /// The same socket, for which nobody waits.
    pub fn into_stream(self) -> Stream {
        self.stream
    }

    pub fn stream(&self) -> &Stream {
        &self.stream
    }

    /// The other end is told that this was all.
    pub fn say_goodbye(&mut self) {
        self.stream.say_goodbye();
    }

    /// Does something as soon as the socket lets it.
    fn patiently<R>(
        &mut self,
        what: PollFlags,
        mut work: impl FnMut(&mut Stream) -> io::Result<R>,
    ) -> io::Result<R> {
        loop {
            match work(&mut self.stream) {
                Err(e) if e.kind() == ErrorKind::WouldBlock => {
                    self.patience.until_ready(&self.stream.socket, what)?;
                }
                done => return done,
            }
        }
    }
}

impl Read for Waiting<'_> {
    fn read(&mut self, space: &mut [u8]) -> io::Result<usize> {
        self.patiently(PollFlags::IN, |stream| stream.read(space))
    }
}

impl Write for Waiting<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.patiently(PollFlags::OUT, |stream| stream.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.patiently(PollFlags::OUT, Stream::flush)
    }
}

impl Socket {
    fn connect(target: &Target, unix: Option<&[u8]>, patience: &Patience) -> io::Result<Socket> {
        if target.family == Family::Unix {
            let name = address::unix_name(unix, target.port).ok_or_else(|| {
                io::Error::new(ErrorKind::Unsupported, "Unix sockets are off: QUDSPATH is empty")
            })?;
            return Socket::connect_unix(&unix_address(&name)?, patience);
        }
        let mut last = io::Error::new(ErrorKind::NotFound, "the host has no address");
        for address in addresses(target, patience)? {
            match Socket::connect_tcp(address, patience) {
                Ok(socket) => return Ok(socket),
                Err(e) if patience::word(&e).is_some() => return Err(e),
                Err(e) => last = e,
            }
        }
        Err(last)
    }

    fn connect_tcp(address: SocketAddr, patience: &Patience) -> io::Result<Socket> {
        let socket = mio::net::TcpStream::connect(address)?;
        patience.until_ready(&socket, PollFlags::OUT)?;
        if let Some(e) = socket.take_error()? {
            return Err(e);
        }
        socket.set_nodelay(true)?;
        Ok(Socket::Tcp(socket))
    }

    fn connect_unix(address: &std::os::unix::net::SocketAddr, patience: &Patience) -> io::Result<Socket> {
        loop {
            match mio::net::UnixStream::connect_addr(address) {
                // Too many wait to be let in.
                Err(e) if e.kind() == ErrorKind::WouldBlock => {
                    let glance = patience.glance()?;
                    evaluation::waiting(|| std::thread::sleep(glance / 10));
                }
                connected => return connected.map(Socket::Unix),
            }
        }
    }
}

/// The addresses of a host. The system's look-up cannot be stopped, so it is done by somebody who is not waited for.
fn addresses(target: &Target, patience: &Patience) -> io::Result<Vec<SocketAddr>> {
    let (host, port) = (target.host.clone(), target.port);
    if let Ok(ip) = host.parse::<IpAddr>() {
        return Ok(vec![SocketAddr::new(ip, port)]);
    }
    let (tell, told) = channel();
    let look_up = move || {
        // Who asked may have left.
        let _ = tell.send((host.as_str(), port).to_socket_addrs().map(Iterator::collect));
    };
    std::thread::Builder::new().name("addresses".into()).spawn(look_up)?;
    loop {
        let glance = patience.glance()?;
        match evaluation::waiting(|| told.recv_timeout(glance)) {
            Ok(found) => return found,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(ErrorKind::NotFound.into()),
        }
    }
}

impl AsFd for Socket {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match self {
            Socket::Tcp(s) => s.as_fd(),
            Socket::Unix(s) => s.as_fd(),
        }
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
