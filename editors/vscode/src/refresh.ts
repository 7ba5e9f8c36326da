// "Refresh from the workspace": `azml-ls --refresh` as a task. Its terminal shows each command of the Azure CLI before it runs.

import * as vscode from "vscode";
import type { Server } from "./server";

/** Runs it for one folder, until it ends or is canceled. The server notices the changed files by itself. */
export async function refreshWorkspace(server: Server): Promise<void> {
  if (!vscode.workspace.isTrusted) {
    void vscode.window.showWarningMessage("Only a trusted workspace can be refreshed: the Azure CLI is run for it.");
    return;
  }
  if (server.program === undefined) {
    void vscode.window.showWarningMessage("The server is not running, so nothing can be refreshed.");
    return;
  }
  // The card whose link was clicked would stay, with what it said before.
  void vscode.commands.executeCommand("editor.action.hideHover");
  const folder = await chosenFolder();
  if (folder === undefined) {
    return;
  }
  const name = "Refresh from the workspace";
  const run = new vscode.ProcessExecution(server.program, ["--refresh"], { cwd: folder.uri.fsPath });
  const task = new vscode.Task({ type: "azml-ls" }, folder, name, "Azure ML", run, []);
  task.presentationOptions = { reveal: vscode.TaskRevealKind.Always, panel: vscode.TaskPanelKind.Dedicated, clear: true };
  const progress = { location: vscode.ProgressLocation.Notification, title: `Azure ML: ${name}`, cancellable: true };
  await vscode.window.withProgress(progress, async (_, token) => {
    // Listened to before the start: a task may end at once.
    const ended = endOf(name);
    const execution = await vscode.tasks.executeTask(task);
    token.onCancellationRequested(() => execution.terminate());
    await ended;
  });
}

/** Resolves when the task has ended, also where its program can not be started. */
function endOf(name: string): Promise<void> {
  return new Promise((resolve) => {
    const listener = vscode.tasks.onDidEndTask(({ execution }) => {
      if (execution.task.name === name) {
        listener.dispose();
        resolve();
      }
    });
  });
}

/** The only folder, that of the editor, or the one that the user chooses. */
async function chosenFolder(): Promise<vscode.WorkspaceFolder | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) {
    void vscode.window.showWarningMessage("Open a folder first: what the workspace holds is saved in it.");
  }
  if (folders.length < 2) {
    return folders[0];
  }
  const open = vscode.window.activeTextEditor?.document.uri;
  const own = open && vscode.workspace.getWorkspaceFolder(open);
  return own ?? (await vscode.window.showWorkspaceFolderPick());
}
