//! Readers of outside bytes, each as a function of the bytes that must neither panic nor take memory without bound.

pub mod inputs;
mod tls;

pub use tls::tls;

use quarry_lang::http::Request;
use quarry_server::{Came, End, Got, Greeting, Incoming, Look, Progress, Requests, WebSocket};
use quarry_store::{binary, get, log, stats};
use quarry_value::wire::MessageKind;
use quarry_value::{Value, fault, room, wire, with_data};
use std::fs;
use std::path::PathBuf;

/// A reader under test.
pub type Target = fn(&[u8]);

/// The targets by name, and what their seeds are.
pub const TARGETS: [(&str, Target, Seeds); 14] = [
    ("column", column, Seeds::Columns),
    ("compressed", compressed, Seeds::Compressed),
    ("splayed", splayed, Seeds::Tables),
    ("object", object, Seeds::Objects),
    ("text", text, Seeds::Texts),
    ("csv", csv, Seeds::Tabular),
    ("json", json, Seeds::Json),
    ("source", source, Seeds::Sources),
    ("handshake", handshake, Seeds::Conversations),
    ("frames", frames, Seeds::Messages),
    ("coded", coded, Seeds::Coded),
    ("http", http, Seeds::Requests),
    ("web", web, Seeds::Frames),
    ("tls", tls, Seeds::Secured),
];

/// Which of the fixtures a target starts from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Seeds {
    Columns,
    Compressed,
    Tables,
    Objects,
    Texts,
    Sources,
    Tabular,
    Json,
    Conversations,
    Messages,
    Coded,
    Requests,
    Frames,
    Secured,
}

/// Items looked at in a list, and the depth.
const ITEMS_MAX: usize = 200;
const DEPTH_MAX: usize = 8;
/// Bytes looked at in a vector: a tiny file may promise very many.
const BYTES_MAX: usize = 4 << 20;

/// Bytes that are read at once.
const READ_SIZE: usize = 64 << 10;

/// A column file with its companions: see [`parts`].
pub fn column(bytes: &[u8]) {
    let folder = folder();
    for (name, part) in ["c", "c#", "c##"].into_iter().zip(parts(bytes, 3)) {
        fs::write(folder.join(name), part).expect("written");
    }
    look(|| get(&folder.join("c")));
}

/// A compressed file.
pub fn compressed(bytes: &[u8]) {
    let path = folder().join("z");
    inputs::load_key();
    fs::write(&path, bytes).expect("written");
    let _ = stats(&path);
    let _ = quarry_store::hcount(&path);
    look(|| get(&path));
}

/// A splayed table: `.d` and two columns.
pub fn splayed(bytes: &[u8]) {
    let folder = folder().join("t");
    fs::create_dir_all(&folder).expect("made");
    for (name, part) in [".d", "action", "proc", "proc#"].into_iter().zip(parts(bytes, 4)) {
        fs::write(folder.join(name), part).expect("written");
    }
    look(|| get(&folder));
}

/// A serialised object, and a log.
pub fn object(bytes: &[u8]) {
    look(|| wire::read_object(bytes).map(|r| r.0));
    look(|| wire::deserialise(bytes, false));
    let path = folder().join("log");
    fs::write(&path, bytes).expect("written");
    let _ = log::check(&path);
    look(|| get(&path));
}

/// What a client says from its login on, in pieces of a size that the first byte chooses.
pub fn handshake(bytes: &[u8]) {
    let Some((cut, bytes)) = bytes.split_first() else { return };
    let mut incoming = Incoming::default();
    let mut space = vec![0; READ_SIZE];
    let mut greeted = false;
    for mut part in bytes.chunks(usize::from(*cut).max(1)) {
        while incoming.read(&mut part, &mut space).is_ok_and(|came| came == Came::Something) {
            greeted |= !greeted && Greeting::take(&mut incoming).is_some();
            if greeted && !take_messages(&mut incoming).1 {
                return;
            }
        }
    }
}

/// The messages in what a client sends: the same ones whichever way it is cut, and each a value or a refusal.
pub fn frames(bytes: &[u8]) {
    let Some((cut, bytes)) = bytes.split_first() else { return };
    let whole = messages_in(bytes, READ_SIZE);
    let pieces = messages_in(bytes, usize::from(*cut).max(1));
    assert!(whole == pieces, "cutting changes the messages");
    for message in whole {
        read(&message);
    }
}

/// A message whose header is good and whose compressed bytes may not be.
pub fn coded(bytes: &[u8]) {
    let size = (bytes.len() + wire::HEADER_SIZE) as u32;
    for (order, kind) in [(1, 1), (1, 2), (0, 1)] {
        let size = if order == 1 { size.to_le_bytes() } else { size.to_be_bytes() };
        read(&[&[order, 1, kind, 0][..], &size, bytes].concat());
    }
}

/// The HTTP requests in what a client sends: the same ones, and the same refusal, whichever way it is cut.
pub fn http(bytes: &[u8]) {
    let Some((cut, bytes)) = bytes.split_first() else { return };
    let whole = quarry_server::look(bytes);
    for n in 0..bytes.len().min(12) {
        let early = quarry_server::look(&bytes[..n]);
        assert!(early == Look::Either || early == whole, "{n} bytes look like something else");
    }
    assert!(
        requests_in(bytes, READ_SIZE) == requests_in(bytes, usize::from(*cut).max(1)),
        "cutting changes the requests"
    );
}

/// Every whole request, and the status that ended them.
fn requests_in(bytes: &[u8], cut: usize) -> (Vec<Request>, Option<&'static str>) {
    let (mut incoming, mut requests) = (Incoming::default(), Requests::default());
    let mut space = vec![0; READ_SIZE];
    let mut all = Vec::new();
    for mut part in bytes.chunks(cut) {
        while incoming.read_some(&mut part, &mut space).is_ok_and(|came| came == Came::Something) {
            loop {
                match requests.next(&mut incoming) {
                    Progress::Whole(request) => all.push(*request),
                    Progress::Refused(status) => return (all, Some(status)),
                    Progress::Head | Progress::Body { .. } => break,
                }
            }
        }
    }
    (all, None)
}

/// The messages in the frames that the other end of a WebSocket sends, as server and as client, compressed or not: the
/// same ones whichever way they are cut, and they can be sent and read again.
pub fn web(bytes: &[u8]) {
    let Some((cut, bytes)) = bytes.split_first() else { return };
    for (end, other) in [(End::Server, End::Client), (End::Client, End::Server)] {
        for deflates in [false, true] {
            let whole = web_messages(bytes, READ_SIZE, end, deflates);
            let pieces = web_messages(bytes, usize::from(*cut).max(1), end, deflates);
            assert!(whole == pieces, "cutting changes the messages");
            let (mut here, mut there) = (WebSocket::new(end, deflates), WebSocket::new(other, deflates));
            for (is_text, bytes) in whole.0 {
                let mut incoming = Incoming::default();
                let frame = there.message(is_text, &bytes);
                let _ = incoming.read_some(&mut &frame[..], &mut vec![0; frame.len()]);
                assert!(here.next(&mut incoming) == Some(Got::Message { is_text, bytes }), "sent again");
            }
        }
    }
}

/// Every whole message, and whether the conversation is over.
fn web_messages(bytes: &[u8], cut: usize, end: End, deflates: bool) -> (Vec<(bool, Vec<u8>)>, bool) {
    let (mut incoming, mut socket) = (Incoming::default(), WebSocket::new(end, deflates));
    let mut space = vec![0; READ_SIZE];
    let mut all = Vec::new();
    for mut part in bytes.chunks(cut) {
        while incoming.read_some(&mut part, &mut space).is_ok_and(|came| came == Came::Something) {
            while let Some(got) = socket.next(&mut incoming) {
                match got {
                    Got::Message { is_text, bytes } => all.push((is_text, bytes)),
                    Got::Reply(_) => {}
                    Got::Over(_) => return (all, true),
                }
            }
        }
    }
    (all, false)
}

/// Reads a message; what came of it can be sent and read again.
fn read(message: &[u8]) {
    let _ = wire::signalled(message);
    let Ok(x) = wire::read_message(message) else { return };
    let again = wire::message(MessageKind::Sync, &x).expect("what was read can be sent");
    if let Some(coded) = wire::compress(&again) {
        assert!(wire::decompress(&coded).expect("what was compressed expands") == again);
    }
    look(|| wire::read_message(&again));
}

fn messages_in(bytes: &[u8], cut: usize) -> Vec<Vec<u8>> {
    let mut incoming = Incoming::default();
    let mut space = vec![0; READ_SIZE];
    let mut all = Vec::new();
    for mut part in bytes.chunks(cut) {
        while incoming.read(&mut part, &mut space).is_ok_and(|came| came == Came::Something) {
            let (messages, good) = take_messages(&mut incoming);
            all.extend(messages);
            if !good {
                return all;
            }
        }
    }
    all
}

/// Every whole message, and whether more may follow.
fn take_messages(incoming: &mut Incoming) -> (Vec<Vec<u8>>, bool) {
    let mut all = Vec::new();
    loop {
        match incoming.message() {
            Ok(Some(message)) => all.push(message),
            Ok(None) => return (all, true),
            Err(_) => return (all, false),
        }
    }
}

/// Delimited, fixed-width, key-value and binary text.
pub fn text(bytes: &[u8]) {
    let types = Value::chars("IS*C");
    let comma = Value::char(b',');
    for flag in [0, 1] {
        let how = Value::list(vec![types.clone(), Value::chars(","), Value::long(flag)]);
        look(|| quarry_kernel::load_bytes(&how, bytes));
    }
    let columns = quarry_kernel::load_bytes(&Value::list(vec![types.clone(), comma]), bytes);
    look(|| columns);
    let widths = Value::longs(vec![3, 0, 5, 1]);
    look(|| quarry_kernel::load_bytes(&Value::list(vec![types, widths]), bytes));
    for pairs in ["S=;", "I=*,", "J: "] {
        look(|| quarry_kernel::file_text(&Value::chars(pairs), &Value::chars(bytes)));
    }
    let _ = binary::records(b"ich*s", &[4, 1, 2, 3, 2], true, bytes);
}

/// Delimited text with columns of every type. Its lines as strings must give what the file gives, and a table that was
/// read must come back from the text that is made of it.
pub fn csv(bytes: &[u8]) {
    let (first, rest) = bytes.split_at(bytes.len().min(2));
    let delimiter = first.first().map_or(b',', |c| b",|\t \";"[usize::from(*c) % 6]);
    let quotes = first.get(1).is_some_and(|c| c % 4 == 0);
    for types in ["BGXHIJEFCSPMDZNUVT*", "* S*", "DSTFJC"] {
        let how = |d: Value| Value::list(vec![Value::chars(types), d, Value::long(quotes.into())]);
        look(|| quarry_kernel::load_bytes(&how(Value::chars([delimiter])), rest));
        let columns = quarry_kernel::load_bytes(&how(Value::char(delimiter)), rest).expect("columns");
        let bad = |y: &Value| quarry_kernel::bad_fields(&how(Value::char(delimiter)), y).expect("a check");
        let found = bad(&Value::bytes(rest.to_vec()));
        if !quotes {
            let mut lines: Vec<&[u8]> = rest.split(|c| *c == b'\n').collect();
            if lines.last().is_some_and(|l| l.is_empty()) {
                lines.pop();
            }
            let lines = lines.iter().map(|l| l.strip_suffix(b"\r").unwrap_or(l));
            let lines: Value = lines.collect::<quarry_value::Texts>().into();
            let again = quarry_kernel::file_text(&how(Value::char(delimiter)), &lines).expect("columns");
            assert!(quarry_kernel::order::identical(&columns, &again), "a file and its lines differ");
            let places = |bad: &[quarry_kernel::Bad]| -> Vec<_> {
                bad.iter().map(|b| (b.line, b.column, b.field, b.why, b.text.clone())).collect()
            };
            assert_eq!(places(&found), places(&bad(&lines)), "a file and its lines are not as bad");
        }
        let lines = quarry_kernel::file_text(&Value::char(delimiter), &columns);
        if let Ok(lines) = &lines {
            look(|| quarry_kernel::file_text(&how(Value::char(delimiter)), lines));
        }
        look(|| lines);
    }
}

/// JSON there and back.
pub fn json(bytes: &[u8]) {
    use quarry_value::text::json;
    let Ok(x) = json::from_json(bytes) else { return };
    let text = json::to_json(&x, json::Style::default()).expect("what was read can be written");
    let style = json::Style { null_infinity: true, digits: 0 };
    let _ = json::to_json(&x, style);
    look(|| json::from_json(&text));
    look(|| Ok(x));
}

/// Source text: tokens, entries of a script, syntax trees, and parse trees there and back.
pub fn source(bytes: &[u8]) {
    use quarry_lang::syntax::{NoNames, lexer, parse, script, tree};
    let _ = lexer::words(bytes);
    for entry in script::entries(bytes) {
        let Ok(nodes) = parse(&entry.text, &NoNames) else { continue };
        let tree = tree::statements_to_value(&nodes, quarry_value::Sym::EMPTY);
        if let Ok(node) = tree::from_value(&tree) {
            tree::to_value(&node, quarry_value::Sym::EMPTY);
        }
    }
}

/// Cuts an input into `count` parts: a size of two bytes leads each part but the last.
fn parts(mut bytes: &[u8], count: usize) -> Vec<&[u8]> {
    let mut out = Vec::new();
    for _ in 1..count {
        let size = match bytes {
            [a, b, rest @ ..] => {
                let size = usize::from(u16::from_le_bytes([*a, *b]));
                bytes = rest;
                size.min(bytes.len())
            }
            _ => 0,
        };
        let (part, rest) = bytes.split_at(size);
        out.push(part);
        bytes = rest;
    }
    out.push(bytes);
    out
}

/// Puts together what [`parts`] takes apart.
pub fn join(parts: &[Vec<u8>]) -> Vec<u8> {
    let mut out = Vec::new();
    for (i, part) in parts.iter().enumerate() {
        if i + 1 < parts.len() {
            out.extend((part.len() as u16).to_le_bytes());
        }
        out.extend(part);
    }
    out
}

fn folder() -> PathBuf {
    // Memory rather than disk where the system has it.
    let shm = PathBuf::from("/dev/shm");
    let base = if shm.is_dir() { shm } else { std::env::temp_dir() };
    let folder = base.join(format!("quarry-fuzz-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("made");
    folder
}

/// Forgets the files that targets wrote.
pub fn tidy() {
    let _ = fs::remove_dir_all(folder());
}

/// Looks at everything that was read, so that what is read late is read now.
fn look(read: impl FnOnce() -> quarry_value::Result<Value>) {
    // As within an evaluator, which hears of items that cannot be read.
    let _ = room::asking(|| {
        visit(&read()?, DEPTH_MAX);
        Ok(())
    });
    // A fault is an answer, too.
    let _ = fault::take();
}

fn visit(x: &Value, depth: usize) {
    let Some(depth) = depth.checked_sub(1) else { return };
    match x {
        Value::Vector(v) => {
            let n = v.len().min(BYTES_MAX / v.ty.width());
            with_data!(&v.data, b => { std::hint::black_box(b.range(0..n)); });
            with_data!(&v.data, b => { std::hint::black_box(b.range(b.len() - n.min(1000)..b.len())); });
        }
        Value::Dict(d) => {
            visit(&d.keys, depth);
            visit(&d.values, depth);
        }
        Value::Table(t) => t.columns.iter().for_each(|c| visit(c, depth)),
        x if x.is_list() => (0..x.count().min(ITEMS_MAX)).for_each(|i| visit(&x.at(i), depth)),
        _ => {}
    }
}
