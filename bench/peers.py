"""The peers' side of the benchmarks, on the same data: prints lines `group,name,peer,milliseconds`.

    peers.py GROUP DATABASE THREADS
"""

import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor

GROUP, DATABASE, THREADS = sys.argv[1], sys.argv[2], int(sys.argv[3])
os.environ["POLARS_MAX_THREADS"] = str(THREADS)

import duckdb  # noqa: E402
import numpy as np  # noqa: E402
import polars as pl  # noqa: E402
import pyarrow as pa  # noqa: E402
import pyarrow.csv as pa_csv  # noqa: E402

pa.set_cpu_count(THREADS)

FIVE = ["AAPL", "AMZN", "EBAY", "GOOG", "YHOO"]
DTYPES = {5: "i2", 6: "i4", 7: "i8", 8: "f4", 9: "f8", 10: "u1", 14: "i4", 19: "i4"}


def bench(name, peer, f):
    """Runs `f` several times, the first not counted, and prints the median."""
    start = time.perf_counter()
    f()
    first = time.perf_counter() - start
    times = []
    for _ in range(max(3, min(9, int(0.4 / max(first, 1e-5))))):
        start = time.perf_counter()
        f()
        times.append(time.perf_counter() - start)
    print(f"{GROUP},{name},{peer},{sorted(times)[len(times) // 2] * 1e3:.6f}", flush=True)


def column(path):
    """The items of a column file that is not compressed: a vector, or positions in the symbol file."""
    data = np.memmap(path, dtype="u1", mode="r")
    if bytes(data[:2]) == b"\xfd\x20":
        count = int(data[4088:4096].view("i8")[0])
        return data[4096:4096 + count * 8].view("i8")
    width = np.dtype(DTYPES[int(data[2])])
    return data[16:16 + (len(data) - 16) // width.itemsize * width.itemsize].view(width)


def symbols(path):
    return open(path, "rb").read()[8:].decode().split("\0")[:-1]


def table(name, dates, sym):
    """A table of the database over all dates, as a Polars frame."""
    parts = []
    for date in dates:
        folder = f"{DATABASE}/{date}/{name}"
        names = symbols(f"{folder}/.d")
        columns = {n: column(f"{folder}/{n}") for n in names}
        n = len(columns["sym"])
        ids = pa.DictionaryArray.from_arrays(columns["sym"].astype("i4"), sym)
        frame = pl.DataFrame({"date": np.full(n, np.datetime64(date.replace(".", "-")), dtype="datetime64[D]")})
        frame = frame.with_columns(pl.from_arrow(ids).cast(pl.Enum(sym)).alias("sym"))
        rest = [pl.Series(c, np.array(columns[c])) for c in names if c != "sym"]
        parts.append(frame.with_columns(rest))
    return pl.concat(parts).rechunk()


def queries():
    dates = sorted(d for d in os.listdir(DATABASE) if d[:1].isdigit())
    sym = symbols(f"{DATABASE}/sym")
    trade, quote = table("trade", dates, sym), table("quote", dates, sym)
    days = [np.datetime64(d.replace(".", "-")).item() for d in dates]
    db = duckdb.connect()
    db.execute(f"set threads={THREADS}")
    for name, frame in (("trade", trade), ("quote", quote)):
        db.register("frame", frame.to_arrow())
        db.execute(f"create table {name} as select * from frame order by date, sym, time")
        db.unregister("frame")
    for n in (5, 10, 15, 20):
        last, name = days[n - 1], f"select 5 symbols, {n} days"
        which = ", ".join(f"'{s}'" for s in FIVE)
        sql = f"select * from quote where date <= '{last}' and sym in ({which})"
        bench(name, "duckdb", lambda: to_arrow(db, sql))
        bench(name, "polars", lambda: quote.lazy().filter(pl.col("date") <= last, pl.col("sym").is_in(FIVE)).collect())
    for n in (5, 10, 15, 20):
        last, name = days[n - 1], f"VWAP by symbol, {n} days"
        sql = f"select sym, sum(size * price::double) / sum(size) from trade where date <= '{last}' group by sym"
        bench(name, "duckdb", lambda: db.sql(sql).fetchall())
        weighed = (pl.col("size") * pl.col("price").cast(pl.Float64)).sum() / pl.col("size").sum()
        bench(name, "polars", lambda: trade.lazy().filter(pl.col("date") <= last).group_by("sym").agg(weighed).collect())
    bars(db, trade, days[4])
    asof(db, trade, quote, days[0])


def bars(db, trade, last):
    name = "5-minute bars, 5 days"
    sql = f"""select date, sym, time // 300000 as bar, first(price order by time), max(price), min(price),
        last(price order by time), sum(size) from trade where date <= '{last}' group by all"""
    quick = sql.replace("first(price order by time)", "arg_min(price, time)").replace("last(price order by time)", "arg_max(price, time)")
    bench(name, "duckdb", lambda: to_arrow(db, quick))
    p = pl.col("price")
    aggregates = [p.first().alias("open"), p.max().alias("high"), p.min().alias("low"), p.last().alias("close"), pl.col("size").sum()]
    keys = ["date", "sym", (pl.col("time") // 300000).alias("bar")]
    bench(name, "polars", lambda: trade.lazy().filter(pl.col("date") <= last).group_by(keys).agg(aggregates).collect())


def asof(db, trade, quote, day):
    name = "as-of join, 1 day"
    sql = f"""select t.sym, t.time, t.price, t.size, q.bid, q.ask
        from (select * from trade where date = '{day}') t
        asof left join (select * from quote where date = '{day}') q on t.sym = q.sym and t.time >= q.time"""
    bench(name, "duckdb", lambda: to_arrow(db, sql))
    left = trade.filter(pl.col("date") == day).select("sym", "time", "price", "size")
    right = quote.filter(pl.col("date") == day).select("sym", "time", "bid", "ask")
    bench(name, "polars", lambda: left.join_asof(right, on="time", by="sym", check_sortedness=False))


def to_arrow(db, sql):
    result = db.sql(sql).arrow()
    return result.read_all() if hasattr(result, "read_all") else result


def named(digits, count):
    return pl.Series([f"id{i:0{digits}}" for i in range(1, count + 1)])


def drawn(rng, names, n):
    """Names as categories, which is what symbols are."""
    return names.gather(pl.Series(rng.integers(0, len(names), n))).cast(pl.Categorical)


def groups():
    """The questions of db-benchmark. Answers become tables in memory."""
    rng, n, few = np.random.default_rng(42), 10_000_000, 100
    many = n // few
    ints = lambda high: rng.integers(1, high + 1, n).astype("i4")
    frame = pl.DataFrame({
        "id1": drawn(rng, named(3, few), n), "id2": drawn(rng, named(3, few), n), "id3": drawn(rng, named(10, many), n),
        "id4": ints(few), "id5": ints(few), "id6": ints(many), "v1": ints(5), "v2": ints(15), "v3": rng.random(n) * 100,
    })
    db = duckdb.connect()
    db.execute(f"set threads={THREADS}")
    db.register("frame", frame.to_arrow())
    db.execute("create table t as select * from frame")
    db.unregister("frame")
    c = pl.col
    cases = [
        ("sum by id1", "id1", "sum(v1)", [c("v1").sum()]),
        ("sum by id1, id2", "id1, id2", "sum(v1)", [c("v1").sum()]),
        ("sum and mean by id3", "id3", "sum(v1), avg(v3)", [c("v1").sum(), c("v3").mean()]),
        ("three means by id4", "id4", "avg(v1), avg(v2), avg(v3)", [c("v1", "v2", "v3").mean()]),
        ("three sums by id6", "id6", "sum(v1), sum(v2), sum(v3)", [c("v1", "v2", "v3").sum()]),
        ("median and deviation by id4, id5", "id4, id5", "median(v3), stddev(v3)", [c("v3").median().alias("m"), c("v3").std()]),
        ("range by id3", "id3", "max(v1) - min(v2)", [(c("v1").max() - c("v2").min()).alias("r")]),
        ("largest two by id6", "id6", "max(v3, 2)", [c("v3").top_k(2)]),
        ("squared correlation by id2, id4", "id2, id4", "pow(corr(v1, v2), 2)", [(pl.corr("v1", "v2") ** 2).alias("r")]),
        ("sum and count by all six", "id1, id2, id3, id4, id5, id6", "sum(v3), count(*)", [c("v3").sum(), pl.len()]),
    ]
    for name, keys, sql, polars in cases:
        bench(name, "duckdb", lambda: db.execute(f"create or replace temp table a as select {keys}, {sql} from t group by {keys}"))
        bench(name, "polars", lambda: frame.group_by(keys.split(", ")).agg(polars))


def joins():
    """The joins of db-benchmark: nine rows in ten have a match."""
    rng, n = np.random.default_rng(42), 10_000_000
    keys = n * 10 // 9
    names = named(1, 11111)
    id2 = rng.integers(0, 11111, n)
    some = rng.permutation(11111)[:10_000]
    tables = {
        "wide": pl.DataFrame({
            "id1": rng.integers(1, 11, n).astype("i4"), "id2": id2.astype("i4"), "id3": rng.integers(1, keys + 1, n).astype("i4"),
            "v1": rng.random(n), "id5": names.gather(pl.Series(id2)).cast(pl.Categorical),
        }),
        "small": pl.DataFrame({"id1": np.arange(1, 10).astype("i4"), "v2": rng.random(9)}),
        "medium": pl.DataFrame({"id2": some.astype("i4"), "v2": rng.random(10_000)}),
        "mediumf": pl.DataFrame({"id5": names.gather(pl.Series(some)).cast(pl.Categorical), "v2": rng.random(10_000)}),
        "big": pl.DataFrame({"id3": (rng.permutation(keys)[:n] + 1).astype("i4"), "v2": rng.random(n)}),
    }
    db = duckdb.connect()
    db.execute(f"set threads={THREADS}")
    for name, frame in tables.items():
        db.register("frame", frame.to_arrow())
        db.execute(f"create table {name} as select * from frame")
        db.unregister("frame")
    cases = [
        ("inner, 10 rows", "small", "id1", "inner"),
        ("inner, 10 thousand rows", "medium", "id2", "inner"),
        ("left outer, 10 thousand rows", "medium", "id2", "left"),
        ("inner by name, 10 thousand rows", "mediumf", "id5", "inner"),
        ("inner, 10 million rows", "big", "id3", "inner"),
    ]
    for name, other, key, how in cases:
        bench(name, "duckdb", lambda: db.execute(f"create or replace temp table a as select * from wide {how} join {other} using ({key})"))
        bench(name, "polars", lambda: tables["wide"].join(tables[other], on=key, how=how))


def vectors():
    rng = np.random.default_rng(42)
    n = 10_000_000
    frame = pl.DataFrame({
        "j": rng.integers(0, 1_000_000, n), "f": rng.random(n), "g": rng.random(n),
        "k": rng.integers(0, 1000, n), "at": rng.integers(0, n, n),
    })
    db = duckdb.connect()
    db.execute(f"set threads={THREADS}")
    db.register("frame", frame.to_arrow())
    db.execute("create table v as select * from frame")
    j, f, g, k, at = (frame[c] for c in "j f g k at".split())
    million = 500_000
    normal = (pl.col("f").log() * -2).sqrt() * (pl.col("g") * 6.283185307179586).cos()
    cases = [
        ("sum of longs", "sum(j)", lambda: j.sum()),
        ("max of longs", "max(j)", lambda: j.max()),
        ("avg of longs", "avg(j)", lambda: j.mean()),
        ("sum of floats", "sum(f)", lambda: f.sum()),
        ("avg of floats", "avg(f)", lambda: f.mean()),
        ("max of floats", "max(f)", lambda: f.max()),
        ("compare and count, longs", "count(*) filter (j > 500000)", lambda: (j > million).sum()),
        ("compare and count, floats", "count(*) filter (f > 0.5)", lambda: (f > 0.5).sum()),
        ("add longs to an atom", None, lambda: j + 1),
        ("multiply floats", None, lambda: f * g),
        ("sum of products", "sum(f * g)", lambda: frame.lazy().select((pl.col("f") * pl.col("g")).sum()).collect()),
        ("logarithms", None, lambda: f.log()),
        ("exponentials of the negative", None, lambda: frame.lazy().select((-pl.col("f")).exp()).collect()),
        ("sines", None, lambda: f.sin()),
        ("powers", None, lambda: f ** g),
        ("normal variates of uniform ones", None, lambda: frame.lazy().select(normal).collect()),
        ("running sum of longs", None, lambda: j.cum_sum()),
        ("index by random longs", None, lambda: j.gather(at)),
        ("positions where", None, lambda: (f > 0.9).arg_true()),
        ("distinct of 1000", "count(distinct k)", lambda: k.unique()),
        ("sort longs", None, lambda: j.sort()),
        ("sort floats", None, lambda: f.sort()),
        ("cast longs to floats", None, lambda: j.cast(pl.Float64)),
    ]
    for name, sql, polars in cases:
        if sql:
            bench(name, "duckdb", lambda: db.sql(f"select {sql} from v").fetchall())
        bench(name, "polars", polars)
    bench("sum by 1000 groups", "duckdb", lambda: db.sql("select k, sum(f) from v group by k").fetchall())
    bench("sum by 1000 groups", "polars", lambda: frame.lazy().group_by("k").agg(pl.col("f").sum()).collect())


def books():
    rng, n = np.random.default_rng(42), 1_000_000
    levels = lambda xs: pl.Series(xs.reshape(n, 10)).arr.to_list()
    b = pl.DataFrame({
        "id": np.arange(n), "sym": rng.integers(0, 500, n),
        "bid": levels(rng.random(10 * n)), "size": levels(100 * (1 + rng.integers(0, 50, 10 * n))),
    })
    flat, at = b.explode("bid", "size"), pl.Series(rng.integers(0, n, 100_000))
    db = duckdb.connect()
    db.execute(f"set threads={THREADS}")
    db.register("frame", b.to_arrow())
    db.execute("create table b as select * from frame")
    db.unregister("frame")
    bid, size = pl.col("bid"), pl.col("size")
    cases = [
        ("best price", "select bid[1] from b", bid.list.first()),
        ("fifth level", "select bid[5] from b", bid.list.get(4)),
        ("three best levels", "select bid[1:3] from b", bid.list.head(3)),
        ("size of all levels", "select list_sum(size) from b", size.list.sum()),
        ("largest size", "select list_max(size) from b", size.list.max()),
        ("mean price", "select list_avg(bid) from b", bid.list.mean()),
        ("value of each level", None, bid * size),
        ("value of each book", None, (bid * size).list.sum()),
        ("cumulated sizes", None, size.list.eval(pl.element().cum_sum())),
        ("levels from the last to the first", "select list_reverse(bid) from b", bid.list.reverse()),
        ("levels by price", "select list_sort(bid) from b", bid.list.sort()),
    ]
    for name, sql, e in cases:
        if sql:
            bench(name, "duckdb", lambda: db.execute(f"create or replace temp table a as {sql}"))
        bench(name, "polars", lambda: b.select(e))
    wanted = list(range(50))
    bench("books of 50 symbols", "duckdb", lambda: db.execute("create or replace temp table a as select * from b where sym < 50"))
    bench("books of 50 symbols", "polars", lambda: b.filter(pl.col("sym").is_in(wanted)))
    bench("books at random", "polars", lambda: b[at])
    bench("a row for each level", "duckdb", lambda: db.execute("create or replace temp table a as select id, sym, unnest(bid), unnest(size) from b"))
    bench("a row for each level", "polars", lambda: b.explode("bid", "size"))
    bench("a book for each id", "polars", lambda: flat.group_by("id", maintain_order=True).agg("bid", "size"))
    rows = b["bid"].list.to_array(10)
    bench("columns of levels", "polars", lambda: pl.DataFrame({str(k): rows.arr.get(k) for k in range(10)}))
    bench("sum of each level", "polars", lambda: [b["size"].list.get(k).sum() for k in range(10)])


def market():
    """What is asked of a day's trades in memory. Times are nanoseconds, which is what both peers count fastest."""
    rng, n = np.random.default_rng(42), 5_000_000
    names = pl.Series([f"S{i:03}" for i in range(500)])
    symbol, exchange = pl.Enum(names), pl.Enum(list("NPQTZ"))
    day = lambda n: np.sort(rng.integers(0, 23_400_000_000_000, n)) + 34_200_000_000_000
    symbols = lambda n: names.gather(pl.Series(rng.integers(0, 500, n))).cast(symbol)
    exchanges = lambda n: pl.Series(list("NPQTZ")).gather(pl.Series(rng.integers(0, 5, n))).cast(exchange)
    t = pl.DataFrame({
        "time": day(n), "sym": symbols(n), "price": 0.01 * (1000 + rng.integers(0, 10_000, n)),
        "size": 100 * (1 + rng.integers(0, 50, n)), "ex": exchanges(n),
    })
    q = pl.DataFrame({
        "time": day(n), "sym": symbols(n), "bid": 0.01 * (1000 + rng.integers(0, 10_000, n)),
        "ask": 0.01 * (1005 + rng.integers(0, 10_000, n)),
    })
    some = t.sample(200_000, seed=1).sort("time")
    rates = pl.DataFrame({"sym": names.cast(symbol), "ex": pl.Series(list("NPQTZ") * 100).cast(exchange), "rate": rng.random(500)})
    db = duckdb.connect()
    db.execute(f"set threads={THREADS}")
    for name, frame in {"t": t, "q": q, "part": some, "rates": rates}.items():
        db.register("frame", frame.with_row_index("row").to_arrow())
        db.execute(f"create table {name} as select * from frame")
        db.unregister("frame")
    c = pl.col
    minute, five = (c("time") // 60_000_000_000).alias("m"), (c("time") // 300_000_000_000).alias("m")
    weighed = ((c("price") * c("size")).sum() / c("size").sum()).alias("v")
    bars = [c("price").first().alias("o"), c("price").max().alias("h"), c("price").min().alias("l"), c("price").last().alias("c")]
    many = [pl.len(), c("price").mean(), c("price").std().alias("d"), c("price").max().alias("x"), c("price").min().alias("y"), c("size").sum(), weighed]
    by = lambda keys, aggregates: lambda t: t.group_by(keys).agg(aggregates)
    over = lambda e: lambda t: t.with_columns(new=e.over("sym"))
    where = lambda *es: lambda t: t.filter(*es)
    window = lambda f: f"select *, {f} over (partition by sym order by row) from t"
    wanted = ["S001", "S100", "S200", "S300"]
    hours = c("time").is_between(39_600_000_000_000, 43_200_000_000_000)
    cases = [
        ("VWAP by symbol and minute", "select sym, time // 60000000000 m, sum(price * size) / sum(size) from t group by all", by(["sym", minute], weighed)),
        ("5-minute bars", "select sym, time // 300000000000 m, arg_min(price, time), max(price), min(price), arg_max(price, time), sum(size) from t group by all",
            by(["sym", five], [*bars, c("size").sum()])),
        ("bars of rounded times", "select sym, time - time % 300000000000 m, arg_min(price, time), max(price), min(price), arg_max(price, time) from t group by all",
            by(["sym", (c("time") - c("time") % 300_000_000_000).alias("m")], bars)),
        ("last price by symbol", "select sym, arg_max(price, time) from t group by sym", by("sym", c("price").last())),
        ("seven statistics by two keys",
            "select sym, ex, count(*), avg(price), stddev(price), max(price), min(price), sum(size), sum(price * size) / sum(size) from t group by all",
            by(["sym", "ex"], many)),
        ("median by symbol", "select sym, median(price) from t group by sym", by("sym", c("price").median())),
        ("distinct prices by symbol", "select sym, count(distinct price) from t group by sym", by("sym", c("price").n_unique())),
        ("moving average by symbol", "select *, avg(price) over (partition by sym order by row rows 19 preceding) from t",
            over(c("price").rolling_mean(20, min_samples=1))),
        ("exponential average by symbol", None, over(c("price").ewm_mean(alpha=0.1, adjust=False))),
        ("differences by symbol", window("price - lag(price)"), over(c("price").diff())),
        ("running sum by symbol", window("sum(size)"), over(c("size").cum_sum())),
        ("rank by symbol", "select *, row_number() over (partition by sym order by price) from t", over(c("price").rank("ordinal"))),
        ("above the symbol's average", "select t.* from t join (select sym, avg(price) p from t group by sym) a on t.sym = a.sym and t.price > a.p",
            where(c("price") > c("price").mean().over("sym"))),
        ("first two rows by symbol", "select * from t qualify row_number() over (partition by sym order by time) <= 2",
            lambda t: t.filter(c("sym").cum_count().over("sym") <= 2)),
        ("three constraints", f"select * from t where time between 39600000000000 and 43200000000000 and sym in {tuple(wanted)} and price > 50",
            where(hours, c("sym").is_in(wanted), c("price") > 50)),
        ("a tenth of the rows", "select * from t where price between 50 and 60", where(c("price").is_between(50, 60))),
        ("all but a tenth of the rows", "select * from t where size >= 500", where(c("size") >= 500)),
        ("ten dearest", "select * from t order by price desc limit 10", lambda t: t.top_k(10, by="price")),
        ("sort by symbol and time", "select * from t order by sym, time", lambda t: t.sort("sym", "time")),
        ("sort by price", "select * from t order by price desc", lambda t: t.sort("price", descending=True)),
        ("as-of join of 200,000", "select part.*, bid, ask from part asof left join q on part.sym = q.sym and part.time >= q.time",
            lambda _: some.lazy().join_asof(q.lazy(), on="time", by="sym", check_sortedness=False)),
        ("as-of join of all", "select t.*, bid, ask from t asof left join q on t.sym = q.sym and t.time >= q.time",
            lambda t: t.join_asof(q.lazy(), on="time", by="sym", check_sortedness=False)),
        ("left join on two keys", "select t.*, rate from t left join rates using (sym, ex)", lambda t: t.join(rates.lazy(), on=["sym", "ex"], how="left")),
    ]
    for name, sql, polars in cases:
        if sql:
            bench(name, "duckdb", lambda: to_arrow(db, sql))
        bench(name, "polars", lambda: polars(t.lazy()).collect())
    series = rng.random((50, 20_000))
    bench("correlations of 50 series", "numpy", lambda: np.corrcoef(series))


def texts():
    rng, n = np.random.default_rng(42), 1_000_000
    letters = np.array(list("abcdefghijklmnop"))
    words = ["".join(w) for w in letters[rng.integers(0, 16, (n, 8))]]
    s, u = pl.Series(words), pl.Series([f"{w}_{i}" for i, w in enumerate(words)])
    d = pl.Series([str(i) for i in rng.integers(0, 1_000_000, n)])
    x = pl.Series([f"{f:.7g}" for f in rng.random(n)])
    cases = [
        ("upper", lambda: u.str.to_uppercase()),
        ("contain", lambda: u.str.contains("ab", literal=True)),
        ("begin", lambda: u.str.starts_with("a")),
        ("end", lambda: u.str.ends_with("9")),
        ("lengths", lambda: u.str.len_bytes()),
        ("split", lambda: u.str.split("_")),
        ("replace", lambda: u.str.replace_all("ab", "XY", literal=True)),
        ("append", lambda: u + "!"),
        ("first three", lambda: u.str.slice(0, 3)),
        ("trim", lambda: u.str.strip_chars()),
        ("join", lambda: u.str.join(",")),
        ("sort", lambda: u.sort()),
        ("distinct", lambda: s.unique(maintain_order=True)),
        ("count of each", lambda: s.value_counts()),
        ("to categories", lambda: u.cast(pl.Categorical)),
        ("to longs", lambda: d.cast(pl.Int64)),
        ("to floats", lambda: x.cast(pl.Float64)),
        ("a lambda that makes each", lambda: pl.select(pl.concat_str(s, pl.lit("_"), d))),
    ]
    for name, polars in cases:
        bench(name, "polars", polars)


def fib(x):
    return x if x < 2 else fib(x - 1) + fib(x - 2)


def loop():
    i = 0
    while i < 10_000_000:
        i += 1


def fold():
    x = 0
    for y in range(1_000_000):
        x = (lambda a, b: a + b)(x, y)


def smoothed(prices):
    x, r = prices[0], []
    for y in prices:
        x = x * 0.9 + y * 0.1
        r.append(x)
    return r


def collatz(x):
    n = 0
    while x > 1:
        x = 1 + 3 * x if x % 2 else x // 2
        n += 1
    return n


def counted(keys):
    seen = {}
    for k in keys:
        seen[k] = seen.get(k, 0) + 1
    return seen


def collected():
    r = []
    for i in range(100_000):
        r.append((i, "a"))
    return r


def traded(prices):
    state = {"pos": 0, "cash": 0.0}
    for i, p in enumerate(prices):
        state["pos"] += i % 100
        state["cash"] -= i % 100 * p
    return state


def scalars():
    bench("loop of 10 million turns", "cpython", loop)
    bench("loop of 10 million turns, local", "cpython", loop)
    bench("fib 27", "cpython", lambda: fib(27))
    bench("each of a lambda, 1 million", "cpython", lambda: list(map(lambda x: x + 1, range(1_000_000))))
    bench("over of a lambda, 1 million", "cpython", fold)
    prices = np.random.default_rng(42).uniform(0, 100, 1_000_000).tolist()
    bench("smooth 1 million floats", "cpython", lambda: smoothed(prices))
    series = pl.Series(prices)
    bench("smooth 1 million floats", "polars", lambda: series.ewm_mean(alpha=0.1, adjust=False))
    bench("a choice for each of 1 million", "cpython", lambda: [0 if x < 10 else 2 if x > 90 else 1 for x in prices])
    bench("Collatz steps of 100,000 numbers", "cpython", lambda: [collatz(x) for x in range(1, 100_001)])
    keys = np.random.default_rng(42).integers(0, 1_000_000, 100_000).tolist()
    bench("count 100,000 keys in a dictionary", "cpython", lambda: counted(keys))
    bench("collect 100,000 records", "cpython", collected)
    bench("position and cash of 1 million trades", "cpython", lambda: traded(prices))
    bench("round each of 1 million", "cpython", lambda: [round(x) for x in prices])
    bench("count each of 1 million within bounds", "cpython", lambda: sum(1 if 10 <= x <= 50 else 0 for x in keys * 10))


def csv():
    """Reads the file that Quarry's side made, into memory; writes it again."""
    file, out = "target/bench/trades.csv", "target/bench/written.csv"
    types = {"date": "DATE", "sym": "VARCHAR", "time": "TIME", "price": "DOUBLE", "size": "BIGINT", "ex": "VARCHAR"}
    dtypes = {"date": pl.Date, "sym": pl.Categorical, "time": pl.Time, "price": pl.Float64, "size": pl.Int64, "ex": pl.Categorical}
    texts = dtypes | {"sym": pl.String, "ex": pl.String}
    db = duckdb.connect()
    db.execute(f"set threads={THREADS}")

    def source(path):
        return f"read_csv('{path}', header = true, columns = {types})"

    make = "create or replace table trades as select * from"
    name = "read 5 million trades"
    bench(name, "duckdb", lambda: db.execute(f"{make} {source(file)}"))
    bench(name, "polars", lambda: pl.read_csv(file, schema=dtypes))
    bench(name, "pyarrow", lambda: arrow_read(file, NAMES))
    name = "read, names as text"
    bench(name, "duckdb", lambda: to_arrow(db, f"select * from {source(file)}"))
    bench(name, "polars", lambda: pl.read_csv(file, schema=texts))
    bench(name, "pyarrow", lambda: arrow_read(file, pa.string()))
    name = "read two of six columns"
    bench(name, "duckdb", lambda: to_arrow(db, f"select sym, price from {source(file)}"))
    bench(name, "polars", lambda: pl.read_csv(file, schema=texts, columns=["sym", "price"]))
    bench(name, "pyarrow", lambda: arrow_read(file, NAMES, ["sym", "price"]))
    name = "write 5 million trades"
    frame, table = pl.read_csv(file, schema=dtypes), arrow_read(file, NAMES)
    bench(name, "duckdb", lambda: db.execute(f"copy trades to '{out}' (header true)"))
    bench(name, "polars", lambda: frame.write_csv(out))
    bench(name, "pyarrow", lambda: pa_csv.write_csv(table, out, pa_csv.WriteOptions(quoting_style="needed")))
    files = [f"{out}{i}" for i in range(20)]
    slices = list(frame.iter_slices(frame.height // 20))
    name = "write 20 files"
    with ThreadPoolExecutor(THREADS) as pool:
        bench(name, "polars", lambda: list(pool.map(lambda s, f: s.write_csv(f), slices, files)))
        parts = [table.slice(i * len(table) // 20, len(table) // 20) for i in range(20)]
        bench(name, "pyarrow", lambda: list(pool.map(pa_csv.write_csv, parts, files)))
    name = "read 20 files"
    for part, path in zip(slices, files):
        part.write_csv(path)
    bench(name, "duckdb", lambda: db.execute(f"{make} {source(out + '?*')}"))
    bench(name, "polars", lambda: pl.scan_csv(files, schema=dtypes).collect())
    for path in [out, *files]:
        os.remove(path)


NAMES = pa.dictionary(pa.int32(), pa.string())


def arrow_read(path, names, columns=None):
    types = {"date": pa.date32(), "sym": names, "time": pa.time32("ms"), "price": pa.float64(), "size": pa.int64(), "ex": names}
    return pa_csv.read_csv(path, convert_options=pa_csv.ConvertOptions(column_types=types, include_columns=columns or list(types)))


GROUPS = {
    "queries": queries, "market": market, "groups": groups, "joins": joins, "vectors": vectors, "books": books, "texts": texts, "scalars": scalars, "csv": csv,
}
GROUPS[GROUP]()
