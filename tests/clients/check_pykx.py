"""PyKX without a licence, which is a client and no more: argument 1 is the port. What it fetched it sends back as it is."""
import os, sys
os.environ["PYKX_UNLICENSED"] = "1"
import pykx as kx

port = int(sys.argv[1])
bad = []


def check(name, good):
    if not good:
        bad.append(name)


q = kx.SyncQConnection("localhost", port, username="u", password="p")
for name in [str(n) for n in q("names").py()]:
    if name == "lambda":
        continue  # It sends a lambda as its text.
    try:
        same = q("same", kx.SymbolAtom(name), q("fetch", kx.SymbolAtom(name))).py()
    except Exception as e:
        same, name = False, f"{name} ({e!r})"
    check(name, same)
check("table", q("fetch`table").pd()["n"].tolist() == [3, 4])
check("big", q("{x~til count x}", q("fetch`big")).py())
try:
    q("fail", "no luck")
    check("error", False)
except kx.exceptions.QError as e:
    check("error", "no luck" in str(e))
q("note", 7, wait=False)
check("async", q("last told").py() == 7)
check("backtrace", "type" in str(q('{[pykxquery] .Q.trp[{[x] (0b; value x)}; pykxquery; {(1b;"backtrace:\n",.Q.sbt y;x)}]}', b"1+`a").py()[2]))
many = [kx.SyncQConnection("localhost", port) for _ in range(64)]
check("64 at once", [c("{x*x}", i).py() for i, c in enumerate(many)] == [i * i for i in range(64)])
print("; ".join(bad) or "ok")
sys.exit(bool(bad))
