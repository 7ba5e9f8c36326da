// The page of the graph, without a browser: what it draws, what it may load, and what it says when a step is clicked.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";
import { buildSync } from "esbuild";
import detect from "../dist/test/graph/detect.js";
import html from "../dist/test/graph/html.js";
import { render } from "../dist/test/graph/render.js";

const location = { uri: "file:///p.yml", range: { start: { line: 3, character: 2 }, end: { line: 3, character: 6 } } };
const node = (name, more) => ({ kind: "step", name, about: "command", compute: null, group: null, location, problem: null, ...more });
const GRAPH = {
  title: 'a "b" <c>',
  groups: [{ name: "part", about: "pipeline · part.yml", parent: null, location }],
  nodes: [
    node("raw & <b>", { kind: "input", about: "uri_folder" }),
    node("train\u0001😀", { compute: { name: "cpu", about: "cluster · 0–4 nodes", kind: "cluster" }, group: 0 }),
    node("gone", { kind: "missing", location: null }),
  ],
  edges: [
    { from: 0, to: 1, label: "raw → data: uri_folder", problem: null },
    { from: 2, to: 1, label: "x → y", problem: "the pipeline has no step `gone`" },
  ],
};

/** Whether tags open and close in turn, and no text or attribute holds a bare sign. */
function wellFormed(svg) {
  const open = [];
  const rest = svg.replace(/<(\/?)([a-z]+)((?: [a-z-]+(?::[a-z]+)?="[^"<>]*")*)(\/?)>/gi, (_, close, name, attributes, empty) => {
    assert.doesNotMatch(attributes, /&(?!amp;|lt;|gt;|quot;|#39;)/);
    if (close !== "") {
      assert.equal(open.pop(), name);
    } else if (empty === "") {
      open.push(name);
    }
    return "";
  });
  assert.deepEqual(open, []);
  assert.doesNotMatch(rest, /[<>]|&(?!amp;|lt;|gt;|quot;|#39;)/);
}

test("names are text, whatever they hold; what is broken is marked", () => {
  const svg = render(GRAPH);
  wellFormed(svg);
  assert.match(svg, /raw &amp; &lt;b&gt;/);
  assert.match(svg, /class="node step on-cluster"/);
  assert.match(svg, /class="node missing\s+broken"/);
  assert.match(svg, /class="edge broken"[^>]*><title>x → y\nthe pipeline has no step/);
  assert.doesNotMatch(svg, /style=|onclick|\u0001/);
  assert.doesNotMatch(svg, /data-index="2"/, "what is not written cannot be opened");
  wellFormed(render({ title: "", groups: [], nodes: [], edges: [] }));
});

test("long names are cut between letters, and whole in the title", () => {
  const svg = render({ ...GRAPH, groups: [], edges: [], nodes: [node("😀".repeat(60))] });
  wellFormed(svg);
  assert.match(svg, new RegExp(`<title>${"😀".repeat(60)}`, "u"));
  assert.match(svg, new RegExp(`>${"😀".repeat(33)}…<`, "u"));
});

test("the labels of many bindings wait until they are pointed at", () => {
  const edges = Array.from({ length: 31 }, () => GRAPH.edges[0]);
  assert.match(render({ ...GRAPH, edges }), /class="few-labels"/);
  assert.match(render(GRAPH), /class="labels"/);
});

test("the page loads one script and nothing else", () => {
  const page = html.pageOf({ script: "vscode-resource://x/graph.js", nonce: "abc" });
  assert.match(page, /default-src 'none'; style-src 'nonce-abc'; script-src 'nonce-abc'/);
  assert.equal(page.match(/<script/g).length, 1);
  assert.equal(page.match(/nonce="abc"/g).length, 2);
  assert.doesNotMatch(page, /https?:|unsafe/);
});

test("a pipeline is told by its type, its schema or its steps", () => {
  for (const text of ["type: pipeline\n", "$schema: https://x/latest/pipelineJob.schema.json\n", "a: 1\njobs:\n  x: {}\n"]) {
    assert.ok(detect.looksLikePipeline(text), text);
  }
  for (const text of ["type: command\n", "# type: pipeline\n", "  jobs:\n", `${"#\n".repeat(20_000)}type: pipeline\n`]) {
    assert.ok(!detect.looksLikePipeline(text), text);
  }
});

/** As little of a browser as the page needs. */
function browser() {
  const listeners = { window: {}, canvas: {} };
  const attributes = { viewBox: "0 0 100 50" };
  const svg = { getAttribute: (name) => attributes[name] ?? null, setAttribute: (name, value) => (attributes[name] = value) };
  const canvas = {
    innerHTML: "",
    textContent: "",
    addEventListener: (name, on) => (listeners.canvas[name] = on),
    querySelector: () => svg,
    querySelectorAll: () => [],
  };
  const posted = [];
  const { outputFiles } = buildSync({ entryPoints: ["src/graph/page.ts"], bundle: true, write: false, format: "iife" });
  vm.runInNewContext(outputFiles[0].text, {
    acquireVsCodeApi: () => ({ postMessage: (message) => posted.push({ ...message }) }),
    document: { getElementById: () => canvas },
    window: { addEventListener: (name, on) => (listeners.window[name] = on) },
  });
  return { listeners, canvas, posted, attributes };
}

test("the page says that it is ready, draws, zooms, and tells what was clicked", () => {
  const { listeners, canvas, posted, attributes } = browser();
  assert.deepEqual(posted, [{ kind: "ready" }]);
  listeners.window.message({ data: { kind: "graph", graph: GRAPH } });
  assert.match(canvas.innerHTML, /^<svg/);
  assert.equal(attributes.width, "100");
  listeners.window.wheel({ ctrlKey: true, deltaY: -1, preventDefault: () => {} });
  assert.equal(Math.round(attributes.width), 110);
  const chosen = { getAttribute: (name) => ({ "data-of": "nodes", "data-index": "1" })[name] ?? null };
  const target = { closest: (selector) => (selector === "[data-of]" ? chosen : null) };
  listeners.canvas.click({ target });
  listeners.canvas.keydown({ key: "a", target });
  listeners.canvas.keydown({ key: "Enter", target });
  listeners.canvas.click({ target: { closest: () => null } });
  assert.deepEqual(posted.slice(1), [{ kind: "open", of: "nodes", index: 1 }, { kind: "open", of: "nodes", index: 1 }]);
  listeners.window.message({ data: { kind: "none", text: "no pipeline" } });
  assert.equal(canvas.textContent, "no pipeline");
});

test("the command and its button are declared", () => {
  const { contributes } = JSON.parse(readFileSync("package.json", "utf8"));
  assert.ok(contributes.commands.some(({ command }) => command === "azml-ls.showGraph"));
  assert.match(contributes.menus["editor/title"][0].when, /azml-ls\.hasGraph/);
});
