// What is known of the workspace: the view, which appears with the first file of Azure ML; the card of a name that nothing
// knows and the refresh that it offers, with a stand-in for the Azure CLI; and what the snapshot then offers.

import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { until } from "./vscode-screen.mjs";

const JOB = `$schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
type: command
command: ls \${{inputs.houses}}
environment: azureml:train-env:9
compute: azureml:cpu-cluster
inputs:
  houses: {type: uri_folder, path: azureml:houses@latest}
`;

export async function workspace(screen, { host, server, azure, check, picture, inWorkspace, onDisk, writeToDisk }) {
  const { page } = host;
  const { keyboard } = page;
  const pane = page.locator(".pane", { has: page.locator('.pane-header[aria-label^="Workspace Section"]') });
  const rows = pane.locator(".monaco-list-row");
  const row = (text) => rows.filter({ hasText: text }).first();
  const snapshot = inWorkspace(".azml/snapshot.json");

  host.writeMachineSettings({ "azml-ls.path": server, "workbench.colorTheme": "Default Light Modern" });
  writeToDisk("services.yml", "services: {web: {image: x}}\n");

  await check("a folder without Azure ML has no view Workspace", async () => {
    await page.goto(host.url("services.yml"));
    await screen.loaded();
    await screen.statusSays("azml-ls 0.");
    await page.locator('.pane-header[aria-label^="Outline Section"]').waitFor();
    assert.equal(await pane.count(), 0);
  });

  await check("with the first file of Azure ML it is there, and says what nothing defines", async () => {
    writeToDisk("train.yml", JOB);
    await pane.waitFor();
    await screen.command("Explorer: Focus on Workspace View");
    await row("cpu-cluster").filter({ hasText: "not defined here" }).waitFor();
    await row("train-env").waitFor();
    await picture("workspace-before");
  });

  await check("the card of an unknown compute offers the refresh", async () => {
    await screen.open("train.yml");
    await screen.hover("cpu-cluster", "unknown compute");
    await page.locator(".monaco-hover a", { hasText: "Refresh from the workspace" }).first().waitFor();
    await picture("card-unknown");
  });

  await check("its link runs the commands in sight, with progress that can be canceled", async () => {
    writeFileSync(path.join(azure, "answers/environments.sh"), '/bin/sleep 6\nexec /bin/cat "$answer.json"\n');
    await page.locator(".monaco-hover a", { hasText: "Refresh from the workspace" }).first().click();
    const progress = screen.toast("Azure ML: Refresh from the workspace");
    await progress.waitFor();
    await progress.getByRole("button", { name: "Cancel" }).waitFor();
    await page.mouse.move(900, 300);
    await page.locator(".monaco-hover", { hasText: "unknown compute" }).waitFor({ state: "hidden" });
    const calls = () => (existsSync(path.join(azure, "calls")) ? readFileSync(path.join(azure, "calls"), "utf8") : "");
    await until(() => calls().includes("/environments?"), calls);
    // The terminal draws what was written a moment later, on a canvas.
    await sleep(1500);
    await picture("refresh-progress");
    await until(() => existsSync(snapshot), "the snapshot");
    await progress.waitFor({ state: "detached" });
    assert.match(calls(), /ml compute list/);
    await picture("refresh-done");
  });

  await check("the view lists what was saved, the price first, and leads to where it is used", async () => {
    await keyboard.press("Control+J");
    // The view gets the height of the Explorer.
    await page.locator('.pane-header[aria-label^="Explorer Section"]').click();
    await screen.command("Explorer: Focus on Workspace View");
    await row("ci-anna").filter({ hasText: /\$\d/ }).waitFor();
    const note = (name) => row(name).locator(".label-description").textContent();
    assert.match(await note("ci-anna"), /^\$\d/);
    // Its size has no price in the region of the workspace, and that of another region is not shown here.
    assert.match(await note("cpu-cluster"), /^1–4 nodes · D4s_v5/);
    await row("train-env").filter({ hasText: "version 10" }).waitFor();
    await row("train-env").locator(".monaco-tl-twistie").click();
    await row("train.yml:4").filter({ hasText: "uses it" }).waitFor();
    await picture("workspace");
    await row("train.yml:4").click();
    await screen.cursorAt("Ln 4,");
  });

  await check("the filter keeps what has the words", async () => {
    await screen.command("Azure ML: Filter the view Workspace");
    await page.waitForSelector('.quick-input-widget input[placeholder="gpu cluster"]');
    await keyboard.type("houses");
    await keyboard.press("Enter");
    await row("houses").waitFor();
    await row("cpu-cluster").waitFor({ state: "detached" });
    await screen.command("Azure ML: Show everything in the view Workspace");
    await row("cpu-cluster").waitFor();
  });

  await check("the card of an environment says what the snapshot knows", async () => {
    await screen.open("train.yml");
    await screen.hover("train-env", "Latest version");
    await picture("card-known");
    await keyboard.press("Escape");
    await page.mouse.move(900, 700);
  });

  await check("versions of an environment are completed, the newest first", async () => {
    await screen.goTo(4, 33);
    await keyboard.press("Backspace");
    const offered = await screen.menuOn("Control+Space", "10");
    assert.equal(offered[0], "10");
    await picture("completion-version");
    await screen.choose("10");
    await screen.lineShown("environment: azureml:train-env:10");
    await keyboard.press("Control+S");
    await until(() => onDisk("train.yml").includes("train-env:10\n"), () => onDisk("train.yml"));
  });

  await check("the view in a dark theme", async () => {
    host.writeMachineSettings({ "azml-ls.path": server, "workbench.colorTheme": "Default Dark Modern" });
    await page.waitForSelector(".monaco-workbench.vs-dark");
    await screen.command("Explorer: Focus on Workspace View");
    await row("cpu-cluster").waitFor();
    await picture("workspace-dark");
  });
}
