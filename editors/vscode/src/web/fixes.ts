// Fixes, comments that silence, pages, and refactorings.

import * as vscode from "vscode";
import type { Action } from "../../../playground/page/model";
import type { Folder } from "./folder";
import type { Folders } from "./folders";
import { rangeIn } from "./places";

const { QuickFix, Refactor, RefactorRewrite } = vscode.CodeActionKind;

export class Fixes implements vscode.CodeActionProvider {
  constructor(private readonly folders: Folders) {}

  register(selector: vscode.DocumentSelector): vscode.Disposable {
    const metadata = { providedCodeActionKinds: [QuickFix, Refactor] };
    return vscode.languages.registerCodeActionsProvider(selector, this, metadata);
  }

  async provideCodeActions(
    document: vscode.TextDocument,
    range: vscode.Range,
    { only, diagnostics }: vscode.CodeActionContext,
  ): Promise<vscode.CodeAction[]> {
    const { version } = document;
    const folder = this.folders.of(document);
    const path = folder?.pathOf(document.uri) ?? "";
    const [from, to] = [document.offsetAt(range.start), document.offsetAt(range.end)];
    const found = await folder?.ask((engine) => engine.actions(path, from, to));
    if (folder === undefined || found === undefined || document.version !== version) {
      return [];
    }
    // What is in no folder has no place for another file.
    const possible = found.filter(({ newFiles }) => folder.root !== undefined || newFiles.length === 0);
    const actions = possible.map((action) => actionOf(folder, action, diagnostics));
    return actions.filter(({ kind }) => only === undefined || (kind !== undefined && only.contains(kind)));
  }
}

function actionOf(folder: Folder, action: Action, diagnostics: readonly vscode.Diagnostic[]): vscode.CodeAction {
  const isRefactoring = action.sort === "refactoring";
  const made = new vscode.CodeAction(action.title, isRefactoring ? RefactorRewrite : QuickFix);
  if (!isRefactoring) {
    made.diagnostics = diagnostics.filter(({ source }) => source === "azml-ls");
  }
  if (action.rule !== undefined) {
    made.command = { title: action.title, command: "azml-ls.explain", arguments: [action.rule] };
    return made;
  }
  made.edit = new vscode.WorkspaceEdit();
  for (const { path, text } of action.newFiles) {
    const uri = folder.uriOf(path);
    made.edit.createFile(uri, { ignoreIfExists: true });
    made.edit.insert(uri, new vscode.Position(0, 0), text);
  }
  for (const { path, range, text } of action.edits) {
    made.edit.replace(folder.uriOf(path), rangeIn(folder.textOf(path), range), text);
  }
  if (action.sort === "safe") {
    made.isPreferred = true;
  }
  return made;
}
