// The problems of the files that are open, or of all in the folder: asked again after each change, one question at a time.

import * as vscode from "vscode";
import type { Finding } from "../../../playground/page/model";
import { addressOf } from "../pages";
import type { ServerState, StateSource } from "../status";
import { type Folder, rootOf } from "./folder";
import type { Folders } from "./folders";
import { rangeIn } from "./places";

const DELAY_MS = 100;

const SEVERITIES = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  info: vscode.DiagnosticSeverity.Information,
  hint: vscode.DiagnosticSeverity.Hint,
};

const TAGS = { unnecessary: vscode.DiagnosticTag.Unnecessary, deprecated: vscode.DiagnosticTag.Deprecated };

interface Writing {
  readonly document: vscode.TextDocument;
  readonly at: number;
  readonly line: number;
}

export class Checks implements vscode.Disposable, StateSource {
  private readonly collection = vscode.languages.createDiagnosticCollection("azml-ls");
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly timers = new Map<Folder, ReturnType<typeof setTimeout>>();
  private readonly checking = new Set<Folder>();
  private readonly listeners: vscode.Disposable[];
  private writing: Writing | undefined;
  private lastState: ServerState = { kind: "starting" };

  readonly onDidChangeState = this.changed.event;

  constructor(
    private readonly folders: Folders,
    private readonly version: string,
  ) {
    this.listeners = [
      this.collection,
      this.changed,
      folders.onDidChange((folder) => this.soon(folder)),
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.collection.clear()),
      vscode.workspace.onDidChangeTextDocument((event) => this.noteTyping(event)),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor, selections }) => {
        const { writing } = this;
        const isElsewhere = textEditor.document !== writing?.document || selections[0]?.active.line !== writing.line;
        if (writing !== undefined && isElsewhere) {
          // What was written there is whole.
          this.writing = undefined;
          folders.of(writing.document)?.forget();
        }
      }),
    ];
  }

  get state(): ServerState {
    return this.lastState;
  }

  dispose(): void {
    this.timers.forEach((timer) => void clearTimeout(timer));
    vscode.Disposable.from(...this.listeners).dispose();
  }

  private noteTyping({ document, contentChanges, reason }: vscode.TextDocumentChangeEvent): void {
    const [change] = contentChanges;
    if (change === undefined || document.languageId !== "yaml") {
      return;
    }
    const at = change.rangeOffset + change.text.length;
    const isTyped = contentChanges.length === 1 && reason === undefined;
    this.writing = isTyped ? { document, at, line: document.positionAt(at).line } : undefined;
  }

  private soon(folder: Folder): void {
    clearTimeout(this.timers.get(folder));
    this.timers.set(
      folder,
      setTimeout(() => void this.check(folder), DELAY_MS),
    );
  }

  private async check(folder: Folder): Promise<void> {
    if (this.checking.has(folder)) {
      this.soon(folder);
      return;
    }
    this.checking.add(folder);
    try {
      await this.checkNow(folder);
    } finally {
      this.checking.delete(folder);
    }
  }

  private async checkNow(folder: Folder): Promise<void> {
    const files = folder.files();
    const isWhole = vscode.workspace.getConfiguration("azml-ls").get("diagnosticMode") === "workspace";
    const paths = isWhole ? undefined : folder.openPaths();
    const answer = await folder.ask((engine) => engine.findings(this.writingIn(folder), paths));
    if (!this.folders.all().includes(folder)) {
      this.clear(folder, []);
      return;
    }
    if (answer === undefined) {
      this.show({ kind: "failed", reason: "The rules failed on a file. See the log." });
      return;
    }
    this.show({ kind: "running", version: this.version, detail: "In the browser: nothing is sent anywhere" });
    if (folder.files() !== files) {
      // The places are of an older text; the change asks again.
      return;
    }
    const found = new Map<string, Finding[]>();
    for (const finding of answer.findings) {
      const own = found.get(finding.path) ?? [];
      own.push(finding);
      found.set(finding.path, own);
    }
    this.clear(folder, [...found.keys()]);
    for (const [path, findings] of found) {
      this.collection.set(
        folder.uriOf(path),
        findings.map((finding) => diagnosticOf(folder, finding)),
      );
    }
    if (isWhole || Object.keys(answer.kinds).length > 0) {
      // Not awaited: what is typed meanwhile is checked, and what was read asks again.
      void folder.read();
    }
  }

  /** Takes the problems away of files that are not at `paths`. */
  private clear(folder: Folder, paths: readonly string[]): void {
    const kept = new Set(paths.map((path) => folder.uriOf(path).toString()));
    const isIn = (uri: vscode.Uri): boolean => String(rootOf(uri)) === String(folder.root);
    this.collection.forEach((uri) => {
      if (isIn(uri) && !kept.has(uri.toString())) {
        this.collection.delete(uri);
      }
    });
  }

  private writingIn(folder: Folder): { path: string; at: number } | null {
    const { writing } = this;
    const isHere = writing !== undefined && this.folders.of(writing.document) === folder;
    return isHere ? { path: folder.pathOf(writing.document.uri), at: writing.at } : null;
  }

  private show(state: ServerState): void {
    if (state.kind !== this.lastState.kind) {
      this.lastState = state;
      this.changed.fire();
    }
  }
}

function diagnosticOf(folder: Folder, finding: Finding): vscode.Diagnostic {
  const notes = [
    ...finding.notes.map((note) => `note: ${note}`),
    ...(finding.help === null ? [] : [`help: ${finding.help}`]),
  ];
  const isFull = vscode.workspace.getConfiguration("azml-ls").get("messages") === "full";
  const message = isFull ? [finding.message, ...notes].join("\n") : finding.message;
  const range = rangeIn(folder.textOf(finding.path), finding.range);
  const diagnostic = new vscode.Diagnostic(range, message, SEVERITIES[finding.level]);
  diagnostic.source = "azml-ls";
  if (finding.rule !== undefined) {
    diagnostic.code = { value: finding.rule, target: addressOf(finding.rule) };
  }
  if (finding.tag) {
    diagnostic.tags = [TAGS[finding.tag]];
  }
  diagnostic.relatedInformation = finding.related.map(
    ({ path, range, message }) =>
      new vscode.DiagnosticRelatedInformation(
        new vscode.Location(folder.uriOf(path), rangeIn(folder.textOf(path), range)),
        message,
      ),
  );
  // As the language client keeps them, for `notesHover`.
  return Object.assign(diagnostic, { data: { notes: isFull ? [] : notes } });
}
