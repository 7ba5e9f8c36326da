// Which node of a graph the cursor of the editor is in. Pure.

/** Where a node begins: the line of its key, from 0, and the column. */
export interface NodeStart {
  readonly line: number;
  readonly column: number;
}

/** The node whose key has the line, or is the innermost one that its lines are indented below; undefined outside of all. */
export function nodeAt(
  starts: readonly (NodeStart | undefined)[],
  line: number,
  textOf: (line: number) => string,
): number | undefined {
  let found: number | undefined;
  let nearest = -1;
  starts.forEach((start, index) => {
    if (start !== undefined && start.line <= line && start.line > nearest && isBelow(start, line, textOf)) {
      [found, nearest] = [index, start.line];
    }
  });
  return found;
}

function isBelow(start: NodeStart, line: number, textOf: (line: number) => string): boolean {
  for (let at = start.line + 1; at <= line; at++) {
    const text = textOf(at);
    if (text.trim() !== "" && text.length - text.trimStart().length <= start.column) {
      return false;
    }
  }
  return true;
}
