// Entry point of the VS Code extension: registers the commands, then starts the server.

import * as vscode from "vscode";
import { askOnceBesideYaml } from "./beside";
import { Counts } from "./counts";
import { offerCreate } from "./create";
import { enterRules } from "./enter";
import { GraphPanel } from "./graph/panel";
import { newFile } from "./newfile";
import { notesHover } from "./notes";
import { explain, PAGE_SCHEME, RulePages } from "./pages";
import { PlanPanel } from "./plan/panel";
import { showReferences } from "./references";
import { refreshWorkspace } from "./refresh";
import { Server } from "./server";
import { Submitter } from "./submit/submit";
import { AzureTasks } from "./submit/tasks";
import { openPlace, WorkspaceView } from "./workspace/view";

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel("azml-ls");
  const current = new Server(context.extensionPath, context.workspaceState, log);
  server = current;
  const graph = new GraphPanel(context.extensionUri, current);
  const plan = new PlanPanel(context.extensionUri, current);
  const workspace = new WorkspaceView(current);
  const submitter = new Submitter(current, context.workspaceState);
  // Registered before the start, so that they work when it fails.
  context.subscriptions.push(
    log,
    current,
    graph,
    plan,
    workspace,
    enterRules(),
    notesHover(),
    new Counts(current),
    vscode.workspace.registerTextDocumentContentProvider(
      PAGE_SCHEME,
      new RulePages((rule) => current.request<string | null>("azml-ls/rulePage", { rule })),
    ),
    vscode.commands.registerCommand("azml-ls.explain", explain),
    vscode.commands.registerCommand("azml-ls.newFile", newFile),
    vscode.commands.registerCommand("azml-ls.offerCreate", offerCreate),
    vscode.commands.registerCommand("azml-ls.openPlace", openPlace),
    vscode.commands.registerCommand("azml-ls.filterWorkspace", () => workspace.askForFilter()),
    vscode.commands.registerCommand("azml-ls.clearWorkspaceFilter", () => workspace.setFilter("")),
    vscode.commands.registerCommand("azml-ls.showGraph", () => graph.show()),
    // The lens names its file; F1 means the one in the active editor.
    vscode.commands.registerCommand("azml-ls.showPlan", (uri?: string) =>
      plan.show(uri === undefined ? uri : vscode.Uri.parse(uri)),
    ),
    vscode.commands.registerCommand("azml-ls.refreshWorkspace", () => refreshWorkspace(current)),
    vscode.tasks.registerTaskProvider("azml", new AzureTasks(current)),
    vscode.commands.registerCommand("azml-ls.submit", (uri?: string) => submitter.send("create", uri)),
    vscode.commands.registerCommand("azml-ls.validate", () => submitter.send("validate")),
    vscode.commands.registerCommand("azml-ls.streamJob", () => submitter.follow("stream")),
    vscode.commands.registerCommand("azml-ls.cancelJob", () => submitter.follow("cancel")),
    vscode.commands.registerCommand("azml-ls.openJob", () => submitter.follow("open")),
    vscode.commands.registerCommand("azml-ls.restart", () => current.restart()),
    vscode.commands.registerCommand("azml-ls.showLog", () => log.show()),
    vscode.commands.registerCommand("azml-ls.copyReport", () => copyReport(current)),
    vscode.commands.registerCommand("azml-ls.fixAll", applySafeFixes),
    vscode.commands.registerCommand("azml-ls.showReferences", showReferences),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("azml-ls.path") || event.affectsConfiguration("azml-ls.messages")) {
        void current.restart();
      }
    }),
    // Without the limits of an untrusted workspace, and with the program that its settings may choose.
    vscode.workspace.onDidGrantWorkspaceTrust(() => void current.restart()),
  );
  workspace.onDidFind(() => void askOnceBesideYaml(context.globalState));
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
