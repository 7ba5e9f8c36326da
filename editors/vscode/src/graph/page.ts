/// <reference lib="dom" />
// Runs in the page beside the editor: draws what it is sent, says what was clicked.

import type { FromPage, ToPage } from "./model";
import { render } from "./render";

declare function acquireVsCodeApi(): { postMessage(message: FromPage): void };

const host = acquireVsCodeApi();
const canvas = document.getElementById("canvas") as HTMLElement;
let zoom = 1;

function show(message: ToPage): void {
  if (message.kind === "graph") {
    canvas.innerHTML = render(message.graph);
    resize();
  } else {
    canvas.textContent = message.text;
  }
}

/** The picture takes its own size times the zoom; the page scrolls. */
function resize(): void {
  const svg = canvas.querySelector("svg");
  const [, , width, height] = (svg?.getAttribute("viewBox") ?? "").split(" ").map(Number);
  svg?.setAttribute("width", String((width ?? 0) * zoom));
  svg?.setAttribute("height", String((height ?? 0) * zoom));
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
  const chosen = (target as Element | null)?.closest?.("[data-of]");
  const of = chosen?.getAttribute("data-of");
  if (of === "nodes" || of === "groups") {
    host.postMessage({ kind: "open", of, index: Number(chosen?.getAttribute("data-index")) });
  }
}

window.addEventListener("message", (event: MessageEvent<ToPage>) => show(event.data));
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
      zoom = Math.min(3, Math.max(0.2, zoom * (event.deltaY < 0 ? 1.1 : 1 / 1.1)));
      resize();
    }
  },
  { passive: false },
);
host.postMessage({ kind: "ready" });
