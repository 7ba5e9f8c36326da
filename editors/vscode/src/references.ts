// The note "used by 3 pipelines" shows those places when it is clicked: the server names them, the editor lists them.

import * as vscode from "vscode";

/** A position and a place as the language server protocol writes them. */
interface ServerPosition {
  readonly line: number;
  readonly character: number;
}

interface ServerLocation {
  readonly uri: string;
  readonly range: { readonly start: ServerPosition; readonly end: ServerPosition };
}

const position = (at: ServerPosition): vscode.Position => new vscode.Position(at.line, at.character);

/** Opens the list of references at `at` of the file `uri`. */
export async function showReferences(uri: string, at: ServerPosition, places: ServerLocation[]): Promise<void> {
  const locations = places.map(
    (place) =>
      new vscode.Location(
        vscode.Uri.parse(place.uri),
        new vscode.Range(position(place.range.start), position(place.range.end)),
      ),
  );
  await vscode.commands.executeCommand("editor.action.showReferences", vscode.Uri.parse(uri), position(at), locations);
}
