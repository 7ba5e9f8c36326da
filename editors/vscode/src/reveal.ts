// Opens a place that the server names.

import * as vscode from "vscode";
import type { Location } from "vscode-languageclient";

export async function reveal({ uri, range: { start, end } }: Location, viewColumn?: vscode.ViewColumn): Promise<void> {
  const selection = new vscode.Range(start.line, start.character, end.line, end.character);
  const place = viewColumn === undefined ? {} : { viewColumn };
  await vscode.window.showTextDocument(vscode.Uri.parse(uri), { ...place, selection });
}
