// What the rules answer, as `src/` writes it. Places count units of UTF-16, as strings do.

export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface Place {
  readonly path: string;
  readonly range: Range;
}

export type Level = "error" | "warning" | "info" | "hint";

export interface Finding extends Place {
  readonly rule?: string;
  readonly level: Level;
  readonly message: string;
  readonly notes: readonly string[];
  readonly help: string | null;
  readonly tag?: "unnecessary" | "deprecated" | null;
  readonly related: readonly (Place & { readonly message: string })[];
}

export interface Findings {
  readonly findings: readonly Finding[];
  /** The Azure ML files among all, by path. */
  readonly kinds: Readonly<Record<string, { readonly id: string; readonly label: string }>>;
}

export interface Card {
  readonly range: Range;
  readonly markdown: string;
}

export interface Item {
  readonly label: string;
  readonly insert: string;
  readonly filter: string;
  readonly detail?: string;
  readonly markdown?: string;
  readonly isSnippet?: boolean;
  readonly isRetired?: boolean;
  readonly leadsOn?: boolean;
  readonly sort: string;
}

export interface Items {
  readonly range: Range;
  readonly items: readonly Item[];
}

export interface Action {
  readonly title: string;
  readonly sort: "safe" | "unsafe" | "silence" | "explain" | "refactoring";
  /** The rule that is explained. */
  readonly rule?: string;
  readonly edits: readonly (Place & { readonly text: string })[];
  readonly newFiles: readonly { readonly path: string; readonly text: string }[];
}

export interface Definition {
  readonly range: Range;
  readonly places: readonly Place[];
}

export interface Graph {
  readonly svg: string;
  readonly nodes: readonly (Place | null)[];
  readonly groups: readonly Place[];
}

/** The files of the page by path. */
export type Files = Readonly<Record<string, string>>;

export interface Project {
  readonly files: Files;
  /** No other file exists. */
  readonly isWhole: boolean;
}

/** What the rules know, of a page or of a folder in an editor. */
export interface Known {
  /** The texts by path; null for a file that is there and was not read. */
  readonly files: Readonly<Record<string, string | null>>;
  readonly isWhole: boolean;
  readonly choices?: Choices;
}

/** Settings of an editor. */
export interface Choices {
  readonly noSchemaChecks: boolean;
  readonly preview: boolean;
}

export interface Example extends Project {
  readonly title: string;
  /** The file that is shown first. */
  readonly first: string;
}
