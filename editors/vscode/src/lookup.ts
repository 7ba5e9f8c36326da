// Decides which azml-ls program to start. Pure: the caller tells what the settings say and how to ask the disk,
// so that every case can be tested without VS Code.
//
// Must stay true: a workspace that is not trusted never chooses the program, neither by its settings nor by
// a relative path that would end inside it.

import * as path from "node:path";

export interface LookupRequest {
  /** The setting `azml-ls.path`; only the user's own value if the workspace is not trusted. */
  readonly configured: string;
  readonly trusted: boolean;
  readonly extensionFolder: string;
  readonly workspaceFolder: string | undefined;
  readonly home: string;
  readonly platform: NodeJS.Platform;
  /** The value of the environment variable PATH. */
  readonly searchPath: string;
  readonly isProgram: (file: string) => boolean;
}

export type Origin = "setting" | "bundled" | "PATH";

export type Lookup =
  | { readonly kind: "found"; readonly command: string; readonly origin: Origin }
  | { readonly kind: "missing"; readonly message: string };

const INSTALL = "Install it with `cargo install --path server --locked` in the azml-ls sources";

export function findServer(request: LookupRequest): Lookup {
  const configured = fromSetting(request);
  if (configured !== undefined) {
    return configured;
  }
  const bundled = pathOf(request).join(request.extensionFolder, "bundled", programName(request));
  if (request.isProgram(bundled)) {
    return { kind: "found", command: bundled, origin: "bundled" };
  }
  const onPath = searchFolders(request)
    .map((folder) => pathOf(request).join(folder, programName(request)))
    .find((file) => request.isProgram(file));
  if (onPath !== undefined) {
    return { kind: "found", command: onPath, origin: "PATH" };
  }
  return {
    kind: "missing",
    message: `azml-ls is not bundled with this extension and not on PATH. ${INSTALL}, or set \`azml-ls.path\`.`,
  };
}

/** What the setting says, or nothing if it is empty or may not be used here. */
function fromSetting(request: LookupRequest): Lookup | undefined {
  const value = request.configured.trim();
  if (value === "") {
    return undefined;
  }
  const file = expand(value, request);
  if (file === undefined) {
    return undefined;
  }
  if (request.isProgram(file)) {
    return { kind: "found", command: file, origin: "setting" };
  }
  // No silent fallback: whoever names a program wants that one, and would wonder about another version.
  return {
    kind: "missing",
    message: `The setting \`azml-ls.path\` is ${file}, which is not a program. ${INSTALL}, or correct the setting.`,
  };
}

function expand(value: string, request: LookupRequest): string | undefined {
  const p = pathOf(request);
  if (value === "~" || value.startsWith("~/") || value.startsWith("~\\")) {
    return p.join(request.home, value.slice(1));
  }
  if (p.isAbsolute(value)) {
    return p.normalize(value);
  }
  if (!request.trusted) {
    return undefined;
  }
  return p.join(request.workspaceFolder ?? request.home, value);
}

/** Relative entries of PATH are left out: they depend on the folder that happens to be open. */
function searchFolders(request: LookupRequest): string[] {
  const p = pathOf(request);
  return request.searchPath
    .split(p.delimiter)
    .map((folder) => folder.replace(/^"(.*)"$/, "$1"))
    .filter((folder) => p.isAbsolute(folder));
}

function programName(request: LookupRequest): string {
  return request.platform === "win32" ? "azml-ls.exe" : "azml-ls";
}

function pathOf(request: LookupRequest): path.PlatformPath {
  return request.platform === "win32" ? path.win32 : path.posix;
}
