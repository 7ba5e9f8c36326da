// The view "Computes": what the files of the folder say about computes. It follows the files, saved or not.

import * as vscode from "vscode";
import { reveal } from "../reveal";
import type { Server } from "../server";
import { type Compute, type Detail, details, filtered, summary } from "./model";

const DELAY_MS = 500;

type Item = { readonly compute: Compute; readonly detail?: Detail };

export class ComputesView implements vscode.TreeDataProvider<Item>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly tree: vscode.TreeView<Item>;
  private readonly listeners: vscode.Disposable[];
  private timer: NodeJS.Timeout | undefined;
  private filter = "";

  constructor(private readonly server: Server) {
    this.tree = vscode.window.createTreeView<Item>("azml-ls.computes", { treeDataProvider: this, showCollapseAll: true });
    const watcher = vscode.workspace.createFileSystemWatcher("**/*.{yml,yaml,json,sh,tf,tfvars}");
    this.listeners = [
      this.tree,
      this.changed,
      watcher,
      watcher.onDidCreate(() => this.refreshSoon()),
      watcher.onDidChange(() => this.refreshSoon()),
      watcher.onDidDelete(() => this.refreshSoon()),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.languageId === "yaml") {
          this.refreshSoon();
        }
      }),
      server.onDidStart(() => this.refresh()),
    ];
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.listeners.forEach((listener) => void listener.dispose());
  }

  refresh(): void {
    this.changed.fire();
  }

  /** Asks for words; an empty answer shows everything again. */
  async askForFilter(): Promise<void> {
    const prompt = "Show the computes whose name, kind, size, nodes, cost, or file has these words";
    const filter = await vscode.window.showInputBox({ prompt, value: this.filter, placeHolder: "gpu cluster" });
    if (filter !== undefined) {
      this.setFilter(filter.trim());
    }
  }

  setFilter(filter: string): void {
    this.filter = filter;
    void vscode.commands.executeCommand("setContext", "azml-ls.computesFiltered", filter !== "");
    this.refresh();
  }

  async getChildren(item?: Item): Promise<Item[]> {
    if (item !== undefined) {
      return item.detail === undefined ? details(item.compute).map((detail) => ({ compute: item.compute, detail })) : [];
    }
    const all = (await this.server.request<Compute[]>("azml-ls/computes")) ?? [];
    const shown = filtered(all, this.filter);
    // The empty view has a text of its own; with a filter, it would say that there are none at all.
    this.tree.message = this.filter === "" ? "" : `“${this.filter}”: ${shown.length} of ${all.length}`;
    return shown.map((compute) => ({ compute }));
  }

  getTreeItem({ compute, detail }: Item): vscode.TreeItem {
    return detail === undefined ? ofCompute(compute) : ofDetail(compute, detail);
  }

  private refreshSoon(): void {
    if (this.tree.visible) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.refresh(), DELAY_MS);
    }
  }
}

function ofCompute(compute: Compute): vscode.TreeItem {
  const item = new vscode.TreeItem(compute.name, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `${compute.location.uri}#${compute.name}`;
  item.description = summary(compute);
  item.iconPath = iconOf(compute);
  item.tooltip = [compute.name, ...details(compute).map(({ name, value }) => `${name}: ${value}`)].join("\n");
  item.accessibilityInformation = { label: `${compute.name}, ${summary(compute)}` };
  item.contextValue = "compute";
  return item;
}

function ofDetail(compute: Compute, { name, value, opens }: Detail): vscode.TreeItem {
  const item = new vscode.TreeItem(name);
  item.description = value;
  item.tooltip = value;
  if (opens) {
    item.command = { title: "Open", command: "azml-ls.openCompute", arguments: [{ compute }] };
    item.iconPath = new vscode.ThemeIcon("go-to-file");
  }
  return item;
}

/** What costs money while nobody uses it stands out. */
function iconOf({ kind, idleAmount }: Compute): vscode.ThemeIcon {
  const icons: Record<string, string> = { cluster: "server-environment", instance: "device-desktop", kubernetes: "layers" };
  const color = (idleAmount ?? 0) > 0 ? new vscode.ThemeColor("charts.orange") : undefined;
  return new vscode.ThemeIcon(icons[kind ?? ""] ?? "vm", color);
}

/** Opens the file where a compute is described. */
export async function openCompute(item: Item | undefined): Promise<void> {
  if (item !== undefined) {
    await reveal(item.compute.location);
  }
}
