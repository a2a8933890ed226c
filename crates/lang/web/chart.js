// Charts of a table that q answered with: lines along a time, a number or the position; bars for few names.
"use strict";

const SERIES_MAX = 8;
const BARS_MAX = 40;
// Columns whose largest values, or spans of values, differ by more than this begin on different charts.
const SCALE_MAX = 20;
const DAY_MS = 86400000;
// Milliseconds of one step of the types that tell a time of the day, and of those that tell a moment.
const CLOCK_MS = { n: 1e-6, u: 60000, v: 1000, t: 1 };
const STEP_MS = { ...CLOCK_MS, p: 1e-6, d: DAY_MS, z: DAY_MS };
const EPOCH_MS = Date.UTC(2000, 0);
const MARGIN = { right: 12, top: 10, bottom: 26 };
// What a character is wide, and what is left free between two labels.
const CHARACTER = 6.7;
const BETWEEN = 24;

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
  const names = () => columns.find((c) => isName(c) && isUnique(c));
  const along = moments(columns) ?? columns.slice(0, keys)[0] ?? places(columns) ?? names() ?? null;
  const values = columns.filter((c, i) => c !== along && i >= keys && isNumber(c));
  if (!values.length) return null;
  const split = along && along.numbers.length ? columns.find((c) => c !== along && splits(c, columns)) : undefined;
  const bars = along !== null && !along.numbers.length && along.cells.length <= BARS_MAX;
  return { along, values: values.slice(0, SERIES_MAX), split, bars };
}

// Numbers along an axis, of something else: the column that is called so, or the first one when it rises from row to row.
function places(columns) {
  const numbers = columns.filter(isNumber);
  const named = numbers.find((c) => c.name === "x" || c.name === "time");
  const rises = (c) => c.numbers.every((v, i) => v !== null && (i === 0 || v > c.numbers[i - 1]));
  const along = named ?? (numbers[0] === columns[0] && rises(columns[0]) ? columns[0] : null);
  return numbers.length > 1 ? along : null;
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
  const ms = (day, time) => day * DAY_MS + time * CLOCK_MS[clock.type];
  const sum = (day, time) => (day === null || time === null ? null : ms(day, time) / STEP_MS.p);
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
  const labels = shortened(ticks);
  const left = Math.max(40, 8 + CHARACTER * Math.max(...labels.map((l) => l.length)));
  const inner = width - left - MARGIN.right;
  const slot = inner / rows;
  const onAxis = (v) => left + ((v - first) / (last - first || 1)) * inner;
  const x = bars
    ? (row) => left + (row + 0.5) * slot
    : (row) => onAxis(at(row));
  const y = (v) => MARGIN.top + ((high - v) / (high - low || 1)) * (height - MARGIN.top - MARGIN.bottom);

  const svg = drawing("svg", { viewBox: `0 0 ${width} ${height}`, height, role: "img" });
  svg.setAttribute("aria-label", "Chart of " + series.map((s) => s.name).join(", "));
  ticks.forEach((tick, i) => {
    svg.append(drawing("line", { class: "grid", x1: left, x2: width - MARGIN.right, y1: y(tick), y2: y(tick) }));
    svg.append(drawing("text", { x: left - 8, y: y(tick) + 4, "text-anchor": "end" }, labels[i]));
  });
  if (along && !(along.numbers.length && last > first)) names(svg, along, x, width, height);
  else marks(svg, along?.type, onAxis, [first, last], inner, height);
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

// The names below the chart, as many as there is room for.
function names(svg, along, x, width, height) {
  let free = -Infinity;
  along.cells.forEach((cell, row) => {
    if (along.numbers[row] === null || !Number.isFinite(x(row))) return;
    const text = cell.length > 16 ? cell.slice(0, 15) + "…" : cell;
    const half = (text.length * CHARACTER) / 2;
    const middle = Math.min(Math.max(x(row), half), width - half);
    if (middle - half < free) return;
    svg.append(drawing("text", { x: middle, y: height - 8, "text-anchor": "middle" }, text));
    free = middle + half + BETWEEN;
  });
}

// Round numbers or moments below the chart, as many as there is room for.
function marks(svg, type, x, [first, last], inner, height) {
  for (const found of rounds(type, first, last)) {
    const widest = Math.max(...found.map(([, text]) => text.length)) * CHARACTER + BETWEEN;
    if (found.length > 1 && (found.length - 1) * widest > inner) continue;
    const bottom = height - MARGIN.bottom;
    for (const [at, text] of found) {
      svg.append(drawing("line", { class: "grid", x1: x(at), x2: x(at), y1: bottom, y2: bottom + 5 }));
      svg.append(drawing("text", { x: x(at), y: height - 8, "text-anchor": "middle" }, text));
    }
    return;
  }
}

// --- Round numbers and moments

const DIGITS = [1, 2, 5];
const powers = (from, to) => [...Array(to - from + 1).keys()].flatMap((k) => DIGITS.map((d) => d * 10 ** (from + k)));
const [SECOND, MINUTE, HOUR] = [1000, 60000, 3600000];
// Steps of times in milliseconds, those above a day of spans and of dates, and of months.
const TIME_STEPS = [...powers(-6, 2), ...[1, 2, 5, 10, 15, 30].map((n) => n * SECOND), ...[1, 2, 5, 10, 15, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 6, 12].map((n) => n * HOUR), DAY_MS];
const SPAN_STEPS = powers(0, 7).slice(1).map((n) => n * DAY_MS);
const DATE_STEPS = [2, 7, 14].map((n) => n * DAY_MS);
const MONTH_STEPS = [1, 2, 3, 6, ...powers(0, 4).map((years) => 12 * years)];
// More marks than these never have room.
const MARKS_MAX = 100;

// For each step, the finest first, its multiples from the first number to the last, each with its text.
function* rounds(type, first, last) {
  const within = (step, scale, text) => {
    const [from, to] = [Math.ceil((first * scale) / step - 1e-9), Math.floor((last * scale) / step + 1e-9)];
    return multiples(step, from, to)?.map((v) => [v / scale, text(v)]);
  };
  const each = function* (steps, found) {
    for (const step of steps) {
      const marks = found(step);
      if (marks?.length) yield marks;
    }
  };
  if (type === "m") {
    yield* each(MONTH_STEPS, (step) => within(step, 1, (v) => monthText(v, step)));
  } else if (type in STEP_MS) {
    const [scale, isClock] = [STEP_MS[type], type in CLOCK_MS];
    const steps = [...TIME_STEPS, ...(isClock ? SPAN_STEPS : DATE_STEPS)].filter((step) => type !== "d" || step >= DAY_MS);
    yield* each(steps, (step) => within(step, scale, (v) => timeText(isClock, v, step)));
    if (!isClock) yield* each(MONTH_STEPS, (step) => months(step, scale, first, last));
  } else {
    const finest = Math.floor(Math.log10((last - first) / MARKS_MAX));
    const from = "ef".includes(type ?? "j") ? finest : Math.max(0, finest);
    yield* each(powers(from, from + 3), (step) => within(step, 1, (v) => rounded(v, step)));
  }
  yield [];
}

// The firsts of months between two moments.
function months(step, scale, first, last) {
  const month = (v) => {
    const date = new Date(EPOCH_MS + v * scale);
    return (date.getUTCFullYear() - 2000) * 12 + date.getUTCMonth();
  };
  const found = multiples(step, Math.ceil(month(first) / step), Math.floor(month(last) / step));
  return found?.map((m) => [(Date.UTC(2000, m) - EPOCH_MS) / scale, monthText(m, step)]).filter(([v]) => v >= first);
}

function multiples(step, from, to) {
  return to - from < MARKS_MAX ? [...Array(Math.max(0, to - from + 1)).keys()].map((k) => (from + k) * step) : null;
}

const two = (n) => String(n).padStart(2, "0");
const yearOf = (date) => String(date.getUTCFullYear()).padStart(4, "0");

function monthText(month, step) {
  const date = new Date(Date.UTC(2000, month));
  return step % 12 ? yearOf(date) + "." + two(date.getUTCMonth() + 1) : yearOf(date);
}

// A time as q writes it, as far as a step tells them apart. Where a day begins that is told instead.
function timeText(isClock, ms, step) {
  const sign = isClock && ms < 0 ? "-" : "";
  if (isClock) ms = Math.abs(ms);
  const day = Math.floor(ms / DAY_MS + 1e-12);
  const rest = Math.max(0, ms - day * DAY_MS);
  if (isClock && (step >= DAY_MS || (rest === 0 && day !== 0))) return sign + day + "D";
  if (!isClock && rest === 0) {
    const date = new Date(EPOCH_MS + ms);
    return [yearOf(date), two(date.getUTCMonth() + 1), two(date.getUTCDate())].join(".");
  }
  const decimals = step >= SECOND ? 0 : decimalsOf(step / SECOND);
  const units = Math.round((rest / SECOND) * 10 ** decimals);
  const seconds = Math.floor(units / 10 ** decimals);
  const clock = sign + two(Math.floor(seconds / 3600)) + ":" + two(Math.floor(seconds / 60) % 60);
  if (step >= MINUTE) return clock;
  const fraction = decimals ? "." + String(units % 10 ** decimals).padStart(decimals, "0") : "";
  return clock + ":" + two(seconds % 60) + fraction;
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

// The digits behind the point that tell multiples of a step apart.
function decimalsOf(step) {
  for (let n = 0; n < 15; n++) if (Math.abs(step * 10 ** n - Math.round(step * 10 ** n)) < 1e-6 * step * 10 ** n) return n;
  return 15;
}

// A multiple of a step.
function rounded(value, step) {
  const size = Math.abs(value);
  if (value === 0) return "0";
  return size >= 1e15 || size < 1e-6 ? value.toExponential(4).replace(/\.?0+e\+?/, "e") : value.toFixed(decimalsOf(step));
}

// The ticks of an axis in the largest unit that needs few digits behind the point.
function shortened(ticks) {
  const [step, size] = [ticks[1] - ticks[0], Math.max(...ticks.map(Math.abs))];
  for (const [unit, letter] of [[1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"]]) {
    if (size >= Math.max(unit, 1e4) && size < 1e15 && decimalsOf(step / unit) <= 1) return ticks.map((v) => (v ? rounded(v / unit, step / unit) + letter : "0"));
  }
  return ticks.map((v) => rounded(v, step));
}
