// Cards, completions, and definitions.

import * as vscode from "vscode";
import type { Item, Items } from "../../../playground/page/model";
import type { Folders } from "./folders";
import { rangeIn } from "./places";

/** As the language server has them. */
const TRIGGERS = ["[", ":", " ", '"', "_", "{", ".", "/", "@"];

/** Letters of a row in the list at its default width. */
const ROW = 50;

const KINDS: Readonly<Record<string, vscode.CompletionItemKind>> = {
  property: vscode.CompletionItemKind.Field,
  keyword: vscode.CompletionItemKind.Keyword,
  enum: vscode.CompletionItemKind.EnumMember,
  class: vscode.CompletionItemKind.Reference,
  variable: vscode.CompletionItemKind.Variable,
  snippet: vscode.CompletionItemKind.Snippet,
  file: vscode.CompletionItemKind.File,
  folder: vscode.CompletionItemKind.Folder,
  flag: vscode.CompletionItemKind.Property,
};

export class Hints implements vscode.HoverProvider, vscode.CompletionItemProvider, vscode.DefinitionProvider {
  constructor(private readonly folders: Folders) {}

  register(selector: vscode.DocumentSelector): vscode.Disposable {
    return vscode.Disposable.from(
      vscode.languages.registerHoverProvider(selector, this),
      vscode.languages.registerDefinitionProvider(selector, this),
      vscode.languages.registerCompletionItemProvider(selector, this, ...TRIGGERS),
    );
  }

  async provideHover(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.Hover | undefined> {
    const folder = this.folders.of(document);
    const card = await folder?.ask((engine) => engine.hover(folder.pathOf(document.uri), document.offsetAt(position)));
    return card ? new vscode.Hover(new vscode.MarkdownString(card.markdown), rangeIn(document, card.range)) : undefined;
  }

  async provideDefinition(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.LocationLink[]> {
    const folder = this.folders.of(document);
    const path = folder?.pathOf(document.uri) ?? "";
    const found = await folder?.ask((engine) => engine.definition(path, document.offsetAt(position)));
    if (folder === undefined || !found) {
      return [];
    }
    const originSelectionRange = rangeIn(document, found.range);
    return found.places.map(({ path, range }) => ({
      originSelectionRange,
      targetUri: folder.uriOf(path),
      targetRange: rangeIn(folder.textOf(path), range),
    }));
  }

  async provideCompletionItems(
    document: vscode.TextDocument,
    position: vscode.Position,
    _: vscode.CancellationToken,
    { triggerKind }: vscode.CompletionContext,
  ): Promise<vscode.CompletionList | undefined> {
    const { version } = document;
    const folder = this.folders.of(document);
    const path = folder?.pathOf(document.uri) ?? "";
    const found = await folder?.ask((engine) => engine.complete(path, document.offsetAt(position)));
    const isTyping = triggerKind === vscode.CompletionTriggerKind.TriggerForIncompleteCompletions;
    if (!found || document.version !== version || (isTyping && isWritten(document, position, found))) {
      return undefined;
    }
    const range = rangeIn(document, found.range);
    const indent = /^[ \t]*/.exec(document.lineAt(range.start.line).text)?.[0] ?? "";
    const items = found.items.map((item, rank) => itemOf(item, rank, range, indent));
    // What fits depends on what is typed.
    return new vscode.CompletionList(items, true);
  }
}

/** With a list, Enter would accept what is there already, instead of beginning a line. */
function isWritten(document: vscode.TextDocument, position: vscode.Position, { range, items }: Items): boolean {
  const typed = document.getText().slice(range.from, document.offsetAt(position)).trim();
  const alike = items.filter((item) => item.filter.startsWith(typed));
  return alike.length === 1 && alike[0]?.sort !== "property" && alike[0]?.insert.trim() === typed;
}

function itemOf(item: Item, rank: number, range: vscode.Range, indent: string): vscode.CompletionItem {
  const description = item.detail ? fitting(item.detail, ROW - item.label.length) : "";
  const label = description === "" ? item.label : { label: item.label, description };
  const made = new vscode.CompletionItem(label, KINDS[item.sort]);
  made.range = range;
  made.filterText = item.filter;
  made.sortText = String(rank).padStart(5, "0");
  if (item.isSnippet) {
    // VS Code indents the further lines like the first.
    made.insertText = new vscode.SnippetString(item.insert.replaceAll(`\n${indent}`, "\n"));
  } else {
    made.insertText = item.insert;
    made.keepWhitespace = true;
  }
  if (item.detail) {
    made.detail = item.detail;
  }
  if (item.markdown) {
    made.documentation = new vscode.MarkdownString(item.markdown);
  }
  if (item.isRetired) {
    made.tags = [vscode.CompletionItemTag.Deprecated];
  }
  if (item.leadsOn) {
    made.command = { title: "Suggest", command: "editor.action.triggerSuggest", arguments: [{ auto: true }] };
  }
  return made;
}

/** The beginning of `detail` that has room: as many of its parts as fit. */
function fitting(detail: string, room: number): string {
  const parts = detail.split(" · ");
  while (parts.length > 1 && parts.join(" · ").length > room) {
    parts.pop();
  }
  return parts.join(" · ");
}
