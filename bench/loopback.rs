//! The floor under publishing: the same bytes written to N sockets of this machine, and the readers of both sides.
//!
//! `loopback sink PORT N` connects N times as a q client, and reads what comes until the other end closes.
//! `loopback floor PORT N BYTES ROUNDS` waits for N such clients and writes BYTES to each, ROUNDS times: the median, in
//! microseconds, of what one round takes.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

/// Between rounds readers have time to read all.
const PAUSE: Duration = Duration::from_millis(20);

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let number = |i: usize| words[i].parse::<usize>().expect("a number");
    match words[1].as_str() {
        "sink" => sink(number(2), number(3)),
        _ => floor(number(2), number(3), number(4), number(5)),
    }
}

fn sink(port: usize, count: usize) {
    let connect = || {
        for _ in 0..500 {
            if let Ok(s) = TcpStream::connect(("127.0.0.1", port as u16)) {
                return s;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("nobody listens to {port}");
    };
    let readers: Vec<_> = (0..count)
        .map(|_| {
            let mut socket = connect();
            socket.write_all(b"sink\x06\0").expect("a greeting");
            std::thread::spawn(move || {
                let mut space = vec![0; 256 << 10];
                while matches!(socket.read(&mut space), Ok(n) if n > 0) {}
            })
        })
        .collect();
    readers.into_iter().for_each(|r| r.join().expect("a reader"));
}

fn floor(port: usize, count: usize, bytes: usize, rounds: usize) {
    let listener = TcpListener::bind(("127.0.0.1", port as u16)).expect("a free port");
    let mut sockets: Vec<TcpStream> = (0..count)
        .map(|_| {
            let (mut socket, _) = listener.accept().expect("a client");
            socket.set_nodelay(true).expect("an option");
            socket.read_exact(&mut [0; 6]).expect("a greeting");
            socket.write_all(&[6]).expect("entry");
            socket
        })
        .collect();
    let message = vec![7u8; bytes];
    let mut times: Vec<f64> = (0..rounds)
        .map(|_| {
            std::thread::sleep(PAUSE);
            let start = Instant::now();
            sockets.iter_mut().for_each(|s| s.write_all(&message).expect("a reader"));
            start.elapsed().as_secs_f64() * 1e6
        })
        .collect();
    times.sort_by(f64::total_cmp);
    println!("{}", times[rounds / 2]);
}
