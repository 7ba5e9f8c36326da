// How many keys nine documents take, from an empty file whose name says what it is to one without a finding: the first letters of
// the kind, the list, and what the list goes on to ask. The counts are written to standard output.

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { until } from "./vscode-screen.mjs";

const TRAIN = `import argparse
import mlflow
parser = argparse.ArgumentParser()
parser.add_argument("--data", required=True)
parser.add_argument("--rate", type=float, default=0.1)
parser.add_argument("--model", required=True)
args = parser.parse_args()
mlflow.log_metric("rmse", 1)
`;

/** File, the word that is typed, a part of the label that is taken, the most keys that it may take, and what follows. */
const DOCUMENTS = [
  // To the file with the packages, over the name, the version, and the image.
  ["environment.yml", "env", "environment", 14, ["Tab", "Tab", "Tab", "e", "Enter", "Enter"]],
  ["cluster.yml", "clu", "compute cluster", 8],
  ["components/train.yml", "comp", "command component", 9],
  ["job.yml", "job", "command job", 8],
  ["sweep.yml", "sw", "sweep job", 8],
  ["pipeline.yml", "pipe", "pipeline", 9],
  ["endpoint.yml", "end", "online endpoint", 9],
  ["deployment.yml", "dep", "online deployment", 9],
  ["schedule.yml", "sch", "schedule", 9],
];

export async function keys(screen, { host, server, check, picture, inWorkspace, onDisk, writeToDisk }) {
  const { page } = host;
  const { keyboard } = page;
  const focused = page.locator(".suggest-widget.visible .monaco-list-row.focused .label-name");
  host.writeMachineSettings({ "azml-ls.path": server, "workbench.colorTheme": "Default Light Modern" });
  for (const folder of ["src", "env", "components", "model"]) {
    mkdirSync(inWorkspace(folder));
  }
  writeToDisk("src/train.py", TRAIN);
  writeToDisk("src/score.py", "def init():\n    pass\n\ndef run(data):\n    return data\n");
  writeToDisk("env/conda.yml", "dependencies: [python=3.12]\n");
  writeFileSync(inWorkspace("model/model.pkl"), "x");
  await page.goto(host.url("sweep.yml"));
  await screen.loaded();
  await screen.warningDrawn();
  for (const [file, word, label, most, rest = []] of DOCUMENTS) {
    await check(`${file} takes at most ${most} keys and has no finding`, async () => {
      writeToDisk(file, "");
      await screen.command("View: Close All Editors");
      await screen.open(file.split("/").at(-1));
      await page.locator(".editor-instance .view-lines").first().click();
      let count = 0;
      const press = async (key) => {
        await keyboard.press(key);
        count += 1;
      };
      for (const letter of word) {
        await press(letter);
      }
      await focused.waitFor();
      const labels = await page.$$eval(".suggest-widget.visible .label-name", (names) => names.map((name) => name.textContent));
      while (!(await focused.textContent()).includes(label)) {
        assert(count < most, `${label} is not among ${labels.join(" | ")}`);
        await press("ArrowDown");
      }
      await press("Enter");
      for (const key of rest) {
        if (key === "Enter") {
          await focused.waitFor();
        }
        await press(key);
        // The list of the last key is gone, and that of this one is there.
        await sleep(600);
      }
      await keyboard.press("Escape");
      await keyboard.press("Escape");
      await press("Control+S");
      await until(() => onDisk(file).length > 20, () => JSON.stringify(onDisk(file)));
      console.log(`      ${count} keys\n${onDisk(file).replace(/^/gm, "      | ")}`);
      await picture(`keys-${label}`);
      assert.equal(await page.locator(".editor-instance .squiggly-error, .editor-instance .squiggly-warning").count(), 0);
      assert(!onDisk(file).includes("<conda"), "the file with the packages is chosen");
      assert(count <= most, `${count}`);
    });
  }
}
