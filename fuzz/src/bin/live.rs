//! Sends what the fuzzer makes to a q that listens, and looks whether it serves others all the same.
//!
//! `cargo run --release --bin live TARGET PORT [SECONDS [SEED]]`, in `fuzz/`, for targets that a connection carries. A q that hangs,
//! ends, or takes more memory than the bound (where the system tells: `PID` names it), stops it with the seed of the input.

use quarry_fuzz::inputs::{input, seeds};
use quarry_fuzz::{Seeds, TARGETS};
use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};
use std::{fs, io, process};

/// An answer that takes longer hangs.
const LONGEST: Duration = Duration::from_secs(10);
/// Resident bytes at which a run has failed.
const MEMORY_MAX: usize = 2 << 30;
/// Inputs between two looks at how others are served.
const LOOK: u64 = 50;
/// What comes back is read for so long, as long as the other end does not hang up.
const PATIENCE: Duration = Duration::from_millis(2);

const LOGIN: &[u8] = b"u:p\x06\0";
const UPGRADE: &[u8] =
    b"GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n";

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let name = args.first().map_or("", String::as_str);
    let port: Option<u16> = args.get(1).and_then(|p| p.parse().ok());
    let kind = TARGETS.iter().find(|t| t.0 == name).map(|t| t.2);
    let (Some(kind), Some(port)) = (kind, port) else {
        eprintln!("live TARGET PORT [SECONDS [SEED]], for handshake, frames, http and web");
        process::exit(2);
    };
    let seconds: u64 = args.get(2).map_or(60, |s| s.parse().expect("seconds"));
    let first: u64 = args.get(3).map_or(1, |s| s.parse().expect("a seed"));
    let before = match kind {
        Seeds::Messages => LOGIN,
        Seeds::Frames => UPGRADE,
        _ => &[],
    };
    let (seeds, end) = (seeds(kind), Instant::now() + Duration::from_secs(seconds));
    let mut seed = first;
    while Instant::now() < end {
        // The first byte says how the input is cut, which a network does by itself.
        let made = input(&seeds, seed);
        let outcome = send(port, before, made.get(1..).unwrap_or_default());
        let well = if seed.is_multiple_of(LOOK) { is_well(port) } else { Ok(()) };
        if let Err(e) = outcome.and(well) {
            println!("{name}: {e}, at seed {seed} or up to {LOOK} before it");
            process::exit(1);
        }
        seed += 1;
    }
    println!("{name}: {} inputs sent, nothing found; next seed {seed}", seed - first);
}

/// Sends bytes on a connection of their own, and reads for a moment. The other end may hang up at any time.
fn send(port: u16, before: &[u8], bytes: &[u8]) -> io::Result<()> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_write_timeout(Some(LONGEST))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    if stream.write_all(before).and_then(|()| stream.write_all(bytes)).is_ok() {
        let _ = stream.shutdown(Shutdown::Write);
        let mut space = [0; 64 << 10];
        while stream.read(&mut space).is_ok_and(|n| n > 0) {}
    }
    Ok(())
}

/// Is a client that means well let in and answered?
fn is_well(port: u16) -> io::Result<()> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(LONGEST))?;
    stream.write_all(LOGIN)?;
    stream.read_exact(&mut [0])?;
    stream.write_all(b"\x01\x01\0\0\x11\0\0\0\x0a\0\x03\0\0\x001+1")?;
    let mut answer = [0; 17];
    stream.read_exact(&mut answer)?;
    if answer[8..] != *b"\xf9\x02\0\0\0\0\0\0\0" {
        return Err(io::Error::other(format!("1+1 is {answer:?}")));
    }
    let statm = std::env::var("PID").map(|pid| fs::read_to_string(format!("/proc/{pid}/statm")));
    let pages = statm.ok().and_then(Result::ok).and_then(|t| t.split(' ').nth(1)?.parse::<usize>().ok());
    match pages {
        Some(n) if n * 4096 > MEMORY_MAX => Err(io::Error::other(format!("{} bytes resident", n * 4096))),
        _ => Ok(()),
    }
}
