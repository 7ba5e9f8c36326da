// The checks that run-vscode.sh makes: what a user of the extension sees and does, in a real VS Code.
// The steps build on one another, so the first failure ends the run.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startHost } from "./vscode-host.mjs";

const [cache, vsix, server] = process.argv.slice(2);
const fixtures = path.join(import.meta.dirname, "../fixtures/editor");
const screenshots = path.join(cache, "../screenshots");
rmSync(screenshots, { recursive: true, force: true });
mkdirSync(screenshots, { recursive: true });

// The test starts without a server, so no folder with one may be on the PATH of the extension.
const searchPath = (process.env.PATH ?? "")
  .split(":")
  .filter((folder) => folder !== "" && !existsSync(path.join(folder, "azml-ls")))
  .join(":");

const host = await startHost({ cache, vsix, fixtures, searchPath });
const { page, workspace } = host;
page.setDefaultTimeout(20000);

// What is on the screen -----------------------------------------------------------------------------------------

const LINE = ".editor-instance .view-lines .view-line";
const WARNING = ".editor-instance .squiggly-warning";
const PROBLEM = ".markers-panel .monaco-list-row";

const onDisk = (file) => readFileSync(path.join(workspace, file), "utf8");
const writeToDisk = (file, text) => writeFileSync(path.join(workspace, file), text);

function warnings(count) {
  return page.waitForFunction(
    ([selector, wanted]) => document.querySelectorAll(selector).length === wanted,
    [WARNING, count],
  );
}

function problem(...parts) {
  return page.waitForFunction(
    ([selector, wanted]) =>
      [...document.querySelectorAll(selector)].some((row) => wanted.every((part) => row.textContent.includes(part))),
    [PROBLEM, parts],
  );
}

const noProblem = (part) =>
  page.waitForFunction(
    ([selector, unwanted]) => ![...document.querySelectorAll(selector)].some((row) => row.textContent.includes(unwanted)),
    [PROBLEM, part],
  );

/** VS Code draws blanks as no-break spaces. */
function lineShown(text) {
  return page.waitForFunction(
    ([selector, wanted]) =>
      [...document.querySelectorAll(selector)].some((line) => line.textContent.replaceAll("\u00a0", " ") === wanted),
    [LINE, text],
  );
}

/** The middle of `word` on the screen. */
async function locate(word) {
  const place = await page.evaluate(
    ([selector, wanted]) => {
      for (const span of document.querySelectorAll(`${selector} span span`)) {
        if (span.textContent.includes(wanted)) {
          const box = span.getBoundingClientRect();
          return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
        }
      }
      return undefined;
    },
    [LINE, word],
  );
  assert(place, `${word} is not on the screen`);
  return place;
}

async function until(condition, what) {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (condition()) {
      return;
    }
    await sleep(100);
  }
  throw new Error(`timed out waiting for ${what}`);
}

async function open(file) {
  await page.keyboard.press("Control+P");
  await page.waitForSelector(".quick-input-widget input");
  await page.keyboard.type(file, { delay: 15 });
  await page.waitForSelector(`.quick-input-list .monaco-list-row.focused:has-text("${file}")`);
  await page.keyboard.press("Enter");
  await page.waitForSelector(`.tab.active:has-text("${file}")`);
}

async function command(title) {
  await page.keyboard.press("F1");
  await page.waitForSelector(".quick-input-widget input");
  await page.keyboard.type(title, { delay: 15 });
  await page.waitForSelector(`.quick-input-list .monaco-list-row.focused:has-text("${title}")`);
  await page.keyboard.press("Enter");
}

/** Opens the quick fix menu at the first warning and returns what it offers. */
async function quickFixMenu() {
  const box = await page.locator(WARNING).first().boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.keyboard.press("Control+.");
  await page.waitForSelector(".action-widget .monaco-list-row.action");
  // The menu ignores the mouse in its first moments.
  await sleep(400);
  return page.$$eval(".action-widget .monaco-list-row.action", (rows) => rows.map((row) => row.textContent));
}

// The checks ----------------------------------------------------------------------------------------------------

let passed = 0;
let failed = 0;

async function check(name, body) {
  const start = Date.now();
  await body().catch((error) => {
    throw Object.assign(error, { check: name });
  });
  passed++;
  await page.screenshot({ path: path.join(screenshots, `${String(passed).padStart(2, "0")}.png`) });
  console.log(`ok    ${name} (${Date.now() - start} ms)`);
}

async function checks() {
  const cluster = onDisk("cluster.yml");
  const fixed = cluster.replace("min_instances: 2", "min_instances: 0");
  const instance = onDisk("ci.yml");

  await check("without a server the message says how to install one", async () => {
    await page.goto(host.url("cluster.yml"));
    await page.waitForSelector(LINE, { timeout: 60000 });
    const toast = page.locator(".notification-toast", { hasText: "azml-ls" });
    await toast.waitFor();
    const text = await toast.textContent();
    assert.match(text, /cargo install --path server/);
    assert.match(text, /azml-ls\.path/);
  });

  await check("a program that is no server is named in a message", async () => {
    host.writeMachineSettings({ "azml-ls.path": "/bin/false" });
    await page.locator(".notification-toast", { hasText: "/bin/false did not start: it ended with code 1" }).waitFor();
    assert.equal(await page.locator(".notification-toast").count(), 2);
  });

  await check("`azml-ls.path` starts the server, though the program before never answers; the warning is drawn", async () => {
    const silent = path.join(workspace, "silent");
    writeFileSync(silent, "#!/bin/sh\ntouch started\nexec sleep 600\n", { mode: 0o755 });
    host.writeMachineSettings({ "azml-ls.path": silent });
    await until(() => existsSync(path.join(workspace, "started")), "the silent program");
    host.writeMachineSettings({ "azml-ls.path": server });
    await warnings(1);
    await command("Notifications: Clear All Notifications");
  });

  await check("the Problems panel lists rule and source", async () => {
    await page.keyboard.press("Control+Shift+M");
    await problem("cluster-min-nodes", "azml-ls");
  });

  await check("hover on `amlcompute` explains the compute cluster", async () => {
    const { x, y } = await locate("amlcompute");
    await page.mouse.move(x - 6, y);
    await page.mouse.move(x, y, { steps: 4 });
    await page.waitForFunction(() =>
      [...document.querySelectorAll(".monaco-hover")].some((h) => /compute cluster/i.test(h.textContent)),
    );
  });

  await check("the first quick fix sets `min_instances` to 0", async () => {
    await page.keyboard.press("Escape");
    await page.mouse.move(900, 700);
    console.log(`      offered: ${(await quickFixMenu()).join(" | ")}`);
    await page.locator(".action-widget .monaco-list-row.action").first().click();
    await lineShown("min_instances: 0");
    await warnings(0);
    await noProblem("cluster-min-nodes");
  });

  await check("saving writes the fix and not one byte more", async () => {
    assert.equal(onDisk("cluster.yml"), cluster);
    await page.keyboard.press("Control+S");
    await until(() => onDisk("cluster.yml") !== cluster, "the file on disk to change");
    assert.equal(onDisk("cluster.yml"), fixed);
  });

  await check("Apply all safe fixes repairs the file", async () => {
    writeToDisk("cluster.yml", cluster);
    await lineShown("min_instances: 2");
    await warnings(1);
    await command("azml-ls: Apply all safe fixes");
    await lineShown("min_instances: 0");
    await warnings(0);
    await page.keyboard.press("Control+S");
  });

  await check("a sweep on a compute instance gets its warning, which points into ci.yml", async () => {
    await open("sweep.yml");
    await warnings(1);
    await problem("sweep-on-single-node", "azml-ls");
    await problem("ci.yml");
  });

  await check("a change of ci.yml on disk clears the sweep, and changing it back brings it back", async () => {
    writeToDisk("ci.yml", instance.replace("computeinstance", "amlcompute"));
    await noProblem("sweep-on-single-node");
    writeToDisk("ci.yml", instance);
    await problem("sweep-on-single-node");
  });

  await check("Restart server brings the warnings back", async () => {
    await command("azml-ls: Restart server");
    await sleep(300);
    await warnings(1);
    await problem("sweep-on-single-node");
  });

  await check("a quick fix moves the sweep to the cluster of the folder", async () => {
    const offered = await quickFixMenu();
    console.log(`      offered: ${offered.join(" | ")}`);
    assert(offered.some((title) => title.includes("gpu-cluster")));
    await page.locator(".action-widget .monaco-list-row.action", { hasText: "gpu-cluster" }).first().click();
    await lineShown("compute: azureml:gpu-cluster");
    await noProblem("sweep-on-single-node");
  });

  await check("the language status shows the server and leads to its log", async () => {
    await page.locator('[id="status.languageStatus"]').click();
    const entry = page.locator(".hover-language-status .element", { hasText: "azml-ls" });
    await entry.waitFor();
    await entry.getByText("Show log").click();
    // What stands in the log can not be seen: code-server writes it with a module that must be compiled.
    await page.waitForFunction(() =>
      [...document.querySelectorAll(".panel select")].some((box) => box.selectedOptions[0]?.textContent === "azml-ls"),
    );
  });
}

try {
  await checks();
} catch (error) {
  failed = 1;
  console.log(`FAIL  ${error.check ?? "start"}\n      ${error.message}`);
  await page.screenshot({ path: path.join(screenshots, "failure.png") }).catch(() => {});
  console.error(host.logs());
} finally {
  await host.stop();
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed);
