// The view "Workspace": what the files of the folder and its snapshot say about computes, endpoints, and assets, and where the
// folder uses them. It follows the files, saved or not, and appears only where there is something of Azure ML.

import * as vscode from "vscode";
import { reveal } from "../reveal";
import type { Server } from "../server";
import { countOf, filtered, type Group, lines, type Resource, type Row, rowsBelow } from "./model";

const DELAY_MS = 500;

/** Longer groups are closed at first. */
const OPEN_GROUP = 20;

const ICONS: Record<string, string> = {
  Computes: "server",
  Endpoints: "broadcast",
  Environments: "package",
  Data: "database",
  Models: "symbol-structure",
  Components: "extensions",
  Datastores: "archive",
};

const COMPUTE_ICONS: Record<string, string> = {
  cluster: "server-environment",
  instance: "device-desktop",
  kubernetes: "layers",
};

export class WorkspaceView implements vscode.TreeDataProvider<Row>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly found = new vscode.EventEmitter<void>();

  /** The folder has something of Azure ML. */
  readonly onDidFind = this.found.event;
  private readonly tree: vscode.TreeView<Row>;
  private readonly listeners: vscode.Disposable[];
  private timer: NodeJS.Timeout | undefined;
  private filter = "";
  /** Null where no file describes anything of Azure ML. */
  private groups: readonly Group[] | null = null;

  constructor(private readonly server: Server) {
    this.tree = vscode.window.createTreeView<Row>("azml-ls.workspace", { treeDataProvider: this, showCollapseAll: true });
    const watcher = vscode.workspace.createFileSystemWatcher("**/*.{yml,yaml,json,sh,tf,tfvars}");
    this.listeners = [
      this.tree,
      this.changed,
      this.found,
      watcher,
      watcher.onDidCreate(() => this.loadSoon()),
      watcher.onDidChange(() => this.loadSoon()),
      watcher.onDidDelete(() => this.loadSoon()),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.languageId === "yaml") {
          this.loadSoon();
        }
      }),
      this.tree.onDidChangeVisibility(() => this.loadSoon()),
      server.onDidStart(() => void this.load()),
    ];
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.listeners.forEach((listener) => void listener.dispose());
  }

  /** Asks for words; an empty answer shows everything again. */
  async askForFilter(): Promise<void> {
    const prompt = "Show what has these words in its name, kind, size, cost, version, or files";
    const filter = await vscode.window.showInputBox({ prompt, value: this.filter, placeHolder: "gpu cluster" });
    if (filter !== undefined) {
      this.setFilter(filter.trim());
    }
  }

  setFilter(filter: string): void {
    this.filter = filter;
    void vscode.commands.executeCommand("setContext", "azml-ls.workspaceFiltered", filter !== "");
    this.changed.fire();
  }

  getChildren(row?: Row): Row[] {
    if (row !== undefined) {
      return rowsBelow(row);
    }
    const all = this.groups ?? [];
    const shown = filtered(all, this.filter);
    // The empty view has a text of its own; with a filter, it would say that there is nothing at all.
    this.tree.message = this.filter === "" ? "" : `“${this.filter}”: ${countOf(shown)} of ${countOf(all)}`;
    return shown.map((group) => ({ kind: "group", group }));
  }

  getTreeItem(row: Row): vscode.TreeItem {
    switch (row.kind) {
      case "group":
        return ofGroup(row.group);
      case "resource":
        return ofResource(row.resource, row.title);
      case "fact": {
        const item = new vscode.TreeItem(row.fact.name);
        item.description = row.fact.value;
        item.tooltip = `${row.fact.name}: ${row.fact.value}`;
        return item;
      }
      case "place": {
        const item = new vscode.TreeItem(row.place.text);
        item.description = row.role;
        item.iconPath = new vscode.ThemeIcon(row.role === "uses it" ? "references" : "go-to-file");
        item.command = { title: "Open", command: "azml-ls.openPlace", arguments: [row] };
        return item;
      }
    }
  }

  private loadSoon(): void {
    if (this.tree.visible || this.groups === null) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => void this.load(), DELAY_MS);
    }
  }

  private async load(): Promise<void> {
    const groups = await this.server.request<Group[] | null>("azml-ls/workspace");
    // A server that does not answer says nothing about the folder.
    if (groups !== undefined) {
      if (this.groups === null && groups !== null) {
        this.found.fire();
      }
      this.groups = groups;
      void vscode.commands.executeCommand("setContext", "azml-ls.hasAzureMl", groups !== null);
      this.changed.fire();
    }
  }
}

function ofGroup({ title, resources }: Group): vscode.TreeItem {
  const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(title, resources.length > OPEN_GROUP ? Collapsed : Expanded);
  item.id = title;
  item.description = String(resources.length);
  return item;
}

function ofResource(resource: Resource, title: string): vscode.TreeItem {
  const { name, summary, place, uses } = resource;
  const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `${title}#${name}#${place?.location.uri ?? uses[0]?.location.uri}`;
  item.description = summary;
  item.iconPath = iconOf(resource, title);
  item.tooltip = lines(resource).join("\n");
  item.accessibilityInformation = { label: `${name}, ${summary}` };
  if (place !== null) {
    item.contextValue = "defined";
  }
  return item;
}

/** What costs money while nobody uses it stands out. The orange of charts is see-through in the default themes. */
function iconOf({ compute, costs, place }: Resource, title: string): vscode.ThemeIcon {
  const icon = place === null ? "question" : (COMPUTE_ICONS[compute ?? ""] ?? ICONS[title] ?? "circle-outline");
  return new vscode.ThemeIcon(icon, costs ? new vscode.ThemeColor("problemsWarningIcon.foreground") : undefined);
}

/** Opens the place of a row; for a resource, the one that defines it. */
export async function openPlace(row: Row | undefined): Promise<void> {
  const place = row?.kind === "place" ? row.place : row?.kind === "resource" ? row.resource.place : undefined;
  if (place) {
    await reveal(place.location);
  }
}
