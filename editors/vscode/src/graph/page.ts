/// <reference lib="dom" />
// Runs in the page beside the editor: shows the picture it is sent, says what was clicked, zooms, and makes the pictures to save.
//
// Must stay true: until the user chooses a zoom, the picture fits into the panel, or its names can be read and a map shows the rest;
// after "Fit" it fits, whatever its size.

import { betterDirection, bounded, firstZoom, fitZoom, type Size } from "./fit";
import { GraphMap } from "./map";
import type { FromPage, Picture, Pictures, ToPage } from "./model";
import { pngOf, svgOf } from "./picture";

declare function acquireVsCodeApi(): { postMessage(message: FromPage): void };

const STEP = 1.2;
/** Of the page around the picture. */
const MARGIN = 16;
/** Below the picture, so that the buttons cover no step. */
const BUTTONS = 34;

const host = acquireVsCodeApi();
const canvas = document.getElementById("canvas") as HTMLElement;
const tools = document.getElementById("tools") as HTMLElement;
let pictures: Pictures | undefined;
/** The one that is shown. */
let picture: Picture | undefined;
/** What the user chose: a zoom, or all of the picture. */
let chosen: number | "all" | undefined;
/** The node that the cursor of the editor is in. */
let here: number | undefined;
const search = document.getElementById("search") as HTMLInputElement;
const [mapBox, mapPicture, sight] = ["map", "map-picture", "sight"].map((id) => document.getElementById(id));
const map = new GraphMap(mapBox as HTMLElement, mapPicture as HTMLElement, sight as HTMLElement);
/** The found node that was shown last. */
let shownMatch = -1;

function show(message: ToPage): void {
  if (message.kind === "cursor") {
    here = message.node;
    markHere();
    return;
  }
  pictures = message.kind === "graph" ? message.pictures : undefined;
  tools.hidden = pictures === undefined;
  if (message.kind === "graph") {
    draw();
  } else {
    canvas.textContent = message.text;
    map.draw(undefined, undefined);
    map.follow();
  }
}

function draw(): void {
  if (pictures !== undefined) {
    picture = pictures[betterDirection(pictures, panel())];
    canvas.innerHTML = picture.svg;
    map.draw(picture.svg, picture);
    resize();
    markHere();
    find();
  }
}

function panel(): Size {
  return { width: window.innerWidth - MARGIN, height: window.innerHeight - MARGIN - BUTTONS };
}

/** The picture takes its own size times the zoom; the page scrolls. */
function resize(): void {
  if (picture !== undefined) {
    const svg = canvas.querySelector("svg");
    svg?.setAttribute("width", String(picture.width * zoom(picture)));
    svg?.setAttribute("height", String(picture.height * zoom(picture)));
    map.follow();
  }
}

function zoom(size: Size): number {
  return chosen === "all" ? fitZoom(size, panel()) : (chosen ?? firstZoom(size, panel()));
}

function zoomBy(factor: number): void {
  if (picture !== undefined) {
    chosen = bounded(zoom(picture) * factor);
    resize();
  }
}

/** The node of the cursor stands out and is in sight. */
function markHere(): void {
  for (const node of nodes()) {
    const isHere = here !== undefined && node.getAttribute("data-node") === String(here);
    node.classList.toggle("here", isHere);
    if (isHere) {
      node.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  }
}

function nodes(): Element[] {
  return Array.from(canvas.querySelectorAll(".node"));
}

/** The nodes with the words that are searched stand out. Returns them. */
function find(): Element[] {
  const words = search.value.trim().toLowerCase();
  canvas.classList.toggle("searching", words !== "");
  return nodes().filter((node) => {
    const isFound = words !== "" && (node.textContent ?? "").toLowerCase().includes(words);
    node.classList.toggle("found", isFound);
    return isFound;
  });
}

/** Shows the next of them, large enough to be read. */
function showNext(): void {
  const found = find();
  if (found.length > 0) {
    chosen = Math.max(1, typeof chosen === "number" ? chosen : 0);
    resize();
    shownMatch = (shownMatch + 1) % found.length;
    found[shownMatch]?.scrollIntoView({ block: "center", inline: "center" });
  }
}

function searchKey(event: KeyboardEvent): void {
  if (event.key === "Enter") {
    showNext();
  } else if (event.key === "Escape") {
    search.value = "";
    find();
  }
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
  const link = (target as Element | null)?.closest?.("[role=link]");
  const node = link?.getAttribute("data-node");
  const index = node ?? link?.getAttribute("data-group") ?? null;
  if (index !== null) {
    host.postMessage({ kind: "open", of: node === null ? "groups" : "nodes", index: Number(index) });
  }
}

async function save(format: "svg" | "png"): Promise<void> {
  const svg = canvas.querySelector("svg");
  if (svg !== null && picture !== undefined) {
    const size = picture;
    const text = svgOf(svg, size);
    const content = format === "svg" ? text : await pngOf(text, size);
    host.postMessage({ kind: "export", format, content });
  }
}

const ACTIONS: Readonly<Record<string, () => void>> = {
  "zoom-in": () => zoomBy(STEP),
  "zoom-out": () => zoomBy(1 / STEP),
  fit: () => {
    const isReadable = picture !== undefined && firstZoom(picture, panel()) === fitZoom(picture, panel());
    chosen = isReadable ? undefined : "all";
    draw();
  },
  svg: () => void save("svg"),
  png: () => void save("png"),
};

window.addEventListener("message", (event: MessageEvent<ToPage>) => show(event.data));
search.addEventListener("input", () => {
  shownMatch = -1;
  find();
});
search.addEventListener("keydown", searchKey);
window.addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key === "f") {
    event.preventDefault();
    search.focus();
  }
});
window.addEventListener("resize", () => (typeof chosen === "number" ? map.follow() : draw()));
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
