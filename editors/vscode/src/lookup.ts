// Decides which azml-ls program to start. Pure: the caller tells what the settings say and how to ask the disk,
// so that every case can be tested without VS Code.
//
// Must stay true: a workspace that is not trusted never chooses the program, neither by its settings nor by
// a relative path that would end inside it, and no program inside it is started, whoever names its path;
// a trusted one chooses only where the user said yes to that program.

import * as path from "node:path";

export interface LookupRequest {
  /** The user's own value of the setting `azml-ls.path`. */
  readonly configured: string;
  /** What the settings of the workspace say in its place. */
  readonly configuredByWorkspace: string;
  readonly trusted: boolean;
  /** Whether the user lets this workspace choose the program. */
  readonly isAllowed: (file: string) => boolean;
  readonly extensionFolder: string;
  readonly workspaceFolders: readonly string[];
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
    .find((file) => request.isProgram(file) && !isUntrusted(file, request));
  if (onPath !== undefined) {
    return { kind: "found", command: onPath, origin: "PATH" };
  }
  return {
    kind: "missing",
    message: `azml-ls is not bundled with this extension and not on PATH. ${INSTALL}, or set \`azml-ls.path\`.`,
  };
}

/** The program that the workspace chooses and the user was not asked about. */
export function unansweredChoice(request: LookupRequest): string | undefined {
  const [first] = choices(request);
  return first?.byWorkspace === true && !request.isAllowed(first.file) ? first.file : undefined;
}

/** What the setting says, or nothing if it is empty or may not be used here. */
function fromSetting(request: LookupRequest): Lookup | undefined {
  const file = choices(request).find((choice) => !choice.byWorkspace || request.isAllowed(choice.file))?.file;
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

interface Choice {
  readonly file: string;
  /** Its settings name it, or it is a relative path, so that the file is its own. */
  readonly byWorkspace: boolean;
}

/** What the settings name, the closest one first. */
function choices(request: LookupRequest): Choice[] {
  const own = choice(request.configured, request);
  const other = request.trusted ? choice(request.configuredByWorkspace, request) : undefined;
  const chosen = other === undefined || other.file === own?.file ? [] : [{ ...other, byWorkspace: true }];
  return own === undefined ? chosen : [...chosen, own];
}

function choice(setting: string, request: LookupRequest): Choice | undefined {
  const value = setting.trim();
  const file = value === "" ? undefined : expand(value, request);
  return file === undefined || isUntrusted(file, request) ? undefined : { file, byWorkspace: isRelative(value, request) };
}

function isRelative(value: string, request: LookupRequest): boolean {
  return !/^~($|[/\\])/.test(value) && !pathOf(request).isAbsolute(value);
}

function expand(value: string, request: LookupRequest): string | undefined {
  const p = pathOf(request);
  if (isRelative(value, request)) {
    return request.trusted ? p.join(request.workspaceFolders[0] ?? request.home, value) : undefined;
  }
  return value.startsWith("~") ? p.join(request.home, value.slice(1)) : p.normalize(value);
}

/** An activated environment of the workspace puts its folder on PATH, as an absolute path. */
function isUntrusted(file: string, request: LookupRequest): boolean {
  const p = pathOf(request);
  return (
    !request.trusted &&
    request.workspaceFolders.some((folder) => {
      const relative = p.relative(folder, file);
      return !p.isAbsolute(relative) && relative.split(p.sep)[0] !== "..";
    })
  );
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
