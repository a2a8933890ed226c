//! Clients that mean harm, or do not know what they do: others are served meanwhile, and memory stays bounded.

mod common;

use common::wire::{Client, Server};
use quarry_value::Value;
use quarry_value::wire::{HEADER_SIZE, MessageKind, compress, message};

/// Memory that a few hundred connections may take.
const SOME: usize = 100 << 20;

/// Is everybody else served?
fn is_well(server: &Server) {
    let mut client = server.client();
    assert_eq!(client.ask("sum til 10"), "45");
}

#[test]
fn logins_that_never_end() {
    let server = Server::start(&[], "");
    let before = server.resident();
    // Some say nothing, some a letter at a time, some no end. Who takes too long is let go of.
    let mut silent: Vec<Client> = (0..200).map(|_| server.connect()).collect();
    for round in 0..20 {
        for client in &mut silent[..100] {
            let _ = std::io::Write::write_all(&mut client.0, b"a");
        }
        if round % 5 == 0 {
            is_well(&server);
        }
    }
    let mut endless = server.connect();
    // More than the buffers of both ends hold: only who hangs up, or reads, gets to the end.
    let sent =
        (0..16_000).take_while(|_| std::io::Write::write_all(&mut endless.0, &[b'x'; 4096]).is_ok()).count();
    assert!(sent < 16_000, "somebody reads a name of 64 megabytes");
    is_well(&server);
    assert!(server.resident() < before + SOME);
}

#[test]
fn more_connections_than_anybody_needs() {
    let server = Server::start(&[], "");
    let before = server.resident();
    for _ in 0..20 {
        let some: Vec<Client> = (0..100).map(|_| server.connect()).collect();
        drop(some);
        is_well(&server);
    }
    // Those that have been let in stay, whoever knocks.
    let mut inside = server.client();
    let _many: Vec<Client> = (0..700).map(|_| server.connect()).collect();
    is_well(&server);
    assert_eq!(inside.ask("1+1"), "2");
    assert!(server.resident() < before + SOME);
}

#[test]
fn promises_of_gigabytes() {
    let server = Server::start(&[], "");
    let before = server.resident();
    let mut promising = Vec::new();
    for size in [[0xff, 0xff, 0xff, 0x7f], [0xff, 0xff, 0xff, 0xff]] {
        for _ in 0..20 {
            let mut client = server.client();
            client
                .send(&[&[1, 1, 0, 0], &size[..], &[10, 0, 0xff, 0xff, 0xff, 0x7f], &[b' '; 1000]].concat());
            promising.push(client);
        }
    }
    is_well(&server);
    assert!(server.resident() < before + SOME);
    drop(promising);
    // A vector that its message cannot hold.
    let mut client = server.client();
    client.send(&[1, 1, 0, 0, 14, 0, 0, 0, 7, 0, 0xff, 0xff, 0xff, 0x7f]);
    assert!(client.is_over());
    assert_eq!(server.told(), "'badmsg");
    is_well(&server);
}

#[test]
fn compressed_messages_that_grow() {
    let server = Server::start(&[], "");
    let before = server.resident();
    let plain = message(MessageKind::Sync, &Value::chars(vec![b' '; 1 << 20])).expect("bytes");
    let coded = compress(&plain).expect("it shrinks");
    for size in [0u32, 7, 8, 1 << 31, u32::MAX] {
        let mut client = server.client();
        let mut lying = coded.clone();
        lying[HEADER_SIZE..HEADER_SIZE + 4].copy_from_slice(&size.to_le_bytes());
        client.send(&lying);
        assert!(client.is_over(), "{size}");
    }
    is_well(&server);
    assert!(server.resident() < before + SOME);
}

#[test]
fn garbage() {
    let server = Server::start(&[], ".z.bm:{bad::x}");
    let mut seed = 42u64;
    let mut noise = || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 56) as u8
    };
    for i in 0..200 {
        let bytes: Vec<u8> = (0..i * 7 % 1000).map(|_| noise()).collect();
        let mut client = if i % 2 == 0 { server.connect() } else { server.client() };
        // The other end may hang up in the middle.
        let _ = std::io::Write::write_all(&mut client.0, &bytes);
    }
    // A good message with any byte changed, or cut short.
    let good = message(MessageKind::Async, &Value::list(vec![Value::chars("{x}"), Value::longs(vec![1, 2])]))
        .expect("bytes");
    for at in 0..good.len() {
        let mut client = server.client();
        let mut changed = good.clone();
        changed[at] ^= 1 << (at % 8);
        let _ = std::io::Write::write_all(&mut client.0, &changed);
        let mut client = server.client();
        let _ = std::io::Write::write_all(&mut client.0, &good[..at]);
    }
    is_well(&server);
}

#[test]
fn answers_that_nobody_reads() {
    let server = Server::start(&[], "big:1000000#0x00");
    let mut deaf = server.client();
    for _ in 0..20 {
        deaf.send_value(MessageKind::Sync, &Value::chars("big"));
    }
    is_well(&server);
    let mut half = server.client();
    half.send(&message(MessageKind::Sync, &Value::chars("1+1")).expect("bytes")[..10]);
    is_well(&server);
}

/// Few bytes may stand for many: what memory cannot hold is refused, and the process lives.
#[test]
fn messages_that_grow() {
    let server = Server::start(&["-w", "200"], "");
    let plain: u32 = 500 << 20;
    let coded = vec![0; 5 << 20];
    let size = (12 + coded.len()) as u32;
    let mut client = server.client();
    client.send(&[&[1, 1, 1, 0], &size.to_le_bytes()[..], &plain.to_le_bytes(), &coded].concat());
    assert!(client.is_over());
    assert_eq!(server.told(), "'wsfull");
    is_well(&server);
}
