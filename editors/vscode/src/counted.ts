// The words of the status bar. Pure.

export interface CountsOfFile {
  readonly errors: number;
  readonly warnings: number;
  /** Infos and hints. */
  readonly notes: number;
}

/** The entry while no server answers: an absent finding then means nothing. */
export function absentText(isStarting: boolean): { readonly text: string; readonly tooltip: string } {
  return isStarting
    ? { text: "$(loading~spin) Azure ML", tooltip: "azml-ls is starting" }
    : {
        text: "$(warning) Azure ML: not running",
        tooltip: "azml-ls is not running, so this file is not checked. Click to start it again.",
      };
}

export function countsText({ errors, warnings, notes }: CountsOfFile): { readonly text: string; readonly tooltip: string } {
  const parts = [
    { icon: "error", count: errors, noun: "error" },
    { icon: "warning", count: warnings, noun: "warning" },
    { icon: "info", count: notes, noun: "note" },
  ].filter(({ count }) => count > 0);
  if (parts.length === 0) {
    return { text: "$(check) Azure ML", tooltip: "azml-ls finds no problems in this file" };
  }
  const icons = parts.map(({ icon, count }) => `$(${icon}) ${count}`).join(" ");
  const words = parts.map(({ count, noun }) => `${count} ${noun}${count === 1 ? "" : "s"}`).join(", ");
  return { text: `Azure ML: ${icons}`, tooltip: `azml-ls finds ${words} in this file` };
}

/** Files of a megabyte are not searched on each change of the editor. */
const SEARCHED = 20_000;

/** Whether to say that nothing is wrong. Only that: what a file describes, the server decides. */
export function looksLikeAzureMl(text: string): boolean {
  const start = text.slice(0, SEARCHED);
  const hasType = /^type:[ \t]*["']?(?:pipeline|command|sweep|amlcompute|computeinstance)\b/m.test(start);
  // Other tools have pipelines and commands, too.
  const hasOwn = /^(?:code|compute|environment|experiment_name|max_instances|sampling_algorithm|size|trial):/m;
  const hasSteps = /^ +(?:compute|component|environment): *["']?(?:azureml:|\.{0,2}\/)/m;
  return /^\$schema:[^\n]*azureml/m.test(start) || (hasType && (hasOwn.test(start) || hasSteps.test(start)));
}
