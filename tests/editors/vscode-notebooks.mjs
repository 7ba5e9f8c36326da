// Cells of a notebook that write files: a job and its script, which are checked while they are typed, without a file on the disk.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";

const JOB = `%%writefile jobs/train.yml
type: command
command: python train.py --rate 1 --depth 2
code: ../src
environment: azureml:e:1
compute: azureml:gpu-cluster
`;
const TRAIN = `%%writefile src/train.py
import argparse
p = argparse.ArgumentParser()
p.add_argument("--rate")
p.parse_args()
`;

const cell = (text) => ({
  ...{ cell_type: "code", execution_count: null, metadata: {}, outputs: [] },
  source: text.split(/(?<=\n)/),
});

export async function notebooks(screen, { host, server, check, picture, inWorkspace, writeToDisk }) {
  const { page } = host;
  const { keyboard } = page;
  const metadata = { language_info: { name: "python" } };
  const text = JSON.stringify({ cells: [cell(JOB), cell(TRAIN)], metadata, nbformat: 4, nbformat_minor: 5 });
  const line = (words) => page.locator(".notebookOverlay .view-line", { hasText: words }).first();

  host.writeMachineSettings({ "azml-ls.path": server, "workbench.colorTheme": "Default Light Modern" });
  writeToDisk("n.ipynb", text);

  await check("a cell with %%writefile is checked against the script of another cell", async () => {
    await page.goto(host.url("cluster.yml"));
    await screen.loaded();
    await screen.statusSays("azml-ls 0.");
    await screen.open("n.ipynb");
    await line("add_argument").waitFor();
    await page.waitForSelector(".notebookOverlay .squiggly-error");
    await keyboard.press("Control+Shift+M");
    await screen.problem("unknown-script-argument", "Ln 3");
    await picture("notebook");
  });

  await check("the script counts while it is typed, and nothing is written", async () => {
    await line("add_argument").click();
    await keyboard.press("End");
    await keyboard.type('; p.add_argument("--depth"');
    await screen.noProblem("unknown-script-argument");
    assert(!existsSync(inWorkspace("src")));
    assert(!existsSync(inWorkspace("jobs")));
  });

  await check("completion and hover know the folder, at the places of the cell", async () => {
    await line("gpu-cluster").click();
    await keyboard.press("End");
    for (let key = 0; key < "gpu-cluster".length; key++) {
      await keyboard.press("Backspace");
    }
    const offered = await screen.menuOn("Control+Space", "gpu-cluster");
    assert(offered.includes("ci-anna"), offered.join());
    await screen.choose("gpu-cluster");
    await line("azureml:gpu-cluster").waitFor();
    const word = page.locator(".notebookOverlay .view-line", { hasText: "gpu-cluster" }).first();
    const box = await word.boundingBox();
    await page.mouse.move(box.x + 150, box.y + box.height / 2, { steps: 4 });
    await screen.hoverShows("compute cluster");
    await picture("notebook-hover");
  });
}
