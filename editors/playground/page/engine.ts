// The rules as a page or an editor asks them: one worker, questions in order.

import type { Action, Card, Definition, Findings, Graph, Items, Known } from "./model";

declare const WORKER: string;

/** Longer than any text of a person takes; what takes longer is ended. */
const LONGEST_ANSWER = 20_000;

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

export class Engine {
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private next = 0;
  private project: Known = { files: {}, isWhole: false };
  /** What the worker has, which may be older than `project`. */
  private sent: Known | undefined;

  constructor(private readonly wasm: () => ArrayBuffer | string) {}

  /** Sets the files that the next questions are about. */
  use(project: Known): void {
    this.project = project;
  }

  /** The findings of the files at `paths`, or of all. */
  findings(writing: { path: string; at: number } | null, paths?: readonly string[]): Promise<Findings> {
    return this.ask({ ask: "findings", writing, paths });
  }

  hover(path: string, at: number): Promise<Card | null> {
    return this.ask({ ask: "hover", path, at });
  }

  complete(path: string, at: number): Promise<Items | null> {
    return this.ask({ ask: "complete", path, at });
  }

  actions(path: string, from: number, to: number): Promise<Action[]> {
    return this.ask({ ask: "actions", path, from, to });
  }

  definition(path: string, at: number): Promise<Definition | null> {
    return this.ask({ ask: "definition", path, at });
  }

  /** The page of a rule, as Markdown. */
  page(rule: string): Promise<string | null> {
    return this.ask({ ask: "page", rule });
  }

  graph(path: string, isNarrow: boolean): Promise<Graph | null> {
    return this.ask({ ask: "graph", path, isNarrow });
  }

  private ask<T>(request: object): Promise<T> {
    this.send();
    return this.post(request) as Promise<T>;
  }

  /** Brings the files of the worker up to date. */
  private send(): void {
    const { project, sent } = this;
    if (project === sent) return;
    const names = Object.keys(project.files);
    const isSameSet =
      sent !== undefined &&
      sent.isWhole === project.isWhole &&
      sent.choices === project.choices &&
      names.length === Object.keys(sent.files).length &&
      names.every((path) => Object.hasOwn(sent.files, path));
    const edited = isSameSet ? names.filter((path) => project.files[path] !== sent.files[path]) : [];
    if (isSameSet && edited.every((path) => project.files[path] !== null)) {
      for (const path of edited) this.tell({ ask: "edit", path, text: project.files[path] });
    } else {
      this.tell({ ask: "open", ...project, now: Math.floor(Date.now() / 1000) });
    }
    this.sent = project;
  }

  private tell(request: object): void {
    // A failure ends the worker, which the question after it hears.
    this.post(request).catch(() => undefined);
  }

  private post(request: object): Promise<unknown> {
    const worker = this.started();
    const id = this.next++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.end(new Error("the rules took too long")), LONGEST_ANSWER);
      this.waiting.set(id, { resolve, reject, timer });
      worker.postMessage({ id, request });
    });
  }

  private started(): Worker {
    if (this.worker !== undefined) return this.worker;
    // A page of a folder (`file:`) may start no worker but one that it holds itself.
    const address = URL.createObjectURL(new Blob([WORKER], { type: "text/javascript" }));
    const worker = new Worker(address);
    worker.onmessage = ({ data }: MessageEvent<{ id: number; answer?: unknown; error?: string }>) => {
      // Not before: VS Code starts a worker that reads the address later.
      URL.revokeObjectURL(address);
      const waiting = this.waiting.get(data.id);
      if (data.error !== undefined) return this.end(new Error(data.error));
      this.waiting.delete(data.id);
      clearTimeout(waiting?.timer);
      waiting?.resolve(data.answer);
    };
    worker.postMessage({ wasm: this.wasm() });
    this.worker = worker;
    return worker;
  }

  /** Ends the worker; the next question starts another one with all files. */
  end(error: Error): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.sent = undefined;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const one of waiting) {
      clearTimeout(one.timer);
      one.reject(error);
    }
  }
}
