// The page: files above, what is found in them beside it.

import type { ViewUpdate } from "@codemirror/view";
import { applied, openMenu } from "./actions";
import { Editor } from "./editor";
import { Engine } from "./engine";
import { pageOf, showFindings } from "./findings";
import { type Linked, ofFragment, toFragment } from "./link";
import type { Action, Example, Files, Finding, Findings, Graph, Place, Project } from "./model";
import { moveByArrows, showTabs } from "./tabs";
import { findWasm } from "./wasm";

declare const EXAMPLES: readonly Example[];

/** A graph in less room, in pixels, is drawn from top to bottom. */
const NARROW = 720;

/** The smallest scale of a graph. */
const SMALLEST = 0.7;

const byId = <T extends HTMLElement = HTMLElement>(id: string): T => document.getElementById(id) as T;

class Page {
  private project: Project = { files: {}, isWhole: false };
  private shown = "";
  private found: Findings = { findings: [], kinds: {} };
  private writing: { path: string; at: number } | null = null;
  private isChecking = false;
  private isOutdated = false;
  private saving: number | undefined;
  private readonly editor: Editor;

  constructor(private readonly engine: Engine) {
    this.editor = new Editor(byId("editor"), {
      hover: (path, at) => this.engine.hover(path, at).catch(() => null),
      complete: (path, at) => this.engine.complete(path, at).catch(() => null),
      updated: (path, update) => this.updated(path, update),
      fix: () => void this.fix(),
    });
    const examples = byId<HTMLSelectElement>("examples");
    examples.append(...EXAMPLES.map(({ title }, index) => new Option(title, String(index))));
    examples.addEventListener("change", () => this.openExample(Number(examples.value)));
    byId<HTMLInputElement>("whole").addEventListener("change", (event) => {
      this.change({ ...this.project, isWhole: (event.target as HTMLInputElement).checked });
    });
    byId("share").addEventListener("click", () => void this.share());
    byId("add").addEventListener("click", () => this.name(undefined));
    for (const id of ["findings", "graph"]) byId(`show-${id}`).addEventListener("click", () => this.showResult(id));
    moveByArrows(byId("tabs"));
    moveByArrows(byId("show-findings").parentElement as HTMLElement);
    window.addEventListener("resize", () => void this.drawGraph());
    window.addEventListener(
      "hashchange",
      () => void ofFragment(location.hash).then((linked) => linked && this.open(linked)),
    );
  }

  openExample(index: number): void {
    const example = EXAMPLES[index];
    if (example !== undefined) this.open({ files: example.files, isWhole: example.isWhole, shown: example.first });
  }

  /** Replaces all files. */
  open({ shown, ...project }: Linked): void {
    this.editor.forget();
    this.writing = null;
    this.found = { findings: [], kinds: {} };
    byId<HTMLInputElement>("whole").checked = project.isWhole;
    this.shown = shown;
    this.change(project);
  }

  /** Takes `project`, and shows and checks it. */
  private change(changed: Project): void {
    // The editor has no other line ends, and places must agree.
    const files = Object.entries(changed.files).map(([path, text]) => [path, text.replace(/\r\n?/g, "\n")]);
    const project = { ...changed, files: Object.fromEntries(files) as Files };
    this.project = project;
    this.engine.use(project);
    if (!Object.hasOwn(project.files, this.shown)) this.shown = Object.keys(project.files)[0] ?? "";
    this.show(this.shown);
    void this.check();
    this.saveSoon();
  }

  private show(path: string): void {
    this.shown = path;
    const text = this.project.files[path] ?? "";
    if (this.editor.path !== path || this.editor.view.state.doc.toString() !== text) this.editor.show(path, text);
    this.refresh();
  }

  private updated(path: string, update: ViewUpdate): void {
    if (update.docChanged) {
      const text = update.state.doc.toString();
      const at = update.state.selection.main.head;
      this.writing = update.transactions.some((it) => it.isUserEvent("input.type")) ? { path, at } : null;
      this.project = { ...this.project, files: { ...this.project.files, [path]: text } };
      this.engine.use(this.project);
      void this.check();
      this.saveSoon();
    } else if (update.selectionSet && this.writing !== null) {
      // The cursor went elsewhere: what was written there is whole.
      this.writing = null;
      void this.check();
    }
  }

  /** Asks for the findings, one question at a time. */
  private async check(): Promise<void> {
    this.isOutdated = true;
    if (this.isChecking) return;
    this.isChecking = true;
    try {
      while (this.isOutdated) {
        this.isOutdated = false;
        const found = await this.engine.findings(this.writing);
        if (!this.isOutdated) this.found = found;
      }
      say("");
    } catch (error) {
      say(`The rules failed on this text and were started anew: ${(error as Error).message}`);
    } finally {
      this.isChecking = false;
    }
    this.refresh();
    await this.drawGraph();
    document.documentElement.dataset["checked"] = String(this.found.findings.length);
    performance.mark("checked");
  }

  private refresh(): void {
    const { files } = this.project;
    const { findings } = this.found;
    this.editor.mark(findings.filter((finding) => finding.path === this.shown));
    showTabs(byId("tabs"), {
      paths: Object.keys(files),
      shown: this.shown,
      findings,
      show: (path) => {
        this.show(path);
        void this.drawGraph();
      },
      rename: (path) => this.name(path),
    });
    byId("count").textContent = `(${findings.length})`;
    const list = byId("findings");
    const hadFocus = list.contains(document.activeElement);
    showFindings(list, {
      files,
      path: this.shown,
      found: this.found,
      goTo: (place) => this.goTo(place),
      fix: (finding, button) => void this.fixFinding(finding, button),
    });
    // What had the focus is gone; the keyboard goes on from here.
    list.tabIndex = -1;
    if (hadFocus) list.focus();
  }

  private goTo({ path, range }: Place): void {
    if (!Object.hasOwn(this.project.files, path)) return;
    if (path !== this.shown) this.show(path);
    this.editor.goTo(range.from);
  }

  private showResult(id: string): void {
    for (const other of ["findings", "graph"]) {
      const isShown = other === id;
      byId(other).hidden = !isShown;
      const tab = byId(`show-${other}`);
      tab.setAttribute("aria-selected", String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
    }
    void this.drawGraph();
  }

  private async drawGraph(): Promise<void> {
    const parent = byId("graph");
    if (parent.hidden) return;
    const graph = await this.engine.graph(this.shown, parent.clientWidth < NARROW).catch(() => null);
    if (graph === null) {
      const note = document.createElement("p");
      note.className = "note";
      note.textContent = `${this.shown} is not a pipeline.`;
      parent.replaceChildren(note);
      return;
    }
    parent.innerHTML = graph.svg;
    const svg = parent.querySelector("svg");
    // Fits the room, as long as its letters can be read.
    if (svg !== null) svg.style.minWidth = `${Math.round(svg.width.baseVal.value * SMALLEST)}px`;
    linkBoxes(parent, graph, (place) => this.goTo(place));
  }

  /** The fixes at the cursor. */
  private async fix(): Promise<void> {
    const { view } = this.editor;
    const { from, to, head } = view.state.selection.main;
    const at = view.coordsAtPos(head);
    await this.offer(this.shown, from, to, { left: at?.left ?? 0, top: (at?.bottom ?? 0) + 4 }, () => view.focus());
  }

  private async fixFinding({ path, range }: Finding, button: HTMLElement): Promise<void> {
    const { left, bottom } = button.getBoundingClientRect();
    await this.offer(path, range.from, range.to, { left, top: bottom + 4 }, () => button.focus());
  }

  private async offer(
    path: string,
    from: number,
    to: number,
    at: { left: number; top: number },
    closed: () => void,
  ): Promise<void> {
    const actions = await this.engine.actions(path, from, to).catch((): Action[] => []);
    openMenu(byId("actions"), actions, at, (action) => this.apply(action), closed);
  }

  private apply(action: Action): void {
    if (action.rule !== undefined) {
      window.open(pageOf(action.rule), "_blank", "noopener");
      return;
    }
    const files = applied(this.project.files, action);
    const { view } = this.editor;
    const own = action.edits.filter((edit) => edit.path === this.shown);
    this.writing = null;
    // As an edit of the text, so that it can be undone.
    if (own.length > 0)
      view.dispatch({ changes: own.map(({ range, text }) => ({ ...range, insert: text })), userEvent: "input.fix" });
    this.change({ ...this.project, files });
    say(action.title);
  }

  /** Asks for the path of a file that is new, or has another one so far. */
  private name(path: string | undefined): void {
    const dialog = byId<HTMLDialogElement>("naming");
    const input = byId<HTMLInputElement>("name");
    const { files } = this.project;
    byId("taken").textContent = "";
    byId("delete").hidden = path === undefined || Object.keys(files).length < 2;
    input.value = path ?? "";
    dialog.returnValue = "";
    const form = dialog.querySelector("form") as HTMLFormElement;
    form.onsubmit = (event) => {
      const name = normal(input.value);
      const isTaken = name !== path && Object.hasOwn(files, name);
      if (name === "" || isTaken) {
        event.preventDefault();
        byId("taken").textContent = isTaken ? "There is such a file already." : "A path such as jobs/train.yml is needed.";
      }
    };
    byId("delete").onclick = () => dialog.close("delete");
    byId("cancel").onclick = () => dialog.close();
    dialog.onclose = () => {
      if (dialog.returnValue === "ok") this.rename(path, normal(input.value));
      if (dialog.returnValue === "delete") this.rename(path, undefined);
    };
    dialog.showModal();
  }

  private rename(from: string | undefined, to: string | undefined): void {
    const kept = Object.entries(this.project.files).flatMap(([path, text]): [string, string][] => {
      if (path !== from) return [[path, text]];
      return to === undefined ? [] : [[to, text]];
    });
    const files: Files = Object.fromEntries(from === undefined && to !== undefined ? [...kept, [to, ""]] : kept);
    if (to !== undefined) this.shown = to;
    this.change({ ...this.project, files });
    if (from === undefined) this.editor.view.focus();
  }

  private saveSoon(): void {
    window.clearTimeout(this.saving);
    this.saving = window.setTimeout(() => void this.save(), 500);
  }

  /** Keeps the files in the address, so that a reload loses nothing. */
  private async save(): Promise<void> {
    window.clearTimeout(this.saving);
    history.replaceState(null, "", await toFragment({ ...this.project, shown: this.shown }));
  }

  private async share(): Promise<void> {
    await this.save();
    try {
      await navigator.clipboard.writeText(location.href);
      say(`Copied a link of ${location.href.length} characters, which carries all files.`);
    } catch {
      say("The browser did not copy the link; it is in the address bar.");
    }
  }
}

/** Makes the boxes of a picture lead to their places. */
function linkBoxes(parent: HTMLElement, graph: Graph, goTo: (place: Place) => void): void {
  for (const box of parent.querySelectorAll<SVGElement>("[role=link]")) {
    const { node, group } = box.dataset;
    const place = node === undefined ? graph.groups[Number(group)] : graph.nodes[Number(node)];
    if (!place) continue;
    const go = (event: Event) => {
      event.stopPropagation();
      goTo(place);
    };
    box.addEventListener("click", go);
    box.addEventListener("keydown", (event) => {
      if (event.key === "Enter") go(event);
    });
  }
}

/** `path` without what leads nowhere: `./a//b` → `a/b`. */
function normal(path: string): string {
  const parts = path.trim().replaceAll("\\", "/").split("/");
  return parts.filter((part) => part !== "" && part !== "." && part !== "..").join("/");
}

function say(text: string): void {
  byId("status").textContent = text;
}

async function start(): Promise<void> {
  const page = new Page(new Engine(await findWasm()));
  const linked = await ofFragment(location.hash);
  if (linked === undefined) page.openExample(0);
  else page.open(linked);
}

start().catch((error: Error) => say(`The page cannot start: ${error.message}`));
