//! WebSockets, spoken with a client that is not ours.

mod common;
#[path = "common/server.rs"]
mod server;

use server::{Server, everything};
use std::io::Write as _;
use std::net::TcpStream;
use tungstenite::client::IntoClientRequest as _;
use tungstenite::{Message, WebSocket};

const ECHO: &str = ".z.ws:{neg[.z.w]x}\n";

fn connect(server: &Server) -> WebSocket<TcpStream> {
    let request = format!("ws://localhost:{}/", server.port).into_client_request().expect("a request");
    tungstenite::client(request, server.connect()).expect("q agrees").0
}

fn text(text: &str) -> Message {
    Message::text(text.to_string())
}

#[test]
fn messages_come_and_go() {
    let mut server = Server::start(&[], ECHO);
    let mut web = connect(&server);
    let large = "x".repeat(1_000_000);
    for message in [text("hello"), text(""), text("é✓"), text(&large), Message::binary(vec![0u8, 255, 7])]
    {
        web.send(message.clone()).expect("q reads");
        assert!(web.read().expect("q answers") == message);
    }
    assert_eq!(server.says("(-38!.z.H)`p"), r#","w""#);
    server.types(".z.ws:{neg[.z.w]$[10h=type x;\"text\";4h=type x;\"bytes\";\"?\"]}\n");
    web.send(Message::binary(vec![1u8])).expect("q reads");
    assert_eq!(web.read().expect("q answers"), text("bytes"));
    web.send(Message::Ping("mark".into())).expect("q reads");
    assert_eq!(web.read().expect("q answers"), Message::Pong("mark".into()));
}

#[test]
fn coming_and_going_is_told() {
    let mut server = Server::start(
        &[],
        ".z.ws:{}\n.z.wo:{-1\"in \",string x=.z.w;}\n.z.wc:{-1\"out \",string[.z.w],string count .z.H;}\n",
    );
    let mut web = connect(&server);
    assert_eq!(server.next(), "in 1");
    web.close(None).expect("q reads");
    assert!(matches!(web.read(), Ok(Message::Close(None))));
    assert_eq!(server.next(), "out 00");
    drop(connect(&server));
    assert_eq!((server.next(), server.next()), ("in 1".into(), "out 00".into()));
    // `hclose` says goodbye, and is not told.
    let mut web = connect(&server);
    assert_eq!(server.next(), "in 1");
    server.types("hclose first .z.H\n");
    assert!(matches!(web.read(), Ok(Message::Close(Some(f))) if u16::from(f.code) == 1000));
    assert_eq!(server.says("-1\"still\";"), "still");
}

#[test]
fn what_a_socket_takes() {
    let mut server = Server::start(&[], ".z.ws:{}\n.z.wo:{h::x}\n");
    let mut web = connect(&server);
    assert_eq!(server.says("@[h;\"x\";{x}]"), r#""nyi""#);
    assert_eq!(server.says("@[neg h;42;{x}]"), r#""type""#);
    assert_eq!(
        server.says("@[-25!;(enlist h;1);{x}]"),
        format!("\"{} is not an ipc handle\"", server.says("h").trim_end_matches('i'))
    );
    server.types("neg[h]\"one\";neg[h]\"c\";neg[h]0x01;neg[h][]\n");
    assert_eq!(web.read().expect("q sends"), text("one"));
    assert_eq!(web.read().expect("q sends"), text("c"));
    assert_eq!(web.read().expect("q sends"), Message::binary(vec![1u8]));
}

#[test]
fn without_a_handler_there_are_none() {
    let mut server = Server::start(&[], "\n");
    let upgrade = |key: &str, version: &str| {
        server.asks("GET /", &["Upgrade: websocket", "Connection: keep-alive, Upgrade", key, version], "").0
    };
    let (key, version) = ("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13");
    assert_eq!(upgrade(key, version), "501 Not Implemented");
    assert_eq!(upgrade("A: b", version), "400 Bad Request");
    assert_eq!(upgrade("Sec-WebSocket-Key: short", version), "400 Bad Request");
    assert_eq!(upgrade(key, "Sec-WebSocket-Version: 8"), "426 Upgrade Required");
    server.types(".z.ws:{};.z.pw:{[u;p]p~enlist\"w\"}\n");
    assert_eq!(
        server.asks("GET /", &["Upgrade: websocket", "Connection: Upgrade", key, version], "").0,
        "401 Unauthorized"
    );
    let request = format!("ws://localhost:{}/", server.port).into_client_request();
    let mut request = request.expect("a request");
    request.headers_mut().insert("Authorization", "Basic dTp3".parse().expect("a header"));
    assert!(tungstenite::client(request, server.connect()).is_ok());
}

#[test]
fn what_breaks_the_rules_is_hung_up_on() {
    let mut server = Server::start(&[], ".z.ws:{}\n.z.wc:{-1\"out\";}\n");
    let hello = "GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
                 Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    for bad in
        [&b"\x81\x01a"[..], b"\xff\x80", b"\x82\xff\x7f\xff\xff\xff\xff\xff\xff\xff", b"\x81\x81\0\0\0\0\xff"]
    {
        let mut stream = server.connect();
        stream.write_all(&[hello.as_bytes(), bad].concat()).expect("q reads");
        assert!(everything(&mut stream).starts_with("HTTP/1.1 101 "));
        assert_eq!(server.next(), "out");
    }
    // A frame that never comes whole holds nobody up.
    let mut half = server.connect();
    half.write_all(&[hello.as_bytes(), b"\x82\xff\0\0\0\0\x20\0\0\0\0\0\0\0abc"].concat()).expect("q reads");
    let mut web = connect(&server);
    web.send(Message::Ping("".into())).expect("q reads");
    assert!(web.read().expect("q answers").is_pong());
}

#[test]
fn q_talks_to_q() {
    let mut server =
        Server::start(&[], ".z.ws:{neg[.z.w]$[10h=type x;reverse x;x,0x00]}\n.z.wc:{-1\"out\";}\n");
    let mut client = Server::start(
        &[],
        &format!(
            ".z.ws:{{0N!$[1000<count x;count x;x];}}\nu:`$\":ws://localhost:{}\"\nask:\"GET / HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n\"\n",
            server.port
        ),
    );
    assert_eq!(client.says("r:u ask;10#r 1"), r#""HTTP/1.1 1""#);
    assert_eq!(client.says("(-38!r 0)`p"), r#""w""#);
    client.types("neg[r 0]\"abc\"\n");
    assert_eq!(client.next(), "\"cba\"");
    client.types("neg[r 0]0x01\n");
    assert_eq!(client.next(), "0x0100");
    // Compressed both ways: what the second refers to is in the first.
    client.types("neg[r 0]5000#.Q.a;neg[r 0]5000#.Q.a\n");
    assert_eq!((client.next(), client.next()), ("5000".into(), "5000".into()));
    client.types("hclose r 0\n");
    assert_eq!(server.next(), "out");
    server.types("\\x .z.ws\n");
    assert_eq!(client.says("r:u ask;(r 0;12#r 1)"), "0Ni");
    assert_eq!(client.next(), r#""HTTP/1.1 501""#);
    client.types("\\x .z.ws\n");
    assert_eq!(client.says("@[{u x};ask;{x}]"), r#"".z.ws""#);
}

#[test]
fn what_nobody_waits_for_is_given_up_and_what_was_sent_is_done() {
    let mut server = Server::start(
        &[],
        ".z.ws:{-1\"begun\";while[x~\"wait\";1];t:.z.p;while[.z.p<t+\"N\"$x;1];done::x}\n",
    );
    let leave = |code| tungstenite::protocol::CloseFrame { code, reason: "".into() };
    // It broke, or the page was left.
    for code in [None, Some(tungstenite::protocol::frame::coding::CloseCode::Away)] {
        let mut web = connect(&server);
        web.send(text("wait")).expect("q reads");
        assert_eq!(server.next(), "begun");
        if let Some(code) = code {
            web.close(Some(leave(code))).expect("sent");
        } else {
            drop(web);
        }
        assert_eq!(server.says("1+1"), "2");
    }
    // Who closes in order has sent what is to be done.
    let mut web = connect(&server);
    web.send(text("0D00:00:00.5")).expect("q reads");
    assert_eq!(server.next(), "begun");
    web.close(None).expect("sent");
    drop(web);
    assert_eq!(server.says("done"), "\"0D00:00:00.5\"");
}
