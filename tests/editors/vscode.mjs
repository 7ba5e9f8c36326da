// The checks that run-vscode.sh makes: what a user of the extension sees and does, in a real VS Code.
// The steps build on one another, so the first failure ends the run.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startHost } from "./vscode-host.mjs";
import { screenOf, until } from "./vscode-screen.mjs";
import { commands } from "./vscode-commands.mjs";
import { keys } from "./vscode-keys.mjs";
import { notebooks } from "./vscode-notebooks.mjs";
import { points } from "./vscode-points.mjs";
import { states } from "./vscode-states.mjs";
import { submit, writeAzureCli } from "./vscode-submit.mjs";
import { panel, typing } from "./vscode-typing.mjs";
import { views } from "./vscode-views.mjs";
import { workspace } from "./vscode-workspace.mjs";
import { writing } from "./vscode-writing.mjs";

const [cache, vsix, server, only] = process.argv.slice(2);
const fixtures = (name) => path.join(import.meta.dirname, "../fixtures", name);
const screenshots = path.join(cache, "../screenshots");
rmSync(screenshots, { recursive: true, force: true });
mkdirSync(screenshots, { recursive: true });

let passed = 0;
let failed = 0;
let host;

async function check(name, body) {
  const start = Date.now();
  await body().catch((error) => {
    throw Object.assign(error, { check: name });
  });
  passed++;
  await host.page.screenshot({ path: path.join(screenshots, `${String(passed).padStart(2, "0")}.png`) });
  console.log(`ok    ${name} (${Date.now() - start} ms)`);
}

/** Those of the page of the extension; the README of the repository shows `editor`, too. */
const GALLERY = ["editor", "graph"];
/** Those of the walkthrough, which is narrow: a part of the window each. */
const WALKTHROUGH = {
  completion: { x: 352, y: 36, width: 540, height: 260 },
  problems: { x: 352, y: 36, width: 720, height: 446 },
  computes: { x: 48, y: 612, width: 300, height: 156 },
  graph: { x: 352, y: 36, width: 728, height: 470 },
};
const media = path.join(import.meta.dirname, "../../editors/vscode/media");

/** A picture with a name, for people: once nothing moves. */
async function picture(name) {
  await sleep(300);
  const file = path.join(screenshots, `${name}.png`);
  await host.page.screenshot({ path: file });
  if (process.env.GALLERY === undefined) {
    return;
  }
  if (GALLERY.includes(name)) {
    copyFileSync(file, path.join(media, `${name}.png`));
  }
  if (WALKTHROUGH[name] !== undefined) {
    await host.page.screenshot({ path: path.join(media, `walkthrough-${name}.png`), clip: WALKTHROUGH[name] });
  }
}

/** PATH without any folder that has an azml-ls, so that the extension finds only what the checks give it. */
function pathWithoutServer() {
  return (process.env.PATH ?? "")
    .split(":")
    .filter((folder) => folder !== "" && !existsSync(path.join(folder, "azml-ls")))
    .join(":");
}

async function withHost(options, body) {
  host = await startHost({ cache, vsix, fixtures: [fixtures("editor")], ...options });
  try {
    await body(screenOf(host.page));
  } catch (error) {
    failed++;
    console.log(`FAIL  ${error.check ?? "start"}\n      ${error.message}`);
    await host.page.screenshot({ path: path.join(screenshots, "failure.png") }).catch(() => {});
    console.error(host.logs());
  } finally {
    await host.stop();
  }
}

/** The server under test runs only in the editor of this test, and in its folder. */
function serverProcesses() {
  return readdirSync("/proc").filter((id) => {
    try {
      const inFolder = /^\d+$/.test(id) && readlinkSync(`/proc/${id}/cwd`) === host.workspace;
      return inFolder && readFileSync(`/proc/${id}/cmdline`, "utf8").includes(server);
    } catch {
      return false;
    }
  });
}

function commandLines() {
  return readdirSync("/proc").map((id) => {
    try {
      return /^\d+$/.test(id) ? readFileSync(`/proc/${id}/cmdline`, "utf8") : "";
    } catch {
      return "";
    }
  });
}

const inWorkspace = (file) => path.join(host.workspace, file);
const onDisk = (file) => readFileSync(inWorkspace(file), "utf8");
const writeToDisk = (file, text) => writeFileSync(inWorkspace(file), text);
const writeProgram = (file, text) => writeFileSync(inWorkspace(file), `#!/bin/sh\n${text}\n`, { mode: 0o755 });

async function everyday(screen) {
  const { page } = host;
  const cluster = onDisk("cluster.yml");
  const fixed = cluster.replace("min_instances: 2", "min_instances: 0");
  const instance = onDisk("ci.yml");

  await check("without a server the message says how to install one", async () => {
    await page.goto(host.url("cluster.yml"));
    await screen.loaded();
    const toast = screen.toast("azml-ls");
    await toast.waitFor();
    const text = await toast.textContent();
    assert.match(text, /cargo install --path server/);
    assert.match(text, /azml-ls\.path/);
  });

  await check("a program that is no server is named in a message", async () => {
    host.writeMachineSettings({ "azml-ls.path": "/bin/false" });
    await screen.toast("/bin/false did not start: it ended with code 1").waitFor();
    assert.equal(await page.locator(".notification-toast").count(), 2);
  });

  await check("`azml-ls.path` starts the server, though the program before never answers; the warning is drawn", async () => {
    writeProgram("silent", "touch started; exec sleep 600");
    host.writeMachineSettings({ "azml-ls.path": inWorkspace("silent") });
    await until(() => existsSync(inWorkspace("started")), "the silent program");
    host.writeMachineSettings({ "azml-ls.path": server });
    await screen.warningDrawn();
    await screen.command("Notifications: Clear All Notifications");
  });

  await check("the Problems panel lists rule and source", async () => {
    await page.keyboard.press("Control+Shift+M");
    await screen.problem("cluster-min-nodes", "azml-ls");
  });

  await check("hover on `amlcompute` explains the compute cluster", async () => {
    await screen.hover("amlcompute", "compute cluster");
  });

  await check("the first quick fix sets `min_instances` to 0", async () => {
    await page.keyboard.press("Escape");
    await page.mouse.move(900, 700);
    await screen.quickFix("min_instances: 2", "");
    await screen.lineShown("min_instances: 0");
    await screen.noProblem("cluster-min-nodes");
  });

  await check("saving writes the fix and not one byte more", async () => {
    assert.equal(onDisk("cluster.yml"), cluster);
    await page.keyboard.press("Control+S");
    await until(() => onDisk("cluster.yml") !== cluster, "the file on disk to change");
    assert.equal(onDisk("cluster.yml"), fixed);
  });

  await check("Apply all safe fixes repairs the file", async () => {
    writeToDisk("cluster.yml", `${cluster}description: yes\n`);
    await screen.lineShown("description: yes");
    await screen.problem("quote-required-string");
    await screen.command("Azure ML: Apply all safe fixes");
    await screen.lineShown('description: "yes"');
    await screen.noProblem("quote-required-string");
    await page.keyboard.press("Control+S");
  });

  await check("a sweep on a compute instance gets its warning, which points into ci.yml", async () => {
    await screen.open("sweep.yml");
    await screen.problem("sweep-on-single-node", "azml-ls");
    await screen.problem("ci.yml");
  });

  await check("a change of ci.yml on disk clears the sweep, and changing it back brings it back", async () => {
    writeToDisk("ci.yml", instance.replace("computeinstance", "amlcompute"));
    await screen.noProblem("sweep-on-single-node");
    writeToDisk("ci.yml", instance);
    await screen.problem("sweep-on-single-node");
  });

  await check("Restart server starts another process, which reports the same", async () => {
    const before = serverProcesses();
    await screen.command("Azure ML: Restart server");
    await until(() => serverProcesses().some((id) => !before.includes(id)), "a new process");
    await until(() => before.every((id) => !serverProcesses().includes(id)), "the old process to end");
    await screen.problem("sweep-on-single-node");
  });

  await check("a quick fix moves the sweep to the cluster of the folder", async () => {
    await screen.quickFix("compute: azureml:ci-anna", "gpu-cluster");
    await screen.lineShown("compute: azureml:gpu-cluster");
    await screen.noProblem("sweep-on-single-node");
  });

  await check("the graph of a pipeline opens beside it, follows what is typed and leads back to a step", async () => {
    await screen.open("pipeline.yml");
    await screen.lineShown("jobs:");
    await page.locator('.editor-actions [aria-label^="Show pipeline graph"], .title-actions [aria-label^="Show pipeline graph"]').first().click();
    const graph = await screen.graph();
    await graph.locator(".node.step.on-cluster", { hasText: "gpu-cluster" }).first().waitFor();
    assert.equal(await graph.locator(".node").count(), 3);
    assert.equal(await graph.locator(".edge.plain:not(#map *)").count(), 2);
    const train = graph.locator(".node.step", { hasText: "train" });
    await train.click();
    await page.waitForFunction(() => /Ln 14\b/.test(document.querySelector('[id="status.editor.selection"]')?.textContent ?? ""));
    // The name of the step is selected, so that typing renames it.
    await page.keyboard.type("fit");
    await graph.locator(".node.step", { hasText: "fit" }).waitFor();
    await page.keyboard.press("Control+Z");
    await train.waitFor();
    await page.keyboard.press("Control+S");
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

/** A folder from the internet brings a program and names it in its settings, and a task that runs as soon as it is opened. */
async function untrusted(screen, azure) {
  const { page } = host;
  const calls = writeAzureCli(azure);
  writeProgram("planted", "touch planted-ran");
  mkdirSync(inWorkspace(".vscode"));
  writeToDisk(".vscode/settings.json", JSON.stringify({ "azml-ls.path": "planted" }));
  const task = { type: "azml", action: "create", file: "sweep.yml", runOptions: { runOn: "folderOpen" } };
  writeToDisk(".vscode/tasks.json", JSON.stringify({ version: "2.0.0", tasks: [task] }));

  await check("an untrusted workspace can not choose the program: the one on PATH works", async () => {
    await page.goto(host.url("cluster.yml"));
    await screen.loaded();
    await page.locator('[id="status.workspaceTrust"], .part.banner', { hasText: "Restricted Mode" }).first().waitFor();
    await screen.warningDrawn();
    assert(!existsSync(inWorkspace("planted-ran")));
  });

  await check("... and nothing of it is submitted: there is no note and no command for it", async () => {
    await screen.open("sweep.yml");
    await page.locator(".codelens-decoration a", { hasText: /^Plan$/ }).waitFor();
    assert.equal(await page.locator(".codelens-decoration a", { hasText: /^Submit$/ }).count(), 0);
    await page.keyboard.press("F1");
    await page.keyboard.type("Azure ML: ");
    await page.waitForSelector('.quick-input-list .monaco-list-row:has-text("Azure ML: Show plan")');
    assert.equal(await page.locator('.quick-input-list .monaco-list-row:has-text("Azure ML: Submit")').count(), 0);
    await page.keyboard.press("Escape");
    assert.deepEqual(calls(), []);
  });

  await check("... and is restricted to the open folder", async () => {
    assert(commandLines().some((line) => line.includes("azml-ls") && line.includes("--restricted")));
  });
}

/** As a newcomer installs it: the file of the release for this platform, no Rust, no Node, no settings. */
async function bundled(screen) {
  await check("the package of this platform works in a clean profile without anything else", async () => {
    await host.page.goto(host.url("cluster.yml"));
    await screen.loaded();
    await screen.warningDrawn();
    assert.equal(await host.page.locator(".notification-toast").count(), 0);
    assert(commandLines().some((line) => line.includes("bundled/azml-ls")));
  });
}

/** What the README shows. */
async function tour(screen) {
  const { page } = host;
  host.writeMachineSettings({ "azml-ls.diagnosticMode": "workspace" });

  await check("the tour has its warnings in all files, and a card for the compute of the sweep", async () => {
    await page.goto(host.url("jobs/sweep.yml"));
    await screen.loaded();
    await screen.warningDrawn();
    await page.keyboard.press("Control+Shift+M");
    for (const rule of ["sweep-on-single-node", "instance-no-idle-shutdown", "cluster-min-nodes"]) {
      await screen.problem(rule, "azml-ls");
    }
    await screen.hover("ci-anna", "24 trials share");
    await picture("editor");
  });
}

const tools = { server, check, picture, inWorkspace, onDisk, writeToDisk };
const folders = [fixtures("editor"), fixtures("pipelines")];

const packed = readdirSync(path.join(cache, "vsix")).map((file) => path.join(cache, "vsix", file))[0];

/** An extension that does nothing but have a name, as a file to install. */
function namesake(folder, publisher, name) {
  const text = JSON.stringify({ name, publisher, version: "1.25.0", engines: { vscode: "^1.82.0" } });
  writeFileSync(path.join(folder, "package.json"), text);
  writeFileSync(path.join(folder, "README.md"), "It does nothing.\n");
  const vsce = path.join(import.meta.dirname, "../../editors/vscode/node_modules/@vscode/vsce/vsce");
  const options = ["package", "--no-dependencies", "--skip-license", "--allow-missing-repository", "--out", "it.vsix"];
  execFileSync(process.execPath, [vsce, ...options], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  return path.join(folder, "it.vsix");
}

/** The parts of the test; an argument names one of them. */
const parts = {
  bundled: () => withHost({ searchPath: "/usr/bin:/bin", vsix: packed }, bundled),
  tour: () => withHost({ searchPath: "/usr/bin:/bin", vsix: packed, fixtures: [fixtures("tour")] }, tour),
  everyday: () => withHost({ searchPath: pathWithoutServer() }, everyday),
  points: () => withHost({ searchPath: pathWithoutServer() }, (screen) => points(screen, { host, ...tools })),
  views: () => withHost({ searchPath: pathWithoutServer() }, (screen) => views(screen, { host, ...tools })),
  writing: () =>
    withHost({ searchPath: pathWithoutServer(), fixtures: folders }, (screen) => writing(screen, { host, ...tools })),
  commands: () => withHost({ searchPath: pathWithoutServer() }, (screen) => commands(screen, { host, ...tools })),
  states: () => withHost({ searchPath: pathWithoutServer(), fixtures: folders }, (screen) => states(screen, { host, ...tools })),
  typing: () => {
    const folder = mkdtempSync(path.join(tmpdir(), "azml-yaml-"));
    process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
    const others = [namesake(folder, "redhat", "vscode-yaml")];
    return withHost({ searchPath: pathWithoutServer(), others }, (screen) => typing(screen, { host, ...tools }));
  },
  workspace: () => {
    const azure = mkdtempSync(path.join(tmpdir(), "azml-azure-"));
    process.on("exit", () => rmSync(azure, { recursive: true, force: true }));
    cpSync(fixtures("azure-cli"), azure, { recursive: true });
    const searchPath = `${azure}:${pathWithoutServer()}`;
    return withHost({ searchPath, fixtures: [] }, (screen) => workspace(screen, { host, azure, ...tools }));
  },
  notebooks: () => withHost({ searchPath: pathWithoutServer() }, (screen) => notebooks(screen, { host, ...tools })),
  keys: () => withHost({ searchPath: pathWithoutServer() }, (screen) => keys(screen, { host, ...tools })),
  panel: () => withHost({ searchPath: pathWithoutServer() }, (screen) => panel(screen, { host, ...tools })),
  submit: () => {
    const azure = mkdtempSync(path.join(tmpdir(), "azml-azure-"));
    process.on("exit", () => rmSync(azure, { recursive: true, force: true }));
    const searchPath = `${azure}:${pathWithoutServer()}`;
    return withHost({ searchPath, fixtures: [fixtures("editor")] }, (screen) => submit(screen, { host, azure, ...tools }));
  },
  untrusted: () => {
    const folder = mkdtempSync(path.join(tmpdir(), "azml-bin-"));
    process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
    symlinkSync(server, path.join(folder, "azml-ls"));
    const searchPath = `${folder}:${pathWithoutServer()}`;
    return withHost({ searchPath, trusted: false }, (screen) => untrusted(screen, folder));
  },
};

for (const [name, part] of Object.entries(parts)) {
  if (failed === 0 && (only === undefined || only === name)) {
    await part();
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed);
