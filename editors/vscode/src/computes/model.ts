// What the server answers to `azml-ls/computes`, and how the view shows it. Pure, so that it can be tested without VS Code.

import type { Location } from "vscode-languageclient";

export interface Compute {
  readonly name: string;
  readonly kind: string | null;
  /** "compute cluster" */
  readonly label: string;
  readonly size: string | null;
  /** "$0.23/h" for one machine. */
  readonly price: string | null;
  /** "0–4 nodes" */
  readonly nodes: string | null;
  /** "nothing", "about $5,363 a month", or why it is not known. */
  readonly idle: string;
  readonly idleAmount: number | null;
  /** Relative to the folder. */
  readonly file: string;
  readonly location: Location;
}

/** A line below a compute: what it says, and whether a click on it opens the file. */
export interface Detail {
  readonly name: string;
  readonly value: string;
  readonly opens: boolean;
}

/** The text after the name. A side bar shows only its beginning, and the icon shows the kind. */
export function summary({ label, size, price, nodes, idle, idleAmount }: Compute): string {
  const cost = idleAmount === null ? undefined : `idle: ${idle}`;
  return [price, nodes, size?.replace(/^Standard_/, ""), cost, label]
    .filter((part) => part !== null && part !== undefined)
    .join(" · ");
}

export function details({ label, size, price, nodes, idle, file, location }: Compute): Detail[] {
  const all = [
    { name: "Kind", value: label },
    { name: "Size", value: size },
    { name: "Price", value: price },
    { name: "Nodes", value: nodes },
    { name: "While idle", value: idle },
    { name: "Defined in", value: `${file}:${location.range.start.line + 1}` },
  ];
  return all.flatMap(({ name, value }) => (value === null ? [] : [{ name, value, opens: name === "Defined in" }]));
}

/** The computes that have every word of the filter in something that the view says of them. */
export function filtered(computes: readonly Compute[], filter: string): Compute[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return computes.filter((compute) => {
    const text = [compute.name, compute.label, compute.size, compute.price, compute.nodes, compute.idle, compute.file]
      .join(" ")
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
