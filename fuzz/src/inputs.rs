//! Inputs: seeds, and what becomes of them.

use crate::{Seeds, join};
use quarry_server::{End, WebSocket};
use quarry_value::wire::{HEADER_SIZE, MessageKind, compress, message};
use quarry_value::{Lambda, Sym, Type, Value};
use std::fs;
use std::path::{Path, PathBuf};

/// Longer seeds are cut, so that mutations meet what matters.
const SEED_SIZE_MAX: usize = 40_000;

/// Numbers that look random: splitmix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
}

/// Messages of every kind of value, plain and compressed.
fn messages() -> Vec<Vec<u8>> {
    let text = |t: &str| Value::chars(t);
    let names = vec![Sym::new("a"), Sym::new("b")];
    let columns = vec![Value::longs((0..400).collect()), Value::ints((0..400).map(|i| i % 7).collect())];
    let values = [
        text("1+1"),
        Value::list(vec![text("upd"), Value::Sym(Sym::new("t")), Value::table(names.clone(), columns)]),
        Value::dict(
            Value::syms(names),
            Value::list(vec![Value::list(vec![Value::long(1); 3]), Value::identity()]),
        ),
        Lambda::new(*b"{x+y}", Sym::new("ns")).into(),
        Value::longs((0..1000).collect()),
        text(&"ab".repeat(2000)),
        Value::list(Type::all().map(|t| Value::collapse(vec![Value::null(t); 3])).collect()),
    ];
    let plain = values.iter().map(|x| message(MessageKind::Sync, x).expect("bytes"));
    plain.flat_map(|m| [compress(&m), Some(m)]).flatten().collect()
}

/// The input of a number.
pub fn input(seeds: &[Vec<u8>], seed: u64) -> Vec<u8> {
    let mut random = Random(seed);
    let mut bytes = seeds[random.below(seeds.len())].clone();
    for _ in 0..random.below(8) {
        mutate(&mut bytes, seeds, &mut random);
    }
    bytes
}

fn mutate(bytes: &mut Vec<u8>, seeds: &[Vec<u8>], random: &mut Random) {
    // Headers and trailers are small: half of all changes are made near an end.
    let len = bytes.len();
    let at = match random.below(4) {
        0 => random.below(len.min(32)),
        1 => len - random.below(len.min(64)).min(len),
        2 => (4080 + random.below(48)).min(len),
        _ => random.below(len),
    }
    .min(len.saturating_sub(1));
    match random.below(9) {
        0 if len > 0 => bytes[at] ^= 1 << random.below(8),
        1 if len > 0 => bytes[at] = random.next() as u8,
        2 => bytes.truncate(at),
        3 => write(bytes, at, &number(random, len).to_le_bytes()),
        4 => write(bytes, at, &(number(random, len) as i32).to_le_bytes()),
        5 => {
            let piece: Vec<u8> = bytes[at..(at + random.below(64)).min(len)].to_vec();
            let to = random.below(len + 1);
            bytes.splice(to..to, piece);
        }
        6 => {
            let end = (at + random.below(32)).min(len);
            bytes.drain(at..end);
        }
        7 => {
            let other = &seeds[random.below(seeds.len())];
            let from = random.below(other.len());
            let piece = &other[from..(from + random.below(256)).min(other.len())];
            write(bytes, at, piece);
        }
        _ => bytes.extend((0..random.below(16)).map(|i| i as u8)),
    }
}

fn write(bytes: &mut [u8], at: usize, piece: &[u8]) {
    for (to, from) in bytes.iter_mut().skip(at).zip(piece) {
        *to = *from;
    }
}

/// Numbers at which readers go wrong.
fn number(random: &mut Random, len: usize) -> i64 {
    let n = [
        0,
        1,
        -1,
        2,
        7,
        8,
        255,
        256,
        4095,
        4096,
        1 << 20,
        i32::MAX.into(),
        i32::MIN.into(),
        1 << 32,
        1 << 40,
    ]
    .into_iter()
    .chain([
        i64::MAX,
        i64::MIN,
        i64::MAX / 8,
        i64::MAX / 16 + 1,
        len as i64,
        len as i64 - 8,
        len as i64 + 8,
    ]);
    let all: Vec<i64> = n.collect();
    all[random.below(all.len())].wrapping_add(random.below(3) as i64 % 2)
}

/// What the inputs of a target are made of.
pub fn seeds(kind: Seeds) -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures");
    let all = files(&root);
    let read = |p: &Path| fs::read(p).map(|b| b[..b.len().min(SEED_SIZE_MAX)].to_vec()).unwrap_or_default();
    let beside = |p: &Path, suffix: &str| read(&PathBuf::from(format!("{}{suffix}", p.display())));
    let start = |p: &Path, starts: &[&[u8]]| starts.iter().any(|s| read(p).starts_with(s));
    let found: Vec<&PathBuf> =
        all.iter().filter(|p| !p.to_string_lossy().ends_with(['#', 'd', 't'])).collect();
    match kind {
        Seeds::Columns => {
            let columns = found.iter().filter(|p| start(p, &[b"\xfe", b"\xfd", b"\xff"]));
            columns.map(|p| join(&[read(p), beside(p, "#"), beside(p, "##")])).collect()
        }
        Seeds::Compressed => {
            let zipped = all.iter().filter(|p| start(p, &[b"kxzipped"]));
            zipped.map(|p| read(p)).chain(packed()).collect()
        }
        Seeds::Tables => {
            let dir = root.join("fsp-dqe/dqcdb/2020.04.17/configtable");
            let order = b"\xff\x01\x0b\0\x02\0\0\0action\0proc\0".to_vec();
            let column = |n: &str| read(&dir.join(n));
            let other = root.join("fsp-dqe/dqedb/2020.09.03/advancedres");
            vec![
                join(&[order.clone(), column("action"), column("proc"), column("proc#")]),
                join(&[order.clone(), column("checkid"), column("endtime"), Vec::new()]),
                join(&[
                    order,
                    read(&other.join("funct")),
                    read(&other.join("resultdata")),
                    read(&other.join("resultdata#")),
                ]),
            ]
        }
        Seeds::Conversations => {
            let logins: [&[u8]; 4] = [b"u:p\x06\0", b"\x03\0", b":\0", b"alice:secret\0\0"];
            let all =
                logins.iter().flat_map(|l| messages().into_iter().map(move |m| [&[7], *l, &m].concat()));
            all.collect()
        }
        Seeds::Messages => messages().iter().map(|m| [&[9], &m[..], m].concat()).collect(),
        Seeds::Coded => messages().iter().filter(|m| m[2] > 0).map(|m| m[HEADER_SIZE..].to_vec()).collect(),
        Seeds::Requests => requests(),
        Seeds::Frames => frames(),
        Seeds::Secured => crate::tls::seeds(),
        Seeds::Objects => {
            let objects = found.iter().filter(|p| start(p, &[b"\xff\x01"])).map(|p| read(p));
            let bare = found.iter().filter(|p| start(p, &[b"\xff\x01"])).map(|p| read(p)[2..].to_vec());
            objects.chain(bare).collect()
        }
        Seeds::Sources => {
            let texts = [
                "f:{[a;b;c] a+b*c}\n t:([]a:1 2;b:`x`y)\nselect[3;>a] s:sum a by b from t where a>1,b in`x\n",
                "/ comment\n(a;b):1 2\nx[i]+:f'[1;;`a`b:c] /: y\n$[x;'\"err\";:z]\n/\nblock\n\\\n'[f;g]\n",
                "([k:1 2]v:3 4)\n.z.p-0D00:01 2000.01.01 0x01ff 0101b -1.5e-3\nif[a;b::\"\\n\\101\"];f g@\n",
            ];
            texts.iter().map(|t| t.as_bytes().to_vec()).collect()
        }
        Seeds::Tabular => {
            let texts = [
                "\x00\x01b,g,x,h,i,j,e,f,c,s,p,m,d,z,n,u,v,t,text\n1,8c6b8b64-6815-6084-0a3e-178401251b68,ff,1,2,3,1.5,2.5,c,sym,\
                 2024.01.02D10:00:00.123456789,2024.01,2024-01-02,2024.01.02T10:00:00.123,0D10:00:00.000000001,10:30,10:30:15,\
                 10:30:15.123,plain\n0,,,0N,0W,-0W,0n,1e300,\"\",,,,,,,,,,\"quoted, \"\"twice\"\"\"\r\n",
                "\x00\x00date,sym,time,price,size,ex\n2024-01-02,S329,14:00:10.612,826.09,500,Q\n2024-01-02,S71,,-9.59,,T\n",
                "\x01\x04a|b\n\"two\nlines\"|x\n\"open|1\n",
            ];
            texts
                .iter()
                .flat_map(|t| [1, 40].map(|n| [&t[..2], &t[2..].repeat(n)].concat().into_bytes()))
                .collect()
        }
        Seeds::Json => {
            let texts = [
                "{\"a\":[0,1.5e3,-2],\"b\":{\"c\":true,\"d\":null},\"\":\"\"}",
                "[{\"a\":1,\"b\":\"x\\u00e9\\n\\\"\"},{\"a\":2,\"b\":\"\\ud83d\\ude00\"}]",
                "[[[[]]],\"2024-01-02\",inf,-inf,false, 1 ]",
            ];
            texts.iter().map(|t| t.as_bytes().to_vec()).collect()
        }
        Seeds::Texts => {
            let texts =
                ["0,\"ab\nc\"\n1,\"de\"\"f\"\r\n", "a=1;b=\"x;y\";c", "12abc\n34def\n", ",,,\n\"\"\n"];
            texts.iter().map(|t| t.repeat(5).into_bytes()).collect()
        }
    }
}

/// HTTP requests of every method and kind of body, behind the byte that says how they are cut.
fn requests() -> Vec<Vec<u8>> {
    let upgrade = "GET / HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n\
                   Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\
                   Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n\r\n";
    let texts = [
        "GET /?1+1 HTTP/1.1\r\nHost: h\r\nAuthorization: Basic dTpw\r\nAccept-Encoding: gzip, br\r\n\r\n",
        "HEAD / HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET /a%20b.csv?t HTTP/1.1\r\nConnection: close\r\n\r\n",
        "POST /x HTTP/1.1\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\nhelloOPTIONS * HTTP/1.1\r\n\r\n",
        "PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5;x=\"y\"\r\nhello\r\n10\r\n0123456789abcdef\r\n0\r\nA: b\r\n\r\n",
        "DELETE /x HTTP/1.1\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
        upgrade,
    ];
    texts.iter().flat_map(|t| [3, 200].map(|cut| [&[cut], t.as_bytes()].concat())).collect()
}

/// Conversations of WebSockets as both ends send them, behind the byte that says how they are cut.
fn frames() -> Vec<Vec<u8>> {
    let ping = |masked: bool| {
        let payload: &[u8] = if masked { b"\x82\0\0\0\0hi" } else { b"\x02hi" };
        [b"\x89", payload].concat()
    };
    let parts = |masked: bool| {
        let mask: (u8, &[u8]) = if masked { (0x80, &[0; 4]) } else { (0, &[]) };
        let frame = |first: u8, text: &[u8]| [&[first, mask.0 | text.len() as u8], mask.1, text].concat();
        [
            frame(0x01, b"Hel"),
            frame(0x80, b"lo"),
            frame(0x02, &[0, 255]),
            frame(0x80, &[7]),
            frame(0x88, b"\x03\xe8bye"),
        ]
        .concat()
    };
    let mut all = Vec::new();
    for (end, masked) in [(End::Client, true), (End::Server, false)] {
        for deflates in [false, true] {
            let mut socket = WebSocket::new(end, deflates);
            let mut said = vec![5];
            for n in [0, 5, 125, 126, 200, 4000] {
                said.extend(socket.message(n % 2 == 0, &b"abcabd".repeat(n)[..n]));
            }
            said.extend(ping(masked));
            all.push([&said[..], &parts(masked)].concat());
            all.push(said);
        }
    }
    all
}

/// The master key of the fixtures, which opens the encrypted ones among the seeds.
pub fn load_key() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/keys/first.key");
    if !quarry_store::key::is_loaded() {
        quarry_store::key::load(&file, b"quarry", None).expect("a key");
    }
}

/// Files in every algorithm, some of them encrypted.
fn packed() -> Vec<Vec<u8>> {
    let path = std::env::temp_dir().join(format!("quarry-seed-{}", std::process::id()));
    let value = quarry_value::Value::longs((0..3000).map(|i| i / 7).collect());
    let of = |a: i64| {
        let how = quarry_store::Compression::new(12, a, 0).expect("good numbers");
        quarry_store::set(&path, &value, how).expect("written");
        fs::read(&path).expect("bytes")
    };
    load_key();
    let all = (1..=5).chain([16, 18, 20]).map(of).collect();
    let _ = fs::remove_file(&path);
    all
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() { all.extend(files(&path)) } else { all.push(path) }
    }
    all.sort();
    all
}
