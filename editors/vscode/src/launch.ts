// The server as a process: started for the language client, ended when the client can not do it.
// The client of the library waits for ever if the program never answers, and it can not be stopped before it runs;
// so the process is ours.

import { type ChildProcess, spawn } from "node:child_process";
import type { ServerOptions } from "vscode-languageclient/node";

export interface Launch {
  readonly options: ServerOptions;
  /** Rejects when the program can not be executed or when it ends; the reason is a clause without a full stop. */
  readonly ended: Promise<never>;
  /** Throws the reason why the program ended if it is about to end, else the error given: a broken pipe says little. */
  explain(error: unknown): Promise<never>;
  kill(): void;
}

/** What is started, and how. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  /** The current folder of the program; that of VS Code if there is none. */
  readonly folder: string | undefined;
}

/** An untrusted workspace is read within limits, and is not the folder in which the program runs. */
export function programFor(command: string, trusted: boolean, folder: string | undefined): Program {
  return trusted ? { command, args: [], folder } : { command, args: ["--restricted"], folder: undefined };
}

export function prepareLaunch({ command, args, folder }: Program): Launch {
  let child: ChildProcess | undefined;
  let reject: (reason: Error) => void;
  const ended = new Promise<never>((_, rejectEnded) => {
    reject = rejectEnded;
  });
  // Once the start has succeeded nobody waits for it any more.
  ended.catch(() => undefined);
  return {
    ended,
    // Called again by the client when it restarts a server that crashed.
    options: () => {
      child = spawn(command, args, folder === undefined ? {} : { cwd: folder });
      child.on("error", (error) => reject(error));
      child.on("exit", (code, signal) => reject(new Error(`it ended with ${describe(code, signal)}`)));
      return Promise.resolve(child);
    },
    explain: async (error) => {
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 500))]);
      throw error;
    },
    kill: () => void child?.kill(),
  };
}

function describe(code: number | null, signal: NodeJS.Signals | null): string {
  return code === null ? `signal ${signal ?? "unknown"}` : `code ${code}`;
}

/** Waits for `step`, but no longer than that: the error says that there was no answer. */
export async function within<T>(milliseconds: number, step: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds / 1000} s`)), milliseconds);
  });
  try {
    return await Promise.race([step, late]);
  } finally {
    clearTimeout(timer);
  }
}
