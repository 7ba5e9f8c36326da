// Markdown of the rules as elements. HTML in it stays text.

import MarkdownIt from "markdown-it";

const markdown = new MarkdownIt({ html: false, linkify: false });

export function card(text: string): HTMLElement {
  const element = document.createElement("div");
  element.className = "card";
  element.innerHTML = markdown.render(text);
  for (const link of element.querySelectorAll("a")) {
    link.target = "_blank";
    link.rel = "noopener noreferrer";
  }
  return element;
}
