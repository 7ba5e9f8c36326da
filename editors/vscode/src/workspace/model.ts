// What the server answers to `azml-ls/workspace`, and the rows of the view. Pure, so that it can be tested without VS Code.

import type { Location } from "vscode-languageclient";

export interface Place {
  /** "computes/cpu.yml:2" */
  readonly text: string;
  readonly location: Location;
}

export interface Fact {
  readonly name: string;
  readonly value: string;
}

export interface Resource {
  readonly name: string;
  /** The kind of a compute. */
  readonly compute: string | null;
  /** "$0.29/h · 0–4 nodes · DS3_v2 · compute cluster" */
  readonly summary: string;
  readonly facts: readonly Fact[];
  /** It costs money while nobody uses it. */
  readonly costs: boolean;
  /** Null if nothing here defines it. */
  readonly place: Place | null;
  readonly uses: readonly Place[];
}

export interface Group {
  readonly title: string;
  readonly resources: readonly Resource[];
}

export type Row =
  | { readonly kind: "group"; readonly group: Group }
  | { readonly kind: "resource"; readonly resource: Resource; readonly title: string }
  | { readonly kind: "fact"; readonly fact: Fact }
  | { readonly kind: "place"; readonly place: Place; readonly role: "defines it" | "uses it" };

/** The rows below a group or a resource: what is known of it, the place that defines it, and those that use it. */
export function rowsBelow(row: Row): Row[] {
  if (row.kind === "group") {
    return row.group.resources.map((resource) => ({ kind: "resource", resource, title: row.group.title }));
  }
  if (row.kind !== "resource") {
    return [];
  }
  const { facts, place, uses } = row.resource;
  return [
    ...facts.map((fact): Row => ({ kind: "fact", fact })),
    ...(place === null ? [] : [{ kind: "place", place, role: "defines it" } as const]),
    ...uses.map((use): Row => ({ kind: "place", place: use, role: "uses it" })),
  ];
}

/** The lines of a tooltip. */
export function lines({ name, summary, facts, uses }: Resource): string[] {
  const known = facts.length === 0 ? [summary] : facts.map((fact) => `${fact.name}: ${fact.value}`);
  return [name, ...known, ...(uses.length === 0 ? [] : [`Used in: ${uses.map(({ text }) => text).join(", ")}`])];
}

export const countOf = (groups: readonly Group[]): number =>
  groups.reduce((sum, { resources }) => sum + resources.length, 0);

/** The resources that have every word of the filter in something that the view says of them. */
export function filtered(groups: readonly Group[], filter: string): Group[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return groups
    .map(({ title, resources }) => ({
      title,
      resources: resources.filter((resource) => {
        const text = [title, resource.place?.text, resource.summary, ...lines(resource)].join(" ").toLowerCase();
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ resources }) => resources.length > 0);
}
