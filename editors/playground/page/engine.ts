// The rules as the page asks them: one worker, questions in order.

import type { Action, Card, Findings, Graph, Items, Project } from "./model";

declare const WORKER: string;

/** Longer than any text of a person takes; what takes longer is ended. */
const LONGEST_ANSWER = 20_000;

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly timer: number;
}

export class Engine {
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private next = 0;
  private project: Project = { files: {}, isWhole: false };
  /** What the worker has, which may be older than `project`. */
  private sent: Project | undefined;

  constructor(private readonly wasm: () => ArrayBuffer | string) {}

  /** Sets the files that the next questions are about. */
  use(project: Project): void {
    this.project = project;
  }

  findings(writing: { path: string; at: number } | null): Promise<Findings> {
    return this.ask({ ask: "findings", writing });
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
      names.length === Object.keys(sent.files).length &&
      names.every((path) => Object.hasOwn(sent.files, path));
    if (isSameSet) {
      for (const path of names.filter((path) => project.files[path] !== sent.files[path])) {
        this.tell({ ask: "edit", path, text: project.files[path] });
      }
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
      const timer = window.setTimeout(() => this.end(new Error("the rules took too long")), LONGEST_ANSWER);
      this.waiting.set(id, { resolve, reject, timer });
      worker.postMessage({ id, request });
    });
  }

  private started(): Worker {
    if (this.worker !== undefined) return this.worker;
    // A page of a folder (`file:`) may start no worker but one that it holds itself.
    const address = URL.createObjectURL(new Blob([WORKER], { type: "text/javascript" }));
    const worker = new Worker(address);
    URL.revokeObjectURL(address);
    worker.onmessage = ({ data }: MessageEvent<{ id: number; answer?: unknown; error?: string }>) => {
      const waiting = this.waiting.get(data.id);
      if (data.error !== undefined) return this.end(new Error(data.error));
      this.waiting.delete(data.id);
      window.clearTimeout(waiting?.timer);
      waiting?.resolve(data.answer);
    };
    worker.postMessage({ wasm: this.wasm() });
    this.worker = worker;
    return worker;
  }

  /** Ends the worker; the next question starts another one with all files. */
  private end(error: Error): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.sent = undefined;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const one of waiting) {
      window.clearTimeout(one.timer);
      one.reject(error);
    }
  }
}
