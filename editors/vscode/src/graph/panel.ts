// The graph beside the editor: one panel, which shows the pipeline it was last asked for and follows what is typed, also in
// the files of its components.

import * as vscode from "vscode";
import { type Answers, DocumentPanel } from "../panel";
import { reveal } from "../reveal";
import { nodeAt } from "./cursor";
import { looksLikePipeline } from "./detect";
import { pageOf } from "./html";
import type { FromPage, Graph, ToPage } from "./model";

const NOT_A_PIPELINE = "This file is not an Azure ML pipeline. A graph needs `type: pipeline` and `jobs`.";
const NO_PICTURES = "This version of azml-ls draws no pictures for the editor. Update it.";

export class GraphPanel extends DocumentPanel<Graph> {
  private graph: Graph | undefined;
  private readonly listeners: vscode.Disposable[];

  constructor(extension: vscode.Uri, server: Answers) {
    super(extension, server, { id: "azml-ls.graph", title: "Graph", request: "azml-ls/graph" });
    this.listeners = [
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document === vscode.window.activeTextEditor?.document) {
          offerButton();
        }
      }),
      vscode.window.onDidChangeActiveTextEditor(offerButton),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.follow(textEditor)),
    ];
    offerButton();
  }

  override show(uri?: vscode.Uri): void {
    this.graph = undefined;
    super.show(uri);
  }

  override dispose(): void {
    super.dispose();
    this.listeners.forEach((listener) => void listener.dispose());
  }

  protected override pageOf(nonce: string, asUri: (file: string) => string): string {
    return pageOf({ script: asUri("graph.js"), nonce });
  }

  protected override receive(message: Exclude<FromPage, { kind: "ready" }>): void {
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
      const text = format === "svg" ? content : atob(content);
      const bytes = format === "svg" ? new TextEncoder().encode(text) : Uint8Array.from(text, (c) => c.charCodeAt(0));
      await vscode.workspace.fs.writeFile(target, bytes);
    }
  }

  protected override showText(text: string): void {
    this.tell({ kind: "none", text });
  }

  protected override showAnswer(answer: Graph | null): void {
    this.graph = answer ?? undefined;
    if (answer?.pictures === undefined) {
      this.showText(answer === null ? NOT_A_PIPELINE : NO_PICTURES);
    } else {
      this.tell({ kind: "graph", pictures: answer.pictures });
    }
    const shown = this.shown?.toString();
    const editor = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === shown);
    if (editor !== undefined) {
      this.follow(editor);
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
    this.tell({ kind: "cursor", node: isIn ? nodeAt(starts, line, textOf) : undefined });
  }

  private tell(message: ToPage): void {
    this.send(message);
  }
}

/** The button stands in the title of editors with a pipeline. */
function offerButton(): void {
  const document = vscode.window.activeTextEditor?.document;
  const offered = document?.languageId === "yaml" && looksLikePipeline(document.getText());
  void vscode.commands.executeCommand("setContext", "azml-ls.hasGraph", offered);
}
