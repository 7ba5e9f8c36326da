// The files of a workspace folder as the rules know them: what is open counts first, then what the folder has.
//
// Must stay true: a file that was not read is unknown, not missing, so that nothing is reported of it. The files are read
// once something of Azure ML is open, because each may be a request to the host of the repository.

import * as vscode from "vscode";
import { Engine } from "../../../playground/page/engine";
import type { Choices, Known } from "../../../playground/page/model";
import { chosen, isLeftOut, isRead, isYaml, LARGEST, LEFT_OUT, MOST_NAMES } from "./names";
import { FileText, type Placed } from "./places";

/** Files that are read at the same time. */
const AT_ONCE = 8;

export class Folder implements vscode.Disposable {
  private readonly engine: Engine;
  private disk: Readonly<Record<string, string | null>> = {};
  private known: Known | undefined;
  private reading: Promise<void> | undefined;
  private choices: Choices = choicesOfUser();
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly disposables: vscode.Disposable[] = [this.changed];

  /** Something changed that the findings depend on. */
  readonly onDidChange = this.changed.event;

  /** `root` is undefined for what is in no folder. */
  constructor(
    readonly root: vscode.Uri | undefined,
    wasm: ArrayBuffer,
    private readonly log: vscode.OutputChannel,
  ) {
    this.engine = new Engine(() => wasm);
  }

  dispose(): void {
    this.engine.end(new Error("the folder is closed"));
    vscode.Disposable.from(...this.disposables).dispose();
  }

  /** The path of a file in the folder. */
  pathOf(uri: vscode.Uri): string {
    if (this.root === undefined || uri.scheme === "untitled") {
      const name = uri.path.replace(/^\/+/, "");
      return isYaml(name) ? name : `${name}.yml`;
    }
    return uri.path.slice(this.root.path.replace(/\/+$/, "").length + 1);
  }

  uriOf(path: string): vscode.Uri {
    const open = this.openDocument(path);
    if (open !== undefined || this.root === undefined) {
      return open?.uri ?? vscode.Uri.from({ scheme: "file", path: `/${path}` });
    }
    return vscode.Uri.joinPath(this.root, path);
  }

  openDocument(path: string): vscode.TextDocument | undefined {
    return this.open().find((document) => this.pathOf(document.uri) === path);
  }

  /** The YAML files that are open. */
  openPaths(): string[] {
    const documents = this.open().filter((document) => document.languageId === "yaml");
    return documents.map((document) => this.pathOf(document.uri));
  }

  /** The text of a file, whose places are known. */
  textOf(path: string): Placed {
    return this.openDocument(path) ?? new FileText(this.disk[path] ?? "");
  }

  /** Asks the rules about the files as they are now; undefined where they fail. */
  async ask<T>(question: (engine: Engine) => Promise<T>): Promise<T | undefined> {
    this.engine.use(this.files());
    try {
      return await question(this.engine);
    } catch (error) {
      this.log.appendLine(`The rules failed and are started anew: ${String(error)}`);
      return undefined;
    }
  }

  /** What the rules know now; another object after each change. */
  files(): Known {
    if (this.known === undefined) {
      const open = this.open().map((document) => [this.pathOf(document.uri), document.getText()]);
      // Files that git ignores are not in a repository on the web, but where a job is submitted from.
      this.known = { files: { ...this.disk, ...Object.fromEntries(open) }, isWhole: false, choices: this.choices };
    }
    return this.known;
  }

  /** The text of an open document is that of the file now; not every file system says so. */
  saved(document: vscode.TextDocument): void {
    this.disk = { ...this.disk, [this.pathOf(document.uri)]: document.getText() };
    this.forget();
  }

  /** An open document or a setting is another one. */
  forget(): void {
    const choices = choicesOfUser();
    if (JSON.stringify(choices) !== JSON.stringify(this.choices)) {
      this.choices = choices;
    }
    this.known = undefined;
    this.changed.fire();
  }

  /** Reads the files of the folder, once. */
  read(): Promise<void> {
    this.reading ??= this.readNow().catch((error) => this.log.appendLine(`The folder cannot be read: ${String(error)}`));
    return this.reading;
  }

  private open(): vscode.TextDocument[] {
    const root = String(this.root);
    return vscode.workspace.textDocuments.filter((document) => isKnown(document) && String(rootOf(document.uri)) === root);
  }

  private async readNow(): Promise<void> {
    if (this.root === undefined) {
      return;
    }
    const all = new vscode.RelativePattern(this.root, "**/*");
    this.watch(all);
    const found = await vscode.workspace.findFiles(all, `**/{${LEFT_OUT.join(",")}}/**`, MOST_NAMES);
    // Not every file system can be searched.
    const paths = found.length > 0 ? found.map((uri) => this.pathOf(uri)) : await listed(this.root);
    const files: Record<string, string | null> = Object.fromEntries(paths.map((path) => [path, null]));
    const waiting = chosen(paths);
    const readNext = async (): Promise<void> => {
      for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
        files[path] = await this.textOnDisk(path);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, readNext));
    // What a watcher has said meanwhile is newer.
    this.disk = { ...files, ...this.disk };
    this.forget();
  }

  private watch(all: vscode.RelativePattern): void {
    const watcher = vscode.workspace.createFileSystemWatcher(all);
    const reread = (uri: vscode.Uri): void => void this.reread(this.pathOf(uri));
    this.disposables.push(
      watcher,
      watcher.onDidCreate(reread),
      watcher.onDidChange(reread),
      watcher.onDidDelete((uri) => {
        const path = this.pathOf(uri);
        const kept = Object.entries(this.disk).filter(([file]) => file !== path && !file.startsWith(`${path}/`));
        this.disk = Object.fromEntries(kept);
        this.forget();
      }),
    );
  }

  private async reread(path: string): Promise<void> {
    if (isLeftOut(path)) {
      return;
    }
    const { type } = await vscode.workspace.fs.stat(this.uriOf(path)).then(
      (stat) => stat,
      () => ({ type: vscode.FileType.Unknown }),
    );
    if ((type & vscode.FileType.File) !== 0) {
      this.disk = { ...this.disk, [path]: isRead(path) ? await this.textOnDisk(path) : null };
      this.forget();
    }
  }

  /** Null for what is too large, or no text. */
  private async textOnDisk(path: string): Promise<string | null> {
    try {
      const bytes = await vscode.workspace.fs.readFile(this.uriOf(path));
      return bytes.length > LARGEST || bytes.includes(0) ? null : new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      return null;
    }
  }
}

/** The paths below `root`, folder by folder. */
async function listed(root: vscode.Uri): Promise<string[]> {
  const paths: string[] = [];
  const folders = [""];
  for (let folder = folders.shift(); folder !== undefined && paths.length < MOST_NAMES; folder = folders.shift()) {
    const entries = await vscode.workspace.fs.readDirectory(vscode.Uri.joinPath(root, folder)).then(
      (found) => found,
      () => [],
    );
    for (const [name, type] of entries) {
      const path = folder === "" ? name : `${folder}/${name}`;
      // A link may lead in a circle.
      const isLink = (type & vscode.FileType.SymbolicLink) !== 0;
      if ((type & vscode.FileType.File) !== 0) {
        paths.push(path);
      } else if (!isLink && !isLeftOut(path)) {
        folders.push(path);
      }
    }
  }
  return paths.slice(0, MOST_NAMES);
}

/** The root of the folder that `uri` is in; a document without a file is as in the first folder. */
export function rootOf(uri: vscode.Uri): vscode.Uri | undefined {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  const first = uri.scheme === "untitled" ? vscode.workspace.workspaceFolders?.[0] : undefined;
  return (folder ?? first)?.uri;
}

/** Whether the rules look at it: not the other side of a comparison, or a page of another extension. */
export function isKnown({ languageId, uri }: vscode.TextDocument): boolean {
  const isFile =
    vscode.workspace.getWorkspaceFolder(uri) !== undefined || uri.scheme === "untitled" || uri.scheme === "file";
  return isFile && (languageId === "yaml" || isRead(uri.path));
}

function choicesOfUser(): Choices {
  const settings = vscode.workspace.getConfiguration("azml-ls");
  return { noSchemaChecks: !settings.get("schemaChecks", true), preview: settings.get("preview", false) };
}
