// The graph beside the editor: one panel, which shows the pipeline it was last asked for and follows what is typed, also in
// the files of its components.

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { reveal } from "../reveal";
import type { Server } from "../server";
import { nodeAt } from "./cursor";
import { looksLikePipeline } from "./detect";
import { pageOf } from "./html";
import type { FromPage, Graph, ToPage } from "./model";

const DELAY_MS = 250;
const NOT_A_PIPELINE = "This file is not an Azure ML pipeline. A graph needs `type: pipeline` and `jobs`.";
const NO_PICTURES = "This version of azml-ls draws no pictures for the editor. Update it.";
const NO_SERVER = "azml-ls is not running. See its log.";

export class GraphPanel implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private shown: vscode.Uri | undefined;
  private graph: Graph | undefined;
  private timer: NodeJS.Timeout | undefined;
  /** Counts the requests: an answer that comes after the next question is thrown away. */
  private asked = 0;
  private readonly listeners: vscode.Disposable[];

  constructor(
    private readonly extension: vscode.Uri,
    private readonly server: Server,
  ) {
    this.listeners = [
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.languageId === "yaml") {
          this.refreshSoon();
        }
        if (document === vscode.window.activeTextEditor?.document) {
          offerButton();
        }
      }),
      vscode.window.onDidChangeActiveTextEditor(offerButton),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.follow(textEditor)),
    ];
    offerButton();
  }

  /** Shows the pipeline of the active editor. */
  show(): void {
    const document = vscode.window.activeTextEditor?.document;
    if (document === undefined) {
      return;
    }
    this.shown = document.uri;
    this.graph = undefined;
    const panel = this.panel ?? this.create();
    panel.title = `Graph: ${document.uri.path.split("/").at(-1) ?? ""}`;
    panel.reveal(vscode.ViewColumn.Beside, true);
    void this.refresh();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.panel?.dispose();
    this.listeners.forEach((listener) => void listener.dispose());
  }

  private create(): vscode.WebviewPanel {
    const dist = vscode.Uri.joinPath(this.extension, "dist");
    const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const options = { enableScripts: true, localResourceRoots: [dist] };
    const panel = vscode.window.createWebviewPanel("azml-ls.graph", "Graph", place, options);
    const script = panel.webview.asWebviewUri(vscode.Uri.joinPath(dist, "graph.js")).toString();
    panel.webview.onDidReceiveMessage((message: FromPage) => this.receive(message));
    panel.webview.html = pageOf({ script, nonce: randomBytes(16).toString("hex") });
    panel.onDidDispose(() => {
      this.panel = undefined;
    });
    this.panel = panel;
    return panel;
  }

  private receive(message: FromPage): void {
    if (message.kind === "ready") {
      void this.refresh();
      return;
    }
    if (message.kind === "export") {
      void this.save(message);
      return;
    }
    const location = this.graph?.[message.of][message.index]?.location;
    if (location !== undefined && location !== null) {
      void reveal(location, vscode.ViewColumn.One);
    }
  }

  /** Asks where to, beside the pipeline as a start. */
  private async save({ format, content }: Extract<FromPage, { kind: "export" }>): Promise<void> {
    const stem = this.shown?.path.replace(/\.[^./]*$/, "");
    const defaultUri = this.shown?.with({ path: `${stem}.${format}` });
    const filters = { [format === "svg" ? "SVG image" : "PNG image"]: [format] };
    const target = await vscode.window.showSaveDialog({ filters, ...(defaultUri === undefined ? {} : { defaultUri }) });
    if (target !== undefined) {
      await vscode.workspace.fs.writeFile(target, Buffer.from(content, format === "svg" ? "utf8" : "base64"));
    }
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
    const answer = await this.server.graph(uri);
    if (number !== this.asked) {
      return;
    }
    if (answer === "busy") {
      // The text changed while the server read it.
      this.refreshSoon();
    } else if (answer === "stopped") {
      this.send({ kind: "none", text: NO_SERVER });
    } else {
      this.graph = answer ?? undefined;
      const pictures = answer?.pictures;
      const text = answer === null ? NOT_A_PIPELINE : NO_PICTURES;
      this.send(pictures === undefined ? { kind: "none", text } : { kind: "graph", pictures });
      const editor = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
      if (editor !== undefined) {
        this.follow(editor);
      }
    }
  }

  /** Shows the page the step that the cursor is in. */
  private follow({ document, selection }: vscode.TextEditor): void {
    const uri = this.shown?.toString();
    if (this.panel === undefined || this.graph === undefined || document.uri.toString() !== uri) {
      return;
    }
    const starts = this.graph.nodes.map(({ location }) =>
      location?.uri === uri ? { line: location.range.start.line, column: location.range.start.character } : undefined,
    );
    const textOf = (line: number) => document.lineAt(line).text;
    const line = selection.active.line;
    const isIn = starts.every((start) => start === undefined || start.line < document.lineCount);
    this.send({ kind: "cursor", node: isIn ? nodeAt(starts, line, textOf) : undefined });
  }

  private send(message: ToPage): void {
    void this.panel?.webview.postMessage(message);
  }
}

/** The button stands in the title of editors with a pipeline. */
function offerButton(): void {
  const document = vscode.window.activeTextEditor?.document;
  const offered = document?.languageId === "yaml" && looksLikePipeline(document.getText());
  void vscode.commands.executeCommand("setContext", "azml-ls.hasGraph", offered);
}
