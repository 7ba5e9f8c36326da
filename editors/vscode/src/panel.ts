// A panel beside the editor that shows what the server makes of a file, and follows what is typed, also in other files that it
// consists of. One for each subclass: it shows the file it was last asked for.

import * as vscode from "vscode";

const DELAY_MS = 250;
const NO_SERVER = "azml-ls is not running. See its log.";

/** What a panel is about. */
export interface PanelKind {
  /** Of the view in VS Code. */
  readonly id: string;
  /** Before the name of the file. */
  readonly title: string;
  /** Of the server, about a document. */
  readonly request: string;
}

/** What answers a panel: the server, or the rules in a browser. */
export interface Answers {
  /** The answer to a request about an open document; null where it has none. "busy" where the text changed meanwhile. */
  ask<T>(request: string, uri: vscode.Uri): Promise<{ readonly value: T | null } | "busy" | "stopped">;
}

export abstract class DocumentPanel<Answer> implements vscode.Disposable {
  protected panel: vscode.WebviewPanel | undefined;
  protected shown: vscode.Uri | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts the requests: an answer that comes after the next question is thrown away. */
  private asked = 0;
  private readonly edits: vscode.Disposable;

  constructor(
    private readonly extension: vscode.Uri,
    private readonly server: Answers,
    private readonly kind: PanelKind,
  ) {
    this.edits = vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.languageId === "yaml") {
        this.refreshSoon();
      }
    });
  }

  /** The page, whose script says when it is ready; `asUri` is the address of a file in `dist`. */
  protected abstract pageOf(nonce: string, asUri: (file: string) => string): string;

  /** Shows the answer; null where the file has none. */
  protected abstract showAnswer(answer: Answer | null): Promise<void> | void;

  /** Shows why there is no answer. */
  protected abstract showText(text: string): void;

  /** A message of the page other than that it is ready. */
  protected abstract receive(message: unknown): void;

  /** Shows what the server makes of `uri`, or of the file in the active editor. */
  show(uri: vscode.Uri | undefined = vscode.window.activeTextEditor?.document.uri): void {
    if (uri === undefined) {
      return;
    }
    this.shown = uri;
    const panel = this.panel ?? this.create();
    panel.title = `${this.kind.title}: ${uri.path.split("/").at(-1) ?? ""}`;
    panel.reveal(vscode.ViewColumn.Beside, true);
    void this.refresh();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.edits.dispose();
    this.panel?.dispose();
  }

  protected send(message: unknown): void {
    void this.panel?.webview.postMessage(message);
  }

  private create(): vscode.WebviewPanel {
    const dist = vscode.Uri.joinPath(this.extension, "dist");
    const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const options = { enableScripts: true, localResourceRoots: [dist] };
    const panel = vscode.window.createWebviewPanel(this.kind.id, this.kind.title, place, options);
    const asUri = (file: string) => panel.webview.asWebviewUri(vscode.Uri.joinPath(dist, file)).toString();
    panel.webview.onDidReceiveMessage((message: { kind: string }) =>
      message.kind === "ready" ? void this.refresh() : this.receive(message),
    );
    panel.webview.html = this.pageOf(newNonce(), asUri);
    panel.onDidDispose(() => {
      this.panel = undefined;
    });
    this.panel = panel;
    return panel;
  }

  private refreshSoon(): void {
    if (this.panel !== undefined) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => void this.refresh(), DELAY_MS);
    }
  }

  private async refresh(): Promise<void> {
    const uri = this.shown;
    if (this.panel === undefined || uri === undefined) {
      return;
    }
    const number = ++this.asked;
    const answer = await this.server.ask<Answer>(this.kind.request, uri);
    if (number !== this.asked) {
      return;
    }
    if (answer === "busy") {
      // The text changed while the server read it.
      this.refreshSoon();
    } else if (answer === "stopped") {
      this.showText(NO_SERVER);
    } else {
      await this.showAnswer(answer.value);
    }
  }
}

/** The text of a file, which is all that must not guess it, cannot. The `crypto` of Node 18 needs an import, which a browser lacks. */
function newNonce(): string {
  return Array.from({ length: 4 }, () => Math.random().toString(36).slice(2)).join("");
}
