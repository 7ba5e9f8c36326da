// The list of findings.

import type { Files, Finding, Findings, Level, Place } from "./model";

const LEVELS: readonly Level[] = ["error", "warning", "info", "hint"];

/** The text of a finding where it is all that is seen. */
export function findingText({ message, notes, help }: Finding): string {
  return [message, ...notes, ...(help === null ? [] : [`help: ${help}`])].join("\n");
}

/** The page of a rule, on the site around this page. */
export function pageOf(rule: string): string {
  return `../rules/${rule}.html`;
}

/** The worst level of `findings`. */
export function worst(findings: readonly Finding[]): Level | undefined {
  return LEVELS.find((level) => findings.some((finding) => finding.level === level));
}

export interface Shown {
  readonly files: Files;
  /** The file whose findings come first. */
  readonly path: string;
  readonly found: Findings;
  goTo(place: Place): void;
  fix(finding: Finding, button: HTMLElement): void;
}

/** Writes the list into `parent`, by file: that which is shown, then the others. */
export function showFindings(parent: HTMLElement, shown: Shown): void {
  const { found, files } = shown;
  const others = Object.keys(files).filter((path) => path !== shown.path);
  const parts = [shown.path, ...others].flatMap((path) => {
    const own = found.findings.filter((finding) => finding.path === path);
    if (own.length === 0) return [];
    const list = element("ul", {}, ...own.map((finding) => entry(finding, shown)));
    const kind = found.kinds[path]?.label;
    return [element("h2", {}, path, ...(kind === undefined ? [] : [element("small", {}, ` · ${kind}`)])), list];
  });
  const hasKind = Object.keys(found.kinds).length > 0;
  const nothing = hasKind ? "No findings." : "No Azure ML file yet. Press Ctrl+Space in an empty file for whole documents.";
  parent.replaceChildren(...(parts.length > 0 ? parts : [element("p", { class: "note" }, nothing)]));
}

function entry(finding: Finding, shown: Shown): HTMLElement {
  const line = lineOf(shown.files[finding.path] ?? "", finding.range.from);
  const go = element(
    "button",
    { class: "go", type: "button" },
    element("b", {}, finding.level),
    " ",
    ...withCode(finding.message),
  );
  go.addEventListener("click", () => shown.goTo(finding));
  const foot = element("div", { class: "foot" }, `line ${line}`);
  if (finding.rule !== undefined) {
    foot.append(element("a", { href: pageOf(finding.rule), target: "_blank", rel: "noopener" }, finding.rule));
    const fix = element("button", { type: "button", "aria-label": `Fix ${finding.rule} in line ${line}` }, "Fix…");
    fix.addEventListener("click", () => shown.fix(finding, fix));
    foot.append(fix);
  }
  const notes = [...finding.notes, ...(finding.help === null ? [] : [`help: ${finding.help}`])];
  const related = finding.related.map((place) => {
    const button = element("button", { class: "go", type: "button" }, `${place.path}: `, ...withCode(place.message));
    button.addEventListener("click", () => shown.goTo(place));
    return element("p", {}, button);
  });
  return element(
    "li",
    { class: `finding ${finding.level}` },
    go,
    ...notes.map((note) => element("p", {}, ...withCode(note))),
    ...related,
    foot,
  );
}

/** `text` with what is between backticks as code. */
function withCode(text: string): (Node | string)[] {
  return text.split("`").map((part, at) => (at % 2 === 1 ? element("code", {}, part) : part));
}

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split("\n").length;
}

/** A new element with `attributes` and `children`. */
export function element(name: string, attributes: Record<string, string> = {}, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
