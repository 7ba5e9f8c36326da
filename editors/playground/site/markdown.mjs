// Markdown of the repository as HTML.

import MarkdownIt from "markdown-it";

const markdown = new MarkdownIt({ html: true, linkify: false });

/** The name of a heading in links, as GitHub makes it. */
function anchor(heading) {
  return heading.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-");
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
