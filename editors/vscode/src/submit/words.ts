// What the server answers about a command line of the Azure CLI, and the words of a question. Pure.

export const actions = ["validate", "create", "stream", "cancel", "open"] as const;

export type Action = (typeof actions)[number];

/** A command line, and what the user is asked for before it runs. */
export interface Submission {
  readonly program: string;
  readonly arguments: readonly string[];
  readonly folder: string;
  /** As it can be pasted into a shell. */
  readonly line: string;
  readonly values: readonly { readonly key: string; readonly text: string }[];
  /** The name of the job in its file. */
  readonly name: string | null;
  /** Where files tell it; else the Azure CLI has a default. */
  readonly workspace: string | null;
  readonly problem?: string;
}

/** VS Code replaces `${file}` in the arguments of a task, and runs the command of `${command:...}`. */
export const isReplaced = (word: string): boolean => word.includes("${");

/** What the question before the first run in a workspace tells. */
export function details({ line, workspace }: Pick<Submission, "line" | "workspace">, errors: number): string {
  const where = workspace === null ? "The Azure CLI uses its default workspace." : `The workspace is ${workspace}.`;
  const found = errors === 0 ? [] : [`azml-ls finds ${errors === 1 ? "1 error" : `${errors} errors`} in the file.`];
  return [line, where, ...found].join("\n\n");
}
