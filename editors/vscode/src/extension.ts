// Entry point of the VS Code extension: registers the commands, then starts the server.

import * as vscode from "vscode";
import { ComputesView, openCompute } from "./computes/view";
import { Counts } from "./counts";
import { offerCreate } from "./create";
import { GraphPanel } from "./graph/panel";
import { explain, PAGE_SCHEME, RulePages } from "./pages";
import { showReferences } from "./references";
import { refreshWorkspace } from "./refresh";
import { Server } from "./server";

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel("azml-ls");
  const current = new Server(context.extensionPath, context.workspaceState, log);
  server = current;
  const graph = new GraphPanel(context.extensionUri, current);
  const computes = new ComputesView(current);
  // Registered before the start, so that they work when it fails.
  context.subscriptions.push(
    log,
    current,
    graph,
    computes,
    new Counts(current),
    vscode.workspace.registerTextDocumentContentProvider(PAGE_SCHEME, new RulePages(current)),
    vscode.commands.registerCommand("azml-ls.explain", explain),
    vscode.commands.registerCommand("azml-ls.newFile", newFile),
    vscode.commands.registerCommand("azml-ls.offerCreate", offerCreate),
    vscode.commands.registerCommand("azml-ls.openCompute", openCompute),
    vscode.commands.registerCommand("azml-ls.refreshComputes", () => computes.refresh()),
    vscode.commands.registerCommand("azml-ls.filterComputes", () => computes.askForFilter()),
    vscode.commands.registerCommand("azml-ls.clearComputesFilter", () => computes.setFilter("")),
    vscode.commands.registerCommand("azml-ls.showGraph", () => graph.show()),
    vscode.commands.registerCommand("azml-ls.refreshWorkspace", () => refreshWorkspace(current)),
    vscode.commands.registerCommand("azml-ls.restart", () => current.restart()),
    vscode.commands.registerCommand("azml-ls.showLog", () => log.show()),
    vscode.commands.registerCommand("azml-ls.copyReport", () => copyReport(current)),
    vscode.commands.registerCommand("azml-ls.fixAll", applySafeFixes),
    vscode.commands.registerCommand("azml-ls.showReferences", showReferences),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("azml-ls.path")) {
        void current.restart();
      }
    }),
    // Without the limits of an untrusted workspace, and with the program that its settings may choose.
    vscode.workspace.onDidGrantWorkspaceTrust(() => void current.restart()),
  );
  await current.start();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}

/** The editor asks the server for its fix-all action, applies it, and says so if there is nothing to fix. */
async function applySafeFixes(): Promise<void> {
  await vscode.commands.executeCommand("editor.action.sourceAction", { kind: "source.fixAll.azml", apply: "first" });
}

/** What an issue should tell: without text of files, and with `~` for the home folder. */
async function copyReport(server: Server): Promise<void> {
  const report = await server.request<string>("azml-ls/report");
  if (report === undefined) {
    void vscode.window.showWarningMessage("The server is not running, so there is no report.");
    return;
  }
  await vscode.env.clipboard.writeText(`${report}- VS Code ${vscode.version}\n`);
  void vscode.window.showInformationMessage("The report is in the clipboard.");
}

/** An empty document, with the list of what can be written in it. */
async function newFile(): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: "yaml" });
  await vscode.window.showTextDocument(document);
  await vscode.commands.executeCommand("editor.action.triggerSuggest");
}
