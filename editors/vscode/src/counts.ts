// The entry in the status bar: how much azml-ls finds in the file. A click lists it. While no server runs, it says so, and a
// click starts one.

import * as vscode from "vscode";
import { absentText, countsText, looksLikeAzureMl } from "./counted";
import type { StateSource } from "./status";

export class Counts implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("azml-ls.counts", vscode.StatusBarAlignment.Right, 95);
  private readonly listeners: vscode.Disposable[];

  constructor(private readonly server: StateSource) {
    this.item.name = "Azure ML problems";
    this.listeners = [
      this.item,
      vscode.window.onDidChangeActiveTextEditor(() => this.show()),
      vscode.languages.onDidChangeDiagnostics(() => this.show()),
      server.onDidChangeState(() => this.show()),
    ];
    this.show();
  }

  dispose(): void {
    this.listeners.forEach((listener) => void listener.dispose());
  }

  private show(): void {
    const document = vscode.window.activeTextEditor?.document;
    if (document?.languageId !== "yaml") {
      this.item.hide();
      return;
    }
    const found = vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === "azml-ls");
    if (found.length === 0 && !looksLikeAzureMl(document.getText())) {
      this.item.hide();
      return;
    }
    const { kind } = this.server.state;
    if (kind !== "running") {
      this.showItem(absentText(kind === "starting"), "azml-ls.restart");
      return;
    }
    const of = (severity: vscode.DiagnosticSeverity): number => found.filter((one) => one.severity === severity).length;
    const counts = { errors: of(0), warnings: of(1), notes: of(2) + of(3) };
    this.showItem(countsText(counts), "workbench.actions.view.problems");
  }

  private showItem({ text, tooltip }: { readonly text: string; readonly tooltip: string }, command: string): void {
    this.item.text = text;
    this.item.tooltip = tooltip;
    this.item.command = command;
    this.item.accessibilityInformation = { label: tooltip };
    this.item.show();
  }
}
