// Tells the server the text of open Python files, saved or not: what a script reads from its command line decides what is
// wrong in the YAML that runs it.
//
// The documents are not selected by the client, because then each hover and each completion in a Python file would ask
// this server too. They are only sent.

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import {
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
} from "vscode-languageclient/node";

/** The server reads no longer scripts either. */
const LONGEST = 1_000_000;

/** Follows the open scripts until it is disposed of. */
export function sendScripts(client: LanguageClient): vscode.Disposable {
  const { code2ProtocolConverter: convert } = client;
  const sent = new Set<string>();

  const open = (document: vscode.TextDocument): void => {
    if (isScript(document) && !sent.has(document.uri.toString())) {
      sent.add(document.uri.toString());
      void client.sendNotification(DidOpenTextDocumentNotification.type, convert.asOpenTextDocumentParams(document));
    }
  };
  const close = (document: vscode.TextDocument): void => {
    if (sent.delete(document.uri.toString())) {
      void client.sendNotification(DidCloseTextDocumentNotification.type, convert.asCloseTextDocumentParams(document));
    }
  };
  const change = (event: vscode.TextDocumentChangeEvent): void => {
    const { document } = event;
    if (sent.has(document.uri.toString()) && event.contentChanges.length > 0) {
      const params = convert.asChangeTextDocumentParams(event, document.uri, document.version);
      void client.sendNotification(DidChangeTextDocumentNotification.type, params);
    }
  };

  vscode.workspace.textDocuments.forEach(open);
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(open),
    vscode.workspace.onDidChangeTextDocument(change),
    vscode.workspace.onDidCloseTextDocument(close),
  );
}

function isScript(document: vscode.TextDocument): boolean {
  return document.languageId === "python" && document.uri.scheme === "file" && document.getText().length <= LONGEST;
}
