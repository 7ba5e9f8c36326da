// A command line with a path in it. Pure.

/**
 * Characters that no quoting keeps inside a word of every shell, or that a person does not see as they are: control characters, line
 * ends, marks that turn the direction of text, and typographic quotes, which PowerShell takes for quotes on every system.
 */
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2018-\u201f\u2028-\u202e\u2066-\u2069]/g;

/** A backslash with which fish escapes what follows within single quotes; in sh it stands for itself there. */
const ESCAPE_OF_FISH = /\\(?=['\\]|$)/g;

/** What PowerShell or cmd replaces inside double quotes, the only ones that both know. */
const UNSAFE_ON_WINDOWS = /["$%`]/g;

/**
 * Paths come from the folder of a stranger: whatever is in them stays one word of the line, is no option, and runs nothing, in sh, fish,
 * PowerShell, and cmd. A character for which that can't be had becomes `?`: the file is not found then.
 */
export function createLine(command: string, path: string, platform: NodeJS.Platform): string {
  const file = path.startsWith("-") ? `./${path}` : path;
  return `${command} ${quoted(file.replace(UNSAFE, "?"), platform)}`;
}

function quoted(path: string, platform: NodeJS.Platform): string {
  if (platform === "win32") {
    return /^[\w./\\:-]+$/.test(path) ? path : `"${path.replace(UNSAFE_ON_WINDOWS, "?")}"`;
  }
  return /^[\w./:-]+$/.test(path) ? path : `'${path.replace(ESCAPE_OF_FISH, "?").replaceAll("'", "'\\''")}'`;
}
