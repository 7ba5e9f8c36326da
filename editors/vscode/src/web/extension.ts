// Entry point of the extension where no process can be started: VS Code in a browser. The rules run there as WebAssembly,
// the same as in the playground, and nothing is sent anywhere.

import * as vscode from "vscode";
import { Counts } from "../counts";
import { enterRules } from "../enter";
import { GraphPanel } from "../graph/panel";
import { newFile } from "../newfile";
import { notesHover } from "../notes";
import { explain, PAGE_SCHEME, RulePages } from "../pages";
import { createStatus, showState } from "../status";
import { Checks } from "./checks";
import { Fixes } from "./fixes";
import { Folders } from "./folders";
import { Graphs } from "./graphs";
import { Hints } from "./hints";

const SELECTOR = { language: "yaml" };

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel("azml-ls");
  // Hides the commands that need a process.
  void vscode.commands.executeCommand("setContext", "azml-ls.inBrowser", true);
  const folders = new Folders(await rules(context.extensionUri), log);
  const checks = new Checks(folders, String(context.extension.packageJSON.version));
  const graph = new GraphPanel(context.extensionUri, new Graphs(folders));
  const status = createStatus(SELECTOR);
  // Any rules have all pages.
  const pageNamed = async (rule: string) => folders.all()[0]?.ask((engine) => engine.page(rule));
  context.subscriptions.push(
    log,
    folders,
    checks,
    graph,
    status,
    enterRules(),
    notesHover(),
    new Counts(checks),
    new Hints(folders).register(SELECTOR),
    new Fixes(folders).register(SELECTOR),
    vscode.workspace.registerTextDocumentContentProvider(PAGE_SCHEME, new RulePages(pageNamed)),
    vscode.commands.registerCommand("azml-ls.explain", explain),
    vscode.commands.registerCommand("azml-ls.newFile", newFile),
    vscode.commands.registerCommand("azml-ls.showGraph", () => graph.show()),
    vscode.commands.registerCommand("azml-ls.restart", () => folders.restart()),
    vscode.commands.registerCommand("azml-ls.showLog", () => log.show()),
    checks.onDidChangeState(() => showState(status, checks.state)),
  );
  folders.restart();
}

/** The rules as WebAssembly, which only the package for the web has. */
async function rules(extension: vscode.Uri): Promise<ArrayBuffer> {
  const packed = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(extension, "bundled/azml.wasm.gz"));
  const unpacked = new Blob([new Uint8Array(packed)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked).arrayBuffer();
}
