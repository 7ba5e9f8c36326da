// "Submit" and the tasks of the Azure CLI, with a stand-in for it that notes its arguments as they come: one question for each
// workspace, values that the file leaves open, names of files that a shell would run, and what the CLI says in the list of problems.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { until } from "./vscode-screen.mjs";

const JOB = `$schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
type: command
command: ls \${{inputs.houses}}
environment: azureml:train-env:9
compute: <your-cluster>
inputs:
  houses: {type: uri_folder, path: azureml:houses@latest}
`;
const PIPELINE = `type: pipeline
jobs:
  list: {type: command, command: ls, environment: azureml:train-env:9, compute: azureml:cpu-cluster}
`;
/** What a shell, cmd, or VS Code would replace or run. */
const STRANGE = "a b;$(touch ran)`touch ran`'\"%PATH%&touch ran.yml";
const REPLACED = "${command:workbench.action.closeWindow}.yml";
const WORKSPACE = ["--workspace-name", "houses", "--resource-group", "ml group"];

/** The stand-in: it notes each argument in a line of its own, and says what the file `said` has. */
export function writeAzureCli(folder) {
  const calls = path.join(folder, "calls");
  const text = `#!/bin/sh\n{ printf '%s\\n' "$@"; echo ---; } >> '${calls}'\n[ -f '${folder}/said' ] && cat '${folder}/said'\nexit 0\n`;
  writeFileSync(path.join(folder, "az"), text, { mode: 0o755 });
  return () =>
    existsSync(calls)
      ? readFileSync(calls, "utf8")
          .split("---\n")
          .slice(0, -1)
          .map((call) => call.split("\n").slice(0, -1))
      : [];
}

export async function submit(screen, { host, server, azure, check, picture, inWorkspace, onDisk, writeToDisk }) {
  const { page } = host;
  const { keyboard } = page;
  const calls = writeAzureCli(azure);
  const lens = page.locator(".codelens-decoration a", { hasText: /^Submit$/ });
  const question = page.locator(".monaco-dialog-box");
  const input = page.locator(".quick-input-widget input");

  async function called(count, expected) {
    await until(() => calls().length >= count, () => JSON.stringify(calls()));
    assert.deepEqual(calls().at(-1), expected);
    assert.equal(calls().length, count);
  }

  async function go(file) {
    await page.goto(host.url(encodeURIComponent(file)));
    await screen.loaded();
  }

  host.writeMachineSettings({ "azml-ls.path": server, "workbench.colorTheme": "Default Light Modern" });
  mkdirSync(inWorkspace(".azureml"));
  writeToDisk(".azureml/config.json", JSON.stringify({ workspace_name: "houses", resource_group: "ml group" }));
  writeToDisk("pipeline.yml", PIPELINE);
  writeToDisk("train.yml", JOB);
  writeToDisk(STRANGE, PIPELINE);
  writeToDisk(REPLACED, PIPELINE);

  await check("the note Submit asks before the first run, with the line and the workspace", async () => {
    await go("pipeline.yml");
    await lens.click();
    await question.filter({ hasText: "Run the Azure CLI?" }).waitFor();
    const text = await question.textContent();
    assert.match(text, /az ml job create --file pipeline\.yml --workspace-name houses --resource-group 'ml group'/);
    assert.match(text, /The workspace is houses\./);
    await picture("submit-question");
    await keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    assert.deepEqual(calls(), []);
  });

  await check("it runs once the user agrees, and saves the file before", async () => {
    await screen.goTo(1, 1);
    await keyboard.type("description: saved\n");
    await lens.click();
    await question.getByRole("button", { name: "Run" }).click();
    await called(1, ["ml", "job", "create", "--file", "pipeline.yml", ...WORKSPACE]);
    assert(onDisk("pipeline.yml").startsWith("description: saved\n"));
    await page.locator(".terminal-wrapper").first().waitFor();
    await picture("submit-terminal");
  });

  await check("values that the file leaves open are asked for, and are arguments and nothing else", async () => {
    await go("train.yml");
    await lens.click();
    await input.waitFor();
    await page.locator(".quick-input-widget", { hasText: "compute: leave it empty" }).waitFor();
    await picture("submit-value");
    await keyboard.type("$(touch ran)`touch ran`; touch ran '\" %PATH%");
    await keyboard.press("Enter");
    const value = "compute=$(touch ran)`touch ran`; touch ran '\" %PATH%";
    await called(2, ["ml", "job", "create", "--file", "train.yml", "--set", value, ...WORKSPACE]);
    assert.equal(await question.count(), 0, "the workspace was agreed to");
    assert(!existsSync(inWorkspace("ran")));
  });

  await check("the name of a file is one argument, whatever is in it", async () => {
    await go(STRANGE);
    await lens.click();
    await called(3, ["ml", "job", "create", "--file", STRANGE, ...WORKSPACE]);
    assert(!existsSync(inWorkspace("ran")));
  });

  await check("a name that VS Code would replace by a command is refused", async () => {
    await go(REPLACED);
    await lens.click();
    await screen.toast("VS Code would replace").waitFor();
    assert.equal(calls().length, 3);
    await screen.command("Notifications: Clear All Notifications");
  });

  await check("a file with errors is asked about each time", async () => {
    writeToDisk("wrong.yml", PIPELINE.replace("command: ls", "comand: ls"));
    await go("wrong.yml");
    await page.waitForSelector(".editor-instance .squiggly-error");
    await lens.click();
    await question.filter({ hasText: /azml-ls finds \d errors? in the file/ }).waitFor();
    await picture("submit-errors");
    await keyboard.press("Escape");
    assert.equal(calls().length, 3);
  });

  await check("what the client says about a file is listed as a problem in its line", async () => {
    const file = inWorkspace("pipeline.yml");
    const found = { message: "Compute is not there", path: "jobs.list.compute", value: "cpu-cluster", location: `${file}#line 4` };
    const whole = { message: "No such workspace", path: "*", value: null, location: inWorkspace("train.yml") };
    const client = JSON.stringify({ result: "Failed", errors: [found, whole] }, null, 2);
    const sorted = JSON.stringify({ location: `${file}#line 1`, message: "Sorted by az", path: "*" }, null, 2);
    writeFileSync(path.join(azure, "said"), `ERROR: Met error <class 'Exception'>:${client}\n${sorted}\n`);
    await go("pipeline.yml");
    await screen.command("Azure ML: Validate a pipeline with the Azure CLI");
    await called(4, ["ml", "job", "validate", "--file", "pipeline.yml", ...WORKSPACE]);
    await keyboard.press("Control+Shift+M");
    await screen.problem("Compute is not there", "az ml", "Ln 4");
    await screen.problem("Sorted by az", "Ln 1");
    await screen.problem("No such workspace");
    await picture("submit-problems");
  });

  await check("a job is followed by its name", async () => {
    for (const [index, [title, words]] of Object.entries([
      ["Azure ML: Stream the log of a job", ["stream"]],
      ["Azure ML: Cancel a job", ["cancel"]],
      ["Azure ML: Open a job in the studio", ["show", "--web"]],
    ])) {
      await screen.command(title);
      await page.locator(".quick-input-widget", { hasText: "Name of the job" }).waitFor();
      await keyboard.press("Control+A");
      await keyboard.type("calm_carrot_7");
      await keyboard.press("Enter");
      await called(5 + Number(index), ["ml", "job", ...words, "--name", "calm_carrot_7", ...WORKSPACE]);
    }
  });

  await check("a task of tasks.json runs the same", async () => {
    mkdirSync(inWorkspace(".vscode"), { recursive: true });
    const task = { type: "azml", action: "create", file: "train.yml", set: { compute: "azureml:cpu-cluster" }, label: "send it" };
    writeToDisk(".vscode/tasks.json", JSON.stringify({ version: "2.0.0", tasks: [task] }));
    await go("train.yml");
    await lens.waitFor();
    await keyboard.press("Control+P");
    await input.waitFor();
    await keyboard.type("task send it", { delay: 15 });
    await page.waitForSelector('.quick-input-list .monaco-list-row.focused:has-text("send it")');
    await keyboard.press("Enter");
    await called(8, ["ml", "job", "create", "--file", "train.yml", "--set", "compute=azureml:cpu-cluster", ...WORKSPACE]);
  });
}
