// The checks that run-vscode-web.sh makes: what a person sees and does in VS Code for the Web, where the rules run as
// WebAssembly and no process is. The steps build on one another, so the first failure ends the run.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { screenOf, until } from "./vscode-screen.mjs";
import { startWebHost } from "./vscode-web-host.mjs";

const [cache, vsix] = process.argv.slice(2);
const fixtures = path.join(import.meta.dirname, "../fixtures");
const screenshots = path.join(cache, "../screenshots/web");
mkdirSync(screenshots, { recursive: true });

const JOB = `$schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
type: command
command: python train.py --data 1 --depth 3
code: src
environment: azureml:sklearn:1
compute: azureml:gpu-cluster
limits: {timeout: 3600}
`;
const SPARE = `$schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
type: amlcompute
name: spare
size: Standard_D4s_v5
min_instances: 1
max_instances: 3
`;
const TRAIN = `import argparse
p = argparse.ArgumentParser()
p.add_argument("--data", required=True)
args = p.parse_args()
`;

/** The speed of a quick typist, in milliseconds for each key. */
const SPEED = { delay: 60 };

const host = await startWebHost({
  cache,
  vsix,
  fixtures: [path.join(fixtures, "editor")],
  files: { "job.yml": JOB, "spare.yml": SPARE, "src/train.py": TRAIN, "mkdocs.yml": "site_name: wine\nnav: [index.md]\n" },
});
const { page } = host;
const { keyboard } = page;
const screen = screenOf(page);
const complaints = [];
page.on("pageerror", (error) => complaints.push(String(error)));

let passed = 0;

async function check(name, body) {
  const start = Date.now();
  await body().catch((error) => {
    throw Object.assign(error, { check: name });
  });
  passed++;
  await page.screenshot({ path: path.join(screenshots, `${String(passed).padStart(2, "0")}.png`) });
  console.log(`ok    ${name} (${Date.now() - start} ms)`);
}

/** Opens a file of the Explorer. */
async function open(file) {
  await page.locator(".explorer-folders-view .monaco-list-row", { hasText: file }).dblclick();
  await screen.activeTab(file);
  await page.locator(".editor-instance .view-lines").first().click();
}

async function titles() {
  const action = ".action-widget .monaco-list-row.action";
  await page.waitForSelector(action);
  return page.$$eval(action, (rows) => rows.map((row) => row.textContent));
}

/** The files of the workspace whose texts were asked for. */
const read = () => host.requested.map((address) => new URL(address)).filter((it) => it.search === "").map((it) => it.pathname.replace("/static/mount/", ""));

async function checks() {
  await check("a YAML file of another tool has no problems, and nothing else is read", async () => {
    await page.goto(host.url);
    await open("mkdocs.yml");
    await screen.loaded();
    await page.locator('[id="status.languageStatus"]').waitFor();
    await screen.statusSays("azml-ls");
    assert.deepEqual(read(), ["mkdocs.yml"]);
    await keyboard.press("Control+Shift+M");
    await page.locator(".markers-panel", { hasText: "No problems" }).waitFor();
  });

  await check("a file of Azure ML is checked: the warning is drawn, and the Problems panel names the rule", async () => {
    await open("cluster.yml");
    await screen.warningDrawn();
    await screen.problem("cluster-min-nodes", "azml-ls");
    await page.locator(".statusbar-item", { hasText: "Azure ML:" }).waitFor();
  });

  await check("the files around it are read: a sweep on the compute instance that ci.yml defines", async () => {
    await open("sweep.yml");
    await screen.problem("sweep-on-single-node", "azml-ls");
    await screen.problem("ci.yml");
    assert(read().includes("src/train.py"), read().join(" "));
  });

  await check("hover explains a compute, with what its file says", async () => {
    await screen.hover("ci-anna", "Standard_DS3_v2");
    await page.screenshot({ path: path.join(screenshots, "hover.png") });
    await page.mouse.move(900, 700);
  });

  await check("F12 leads to the definition of the compute", async () => {
    await screen.goTo(4, 22);
    await keyboard.press("F12");
    await screen.activeTab("ci.yml");
    await screen.cursorAt("Ln 3, Col 7");
  });

  await check("what is typed there and not saved counts for the sweep", async () => {
    await screen.goTo(2, 7);
    await keyboard.press("Shift+End");
    await keyboard.type("amlcompute", SPEED);
    await screen.noProblem("sweep-on-single-node");
    await keyboard.press("Escape");
    await screen.problem("key-belongs-elsewhere", "idle_time_before_shutdown_minutes");
    for (let undone = 0; undone < 20; undone++) {
      await keyboard.press("Control+Z");
    }
    await screen.problem("sweep-on-single-node");
  });

  await check("completion lists the computes of the folder, and Enter takes one", async () => {
    await open("sweep.yml");
    await screen.goTo(4, 10);
    await keyboard.press("Shift+End");
    await keyboard.type("azureml:", SPEED);
    const labels = await screen.menu("gpu-cluster");
    assert(labels.includes("ci-anna"), labels.join(" "));
    assert.match(await screen.noteOf("gpu-cluster"), /2–4 nodes/);
    await page.screenshot({ path: path.join(screenshots, "completion.png") });
    await screen.choose("gpu-cluster");
    await screen.lineShown("compute: azureml:gpu-cluster");
    await screen.noProblem("sweep-on-single-node");
  });

  await check("keys are completed with their required children", async () => {
    await screen.goTo(19, 1);
    await keyboard.press("Control+End");
    await keyboard.type("early", SPEED);
    await screen.choose("early_termination");
    await screen.lineShown("early_termination:");
    await screen.lineShown("type:", { indented: true });
    await keyboard.press("Escape");
  });

  await check("half a key is not reported while it is typed, and is as soon as the cursor leaves the line", async () => {
    await open("cluster.yml");
    await keyboard.press("Control+End");
    await keyboard.type("descr", SPEED);
    await keyboard.press("Escape");
    await sleep(1000);
    assert.equal(await page.locator(".markers-panel .monaco-list-row", { hasText: "yaml-syntax" }).count(), 0);
    await keyboard.press("ArrowUp");
    await screen.problem("yaml-syntax");
    await screen.goTo(7, 1);
    await keyboard.press("Shift+End");
    await keyboard.press("Delete");
    await screen.noProblem("yaml-syntax");
  });

  await check("a script is read through the file system of the workspace, and a quick fix takes its argument away", async () => {
    await open("job.yml");
    await screen.problem("--depth", "unknown-script-argument");
    await screen.problem("train.py", "the arguments are declared here");
    await screen.goTo(3, 40);
    await keyboard.press("Control+.");
    const offered = await titles();
    await page.screenshot({ path: path.join(screenshots, "fixes.png") });
    console.log(`      offered: ${offered.join(" | ")}`);
    assert.match(offered[0], /--depth/);
    await keyboard.press("Enter");
    await screen.lineShown("command: python train.py --data 1");
    await screen.noProblem("--depth");
  });

  await check("the first quick fix sets `min_instances` to 0", async () => {
    await open("cluster.yml");
    await screen.problem("cluster-min-nodes");
    await screen.quickFix("min_instances: 2", "");
    await screen.lineShown("min_instances: 0");
    await screen.noProblem("cluster-min-nodes");
    await keyboard.press("Control+S");
    await page.locator(".tab.active.dirty").waitFor({ state: "detached" });
    await keyboard.press("Control+Z");
    await screen.problem("cluster-min-nodes");
  });

  await check("with `diagnosticMode`, files that are not open are checked, too", async () => {
    await screen.noProblem("`min_instances: 1`");
    await screen.command("Preferences: Open User Settings (JSON)");
    await screen.activeTab("settings.json");
    await page.locator(".editor-instance .view-lines").first().click();
    await keyboard.press("Control+A");
    await keyboard.insertText('{"azml-ls.diagnosticMode": "workspace"}');
    await keyboard.press("Control+S");
    await screen.problem("`min_instances: 1`");
    await keyboard.press("Control+A");
    await keyboard.insertText("{}");
    await keyboard.press("Control+S");
    await screen.noProblem("`min_instances: 1`");
  });

  await check("a rule is turned off for the folder in a new azml.yaml", async () => {
    await open("cluster.yml");
    await screen.quickFix("min_instances: 2", "Turn off `cluster-min-nodes` for this folder");
    await screen.noProblem("cluster-min-nodes");
    await page.locator(".explorer-folders-view .monaco-list-row", { hasText: "azml.yaml" }).waitFor();
  });

  await check("the name of the rule opens its page", async () => {
    await open("sweep.yml");
    await page.locator(".markers-panel a", { hasText: "sweep-no-timeout" }).click();
    await screen.activeTab("sweep-no-timeout.md");
    const shown = await screen.frameWith("h1");
    await shown.locator("h1", { hasText: "sweep-no-timeout" }).waitFor();
  });

  await check("the graph of a pipeline opens beside it and leads back to a step", async () => {
    await open("pipeline.yml");
    await screen.command("Azure ML: Show pipeline graph");
    const graph = await screen.graph();
    await graph.locator(".node.step.on-cluster", { hasText: "gpu-cluster" }).first().waitFor();
    assert.equal(await graph.locator(".node").count(), 3);
    await graph.locator(".node.step", { hasText: "train" }).click();
    await screen.cursorAt("Ln 14");
    await page.screenshot({ path: path.join(screenshots, "graph.png") });
    await screen.command("View: Close All Editors in Group");
  });

  await check("a new file offers whole documents", async () => {
    await screen.command("Azure ML: New Azure ML file");
    await page.waitForSelector('.quick-input-title:has-text("New Azure ML file in ")');
    await keyboard.press("Control+A");
    await keyboard.type("fresh-cluster.yml", SPEED);
    await keyboard.press("Enter");
    await screen.activeTab("fresh-cluster.yml");
    await screen.menu("compute cluster");
    await page.screenshot({ path: path.join(screenshots, "documents.png") });
    await screen.choose("compute cluster");
    await screen.lineShown("type: amlcompute");
    await keyboard.press("Escape");
  });

  await check("commands that need a process are not offered", async () => {
    await keyboard.press("F1");
    await page.waitForSelector(".quick-input-box input");
    await keyboard.type("Azure ML:", SPEED);
    const row = page.locator(".quick-input-list .monaco-list-row");
    await row.filter({ hasText: "Azure ML: Show log" }).waitFor();
    const shown = await row.allTextContents();
    assert(!shown.some((text) => /Show plan|Refresh|safe fixes|report/.test(text)), shown.join(" | "));
    await keyboard.press("Escape");
  });

  await check("no error came up, and no file was asked for anywhere else", async () => {
    assert.deepEqual(complaints, []);
    assert.deepEqual(host.strangers, []);
  });
}

let failed = 0;
try {
  await checks();
} catch (error) {
  failed++;
  console.log(`FAIL  ${error.check ?? "start"}\n      ${error.message}`);
  await page.screenshot({ path: path.join(screenshots, "failure.png") }).catch(() => {});
  console.error([...complaints, `asked for: ${read().join(" ")}`].join("\n"));
} finally {
  await host.stop();
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed);
