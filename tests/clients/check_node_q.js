// node-q: argument 1 is the port.
const nodeq = require("node-q");
const port = Number(process.argv[2]);
const bad = [];
const check = (name, good) => { if (!good) bad.push(name); };
const connect = () => new Promise((done, fail) =>
  nodeq.connect({ host: "localhost", port, user: "u", password: "p" }, (e, c) => (e ? fail(e) : done(c))));
const ask = (c, ...args) => new Promise((done, fail) => c.k(...args, (e, x) => (e ? fail(e) : done(x))));

(async () => {
  const q = await connect();
  for (const name of await ask(q, "names")) {
    try { await ask(q, "fetch`" + name); } catch (e) { bad.push(`${name} (${e})`); }
  }
  check("sum", (await ask(q, "{x+y}", 1, 2)) === 3);
  check("table", JSON.stringify((await ask(q, "fetch`table")).map(r => r.n)) === "[3,4]");
  check("dict", (await ask(q, "fetch`dict")).b === 2);
  check("guid", (await ask(q, "fetch`atom_g")) === "8c6b8b64-6815-6084-0a3e-178401251b68");
  check("date", (await ask(q, "fetch`atom_d")).getTime() === Date.UTC(2024, 1, 29));
  check("null", (await ask(q, "fetch`null_i")) === null);
  check("big", (await ask(q, "fetch`big")).length === 1300000);
  check("big sent", (await ask(q, "count", "x".repeat(10000000))) === 10000000);
  for (const [type, x] of [["boolean", true], ["byte", 7], ["short", 7], ["int", 7], ["real", 1.5],
      ["float", 1.5], ["symbol", "ab"], ["date", new Date(0)], ["time", new Date(0)], ["timestamp", new Date(0)],
      ["ints", [1, 2]], ["symbols", ["a", "b"]]]) {
    try { await ask(q, "{x}", nodeq[type](x)); } catch (e) { bad.push(`sending ${type} (${e})`); }
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
