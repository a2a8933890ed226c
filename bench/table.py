"""Runs every side of the benchmarks and prints one table: milliseconds, and ratios to the best peer."""

import os
import subprocess
import sys

GROUPS = ["queries", "market", "groups", "joins", "vectors", "books", "texts", "scalars", "csv"]
DATABASE = os.path.abspath("sample/taq")


def lines(command):
    """The fields of a command's lines. A side that fails says so and leaves its column empty."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode:
        print(f"failed: {' '.join(command)}\n{done.stderr[-2000:]}", file=sys.stderr)
    return [line.rsplit(",", 1) for line in done.stdout.splitlines() if line.count(",") >= 2]


def quarry(group, threads):
    secondary = "0" if threads == 1 else str(threads)
    command = ["target/release/q", "bench/quarry.q", "-db", DATABASE, "-group", group, "-q", "-s", secondary]
    return {head.split(",", 1)[1]: float(ms) for head, ms in lines(command)}


def peers(group, threads):
    out = {}
    for head, ms in lines([sys.executable, "bench/peers.py", group, DATABASE, str(threads)]):
        name, peer = head.split(",", 1)[1].rsplit(",", 1)
        out.setdefault(name, {})[peer] = float(ms)
    return out


def show(ms):
    return "" if ms is None else f"{ms:.3g}" if ms < 100 else f"{ms:.0f}"


def main():
    floor = {t: float(subprocess.check_output(["target/bench/bandwidth", str(t)])) for t in (1, 2)}
    print(f"Reading 80 MB takes {floor[1]:.2f} ms with one thread and {floor[2]:.2f} ms with two: the floor under scans.")
    print("Milliseconds, medians. The ratio is Quarry over the fastest peer with as many threads: below 1 is faster.")
    for group in sys.argv[1:] or GROUPS:
        threads = [1] if group == "scalars" else [1, 2]
        ours = {t: quarry(group, t) for t in threads}
        theirs = {t: peers(group, t) for t in threads}
        names = sorted({p for t in threads for row in theirs[t].values() for p in row})
        heads = [h for t in threads for h in [f"quarry/{t}"] + [f"{p}/{t}" for p in names] + ["ratio"]]
        print(f"\n{group:34}" + "".join(f"{h:>11}" for h in heads) + ("   x floor" if group == "vectors" else ""))
        for name in ours[1]:
            cells = []
            for t in threads:
                mine, row = ours[t].get(name), theirs[t].get(name, {})
                best = min(row.values(), default=None)
                ratio = None if mine is None or best is None else mine / best
                cells += [show(mine)] + [show(row.get(p)) for p in names] + [show(ratio)]
            tail = f"{ours[1][name] / floor[1]:10.2f}" if group == "vectors" else ""
            print(f"{name:34}" + "".join(f"{c:>11}" for c in cells) + tail, flush=True)


main()
