// Red Hat's YAML extension follows the key `$schema` by itself, so beside it everything of the schema is there twice.
// It is asked once which of both checks the schema.

import * as vscode from "vscode";

const OTHER = "redhat.vscode-yaml";
const ASKED = "beside-yaml-asked";

/** Whether that extension is on. */
export const isBesideYaml = (): boolean => vscode.extensions.getExtension(OTHER) !== undefined;

/** Asks once, in the first window with a file of Azure ML. */
export async function askOnceBesideYaml(memory: vscode.Memento): Promise<void> {
  const settings = vscode.workspace.getConfiguration("azml-ls");
  const chosen = settings.inspect<boolean>("schemaChecks");
  const isChosen = (chosen?.globalValue ?? chosen?.workspaceValue ?? chosen?.workspaceFolderValue) !== undefined;
  if (!isBesideYaml() || isChosen || memory.get(ASKED) === true) {
    return;
  }
  await memory.update(ASKED, true);
  const leave = "Leave the schema to that extension";
  const own = "How to leave it to azml-ls";
  const question =
    "Red Hat's YAML extension checks Azure ML files against their schema, as azml-ls does. Problems and suggestions about keys appear twice.";
  const choice = await vscode.window.showInformationMessage(question, leave, own);
  if (choice === leave) {
    await settings.update("schemaChecks", false, vscode.ConfigurationTarget.Global);
  } else if (choice === own) {
    await vscode.commands.executeCommand("extension.open", "azml-ls.azml-ls");
  }
}
