// Whether the button for the graph is shown. Only that: what a pipeline is, the server decides.

/** What a pipeline says of itself is near its top; files of a megabyte are not searched on each change of the editor. */
const SEARCHED = 20_000;

export function looksLikePipeline(text: string): boolean {
  return /^type:[ \t]*["']?pipeline\b|\/pipeline(?:Job|Component)\.schema\.json|^jobs:/m.test(text.slice(0, SEARCHED));
}
