// What a demanding user stumbled on, once more: findings that outlive `git pull`, files that move, a pipeline from finished
// steps, what is offered first, half-written lines, cards and their links, and the menu of fixes. A folder of its own;
// each sight is kept as a picture in a light theme and in a dark one.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { until } from "./vscode-screen.mjs";

const LATEST = "https://azuremlschemas.azureedge.net/latest";

const FILES = {
  "clusters/gpu.yml": `$schema: ${LATEST}/amlCompute.schema.json
type: amlcompute
name: gpu-cluster
size: Standard_NC24ads_A100_v4
min_instances: 0
max_instances: 4
`,
  "clusters/cpu.yml": `$schema: ${LATEST}/amlCompute.schema.json
type: amlcompute
name: cpu-cluster
size: Standard_D4s_v5
min_instances: 0
max_instances: 8
`,
  "clusters/anna.yml": `$schema: ${LATEST}/computeInstance.schema.json
type: computeinstance
name: ci-anna
size: Standard_DS3_v2
idle_time_before_shutdown_minutes: 60
`,
  "src/clean.py": "print('clean')\n",
  "src/train.py": "print('train')\n",
  "components/clean.yml": `$schema: ${LATEST}/commandComponent.schema.json
type: command
name: clean
version: "1"
description: Drops broken rows.
code: ../src
command: python clean.py \${{inputs.raw}} \${{outputs.table}}
environment: azureml:sklearn:3
inputs:
  raw: {type: uri_folder, description: The files as they came.}
outputs:
  table: {type: uri_folder, description: The cleaned table.}
`,
  "components/train.yml": `$schema: ${LATEST}/commandComponent.schema.json
type: command
name: train
version: "1"
code: ../src
command: python train.py \${{inputs.table}} \${{inputs.epochs}} \${{outputs.model}}
environment: azureml:sklearn:3
inputs:
  table: {type: uri_folder}
  epochs: {type: integer, default: 10}
outputs:
  model: {type: mlflow_model}
`,
  "pipeline.yml": `$schema: ${LATEST}/pipelineJob.schema.json
type: pipeline
display_name: wine
settings:
  default_compute: azureml:cpu-cluster
inputs:
  raw: {type: uri_folder, path: azureml:wine:1}
jobs:
`,
  "sweep.yml": `$schema: ${LATEST}/sweepJob.schema.json
type: sweep
display_name: tune
compute: azureml:ci-anna
trial:
  code: ./src
  command: python train.py --rate \${{search_space.rate}}
  environment: azureml:sklearn:3
sampling_algorithm: random
search_space:
  rate: {type: uniform, min_value: 0.01, max_value: 0.9}
objective: {goal: minimize, primary_metric: loss}
limits: {max_total_trials: 20, max_concurrent_trials: 4, timeout: 7200, trial_timeout: 600}
`,
  "schedule.yml": `$schema: ${LATEST}/schedule.schema.json
name: nightly
trigger:
  type: cron
  expression: "30 5 * * mon-fri"
  time_zone: Pacific Standard Time
create_job: ./pipeline.yml
`,
};

export async function points(screen, { host, server, check, picture, inWorkspace, onDisk, writeToDisk }) {
  const { page } = host;
  const { keyboard } = page;
  const type = (text) => keyboard.type(text, { delay: 120 });
  const actions = page.locator(".action-widget .monaco-list-row.action");
  const problems = page.locator(".markers-panel .monaco-list-row");

  /** The same in both themes; nothing that is open is closed by the change. */
  async function pictures(name) {
    await picture(name);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.waitForSelector(".monaco-workbench.vs-dark");
    await picture(`${name}-dark`);
    await page.emulateMedia({ colorScheme: "light" });
    await page.waitForSelector(".monaco-workbench.vs");
  }

  async function saved(file, part) {
    await keyboard.press("Control+S");
    await until(() => onDisk(file).includes(part), () => `${JSON.stringify(part)} in ${file}:\n${onDisk(file)}`);
  }

  async function cursorBehind(file, text) {
    const before = onDisk(file).slice(0, onDisk(file).indexOf(text) + text.length).split("\n");
    assert(before.join("\n").endsWith(text), `${text} is not in ${file}`);
    await screen.goTo(before.length, before.at(-1).length + 1);
  }

  async function card(file, text) {
    await cursorBehind(file, text);
    await screen.command("Show or Focus Hover");
  }

  /** Opens the menu of fixes. The keys count once the editor has the focus, which is not seen. */
  async function fixes() {
    for (let attempt = 0; attempt < 5; attempt++) {
      await keyboard.press("Control+.");
      const shown = await actions.first().waitFor({ timeout: 4000 }).then(() => true, () => false);
      if (shown) {
        break;
      }
    }
    // The menu ignores the mouse in its first moments.
    await sleep(400);
    return actions.allTextContents();
  }

  /** Waits until VS Code hears of changes on the disk, which it does not from the start: the Explorer shows a new file. */
  async function watching() {
    const row = page.locator(".explorer-folders-view .monaco-list-row", { hasText: "seen.txt" });
    await until(async () => {
      rmSync(inWorkspace("seen.txt"), { force: true });
      writeToDisk("seen.txt", "");
      return row.waitFor({ timeout: 2000 }).then(() => true, () => false);
    }, "the Explorer to show a new file");
    rmSync(inWorkspace("seen.txt"));
    await row.waitFor({ state: "detached" });
  }

  function git(...words) {
    const author = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"];
    execFileSync("git", [...author, ...words], { cwd: inWorkspace("."), stdio: "pipe" });
  }

  for (const folder of ["clusters", "components", "src"]) {
    mkdirSync(inWorkspace(folder), { recursive: true });
  }
  for (const [file, text] of Object.entries(FILES)) {
    writeToDisk(file, text);
  }
  for (const other of ["ci.yml", "cluster.yml", "docker-compose.yml"]) {
    rmSync(inWorkspace(other));
  }
  host.writeMachineSettings({
    "azml-ls.path": server,
    "editor.hover.delay": 100,
    "git.enabled": false,
    "window.autoDetectColorScheme": true,
    "workbench.preferredLightColorTheme": "Default Light Modern",
    "workbench.preferredDarkColorTheme": "Default Dark Modern",
  });
  await page.emulateMedia({ colorScheme: "light" });

  await check("1: after `git pull` the finding that no longer holds is gone, and after going back it is there", async () => {
    git("init", "--quiet");
    git("add", "--all");
    git("commit", "--quiet", "--message", "first");
    git("checkout", "--quiet", "-b", "theirs");
    writeToDisk("clusters/anna.yml", FILES["clusters/cpu.yml"].replace("cpu-cluster", "ci-anna"));
    git("commit", "--quiet", "--all", "--message", "a cluster now");
    git("checkout", "--quiet", "-");
    await page.goto(host.url("sweep.yml"));
    await screen.loaded();
    await keyboard.press("Control+Shift+M");
    await screen.problem("sweep-on-single-node");
    await watching();
    await pictures("1-before-pull");
    git("pull", "--quiet", ".", "theirs");
    await screen.noProblem("sweep-on-single-node");
    await pictures("1-after-pull");
    git("reset", "--quiet", "--hard", "HEAD~1");
    await screen.problem("sweep-on-single-node");
  });

  await check("8: the menu of fixes names each way once, and the chosen one leaves no finding", async () => {
    await cursorBehind("sweep.yml", "compute: azureml:ci");
    const titles = await fixes();
    await pictures("8-fixes");
    assert.deepEqual(titles, [...new Set(titles)]);
    await actions.filter({ hasText: "Run on `cpu-cluster`" }).first().click();
    await screen.lineShown("compute: azureml:cpu-cluster");
    await screen.noProblem("sweep-on-single-node");
    await saved("sweep.yml", "compute: azureml:cpu-cluster");
    await screen.noProblem("sweep.yml");
  });

  await check("4: computes come with what they mean for the job", async () => {
    await cursorBehind("sweep.yml", "compute: azureml:cpu-cluster");
    await keyboard.press("Shift+Home");
    await type("compute: ");
    const offered = await screen.menuOn("Control+Space", "cpu-cluster");
    assert(offered.indexOf("cpu-cluster") < offered.indexOf("serverless"), offered.join(" | "));
    await pictures("4-computes");
    // A compute instance runs a sweep on one node, which a rule warns of: it is not offered first.
    assert.notEqual(offered[0], "ci-anna");
    assert.match(await screen.noteOf("cpu-cluster"), /^trials run in parallel · 0–8 nodes/);
    await screen.choose("cpu-cluster");
    await saved("sweep.yml", "compute: azureml:cpu-cluster\n");
  });

  await check("4: the sizes of a cluster begin with common ones, with their price", async () => {
    await screen.open("cpu.yml");
    await cursorBehind("clusters/cpu.yml", "size: Standard_D4s_v5");
    await keyboard.press("Shift+Home");
    await type("size: ");
    await keyboard.press("Control+Space");
    const first = page.locator(".suggest-widget.visible .monaco-list-row").first();
    await first.waitFor();
    await pictures("4-sizes");
    assert.match(await first.locator(".details-label").textContent(), /vCPU.*\$/);
    await keyboard.press("Escape");
    await screen.command("File: Revert File");
  });

  await check("3: `jobs` offers the components of the folder as finished steps, bound to what fits", async () => {
    await screen.open("pipeline.yml");
    await screen.goTo(9, 1);
    await type("  ");
    const offered = await screen.menuOn("Control+Space", "clean");
    assert(offered.includes("train"), offered.join(" | "));
    await pictures("3-steps");
    await screen.choose("clean");
    await saved("pipeline.yml", "    component: ./components/clean.yml\n    inputs:\n      raw: ${{parent.inputs.raw}}");
    await keyboard.press("Escape");
    await keyboard.press("Control+End");
    await keyboard.press("Enter");
    await keyboard.press("Shift+Home");
    await type("  tr");
    await screen.choose("train");
    await saved("pipeline.yml", "      table: ${{parent.jobs.clean.outputs.table}}");
    await keyboard.press("Escape");
    await screen.noProblem("pipeline.yml");
    await pictures("3-written");
  });

  await check("5: half a key is no problem while it is written, others stay, and saved it is one", async () => {
    await screen.open("sweep.yml");
    writeToDisk("sweep.yml", onDisk("sweep.yml").replace("display_name: tune", "display_name: tune\ntags: [a]"));
    await screen.lineShown("tags: [a]");
    await screen.problem("invalid-type");
    await screen.goTo(15, 1);
    await type("descr");
    await keyboard.press("Escape");
    await sleep(1500);
    await screen.problem("invalid-type");
    const red = await problems.filter({ hasText: "Ln 15" }).allTextContents();
    assert.deepEqual(red, []);
    await pictures("5-typing");
    await keyboard.press("Control+S");
    await problems.filter({ hasText: "Ln 15" }).first().waitFor();
    writeToDisk("sweep.yml", onDisk("sweep.yml").replace("tags: [a]\n", "").replace(/descr\n?$/, ""));
    await screen.noProblem("invalid-type");
  });

  await check("7: the card of a bound input says where it is from", async () => {
    await screen.open("pipeline.yml");
    await card("pipeline.yml", "      tab");
    await screen.hoverShows("From:.*table.*of step.*clean");
    await pictures("7-input");
    await keyboard.press("Escape");
  });

  await check("7: a card of a schedule has the cron expression in words", async () => {
    await screen.open("schedule.yml");
    await card("schedule.yml", "30 5 *");
    await screen.hoverShows("at 05:30");
    await pictures("7-cron");
    await keyboard.press("Escape");
  });

  await check("7: the card of a compute leads to its file, and F12 on `azureml:` too", async () => {
    await screen.open("pipeline.yml");
    await card("pipeline.yml", "azureml:cpu-cl");
    await screen.hoverShows("compute cluster");
    await pictures("7-compute");
    await page.locator(".monaco-hover a", { hasText: "clusters/cpu.yml" }).first().click();
    await screen.activeTab("cpu.yml");
    await screen.open("pipeline.yml");
    await cursorBehind("pipeline.yml", "default_compute: azure");
    await keyboard.press("F12");
    await screen.activeTab("cpu.yml");
    await screen.cursorAt("Ln 3,");
  });

  await check("2: a file that is renamed in the explorer is renamed where it is named", async () => {
    await screen.open("clean.yml");
    await screen.command("File: Reveal Active File in Explorer View");
    await page.locator(".explorer-folders-view .monaco-list-row.selected", { hasText: "clean.yml" }).waitFor();
    await keyboard.press("F2");
    const input = page.locator(".explorer-item-edited input");
    await input.waitFor();
    await input.fill("tidy.yml");
    await keyboard.press("Enter");
    // VS Code asks whether the extension may change other files with it.
    const ask = page.locator(".monaco-dialog-box");
    await ask.waitFor();
    await pictures("2-question");
    await ask.locator(".monaco-button", { hasText: "OK" }).click();
    await screen.activeTab("tidy.yml");
    await page.locator(".explorer-folders-view .monaco-list-row", { hasText: "tidy.yml" }).waitFor();
    await page.locator(".tab", { hasText: "pipeline.yml" }).and(page.locator(".dirty")).waitFor();
    await screen.open("pipeline.yml");
    await screen.lineShown("component: ./components/tidy.yml", { indented: true });
    await screen.command("File: Save All Files");
    await until(() => onDisk("pipeline.yml").includes("./components/tidy.yml"), () => onDisk("pipeline.yml"));
    await screen.noProblem("component-file-missing");
    await pictures("2-moved");
  });

  await check("2: a new name for the path moves the file", async () => {
    await cursorBehind("pipeline.yml", "component: ./components/tr");
    await screen.rename("./components/train.yml", "./components/fit.yml");
    await screen.lineShown("component: ./components/fit.yml", { indented: true });
    await until(() => existsSync(inWorkspace("components/fit.yml")), "components/fit.yml");
    assert(onDisk("components/fit.yml").includes("name: train"));
  });

  await check("2: a file that is not there: its near name, or a new file", async () => {
    await screen.command("File: Save All Files");
    await page.waitForFunction(() => document.querySelector(".tab.dirty") === null);
    await until(() => onDisk("pipeline.yml").includes("components/fit.yml"), () => onDisk("pipeline.yml"));
    writeToDisk("pipeline.yml", onDisk("pipeline.yml").replace("components/fit.yml", "components/fitt.yml"));
    await screen.problem("component-file-missing");
    await cursorBehind("pipeline.yml", "components/fi");
    await fixes();
    await pictures("2-missing");
    await actions.filter({ hasText: "components/fit.yml" }).first().click();
    await screen.lineShown("component: ./components/fit.yml", { indented: true });
    await screen.noProblem("component-file-missing");
  });

  await check("11: the outline says what the pipeline is, at the level of the keys", async () => {
    await page.locator(".pane-header", { hasText: "Outline" }).click();
    const outline = page.locator('.outline-tree .monaco-list-row[aria-level="1"]');
    await outline.filter({ hasText: "wine" }).filter({ hasText: "2 steps" }).waitFor();
    await outline.filter({ hasText: "settings" }).waitFor();
    await pictures("11-outline");
  });
}
