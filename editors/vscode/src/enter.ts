// Enter in YAML: below `inputs:` the cursor is indented, and below `- a` the list goes on. VS Code has no such rules for YAML.

import * as vscode from "vscode";

/** Rules of one line each; what begins a comment or ends a value in quotes is left alone. */
export const ENTER_RULES: vscode.OnEnterRule[] = [
  {
    // `inputs:`, `- task:`, and the head of a text of several lines.
    beforeText: /^\s*(?:- +)*[\w$"'.-]+:\s*(?:[|>][+-]?\s*)?(?:#.*)?$/,
    afterText: /^\s*$/,
    action: { indentAction: vscode.IndentAction.Indent },
  },
  {
    // An item that is a single value. After `- name: x` follows a key of the same item.
    beforeText: /^\s*- +(?:[^\s:#{["'|>&*-](?:[^:#]|:\S)*|"[^"]*"|'[^']*')$/,
    afterText: /^\s*$/,
    action: { indentAction: vscode.IndentAction.None, appendText: "- " },
  },
];

export const enterRules = (): vscode.Disposable =>
  vscode.languages.setLanguageConfiguration("yaml", { onEnterRules: ENTER_RULES });
