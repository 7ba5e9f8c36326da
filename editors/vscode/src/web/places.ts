// Places: the rules count units of UTF-16 from the start of a text, VS Code counts lines and characters.

import * as vscode from "vscode";
import type { Range } from "../../../playground/page/model";

/** A text whose places are known: an open document, or a file. */
export interface Placed {
  positionAt(offset: number): vscode.Position;
}

/** The text of a file that is not open. */
export class FileText implements Placed {
  private readonly starts = [0];

  constructor(text: string) {
    for (const { index, 0: end } of text.matchAll(/\r\n?|\n/g)) {
      this.starts.push(index + end.length);
    }
  }

  positionAt(offset: number): vscode.Position {
    const after = this.starts.findIndex((start) => start > offset);
    const line = (after === -1 ? this.starts.length : after) - 1;
    return new vscode.Position(line, offset - (this.starts[line] ?? 0));
  }
}

export function rangeIn(text: Placed, { from, to }: Range): vscode.Range {
  return new vscode.Range(text.positionAt(from), text.positionAt(to));
}
