// The plan beside the editor: what happens when the file is submitted, as the server writes it in Markdown.

import * as vscode from "vscode";
import { DocumentPanel } from "../panel";
import type { Server } from "../server";
import { asText, pageOf } from "./html";

const NO_PLAN = "Nothing of this file runs or costs anything: it is no job, deployment, compute, or schedule.";

export class PlanPanel extends DocumentPanel<string> {
  constructor(extension: vscode.Uri, server: Server) {
    super(extension, server, { id: "azml-ls.plan", title: "Plan", request: "azml-ls/plan" });
  }

  protected override pageOf(nonce: string): string {
    return pageOf(nonce);
  }

  protected override receive(): void {}

  protected override showText(text: string): void {
    this.send(asText(text));
  }

  protected override async showAnswer(answer: string | null): Promise<void> {
    if (answer === null) {
      this.showText(NO_PLAN);
      return;
    }
    // Where nothing shows Markdown, its text is readable, too.
    const rendered = vscode.commands.executeCommand<string>("markdown.api.render", answer);
    this.send(await rendered.then(undefined, () => asText(answer)));
  }
}
