// A command typed in VS Code by completion alone: the script, its flags with the inputs that fit, a choice; what hovers
// say of them, and the way to `add_argument`.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { until } from "./vscode-screen.mjs";

const SCRIPT = `"""Trains a forest."""
import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--trees", type=int, default=100, help="How many trees grow.")
parser.add_argument("--rate", type=float, default=0.1, help="How fast it learns.")
parser.add_argument("--kind", choices=["fast", "exact"], default="fast")
parser.add_argument("--data", required=True, help="What to learn from.")
parser.add_argument("--model_dir", required=True)
args = parser.parse_args()
`;

const JOB = `$schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
type: command
experiment_name: forest
code: ./learn
command:
inputs:
  data: {type: uri_folder, path: azureml:houses:1}
  learning_rate: 0.2
outputs:
  model_dir: {type: uri_folder}
environment: azureml:sklearn:3
compute: azureml:cpu
limits: {timeout: 3600}
`;

const COMMAND =
  "command: python forest.py --data ${{inputs.data}} --model_dir ${{outputs.model_dir}} --kind exact " +
  "--rate ${{inputs.learning_rate}}";

export async function commands(screen, { host, server, check, inWorkspace, onDisk, writeToDisk }) {
  const { page } = host;
  const type = (text) => page.keyboard.type(text, { delay: 120 });

  mkdirSync(inWorkspace("learn"));
  writeToDisk("learn/forest.py", SCRIPT);
  writeToDisk("forest.yml", JOB);
  host.writeMachineSettings({ "azml-ls.path": server, "editor.wordWrap": "on" });

  await check("an empty command offers the scripts of the code", async () => {
    await page.goto(host.url("forest.yml"));
    await screen.loaded();
    await screen.statusSays("azml-ls 0.");
    await page.keyboard.press("Control+Shift+M");
    await page.locator(".editor-instance .view-lines").first().click();
    await screen.goTo(5, 9);
    await type(" ");
    await screen.menuOn("Control+Space", "python forest.py");
    await screen.choose("python forest.py");
    await screen.lineShown("command: python forest.py");
  });

  await check("behind the script come its flags, those that it needs first", async () => {
    await type(" ");
    const rows = await screen.menuOn("Control+Space", "--data ${{inputs.data}}");
    assert.deepEqual(rows.slice(0, 2), ["--data ${{inputs.data}}", "--model_dir ${{outputs.model_dir}}"]);
    assert.match(await screen.noteOf("--trees"), /integer · default 100/);
  });

  await check("flags, a choice and an input make a command without problems", async () => {
    await screen.choose("--data ${{inputs.data}}");
    for (const label of ["--model_dir ${{outputs.model_dir}}", "--kind", "exact", "--rate", "${{inputs.learning_rate}}"]) {
      await type(" ");
      await screen.menuOn("Control+Space", label);
      await screen.choose(label);
    }
    await page.keyboard.press("Control+S");
    await until(() => onDisk("forest.yml").includes(`${COMMAND}\n`), () => onDisk("forest.yml"));
    await screen.noProblem("forest.py");
  });

  await check("the hover of a flag says what the script says", async () => {
    await screen.goTo(5, COMMAND.indexOf("--rate") + 3);
    await screen.command("Show or Focus Hover");
    await screen.hoverShows("How fast it learns");
  });

  await check("go to definition leads to add_argument", async () => {
    await page.keyboard.press("Escape");
    await page.keyboard.press("F12");
    await screen.activeTab("forest.py");
    await screen.cursorAt("Ln 6, Col 1");
  });
}
