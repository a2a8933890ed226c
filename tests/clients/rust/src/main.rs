//! kdbplus, kxkdb and kdb_codec, which have one way of being called: the port is argument 1.

macro_rules! check {
    ($name:ident, $($used:tt)+) => {
        mod $name {
            use $($used)+;

            async fn connect(port: u16) -> Result<QStream> {
                QStream::connect(ConnectionMethod::TCP, "localhost", port, "u:p").await
            }

            /// A function by name, applied.
            fn call(name: &str, args: Vec<K>) -> K {
                let mut all = vec![K::new_string(name.to_string(), qattribute::NONE)];
                all.extend(args);
                K::new_compound_list(all)
            }

            /// Is a value that was fetched and sent back the same?
            async fn there_and_back(port: u16, name: String) -> Result<bool> {
                let mut q = connect(port).await?;
                let x = q.send_sync_message(&call("fetch", vec![K::new_symbol(name.clone())])).await?;
                let same = q.send_sync_message(&call("same", vec![K::new_symbol(name), x])).await?;
                Ok(same.get_bool().unwrap_or(false))
            }

            pub async fn run(port: u16, skipped: &[&str]) -> Result<Vec<String>> {
                let mut bad = Vec::new();
                let mut q = connect(port).await?;
                let names = q.send_sync_message(&"string names").await?;
                for name in names.as_vec::<K>()? {
                    let name = name.as_string()?.to_string();
                    if skipped.contains(&name.as_str()) {
                        continue;
                    }
                    // A task of its own: some of these crates panic at what they do not know.
                    match tokio::spawn(there_and_back(port, name.clone())).await {
                        Ok(Ok(true)) => {}
                        Ok(Ok(false)) => bad.push(name),
                        Ok(Err(e)) => bad.push(format!("{name} {e}")),
                        Err(_) => bad.push(format!("{name} panics")),
                    }
                }
                let sum = q.send_sync_message(&call("{x+y}", vec![K::new_long(1), K::new_long(2)])).await?;
                if sum.get_long()? != 3 {
                    bad.push("sum".into());
                }
                let big = K::new_long_list((0..1_300_000).collect(), qattribute::NONE);
                if !q.send_sync_message(&call("{x~til 1300000}", vec![big])).await?.get_bool()? {
                    bad.push("10 MB sent".into());
                }
                let failed = q.send_sync_message(&call("fail", vec![K::new_string("no luck".into(), qattribute::NONE)])).await;
                let text = failed.map_or_else(|e| e.to_string(), |x| x.to_string());
                if !text.contains("no luck") {
                    bad.push(format!("error {text}"));
                }
                q.send_async_message(&call("note", vec![K::new_long(7)])).await?;
                if q.send_sync_message(&"last told").await?.get_long()? != 7 {
                    bad.push("async".into());
                }
                q.send_async_message(&call("push", vec![K::new_long(5)])).await?;
                let (kind, pushed) = q.receive_message().await?;
                if kind != qmsg_type::asynchronous || pushed.len() != 3 {
                    bad.push("push".into());
                }
                let mut unix = QStream::connect(ConnectionMethod::UDS, "", port, "u:p").await?;
                if unix.send_sync_message(&"1+1").await?.get_long()? != 2 {
                    bad.push("unix".into());
                }
                let mut many = Vec::new();
                for i in 0..64 {
                    many.push(tokio::spawn(async move {
                        let mut one = connect(port).await?;
                        let square = one.send_sync_message(&call("{x*x}", vec![K::new_long(i)])).await?;
                        Ok::<bool, Error>(square.get_long()? == i * i)
                    }));
                }
                for one in many {
                    if !matches!(one.await, Ok(Ok(true))) {
                        bad.push("64 at once".into());
                    }
                }
                Ok(bad)
            }
        }
    };
}

check!(plus, kdbplus::{ipc::{error::Error, *}, qattribute});
check!(kx, kxkdb::{ipc::{error::Error, *}, qattribute});
check!(codec, kdb_codec::*);

#[tokio::main]
async fn main() {
    let port: u16 = std::env::args().nth(1).and_then(|p| p.parse().ok()).expect("a port");
    // Told at the end: kdbplus prints lines of its own.
    let mut told = Vec::new();
    let mut failed = false;
    macro_rules! say {
        ($name:literal, $run:expr) => {
            let said = match $run.await {
                Ok(bad) if bad.is_empty() => "ok".to_string(),
                Ok(bad) => bad.join("; "),
                Err(e) => e.to_string(),
            };
            failed |= said != "ok";
            told.push(format!("{}: {said}", $name));
        };
    }
    // No functions; and its reader takes answers that come in several pieces for one piece over another.
    say!("kdbplus", plus::run(port, &["lambda", "big"]));
    // No functions.
    say!("kxkdb", kx::run(port, &["lambda"]));
    say!("kdb_codec", codec::run(port, &[]));
    println!("{}", told.join("\n"));
    std::process::exit(failed.into());
}
