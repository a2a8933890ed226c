// The console in the browser. What comes from q is only ever shown as text.
"use strict";

const ROWS_SHOWN = 500;
const HISTORY_MAX = 200;
const COLOURS = ["#2a6fb0", "#c0562b", "#3a8f4d", "#8a4fa8", "#a08a1e", "#2f9a9a"];

const results = document.getElementById("results");
const line = document.getElementById("line");

// An element with attributes and children; strings become text.
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function drawing(name, attributes = {}, text = "") {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}

// Asks q; what it says, or the reason why it says nothing.
async function ask(what, text) {
  const response = await fetch(".console/" + what, {
    method: "POST",
    headers: { "X-Quarry-Console": "1", "Content-Type": "text/plain; charset=utf-8" },
    body: text,
  });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

// --- Evaluation

async function evaluate(text) {
  const shown = element("article", {}, element("header", { title: "Edit again" }, "q)" + text));
  shown.firstChild.addEventListener("click", () => edit(text));
  results.append(shown);
  remember(text);
  try {
    show(await ask("eval", text), shown);
  } catch (reason) {
    shown.append(element("pre", { class: "error" }, reason.message));
  }
  shown.scrollIntoView({ block: "end" });
  await list();
}

function show(answer, place) {
  const took = answer.ms.toFixed(answer.ms < 10 ? 2 : 0) + " ms";
  if (!answer.columns) {
    place.append(element("pre", answer.ok ? {} : { class: "error" }, answer.text));
    place.append(element("div", { class: "note" }, took));
    return;
  }
  place.append(element("div", { class: "frame" }, table(answer)));
  const received = answer.columns.length ? answer.columns[0].cells.length : 0;
  const rows = Math.min(received, ROWS_SHOWN) < answer.count ? `first ${Math.min(received, ROWS_SHOWN)} of ` : "";
  const note = element("div", { class: "note" }, `${rows}${answer.count} rows · ${took} `);
  place.append(note);
  const lines = answer.columns.slice(answer.keys).filter((c) => c.numbers.length > 1);
  if (lines.length) note.append(chartButton(answer, lines, place));
}

function table(answer) {
  const heads = answer.columns.map((c, i) =>
    element("th", { title: "type " + c.type, ...(i < answer.keys && { class: "key" }) }, c.name));
  const body = element("tbody");
  const count = answer.columns.length ? answer.columns[0].cells.length : 0;
  for (let row = 0; row < Math.min(count, ROWS_SHOWN); row++) {
    const cells = answer.columns.map((c, i) => {
      const kind = (i < answer.keys ? "key " : "") + (c.numbers.length ? "number" : "");
      return element("td", kind ? { class: kind } : {}, c.cells[row]);
    });
    body.append(element("tr", {}, ...cells));
  }
  return element("table", {}, element("thead", {}, element("tr", {}, ...heads)), body);
}

// --- Charts

function chartButton(answer, lines, place) {
  const button = element("button", { type: "button" }, "chart");
  button.addEventListener("click", () => {
    const drawn = place.querySelector("svg");
    if (drawn) drawn.remove();
    else place.append(chart(lines, labels(answer)));
  });
  return button;
}

// What stands below the line: the first column that is no number, or the position.
function labels(answer) {
  const named = answer.columns.find((c, i) => i < answer.keys || !c.numbers.length);
  return named ? named.cells : answer.columns[0].cells.map((_, i) => String(i));
}

function chart(lines, labels) {
  const [width, height, left, right, top, bottom] = [720, 260, 70, 10, 24, 24];
  const values = lines.flatMap((c) => c.numbers).filter((v) => v !== null);
  const [low, high] = values.reduce(([a, b], v) => [Math.min(a, v), Math.max(b, v)], [Infinity, -Infinity]);
  const span = high - low || 1;
  const count = labels.length;
  const x = (i) => left + (i * (width - left - right)) / Math.max(1, count - 1);
  const y = (v) => top + ((high - v) * (height - top - bottom)) / span;
  const svg = drawing("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img" });
  for (const part of [0, 0.25, 0.5, 0.75, 1]) {
    const value = low + part * span;
    svg.append(drawing("line", { x1: left, x2: width - right, y1: y(value), y2: y(value) }));
    svg.append(drawing("text", { x: left - 6, y: y(value) + 4, "text-anchor": "end" }, short(value)));
  }
  for (const [i, anchor] of [[0, "start"], [count >> 1, "middle"], [count - 1, "end"]]) {
    svg.append(drawing("text", { x: x(i), y: height - 6, "text-anchor": anchor }, labels[i] ?? ""));
  }
  lines.forEach((c, n) => {
    const stroke = COLOURS[n % COLOURS.length];
    // A null is a gap.
    for (const points of pieces(c.numbers)) {
      const text = points.map(([i, v]) => x(i).toFixed(1) + "," + y(v).toFixed(1)).join(" ");
      svg.append(drawing("polyline", { points: text, stroke }));
    }
    const name = drawing("text", { x: left + n * 100, y: 14 }, c.name);
    name.style.fill = stroke;
    svg.append(name);
  });
  return svg;
}

// Runs of values without a null, each with its position.
function pieces(values) {
  const found = [[]];
  values.forEach((v, i) => (v === null ? found.push([]) : found.at(-1).push([i, v])));
  return found.filter((points) => points.length);
}

function short(value) {
  return Math.abs(value) >= 1e6 || (value !== 0 && Math.abs(value) < 1e-3)
    ? value.toExponential(2)
    : String(Number(value.toPrecision(5)));
}

// --- The prompt and its history

let history = [];
try {
  history = JSON.parse(localStorage.getItem("quarry-history")) ?? [];
} catch {
  // Without storage the history lasts as long as the page.
}
let at = history.length;

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

function edit(text) {
  line.value = text;
  line.rows = text.split("\n").length;
  line.focus();
}

function recall(step) {
  at = Math.max(0, Math.min(history.length, at + step));
  edit(history[at] ?? "");
}

line.addEventListener("input", () => { line.rows = line.value.split("\n").length; });
line.addEventListener("keydown", (event) => {
  const oneLine = !line.value.includes("\n");
  if (event.key === "Enter" && !event.shiftKey) {
    event.preventDefault();
    const text = line.value.trim();
    edit("");
    if (text) evaluate(text);
  } else if (oneLine && event.key === "ArrowUp") {
    event.preventDefault();
    recall(-1);
  } else if (oneLine && event.key === "ArrowDown") {
    event.preventDefault();
    recall(1);
  }
});

// --- What there is

function fill(id, items) {
  const made = items.map(({ text, title, expression }) => {
    const button = element("button", { type: "button", title }, text);
    button.addEventListener("click", () => evaluate(expression));
    return element("li", {}, button);
  });
  document.getElementById(id).replaceChildren(...made);
}

async function list() {
  try {
    const there = await ask("names", "");
    const named = (name) => ({ text: name, title: name, expression: name });
    fill("tables", there.tables.map((t) => ({
      text: t.rows === null ? t.name : `${t.name} (${t.rows})`,
      title: t.columns.join(" "),
      expression: t.name,
    })));
    fill("functions", there.functions.map(named));
    fill("variables", there.variables.map(named));
  } catch (reason) {
    console.warn(reason.message);
  }
}

list();
