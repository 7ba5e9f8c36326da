// The pages of the rules, inside the editor: the name of the rule behind a problem opens the page that the rules at work have,
// so it is of the same version and needs no network.

import * as vscode from "vscode";

export const PAGE_SCHEME = "azml-rule";

type Code = NonNullable<vscode.Diagnostic["code"]>;

/** The server names a page by its address on the web; its last part is the name of the rule. */
export function pageOf(code: Code): Code {
  if (typeof code !== "object" || !/^[\w-]+$/.test(String(code.value))) {
    return code;
  }
  return { value: code.value, target: addressOf(String(code.value)) };
}

export function addressOf(rule: string): vscode.Uri {
  return vscode.Uri.from({ scheme: PAGE_SCHEME, path: `/${rule}.md` });
}

/** Shows the page of a rule as it reads, or as its text where no extension shows Markdown. */
export async function explain(rule: string): Promise<void> {
  const page = addressOf(rule);
  const shown = vscode.commands.executeCommand("markdown.showPreview", page);
  await shown.then(undefined, () => vscode.window.showTextDocument(page, { preview: true }));
}

export class RulePages implements vscode.TextDocumentContentProvider {
  /** `pageNamed` returns the page of a rule, as Markdown. */
  constructor(private readonly pageNamed: (rule: string) => Promise<string | null | undefined>) {}

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const rule = uri.path.replace(/^\/|\.md$/g, "");
    const page = await this.pageNamed(rule);
    return page ?? `The page of \`${rule}\` cannot be shown, because azml-ls is not running or has no such rule.\n`;
  }
}
