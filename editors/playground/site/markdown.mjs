// Markdown of the repository: its sections, and HTML of it.

import MarkdownIt from "markdown-it";

const markdown = new MarkdownIt({ html: true, linkify: false });

/** The name of a heading in links, as GitHub makes it. */
export function anchor(heading) {
  return heading.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-");
}

/** The sections of `text`: each with its heading, its anchor and level, and its lines up to the next heading. */
export function sections(text) {
  const found = [{ level: 0, anchor: "", lines: [] }];
  let isCode = false;
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith("```")) isCode = !isCode;
    const heading = isCode ? null : /^(#+) (.*)$/.exec(line);
    if (heading) found.push({ level: heading[1].length, anchor: anchor(plain(heading[2])), title: plain(heading[2]), lines: [] });
    found.at(-1).lines.push(line);
  }
  return found;
}

function plain(heading) {
  return heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[`*]/g, "");
}

/** HTML of `text`. `link` gets the address of each link and image and returns what the page has in its place. */
export function html(text, link) {
  const environment = {};
  const tokens = markdown.parse(text, environment);
  const fence = [];
  tokens.forEach((token, at) => {
    if (token.type === "heading_open") token.attrSet("id", anchor(words(tokens[at + 1])));
    if (token.type === "inline") for (const child of token.children ?? []) relink(child, link);
    if (token.type === "fence") fence.push({ token, at });
  });
  return { tokens, fences: fence, render: () => markdown.renderer.render(tokens, markdown.options, environment) };
}

function words(inline) {
  return (inline.children ?? []).map((child) => child.content).join("");
}

function relink(token, link) {
  const name = { link_open: "href", image: "src" }[token.type];
  if (name !== undefined) token.attrSet(name, link(token.attrGet(name)));
}

/** A text for a search: without marks. */
export function searchText(text) {
  return text.replace(/```.*/g, "").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[`*|#>]/g, " ").replace(/\s+/g, " ").trim();
}
