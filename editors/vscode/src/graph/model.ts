// What the server answers to `azml-ls/graph`, and what the two halves of the graph say to each other.

import type { Location } from "vscode-languageclient";
import type { Direction, Size } from "./fit";

/** Drawn by the server, without colors: those are classes of the page's style sheet. */
export interface Picture extends Size {
  readonly svg: string;
}

/** One for each way that the graph can run. */
export type Pictures = Readonly<Record<Direction, Picture>>;

/** A step, an input or an output, or a pipeline that is a step; a picture names it by its index. */
interface Place {
  readonly location: Location | null;
}

export interface Graph {
  readonly nodes: readonly Place[];
  readonly groups: readonly Place[];
  /** A server that is older than the extension has none. */
  readonly pictures?: Pictures;
}

/** To the page: the pictures of a graph, or why there are none. */
export type ToPage =
  | { readonly kind: "graph"; readonly pictures: Pictures }
  | { readonly kind: "none"; readonly text: string }
  /** The cursor is in this node; undefined outside of all. */
  | { readonly kind: "cursor"; readonly node: number | undefined };

/** From the page: it can be drawn on; a step (`node` or `group` by index) was chosen; a picture is to be saved. */
export type FromPage =
  | { readonly kind: "ready" }
  | { readonly kind: "open"; readonly of: "nodes" | "groups"; readonly index: number }
  /** A PNG in Base64, an SVG as text. */
  | { readonly kind: "export"; readonly format: "svg" | "png"; readonly content: string };
