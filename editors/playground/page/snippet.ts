// Texts with tab stops: `$1`, `${2:name}`, `$0` of the protocol as CodeMirror writes them.

/** `indent`: the blanks that the line begins with, which CodeMirror adds to each further line by itself. */
export function template(insert: string, indent: string): string {
  let text = "";
  for (const { stop, part } of parts(insert.split(`\n${indent}`).join("\n"))) {
    // The last stop, `$0`, comes after all others.
    if (stop === undefined) text += part.replace(/[{}]/g, "\\$&");
    else text += `\${${stop === 0 ? 99 : stop}:${part}}`;
  }
  return text;
}

function* parts(insert: string): Generator<{ stop?: number; part: string }> {
  const pattern = /\\(.)|\$(?:(\d+)|\{(\d+)(?::((?:\\.|[^}])*))?\})|([^\\$]+|[\\$])/gs;
  for (const [, escaped, bare, braced, name, plain] of insert.matchAll(pattern)) {
    const stop = bare ?? braced;
    if (stop === undefined) yield { part: escaped ?? plain ?? "" };
    else yield { stop: Number(stop), part: (name ?? "").replace(/\\(.)/g, "$1").replace(/[{}]/g, "") };
  }
}
