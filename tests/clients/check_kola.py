"""kola: argument 1 is the port. Tables are polars frames, vectors polars series."""
import datetime, re, sys, threading
import kola
import polars as pl

port = int(sys.argv[1])
bad = []


def check(name, good):
    if not good:
        bad.append(name)


def connect():
    q = kola.Q("localhost", port, "u", "p")
    q.connect()
    return q


q = connect()
# Python has one form for several types, so that much goes back as another type; and kola reads no months but one alone, no
# negative times, and sends no nested lists.
no_form = re.compile("vector_m|empty_m|single_m|holes_m|(null|neg)_[uvt]|lambda")
changed = re.compile(
    "atom_[gxhiecpmznuv]|null_[ghiecpmdzn]|(inf|neg)_[hiepmdznuvt]|vector_[czuv]|empty_[xczuv]|single_[czuv]|holes_[czuv]"
    "|string|unicode|list|dict|dict_mixed|table|keyed|keyed_two|identity"
)
for name in q.sync("string names"):
    try:
        x = q.sync("{fetch`$x}", name)
    except Exception as e:
        check(f"{name} {e!r}", no_form.fullmatch(name))
        continue
    check(name, changed.fullmatch(name) or q.sync("{same[`$x;y]}", name, x))
utc = datetime.timezone.utc
for letter, expected in {
    "x": 42, "h": 42, "i": 42, "e": 1.5, "c": "q",
    "m": datetime.date(2024, 2, 1),
    "z": datetime.datetime(2024, 2, 29, 12, 34, 56, 123000, utc),
    "n": datetime.timedelta(days=1, seconds=7384),
    "u": datetime.time(12, 34), "v": datetime.time(12, 34, 56), "t": datetime.time(12, 34, 56, 789000),
}.items():
    check(f"value of {letter}", q.sync("fetch`atom_" + letter) == expected)
check("null", q.sync("fetch`holes_t").null_count() == 1)
check("strings", q.sync("fetch`table_strings")["s"].to_list() == ["ab", "cd"])
check("mixed", q.sync("fetch`list")[2] == "text")
check("table", q.sync("fetch`table")["n"].to_list() == [3, 4])
check("keyed", q.sync("fetch`keyed")["v"].to_list() == [1, 2])
check("guid", str(q.sync("fetch`atom_g")).startswith("8c6b8b64"))
check("sum", q.sync("{x+y}", 1, 2) == 3)
check("frame", q.sync("{sum x`a}", pl.DataFrame({"a": [1, 2, 3], "s": ["x", "y", "z"]})) == 6)
check("big", q.sync("fetch`big").sum() == 1300000 * 1299999 // 2)
check("big sent", q.sync("{x~til count x}", pl.Series("", range(1300000), dtype=pl.Int64)))
try:
    q.sync("fail", "no luck")
    check("error", False)
except Exception as e:
    check(f"error {e!r}", "no luck" in str(e))
q.asyn("note", 7)
check("async", q.sync("last told") == 7)
q.asyn("push", 5)
check("push", q.receive()[2] == 5)

many = [connect() for _ in range(64)]
answers = [None] * 64
def ask(i):
    answers[i] = many[i].sync("{x*x}", i)
threads = [threading.Thread(target=ask, args=(i,)) for i in range(64)]
for t in threads: t.start()
for t in threads: t.join()
check("64 at once", answers == [i * i for i in range(64)])
print("; ".join(bad) or "ok")
sys.exit(bool(bad))
