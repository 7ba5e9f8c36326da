// Keys that a person does not have to press, and what the eyes meet: lists that open by themselves, folders that go on, lines
// that are indented, menus whose first entry repairs, messages of one line, and Red Hat's YAML extension beside ours.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { until } from "./vscode-screen.mjs";

const SCHEMA = "$schema: https://azuremlschemas.azureedge.net/latest";
const BROKEN = `${SCHEMA}/commandJob.schema.json
type: command
command: python train.py --data 1 --depth 3
code: .
environment: azureml:env:1
compute: azureml:gpu-clutser
limits: {timeout: 1h}
outputs: {out: {type: uri_folder, mode: upload_only}}
`;
const TRAIN = `import argparse
p = argparse.ArgumentParser()
p.add_argument("--data", required=True)
p.add_argument("--trees", type=int, required=True)
args = p.parse_args()
`;
/** The speed of a quick typist, in milliseconds for each key. */
const SPEED = { delay: 60 };

/** On a usual screen, whose panel has a third of its height, as VS Code gives it. */
export async function panel(screen, { host, server, check, picture, writeToDisk }) {
  const { page } = host;
  await page.setViewportSize({ width: 1920, height: 1080 });
  host.writeMachineSettings({ "azml-ls.path": server, "workbench.colorTheme": "Default Light Modern" });
  const tags = Array.from({ length: 47 }, (_, index) => `  key_${index}: no\n`).join("");
  writeToDisk("many.yml", `${SCHEMA}/commandJob.schema.json\ntype: command\ncommand: ls\nenvironment: azureml:env:1\ntags:\n${tags}`);

  await check("of 47 problems, the panel shows a dozen in its normal height", async () => {
    await page.goto(host.url("many.yml"));
    await screen.loaded();
    await page.waitForSelector(".editor-instance .squiggly-error, .editor-instance .squiggly-warning");
    await page.keyboard.press("Control+Shift+M");
    await screen.problem("quote-required-string");
    const rows = await page.evaluate(() => {
      const list = document.querySelector(".markers-panel .monaco-list").getBoundingClientRect();
      const rows = [...document.querySelectorAll(".markers-panel .monaco-list-row")];
      const inSight = rows.filter((row) => row.getBoundingClientRect().bottom <= list.bottom + 1);
      return inSight.filter((row) => row.textContent.includes("[Ln ")).length;
    });
    await picture("panel-47");
    assert(rows >= 12, `${rows} problems are in sight`);
  });
}

export async function typing(screen, { host, server, check, picture, inWorkspace, onDisk, writeToDisk }) {
  const { page } = host;
  const { keyboard } = page;
  const problems = page.locator(".markers-panel .monaco-list-row");

  async function openEmpty(file) {
    writeToDisk(file, "");
    await screen.open(file);
    await page.locator(".editor-instance .view-lines").first().click();
  }

  async function saved(file, text) {
    await keyboard.press("Escape");
    await keyboard.press("Control+S");
    await until(() => onDisk(file).includes(text), () => `${JSON.stringify(text)} in ${JSON.stringify(onDisk(file))}`);
  }

  /** The actions that Ctrl+. offers in a line, which is chosen by its number. */
  async function offered(line, column) {
    await screen.goTo(line, column);
    await keyboard.press("Control+.");
    const action = ".action-widget .monaco-list-row.action";
    await page.waitForSelector(action);
    const titles = await page.$$eval(action, (rows) => rows.map((row) => row.textContent));
    await picture(`menu-${line}-${column}`);
    await keyboard.press("Escape");
    await page.locator(action).first().waitFor({ state: "detached" });
    return titles;
  }

  host.writeMachineSettings({ "azml-ls.path": server, "workbench.colorTheme": "Default Light Modern" });
  mkdirSync(inWorkspace("env"));
  writeToDisk("env/conda.yml", "dependencies: [python=3.12]\n");
  writeToDisk("train.py", TRAIN);

  await check("who checks the schema beside Red Hat's YAML extension is asked once, and the answer is kept", async () => {
    await page.goto(host.url("sweep.yml"));
    await screen.loaded();
    await screen.warningDrawn();
    const question = screen.toast("Red Hat's YAML extension checks Azure ML files");
    await question.waitFor();
    await picture("beside-yaml");
    await question.getByRole("button", { name: "How to leave it to azml-ls" }).click();
    await question.waitFor({ state: "detached" });
    await screen.command("View: Close All Editors");
    await page.goto(host.url("sweep.yml"));
    await screen.loaded();
    await screen.warningDrawn();
    assert.equal(await screen.toast("Red Hat's YAML extension checks").count(), 0);
  });

  await check("a label is chosen by typing all its words", async () => {
    await openEmpty("typed.yml");
    await keyboard.type("compute cl", SPEED);
    await screen.menu("compute cluster");
    await keyboard.press("Enter");
    await saved("typed.yml", "type: amlcompute\n");
  });

  await check("the values of a key open by themselves", async () => {
    await openEmpty("job.yml");
    await keyboard.type(`${SCHEMA}/commandJob.schema.json\n`);
    await keyboard.press("Escape");
    await keyboard.type("compu", SPEED);
    await page.locator(".suggest-widget .monaco-list-row.focused", { hasText: "compute" }).waitFor();
    await keyboard.press("Enter");
    const offered = await screen.menu("gpu-cluster");
    await picture("values");
    await keyboard.press("Enter");
    await saved("job.yml", `compute: azureml:${offered[0]}`);
  });

  await check("a folder goes on, and Enter indents and continues a list", async () => {
    await openEmpty("environment.yml");
    await keyboard.type(`${SCHEMA}/environment.schema.json\nname: e\nimage: x\n`);
    await keyboard.press("Escape");
    await keyboard.type("conda_f", SPEED);
    await page.locator(".suggest-widget .monaco-list-row.focused", { hasText: "conda_file" }).waitFor();
    await keyboard.press("Enter");
    await screen.choose("env/");
    await screen.menu("conda.yml");
    await keyboard.press("Enter");
    await saved("environment.yml", "conda_file: ./env/conda.yml");
    await openEmpty("notes.yml");
    await keyboard.type("inputs:\ndata:\ntype: x\npath: y", SPEED);
    await keyboard.press("Enter");
    await keyboard.press("Shift+Tab");
    await keyboard.press("Shift+Tab");
    await keyboard.type("names:\n- a\nb", SPEED);
    await saved("notes.yml", "inputs:\n  data:\n    type: x\n    path: y\nnames:\n  - a\n  - b");
  });

  await check("a problem takes one row, and its help is below it", async () => {
    writeToDisk("broken.yml", BROKEN);
    await screen.open("broken.yml");
    await keyboard.press("Control+Shift+M");
    await screen.problem("`timeout` must be a whole number, not `1h`");
    await screen.problem("gpu-clutser", "but one defines `gpu-cluster`");
    const texts = await problems.allTextContents();
    assert(!texts.some((text) => /note:|help:/.test(text)), texts.join("\n"));
    await picture("panel");
    await keyboard.press("Control+Shift+M");
    await screen.hover("1h", "help:.write.the.number.of.seconds");
    await picture("notes");
    await page.mouse.move(900, 700);
  });

  await check("no menu begins with what silences", async () => {
    await screen.open("broken.yml");
    const first = {};
    for (const [line, column] of [[3, 17], [3, 37], [6, 20], [7, 20], [8, 42]]) {
      const titles = await offered(line, column);
      first[`${line}:${column}`] = titles[0];
      const place = (word) => titles.findIndex((title) => title.startsWith(word));
      assert(!titles[0].startsWith("Silence"), titles.join(" | "));
      assert(place("Explain") < place("Silence"), titles.join(" | "));
    }
    assert.equal(first["7:20"], "Write `3600`");
    assert.equal(first["8:42"], "Write `upload`");
    assert.match(first["6:20"], /gpu-cluster/);
    assert.match(first["3:37"], /Remove `--depth`/);
    assert.match(first["3:17"], /Declare and pass/);
  });

  await check("Format Document lays a file out, and the name of an input is typed in its expressions, too", async () => {
    const uneven = BROKEN.replace("command: python train.py --data 1 --depth 3", "command:   ls ${{inputs.raw}}");
    writeToDisk("uneven.yml", `${uneven}inputs:\n    raw: {type: uri_folder,   path: env}\n`);
    await screen.open("uneven.yml");
    await screen.lineShown("command:   ls");
    await screen.command("Format Document");
    await screen.lineShown("command: ls");
    await screen.lineShown("  raw: {type: uri_folder, path: env}");
    await screen.goTo(10, 6);
    // The places are asked for when the cursor rests.
    await sleep(1500);
    await keyboard.type("_data", SPEED);
    await picture("linked");
    await saved("uneven.yml", "command: ls ${{inputs.raw_data}}");
    assert.match(onDisk("uneven.yml"), /^  raw_data: \{type: uri_folder, path: env\}$/m);
  });

  await check("a script that is not saved counts before the disk", async () => {
    await screen.open("train.py");
    await screen.goTo(4, 1);
    await keyboard.type('p.add_argument("--more", required=True)\n');
    await screen.open("broken.yml");
    await keyboard.press("Control+Shift+M");
    await screen.problem("`train.py` needs", "--more");
    assert(!onDisk("train.py").includes("--more"));
    await picture("unsaved-script");
    await keyboard.press("Control+Shift+M");
    await screen.open("train.py");
    await screen.command("File: Revert File");
    await screen.open("broken.yml");
    await keyboard.press("Control+Shift+M");
    await screen.noProblem("--more");
    await keyboard.press("Control+Shift+M");
  });

  await check("a new file of the command stands beside the one that is shown, and a job for the script is offered", async () => {
    await screen.command("View: Close All Editors");
    await screen.open("conda.yml");
    await screen.command("Azure ML: New Azure ML file");
    await page.waitForSelector('.quick-input-title:has-text("New Azure ML file in env")');
    await keyboard.press("Escape");
    await screen.command("View: Close All Editors");
    await screen.command("Azure ML: New Azure ML file");
    await page.waitForSelector('.quick-input-title:has-text("New Azure ML file in ")');
    await keyboard.press("Control+A");
    await keyboard.type("grow.yml");
    await keyboard.press("Enter");
    await screen.activeTab("grow.yml");
    await screen.menu("command job for train.py");
    assert.equal(onDisk("grow.yml"), "");
    await picture("new-file-of-command");
    await keyboard.press("Escape");
  });

  await check("New File... has an entry, and the Explorer makes one in its folder with the list open", async () => {
    await screen.command("Create: New File...");
    await page.locator(".quick-input-list .monaco-list-row", { hasText: "New Azure ML file" }).waitFor();
    await picture("new-file");
    await keyboard.press("Escape");
    await page.locator(".explorer-folders-view .monaco-list-row", { hasText: "env" }).first().click({ button: "right" });
    const entry = page.locator(".monaco-menu .action-item", { hasText: "New Azure ML file" });
    await entry.waitFor();
    // The menu ignores the mouse in its first moments.
    await sleep(500);
    await picture("explorer-menu");
    await entry.click();
    await page.waitForSelector(".quick-input-widget input");
    await keyboard.type("sweep.yml");
    await keyboard.press("Control+A");
    await keyboard.type("tune.yml");
    await keyboard.press("Enter");
    await screen.activeTab("tune.yml");
    const offered = await screen.menu("sweep job");
    assert.equal(offered[0], "sweep job");
    assert.equal(onDisk("env/tune.yml"), "");
    await picture("new-file-list");
  });
}
