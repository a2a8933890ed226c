"""kola: argument 1 is the port. Tables are polars frames, vectors polars series."""
import sys, threading
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
fetched = 0
for name in q.sync("string names"):
    try:
        x = q.sync("{fetch`$x}", name)
        fetched += 1
    except Exception as e:
        # What has no form in Python.
        if not any(word in str(e).lower() for word in ("not supported", "unsupported", "not support")):
            bad.append(f"{name} {e!r}")
check("fetched", fetched > 100)
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
