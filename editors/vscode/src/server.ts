// Starts, stops and restarts the language server. Everything the extension knows about the running program is here.
//
// Must stay true: start and stop go through one queue, and a failed start leaves a state from which
// "Restart server" works.

import { accessSync, constants, statSync } from "node:fs";
import { homedir } from "node:os";
import * as vscode from "vscode";
import { LanguageClient, RevealOutputChannelOn, State } from "vscode-languageclient/node";
import { findServer, type Lookup } from "./lookup";
import { Queue } from "./queue";
import { createStatus, showState, type ServerState } from "./status";

/** Content decides in the server which YAML files are Azure ML; all others cost it next to nothing. */
const SELECTOR = [
  { scheme: "file", language: "yaml" },
  { scheme: "untitled", language: "yaml" },
];

export class Server implements vscode.Disposable {
  private readonly queue = new Queue();
  private readonly status = createStatus(SELECTOR);
  private client: LanguageClient | undefined;

  constructor(
    private readonly extensionFolder: string,
    private readonly log: vscode.OutputChannel,
  ) {}

  start(): Promise<void> {
    return this.queue.add(() => this.startNow());
  }

  stop(): Promise<void> {
    return this.queue.add(() => this.stopNow());
  }

  restart(): Promise<void> {
    return this.queue.add(async () => {
      await this.stopNow();
      await this.startNow();
    });
  }

  dispose(): void {
    this.status.dispose();
  }

  private async startNow(): Promise<void> {
    this.show({ kind: "starting" });
    const lookup = lookUp(this.extensionFolder);
    if (lookup.kind === "missing") {
      this.fail(lookup.message);
      return;
    }
    this.log.appendLine(`Starting ${lookup.command} (from ${lookup.origin})`);
    const client = this.createClient(lookup.command);
    this.client = client;
    try {
      await client.start();
    } catch (error) {
      this.fail(`${lookup.command} did not start: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  private async stopNow(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    if (client === undefined) {
      return;
    }
    try {
      await client.dispose();
    } catch (error) {
      // A server that crashed can not be stopped politely; that must not prevent the next start.
      this.log.appendLine(`While stopping: ${String(error)}`);
    }
  }

  private createClient(command: string): LanguageClient {
    const client = new LanguageClient(
      "azml-ls",
      "azml-ls",
      { command, args: [] },
      {
        documentSelector: SELECTOR,
        outputChannel: this.log,
        traceOutputChannel: this.log,
        revealOutputChannelOn: RevealOutputChannelOn.Never,
      },
    );
    client.onDidChangeState(({ newState }) => {
      if (client !== this.client) {
        return;
      }
      if (newState === State.Running) {
        this.show({ kind: "running", version: client.initializeResult?.serverInfo?.version, detail: command });
      } else {
        this.show({ kind: newState === State.Starting ? "starting" : "stopped" });
      }
    });
    return client;
  }

  private show(state: ServerState): void {
    showState(this.status, state);
  }

  private fail(reason: string): void {
    this.log.appendLine(reason);
    this.show({ kind: "failed", reason });
    // Not awaited: the message stays until the user answers, and the queue must go on.
    void offerHelp(reason);
  }
}

async function offerHelp(reason: string): Promise<void> {
  const settings = "Open settings";
  const log = "Show log";
  const choice = await vscode.window.showErrorMessage(reason, settings, log);
  if (choice === settings) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "azml-ls.path");
  } else if (choice === log) {
    await vscode.commands.executeCommand("azml-ls.showLog");
  }
}

function lookUp(extensionFolder: string): Lookup {
  return findServer({
    configured: configuredPath(),
    trusted: vscode.workspace.isTrusted,
    extensionFolder,
    workspaceFolder: vscode.workspace.workspaceFolders?.[0]?.uri.fsPath,
    home: homedir(),
    platform: process.platform,
    searchPath: process.env["PATH"] ?? "",
    isProgram,
  });
}

/** VS Code itself hides the workspace's value of a restricted setting; asking for the user's value makes it certain. */
function configuredPath(): string {
  const configuration = vscode.workspace.getConfiguration("azml-ls");
  if (vscode.workspace.isTrusted) {
    return configuration.get<string>("path", "");
  }
  return configuration.inspect<string>("path")?.globalValue ?? "";
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
