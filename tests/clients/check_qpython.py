"""qPython: argument 1 is the port. Also for qPython3, which is a copy of it."""
import struct
import sys
import threading
import numpy
from qpython.qconnection import QConnection
from qpython.qtype import QException

port = int(sys.argv[1])
bad = []


def check(name, good):
    if not good:
        bad.append(name)


def connect():
    q = QConnection("localhost", port, username="u", password="p")
    q.open()
    return q


def text(x):
    return x.decode() if isinstance(x, bytes) else x


q = connect()
# Sent back as something else by the client itself: a string of one character as an atom, () as an array of floats,
# strings with holes and functions not at all.
loses = {"single_c", "nothing", "nested", "lambda", "identity", "strings", "table_strings", "list", "dict_mixed", "null_z"}
for name in [text(n) for n in q.sendSync("names")]:
    try:
        x = q.sendSync("fetch", numpy.string_(name))
        same = name in loses or q.sendSync("same", numpy.string_(name), x)
    except (struct.error, OverflowError):
        # Its own conversions of some nulls and infinities fail before anything is sent.
        continue
    except Exception as e:
        same, name = False, f"{name} ({e!r})"
    check(name, same)
check("sum", q.sendSync("{x+y}", 1, 2) == 3)
check("big", q.sendSync("fetch", numpy.string_("big")).sum() == 1300000 * 1299999 // 2)
try:
    q.sendSync("fail", b"no luck")
    check("error", False)
except QException as e:
    check("error", text(e.args[0]) == "no luck")
q.sendAsync("note", 7)
check("async", q.sendSync("last told") == 7)
q.sendAsync("push", 5)
pushed = q.receive(data_only=False)
check("push", pushed.type == 0 and pushed.data[2] == 5)

many = [connect() for _ in range(64)]
answers = [None] * 64
def ask(i):
    answers[i] = many[i].sendSync("{x*x}", i)
threads = [threading.Thread(target=ask, args=(i,)) for i in range(64)]
for t in threads: t.start()
for t in threads: t.join()
check("64 at once", answers == [i * i for i in range(64)])
print("; ".join(bad) or "ok")
sys.exit(bool(bad))
