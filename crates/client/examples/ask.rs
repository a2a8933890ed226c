//! `cargo run -p quarry-client --example ask localhost:5010 "tables[]"`: asks a q process, and shows the answer.

use quarry_client::{Client, Result};
use quarry_value::Value;

fn main() -> Result<()> {
    let mut args = std::env::args().skip(1);
    let place = args.next().unwrap_or_else(|| "localhost:5010".into());
    let text = args.next().unwrap_or_else(|| "tables[]".into());
    let mut q = Client::connect(place, "")?;
    println!("{:?}", q.ask(&Value::chars(text))?);
    Ok(())
}
