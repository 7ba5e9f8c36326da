// A graph as SVG. Pure: a string, which the page puts in place. Names come from files, so every text is escaped; colours
// are classes of the page's style sheet, which takes them from the theme.

import type { Direction, Size } from "./fit";
import { HEADER, type Layout, layOut, type Point } from "./layout";
import type { Edge, Graph, Group, Node } from "./model";

const LINE = 16;
const LETTER = 6.8;
const SMALL_LETTER = 5.4;
const LONGEST = 34;
/** With more bindings than this, their labels only show for what is pointed at. */
const MANY = 30;
/** What a label needs between two boxes of which one is above the other. */
const LABEL_HEIGHT = 56;

/** The picture as SVG. */
export function render(graph: Graph, direction: Direction = "right"): string {
  const lines = graph.nodes.map(linesOf);
  const layout = layoutOf(graph, direction);
  const parts = [
    ...graph.groups.map((group, at) => groupOf(group, at, layout.groups[at])),
    ...graph.edges.map((edge, at) => edgeOf(edge, layout.edges[at] ?? [], direction)),
    ...graph.nodes.map((node, at) => nodeOf(node, at, lines[at] ?? [], layout.boxes[at])),
  ];
  const [width, height] = [round(layout.width), round(layout.height)];
  const labels = showsLabels(graph) ? "labels" : "few-labels";
  return `<svg xmlns="http://www.w3.org/2000/svg" class="${labels}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapedXml(graph.title)}">${ARROWS}${parts.join("")}</svg>`;
}

/** How large the picture is, without drawing it. */
export function sizeOf(graph: Graph, direction: Direction): Size {
  return layoutOf(graph, direction);
}

function layoutOf(graph: Graph, direction: Direction): Layout {
  const room = (label: string): number => (direction === "right" ? roomOf(label) : LABEL_HEIGHT);
  return layOut({
    direction,
    groups: graph.groups,
    edges: graph.edges.map(({ from, to, label }) => ({ from, to, room: showsLabels(graph) ? room(label) : 0 })),
    boxes: graph.nodes.map((node) => {
      const lines = linesOf(node);
      return {
        group: node.group,
        width: Math.max(70, ...lines.map((line) => line.length * LETTER)) + (isPort(node) ? 40 : 24),
        height: lines.length * LINE + 16,
      };
    }),
  });
}

function showsLabels(graph: Graph): boolean {
  return graph.edges.length <= MANY;
}

const ARROWS = ["plain", "broken"]
  .map(
    (name) =>
      `<marker id="${name}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="arrow ${name}" d="M0 0L8 4L0 8z"/></marker>`,
  )
  .join("")
  .replace(/^(.*)$/s, "<defs>$1</defs>");

type Area = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

function linesOf(node: Node): string[] {
  const compute = node.compute === null ? "" : `on ${node.compute.name}`;
  const about = node.compute?.about ?? "";
  return [node.name, node.about, compute, about].filter((line) => line !== "").map((line) => shortened(line));
}

function nodeOf(node: Node, at: number, lines: readonly string[], area: Area | undefined): string {
  if (area === undefined) {
    return "";
  }
  const broken = node.problem !== null || node.kind === "missing" ? " broken" : "";
  const radius = isPort(node) ? area.height / 2 : 4;
  const middle = area.x + area.width / 2;
  const text = lines.map((line, row) => {
    const y = area.y + 8 + LINE * (row + 0.75);
    return `<text class="${row === 0 ? "name" : "about"}" x="${round(middle)}" y="${round(y)}">${escapedXml(line)}</text>`;
  });
  const full = [node.name, node.about, node.compute?.name, node.compute?.about, node.problem].filter(Boolean).join("\n");
  const link = node.location === null ? "" : ` data-of="nodes" data-index="${at}" tabindex="0" role="link"`;
  return `<g class="node ${node.kind} ${computeClass(node)}${broken}" data-node="${at}"${link}><title>${escapedXml(full)}</title><rect x="${round(area.x)}" y="${round(area.y)}" width="${round(area.width)}" height="${round(area.height)}" rx="${round(radius)}"/>${text.join("")}</g>`;
}

function isPort(node: Node): boolean {
  return node.kind === "input" || node.kind === "output";
}

function roomOf(label: string): number {
  return shortened(label).length * SMALL_LETTER + 30;
}

function computeClass(node: Node): string {
  switch (node.compute?.kind ?? null) {
    case null:
      return "";
    case "cluster":
      return "on-cluster";
    case "serverless":
    case "serverless-spark":
      return "on-serverless";
    case "instance":
    case "virtual-machine":
    case "local":
      return "on-machine";
    default:
      return "on-other";
  }
}

function groupOf(group: Group, at: number, area: Area | undefined): string {
  if (area === undefined) {
    return "";
  }
  const label = escapedXml(shortened(`${group.name} · ${group.about}`, LONGEST * 2));
  return `<g class="group" data-of="groups" data-index="${at}" tabindex="0" role="link"><title>${escapedXml(`${group.name}\n${group.about}`)}</title><rect x="${round(area.x)}" y="${round(area.y)}" width="${round(area.width)}" height="${round(area.height)}" rx="6"/><text class="name" x="${round(area.x + 12)}" y="${round(area.y + HEADER * 0.6)}">${label}</text></g>`;
}

function edgeOf(edge: Edge, points: readonly Point[], direction: Direction): string {
  const [start, end] = [points[0], points.at(-1)];
  if (start === undefined || end === undefined) {
    return "";
  }
  const style = edge.problem === null ? "plain" : "broken";
  const title = escapedXml(edge.problem === null ? edge.label : `${edge.label}\n${edge.problem}`);
  const [a, b] = [points[points.length - 2] ?? start, end];
  const label = `<text x="${round((a.x + b.x) / 2)}" y="${round((a.y + b.y) / 2 - 4)}">${escapedXml(shortened(edge.label))}</text>`;
  const line = curve(points, direction);
  return `<g class="edge ${style}" data-from="${edge.from}" data-to="${edge.to}"><title>${title}</title><path class="wide" d="${line}"/><path d="${line}" marker-end="url(#${style})"/>${label}</g>`;
}

/** Curves that leave and arrive in the direction of the picture. */
function curve(points: readonly Point[], direction: Direction): string {
  const [along, x, y]: [keyof Point, number, number] = direction === "right" ? ["x", 1, 0] : ["y", 0, 1];
  return points
    .map((point, at) => {
      const last = points[at - 1];
      if (last === undefined) {
        return `M${round(point.x)} ${round(point.y)}`;
      }
      // Backwards the curve goes out of both boxes first.
      const reach = Math.max(30, Math.abs(point[along] - last[along]) / 2);
      const out = `${round(last.x + reach * x)} ${round(last.y + reach * y)}`;
      const into = `${round(point.x - reach * x)} ${round(point.y - reach * y)}`;
      return `C${out} ${into} ${round(point.x)} ${round(point.y)}`;
    })
    .join("");
}

/** By characters, so that no letter is cut in two. */
function shortened(text: string, longest = LONGEST): string {
  const letters = [...text];
  return letters.length <= longest ? text : `${letters.slice(0, longest - 1).join("")}…`;
}

export function escapedXml(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  // What XML forbids goes.
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd")
    .replace(/[&<>"']/g, (c) => entities[c] ?? c);
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}
