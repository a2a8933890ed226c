//! Callbacks that close a connection and open another, which gets the number of the first: what was meant for one is not done to
//! the other.
//! source: basics/ipc, ref/dotz

mod common;

use common::wire::{Client, Server, Socket};
use common::{q, typed};
use quarry_value::Value;
use quarry_value::wire::{MessageKind, message};
use std::net::TcpListener;

/// An async message whose object cannot be read.
const BAD: [u8; 13] = [1, 0, 0, 0, 13, 0, 0, 0, 0x7a, 1, 2, 3, 4];

/// Whoever connects is let in, and sent bytes when something has come.
fn answering(bytes: Vec<u8>) -> u16 {
    let door = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = door.local_addr().expect("an address").port();
    std::thread::spawn(move || {
        for stream in door.incoming() {
            let Ok(stream) = stream else { return };
            let mut client = Client(Socket::Tcp(stream));
            let bytes = bytes.clone();
            std::thread::spawn(move || {
                let _login = std::io::Read::read(&mut client.0, &mut [0; 100]);
                client.send(&[6]);
                while client.receive_what_came().is_some() {
                    client.send(&bytes);
                }
            });
        }
    });
    port
}

/// A message that is served while another is waited for may close and open the connection.
#[test]
fn a_wait_ends_with_the_connection() {
    let server = Server::start(&[], "s:{.z.w\"reset[]\";neg[.z.w]8;neg[.z.w][]};busy:{system\"sleep 0.2\"}");
    let lines = format!(
        "p:{};reset:{{hclose h;h::hopen p;1}}\nh:hopen p\nneg[h](`s;1);@[{{x[]}};h;{{x}}]\nh\"1+1\"\n\
         @[h;\"neg[.z.w]\\\"reset[]\\\";busy[];1\";{{x}}]\nh\"1+2\"\n",
        server.port
    );
    let said = typed(q(&[]).arg("-q"), &lines);
    let gone = "\"Cannot write to handle 3. OS reports: Bad file descriptor\"\n";
    assert_eq!((said.out, said.err), (format!("{gone}2\n{gone}3\n"), String::new()));
}

/// `.z.bm` is called with a handle that is open still, then `.z.pc`, which may open another.
#[test]
fn a_bad_response_closes_its_own_connection() {
    let server = Server::start(&[], "");
    let bad_object = [&[1, 2][..], &BAD[2..]].concat();
    let bad_header = vec![9, 2, 0, 0, 9, 0, 0, 0, 1];
    for bytes in [bad_object, bad_header] {
        let lines = format!(
            ".z.bm:{{0N!(`bm;x[0]in key .z.W)}}\n.z.pc:{{0N!(`pc;x in key .z.W);h::hopen {};}}\n\
             h:hopen {}\n@[h;\"1+1\";{{0N!x}}]\nh\"1+1\"\n",
            server.port,
            answering(bytes.clone())
        );
        let said = typed(q(&[]).arg("-q"), &lines);
        let expected = "(`bm;1b)\n(`pc;0b)\n\"badmsg\"\n\"badmsg\"\n2\n";
        assert_eq!((said.out.as_str(), said.err.as_str()), (expected, ""), "{bytes:?}");
    }
}

#[test]
fn a_bad_message_closes_its_own_connection() {
    let other = Server::start(&[], "");
    let mut server = Server::start(&[], &format!(".z.bm:{{hclose x 0;h::hopen {}}}", other.port));
    for bytes in [&BAD[..], &[9, 0, 0, 0, 9, 0, 0, 0, 1]] {
        let mut client = server.client();
        client.send(bytes);
        assert!(client.is_over());
        assert_eq!(server.says("h\"1+1\";hclose h;1+1"), "2\n");
    }
}

#[test]
fn a_login_is_about_its_own_connection() {
    let other = Server::start(&[], "");
    let callbacks = "n:0;.z.po:{n+:1};.z.pc:{n+:1};.z.pw:{[u;p]hclose .z.w;h::hopen p0;u=`in}";
    let mut server = Server::start(&[], &format!("p0:{};{callbacks}", other.port));
    for user in ["in", "out"] {
        assert!(server.log_in(format!("{user}:x\x06\0").as_bytes()).is_none());
        assert_eq!(server.says("h\"1+1\""), "2\n", "{user}");
        server.says("hclose h");
    }
    assert_eq!(server.says("n"), "0\n");
    // HTTP, and a client that would speak WebSocket.
    server.says(".z.pw:{[u;p]hclose .z.w;h::hopen p0;1b};.z.ws:{};.z.wo:{n+:1};.z.wc:{n+:1}");
    for upgrade in [
        "",
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n",
    ] {
        let mut browser = server.connect();
        browser.send(format!("GET /?1 HTTP/1.1\r\nHost: x\r\n{upgrade}\r\n").as_bytes());
        assert!(browser.is_over());
        assert_eq!(server.says("h\"1+1\""), "2\n", "{upgrade}");
        server.says("hclose h");
    }
    assert_eq!(server.says("n"), "0\n");
}

/// Who has hung up on a client owes it nothing, and what the next with its number asks is answered once.
#[test]
fn an_answer_goes_to_who_asked() {
    let chars = |text: &str| Value::chars(text);
    let later = message(MessageKind::Sync, &chars("-30!(::)")).expect("bytes");
    let asks = [later, message(MessageKind::Async, &chars("x")).expect("bytes")].concat();
    let mut server = Server::start(&[], "");
    let mut client = server.client();
    let text = format!("hclose .z.w;h:hopen {};neg[h]0;h[];`secret", answering(asks));
    client.send_value(MessageKind::Sync, &chars(&text));
    assert!(client.is_over());
    assert_eq!(server.says("@[{-30!(x;0b;`answer)};h;{x}]"), "");
}
