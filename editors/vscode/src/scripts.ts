// Unsaved Python scripts: the server checks files against them before the disk. They are sent by hand, because a selector for
// Python would ask the server for each hover there; and only while they have changes that are not saved.

import * as vscode from "vscode";

const DELAY_MS = 200;

/** The notifications of a client. */
interface Sender {
  sendNotification(method: string, params: unknown): Promise<void>;
}

export class Scripts implements vscode.Disposable {
  private readonly versions = new Map<string, number>();
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly listeners: vscode.Disposable[];

  constructor(private readonly client: Sender) {
    this.listeners = [
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.later(document)),
      vscode.workspace.onDidSaveTextDocument((document) => this.close(document)),
      vscode.workspace.onDidCloseTextDocument((document) => this.close(document)),
    ];
    for (const document of vscode.workspace.textDocuments) {
      this.later(document);
    }
  }

  dispose(): void {
    vscode.Disposable.from(...this.listeners).dispose();
    for (const timer of this.timers.values()) {
      clearTimeout(timer);
    }
  }

  private later(document: vscode.TextDocument): void {
    if (document.languageId === "python" && document.uri.scheme === "file") {
      const uri = document.uri.toString();
      clearTimeout(this.timers.get(uri));
      this.timers.set(
        uri,
        setTimeout(() => this.send(document), DELAY_MS),
      );
    }
  }

  /** A text that is that of the disk again counts from there. */
  private send(document: vscode.TextDocument): void {
    const uri = document.uri.toString();
    if (document.isClosed || !document.isDirty) {
      this.close(document);
      return;
    }
    const [text, version] = [document.getText(), document.version];
    const sent = this.versions.get(uri);
    this.versions.set(uri, version);
    if (sent === undefined) {
      void this.client.sendNotification("textDocument/didOpen", {
        textDocument: { uri, languageId: "python", version, text },
      });
    } else if (sent !== version) {
      void this.client.sendNotification("textDocument/didChange", {
        textDocument: { uri, version },
        contentChanges: [{ text }],
      });
    }
  }

  private close({ uri }: vscode.TextDocument): void {
    clearTimeout(this.timers.get(uri.toString()));
    if (this.versions.delete(uri.toString())) {
      void this.client.sendNotification("textDocument/didClose", { textDocument: { uri: uri.toString() } });
    }
  }
}
