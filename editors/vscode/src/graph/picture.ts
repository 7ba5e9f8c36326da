/// <reference lib="dom" />
// The graph as a file of its own: the colors of the theme are written into it, since it leaves the page behind.

import type { Size } from "./fit";

const PROPERTIES = [
  ...["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "display", "paint-order"],
  ...["font-family", "font-size", "font-weight", "text-anchor"],
];

/** Pixels of the picture for each of the graph, so that letters are sharp. */
const SCALE = 2;

/** What `svg` looks like now, whole and at its own size, on the background of the page. */
export function svgOf(svg: SVGSVGElement, { width, height }: Size): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [shown, copied] = [svg, copy].map((root) => Array.from(root.querySelectorAll("*")));
  copied?.forEach((element, at) => {
    const original = shown?.[at];
    if (original !== undefined) {
      writeStyle(element, getComputedStyle(original));
    }
    for (const { name } of Array.from(element.attributes)) {
      if (/^(class|tabindex|role|data-.*)$/.test(name)) {
        element.removeAttribute(name);
      }
    }
  });
  copy.removeAttribute("class");
  copy.setAttribute("role", "img");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  const paper = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  paper.setAttribute("width", "100%");
  paper.setAttribute("height", "100%");
  paper.setAttribute("fill", getComputedStyle(document.body).backgroundColor);
  copy.prepend(paper);
  return new XMLSerializer().serializeToString(copy);
}

function writeStyle(element: Element, style: CSSStyleDeclaration): void {
  for (const property of PROPERTIES) {
    const value = style.getPropertyValue(property);
    if (value !== "" && value !== "normal") {
      element.setAttribute(property, value);
    }
  }
}

/** The same as PNG, in Base64. */
export async function pngOf(svg: string, { width, height }: Size): Promise<string> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const paper = document.createElement("canvas");
  paper.width = width * SCALE;
  paper.height = height * SCALE;
  paper.getContext("2d")?.drawImage(image, 0, 0, paper.width, paper.height);
  return paper.toDataURL("image/png").replace(/^[^,]*,/, "");
}
