// "Submit", and the other commands of the Azure CLI for the file of an editor.
//
// Must stay true: nothing runs in a workspace that is not trusted, nor before the user has agreed once for the workspace of Azure ML;
// a file with errors is asked about each time.

import * as vscode from "vscode";
import type { Server } from "../server";
import { activeFile, commandLine, taskOf } from "./tasks";
import { type Action, details, type Submission } from "./words";

const AGREED = "azml-ls.submits";

type Followed = Exclude<Action, "create" | "validate">;

const TITLES: Readonly<Record<Followed, string>> = {
  stream: "Stream the log of a job",
  cancel: "Cancel a job",
  open: "Open a job in the studio",
};

export class Submitter {
  /** Of the job that was followed last. */
  private lastName = "";

  constructor(
    private readonly server: Server,
    private readonly memory: vscode.Memento,
  ) {}

  /** Saves the file and submits it, or lets the Azure CLI validate it. The lens names its file; F1 means the active one. */
  async send(action: "create" | "validate", uri?: string): Promise<void> {
    const file = await this.fileOf(uri);
    const found = file && (await this.lineOf(file, { action }));
    if (file === undefined || found === undefined) {
      return;
    }
    const values = await askForValues(found, file);
    const line = values && (await this.lineOf(file, { action, values }));
    if (line !== undefined && (await this.agrees(line, file))) {
      await run(line, file, action);
    }
  }

  /** Asks for the name of a job, and follows it. */
  async follow(action: Followed): Promise<void> {
    const file = await this.fileOf();
    const found = file && (await this.lineOf(file, { action }));
    if (file === undefined || found === undefined) {
      return;
    }
    const value = this.lastName === "" ? (found.name ?? "") : this.lastName;
    const name = await vscode.window.showInputBox({ title: TITLES[action], prompt: "Name of the job", value });
    const line = name && (await this.lineOf(file, { action, name }));
    if (name && line) {
      this.lastName = name;
      await run(line, file, action, name);
    }
  }

  /** The file that is meant, saved: the Azure CLI reads the disk. */
  private async fileOf(uri?: string): Promise<vscode.Uri | undefined> {
    if (!vscode.workspace.isTrusted) {
      void vscode.window.showWarningMessage("In a workspace that is not trusted, the Azure CLI is not run.");
      return undefined;
    }
    const file = uri === undefined ? activeFile() : vscode.Uri.parse(uri);
    if (file === undefined) {
      void vscode.window.showWarningMessage("Open the YAML file first.");
      return undefined;
    }
    const document = await vscode.workspace.openTextDocument(file);
    return !document.isDirty || (await document.save()) ? file : undefined;
  }

  private async lineOf(file: vscode.Uri, wishes: Parameters<typeof commandLine>[2]): Promise<Submission | undefined> {
    const found = await commandLine(this.server, file, wishes);
    if (typeof found === "object") {
      return found;
    }
    void vscode.window.showErrorMessage(`Azure ML: ${found}.`);
    return undefined;
  }

  /** Asks once for each workspace of Azure ML, and each time where the file has errors. */
  private async agrees(line: Submission, file: vscode.Uri): Promise<boolean> {
    const agreed = this.memory.get<readonly string[]>(AGREED, []);
    const workspace = line.workspace ?? "";
    const found = vscode.languages.getDiagnostics(file).filter(({ source }) => source === "azml-ls");
    const errors = found.filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error).length;
    if (agreed.includes(workspace) && errors === 0) {
      return true;
    }
    const run = "Run";
    const detail = details(line, errors);
    const choice = await vscode.window.showWarningMessage("Run the Azure CLI?", { modal: true, detail }, run);
    if (choice === run && !agreed.includes(workspace)) {
      await this.memory.update(AGREED, [...agreed, workspace]);
    }
    return choice === run;
  }
}

/** The values that the file leaves open; undefined where the user gives up. */
async function askForValues({ values }: Submission, file: vscode.Uri): Promise<Record<string, string> | undefined> {
  const given: Record<string, string> = {};
  for (const [index, { key, text }] of values.entries()) {
    const title = `Values for ${vscode.workspace.asRelativePath(file, false)} (${index + 1} of ${values.length})`;
    const prompt = `${key}: leave it empty to keep the value of the file`;
    const value = await vscode.window.showInputBox({ title, prompt, placeHolder: text, ignoreFocusOut: true });
    if (value === undefined) {
      return undefined;
    }
    given[key] = value;
  }
  return given;
}

async function run(line: Submission, file: vscode.Uri, action: Action, name?: string): Promise<void> {
  const shown = vscode.workspace.asRelativePath(file, false);
  const definition = { type: "azml", action, file: shown, ...(name === undefined ? {} : { name }) };
  await vscode.tasks.executeTask(taskOf(line, file, definition));
}
