// Starts VS Code for the Web (@vscode/test-web) with one extension on a folder, and a browser that shows it.
// Must stay true: no process of the extension's own is there, and nothing outlives this process.

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort, startBrowser } from "./vscode-host.mjs";

/** The workspace gets the files of the folders `fixtures`, and `files`, texts by path. */
export async function startWebHost({ cache, vsix, fixtures, files = {} }) {
  const folder = mkdtempSync(path.join(tmpdir(), "azml-web-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  const workspace = path.join(folder, "workspace");
  mkdirSync(workspace);
  for (const fixture of fixtures) {
    cpSync(fixture, workspace, { recursive: true });
  }
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(workspace, file)), { recursive: true });
    writeFileSync(path.join(workspace, file), text);
  }
  execFileSync("unzip", ["-q", vsix, "extension/*", "-d", folder]);
  const port = await freePort();
  const { open } = createRequire(path.join(cache, "node_modules/"))("@vscode/test-web");
  const server = await open({
    browserType: "none",
    quality: "stable",
    commit: "packaged",
    testRunnerDataDir: path.join(cache, "builds"),
    folderPath: workspace,
    extensionPaths: [path.join(folder, "extension")],
    host: "localhost",
    port,
  });
  // The pages of VS Code's panels are of another origin, and register a service worker.
  const preferences = { profile: { block_third_party_cookies: false, cookie_controls_mode: 0 } };
  mkdirSync(path.join(folder, "browser/Default"), { recursive: true });
  writeFileSync(path.join(folder, "browser/Default/Preferences"), JSON.stringify(preferences));
  const { context, page } = await startBrowser(cache, folder);
  const [requested, strangers] = [[], []];
  context.on("request", (request) => {
    const address = new URL(request.url());
    if (address.pathname.startsWith("/static/mount/")) {
      requested.push(address.href);
    } else if (/^https?:/.test(address.protocol) && !address.hostname.endsWith("localhost")) {
      strangers.push(address.href);
    }
  });
  return {
    /** The addresses of files in the workspace that were asked for. */
    requested,
    /** The addresses of other machines that were asked for. */
    strangers,
    workspace,
    page,
    url: `http://localhost:${port}/`,
    stop: async () => {
      await context.close().catch(() => {});
      server.dispose();
    },
  };
}
