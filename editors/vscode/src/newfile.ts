// A new file in the folder that is meant, so that its paths lead somewhere, with the list of what can be written in it.

import * as vscode from "vscode";

/** `target` is what the Explorer's menu was opened on. */
export async function newFile(target?: vscode.Uri): Promise<void> {
  const folder = target === undefined ? openFolder() : await folderOf(target);
  const document =
    folder === undefined ? await vscode.workspace.openTextDocument({ language: "yaml" }) : await created(folder);
  if (document !== undefined) {
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand("editor.action.triggerSuggest");
  }
}

async function created(folder: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  const name = await vscode.window.showInputBox({
    title: `New Azure ML file in ${folder.path.split("/").at(-1)}`,
    prompt: "Its name suggests what it describes: train.yml, sweep.yml, pipeline.yml, cluster.yml, environment.yml",
    value: "train.yml",
    valueSelection: [0, "train".length],
    validateInput: async (value) => {
      if (!/^[^\\/:*?"<>|]+\.ya?ml$/.test(value)) {
        return "Write a file name that ends with .yml or .yaml.";
      }
      const isThere = await vscode.workspace.fs.stat(vscode.Uri.joinPath(folder, value)).then(
        () => true,
        () => false,
      );
      return isThere ? "There is a file of this name." : undefined;
    },
  });
  if (name === undefined) {
    return undefined;
  }
  const file = vscode.Uri.joinPath(folder, name);
  await vscode.workspace.fs.writeFile(file, new Uint8Array());
  return vscode.workspace.openTextDocument(file);
}

/** The folder of the file that is shown, else the one that is open. Where none can be written, the file has no place yet. */
function openFolder(): vscode.Uri | undefined {
  const shown = vscode.window.activeTextEditor?.document.uri;
  const isInside = shown !== undefined && vscode.workspace.getWorkspaceFolder(shown) !== undefined;
  const folder = isInside ? vscode.Uri.joinPath(shown, "..") : vscode.workspace.workspaceFolders?.[0]?.uri;
  const isReadOnly = folder !== undefined && vscode.workspace.fs.isWritableFileSystem(folder.scheme) === false;
  return isReadOnly ? undefined : folder;
}

async function folderOf(target: vscode.Uri): Promise<vscode.Uri> {
  const { type } = await vscode.workspace.fs.stat(target);
  return (type & vscode.FileType.Directory) !== 0 ? target : vscode.Uri.joinPath(target, "..");
}
