//! Rows that all follow from their numbers, and how they are read back from columns.

use quarry_value::{Sym, Type, Value};
use std::hash::{DefaultHasher, Hash, Hasher};

pub type Number = i64;

pub const SYMS: [&str; 6] = ["A", "B", "C", "D", "E", "F"];
/// What the picky chained tickerplant takes.
pub const PICKED: [&str; 2] = ["A", "C"];
const MS: i64 = 1_000_000;

/// A row as far as it can be told from others: its number, or for bars, which have none, one made of its columns.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Row {
    pub id: Number,
    pub sym: Sym,
}

pub fn sym(n: Number) -> Sym {
    Sym::new(SYMS[(n * 7 / 3 % 6) as usize])
}
pub fn time(n: Number) -> i64 {
    n * MS
}
/// Prices are quarters, so that their sums are exact in any order.
pub fn price(n: Number) -> f64 {
    20.0 + (n * 13 % 64) as f64 * 0.25
}
pub fn size(n: Number) -> i64 {
    1 + n % 9
}
pub fn ask(n: Number) -> f64 {
    price(n) + 0.25 * (1 + n % 3) as f64
}

/// The columns of rows of a table that the feed sends to.
pub fn columns(table: &str, numbers: &[Number]) -> Vec<Value> {
    let floats = |f: fn(Number) -> f64| Value::floats(numbers.iter().map(|n| f(*n)).collect());
    let mut columns = vec![
        Value::vector(Type::Timespan, numbers.iter().map(|n| time(*n)).collect::<Vec<i64>>()),
        Value::syms(numbers.iter().map(|n| sym(*n)).collect()),
    ];
    match table {
        "trade" => {
            columns.extend([floats(price), Value::ints(numbers.iter().map(|n| size(*n) as i32).collect())])
        }
        "quote" => columns.extend([floats(price), floats(ask)]),
        _ => {}
    }
    columns.push(Value::longs(numbers.to_vec()));
    columns
}

/// The names of the columns of a table, in the order of the schema.
pub fn names(table: &str) -> Vec<&'static str> {
    let names = match table {
        "trade" => "time sym price size number",
        "quote" => "time sym bid ask number",
        "tradebar" => "time sym span start open high low close size vwap trades",
        "quotebar" => "time sym span start bid ask low high spread quotes",
        _ => "time sym number",
    };
    names.split(' ').collect()
}

pub fn is_bar(table: &str) -> bool {
    table.ends_with("bar")
}

/// The rows that columns in the order of the schema are.
pub fn read(table: &str, columns: &[Value]) -> Result<Vec<Row>, String> {
    let syms = columns[1].as_syms().ok_or("sym is no symbols")?;
    if is_bar(table) {
        let id = |i: usize| {
            let mut hash = DefaultHasher::new();
            columns.iter().for_each(|c| format!("{:?}", c.at(i)).hash(&mut hash));
            hash.finish() as Number
        };
        return Ok(syms.iter().enumerate().map(|(i, sym)| Row { id: id(i), sym: *sym }).collect());
    }
    let numbers = longs(columns.last().expect("columns"))?;
    // Each row is as it was sent.
    let sent = self::columns(table, &numbers);
    if let Some(i) = (0..sent.len()).find(|i| !same(&columns[*i], &sent[*i])) {
        return Err(format!("column {i} of {table} is not as it was sent"));
    }
    Ok(numbers.iter().zip(syms).map(|(id, sym)| Row { id: *id, sym: *sym }).collect())
}

/// The rows of a table as a process has it.
pub fn read_table(table: &str, x: &Value) -> Result<Vec<Row>, String> {
    let Value::Table(t) = x else { return Err(format!("{table} is no table")) };
    let column =
        |name: &str| t.column(Sym::new(name)).cloned().ok_or(format!("{table} has no column {name}"));
    let columns = names(table).into_iter().map(column).collect::<Result<Vec<_>, _>>()?;
    read(table, &columns)
}

pub fn longs(x: &Value) -> Result<Vec<i64>, String> {
    match x {
        Value::Vector(v) => v.slice::<i64>().map(<[i64]>::to_vec).ok_or(format!("{x:?} is no longs")),
        _ => Err(format!("{x:?} is no longs")),
    }
}

/// Are two columns the same, attributes apart?
fn same(x: &Value, y: &Value) -> bool {
    let (Value::Vector(x), Value::Vector(y)) = (x, y) else { return false };
    let long = x.slice::<i64>() == y.slice::<i64>() && x.slice::<f64>() == y.slice::<f64>();
    x.ty == y.ty && long && x.slice::<i32>() == y.slice::<i32>() && x.slice::<Sym>() == y.slice::<Sym>()
}

pub fn floats(x: &Value) -> Result<Vec<f64>, String> {
    match x {
        Value::Vector(v) => match v.slice::<f64>() {
            Some(x) => Ok(x.to_vec()),
            None => longs(x).map(|x| x.iter().map(|n| *n as f64).collect()),
        },
        _ => Err(format!("{x:?} is no numbers")),
    }
}
