// Which programs the user lets this workspace choose.
//
// A workspace that is trusted is one whose code may run; that its settings replace a program of the user is worth a
// question all the same. The answer holds for this workspace and this path.

import * as vscode from "vscode";

const KEY = "azml-ls.programs";

type Answers = Readonly<Record<string, "yes" | "no">>;

export class Permission {
  private open: string | undefined;

  constructor(private readonly memory: vscode.Memento) {}

  isAllowed(file: string): boolean {
    return this.answers()[file] === "yes";
  }

  /** Whether the user allows it now. Nobody is asked again who said no. */
  async ask(file: string): Promise<boolean> {
    if (this.open === file || this.answers()[file] !== undefined) {
      return false;
    }
    this.open = file;
    const [yes, no] = ["Use it", "Don't use it"];
    const question = `The settings of this workspace choose another program as the azml-ls server: ${file}`;
    const choice = await vscode.window.showWarningMessage(question, yes, no);
    this.open = undefined;
    if (choice !== undefined) {
      await this.memory.update(KEY, { ...this.answers(), [file]: choice === yes ? "yes" : "no" });
    }
    return choice === yes;
  }

  private answers(): Answers {
    return this.memory.get<Answers>(KEY, {});
  }
}
