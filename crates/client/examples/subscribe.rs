//! `cargo run -p quarry-client --example subscribe localhost:5010 trade`: subscribes to a table of a tickerplant, and tells of the
//! rows that come: how many, the symbols, and the sum of the first column of floats.

use quarry_client::{Client, Failure, Result};
use quarry_value::{Sym, Table, Type, Value};
use std::time::Duration;

fn main() -> Result<()> {
    let mut args = std::env::args().skip(1);
    let place = args.next().unwrap_or_else(|| "localhost:5010".into());
    let table = args.next().unwrap_or_else(|| "trade".into());
    let mut q = Client::connect(place, "")?;
    let all = Value::sym("");
    let answer = q.ask(&Value::list(vec![Value::chars(".u.sub"), Value::sym(&table), all]))?;
    println!("{:?}", answer.at(1));
    q.stream().set_read_timeout(Some(Duration::from_secs(10)))?;
    loop {
        match q.hear() {
            // What comes is (`upd;table;rows); a day ends with (`.u.end;day).
            Ok(message) => match message.at(2) {
                Value::Table(rows) => tell(&rows),
                _ => println!("{message:?}"),
            },
            Err(Failure::Late) => println!("nothing for ten seconds"),
            Err(e) => return Err(e),
        }
    }
}

fn tell(rows: &Table) {
    let syms = rows.column(Sym::new("sym")).and_then(Value::as_syms).unwrap_or_default();
    let floats = rows.columns.iter().find_map(|c| match c {
        Value::Vector(v) if v.ty == Type::Float => v.slice::<f64>(),
        _ => None,
    });
    let names: Vec<_> = syms.iter().take(5).map(|s| s.text().into_owned()).collect();
    println!(
        "{} rows, {} …, sum {}",
        rows.count(),
        names.join(" "),
        floats.unwrap_or_default().iter().sum::<f64>()
    );
}
