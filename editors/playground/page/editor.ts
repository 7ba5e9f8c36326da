// The text editor: CodeMirror with what the rules know.

import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  completionKeymap,
  pickedCompletion,
  snippet,
  startCompletion,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { yaml } from "@codemirror/lang-yaml";
import { bracketMatching, HighlightStyle, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  hoverTooltip,
  keymap,
  lineNumbers,
  type ViewUpdate,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { findingText } from "./findings";
import { card } from "./markdown";
import type { Card, Finding, Item, Items } from "./model";
import { template } from "./snippet";

export interface Asks {
  hover(path: string, at: number): Promise<Card | null>;
  complete(path: string, at: number): Promise<Items | null>;
  /** Called with each update of the text or of the selection. */
  updated(path: string, update: ViewUpdate): void;
  /** Called for the quick-fix key. */
  fix(): void;
}

const colors = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--key)" },
  { tag: tags.string, color: "var(--string)" },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: "var(--number)" },
  { tag: tags.comment, color: "var(--comment)", fontStyle: "italic" },
  {
    tag: [tags.keyword, tags.operatorKeyword, tags.definitionKeyword, tags.moduleKeyword, tags.controlKeyword],
    color: "var(--word)",
  },
]);

const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--text)", backgroundColor: "var(--back)", fontSize: "14px" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "ui-monospace, monospace", lineHeight: "1.55" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-gutters": { backgroundColor: "var(--soft)", color: "var(--faint)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--mark) 45%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "color-mix(in srgb, var(--link) 28%, transparent)",
  },
  ".cm-selectionMatch, .cm-matchingBracket": { backgroundColor: "var(--mark)" },
  ".cm-tooltip": {
    border: "1px solid var(--line)",
    borderRadius: "6px",
    backgroundColor: "var(--back)",
    color: "var(--text)",
  },
  ".cm-tooltip-autocomplete > ul > li": { padding: "2px 8px" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--mark)", color: "var(--text)" },
  ".cm-completionDetail": { color: "var(--faint)", fontStyle: "normal" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "600" },
  ".cm-diagnostic": {
    maxWidth: "min(520px, calc(100vw - 32px))",
    whiteSpace: "pre-wrap",
    fontFamily: "system-ui, sans-serif",
  },
  ".cm-diagnosticAction": { backgroundColor: "var(--link)", color: "var(--back)" },
  ".cm-panels": { backgroundColor: "var(--soft)", color: "var(--text)" },
  ".cm-panel input, .cm-panel button": {
    backgroundImage: "none",
    backgroundColor: "var(--back)",
    border: "1px solid var(--line)",
  },
  ".unnecessary": { opacity: "0.55" },
  ".deprecated": { textDecoration: "line-through" },
});

export class Editor {
  readonly view: EditorView;
  /** The state of each file, with its history. */
  private readonly states = new Map<string, EditorState>();
  private shown = "";

  constructor(
    parent: HTMLElement,
    private readonly asks: Asks,
  ) {
    this.view = new EditorView({ parent });
  }

  get path(): string {
    return this.shown;
  }

  /** Shows the file at `path`, which has this `text` unless it was shown before. */
  show(path: string, text: string): void {
    if (this.shown !== "") this.states.set(this.shown, this.view.state);
    this.shown = path;
    const known = this.states.get(path);
    this.view.setState(known !== undefined && known.doc.toString() === text ? known : this.stateOf(path, text));
  }

  forget(): void {
    this.states.clear();
    this.shown = "";
  }

  /** Underlines `findings`, which are of the file that is shown. */
  mark(findings: readonly Finding[]): void {
    const end = this.view.state.doc.length;
    const marks = findings.map((finding): Diagnostic => {
      const from = Math.min(finding.range.from, end);
      return {
        from,
        to: Math.max(from, Math.min(finding.range.to, end)),
        severity: finding.level,
        source: finding.rule ?? "azml.yaml",
        message: findingText(finding),
        ...(finding.tag ? { markClass: finding.tag } : {}),
        actions: finding.rule === undefined ? [] : [{ name: "Fix…", apply: (view, at) => this.fixAt(view, at) }],
      };
    });
    this.view.dispatch(setDiagnostics(this.view.state, marks));
  }

  /** Puts the cursor at the start of a place and takes the focus. */
  goTo(from: number): void {
    const at = Math.min(from, this.view.state.doc.length);
    this.view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
    this.view.focus();
  }

  private fixAt(view: EditorView, at: number): void {
    view.dispatch({ selection: { anchor: at } });
    this.asks.fix();
  }

  private stateOf(path: string, text: string): EditorState {
    const { asks } = this;
    const extensions: Extension[] = [
      lineNumbers(),
      lintGutter(),
      history(),
      drawSelection(),
      EditorState.allowMultipleSelections.of(true),
      indentUnit.of("  "),
      bracketMatching(),
      closeBrackets(),
      highlightActiveLine(),
      highlightSelectionMatches(),
      syntaxHighlighting(colors),
      theme,
      languageOf(path),
      autocompletion({
        override: [(context) => complete(asks, path, context)],
        icons: false,
        tooltipClass: () => "completions",
      }),
      hoverTooltip((_, at) => hover(asks, path, at), { hoverTime: 250 }),
      EditorView.contentAttributes.of({ "aria-label": path, spellcheck: "false" }),
      EditorView.updateListener.of((update) => asks.updated(path, update)),
      keymap.of([
        {
          key: "Mod-.",
          run: () => {
            asks.fix();
            return true;
          },
        },
        ...completionKeymap,
        ...lintKeymap,
        ...searchKeymap,
        ...historyKeymap,
        indentWithTab,
        ...defaultKeymap,
      ]),
    ];
    return EditorState.create({ doc: text, extensions });
  }
}

function languageOf(path: string): Extension {
  if (path.endsWith(".py")) return python();
  return /\.ya?ml$|MLTable$/i.test(path) ? yaml() : [];
}

async function hover(asks: Asks, path: string, at: number) {
  const found = await asks.hover(path, at);
  if (found === null) return null;
  const { range, markdown } = found;
  return { pos: range.from, end: range.to, above: true, create: () => ({ dom: card(markdown) }) };
}

async function complete(asks: Asks, path: string, context: CompletionContext): Promise<CompletionResult | null> {
  const found = await asks.complete(path, context.pos);
  if (found === null || context.aborted) return null;
  const { range, items } = found;
  const typed = context.state.sliceDoc(range.from, context.pos).toLowerCase();
  const fitting = items.filter((item) => fits(item.filter.toLowerCase(), typed));
  const isWritten = fitting.length === 1 && fitting[0]?.insert.trim() === typed;
  if (fitting.length === 0 || (!context.explicit && isWritten)) return null;
  const line = context.state.doc.lineAt(range.from);
  const indent = /^[ \t]*/.exec(line.text)?.[0] ?? "";
  const to = Math.max(range.to, context.pos);
  return { from: range.from, to, filter: false, options: fitting.map((item) => option(item, indent)) };
}

/** Each letter that is typed occurs, in this order. */
function fits(text: string, typed: string): boolean {
  let at = 0;
  for (const letter of typed) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

function option(item: Item, indent: string): Completion {
  return {
    label: item.label,
    type: item.sort,
    ...(item.detail ? { detail: item.detail } : {}),
    ...(item.markdown ? { info: () => card(item.markdown ?? "") } : {}),
    apply: (view, completion, from, to) => {
      if (item.isSnippet) snippet(template(item.insert, indent))(view, completion, from, to);
      else {
        const selection = { anchor: from + item.insert.length };
        view.dispatch({
          changes: { from, to, insert: item.insert },
          selection,
          annotations: pickedCompletion.of(completion),
        });
      }
      if (item.leadsOn) startCompletion(view);
    },
  };
}
