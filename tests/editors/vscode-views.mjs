// What surrounds the text: the view of the computes, the counts in the status bar, the line for the Azure CLI, the buttons of
// the graph, and colors of commands. The folder is set in a light theme and in a dark one,
// and each sight is kept as a picture.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { until } from "./vscode-screen.mjs";

const SCRIPT = `import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--trees", type=int)
args = parser.parse_args()
`;

const JOB = `$schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
type: command
display_name: grow
experiment_name: forest
code: ./learn
command: |
  if [ -d data ]; then echo "found"; fi
  python forest.py --trees 100
  python -c "import json; print(json.dumps([1]))"
environment: azureml:sklearn:3
compute: azureml:cpu
limits: {timeout: 3600}
`;

const NOTE = "az ml job create --file grow.yml";

export async function views(screen, { host, server, check, picture, inWorkspace, onDisk, writeToDisk }) {
  const { page } = host;
  const { keyboard } = page;
  const rows = page.locator(".pane-body .monaco-list-row");
  const row = (text) => rows.filter({ hasText: text });
  /** Goes to the end of the view until the row is there: the view may not be drawn anew yet. */
  const atTheEnd = (wanted) =>
    until(async () => {
      await keyboard.press("End");
      return (await wanted.count()) > 0;
    }, "the row at the end of the view");
  const theme = (name) =>
    host.writeMachineSettings({ ...(server === undefined ? {} : { "azml-ls.path": server }), "workbench.colorTheme": name });

  mkdirSync(inWorkspace("learn"));
  writeToDisk("learn/forest.py", SCRIPT);
  writeToDisk("grow.yml", JOB);
  writeToDisk("table.azml", "$schema: https://azuremlschemas.azureedge.net/latest/data.schema.json\nname: d\nkind: x\npath: .\n");
  theme("Default Light Modern");

  await check("the view Workspace lists kind, size, nodes, and what stands idle", async () => {
    await page.goto(host.url("cluster.yml"));
    await screen.loaded();
    await screen.statusSays("azml-ls 0.");
    await screen.command("Explorer: Focus on Workspace View");
    await row("gpu-cluster").filter({ hasText: "2–4 nodes · NC24ads_A100_v4 · idle: about $" }).first().waitFor();
    await row("ci-anna").filter({ hasText: "compute instance" }).first().waitFor();
    await picture("computes");
  });

  await check("what is typed in a file of a compute changes the view before it is saved", async () => {
    await screen.open("cluster.yml");
    await screen.goTo(5, 17);
    await keyboard.press("Shift+End");
    await keyboard.type("0");
    await row("gpu-cluster").filter({ hasText: "0–4 nodes" }).first().waitFor();
    assert(onDisk("cluster.yml").includes("min_instances: 2"));
    await keyboard.press("Control+Z");
  });

  await check("the filter keeps what has the words, and the details lead to the file", async () => {
    await screen.command("Azure ML: Filter the view Workspace");
    // The list of commands is the same widget, and goes first.
    await page.waitForSelector('.quick-input-widget input[placeholder="gpu cluster"]');
    await keyboard.type("instance");
    await keyboard.press("Enter");
    await row("gpu-cluster").first().waitFor({ state: "detached" });
    await row("ci-anna").locator(".monaco-tl-twistie").first().click();
    await row("Kind").first().click();
    // The view is low and shows a part: the last row is the one that leads to the file.
    await atTheEnd(row("ci.yml:3").filter({ hasText: "defines it" }));
    await row("ci.yml:3").first().click();
    await screen.activeTab("ci.yml");
    await screen.cursorAt("Ln 3,");
    await screen.command("Azure ML: Show everything in the view Workspace");
    // It is below the rows of the compute that is open.
    await screen.command("Explorer: Focus on Workspace View");
    await atTheEnd(row("gpu-cluster"));
  });

  await check("the status bar counts what is found in the file", async () => {
    await screen.open("sweep.yml");
    const counts = page.locator('[id="azml-ls.azml-ls.azml-ls.counts"], [id$="azml-ls.counts"]');
    await counts.filter({ hasText: /Azure ML: .*\d/ }).waitFor();
    assert.match(await counts.locator("a").getAttribute("aria-label"), /azml-ls finds .*1 warning/);
    await page.locator(".codelens-decoration", { hasText: "Plan" }).waitFor();
    await picture("problems");
  });

  await check("the note above a job offers the line for the Azure CLI and runs nothing", async () => {
    await screen.open("grow.yml");
    await page.locator(".codelens-decoration a", { hasText: NOTE }).click();
    await page.waitForSelector('.quick-input-list .monaco-list-row:has-text("Put into the terminal")');
    await picture("create");
    await keyboard.type("Copy");
    await keyboard.press("Enter");
    await keyboard.press("Escape");
    assert.equal(await page.locator(".terminal-wrapper").count(), 0);
  });

  await check("the plan opens beside the job, and follows what is typed", async () => {
    await screen.open("grow.yml");
    await page.locator(".codelens-decoration a", { hasText: /^Plan$/ }).click();
    const plan = await screen.plan();
    const line = (text) => plan.locator("li", { hasText: text }).first();
    await line("time limit: 1 hour").waitFor();
    await line("uploads: learn: 1 file").waitFor();
    await screen.activeTab("grow.yml");
    await picture("plan");
    await screen.goTo(12, 19);
    await keyboard.press("Shift+End");
    await keyboard.type("7200}");
    await line("time limit: 2 hours").waitFor();
    // While half of it is written, the rest stays.
    await keyboard.press("Backspace");
    await keyboard.press("Backspace");
    await line("time limit: not known: a syntax error hides timeout").waitFor();
    await line("uploads: learn: 1 file").waitFor();
    assert(onDisk("grow.yml").includes("timeout: 3600"));
    await keyboard.type("0}");
    await line("time limit: 2 hours").waitFor();
    await screen.command("File: Revert File");
    await line("time limit: 1 hour").waitFor();
    await screen.command("View: Close All Editors");
    await screen.open("grow.yml");
  });

  await check("shell in a command and Python in `python -c` have their colors", async () => {
    await screen.pieceShown("if [ -d data ]; then", "then");
    await screen.pieceShown("python -c", "import");
    await screen.pieceShown("python -c", "print");
    await picture("command");
  });

  await check("the card of the first key has the reckoning of the note above it", async () => {
    await screen.open("pipeline.yml");
    await page.locator(".codelens-decoration", { hasText: "no timeout" }).waitFor();
    await screen.hover("$schema", "Cost: .*Not known: no timeout");
    await picture("reckoning");
    await keyboard.press("Escape");
  });

  await check("a file `*.azml` is YAML of Azure ML", async () => {
    await keyboard.press("Control+Shift+M");
    await screen.open("table.azml");
    await screen.problem("unknown-key");
  });

  await keyboard.press("Control+Shift+M");
  await check("the graph fits into the panel, zooms by its buttons, and is saved as a picture", async () => {
    await screen.open("pipeline.yml");
    await screen.lineShown("jobs:");
    await screen.command("Azure ML: Show pipeline graph");
    const graph = await screen.graph();
    const size = () =>
      graph.evaluate(() => {
        const { width, height } = document.querySelector("#canvas svg").getBoundingClientRect();
        return { width, height, fits: width <= innerWidth && height <= innerHeight };
      });
    const fitted = await size();
    assert(fitted.fits, JSON.stringify(fitted));
    const free = await graph.evaluate(() => {
      const tools = document.querySelector("#tools").getBoundingClientRect();
      return document.querySelector("#canvas svg").getBoundingClientRect().bottom <= tools.top;
    });
    assert(free, "the buttons cover a step");
    await picture("graph");
    await graph.locator("#zoom-in").click();
    assert((await size()).width > fitted.width);
    await graph.locator("#fit").click();
    assert.equal((await size()).width, fitted.width);
    for (const format of ["svg", "png"]) {
      await graph.locator(`#${format}`).click();
      await page.waitForSelector(".quick-input-widget input");
      await screen.dialogSays(`pipeline.${format}`);
      await keyboard.press("Enter");
      await until(() => existsSync(inWorkspace(`pipeline.${format}`)), `pipeline.${format}`);
    }
    const svg = onDisk("pipeline.svg");
    assert.match(svg, /^<svg/);
    assert.doesNotMatch(svg, /var\(--|class="node/, "colors are written into it");
    assert(readFileSync(inWorkspace("pipeline.png")).subarray(1, 4).toString() === "PNG");
  });

  await check("a screen reader hears each step as a link, and Enter leads to its line", async () => {
    const graph = await screen.graph();
    await graph.getByRole("group", { name: "pipeline.yml" }).waitFor();
    const clean = graph.getByRole("link", { name: /^clean\s+command\s+on gpu-cluster/ });
    await clean.focus();
    assert.equal(await graph.locator(".edge.pointed").count(), 2, "its bindings are highlighted");
    await keyboard.press("Enter");
    await screen.cursorAt("Ln 8,");
  });

  await check("sixty steps are spread over the panel, follow the cursor, and are found by their names", async () => {
    const binding = (name) => `\${{parent.jobs.${name}.outputs.data}}`;
    const step = (name, more) => `  ${name}:\n    command: python forest.py\n    environment: azureml:sklearn:3\n${more}`;
    const names = Array.from({ length: 60 }, (_, index) => `part_${index + 1}`);
    const parts = names.map((name) => step(name, `    inputs: {data: "${binding("first")}"}\n    outputs: {data: {type: uri_folder}}\n`));
    const inputs = names.map((name) => `      ${name}: "${binding(name)}"\n`).join("");
    const first = step("first", "    outputs: {data: {type: uri_folder}}\n");
    const text = `type: pipeline\njobs:\n${first}${parts.join("")}${step("last", `    inputs:\n${inputs}`)}`;
    writeToDisk("sixty.yml", text);
    await screen.open("sixty.yml");
    await screen.lineShown("jobs:");
    await screen.command("Azure ML: Show pipeline graph");
    const graph = await screen.graph();
    await graph.locator(".node", { hasText: "part_60" }).waitFor();
    const { width, height } = await graph.evaluate(() => {
      const box = document.querySelector("#canvas svg").getBBox();
      return { width: box.width, height: box.height };
    });
    assert(width > height / 3 && height > width / 6, `${width} x ${height}`);
    await picture("graph-60");
    await page.locator(".editor-instance .view-lines").first().click();
    const line = text.slice(0, text.indexOf("part_37:")).split("\n").length;
    await screen.goTo(line + 2, 5);
    await graph.locator(".node.here", { hasText: "part_37" }).waitFor();
    await graph.locator("#search").fill("part_52");
    await graph.locator("#search").press("Enter");
    await graph.locator(".node.found", { hasText: "part_52" }).waitFor();
    assert.equal(await graph.locator(".node.found").count(), 1);
    await picture("graph-60-found");
  });

  await check("of 500 steps, those at the cursor can be read, and a map shows where they are", async () => {
    const binding = (index) => (index < 20 ? "" : `, inputs: {data: "\${{parent.jobs.step_${index - 20}.outputs.data}}"}`);
    const step = (_, index) =>
      `  step_${index}: {command: python forest.py, environment: azureml:sklearn:3, outputs: {data: {type: uri_folder}}${binding(index)}}\n`;
    writeToDisk("many.yml", `type: pipeline\njobs:\n${Array.from({ length: 500 }, step).join("")}`);
    await screen.command("View: Close All Editors");
    await screen.open("many.yml");
    await screen.lineShown("jobs:");
    await screen.command("Azure ML: Show pipeline graph");
    const graph = await screen.graph();
    await graph.locator("#canvas .node", { hasText: "step_499" }).waitFor();
    await page.locator(".editor-instance .view-lines").first().click();
    await screen.goTo(2 + 321, 5);
    const here = graph.locator("#canvas .node.here", { hasText: "step_320" });
    await here.waitFor();
    const { height, inSight } = await here.locator("text.name").evaluate((name) => {
      const { left, top, right, bottom } = name.closest(".node").getBoundingClientRect();
      const inSight = Math.min(left, top, innerWidth - right, innerHeight - bottom) >= 8;
      return { height: name.getBoundingClientRect().height, inSight };
    });
    assert(height > 7 && inSight, `${height} ${inSight}`);
    await graph.locator("#map").waitFor();
    await picture("graph-500");
    const before = await graph.evaluate(() => [scrollX, scrollY]);
    await graph.locator("#map").click({ position: { x: 4, y: 4 } });
    const after = await graph.evaluate(() => [scrollX, scrollY]);
    assert.deepEqual(after, [0, 0], `from ${before}`);
    await graph.locator("#fit").click();
    assert(await graph.evaluate(() => document.documentElement.scrollWidth <= innerWidth + 1));
    await picture("graph-500-fit");
  });

  await check("sticky scroll shows the step, not the schema", async () => {
    const long = onDisk("pipeline.yml").replace("    outputs:", `${"    # a line\n".repeat(60)}    outputs:`);
    writeToDisk("long.yml", long);
    await screen.open("long.yml");
    await screen.goTo(60, 1);
    await page.locator(".sticky-widget .sticky-line-content", { hasText: "clean:" }).first().waitFor();
    const lines = await page.locator(".sticky-widget .sticky-line-content").allTextContents();
    assert(!lines.some((line) => line.includes("schema")), lines.join(" | "));
    await picture("sticky");
  });

  await check("the same in a dark theme", async () => {
    theme("Default Dark Modern");
    await page.waitForSelector(".monaco-workbench.vs-dark");
    await screen.command("View: Close All Editors");
    await screen.open("sweep.yml");
    await picture("problems-dark");
    await screen.open("grow.yml");
    await picture("command-dark");
    await screen.open("pipeline.yml");
    await screen.command("Azure ML: Show plan");
    const plan = await screen.plan();
    // Expressions are no formulas.
    await plan.locator("code", { hasText: "python clean.py ${{inputs.raw}} ${{outputs.data}}" }).waitFor();
    await picture("plan-dark");
    await screen.command("Azure ML: Show pipeline graph");
    await screen.graph();
    await picture("graph-dark");
    await screen.command("Explorer: Focus on Workspace View");
    await row("gpu-cluster").first().waitFor();
    await picture("computes-dark");
  });

  await check("the graph in high contrast", async () => {
    theme("Default High Contrast");
    await page.waitForSelector(".monaco-workbench.hc-black");
    await screen.graph();
    await picture("graph-high-contrast");
    theme("Default Dark Modern");
    await page.waitForSelector(".monaco-workbench.vs-dark");
  });

  await check("the walkthrough opens", async () => {
    await screen.command("View: Close All Editors");
    await keyboard.press("Control+Shift+M");
    await screen.command("Welcome: Open Walkthrough...");
    await page.waitForSelector(".quick-input-widget input");
    await keyboard.type("Get started with Azure ML YAML");
    await keyboard.press("Enter");
    await page.locator(".getting-started-step, .step-title", { hasText: "Write a job" }).first().waitFor();
    await picture("walkthrough-dark");
  });
}
