// Places boxes in layers from left to right or from top to bottom, so that bindings run forwards. Pure: sizes in, places out.
//
// Everything is computed from left to right. Top-down, each pipeline is laid out with its boxes lying on their sides, and then
// turned over.
//
// Each pipeline is laid out on its own, from the inside out: a pipeline inside another one is a box of the size that its
// own steps need. Bindings over several layers get a bend in each of them, which takes part in the ordering like a box.

import type { Direction } from "./fit";

export interface Box {
  /** The pipeline it is in; null is the outermost one. */
  readonly group: number | null;
  readonly width: number;
  readonly height: number;
}

export interface Request {
  readonly direction?: Direction;
  /** For each inner pipeline the one around it. Outer ones come first. */
  readonly groups: readonly { readonly parent: number | null }[];
  readonly boxes: readonly Box[];
  /** `room` is what the label of a binding needs in front of the box that it arrives at. */
  readonly edges: readonly { readonly from: number; readonly to: number; readonly room?: number }[];
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Area extends Point {
  readonly width: number;
  readonly height: number;
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Area[];
  readonly groups: readonly Area[];
  /** The bends of each edge, from the right (lower) side of one box to the left (upper) side of another. */
  readonly edges: readonly (readonly Point[])[];
}

const GAP_X = 70;
const GAP_Y = 22;
const BEND_GAP = 10;
const PADDING = 18;
/** Room for the name of an inner pipeline. */
export const HEADER = 34;
const SWEEPS = 6;

/** A box, an inner pipeline or a bend, at one level. */
interface Item {
  width: number;
  height: number;
  readonly isBend: boolean;
  /** What labels need in front of it. */
  room: number;
  layer: number;
  x: number;
  y: number;
  readonly before: Item[];
  readonly after: Item[];
}

interface Level {
  readonly width: number;
  readonly height: number;
  readonly boxes: Map<number, Item>;
  readonly groups: Map<number, Item>;
  /** The bends of the edges between two items of this level, by the index of the edge. */
  readonly bends: Map<number, Item[]>;
}

export function layOut(request: Request): Layout {
  const levels = new Map<number | null, Level>();
  // From the inside out: the size of what is inside is needed outside.
  for (let group = request.groups.length - 1; group >= 0; group--) {
    levels.set(group, layOutLevel(request, group, levels));
  }
  const top = layOutLevel(request, null, levels);
  levels.set(null, top);
  return place(request, levels, top);
}

function layOutLevel(request: Request, group: number | null, levels: ReadonlyMap<number | null, Level>): Level {
  const boxes = new Map<number, Item>();
  const groups = new Map<number, Item>();
  request.groups.forEach(({ parent }, at) => {
    const inner = levels.get(at);
    if (parent === group && inner !== undefined) {
      groups.set(at, item(inner.width, inner.height + HEADER));
    }
  });
  request.boxes.forEach((box, at) => {
    if (box.group === group) {
      boxes.set(at, item(box.width, box.height));
    }
  });
  const items = [...groups.values(), ...boxes.values()];
  const isTurned = request.direction === "down";
  if (isTurned) {
    items.forEach(turn);
  }
  const pairs: { from: Item; to: Item; edge: number }[] = [];
  request.edges.forEach((edge, at) => {
    const from = itemOf(request, group, edge.from, boxes, groups);
    const to = itemOf(request, group, edge.to, boxes, groups);
    if (from !== undefined && to !== undefined && from !== to) {
      pairs.push({ from, to, edge: at });
      to.room = Math.max(to.room, edge.room ?? 0);
    }
  });
  setLayers(items, pairs);
  const bends = addBends(items, pairs);
  const layers = order(items);
  const { width, height } = setPlaces(layers);
  if (isTurned) {
    layers.flat().forEach(turn);
  }
  const size = isTurned ? { width: height, height: width } : { width, height };
  return { ...size, boxes, groups, bends };
}

function turn(one: Item): void {
  [one.width, one.height] = [one.height, one.width];
  [one.x, one.y] = [one.y, one.x];
}

function item(width: number, height: number, isBend = false): Item {
  return { width, height, isBend, room: 0, layer: 0, x: 0, y: 0, before: [], after: [] };
}

/** The item of this level that is or holds a box. */
function itemOf(
  request: Request,
  group: number | null,
  box: number,
  boxes: ReadonlyMap<number, Item>,
  groups: ReadonlyMap<number, Item>,
): Item | undefined {
  let at = request.boxes[box]?.group ?? null;
  if (at === group) {
    return boxes.get(box);
  }
  while (at !== null) {
    const parent: number | null = request.groups[at]?.parent ?? null;
    if (parent === group) {
      return groups.get(at);
    }
    at = parent;
  }
  return undefined;
}

/** The longest way from a source; what closes a circle does not count. Sources move up to what needs them. */
function setLayers(items: readonly Item[], pairs: readonly { from: Item; to: Item }[]): void {
  const next = new Map<Item, Item[]>(items.map((one) => [one, []]));
  for (const { from, to } of pairs) {
    next.get(from)?.push(to);
  }
  const state = new Map<Item, "open" | "done">();
  const sorted: Item[] = [];
  for (const start of items) {
    // By hand: a chain of a thousand steps must not end in a full stack.
    const stack: { one: Item; rest: Item[] }[] = [];
    const enter = (one: Item): void => {
      if (!state.has(one)) {
        state.set(one, "open");
        stack.push({ one, rest: [...(next.get(one) ?? [])] });
      }
    };
    enter(start);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const to = top.rest.shift();
      if (to === undefined) {
        state.set(top.one, "done");
        sorted.push(top.one);
        stack.pop();
      } else if (state.get(to) === "open") {
        next.set(
          top.one,
          (next.get(top.one) ?? []).filter((other) => other !== to),
        );
      } else {
        enter(to);
      }
    }
  }
  const hasBefore = new Set<Item>();
  for (const one of sorted.reverse()) {
    for (const to of next.get(one) ?? []) {
      to.layer = Math.max(to.layer, one.layer + 1);
      hasBefore.add(to);
    }
  }
  for (const one of items) {
    const after = (next.get(one) ?? []).map((to) => to.layer);
    if (!hasBefore.has(one) && after.length > 0) {
      one.layer = Math.min(...after) - 1;
    }
  }
}

/** Links the items, with a bend in each layer between them. Links that run backwards have none. */
function addBends(items: Item[], pairs: readonly { from: Item; to: Item; edge: number }[]): Map<number, Item[]> {
  const bends = new Map<number, Item[]>();
  for (const { from, to, edge } of pairs) {
    const own: Item[] = [];
    if (from.layer < to.layer) {
      let last = from;
      for (let layer = from.layer + 1; layer < to.layer; layer++) {
        const bend = item(0, 0, true);
        bend.layer = layer;
        own.push(bend);
        items.push(bend);
        link(last, bend);
        last = bend;
      }
      link(last, to);
    }
    bends.set(edge, own);
  }
  return bends;
}

function link(from: Item, to: Item): void {
  from.after.push(to);
  to.before.push(from);
}

/** The layers, each ordered by the middle of its neighbours, back and forth. */
function order(items: readonly Item[]): Item[][] {
  const layers: Item[][] = [];
  for (const one of items) {
    const layer = layers[one.layer] ?? [];
    layer.push(one);
    layers[one.layer] = layer;
  }
  const filled = layers.filter((layer) => layer !== undefined);
  const rank = new Map<Item, number>();
  const number = (layer: readonly Item[]): void => {
    for (const [at, one] of layer.entries()) {
      rank.set(one, at);
    }
  };
  filled.forEach(number);
  const middle = (one: Item, neighbours: readonly Item[]): number => {
    const ranks = neighbours.map((other) => rank.get(other) ?? 0);
    return ranks.length === 0 ? (rank.get(one) ?? 0) : ranks.reduce((sum, next) => sum + next, 0) / ranks.length;
  };
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const forwards = sweep % 2 === 0;
    for (const layer of forwards ? filled : [...filled].reverse()) {
      const wanted = new Map(layer.map((one) => [one, middle(one, forwards ? one.before : one.after)]));
      // What nothing is bound to stands below the rest.
      layer.sort((a, b) => Number(isAlone(a)) - Number(isAlone(b)) || (wanted.get(a) ?? 0) - (wanted.get(b) ?? 0));
      number(layer);
    }
  }
  return filled;
}

function isAlone(one: Item): boolean {
  return one.before.length === 0 && one.after.length === 0;
}

function setPlaces(layers: readonly Item[][]): { width: number; height: number } {
  let x = PADDING - GAP_X;
  for (const [at, layer] of layers.entries()) {
    const width = Math.max(0, ...layer.map((one) => one.width));
    x += at === 0 ? GAP_X : Math.max(GAP_X, ...layer.map((one) => one.room));
    let y = 0;
    for (const one of layer) {
      one.x = x + (width - one.width) / 2;
      one.y = y;
      y += one.height + gap(one);
    }
    x += width;
  }
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const forwards = sweep % 2 === 0;
    for (const layer of forwards ? layers : [...layers].reverse()) {
      straighten(layer, forwards);
    }
  }
  const all = layers.flat();
  const top = Math.min(0, ...all.map((one) => one.y)) - PADDING;
  for (const one of all) {
    one.y -= top;
  }
  const bottom = Math.max(0, ...all.map((one) => one.y + one.height));
  return { width: Math.max(x, PADDING) + PADDING, height: bottom + PADDING };
}

function gap(one: Item): number {
  return one.isBend ? BEND_GAP : GAP_Y;
}

/** Moves a layer towards its neighbours on one side; the order and the gaps stay. */
function straighten(layer: readonly Item[], forwards: boolean): void {
  const wanted = layer.map((one) => {
    const neighbours = forwards ? one.before : one.after;
    const middles = neighbours.map((other) => other.y + other.height / 2);
    const middle = middles.reduce((sum, next) => sum + next, 0) / middles.length;
    return middles.length === 0 ? one.y : middle - one.height / 2;
  });
  const places: number[] = [];
  layer.forEach((one, at) => {
    const above = layer[at - 1];
    const least = above === undefined ? -Infinity : (places[at - 1] ?? 0) + above.height + gap(above);
    const free = isAlone(one) && above !== undefined;
    places.push(free ? least : Math.max(wanted[at] ?? one.y, least));
  });
  // What was pushed down goes up again with all of them, half for each side.
  const bound = [...layer.keys()].filter((at) => !isAlone(layer[at] as Item));
  const pushed = bound.map((at) => (places[at] ?? 0) - (wanted[at] ?? 0));
  const shift = pushed.reduce((sum, next) => sum + next, 0) / Math.max(1, pushed.length);
  layer.forEach((one, at) => {
    one.y = (places[at] ?? one.y) - shift;
  });
}

/** From places inside of each pipeline to places in the picture. */
function place(request: Request, levels: ReadonlyMap<number | null, Level>, top: Level): Layout {
  const origins = new Map<number | null, Point>([[null, { x: 0, y: 0 }]]);
  const areaOf = (one: Item | undefined, level: number | null): Area => {
    const origin = origins.get(level) ?? { x: 0, y: 0 };
    const { x, y, width, height } = one ?? { x: 0, y: 0, width: 0, height: 0 };
    return { x: origin.x + x, y: origin.y + y, width, height };
  };
  const groups = request.groups.map(({ parent }, at) => {
    const area = areaOf(levels.get(parent)?.groups.get(at), parent);
    origins.set(at, { x: area.x, y: area.y + HEADER });
    return area;
  });
  const boxes = request.boxes.map(({ group }, at) => areaOf(levels.get(group)?.boxes.get(at), group));
  const edges = request.edges.map(({ from, to }, at) => {
    const [start, end] = [boxes[from], boxes[to]];
    if (start === undefined || end === undefined) {
      return [];
    }
    const isDown = request.direction === "down";
    const points: Point[] = [isDown ? middle(start, 1) : { x: start.x + start.width, y: start.y + start.height / 2 }];
    for (const [group, level] of levels) {
      points.push(...(level.bends.get(at) ?? []).map((bend) => areaOf(bend, group)).map(({ x, y }) => ({ x, y })));
    }
    points.push(isDown ? middle(end, 0) : { x: end.x, y: end.y + end.height / 2 });
    return points;
  });
  return { width: top.width, height: top.height, boxes, groups, edges };
}

/** The middle of the upper edge (0) or the lower one (1). */
function middle(area: Area, edge: 0 | 1): Point {
  return { x: area.x + area.width / 2, y: area.y + area.height * edge };
}
