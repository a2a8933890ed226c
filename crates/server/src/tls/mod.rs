//! TLS between a socket and those who read and write it: records come and go, plain bytes are seen.
//!
//! | file | noun |
//! |---|---|
//! | `mod` | the layer of one connection |
//! | `settings` | what the environment says |
//! | `trust` | whose certificates are believed |
//! | `certificate` | what a certificate says |
//!
//! Nothing here waits: a socket that has nothing gives `WouldBlock`, and then the same call is made again later. So a handshake goes on as its bytes come, like everything else on a connection.

pub mod certificate;
pub mod settings;
mod trust;

pub use settings::Settings;
pub use trust::Trust;

use crate::sockets::Environment;
use certificate::Certificate;
use quarry_lang::network::{Certified, Secured};
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, Connection, ServerConfig, ServerConnection};
use std::io::{self, ErrorKind, IoSlice, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// Bytes asked of a socket at once.
const READ_SIZE: usize = 16 << 10;
/// Bytes that may be encrypted and not sent; as many more wait as they are.
const PENDING_MAX: usize = 64 << 10;
/// Reads of what comes after the goodbye.
const PASSED_OVER: usize = 64;
/// What a client that speaks TLS begins with: the type of a record of a handshake.
const HANDSHAKE: u8 = 22;

/// Is TLS spoken with those who connect?
#[derive(Clone, Default)]
pub enum Door {
    #[default]
    Plain,
    /// With those who begin it.
    Either(Identity),
    /// With all.
    Secure(Identity),
}

/// Who this process is to those who connect, and whom of them it believes.
pub type Identity = (Arc<ServerConfig>, Trust);

/// What a socket speaks.
pub enum Layer {
    Plain,
    /// It depends on the first byte that comes.
    Open(Identity),
    Secure(Box<Tls>),
}

/// One end of TLS.
pub struct Tls {
    connection: Connection,
    trust: Trust,
    /// Records that came and were not looked at yet.
    came: Vec<u8>,
    start: usize,
    /// What came was no TLS: nothing that follows is looked at.
    failed: bool,
    /// This end has said that it sends nothing more: what comes then is for nobody.
    finished: bool,
}

/// What connecting needs, and whom to believe then.
pub type Ours = (Arc<ClientConfig>, Trust);

/// What the environment says about TLS, made ready when it is first needed, and again when it changed.
pub struct Secrets {
    environment: Environment,
    /// For q's own protocol, and for the web.
    clients: [Mutex<Option<(Settings, Ours)>>; 2],
}

impl Secrets {
    pub fn new(environment: Environment) -> Secrets {
        Secrets { environment, clients: Default::default() }
    }

    /// What the environment says now.
    pub fn settings(&self) -> Settings {
        Settings::of(&self.environment)
    }

    /// How those are spoken to who connect, when `-E` is `mode`.
    ///
    /// Errors: what a listening process lacks for that.
    pub fn door(&self, mode: i32) -> io::Result<Door> {
        Ok(match mode {
            0 => Door::Plain,
            1 => Door::Either(self.settings().server()?),
            _ => Door::Secure(self.settings().server()?),
        })
    }

    /// What connecting needs, over the `web` or by q's own protocol.
    pub fn for_client(&self, web: bool) -> io::Result<Ours> {
        let settings = self.settings();
        let mut kept = self.clients[usize::from(web)].lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, ours)) = kept.as_ref().filter(|(of, _)| *of == settings) {
            return Ok(ours.clone());
        }
        let ours = settings.client(web)?;
        *kept = Some((settings, ours.clone()));
        Ok(ours)
    }
}

fn broken(e: rustls::Error) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, reason(&e))
}

/// What went wrong, in words.
fn reason(e: &rustls::Error) -> String {
    let text = e.to_string();
    match text.contains("UnsupportedCertVersion") {
        true => "the certificate is of version 1 of X.509, and 3 is needed".into(),
        false => text,
    }
}

impl Layer {
    /// The layer for a connection that somebody else began.
    pub fn accept(door: &Door) -> io::Result<Layer> {
        Ok(match door {
            Door::Plain => Layer::Plain,
            Door::Either(identity) => Layer::Open(identity.clone()),
            Door::Secure(identity) => Layer::Secure(Box::new(Tls::server(identity)?)),
        })
    }

    /// The layer of the end that begins, with a host of this name.
    pub fn begin(ours: Ours, host: &str) -> io::Result<Layer> {
        Ok(Layer::Secure(Box::new(Tls::client(ours, host)?)))
    }

    /// Settles by its first byte what a client speaks: reads that and as much as `space` takes.
    fn settle(&mut self, socket: &mut impl Read, space: &mut [u8]) -> io::Result<usize> {
        let Layer::Open(identity) = self else { return Ok(0) };
        let n = socket.read(space)?;
        if n == 0 || space[0] != HANDSHAKE {
            *self = Layer::Plain;
            return Ok(n);
        }
        let mut tls = Tls::server(identity)?;
        tls.came.extend_from_slice(&space[..n]);
        *self = Layer::Secure(Box::new(tls));
        Ok(0)
    }

    pub fn read(&mut self, socket: &mut (impl Read + Write), space: &mut [u8]) -> io::Result<usize> {
        if let Layer::Open(_) = self {
            let n = self.settle(socket, space)?;
            if !matches!(self, Layer::Secure(_)) {
                return Ok(n);
            }
        }
        match self {
            Layer::Secure(tls) => tls.read(socket, space),
            _ => socket.read(space),
        }
    }

    pub fn write(&mut self, socket: &mut impl Write, bytes: &[IoSlice<'_>]) -> io::Result<usize> {
        match self {
            Layer::Secure(tls) => tls.write(socket, bytes),
            _ => socket.write_vectored(bytes),
        }
    }

    /// Sends what is encrypted and was not sent yet.
    pub fn flush(&mut self, socket: &mut impl Write) -> io::Result<()> {
        match self {
            Layer::Secure(tls) => tls.flush(socket),
            _ => Ok(()),
        }
    }

    /// Says that nothing more is sent, as far as the socket takes that.
    pub fn finish(&mut self, socket: &mut impl Write) {
        if let Layer::Secure(tls) = self {
            tls.connection.send_close_notify();
            tls.finished = true;
            // What cannot be said now is never said: the socket is closed.
            let _ = tls.flush(socket);
        }
    }

    /// Is something encrypted, and not sent?
    pub fn is_pending(&self) -> bool {
        matches!(self, Layer::Secure(tls) if tls.is_pending())
    }

    /// What `.z.e` tells.
    pub fn secured(&self) -> Option<Secured> {
        if let Layer::Secure(tls) = self { Some(tls.secured()) } else { None }
    }
}

impl Tls {
    fn new(connection: Connection, trust: Trust) -> Tls {
        let mut tls = Tls { connection, trust, came: Vec::new(), start: 0, failed: false, finished: false };
        tls.connection.set_buffer_limit(Some(PENDING_MAX));
        tls
    }

    fn server((config, trust): &Identity) -> io::Result<Tls> {
        let connection = ServerConnection::new(config.clone()).map_err(broken)?;
        Ok(Tls::new(connection.into(), trust.clone()))
    }

    /// The end that begins, with a host of this name.
    pub fn client((config, trust): Ours, host: &str) -> io::Result<Tls> {
        let name = ServerName::try_from(host.to_string()).map_err(|e| {
            io::Error::new(ErrorKind::InvalidInput, format!("{host}: no name of a host: {e}"))
        })?;
        let connection = ClientConnection::new(config, name).map_err(broken)?;
        Ok(Tls::new(connection.into(), trust))
    }

    /// Is something encrypted, and not sent?
    pub fn is_pending(&self) -> bool {
        self.connection.wants_write()
    }

    /// Says and hears what comes before the first plain byte. Is that done?
    pub fn shake(&mut self, socket: &mut (impl Read + Write)) -> io::Result<bool> {
        self.flush(socket)?;
        if self.connection.is_handshaking() {
            if !self.take(socket)? {
                return Err(ErrorKind::UnexpectedEof.into());
            }
            self.flush(socket)?;
        }
        Ok(!self.connection.is_handshaking())
    }

    fn read(&mut self, socket: &mut (impl Read + Write), space: &mut [u8]) -> io::Result<usize> {
        if self.finished {
            // Passed over, unless there is no end of it.
            for _ in 0..PASSED_OVER {
                if socket.read(space)? == 0 {
                    break;
                }
            }
            return Ok(0);
        }
        loop {
            match self.connection.reader().read(space) {
                Err(e) if e.kind() == ErrorKind::WouldBlock => {}
                other => return other,
            }
            self.take(socket)?;
            // A socket that takes nothing now takes it when it can be written to.
            match self.flush(socket) {
                Err(e) if e.kind() != ErrorKind::WouldBlock => return Err(e),
                _ => {}
            }
        }
    }

    /// Takes records that came, of the socket if need be; `false` when no more will.
    fn take(&mut self, socket: &mut (impl Read + Write)) -> io::Result<bool> {
        if self.failed {
            return Err(ErrorKind::ConnectionAborted.into());
        }
        if self.start == self.came.len() {
            let mut space = vec![0; READ_SIZE];
            let n = socket.read(&mut space)?;
            space.truncate(n);
            (self.came, self.start) = (space, 0);
        }
        let ended = self.came.is_empty();
        let mut rest = &self.came[self.start..];
        self.connection.read_tls(&mut rest)?;
        self.start = self.came.len() - rest.len();
        if let Err(e) = self.connection.process_new_packets() {
            self.failed = true;
            // The other end is told why, if it listens.
            let _ = self.flush(socket);
            return Err(broken(e));
        }
        if self.start == self.came.len() {
            // Connections that are silent hold no memory for what may come.
            self.came = Vec::new();
            self.start = 0;
        }
        Ok(!ended)
    }

    fn write(&mut self, socket: &mut impl Write, bytes: &[IoSlice<'_>]) -> io::Result<usize> {
        self.flush(socket)?;
        let n = self.connection.writer().write_vectored(bytes)?;
        match self.flush(socket) {
            Err(e) if e.kind() != ErrorKind::WouldBlock => Err(e),
            _ if n == 0 && bytes.iter().any(|b| !b.is_empty()) => Err(ErrorKind::WouldBlock.into()),
            _ => Ok(n),
        }
    }

    fn flush(&mut self, socket: &mut impl Write) -> io::Result<()> {
        while self.connection.wants_write() {
            match self.connection.write_tls(socket) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(_) => {}
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) => return Err(e),
            }
        }
        Ok(())
    }

    fn secured(&self) -> Secured {
        let c = &self.connection;
        let shown = c.peer_certificates().unwrap_or_default();
        let is_client = matches!(c, Connection::Server(_));
        let certified = |c: Certificate| Certified {
            subject: c.subject,
            issuer: c.issuer,
            serial: c.serial,
            from: c.from.to_string(),
            until: c.until.to_string(),
            verdict: self.trust.verdict(shown, is_client),
        };
        Secured {
            cipher: c.negotiated_cipher_suite().map_or(String::new(), |s| settings::cipher_name(&s)),
            protocol: match c.protocol_version() {
                Some(rustls::ProtocolVersion::TLSv1_2) => "TLSv1.2".into(),
                Some(rustls::ProtocolVersion::TLSv1_3) => "TLSv1.3".into(),
                _ => String::new(),
            },
            certificate: shown.first().and_then(|c| Certificate::read(c)).map(certified),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::VecDeque;

    /// What comes, and what goes: nothing waits.
    #[derive(Default)]
    struct Socket {
        from: VecDeque<u8>,
        to: VecDeque<u8>,
    }

    impl Read for Socket {
        fn read(&mut self, space: &mut [u8]) -> io::Result<usize> {
            if self.from.is_empty() { Err(ErrorKind::WouldBlock.into()) } else { self.from.read(space) }
        }
    }

    impl Write for Socket {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.to.write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn what_comes_after_the_goodbye_is_for_nobody() {
        let folder = std::env::temp_dir().join(format!("quarry-layer-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let made = rcgen::generate_simple_self_signed(["localhost".to_string()]).expect("a certificate");
        let path = |name: &str| folder.join(name).to_str().expect("text").to_string();
        let (certificate, key) = (path("crt"), path("key"));
        std::fs::write(&certificate, made.cert.pem()).expect("written");
        std::fs::write(&key, made.signing_key.serialize_pem()).expect("written");
        let secrets = Secrets::new(Arc::new(move |name| match name {
            "SSL_CERT_FILE" | "SSL_CA_CERT_FILE" => Some(certificate.clone().into_bytes()),
            "SSL_KEY_FILE" => Some(key.clone().into_bytes()),
            _ => None,
        }));
        let mut server = Layer::accept(&secrets.door(2).expect("an identity")).expect("a layer");
        let ours = secrets.for_client(false).expect("an authority");
        let mut client = Layer::begin(ours, "localhost").expect("a layer");
        let (mut here, mut there, mut space) = (Socket::default(), Socket::default(), [0; 100]);
        for _ in 0..5 {
            let _ = client.flush(&mut there);
            here.from.append(&mut there.to);
            let _ = server.read(&mut here, &mut space);
            there.from.append(&mut here.to);
            let _ = client.read(&mut there, &mut space);
        }
        assert_eq!(client.write(&mut there, &[IoSlice::new(b"hello")]).expect("sent"), 5);
        here.from.append(&mut there.to);
        assert_eq!(server.read(&mut here, &mut space).expect("read"), 5);
        server.finish(&mut here);
        for bytes in [&[23, 3, 3, 0, 3, 1, 2, 3][..], &[0; 50]] {
            here.from.extend(bytes);
            let read = server.read(&mut here, &mut space).map_err(|e| e.kind());
            assert_eq!(read, Err(ErrorKind::WouldBlock));
        }
        // The other end has heard the goodbye.
        there.from.append(&mut here.to);
        assert_eq!(client.read(&mut there, &mut space).expect("the end"), 0);
        std::fs::remove_dir_all(&folder).expect("the folder goes");
    }
}
