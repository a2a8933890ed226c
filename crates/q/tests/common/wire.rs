//! A q process that listens, and what a client of it sends and gets, byte for byte.
#![allow(dead_code, reason = "each test file uses a part")]

use quarry_value::Value;
use quarry_value::wire::{self, MessageKind};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixStream;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Nothing takes longer unless something hangs.
pub const LONGEST: Duration = Duration::from_secs(60);

/// A process that listens, and its console.
pub struct Server {
    child: Child,
    input: Option<ChildStdin>,
    out: Receiver<String>,
    err: Receiver<String>,
    pub port: u16,
}

impl Server {
    /// `q -p 0W` with `flags`, which may name another port, after `lines` were typed to it.
    pub fn start(flags: &[&str], lines: &str) -> Server {
        Server::start_in(&[], flags, lines)
    }

    /// The same with variables in its environment.
    pub fn start_in(environment: &[(&str, &str)], flags: &[&str], lines: &str) -> Server {
        let anywhere: &[&str] = if flags.contains(&"-p") { &[] } else { &["-p", "0W"] };
        let all = [&["-q"], anywhere, flags].concat();
        let mut command = super::q(&all);
        command.envs(environment.iter().copied());
        let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = piped.spawn().expect("q starts");
        let input = child.stdin.take();
        let out = lines_of(child.stdout.take().expect("a pipe"));
        let err = lines_of(child.stderr.take().expect("a pipe"));
        let mut server = Server { child, input, out, err, port: 0 };
        server.port = server.says("abs system\"p\"").trim().trim_end_matches('i').parse().expect("a port");
        server.says(lines);
        server
    }

    /// Types lines at the console and gives what it says to them.
    pub fn says(&mut self, lines: &str) -> String {
        self.types(&format!("{lines}\n-1\"<<said>>\";"));
        let mut said = String::new();
        loop {
            let line = self.line();
            if line == "<<said>>" {
                return said;
            }
            said.push_str(&line);
            said.push('\n');
        }
    }

    /// Types lines at the console.
    pub fn types(&mut self, lines: &str) {
        let input = self.input.as_mut().expect("lines may be typed");
        input.write_all(format!("{lines}\n").as_bytes()).expect("the console reads");
    }

    /// Nothing is typed any more.
    pub fn ends_its_lines(&mut self) {
        self.input = None;
    }

    /// The next line that the console shows.
    pub fn line(&self) -> String {
        self.out.recv_timeout(LONGEST).expect("the console answers")
    }

    /// The next line on standard error.
    pub fn told(&self) -> String {
        self.err.recv_timeout(LONGEST).expect("a line on standard error")
    }

    /// Bytes of memory that are resident.
    pub fn resident(&self) -> usize {
        let pages = std::fs::read_to_string(format!("/proc/{}/statm", self.child.id())).expect("running");
        pages.split(' ').nth(1).and_then(|n| n.parse::<usize>().ok()).expect("a number") * 4096
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// A client that was let in as `u:p`.
    pub fn client(&self) -> Client {
        self.log_in(b"u:p\x06\0").expect("let in").0
    }

    /// Sends the bytes of a login: the client and the answer, if it was let in.
    pub fn log_in(&self, login: &[u8]) -> Option<(Client, u8)> {
        let mut client = self.connect();
        client.send(login);
        let mut answer = [0];
        client.0.read_exact(&mut answer).ok()?;
        Some((client, answer[0]))
    }

    /// A connection that has said nothing.
    pub fn connect(&self) -> Client {
        let socket = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        socket.set_read_timeout(Some(LONGEST)).expect("a time");
        socket.set_write_timeout(Some(LONGEST)).expect("a time");
        socket.set_nodelay(true).expect("a socket");
        Client(Socket::Tcp(socket))
    }

    /// A connection to the abstract Unix socket beside the port.
    #[cfg(target_os = "linux")]
    pub fn connect_unix(&self) -> Client {
        use std::os::linux::net::SocketAddrExt;
        let name = format!("/tmp/kx.{}", self.port);
        let address = std::os::unix::net::SocketAddr::from_abstract_name(name).expect("a name");
        let socket = UnixStream::connect_addr(&address).expect("it listens");
        socket.set_read_timeout(Some(LONGEST)).expect("a time");
        Client(Socket::Unix(socket))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn lines_of(from: impl Read + Send + 'static) -> Receiver<String> {
    let (tell, told) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(from).split(b'\n') {
            let Ok(line) = line else { return };
            if tell.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                return;
            }
        }
    });
    told
}

/// A client's end of a connection.
pub struct Client(pub Socket);

pub enum Socket {
    Tcp(TcpStream),
    Unix(UnixStream),
}

impl Read for Socket {
    fn read(&mut self, space: &mut [u8]) -> std::io::Result<usize> {
        match self {
            Socket::Tcp(s) => s.read(space),
            Socket::Unix(s) => s.read(space),
        }
    }
}

impl Write for Socket {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match self {
            Socket::Tcp(s) => s.write(bytes),
            Socket::Unix(s) => s.write(bytes),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Client {
    pub fn send(&mut self, bytes: &[u8]) {
        self.0.write_all(bytes).expect("sent");
    }

    pub fn send_value(&mut self, kind: MessageKind, x: &Value) {
        self.send(&wire::message(kind, x).expect("bytes"));
    }

    /// The next message, header and all; `None` when the connection is over.
    pub fn receive(&mut self) -> Option<Vec<u8>> {
        let mut message = vec![0; wire::HEADER_SIZE];
        if let Err(e) = self.0.read_exact(&mut message) {
            assert!(e.kind() != std::io::ErrorKind::WouldBlock, "nothing comes");
            return None;
        }
        let size = u32::from_le_bytes(message[4..8].try_into().expect("four bytes")) as usize;
        message.resize(size, 0);
        self.0.read_exact(&mut message[wire::HEADER_SIZE..]).expect("a whole message");
        Some(message)
    }

    /// The next message, unless the connection ends before it or in it.
    pub fn receive_what_came(&mut self) -> Option<Vec<u8>> {
        let mut message = vec![0; wire::HEADER_SIZE];
        self.0.read_exact(&mut message).ok()?;
        let size = u32::from_le_bytes(message[4..8].try_into().expect("four bytes")) as usize;
        message.resize(size, 0);
        self.0.read_exact(&mut message[wire::HEADER_SIZE..]).ok()?;
        Some(message)
    }

    /// Sends text as a sync request: the bytes of the object that answers, after the header of the response.
    pub fn bytes_of(&mut self, text: &str) -> Vec<u8> {
        self.send_value(MessageKind::Sync, &Value::chars(text));
        let message = self.receive().expect("an answer");
        assert_eq!(message[..3], [1, 2, 0], "a plain response");
        message[wire::HEADER_SIZE..].to_vec()
    }

    /// The answer to text as the console shows a value, or `'` and the error.
    pub fn ask(&mut self, text: &str) -> String {
        self.request(&Value::chars(text))
    }

    /// The answer to a request.
    pub fn request(&mut self, x: &Value) -> String {
        self.send_value(MessageKind::Sync, x);
        self.answer()
    }

    /// The next message, as a response.
    pub fn answer(&mut self) -> String {
        let message = self.receive().expect("an answer");
        assert_eq!(message[1], MessageKind::Response as u8, "a response");
        shown(&message)
    }

    /// Has the other end closed the connection? Waits until it does or says something.
    pub fn is_over(&mut self) -> bool {
        !matches!(self.0.read(&mut [0]), Ok(1))
    }
}

/// The value of a message as text, or `'` and the error.
pub fn shown(message: &[u8]) -> String {
    match wire::signalled(message) {
        Some(word) => format!("'{}", String::from_utf8_lossy(word)),
        None => format!("{:?}", wire::read_message(message).expect("a value")),
    }
}
