// Charts of a table that q answered with: lines along a time, a number or the position; bars for few names.
"use strict";

const SERIES_MAX = 8;
const BARS_MAX = 40;
// Columns whose largest values, or spans of values, differ by more than this begin on different charts.
const SCALE_MAX = 20;
const DAY_MS = 86400000;
// Milliseconds of one step of the types that tell a time of the day.
const CLOCK_MS = { n: 1e-6, u: 60000, v: 1000, t: 1 };
const MARGIN = { left: 56, right: 12, top: 10, bottom: 26 };

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

const isTemporal = (c) => "pmdznuvt".includes(c.type);
const isNumber = (c) => c.numbers.length > 0 && !isTemporal(c);
const isName = (c) => "sCc".includes(c.type);

// What a chart of an answer shows: where things are along the axis, what is drawn, and by which names that is split.
// Nothing when there are no numbers, or too few rows.
function plan(answer) {
  const { columns, keys } = answer;
  if (!columns.length || columns[0].cells.length < 2) return null;
  const along = moments(columns) ?? columns.slice(0, keys)[0] ?? columns.find((c) => isName(c) && isUnique(c)) ?? null;
  const values = columns.filter((c, i) => c !== along && i >= keys && isNumber(c));
  if (!values.length) return null;
  const split = along && along.numbers.length ? columns.find((c) => c !== along && splits(c, columns)) : undefined;
  const bars = along !== null && !along.numbers.length && along.cells.length <= BARS_MAX;
  return { along, values: values.slice(0, SERIES_MAX), split, bars };
}

const isUnique = (c) => new Set(c.cells).size === c.cells.length;
const varies = (c) => new Set(c.cells).size > 1;

// A few names that rows belong to. Characters are flags more often than names, so symbols go before.
function splits(c, columns) {
  const count = new Set(c.cells).size;
  return isName(c) && count > 1 && count <= SERIES_MAX && (c.type === "s" || !columns.some((other) => other.type === "s"));
}

// When each row was: the first column of times that are not all the same; dates together with times of the day.
function moments(columns) {
  const times = columns.filter(isTemporal);
  const moving = times.filter(varies);
  const date = moving.find((c) => c.type === "d");
  const clock = moving.find((c) => c.type in CLOCK_MS);
  if (!date || !clock) return moving[0] ?? times[0] ?? null;
  const sum = (day, time) => (day === null || time === null ? null : day * DAY_MS + time * CLOCK_MS[clock.type]);
  return {
    name: date.name + " " + clock.name,
    type: "p",
    cells: date.cells.map((day, i) => day + "D" + clock.cells[i].replace(/^0D/, "")),
    numbers: date.numbers.map((day, i) => sum(day, clock.numbers[i])),
  };
}

// The chart of what `plan` found.
function chart(found) {
  const shown = new Set(alike(found));
  const figure = element("figure");
  const legend = element("div", { class: "legend" });
  const place = element("div");
  figure.append(legend, place);
  const names = found.split ? [...new Set(found.split.cells)].sort() : [];
  const colour = (i) => "s" + (i % SERIES_MAX);

  const redraw = () => {
    const series = seriesOf(found, shown, names);
    legend.replaceChildren(
      ...found.values.map((c, i) => {
        const dot = element("span", { class: "dot" + (found.split ? "" : " " + colour(i)) });
        const chip = element("button", { type: "button", "aria-pressed": String(shown.has(c)) });
        chip.append(...(found.split ? [] : [dot]), c.name);
        chip.addEventListener("click", () => {
          // With names there is one column at a time, otherwise at least one.
          if (found.split) shown.clear();
          if (!shown.delete(c) || !shown.size) shown.add(c);
          redraw();
        });
        return chip;
      }),
      ...names.map((n, i) => element("span", {}, element("span", { class: "dot " + colour(i) }), n)),
    );
    const drawn = draw(found, series, Math.max(280, figure.clientWidth || 720));
    place.replaceChildren(drawn.svg);
    follow(found, series, place, drawn);
  };
  if (found.split) {
    shown.clear();
    shown.add(found.values[0]);
  }
  // The width is known once it stands in the page.
  let width = 0;
  new ResizeObserver(() => {
    if (figure.clientWidth !== width) {
      width = figure.clientWidth;
      redraw();
    }
  }).observe(figure);
  return figure;
}

// The first column and those that fit its scale. Bars stand on zero, lines are seen by how far they move.
function alike({ values, bars }) {
  const known = (c) => c.numbers.filter((v) => v !== null);
  const size = (c) => Math.max(...known(c).map(Math.abs), 0);
  const span = (c) => (known(c).length ? Math.max(...known(c)) - Math.min(...known(c)) : 0);
  const near = (a, b) => a === 0 || b === 0 || (a / b <= SCALE_MAX && b / a <= SCALE_MAX);
  return values.filter((c) => near(size(c), size(values[0])) && (bars || near(span(c), span(values[0]))));
}

// Each line or set of bars: its name, colour and points [row, value].
function seriesOf({ values, split, along }, shown, names) {
  const at = position(along, values[0].numbers.length);
  const points = (c, keep) =>
    c.numbers.map((v, row) => [row, v]).filter(([row]) => keep(row) && at(row) !== null).sort((a, b) => at(a[0]) - at(b[0]));
  const made = [];
  values.forEach((c, i) => {
    if (!shown.has(c)) return;
    if (!split) made.push({ name: c.name, column: c, colour: i, points: points(c, () => true) });
    else names.forEach((n, k) => made.push({ name: n, column: c, colour: k, points: points(c, (row) => split.cells[row] === n) }));
  });
  return made;
}

// Where a row is along the axis.
function position(along) {
  return along && along.numbers.length ? (row) => along.numbers[row] : (row) => row;
}

function draw(found, series, width) {
  const { along, bars } = found;
  const height = Math.min(300, Math.max(200, width * 0.42));
  const rows = found.values[0].numbers.length;
  const at = position(along);
  const xs = [...Array(rows).keys()].map(at).filter((v) => v !== null);
  const [first, last] = [xs.reduce((a, b) => Math.min(a, b), Infinity), xs.reduce((a, b) => Math.max(a, b), -Infinity)];
  const ys = series.flatMap((s) => s.points.map((p) => p[1])).filter((v) => v !== null);
  const ticks = ticksOf(Math.min(...ys, bars ? 0 : Infinity), Math.max(...ys, bars ? 0 : -Infinity));
  const [low, high] = [ticks[0], ticks.at(-1)];
  const inner = width - MARGIN.left - MARGIN.right;
  const slot = inner / rows;
  const x = bars
    ? (row) => MARGIN.left + (row + 0.5) * slot
    : (row) => MARGIN.left + ((at(row) - first) / (last - first || 1)) * inner;
  const y = (v) => MARGIN.top + ((high - v) / (high - low || 1)) * (height - MARGIN.top - MARGIN.bottom);

  const svg = drawing("svg", { viewBox: `0 0 ${width} ${height}`, height, role: "img" });
  svg.setAttribute("aria-label", "Chart of " + series.map((s) => s.name).join(", "));
  for (const tick of ticks) {
    svg.append(drawing("line", { class: "grid", x1: MARGIN.left, x2: width - MARGIN.right, y1: y(tick), y2: y(tick) }));
    svg.append(drawing("text", { x: MARGIN.left - 8, y: y(tick) + 4, "text-anchor": "end" }, short(tick)));
  }
  axis(svg, found, x, width, height);
  series.forEach((s, k) => {
    const group = drawing("g", { class: "s" + (s.colour % SERIES_MAX) });
    if (bars) {
      const thick = Math.min(48, (slot * 0.72) / series.length);
      for (const [row, v] of s.points.filter((p) => p[1] !== null)) {
        const left = x(row) + (k - series.length / 2) * thick;
        const [top, bottom] = [Math.min(y(v), y(0)), Math.max(y(v), y(0))];
        group.append(drawing("rect", { x: left + 0.5, y: top, width: Math.max(1, thick - 1), height: Math.max(1, bottom - top), rx: 2 }));
      }
    } else {
      // A null is a gap; what stands alone between two gaps is a dot.
      for (const run of runs(s.points)) {
        const text = run.map(([row, v]) => x(row).toFixed(1) + "," + y(v).toFixed(1)).join(" ");
        group.append(run.length > 1
          ? drawing("polyline", { points: text })
          : drawing("circle", { cx: x(run[0][0]), cy: y(run[0][1]), r: 2.5 }));
      }
    }
    svg.append(group);
  });
  return { svg, x };
}

// The names or moments below the chart, as many as there is room for.
function axis(svg, { along, values }, x, width, height) {
  const rows = values[0].numbers.length;
  const texts = trimmed(along ? along.cells : [...Array(rows).keys()].map(String));
  const order = [...Array(rows).keys()].filter((row) => Number.isFinite(x(row))).sort((a, b) => x(a) - x(b));
  let free = -Infinity;
  for (const row of order) {
    const text = texts[row].length > 16 ? texts[row].slice(0, 15) + "…" : texts[row];
    const half = text.length * 3.4;
    const middle = Math.min(Math.max(x(row), half), width - half);
    if (middle - half < free) continue;
    svg.append(drawing("text", { x: middle, y: height - 8, "text-anchor": "middle" }, text));
    free = middle + half + 24;
  }
}

// Moments without what all of them have: the date they begin with, the zeros they end with.
function trimmed(cells) {
  const whole = cells.filter((c) => c !== "");
  let all = cells;
  const date = /^[^D]*D/.exec(whole[0] ?? "")?.[0];
  if (date && whole.every((c) => c.startsWith(date))) all = all.map((c) => c.slice(c ? date.length : 0));
  for (const tail of [/\.0+$/, /(?<=:\d\d):00$/]) {
    if (all.every((c) => c === "" || tail.test(c))) all = all.map((c) => c.replace(tail, ""));
  }
  return all;
}

// Shows the values beside the pointer.
function follow(found, series, place, { svg, x }) {
  const tip = element("div", { class: "tip", hidden: "" });
  const cross = drawing("line", { class: "cross", visibility: "hidden" });
  svg.append(cross);
  place.append(tip);
  const rows = [...new Set(series.flatMap((s) => s.points.map((p) => p[0])))];
  svg.addEventListener("pointermove", (event) => {
    const box = svg.getBoundingClientRect();
    const pointer = event.clientX - box.left;
    const near = rows.reduce((a, b) => (Math.abs(x(a) - pointer) <= Math.abs(x(b) - pointer) ? a : b), rows[0]);
    const here = x(near);
    for (const [name, value] of Object.entries({ x1: here, x2: here, y1: MARGIN.top, y2: box.height - MARGIN.bottom, visibility: "visible" })) {
      cross.setAttribute(name, value);
    }
    const lines = series.flatMap((s) => {
      const point = s.points.find(([row]) => x(row) === here);
      if (!point) return [];
      const dot = element("span", { class: "dot s" + (s.colour % SERIES_MAX) });
      return [element("div", {}, dot, s.name, element("span", {}, s.column.cells[point[0]] || "null"))];
    });
    tip.replaceChildren(element("b", {}, found.along ? found.along.cells[near] : "row " + near), ...lines);
    tip.hidden = false;
    const left = here + 14 + tip.offsetWidth > box.width ? here - 14 - tip.offsetWidth : here + 14;
    tip.style.left = Math.max(0, left) + "px";
    tip.style.top = place.offsetTop + MARGIN.top + "px";
  });
  svg.addEventListener("pointerleave", () => {
    tip.hidden = true;
    cross.setAttribute("visibility", "hidden");
  });
}

// Runs of points without a null.
function runs(points) {
  const found = [[]];
  for (const point of points) {
    if (point[1] === null) found.push([]);
    else found.at(-1).push(point);
  }
  return found.filter((run) => run.length);
}

// Round numbers from below the least to above the largest.
function ticksOf(low, high) {
  if (!Number.isFinite(low) || !Number.isFinite(high)) return [0, 1];
  if (low === high) [low, high] = low === 0 ? [0, 1] : [low - Math.abs(low) / 2, high + Math.abs(high) / 2];
  const rough = (high - low) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((m) => m * power).find((s) => s >= rough);
  const ticks = [];
  for (let i = Math.floor(low / step + 1e-9); i <= Math.ceil(high / step - 1e-9); i++) ticks.push(i * step);
  return ticks;
}

function short(value) {
  const size = Math.abs(value);
  for (const [unit, letter] of [[1e12, "T"], [1e9, "G"], [1e6, "M"], [1e4, "k"]]) {
    if (size >= unit) return String(Number((value / (letter === "k" ? 1e3 : unit)).toPrecision(4))) + letter;
  }
  return size !== 0 && size < 1e-3 ? value.toExponential(1) : String(Number(value.toPrecision(6)));
}
