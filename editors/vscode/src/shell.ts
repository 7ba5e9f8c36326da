// A command line with a path in it. Pure.

/** Paths come from the folder of a stranger: whatever is in them stays one word of the line and runs nothing. */
export function createLine(command: string, path: string, platform: NodeJS.Platform): string {
  // A control character in a line for a terminal could press Enter.
  const visible = path.replace(/[\u0000-\u001f\u007f-\u009f]/g, "?");
  return `${command} ${quoted(visible, platform)}`;
}

function quoted(path: string, platform: NodeJS.Platform): string {
  if (/^[\w./\\:][\w./\\:-]*$/.test(path)) {
    return path;
  }
  // PowerShell doubles a quote, a shell leaves the quotes around it.
  return `'${path.replaceAll("'", platform === "win32" ? "''" : "'\\''")}'`;
}
