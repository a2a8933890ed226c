// The console in the browser. What comes from q is only ever shown as text.
"use strict";

const ROWS_SHOWN = 500;
const HISTORY_MAX = 200;
const ROWS_MAX = 20;
// An answer that takes longer is told to be waited for.
const SOON_MS = 300;

const results = document.getElementById("results");
const welcome = document.getElementById("welcome");
const line = document.getElementById("line");

// Asks q; what it says, or the reason why it says nothing.
async function ask(what, text, signal) {
  const response = await fetch(".console/" + what, {
    method: "POST",
    headers: { "X-Quarry-Console": "1", "Content-Type": "text/plain; charset=utf-8" },
    body: text,
    signal,
  });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

// --- Evaluation

async function evaluate(text) {
  welcome.remove();
  const again = element("button", { type: "button", class: "again", title: "Edit again" }, text);
  again.addEventListener("click", () => edit(text));
  const note = element("span", { class: "note" });
  const asked = element("div", { class: "asked" }, again, note);
  const shown = element("article", {}, asked);
  results.append(shown);
  remember(text);
  toEnd();
  const stop = waiting(shown, note);
  try {
    show(await ask("eval", text, stop.signal), shown, note);
  } catch (reason) {
    note.textContent = "";
    shown.append(element("pre", { class: "error" }, complaint(reason)));
  }
  stop.over();
  toEnd();
  await list();
}

function complaint(reason) {
  if (reason.name === "AbortError") return "stopped";
  return reason instanceof TypeError ? "q does not answer: is it still running?" : reason.message;
}

// Says how long an answer is waited for, and offers to give it up: q stops when nobody listens any more.
function waiting(shown, note) {
  const given = new AbortController();
  const start = performance.now();
  const button = element("button", { type: "button", class: "stop" }, "Stop");
  button.addEventListener("click", () => given.abort());
  const tell = () => {
    shown.classList.add("running");
    note.textContent = ((performance.now() - start) / 1000).toFixed(1) + " s";
    if (button.isConnected) return;
    note.after(button);
    toEnd();
  };
  let every;
  const soon = setTimeout(() => { tell(); every = setInterval(tell, 100); }, SOON_MS);
  const over = () => {
    clearTimeout(soon);
    clearInterval(every);
    shown.classList.remove("running");
    button.remove();
  };
  return { signal: given.signal, over };
}

function toEnd() {
  results.scrollTop = results.scrollHeight;
}

function show(answer, place, note) {
  const took = answer.ms.toFixed(answer.ms < 10 ? 2 : 0) + " ms";
  note.textContent = took;
  if (!answer.columns) {
    if (answer.text) place.append(element("pre", answer.ok ? {} : { class: "error" }, answer.text));
    return;
  }
  const received = answer.columns.length ? answer.columns[0].cells.length : 0;
  const rows = Math.min(received, ROWS_SHOWN);
  const tell = (n) => {
    const part = n < answer.count ? `first ${number(n)} of ` : "";
    note.textContent = `${part}${number(answer.count)} ${answer.count === 1 ? "row" : "rows"} · ${took}`;
  };
  tell(rows);
  const frame = element("div", { class: "frame", tabindex: "0" }, table(answer));
  const found = plan(answer);
  if (found) place.append(views(frame, found, (charted) => tell(charted ? received : rows)));
  place.append(frame);
}

const number = (n) => n.toLocaleString("en");

// Table or chart; who asks is told which it is.
function views(frame, found, tell) {
  const make = (name, pressed) => element("button", { type: "button", "aria-pressed": String(pressed) }, name);
  const [asTable, asChart] = [make("Table", true), make("Chart", false)];
  let drawn;
  const choose = (charted) => {
    asTable.setAttribute("aria-pressed", String(!charted));
    asChart.setAttribute("aria-pressed", String(charted));
    if (charted) frame.replaceWith((drawn ??= chart(found)));
    else drawn?.replaceWith(frame);
    tell(charted);
    (charted ? drawn : frame).scrollIntoView({ block: "nearest" });
  };
  asTable.addEventListener("click", () => choose(false));
  asChart.addEventListener("click", () => choose(true));
  return element("div", { class: "view", role: "group", "aria-label": "Shown as" }, asTable, asChart);
}

function table(answer) {
  const kinds = answer.columns.map((c, i) =>
    [isNumber(c) && "number", i < answer.keys && "key", i === answer.keys - 1 && "last-key"].filter(Boolean).join(" "));
  const cell = (name, i, ...what) => element(name, kinds[i] ? { class: kinds[i] } : {}, ...what);
  const heads = answer.columns.map((c, i) => cell("th", i, c.name, element("i", {}, c.type.trim())));
  const count = Math.min(answer.columns.length ? answer.columns[0].cells.length : 0, ROWS_SHOWN);
  const body = element("tbody");
  for (let row = 0; row < count; row++) {
    body.append(element("tr", {}, ...answer.columns.map((c, i) => cell("td", i, c.cells[row]))));
  }
  if (!count) body.append(element("tr", {}, element("td", { class: "empty", colspan: heads.length || 1 }, "no rows")));
  return element("table", {}, element("thead", {}, element("tr", {}, ...heads)), body);
}

// --- The prompt and its history

let history = [];
try {
  history = JSON.parse(localStorage.getItem("quarry-history")) ?? [];
} catch {
  // Without storage the history lasts as long as the page.
}
let at = history.length;
// What was being typed when the history was entered.
let draft = "";

function remember(text) {
  if (history.at(-1) !== text) history.push(text);
  history = history.slice(-HISTORY_MAX);
  at = history.length;
  try {
    localStorage.setItem("quarry-history", JSON.stringify(history));
  } catch {
    // As above.
  }
}

function fit() {
  line.rows = line.value.split("\n").length;
  // Long lines are wrapped.
  while (line.scrollHeight > line.clientHeight && line.rows < ROWS_MAX) line.rows++;
}

function edit(text) {
  line.value = text;
  fit();
  line.focus();
}

function recall(step) {
  if (at === history.length) draft = line.value;
  at = Math.max(0, Math.min(history.length, at + step));
  edit(history[at] ?? draft);
}

function run() {
  const text = line.value.trim();
  edit("");
  if (text) evaluate(text);
}

function clear() {
  results.replaceChildren();
  line.focus();
}

line.addEventListener("input", fit);
line.addEventListener("keydown", (event) => {
  const before = line.value.slice(0, line.selectionStart), after = line.value.slice(line.selectionEnd);
  const action =
    event.isComposing ? null
    : event.key === "Enter" && !event.shiftKey ? run
    : event.key === "ArrowUp" && !before.includes("\n") ? () => recall(-1)
    : event.key === "ArrowDown" && !after.includes("\n") ? () => recall(1)
    : event.key === "l" && event.ctrlKey ? clear
    : null;
  if (action) {
    event.preventDefault();
    action();
  }
});
document.getElementById("prompt").addEventListener("submit", (event) => {
  event.preventDefault();
  run();
});
document.querySelectorAll(".clear").forEach((button) => button.addEventListener("click", clear));

// --- What there is

const side = document.getElementById("side");
const filter = document.getElementById("filter");
const menu = document.getElementById("menu");

function openSide(open) {
  document.body.classList.toggle("open", open);
  menu.setAttribute("aria-expanded", String(open));
  if (open) side.querySelector("button")?.focus();
}

function fill(id, items) {
  const made = items.map(({ text, count, title, expression }) => {
    const button = element("button", { type: "button", title }, element("span", { class: "name" }, text));
    if (count !== undefined) button.append(element("span", { class: "count" }, count));
    button.addEventListener("click", () => {
      openSide(false);
      evaluate(expression);
    });
    return element("li", { "data-name": text.toLowerCase() }, button);
  });
  document.getElementById(id).replaceChildren(...made);
}

function sift() {
  const wanted = filter.value.trim().toLowerCase();
  for (const section of side.querySelectorAll("section")) {
    const items = [...section.querySelectorAll("li")];
    for (const item of items) item.hidden = !item.dataset.name.includes(wanted);
    section.hidden = items.every((item) => item.hidden);
  }
}

function suggest(tables) {
  const some = tables.slice(0, 2).map((t) => "select from " + t.name);
  const made = [...some, "til 10", ".z.p", "{x*x} each til 5", "\\w"].slice(0, 5).map((text) => {
    const button = element("button", { type: "button" }, text);
    button.addEventListener("click", () => evaluate(text));
    return button;
  });
  document.getElementById("examples")?.replaceChildren(...made);
}

async function list() {
  try {
    const there = await ask("names", "");
    const named = (name) => ({ text: name, title: name, expression: name });
    fill("tables", there.tables.map((t) => ({
      text: t.name,
      count: t.rows === null ? undefined : number(t.rows),
      title: t.columns.join(" "),
      expression: t.name,
    })));
    fill("functions", there.functions.map(named));
    fill("variables", there.variables.map(named));
    sift();
    suggest(there.tables);
  } catch (reason) {
    console.warn(reason.message);
  }
}

menu.addEventListener("click", () => openSide(true));
document.getElementById("shade").addEventListener("click", () => openSide(false));
document.addEventListener("keydown", (event) => event.key === "Escape" && openSide(false));
filter.addEventListener("input", sift);
document.querySelectorAll(".where").forEach((place) => { place.textContent = location.host; });
document.title = location.host + " – q";
list();
