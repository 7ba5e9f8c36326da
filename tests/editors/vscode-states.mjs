// What a person meets before and after the server: a window without an open file, default settings while typing, a program
// that does not start, and a server that is killed again and again.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { until } from "./vscode-screen.mjs";

export async function states(screen, { host, server, check, picture, onDisk, writeToDisk }) {
  const { page } = host;
  const { keyboard } = page;
  const entry = page.locator(".statusbar-item", { hasText: "Azure ML" });

  /** The processes of the server in this folder. */
  function servers() {
    return readdirSync("/proc").filter((id) => {
      try {
        const inFolder = /^\d+$/.test(id) && readlinkSync(`/proc/${id}/cwd`) === host.workspace;
        return inFolder && readFileSync(`/proc/${id}/cmdline`, "utf8").includes(server);
      } catch {
        return false;
      }
    });
  }

  host.writeMachineSettings({ "azml-ls.path": server });

  await check("a folder that is renamed before any file was opened is renamed where it is named", async () => {
    await page.goto(host.folderUrl());
    const row = page.locator(".explorer-folders-view .monaco-list-row", { hasText: "components" });
    await row.click();
    await until(() => servers().length > 0, "a server without an open file");
    await keyboard.press("F2");
    const input = page.locator(".explorer-item-edited input");
    await input.waitFor();
    await input.fill("parts");
    await keyboard.press("Enter");
    const ask = page.locator(".monaco-dialog-box");
    await ask.waitFor();
    await ask.getByRole("button", { name: "OK" }).click();
    const tab = page.locator(".tab", { hasText: "wine.yml" });
    await tab.and(page.locator(".dirty")).waitFor();
    // A list to choose from would close when the next file that changes opens.
    await tab.click();
    await screen.activeTab("wine.yml");
    await screen.lineShown("component: ./parts/clean.yml", { indented: true });
    await screen.command("File: Save All Files");
    await until(() => onDisk("wine.yml").includes("component: ./parts/clean.yml"), () => onDisk("wine.yml"));
  });

  await check("Tab after a name that begins as a word of another file goes to the next placeholder", async () => {
    writeToDisk("notes.yml", "training: 1\nsklearn-environment: 1\n");
    writeToDisk("cluster2.yml", "");
    await screen.open("notes.yml");
    await screen.command("View: Keep Editor");
    await screen.open("cluster2.yml");
    await page.locator(".editor-instance .view-lines").first().click();
    await keyboard.type("cluster", { delay: 120 });
    await screen.choose("compute cluster");
    await keyboard.type("train", { delay: 120 });
    await keyboard.press("Tab");
    await keyboard.press("Control+S");
    await until(() => onDisk("cluster2.yml").includes("name: train\n"), () => onDisk("cluster2.yml"));
  });

  await check("a program that does not start is not shown as a file without problems", async () => {
    await screen.open("cluster.yml");
    host.writeMachineSettings({ "azml-ls.path": "/bin/false" });
    await screen.toast("/bin/false did not start").waitFor();
    await entry.filter({ hasText: "not running" }).waitFor();
    await screen.command("Notifications: Clear All Notifications");
    host.writeMachineSettings({ "azml-ls.path": server });
    await entry.filter({ hasText: "not running" }).waitFor({ state: "detached" });
    await screen.warningDrawn();
  });

  await check("a server that is killed five times is said not to run, and Restart starts it", async () => {
    for (let round = 0; round < 5; round++) {
      await until(() => servers().length === 1, "one server");
      const [id] = servers();
      process.kill(Number(id), "SIGKILL");
      await until(() => !servers().includes(id), "the server to end");
    }
    const toast = screen.toast("ended five times");
    await toast.waitFor();
    assert.equal(servers().length, 0);
    await entry.filter({ hasText: "not running" }).waitFor();
    await picture("not-running");
    await toast.getByRole("button", { name: "Restart" }).click();
    await entry.filter({ hasText: "not running" }).waitFor({ state: "detached" });
    await screen.warningDrawn();
    assert.equal(servers().length, 1);
  });
}
