// node-q: argument 1 is the port.
const nodeq = require("node-q");
const port = Number(process.argv[2]);
const bad = [];
const check = (name, good) => { if (!good) bad.push(name); };
const connect = () => new Promise((done, fail) =>
  nodeq.connect({ host: "localhost", port, user: "u", password: "p" }, (e, c) => (e ? fail(e) : done(c))));
const ask = (c, ...args) => new Promise((done, fail) => c.k(...args, (e, x) => (e ? fail(e) : done(x))));

// What JavaScript has for each type; a datetime is a float, and a moment less than a millisecond early.
const DAY = "2024-02-29T", TIME = "2000-01-01T";
const ONE = {
  b: true, g: "8c6b8b64-6815-6084-0a3e-178401251b68", x: 42, h: 42, i: 42, j: 42, e: 1.5, f: -2.25, c: "q", s: "abc",
  p: DAY + "12:34:56.123Z", m: "2024-02-01T00:00:00.000Z", d: DAY + "00:00:00.000Z", z: DAY + "12:34:56.122Z",
  n: "2000-01-02T02:03:04.000Z", u: TIME + "12:34:00.000Z", v: TIME + "12:34:55.999Z", t: TIME + "12:34:56.789Z",
};
const LIVE = { d: new Date(ONE.d), u: new Date(ONE.u), v: new Date(TIME + "12:34:56.000Z"), t: new Date(ONE.t) };
const TYPES = {
  b: "boolean", g: "guid", x: "byte", h: "short", i: "int", j: "long", e: "real", f: "float", c: "char", s: "symbol",
  p: "timestamp", m: "month", d: "date", z: "datetime", n: "timespan", u: "minute", v: "second", t: "time",
};

(async () => {
  const q = await connect();
  const text = x => JSON.stringify(x, (_, v) => (typeof v === "number" && !isFinite(v) ? String(v) : v));
  for (const name of await ask(q, "names")) {
    const [kind, letter] = name.split("_");
    try {
      const got = text(await ask(q, "fetch`" + name)), one = text(ONE[letter]), all = `[${one},${one},${one}]`;
      if (kind === "atom") check(`${name} ${got}`, got === one);
      if (kind === "null") check(`${name} ${got}`, got === "null");
      if (kind === "empty") check(`${name} ${got}`, got === (letter === "c" ? '""' : "[]"));
      if (kind === "vector") check(`${name} ${got}`, got === (letter === "c" ? '"qqq"' : all));
      if (kind === "holes") check(`${name} ${got}`, got === (letter === "c" ? '"q q"' : `[${one},null,${one}]`));
    } catch (e) { bad.push(`${name} (${e})`); }
  }
  check("sum", (await ask(q, "{x+y}", 1, 2)) === 3);
  check("table", JSON.stringify((await ask(q, "fetch`table")).map(r => r.n)) === "[3,4]");
  check("dict", (await ask(q, "fetch`dict")).b === 2);
  check("guid", (await ask(q, "fetch`atom_g")) === "8c6b8b64-6815-6084-0a3e-178401251b68");
  check("date", (await ask(q, "fetch`atom_d")).getTime() === Date.UTC(2024, 1, 29));
  check("null", (await ask(q, "fetch`null_i")) === null);
  check("big", (await ask(q, "fetch`big")).length === 1300000);
  check("big sent", (await ask(q, "count", "x".repeat(10000000))) === 10000000);
  for (const [letter, type] of Object.entries(TYPES)) {
    // It cannot make a long, month, datetime nor timespan of what it read. A timestamp is a float to it, some nanoseconds late.
    if ("jmzn".includes(letter)) continue;
    const one = letter === "p" ? new Date(1709210096123) : LIVE[letter] ?? ONE[letter];
    for (const [f, x] of [[type, one], [type + "s", [one, one, one]]]) {
      const wanted = f === type ? `one"${letter}"` : `3#one"${letter}"`;
      const same = letter === "p" ? `{all 500000>abs x-${wanted}}` : `{x~${wanted}}`;
      try { check(`sending ${f}`, await ask(q, same, nodeq[f](x))); }
      catch (e) { bad.push(`sending ${f} (${e})`); }
    }
  }
  try { await ask(q, "fail", "no luck"); check("error", false); } catch (e) { check("error", e.message === "no luck"); }
  q.ks("note", 7, () => {});
  check("async", (await ask(q, "last told")) === 7);
  const pushed = new Promise(done => q.on("upd", (t, x) => done([t, x])));
  q.ks("push", 5, () => {});
  check("push", JSON.stringify(await pushed) === '["t",5]');
  const many = await Promise.all(Array.from({ length: 64 }, connect));
  const answers = await Promise.all(many.map((c, i) => ask(c, "{x*x}", i)));
  check("64 at once", answers.every((x, i) => x === i * i));
  console.log(bad.join("; ") || "ok");
  process.exit(bad.length ? 1 : 0);
})().catch(e => { console.log(e); process.exit(1); });
