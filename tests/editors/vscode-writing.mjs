// What a user writes in VS Code with the help of the server, in a folder of pipelines, components and computes: skeletons,
// keys, names in expressions, paths, renames, refactorings, and the ways from one file to the other.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { until } from "./vscode-screen.mjs";

export async function writing(screen, { host, server, check, picture, inWorkspace, onDisk, writeToDisk }) {
  const { page } = host;
  const { keyboard } = page;
  // A letter that comes while the server looks at the one before makes that answer void; VS Code then shows no list
  // until one more is typed.
  const type = (text) => keyboard.type(text, { delay: 120 });

  async function press(...keys) {
    for (const key of keys) {
      await keyboard.press(key);
    }
  }

  /** Saves until the file on disk has `part`; the error shows what it has instead. */
  async function saved(file, part) {
    await press("Control+S");
    await until(() => onDisk(file).includes(part), () => `${JSON.stringify(part)} in ${file}:\n${onDisk(file)}`);
  }

  /** The cursor behind the first place of `text`, as the file stands on disk. */
  async function cursorBehind(file, text) {
    const before = onDisk(file).slice(0, onDisk(file).indexOf(text) + text.length).split("\n");
    assert(before.join("\n").endsWith(text), `${text} is not in ${file}`);
    await screen.goTo(before.length, before.at(-1).length + 1);
  }

  mkdirSync(inWorkspace("src"));
  writeToDisk("src/train.py", "print('trained')\n");
  writeToDisk("job.yml", "");
  host.writeMachineSettings({ "azml-ls.path": server });

  await check("an empty file offers whole documents, each with a word on what it is", async () => {
    await page.goto(host.url("job.yml"));
    await screen.loaded();
    await screen.statusSays("azml-ls 0.");
    await press("Control+Shift+M");
    await page.locator(".editor-instance .view-lines").first().click();
    await type("com");
    const rows = await screen.menu("command job");
    assert(rows.includes("compute cluster"), rows.join(", "));
    await picture("completion");
    assert.match(await screen.noteOf("compute cluster"), /\w+ \w+/);
  });

  await check("the skeleton of a command job goes from stop to stop and leaves a job without problems", async () => {
    await screen.choose("command job");
    await screen.lineShown("experiment_name: my-experiment");
    await type("forest");
    await press("Tab", "Tab", "Tab");
    await type("houses");
    await press("Tab");
    await type("sklearn");
    await press("Tab");
    await type("3");
    await press("Tab");
    await type("gpu");
    assert.match(await screen.noteOf("gpu-cluster"), /2–4 nodes/);
    await screen.choose("gpu-cluster");
    await press("Tab");
    await type("3600");
    await press("Tab");
    await saved("job.yml", "  timeout: 3600\n");
    assert.equal(
      onDisk("job.yml"),
      [
        "$schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json",
        "type: command",
        "experiment_name: forest",
        "code: ./src",
        "command: python train.py --data ${{inputs.data}} --model ${{outputs.model}}",
        "inputs:",
        "  data:",
        "    type: uri_folder",
        "    path: azureml:houses@latest",
        "outputs:",
        "  model:",
        "    type: uri_folder",
        "environment: azureml:sklearn:3",
        "compute: azureml:gpu-cluster",
        "limits:",
        "  timeout: 3600",
        "",
      ].join("\n"),
    );
    await screen.noProblem("job.yml");
  });

  await check("a key at the top brings its children, indented", async () => {
    await press("Control+End");
    await type("iden");
    await screen.choose("identity");
    await saved("job.yml", "  timeout: 3600\nidentity:\n  type: ");
    await screen.menuOn("Control+Space", "managed");
    await screen.choose("managed");
    await saved("job.yml", "identity:\n  type: managed");
  });

  await check("a key in a mapping that holds a list of mappings is indented as VS Code inserts it", async () => {
    writeToDisk("ci.yml", `${onDisk("ci.yml")}schedules:\n  `);
    await screen.open("ci.yml");
    await screen.lineShown("schedules:");
    await press("Control+End");
    await type("com");
    await screen.choose("compute_start_stop");
    await saved("ci.yml", "schedules:\n  compute_start_stop:\n    - action: ");
    await screen.menuOn("Control+Space", "stop");
    await screen.choose("stop");
    await press("Enter");
    await type("  tri");
    await screen.choose("trigger");
    await saved("ci.yml", "    - action: stop\n      trigger:\n        ");
    await press("Escape");
  });

  await check("typing `${{` in a command lists the inputs, and the braces VS Code adds stay two", async () => {
    await screen.open("job.yml");
    await cursorBehind("job.yml", "${{outputs.model}}");
    await type(" --again ${{");
    const rows = await screen.menu("inputs.data");
    assert(rows.includes("outputs.model"), rows.join(", "));
    await screen.choose("inputs.data");
    await saved("job.yml", "--model ${{outputs.model}} --again ${{inputs.data}}\ninputs:");
  });

  await check("in quotes too; `.` asks again, and one pair of quotes and braces closes", async () => {
    await screen.open("wine.yml");
    await screen.lineShown("display_name: wine-quality");
    await cursorBehind("wine.yml", "      share: 0.8");
    await press("Enter");
    await type('seed: "${{parent.');
    await screen.menu("inputs.epochs");
    await type("inputs.");
    await screen.menu("epochs");
    await screen.choose("epochs");
    await saved("wine.yml", '      share: 0.8\n      seed: "${{parent.inputs.epochs}}"\n  train:');
  });

  await check("the names in an expression have colours of their own", async () => {
    await screen.pieceShown("${{parent.inputs.epochs}}", "epochs");
    await screen.pieceShown("component: ./components/clean.yml", "./components/clean.yml");
  });

  await check("`./` lists component files and folders", async () => {
    await cursorBehind("wine.yml", "component: ./components/clean.yml");
    await press("Shift+Home");
    await type("component: ./");
    const rows = await screen.menu("./components/clean.yml");
    assert(rows.includes("src/"), rows.join(", "));
    await screen.choose("./components/clean.yml");
    await saved("wine.yml", "  clean:\n    component: ./components/clean.yml\n");
  });

  await check("go to definition leads from an input of a step to the component", async () => {
    await cursorBehind("wine.yml", "    inputs:\n      ra");
    await press("F12");
    await screen.activeTab("clean.yml");
    await screen.cursorAt("Ln 9,");
  });

  await check("renaming that input changes component, pipeline and pipeline component", async () => {
    await screen.open("wine.yml");
    await cursorBehind("wine.yml", "    inputs:\n      ra");
    await screen.rename("raw", "source");
    await screen.lineShown("source: ${{parent.inputs.raw}}", { indented: true });
    await screen.command("File: Save All Files");
    await saved("wine.yml", "    inputs:\n      source: ${{parent.inputs.raw}}\n");
    await until(() => onDisk("components/part.yml").includes('inputs: {source: "${{parent.inputs.raw}}"'), "part.yml");
    await until(() => /--raw \$\{\{inputs\.source\}\}.*\n.*\n {2}source: /.test(onDisk("components/clean.yml")), "clean.yml");
  });

  await check("a rename with preview changes nothing before it is applied", async () => {
    await cursorBehind("wine.yml", "    inputs:\n      sour");
    await screen.rename("source", "raw", "Control+Enter");
    const apply = page.locator(".part.panel .monaco-button", { hasText: "Apply" });
    await apply.waitFor();
    const listed = await page.locator(".part.panel .monaco-list-row").allTextContents();
    for (const file of ["wine.yml", "part.yml", "clean.yml"]) {
      assert(listed.some((row) => row.includes(file)), `${file} is not in the preview: ${listed.join(" | ")}`);
    }
    assert(onDisk("wine.yml").includes("source: ${{parent.inputs.raw}}"));
    await apply.click();
    await screen.lineShown("raw: ${{parent.inputs.raw}}", { indented: true });
    await screen.command("File: Save All Files");
    await saved("wine.yml", "    inputs:\n      raw: ${{parent.inputs.raw}}\n");
    await until(() => !onDisk("components/part.yml").includes("source"), "part.yml");
  });

  await check("the note above a component opens the places that use it", async () => {
    await screen.open("clean.yml");
    await page.locator(".codelens-decoration a", { hasText: "used by 2 pipelines" }).click();
    const places = page.locator(".reference-zone-widget .ref-tree");
    await places.getByText("part.yml").waitFor();
    await places.getByText("wine.yml").waitFor();
    await press("Escape");
  });

  await check("the outline shows the pipeline and its steps", async () => {
    await screen.open("wine.yml");
    await page.locator(".pane-header", { hasText: "Outline" }).click();
    const outline = page.locator(".outline-tree .monaco-list-row");
    await outline.filter({ hasText: "wine-quality" }).filter({ hasText: "3 steps" }).waitFor();
    // The list is low and shows a part; what is typed in it leads to the row.
    await outline.first().click();
    await type("train");
    await outline.filter({ hasText: "train" }).first().waitFor();
  });

  await check("`azml-ls.schemaChecks` off leaves to the YAML extension what a schema says, and on brings it back", async () => {
    writeToDisk("cluster.yml", `${onDisk("cluster.yml")}max_nodes: 4\n`);
    await screen.open("cluster.yml");
    await screen.problem("unknown-key");
    await screen.problem("cluster-min-nodes");
    host.writeMachineSettings({ "azml-ls.path": server, "azml-ls.schemaChecks": false });
    await screen.noProblem("unknown-key");
    await screen.problem("cluster-min-nodes");
    host.writeMachineSettings({ "azml-ls.path": server });
    await screen.problem("unknown-key");
    await screen.open("wine.yml");
  });

  await check("a menu moves the component of a step into a file of its own", async () => {
    await cursorBehind("wine.yml", "  report:\n    type: command");
    await press("ArrowUp", "Home");
    await screen.action("Control+Shift+R", "Move the component of step `report`");
    await saved("wine.yml", "component: ./report.yml");
    await screen.command("File: Save All Files");
    await until(() => onDisk("report.yml").includes("command: >-"), "report.yml");
  });
}
