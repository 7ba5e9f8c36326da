// Notes and help of problems whose message is one line: below the message, where the mouse rests on the problem.

import * as vscode from "vscode";

export const notesHover = (): vscode.Disposable =>
  vscode.languages.registerHoverProvider({ language: "yaml" }, { provideHover });

function provideHover(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined {
  const found = vscode.languages.getDiagnostics(document.uri);
  const here = found.filter(({ source, range }) => source === "azml-ls" && range.contains(position));
  const notes = here.flatMap((one) => (one as { data?: { notes?: string[] } }).data?.notes ?? []);
  return notes.length === 0
    ? undefined
    : new vscode.Hover(notes.map((note) => new vscode.MarkdownString().appendText(note)));
}
