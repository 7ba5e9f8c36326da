/// <reference lib="dom" />
// Runs in the page beside the editor: draws what it is sent, says what was clicked, zooms, and makes the pictures to save.
//
// Must stay true: the picture fits into the panel until the user chooses a zoom, and again after "Fit".

import { betterDirection, bounded, fitZoom, type Size } from "./fit";
import type { FromPage, Graph, ToPage } from "./model";
import { pngOf, svgOf } from "./picture";
import { render, sizeOf } from "./render";

declare function acquireVsCodeApi(): { postMessage(message: FromPage): void };

const STEP = 1.2;
/** Of the page around the picture. */
const MARGIN = 16;

const host = acquireVsCodeApi();
const canvas = document.getElementById("canvas") as HTMLElement;
const tools = document.getElementById("tools") as HTMLElement;
let graph: Graph | undefined;
/** What the user chose; undefined as long as the picture fits into the panel. */
let chosen: number | undefined;

function show(message: ToPage): void {
  graph = message.kind === "graph" ? message.graph : undefined;
  tools.hidden = graph === undefined;
  if (message.kind === "graph") {
    draw();
  } else {
    canvas.textContent = message.text;
  }
}

function draw(): void {
  if (graph !== undefined) {
    const pictures = { right: sizeOf(graph, "right"), down: sizeOf(graph, "down") };
    canvas.innerHTML = render(graph, betterDirection(pictures, panel()));
    resize();
  }
}

function panel(): Size {
  return { width: window.innerWidth - MARGIN, height: window.innerHeight - MARGIN };
}

function picture(): Size {
  const [, , width, height] = (canvas.querySelector("svg")?.getAttribute("viewBox") ?? "").split(" ").map(Number);
  return { width: width ?? 0, height: height ?? 0 };
}

/** The picture takes its own size times the zoom; the page scrolls. */
function resize(): void {
  const svg = canvas.querySelector("svg");
  const size = picture();
  svg?.setAttribute("width", String(size.width * zoom()));
  svg?.setAttribute("height", String(size.height * zoom()));
}

function zoom(): number {
  return chosen ?? fitZoom(picture(), panel());
}

function zoomBy(factor: number): void {
  chosen = bounded(zoom() * factor);
  resize();
}

/** The bindings of what is pointed at stand out. */
function point(target: EventTarget | null): void {
  const node = (target as Element | null)?.closest?.("[data-node]")?.getAttribute("data-node") ?? null;
  for (const edge of Array.from(canvas.querySelectorAll(".edge"))) {
    const touches = node !== null && [edge.getAttribute("data-from"), edge.getAttribute("data-to")].includes(node);
    edge.classList.toggle("pointed", touches);
  }
}

function open(target: EventTarget | null): void {
  const clicked = (target as Element | null)?.closest?.("[data-of]");
  const of = clicked?.getAttribute("data-of");
  if (of === "nodes" || of === "groups") {
    host.postMessage({ kind: "open", of, index: Number(clicked?.getAttribute("data-index")) });
  }
}

async function save(format: "svg" | "png"): Promise<void> {
  const svg = canvas.querySelector("svg");
  if (svg !== null) {
    const text = svgOf(svg, picture());
    const content = format === "svg" ? text : await pngOf(text, picture());
    host.postMessage({ kind: "export", format, content });
  }
}

const ACTIONS: Readonly<Record<string, () => void>> = {
  "zoom-in": () => zoomBy(STEP),
  "zoom-out": () => zoomBy(1 / STEP),
  fit: () => {
    chosen = undefined;
    draw();
  },
  svg: () => void save("svg"),
  png: () => void save("png"),
};

window.addEventListener("message", (event: MessageEvent<ToPage>) => show(event.data));
window.addEventListener("resize", () => (chosen === undefined ? draw() : undefined));
tools.addEventListener("click", (event) => ACTIONS[(event.target as Element).id]?.());
canvas.addEventListener("click", (event) => open(event.target));
canvas.addEventListener("keydown", (event) => {
  if (event.key === "Enter") {
    open(event.target);
  }
});
canvas.addEventListener("mouseover", (event) => point(event.target));
canvas.addEventListener("focusin", (event) => point(event.target));
window.addEventListener(
  "wheel",
  (event) => {
    if (event.ctrlKey) {
      event.preventDefault();
      zoomBy(event.deltaY < 0 ? 1.1 : 1 / 1.1);
    }
  },
  { passive: false },
);
host.postMessage({ kind: "ready" });
