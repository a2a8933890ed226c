//! Bars, as the aggregation engine sent them and as the rows that they are made of say.

use crate::rows::{self, Number};
use quarry_value::{Sym, Value};
use std::collections::BTreeMap;

const SECOND: i64 = 1_000_000_000;
const SPANS: [(&str, i64); 3] = [("second", SECOND), ("minute", 60 * SECOND), ("day", 86_400 * SECOND)];

/// Symbol, span and start.
pub type Key = (String, String, i64);
/// The other columns, time first and count last, as floats.
pub type Bars = BTreeMap<Key, Vec<f64>>;

/// Adds what was sent in one message: the last of each key counts.
pub fn add_sent(bars: &mut Bars, columns: &[Value]) -> Result<(), String> {
    let text = |s: &Sym| s.text().into_owned();
    let syms = columns[1].as_syms().ok_or("sym is no symbols")?;
    let spans = columns[2].as_syms().ok_or("span is no symbols")?;
    let starts = rows::longs(&columns[3])?;
    let others = [0].into_iter().chain(4..columns.len());
    let others = others.map(|i| rows::floats(&columns[i])).collect::<Result<Vec<_>, _>>()?;
    for (i, start) in starts.into_iter().enumerate() {
        let key = (text(&syms[i]), text(&spans[i]), start);
        bars.insert(key, others.iter().map(|c| c[i]).collect());
    }
    Ok(())
}

/// The bars of rows of trades or quotes.
pub fn made(table: &str, numbers: impl Iterator<Item = Number>) -> Bars {
    let mut ticks: BTreeMap<Key, Vec<Number>> = BTreeMap::new();
    for n in numbers {
        for (span, width) in SPANS {
            let start = rows::time(n) / width * width;
            ticks.entry((rows::sym(n).text().into_owned(), span.into(), start)).or_default().push(n);
        }
    }
    ticks.into_iter().map(|(key, n)| (key, if table == "trade" { trades(&n) } else { quotes(&n) })).collect()
}

fn trades(n: &[Number]) -> Vec<f64> {
    let prices: Vec<f64> = n.iter().map(|n| rows::price(*n)).collect();
    let size: i64 = n.iter().map(|n| rows::size(*n)).sum();
    let turnover: f64 = n.iter().map(|n| rows::price(*n) * rows::size(*n) as f64).sum();
    let (high, low) = (most(&prices), least(&prices));
    let (open, close) = (prices[0], prices[prices.len() - 1]);
    vec![latest(n), open, high, low, close, size as f64, turnover / size as f64, n.len() as f64]
}

fn quotes(n: &[Number]) -> Vec<f64> {
    let of = |f: fn(Number) -> f64| n.iter().map(|n| f(*n)).collect::<Vec<f64>>();
    let (bids, asks) = (of(rows::price), of(rows::ask));
    let spread = asks.iter().sum::<f64>() - bids.iter().sum::<f64>();
    let count = n.len() as f64;
    let (bid, ask) = (bids[n.len() - 1], asks[n.len() - 1]);
    vec![latest(n), bid, ask, least(&bids), most(&asks), spread / count, count]
}

fn latest(n: &[Number]) -> f64 {
    n.iter().map(|n| rows::time(*n)).max().unwrap_or(0) as f64
}
fn most(x: &[f64]) -> f64 {
    x.iter().copied().fold(f64::MIN, f64::max)
}
fn least(x: &[f64]) -> f64 {
    x.iter().copied().fold(f64::MAX, f64::min)
}

/// What may be wrong with the bars of a day: some lack their last rows, or are not there; some are of the day before.
#[derive(Default)]
pub struct Flaws<'a> {
    pub lacks: bool,
    pub before: Option<&'a Bars>,
}

/// Is each bar that was sent one of those that were made?
pub fn compare(made: &Bars, sent: &Bars, flaws: &Flaws) -> Result<(), String> {
    let count = |bar: &[f64]| *bar.last().expect("columns");
    let is_before = |key: &Key, bar: &[f64]| {
        flaws.before.is_some_and(|b| b.get(key).is_some_and(|b| count(b) >= count(bar)))
    };
    for (key, bar) in made {
        match sent.get(key) {
            Some(other) if other == bar => {}
            Some(other) if flaws.lacks && (count(other) < count(bar) || is_before(key, other)) => {}
            None if flaws.lacks => {}
            other => return Err(format!("bar {key:?} is {other:?} where the rows make {bar:?}")),
        }
    }
    match sent.iter().find(|(key, bar)| !made.contains_key(*key) && !is_before(key, bar)) {
        Some((key, bar)) => Err(format!("bar {key:?} has no rows: {bar:?}")),
        None => Ok(()),
    }
}
