// The note "az ml job create --file job.yml": copies the line, puts it into a terminal, or runs it as "Submit" does.
//
// Must stay true: a line that is put into the terminal has no line break, so the user presses Enter or does not.

import * as vscode from "vscode";
import { createLine } from "./shell";

const TERMINAL = "Azure ML";

/** `command` is all but the path: "az ml job create --file". */
export async function offerCreate(uri: string, command: string): Promise<void> {
  const file = vscode.Uri.parse(uri);
  const folder = vscode.workspace.getWorkspaceFolder(file);
  const path = folder === undefined ? file.fsPath : vscode.workspace.asRelativePath(file, false);
  const line = createLine(command, path, process.platform);
  const copy = { label: "$(copy) Copy", detail: line };
  const write = { label: "$(terminal) Put into the terminal", detail: "Nothing runs until you press Enter there." };
  const run = { label: "$(play) Run", detail: "As a task, in the workspace that the files of the folder name." };
  // Where a workspace is not trusted, there are no terminals.
  const choices = vscode.workspace.isTrusted ? [copy, write, run] : [copy];
  const choice = await vscode.window.showQuickPick(choices, { title: line, placeHolder: "Create it in the workspace" });
  if (choice === copy) {
    await vscode.env.clipboard.writeText(line);
  } else if (choice === write) {
    putIntoTerminal(line, folder?.uri);
  } else if (choice === run) {
    await vscode.commands.executeCommand("azml-ls.submit", uri);
  }
}

function putIntoTerminal(line: string, cwd: vscode.Uri | undefined): void {
  const own = vscode.window.terminals.find(({ name, exitStatus }) => name === TERMINAL && exitStatus === undefined);
  const terminal = own ?? vscode.window.createTerminal({ name: TERMINAL, ...(cwd === undefined ? {} : { cwd }) });
  terminal.show();
  terminal.sendText(line, false);
}
