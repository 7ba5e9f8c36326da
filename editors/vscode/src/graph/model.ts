// What the server answers to `azml-ls/graph`, and what the two halves of the graph say to each other.

import type { Location } from "vscode-languageclient";

export interface Group {
  readonly name: string;
  readonly about: string;
  readonly parent: number | null;
  readonly location: Location | null;
}

export interface Node {
  readonly kind: "input" | "output" | "step" | "remote" | "control" | "missing";
  readonly name: string;
  readonly about: string;
  readonly compute: { readonly name: string; readonly about: string | null; readonly kind: string | null } | null;
  readonly group: number | null;
  readonly location: Location | null;
  readonly problem: string | null;
}

export interface Edge {
  readonly from: number;
  readonly to: number;
  readonly label: string;
  readonly problem: string | null;
}

export interface Graph {
  readonly title: string;
  readonly groups: readonly Group[];
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
}

/** To the page: a graph, or why there is none. */
export type ToPage = { readonly kind: "graph"; readonly graph: Graph } | { readonly kind: "none"; readonly text: string };

/** From the page: it can be drawn on; a step (`node` or `group` by index) was chosen; a picture is to be saved. */
export type FromPage =
  | { readonly kind: "ready" }
  | { readonly kind: "open"; readonly of: "nodes" | "groups"; readonly index: number }
  /** A PNG in Base64, an SVG as text. */
  | { readonly kind: "export"; readonly format: "svg" | "png"; readonly content: string };
