// The folders that are open, each with its own rules, and the one that a document is in.

import * as vscode from "vscode";
import { Folder, isKnown, rootOf } from "./folder";

export class Folders implements vscode.Disposable {
  private readonly folders = new Map<string, Folder>();
  private readonly changed = new vscode.EventEmitter<Folder>();
  private readonly listeners: vscode.Disposable[];

  /** Something changed that the findings in this folder depend on. */
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly wasm: ArrayBuffer,
    private readonly log: vscode.OutputChannel,
  ) {
    const changed = (document: vscode.TextDocument): void => this.of(document)?.forget();
    this.listeners = [
      this.changed,
      vscode.workspace.onDidOpenTextDocument(changed),
      vscode.workspace.onDidCloseTextDocument(changed),
      vscode.workspace.onDidChangeTextDocument(({ document }) => changed(document)),
      vscode.workspace.onDidSaveTextDocument((document) => this.of(document)?.saved(document)),
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.restart()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("azml-ls")) {
          this.all().forEach((folder) => void folder.forget());
        }
      }),
    ];
  }

  dispose(): void {
    vscode.Disposable.from(...this.listeners).dispose();
    this.end();
  }

  all(): Folder[] {
    return [...this.folders.values()];
  }

  /** The folder of a document; undefined for one that the rules do not look at, or of a folder without YAML so far. */
  of(document: vscode.TextDocument): Folder | undefined {
    if (!isKnown(document)) {
      return undefined;
    }
    const root = rootOf(document.uri);
    const known = this.folders.get(String(root));
    if (known !== undefined || document.languageId !== "yaml") {
      return known;
    }
    const folder = new Folder(root, this.wasm, this.log);
    this.folders.set(String(root), folder);
    folder.onDidChange(() => this.changed.fire(folder));
    return folder;
  }

  /** Ends the rules; those of an open document start again. */
  restart(): void {
    this.end();
    vscode.workspace.textDocuments.forEach((document) => void this.of(document)?.forget());
  }

  private end(): void {
    const folders = this.all();
    this.folders.clear();
    folders.forEach((folder) => void folder.dispose());
  }
}
