// A page that talks to q by WebSocket: `checks()` gives what is wrong.
"use strict";

const NULLS = { 4: -0x80000000, 5: -0x8000, 6: -0x80000000, 7: -0x8000000000000000n };

// The value of the bytes that -8! makes, lowest byte first: atoms and vectors as numbers (64 bits as BigInt) and strings, tables as
// [names, columns], dictionaries as {keys, values}.
function decode(buffer) {
  const view = new DataView(buffer), bytes = new Uint8Array(buffer);
  if (bytes[0] !== 1 || view.getUint32(4, true) !== bytes.length) throw new Error("a bad header");
  let at = 8;
  const text = new TextDecoder();
  const symbol = () => {
    const end = bytes.indexOf(0, at);
    const name = text.decode(bytes.subarray(at, end));
    at = end + 1;
    return name;
  };
  const hex = n => [...bytes.subarray(at, (at += n))].map(b => b.toString(16).padStart(2, "0")).join("");
  const next = (size, read) => (at += size, read(at - size));
  const one = type => {
    switch (type) {
      case 1: return bytes[at++] === 1;
      case 2: return hex(16);
      case 4: return bytes[at++];
      case 5: return next(2, p => view.getInt16(p, true));
      case 6: case 13: case 14: case 17: case 18: case 19: return next(4, p => view.getInt32(p, true));
      case 7: case 12: case 16: return next(8, p => view.getBigInt64(p, true));
      case 8: return next(4, p => view.getFloat32(p, true));
      case 9: case 15: return next(8, p => view.getFloat64(p, true));
      case 10: return String.fromCharCode(bytes[at++]);
      case 11: return symbol();
    }
    throw new Error("type " + type);
  };
  const any = () => {
    const type = view.getInt8(at++);
    if (type < 0 && type > -20) return one(-type);
    if (type === 101) return at++, null;
    if (type === 100) return { context: symbol(), source: any() };
    if (type === 99 || type === 127) return { keys: any(), values: any() };
    at++;
    if (type === 98) { const { keys, values } = any(); return [keys, values]; }
    const count = next(4, p => view.getUint32(p, true));
    if (type === 10) return text.decode(bytes.subarray(at, (at += count)));
    return Array.from({ length: count }, () => (type === 0 ? any() : one(type)));
  };
  const x = any();
  if (at !== bytes.length) throw new Error(`${bytes.length - at} bytes are left`);
  return x;
}

// The bytes of a string, or of a list of a function's name and arguments that are bytes of values already.
const chars = text => {
  const body = new TextEncoder().encode(text);
  return join([10, 0], number(body.length), body);
};
const symbol = name => join([245], new TextEncoder().encode(name), [0]);
const call = (...parts) => join([0, 0], number(parts.length), ...parts);
const number = n => new Uint8Array(new Uint32Array([n]).buffer);
const join = (...parts) => Uint8Array.from(parts.flatMap(p => [...p]));
function message(body) {
  const all = new Uint8Array(8 + body.length);
  all.set([1, 0, 0, 0]);
  all.set(number(all.length), 4);
  all.set(body, 8);
  return all;
}

// A connection whose answers come one after the other.
function connect() {
  const socket = new WebSocket(location.origin.replace("http", "ws") + "/");
  socket.binaryType = "arraybuffer";
  const came = [], waiting = [];
  const put = x => (waiting.length ? waiting.shift()(x) : came.push(x));
  socket.onmessage = e => put(e.data);
  socket.onclose = () => put(null);
  const hear = () => (came.length ? Promise.resolve(came.shift()) : new Promise(done => waiting.push(done)));
  const ask = async x => (socket.send(x), hear());
  const value = async body => decode(await ask(message(body)));
  return new Promise((done, fail) => {
    socket.onopen = () => done({ socket, hear, ask, value });
    socket.onerror = () => fail(new Error("no connection"));
  });
}

const BIG = 1300000;
const NOON = 762525296123456789n;
// What the atom of each letter is in JavaScript.
const ONE = {
  b: true, g: "8c6b8b64681560840a3e178401251b68", x: 42, h: 42, i: 42, j: 42n, e: 1.5, f: -2.25, c: "q", s: "abc", p: NOON,
  m: 289, d: 8825, z: 8825.524260682871, n: 93784000000005n, u: 754, v: 45296, t: 45296789,
};

async function checks() {
  const bad = [];
  const show = x => JSON.stringify(x, (_, v) => (typeof v === "bigint" ? v + "n" : v));
  const check = (name, wanted, got) => { if (show(wanted) !== show(got)) bad.push(`${name}: ${show(got)?.slice(0, 200)}, not ${show(wanted)}`); };
  const q = await connect();

  check("text", "[0,1,2]", await q.ask("til 3"));
  check("text of an error", "'type", await q.ask("1+`a"));
  check("unicode", '"é✓"', await q.ask('"é✓"'));
  check("a serialised request", 3n, await q.value(chars("1+2")));
  check("an error", "'no luck", await q.value(chars("fail\"no luck\"")));
  const names = await q.value(chars("names"));
  check("names", true, names.length > 140);
  for (const name of names) {
    if (name === "big") continue;
    const answer = await q.ask(message(call(chars("fetch"), symbol(name))));
    let got;
    try { got = decode(answer); } catch (e) { bad.push(`${name}: ${e.message}`); continue; }
    // The bytes as they came are what the value is made of again.
    check(name + " there and back", true, await q.value(call(chars("same"), symbol(name), new Uint8Array(answer).subarray(8))));
    const [kind, letter] = name.split("_");
    if (letter?.length !== 1) continue;
    const one = ONE[letter];
    if (kind === "atom") check(name, one, got);
    if (kind === "vector") check(name, letter === "c" ? "qqq" : [one, one, one], got);
    if (kind === "single") check(name, letter === "c" ? "q" : [one], got);
    if (kind === "empty") check(name, letter === "c" ? "" : [], got);
    if (kind === "null" && "ij".includes(letter)) check(name, NULLS[{ i: 6, j: 7 }[letter]], got);
    if (kind === "null" && "ef".includes(letter)) check(name, true, Number.isNaN(got));
    if (kind === "inf" && "ef".includes(letter)) check(name, true, got === Infinity);
  }
  const fetch_ = name => q.value(call(chars("fetch"), symbol(name)));
  check("table", [["t", "s", "p", "n", "c"], [[34200000, 34201000], ["a", "b"], [1.5, null], [3n, 4n], "xy"]], await fetch_("table"));
  check("keyed", { keys: [["k"], [["a", "b"]]], values: [["v"], [[1n, 2n]]] }, await fetch_("keyed"));
  check("strings", ["ab", "", "cde"], await fetch_("strings"));

  // 10 MB both ways, as bytes and as text.
  const big = await q.ask(message(call(chars("fetch"), symbol("big"))));
  check("10 MB", BIG * 8 + 14, big.byteLength);
  check("its last", BigInt(BIG - 1), new DataView(big).getBigInt64(big.byteLength - 8, true));
  const body = call(chars("same"), symbol("big"));
  const request = new Uint8Array(8 + body.length + big.byteLength - 8);
  request.set(message(body));
  request.set(number(request.length), 4);
  request.set([0, 0, 3], 8);
  request.set(new Uint8Array(big).subarray(8), 8 + body.length);
  check("10 MB sent", true, decode(await q.ask(request)));
  check("10 MB of text", "10000000", await q.ask('count"' + "x".repeat(10000000) + '"'));
  check("10 MB of text received", 10000002, (await q.ask('10000000#"x"')).length);

  // What nobody asked for.
  q.socket.send("subscribe[]");
  check("pushed", ["upd", 1n], decode(await q.hear()));
  check("pushed as text", "upd", await q.hear());
  check("pushed again", ["upd", "text"], decode(await q.hear()));
  check("and the answer", '"subscribed"', await q.hear());

  const many = await Promise.all(Array.from({ length: 64 }, connect));
  check("64 at once", many.map((_, i) => String(i * i)), await Promise.all(many.map((c, i) => c.ask(`${i}*${i}`))));
  check("all are there", "65", await q.ask("count open_now"));
  many.forEach(c => c.socket.close());
  for (let i = 0; i < 100 && (await q.ask("count open_now")) !== "1"; i++) await new Promise(done => setTimeout(done, 50));
  check("all have gone", "1", await q.ask("count open_now"));
  q.socket.send("bye");
  check("hung up on", null, await q.hear());
  return bad;
}
