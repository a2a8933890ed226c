"""Runs the queries on compressed and uncompressed tables and prints one table of ratios; then the codecs."""

import ctypes
import mmap
import os
import statistics
import subprocess
import sys

GROUPS = ["queries", "codecs"]
ROWS = int(os.environ.get("ROWS", "4000000"))
THREADS = int(os.environ.get("THREADS", "2"))
FOLDER = os.path.abspath(os.environ.get("FOLDER", "target/bench/compression"))
BINARY = os.environ.get("QUARRY", "target/release/q")
CODECS = os.environ.get("CODECS", "target/release/examples/codecs")
TURNS = 5
QUERIES = 5
VARIANTS = ["z12", "z16", "z20"]


def quarry(do, typed="", **more):
    words = [w for name, value in more.items() for w in (f"-{name}", str(value))]
    secondary = "0" if THREADS == 1 else str(THREADS)
    command = [BINARY, "bench/compression/quarry.q", "-dir", FOLDER, "-do", do, *words, "-q", "-s", secondary]
    done = subprocess.run(command, input=typed, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"failed: {' '.join(command)}\n{done.stderr[-2000:]}")
    return [line.split(",") for line in done.stdout.splitlines() if line.count(",") == 2]


def files(variant):
    for folder, _, names in os.walk(os.path.join(FOLDER, variant)):
        yield from (os.path.join(folder, name) for name in names)


def forget(variant):
    """Asks the system to drop the files from its cache; the part of them that stayed all the same."""
    stayed = total = 0
    for path in files(variant):
        with open(path, "rb") as file:
            os.fsync(file.fileno())
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
            inside, pages = resident(file)
            stayed, total = stayed + inside, total + pages
    return stayed / max(total, 1)


def resident(file):
    """Pages of a file that are in memory, and all."""
    size = os.fstat(file.fileno()).st_size
    if not size:
        return 0, 0
    pages = -(-size // mmap.PAGESIZE)
    libc = ctypes.CDLL(None, use_errno=True)
    libc.mmap.restype = ctypes.c_void_p
    libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t] + [ctypes.c_int] * 3 + [ctypes.c_long]
    at = libc.mmap(None, size, mmap.PROT_READ, mmap.MAP_SHARED, file.fileno(), 0)
    state = (ctypes.c_ubyte * pages)()
    failed = libc.mincore(ctypes.c_void_p(at), ctypes.c_size_t(size), state)
    libc.munmap(ctypes.c_void_p(at), ctypes.c_size_t(size))
    return (pages if failed else sum(byte & 1 for byte in state)), pages


def queries():
    print(f"{ROWS:,} trades, {4 * ROWS:,} quotes, {THREADS} threads, in {FOLDER}.")
    sizes = {variant: int(size) for _, variant, size in quarry("make", rows=ROWS)}
    ratios = ", ".join(f"{v[1:]}: {sizes['plain'] / sizes[v]:.2f}" for v in VARIANTS)
    print(f"Compression ratio by block size: {ratios}.")
    times = {}
    for variant in ["plain", *VARIANTS]:
        for kind, name, ms in quarry("hot", variant=variant):
            times[kind, name, variant] = float(ms)
        typed = "".join(f"turn {i}\n" for i in range(QUERIES) for _ in range(TURNS + 1))
        turns = {}
        for kind, name, ms in quarry("uncached", typed, variant=variant):
            turns.setdefault((kind, name, variant), []).append(float(ms))
        times |= {key: statistics.median(all_ms[1:]) for key, all_ms in turns.items()}
    names = list(dict.fromkeys(name for kind, name, _ in times if kind == "hot"))
    stayed = 0.0
    for i, name in enumerate(names):
        for variant in ["plain", *VARIANTS]:
            turns = []
            for _ in range(TURNS):
                stayed = max(stayed, forget(variant))
                turns += [float(ms) for _, _, ms in quarry("cold", variant=variant, query=i)]
            times["cold", name, variant] = statistics.median(turns)
    print("Milliseconds on uncompressed tables, and how many times as long it takes on compressed ones. Hot: the files are")
    print("in memory, and the cache of decoded blocks is on; uncached: it holds nothing between queries, as in kdb+; cold: a")
    print("new process, and nothing in memory." + (f" (It could not be had: {stayed:.0%} stayed.)" if stayed > 0.01 else ""))
    heads = [f"{kind} {v}" for kind in ("hot", "uncached", "cold") for v in ("ms", "12", "16", "20")]
    print(f"\n{'queries':32}" + "".join(f"{h:>13}" for h in heads))
    for name in names:
        cells = []
        for kind in ("hot", "uncached", "cold"):
            plain = times[kind, name, "plain"]
            cells += [f"{plain:.3g}"] + [f"{times[kind, name, v] / plain:.2f}" for v in VARIANTS]
        print(f"{name:32}" + "".join(f"{c:>13}" for c in cells), flush=True)


def codecs():
    done = subprocess.run([CODECS, str(THREADS)], capture_output=True, text=True, check=True)
    print("\nMegabytes of plain data a second: a bare loop over the library; that and what a file costs anyway (its bytes written to")
    print("memory, or fresh memory filled); files written and read. Then how much longer files take than the first and the second.")
    heads = ("level", "direction", "library", "and file", "quarry", "of library", "of both")
    print(f"{'codecs':12}" + "".join(f"{h:>12}" for h in heads))
    for line in done.stdout.splitlines():
        first, *rest = line.split(",")
        print(f"{first:12}" + "".join(f"{c:>12}" for c in rest), flush=True)


for group in sys.argv[1:] or GROUPS:
    {"queries": queries, "codecs": codecs}[group]()
