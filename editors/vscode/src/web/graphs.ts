// The pipeline of a document as a graph, for the panel that shows it.

import * as vscode from "vscode";
import type { Graph as Drawn, Place } from "../../../playground/page/model";
import type { Graph, Picture } from "../graph/model";
import type { Answers } from "../panel";
import type { Folder } from "./folder";
import type { Folders } from "./folders";
import { rangeIn } from "./places";

export class Graphs implements Answers {
  constructor(private readonly folders: Folders) {}

  async ask<T>(_: string, uri: vscode.Uri): Promise<{ readonly value: T | null } | "busy" | "stopped"> {
    const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri.toString());
    const folder = document && this.folders.of(document);
    if (folder === undefined) {
      return "stopped";
    }
    const files = folder.files();
    const path = folder.pathOf(uri);
    const right = await folder.ask((engine) => engine.graph(path, false));
    const down = await folder.ask((engine) => engine.graph(path, true));
    if (folder.files() !== files) {
      return "busy";
    }
    if (right === undefined || down === undefined) {
      return "stopped";
    }
    return { value: right && down ? (graphOf(folder, right, down) as T) : null };
  }
}

function graphOf(folder: Folder, right: Drawn, down: Drawn): Graph {
  const placeOf = (place: Place | null) => ({
    location: place && {
      uri: folder.uriOf(place.path).toString(),
      range: rangeIn(folder.textOf(place.path), place.range),
    },
  });
  return {
    nodes: right.nodes.map(placeOf),
    groups: right.groups.map(placeOf),
    pictures: { right: pictureOf(right), down: pictureOf(down) },
  };
}

function pictureOf({ svg }: Drawn): Picture {
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  return { svg, width: Number(width), height: Number(height) };
}
