// Tasks of the Azure CLI for the file of an editor: validate, create, stream, cancel, and open in the studio.
//
// Must stay true: the server makes the command line, each word an argument of its own, and no shell reads it; in a workspace that
// is not trusted there is no task.

import * as vscode from "vscode";
import type { Server } from "../server";
import { type Action, actions, isReplaced, type Submission } from "./words";

/** Those of package.json: what the client writes about a file, with a line or without one, and the same in the order of `az`. */
const MATCHERS = ["$azml", "$azml-file", "$azml-sorted"];

interface Definition extends vscode.TaskDefinition {
  readonly action?: string;
  /** Relative to the folder; the active editor's where it is missing. */
  readonly file?: string;
  readonly name?: string;
  readonly set?: Readonly<Record<string, string>>;
}

/** What a request for a command line tells besides the file. */
export interface Wishes {
  readonly action: Action;
  readonly name?: string | undefined;
  readonly values?: Readonly<Record<string, string>> | undefined;
}

export class AzureTasks implements vscode.TaskProvider {
  constructor(private readonly server: Server) {}

  /** What can be done with the file of the active editor, without a question. */
  async provideTasks(): Promise<vscode.Task[]> {
    const file = activeFile();
    if (!vscode.workspace.isTrusted || file === undefined) {
      return [];
    }
    const tasks: vscode.Task[] = [];
    for (const action of ["validate", "create"] as const) {
      const found = await commandLine(this.server, file, { action });
      if (typeof found === "object") {
        const shown = vscode.workspace.asRelativePath(file, false);
        tasks.push(taskOf(found, file, { type: "azml", action, file: shown }));
      }
    }
    return tasks;
  }

  /** A task of `tasks.json`. */
  async resolveTask({ definition, scope }: vscode.Task): Promise<vscode.Task | undefined> {
    const { action, file, name, set } = definition as Definition;
    const known = actions.find((one) => one === action);
    const own = typeof scope === "object" ? scope : vscode.workspace.workspaceFolders?.[0];
    const folder = own?.uri;
    const uri = file !== undefined && folder !== undefined ? vscode.Uri.joinPath(folder, file) : activeFile();
    if (!vscode.workspace.isTrusted || known === undefined || uri === undefined) {
      return undefined;
    }
    const found = await commandLine(this.server, uri, { action: known, name, values: set });
    if (typeof found === "object") {
      return taskOf(found, uri, definition as Definition);
    }
    void vscode.window.showErrorMessage(`Azure ML: ${found}.`);
    return undefined;
  }
}

/** The command line, or a clause that says why there is none. */
export async function commandLine(server: Server, file: vscode.Uri, wishes: Wishes): Promise<Submission | string> {
  // The server knows the text of open documents.
  await vscode.workspace.openTextDocument(file).then(undefined, () => undefined);
  const found = await server.settled<Submission>("azml-ls/submission", file, { ...wishes });
  if (found === undefined) {
    return "the server is not running";
  }
  if (found === null) {
    return "the Azure CLI has no such command for this file";
  }
  if (found.problem !== undefined) {
    return found.problem;
  }
  const replaced = found.arguments.find(isReplaced);
  return replaced === undefined ? found : `VS Code would replace \${...} in ${replaced}: use a name without it`;
}

/** The task that runs `found`. It is a process and not a line for a shell. */
export function taskOf(found: Submission, file: vscode.Uri, definition: Definition): vscode.Task {
  const folder = vscode.workspace.getWorkspaceFolder(file) ?? vscode.TaskScope.Workspace;
  const run = new vscode.ProcessExecution(found.program, [...found.arguments], { cwd: found.folder });
  const title = [definition.action, definition.name ?? definition.file].join(" ");
  const task = new vscode.Task(definition, folder, title, "Azure ML", run, MATCHERS);
  task.detail = found.line;
  task.presentationOptions = { reveal: vscode.TaskRevealKind.Always, panel: vscode.TaskPanelKind.Dedicated, clear: true };
  return task;
}

export function activeFile(): vscode.Uri | undefined {
  const document = vscode.window.activeTextEditor?.document;
  return document?.languageId === "yaml" && document.uri.scheme === "file" ? document.uri : undefined;
}
