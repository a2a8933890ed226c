// A browser: the console at `/`, and WebSockets as pages written for kdb+ use them. Needs playwright-core and Chromium (`CHROMIUM`, or
// /usr/bin/chromium). `SHOTS` names a folder for pictures of the console.
"use strict";
const { spawn } = require("child_process");
const { existsSync, mkdtempSync, rmSync } = require("fs");
const { tmpdir } = require("os");
const path = require("path");
const { chromium } = require("playwright-core");

const executablePath = process.env.CHROMIUM || "/usr/bin/chromium";
if (!existsSync(executablePath)) {
  console.log("skipped, no " + executablePath);
  process.exit(0);
}
const program = process.env.Q || path.join(__dirname, "../../../target/release/q");
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];

const bad = [];
const check = (name, good, ...got) => { if (!good) bad.push([name, ...got.map(g => JSON.stringify(g))].join(" ")); };
const servers = [];
// What servers said on standard error, told when something is wrong.
let complaints = "";

// A q that listens: its port, once it has done what a script and lines say.
function serve(script, lines, ...flags) {
  return new Promise((done, fail) => {
    const q = spawn(program, [path.join(__dirname, script), "-q", "-p", "0W", ...flags], { stdio: "pipe" });
    servers.push(q);
    let said = "";
    q.on("error", fail);
    q.on("exit", code => fail(new Error("q ended with " + code + complaints)));
    q.stderr.on("data", data => { complaints += data; });
    q.stdout.on("data", data => {
      said += data;
      const port = /port (\d+)/.exec(said);
      if (port) done(Number(port[1]));
    });
    q.stdin.write(lines + '\n-1"port ",string abs system"p";\n');
  });
}

// --- The console

async function consoleIn(browser, port) {
  const page = await newPage(browser, port, { viewport: { width: 1280, height: 800 } });
  const last = page.locator("article").last();
  const ask = async text => {
    const before = await page.locator("article").count();
    await page.fill("#line", text);
    await page.press("#line", "Enter");
    await page.waitForFunction(n => {
      const all = document.querySelectorAll("article");
      return all.length > n && all[n].querySelector(".note").textContent.includes("ms") && !all[n].matches(".running");
    }, before);
  };
  await page.waitForSelector("#tables li");
  await shoot(page, "welcome");
  check("examples", (await page.locator("#examples button").count()) >= 4);

  await ask("1+1");
  check("an atom", (await last.locator("pre").textContent()) === "2");
  await ask("`é,`$\"<b>bold</b>\"");
  check("text is text", (await last.locator("pre").textContent()).includes("<b>bold</b>"));
  await ask("a:42");
  check("nothing is shown of an assignment", (await last.locator("pre").count()) === 0);
  await ask("trade");
  const cells = await last.locator("tbody tr").first().locator("td").allTextContents();
  check("a table", JSON.stringify(cells) === '["09:30:00.000","AAPL","100","1"]', cells);
  check("its heads", (await last.locator("thead th").allTextContents()).join() === "timet,syms,pricef,sizej");
  check("its rows", (await last.locator(".note").textContent()).startsWith("60 rows"));
  await ask("select last price by sym from trade");
  check("keys", (await last.locator("td.key").allTextContents()).join() === "AAPL,GOOG,MSFT", await last.locator("td.key").allTextContents());
  await ask("0#trade");
  check("an empty table", (await last.locator("td.empty").textContent()) === "no rows");
  await ask("til 3000");
  check("a long vector", (await last.locator(".note").textContent()).startsWith("first 500 of 3,000 rows"));
  await ask("`a`b!1 2");
  check("a dictionary", (await last.locator("td").allTextContents()).join() === "a,1,b,2");
  await ask("broken 1");
  const error = await last.locator(".error").textContent();
  check("an error", error.startsWith("'type") && error.includes("broken:{x+`a}") && error.includes("[0]"), error);
  await ask("1+");
  check("no expression", (await last.locator("pre").count()) === 1);
  await ask("f:{x+1}\nf 41");
  await shoot(page, "answers");

  const line = page.locator("#line");
  const press = async key => (await line.press(key), line.inputValue());
  check("history", (await press("ArrowUp")).startsWith("f:{x+1}"));
  await page.keyboard.press("Control+Home");
  check("older", (await press("ArrowUp")) === "1+");
  check("older still", (await press("ArrowUp")) === "broken 1");
  check("newer", (await press("ArrowDown")) === "1+");
  await press("ArrowDown");
  check("newest", (await (await press("ArrowDown"), line.inputValue())) === "");
  await page.fill("#line", "half");
  await press("ArrowUp");
  await page.keyboard.press("Control+End");
  check("what was being typed is kept", (await press("ArrowDown")) === "half");
  await page.fill("#line", "");
  await line.press("1");
  await line.press("Shift+Enter");
  await line.press("2");
  check("a second line", (await line.inputValue()) === "1\n2");
  await page.fill("#line", "");

  await ask("trade");
  await last.locator(".view button", { hasText: "Chart" }).click();
  await last.locator("polyline").first().waitFor();
  check("a line for each name", (await last.locator("polyline").count()) === 3);
  check("a legend", (await last.locator(".legend > span").allTextContents()).join() === "AAPL,GOOG,MSFT");
  await last.locator("svg").hover({ position: { x: 400, y: 100 } });
  check("values beside the pointer", /^09:30:\d\d/.test(await last.locator(".tip b").textContent()));
  const [tip, drawn] = [await last.locator(".tip").boundingBox(), await last.locator("svg").boundingBox()];
  check("within the chart", tip.y >= drawn.y && tip.y + tip.height <= drawn.y + drawn.height, tip, drawn);
  const labels = async () => (await last.locator("svg text").allTextContents()).join(" ");
  check("round moments", (await labels()).endsWith("09:30:00 09:30:05 09:30:10 09:30:15 09:30:20 09:30:25 09:30:30 09:30:35 09:30:40 09:30:45 09:30:50 09:30:55"), await labels());
  await shoot(page, "chart");
  await last.locator(".view button", { hasText: "Table" }).click();
  check("the table again", await last.locator("table").isVisible());
  await ask("select sum size by sym from trade");
  await last.locator(".view button", { hasText: "Chart" }).click();
  await last.locator("rect").first().waitFor();
  check("bars", (await last.locator("rect").count()) === 3);

  // Seconds of these years, and large numbers that differ by little, are told apart; so are months, and times on several days.
  await ask("([]time:2024.01.02D09:30:00+1000000000*til 3000;price:1e6+3000#0 1 2f)");
  await last.locator(".view button", { hasText: "Chart" }).click();
  await last.locator("polyline").first().waitFor();
  const places = (await last.locator("polyline").getAttribute("points")).split(" ").map(p => p.split(","));
  check("a place for each second", new Set(places.map(p => p[0])).size > 800, new Set(places.map(p => p[0])).size);
  check("and for each price", new Set(places.map(p => p[1])).size === 3);
  check("their labels differ", (await labels()).startsWith("1000000.0 1000000.5 1000001.0"), await labels());
  check("as many rows are told as are drawn", (await last.locator(".note").textContent()).startsWith("first 1,000 of 3,000 rows"), await last.locator(".note").textContent());
  for (const [column, expected] of [["2018.01m+til 60", "2018.01 2018.07"], ["2024.01.02D12:00+0D06:00*til 12", "12:00 2024.01.03 12:00 2024.01.04"],
    ["0D00:00:00.001*til 100", "00:00:00.00 00:00:00.01"], ["2020.02.03+7*til 100", "2020.03 2020.05"], ["-01:00:00+60*til 120", "-01:00 -00:50"]]) {
    await ask(`([]x:${column};y:til count ${column})`);
    await last.locator(".view button", { hasText: "Chart" }).click();
    await last.locator("polyline").first().waitFor();
    check("round moments of " + column, (await labels()).includes(expected), await labels());
  }
  await ask("([]a:1 0N 3;y:0n 0n 0n)");
  await last.locator(".view button", { hasText: "Chart" }).click();
  await last.locator("circle").first().waitFor();
  check("nulls are gaps", (await last.locator("circle").count()) === 2);

  // Numbers that rise are an axis, and so is what is called one; a column alone and one that goes up and down are drawn.
  for (const [table, lines, expected] of [["([]d:0.5*til 41;y:til[41]*til 41)", 1, "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20"],
    ["([]y:til 41;x:reverse 100*til 41)", 1, "0 500 1000"], ["([]a:41#3 1 2;b:til 41)", 2, "0 2 4 6"], ["([]d:10*til 41)", 1, "0 2 4 6"]]) {
    await ask(table);
    await last.locator(".view button", { hasText: "Chart" }).click();
    await last.locator("polyline").first().waitFor();
    check("lines of " + table, (await last.locator("polyline").count()) === lines);
    check("the axis of " + table, (await labels()).includes(expected), await labels());
  }

  // Dates and times of the day are one axis, flags are no names, and columns of another scale wait to be chosen.
  await ask("days");
  await last.locator(".view button", { hasText: "Chart" }).click();
  await last.locator("polyline").first().waitFor();
  check("one line", (await last.locator("polyline").count()) === 1);
  await last.locator("svg").hover({ position: { x: 400, y: 100 } });
  check("moments", /^2024\.01\.0[23]D09:/.test(await last.locator(".tip b").textContent()), await last.locator(".tip b").textContent());
  await ask("?asc");
  check("help", (await last.locator("pre").textContent()).startsWith("asc x"));
  await ask("1+`a");
  check("why", (await last.locator(".error").textContent()).includes("of types"));

  check("tables", (await page.locator("#tables .name").allTextContents()).join() === "days,ref,trade");
  check("functions", (await page.locator("#functions .name").allTextContents()).join() === "broken,f,vwap", await page.locator("#functions .name").allTextContents());
  check("variables", (await page.locator("#variables .name").allTextContents()).includes("a"));
  await page.fill("#filter", "VW");
  check("filtered", (await page.locator("nav li:visible").count()) === 1);
  await page.fill("#filter", "");
  const count = await page.locator("article").count();
  await page.locator("#functions button", { hasText: "vwap" }).click();
  await page.waitForFunction(n => document.querySelectorAll("article pre").length && document.querySelectorAll("article").length > n, count);
  check("a function is shown", (await last.locator("pre").textContent()).startsWith("{[t]"));

  // What goes on for too long is stopped, and q with it.
  await page.fill("#line", "while[1b;1]");
  await page.press("#line", "Enter");
  await last.locator(".stop").click();
  await last.locator(".error").waitFor();
  check("stopped", (await last.locator(".error").textContent()) === "stopped");
  await page.fill("#line", "");
  await ask("6*7");
  check("q goes on", (await last.locator("pre").textContent()) === "42");

  const again = await page.context().newPage();
  await again.goto(page.url());
  await again.locator("#line").press("ArrowUp");
  check("history outlives the page", (await again.inputValue("#line")) === "6*7");
  await again.close();
  await page.press("#line", "Control+l");
  check("cleared", (await page.locator("article").count()) === 0);

  for (const [name, viewport, colorScheme] of [["phone", { width: 390, height: 780 }, "light"], ["phone-dark", { width: 390, height: 780 }, "dark"],
    ["dark", { width: 1280, height: 800 }, "dark"]]) {
    const small = await newPage(browser, port, { viewport, colorScheme });
    await small.waitForSelector("#tables li", { state: "attached" });
    if (viewport.width < 500) {
      check(name + ": what there is waits behind a button", !(await small.isVisible("#tables")));
      await small.click("#menu");
      await small.locator("#tables button", { hasText: "trade" }).click();
      await small.locator("article table").waitFor();
      check(name + ": it goes when something was chosen", await small.waitForSelector("#side", { state: "hidden" }).then(() => true));
      check(name + ": nothing is wider than the page",
        await small.evaluate(() => document.documentElement.scrollWidth <= innerWidth && document.querySelector("#results").scrollWidth <= innerWidth));
    } else {
      await small.fill("#line", "trade");
      await small.click("#run");
      await small.locator("article table").waitFor();
    }
    await small.locator(".view button", { hasText: "Chart" }).click();
    await small.locator("polyline").first().waitFor();
    await shoot(small, name);
    await small.context().close();
  }
  await page.context().close();
}

// A page of its own, whose errors and requests elsewhere are findings.
async function newPage(browser, port, options) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.on("pageerror", e => bad.push("the page fails: " + e.message));
  page.on("console", m => m.type() === "error" && bad.push("the page says: " + m.text()));
  page.on("request", r => new URL(r.url()).host === `localhost:${port}` || bad.push("asks " + r.url()));
  await page.goto(`http://localhost:${port}/`);
  return page;
}

async function shoot(page, name) {
  if (process.env.SHOTS) await page.screenshot({ path: path.join(process.env.SHOTS, name + ".png") });
}

// --- Passwords

async function passwords(browser, port) {
  const status = async httpCredentials => {
    const context = await browser.newContext(httpCredentials ? { httpCredentials } : {});
    const page = await context.newPage();
    const response = await page.goto(`http://localhost:${port}/`).catch(() => null);
    const shown = await page.locator("#prompt").count();
    const eval_ = await page.evaluate(async () => {
      const r = await fetch("/.console/eval", { method: "POST", headers: { "X-Quarry-Console": "1" }, body: "1+1" });
      return r.status;
    }).catch(e => String(e));
    await context.close();
    return [response?.status() ?? 401, shown, eval_];
  };
  const said = async c => JSON.stringify(await status(c));
  check("the right password", (await said({ username: "u", password: "secret" })) === "[200,1,200]");
  for (const wrong of [{ username: "u", password: "wrong" }, { username: "other", password: "secret" }, undefined]) {
    const [code, shown, evaluated] = await status(wrong);
    check("a wrong password", code === 401 && shown === 0 && evaluated !== 200, wrong, code, shown, evaluated);
  }
}

// --- WebSockets

async function sockets(browser, scheme, port) {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  page.on("pageerror", e => bad.push("the page fails: " + e.message));
  await page.goto(`${scheme}://localhost:${port}/socket.html`);
  for (const failed of await page.evaluate(() => window.checks())) bad.push(`WebSocket, ${scheme}: ${failed}`);
  await context.close();
}

(async () => {
  const profile = mkdtempSync(path.join(tmpdir(), "quarry-browser-"));
  const browser = await chromium.launch({ executablePath, args: flags, env: { ...process.env, HOME: profile } });
  try {
    await consoleIn(browser, await serve("console.q", ""));
    await passwords(browser, await serve("console.q", '.z.pw:{(x;y)~(`u;"secret")}'));
    const page = `.h.HOME:"${__dirname}"\n\\l ${path.join(__dirname, "socket.q")}`;
    await sockets(browser, "http", await serve("../values.q", page));
    if (existsSync(process.env.SSL_KEY_FILE ?? "")) await sockets(browser, "https", await serve("../values.q", page, "-E", "1"));
  } finally {
    await browser.close();
    for (const q of servers) {
      q.removeAllListeners("exit");
      q.kill();
    }
    rmSync(profile, { recursive: true, force: true });
  }
  console.log(bad.length ? complaints + bad.join("\n") : "ok");
  process.exit(bad.length ? 1 : 0);
})().catch(e => {
  for (const q of servers) q.kill();
  console.log(e);
  process.exit(1);
});
