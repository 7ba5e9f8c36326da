// Starts, stops and restarts the language server. Everything the extension knows about the running program is here.
//
// Must stay true: start and stop go through one queue; whatever happened before, "Restart server" works; and no
// process is left behind.

import { accessSync, constants, statSync } from "node:fs";
import { homedir } from "node:os";
import * as vscode from "vscode";
import {
  CloseAction,
  type DiagnosticProviderMiddleware,
  ErrorAction,
  type ErrorHandler,
  LanguageClient,
  LSPErrorCodes,
  ResponseError,
  RevealOutputChannelOn,
  State,
  vsdiag,
} from "vscode-languageclient/node";
import { isBesideYaml } from "./beside";
import { type Launch, prepareLaunch, programFor, within } from "./launch";
import { findServer, type LookupRequest, unansweredChoice } from "./lookup";
import { pageOf } from "./pages";
import { Permission } from "./permission";
import { Queue } from "./queue";
import { Scripts } from "./scripts";
import { createStatus, type ServerState, showState } from "./status";

/**
 * Content decides in the server which YAML files are Azure ML; all others cost it next to nothing. Scripts are not
 * selected: each hover in a Python file would ask this server. It reads them from the disk, and gets those that are not
 * saved from `Scripts`.
 */
const SELECTOR = [
  { scheme: "file", language: "yaml" },
  { scheme: "untitled", language: "yaml" },
];

/** Generous: the answer to the first request comes before any file is read. */
const START_LIMIT_MS = 30_000;

interface Running {
  readonly command: string;
  readonly client: LanguageClient;
  readonly launch: Launch;
}

/** Until the server has answered for the first time, `startNow` tells the user what is wrong, once. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown, showNotification?: boolean | "force"): void {
    super.error(message, data, this.initializeResult === undefined ? false : showNotification);
  }
}

export class Server implements vscode.Disposable {
  private readonly queue = new Queue();
  private readonly status = createStatus(SELECTOR);
  private readonly started = new vscode.EventEmitter<void>();
  private readonly changed = new vscode.EventEmitter<void>();
  private lastState: ServerState = { kind: "starting" };
  private current: Running | undefined;
  private scripts: Scripts | undefined;

  private readonly permission: Permission;

  /** A server has started, the first one or another one. */
  readonly onDidStart = this.started.event;

  /** {@link state} is another one. */
  readonly onDidChangeState = this.changed.event;

  constructor(
    private readonly extensionFolder: string,
    memory: vscode.Memento,
    private readonly log: vscode.OutputChannel,
  ) {
    this.permission = new Permission(memory);
  }

  /** What the server does now. */
  get state(): ServerState {
    return this.lastState;
  }

  start(): Promise<void> {
    return this.queue.add(() => this.startNow());
  }

  stop(): Promise<void> {
    this.abortStart();
    return this.queue.add(() => this.stopNow());
  }

  restart(): Promise<void> {
    this.abortStart();
    return this.queue.add(async () => {
      await this.stopNow();
      await this.startNow();
    });
  }

  dispose(): void {
    this.status.dispose();
    this.started.dispose();
    this.changed.dispose();
  }

  /** The program that runs; undefined where none does. */
  get program(): string | undefined {
    return this.current?.client.state === State.Running ? this.current.command : undefined;
  }

  /** The answer to a request without a document; undefined where there is none. */
  async request<T>(method: string, params: object = {}): Promise<T | undefined> {
    const client = this.current?.client;
    if (client?.state !== State.Running) {
      return undefined;
    }
    return client.sendRequest<T>(method, params).catch(() => undefined);
  }

  /** The answer to a request about an open document; null where it has none. "busy" where the text changed meanwhile. */
  async ask<T>(
    method: string,
    uri: vscode.Uri,
    more: object = {},
  ): Promise<{ readonly value: T | null } | "busy" | "stopped"> {
    const client = this.current?.client;
    if (client?.state !== State.Running) {
      return "stopped";
    }
    try {
      const textDocument = { uri: client.code2ProtocolConverter.asUri(uri) };
      return { value: await client.sendRequest<T | null>(method, { textDocument, ...more }) };
    } catch (error) {
      const modified = error instanceof ResponseError && error.code === LSPErrorCodes.ContentModified;
      return modified ? "busy" : { value: null };
    }
  }

  /** The same, asked again while the text changes; undefined where no server runs. */
  async settled<T>(method: string, uri: vscode.Uri, more: object): Promise<T | null | undefined> {
    const answer = await this.ask<T>(method, uri, more);
    if (answer === "stopped") {
      return undefined;
    }
    return answer === "busy" ? this.settled(method, uri, more) : answer.value;
  }

  private async startNow(): Promise<void> {
    this.show({ kind: "starting" });
    const request = lookupRequest(this.extensionFolder, this.permission);
    void this.askFor(unansweredChoice(request));
    const lookup = findServer(request);
    if (lookup.kind === "missing") {
      this.fail(lookup.message);
      return;
    }
    const program = programFor(lookup.command, vscode.workspace.isTrusted, firstFolder());
    this.log.appendLine(`Starting ${[lookup.command, ...program.args].join(" ")} (from ${lookup.origin})`);
    const launch = prepareLaunch(program);
    const client = this.createClient(lookup.command, launch);
    this.current = { command: lookup.command, client, launch };
    try {
      await within(START_LIMIT_MS, Promise.race([launch.ended, client.start().catch(launch.explain)]));
    } catch (error) {
      launch.kill();
      if (this.current?.client !== client) {
        return;
      }
      this.current = undefined;
      this.fail(`${lookup.command} did not start: ${error instanceof Error ? error.message : String(error)}.`);
    }
  }

  /** Not awaited by the start: the program of the user works until the answer comes. */
  private async askFor(program: string | undefined): Promise<void> {
    if (program !== undefined && (await this.permission.ask(program))) {
      await this.restart();
    }
  }

  private async stopNow(): Promise<void> {
    const running = this.current;
    this.current = undefined;
    this.scripts?.dispose();
    if (running?.client.state !== State.Running) {
      running?.launch.kill();
      return;
    }
    try {
      await running.client.dispose();
    } catch (error) {
      this.log.appendLine(`While stopping: ${String(error)}`);
      running.launch.kill();
    }
  }

  /** A start that waits for an answer must not hold up what the user asks for now. */
  private abortStart(): void {
    if (this.current?.client.state === State.Starting) {
      this.current.launch.kill();
      this.current = undefined;
    }
  }

  private createClient(command: string, launch: Launch): LanguageClient {
    const client: LanguageClient = new QuietClient("azml-ls", "azml-ls", launch.options, {
      documentSelector: SELECTOR,
      // Only a client with the commands behind them gets that note, "Explain", and lists that open by themselves. In a
      // workspace that is not trusted nothing is refreshed or submitted.
      initializationOptions: {
        createLens: true,
        explainCommand: true,
        planCommand: true,
        suggestCommand: true,
        refreshCommand: vscode.workspace.isTrusted,
        submitCommand: vscode.workspace.isTrusted,
        cellRequests: true,
        messages: vscode.workspace.getConfiguration("azml-ls").get("messages", "short"),
      },
      // The only command that a card may run. Text of files is escaped in cards.
      markdown: { isTrusted: { enabledCommands: ["azml-ls.refreshWorkspace"] } },
      // The server is told the settings at once and when they change.
      synchronize: { configurationSection: "azml-ls" },
      middleware: {
        provideDiagnostics: withPages,
        // Beside another outline each entry would be there twice.
        provideDocumentSymbols: (document, token, next) => (isBesideYaml() ? undefined : next(document, token)),
      },
      outputChannel: this.log,
      traceOutputChannel: this.log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      errorHandler: this.errorHandler(() => client),
      // The reason is shown once, by startNow.
      initializationFailedHandler: () => false,
    });
    client.onDidChangeState(({ newState }) => {
      if (client !== this.current?.client) {
        return;
      }
      this.scripts?.dispose();
      this.scripts = newState === State.Running ? new Scripts(client) : undefined;
      if (newState === State.Running) {
        this.started.fire();
        this.show({ kind: "running", version: client.initializeResult?.serverInfo?.version, detail: command });
      } else if (newState === State.Starting) {
        this.show({ kind: "starting" });
      } else if (this.lastState.kind !== "failed") {
        this.show({ kind: "stopped" });
      }
    });
    return client;
  }

  /**
   * A server that crashes while it works is started again by the library, up to five times in three minutes. One that
   * ends before it has ever answered is not: the next try would go the same way.
   */
  private errorHandler(client: () => LanguageClient): ErrorHandler {
    let usual: ErrorHandler | undefined;
    return {
      // A broken pipe; what matters is that the connection closes, and that is handled below.
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: async () => {
        const wanted = this.current?.client === client() && client().initializeResult !== undefined;
        if (!wanted) {
          return { action: CloseAction.DoNotRestart, handled: true };
        }
        usual ??= client().createDefaultErrorHandler();
        const next = await usual.closed();
        if (next.action === CloseAction.Restart) {
          return next;
        }
        // The library's own message offers no restart.
        this.fail("The server of azml-ls ended five times in three minutes, so it was not started again.");
        return { ...next, handled: true };
      },
    };
  }

  private show(state: ServerState): void {
    this.lastState = state;
    showState(this.status, state);
    this.changed.fire();
  }

  private fail(reason: string): void {
    this.log.appendLine(reason);
    this.show({ kind: "failed", reason });
    // Not awaited: the message stays until the user answers, and the queue must go on.
    void offerHelp(reason);
  }
}

/** The problems with links to pages inside the editor. */
const withPages: NonNullable<DiagnosticProviderMiddleware["provideDiagnostics"]> = async (
  document,
  previous,
  token,
  next,
) => {
  const report = await next(document, previous, token);
  if (report?.kind === vsdiag.DocumentDiagnosticReportKind.full) {
    for (const item of report.items) {
      if (item.code !== undefined) {
        item.code = pageOf(item.code);
      }
    }
  }
  return report;
};

async function offerHelp(reason: string): Promise<void> {
  const restart = "Restart";
  const settings = "Open settings";
  const log = "Show log";
  const choice = await vscode.window.showErrorMessage(reason, restart, settings, log);
  if (choice === restart) {
    await vscode.commands.executeCommand("azml-ls.restart");
  } else if (choice === settings) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "azml-ls.path");
  } else if (choice === log) {
    await vscode.commands.executeCommand("azml-ls.showLog");
  }
}

function lookupRequest(extensionFolder: string, permission: Permission): LookupRequest {
  const path = vscode.workspace.getConfiguration("azml-ls").inspect<string>("path");
  return {
    configured: path?.globalValue ?? "",
    configuredByWorkspace: path?.workspaceFolderValue ?? path?.workspaceValue ?? "",
    trusted: vscode.workspace.isTrusted,
    isAllowed: (file) => permission.isAllowed(file),
    extensionFolder,
    workspaceFolders: foldersOnDisk(),
    home: homedir(),
    platform: process.platform,
    searchPath: process.env["PATH"] ?? "",
    isProgram,
  };
}

function firstFolder(): string | undefined {
  return foldersOnDisk()[0];
}

/** Without those of a virtual workspace. */
function foldersOnDisk(): string[] {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
  return folders.map(({ uri }) => uri.fsPath);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
