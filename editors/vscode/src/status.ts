// The entry in the language status menu ("{}" in the status bar) of YAML files.

import * as vscode from "vscode";

export type ServerState =
  | { readonly kind: "starting" }
  | { readonly kind: "running"; readonly version: string | undefined; readonly detail: string }
  | { readonly kind: "stopped" }
  | { readonly kind: "failed"; readonly reason: string };

/** What checks the files: the server, or the rules in the browser. */
export interface StateSource {
  readonly state: ServerState;
  /** {@link state} is another one. */
  readonly onDidChangeState: vscode.Event<void>;
}

export function createStatus(selector: vscode.DocumentSelector): vscode.LanguageStatusItem {
  const item = vscode.languages.createLanguageStatusItem("azml-ls", selector);
  item.name = "azml-ls";
  showState(item, { kind: "starting" });
  return item;
}

export function showState(item: vscode.LanguageStatusItem, state: ServerState): void {
  item.busy = state.kind === "starting";
  item.severity = severityOf(state);
  item.text = textOf(state);
  item.detail = detailOf(state);
  item.command =
    state.kind === "running"
      ? { title: "Show log", command: "azml-ls.showLog" }
      : { title: "Restart server", command: "azml-ls.restart" };
}

function severityOf(state: ServerState): vscode.LanguageStatusSeverity {
  switch (state.kind) {
    case "failed":
      return vscode.LanguageStatusSeverity.Error;
    case "stopped":
      return vscode.LanguageStatusSeverity.Warning;
    default:
      return vscode.LanguageStatusSeverity.Information;
  }
}

function textOf(state: ServerState): string {
  switch (state.kind) {
    case "starting":
      return "azml-ls: starting";
    case "running":
      return state.version === undefined ? "azml-ls" : `azml-ls ${state.version}`;
    case "stopped":
      return "azml-ls: stopped";
    case "failed":
      return "azml-ls: not running";
  }
}

function detailOf(state: ServerState): string {
  switch (state.kind) {
    case "running":
      return state.detail;
    case "failed":
      return state.reason;
    default:
      return "";
  }
}
