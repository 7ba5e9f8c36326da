// The page of the graph, without a browser: what it draws, what it may load, and what it says when a step is clicked.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";
import { buildSync } from "esbuild";
import detect from "../dist/test/graph/detect.js";
import fit from "../dist/test/graph/fit.js";
import html from "../dist/test/graph/html.js";
import { render } from "../dist/test/graph/render.js";

const location = { uri: "file:///p.yml", range: { start: { line: 3, character: 2 }, end: { line: 3, character: 6 } } };
const node = (name, more) => ({
  kind: "step",
  name,
  about: "command",
  compute: null,
  group: null,
  location,
  problem: null,
  ...more,
});
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
  const rest = svg.replace(
    /<(\/?)([a-z]+)((?: [a-z-]+(?::[a-z]+)?="[^"<>]*")*)(\/?)>/gi,
    (_, close, name, attributes, empty) => {
      assert.doesNotMatch(attributes, /&(?!amp;|lt;|gt;|quot;|#39;)/);
      if (close !== "") {
        assert.equal(open.pop(), name);
      } else if (empty === "") {
        open.push(name);
      }
      return "";
    },
  );
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
  assert.match(page, /default-src 'none'; img-src data:; style-src 'nonce-abc'; script-src 'nonce-abc'/);
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
  const listeners = { window: {}, canvas: {}, tools: {} };
  const attributes = { viewBox: "0 0 100 50" };
  const svg = {
    getAttribute: (name) => attributes[name] ?? null,
    setAttribute: (name, value) => (attributes[name] = value),
  };
  const canvas = {
    innerHTML: "",
    textContent: "",
    addEventListener: (name, on) => (listeners.canvas[name] = on),
    querySelector: () => svg,
    querySelectorAll: () => [],
  };
  const tools = { hidden: false, addEventListener: (name, on) => (listeners.tools[name] = on) };
  // innerHTML is what the page draws: its size is that of the picture.
  Object.defineProperty(canvas, "innerHTML", {
    get: () => canvas.drawn ?? "",
    set: (svg) => {
      canvas.drawn = svg;
      attributes.viewBox = /viewBox="([^"]*)"/.exec(svg)[1];
    },
  });
  const posted = [];
  const window = { innerWidth: 1000, innerHeight: 800, addEventListener: (name, on) => (listeners.window[name] = on) };
  const { outputFiles } = buildSync({ entryPoints: ["src/graph/page.ts"], bundle: true, write: false, format: "iife" });
  vm.runInNewContext(outputFiles[0].text, {
    acquireVsCodeApi: () => ({ postMessage: (message) => posted.push({ ...message }) }),
    document: { getElementById: (id) => (id === "tools" ? tools : canvas) },
    window,
  });
  return { listeners, canvas, tools, posted, attributes, window };
}

test("the page says that it is ready, draws, zooms, and tells what was clicked", () => {
  const { listeners, canvas, tools, posted, attributes } = browser();
  assert.deepEqual(posted, [{ kind: "ready" }]);
  listeners.window.message({ data: { kind: "graph", graph: GRAPH } });
  assert.match(canvas.innerHTML, /^<svg/);
  const own = Number(attributes.viewBox.split(" ")[2]);
  assert.equal(Number(attributes.width), own);
  listeners.window.wheel({ ctrlKey: true, deltaY: -1, preventDefault: () => {} });
  assert.equal(Math.round(attributes.width), Math.round(own * 1.1));
  const press = (id) => listeners.tools.click({ target: { id } });
  press("zoom-out");
  assert.equal(Math.round(attributes.width), Math.round((own * 1.1) / 1.2));
  press("fit");
  assert.equal(Number(attributes.width), own);
  const chosen = { getAttribute: (name) => ({ "data-of": "nodes", "data-index": "1" })[name] ?? null };
  const target = { closest: (selector) => (selector === "[data-of]" ? chosen : null) };
  listeners.canvas.click({ target });
  listeners.canvas.keydown({ key: "a", target });
  listeners.canvas.keydown({ key: "Enter", target });
  listeners.canvas.click({ target: { closest: () => null } });
  assert.deepEqual(posted.slice(1), [
    { kind: "open", of: "nodes", index: 1 },
    { kind: "open", of: "nodes", index: 1 },
  ]);
  assert.equal(tools.hidden, false);
  listeners.window.message({ data: { kind: "none", text: "no pipeline" } });
  assert.equal(canvas.textContent, "no pipeline");
  assert.equal(tools.hidden, true);
});

test("the picture fits into the panel until a zoom is chosen", () => {
  const { listeners, attributes, window } = browser();
  listeners.window.message({ data: { kind: "graph", graph: GRAPH } });
  const [, , width, height] = attributes.viewBox.split(" ").map(Number);
  Object.assign(window, { innerWidth: width / 2 + 16, innerHeight: 2000 });
  listeners.window.resize();
  const down = attributes.viewBox.split(" ").map(Number);
  assert.ok(down[2] < width && down[3] > height, "it runs from top to bottom where that is larger");
  assert.ok(Number(attributes.width) <= width / 2 + 0.1);
  listeners.tools.click({ target: { id: "zoom-in" } });
  const before = attributes.width;
  window.innerWidth = 900;
  listeners.window.resize();
  assert.equal(attributes.width, before, "a chosen zoom stays");
});

test("a picture is made smaller to fit, never larger, and keeps a size that can be seen", () => {
  const panel = { width: 400, height: 300 };
  assert.equal(fit.fitZoom({ width: 800, height: 300 }, panel), 0.5);
  assert.equal(fit.fitZoom({ width: 100, height: 100 }, panel), 1);
  assert.ok(fit.fitZoom({ width: 1e6, height: 100 }, panel) > 0.1);
  const wide = { right: { width: 800, height: 100 }, down: { width: 200, height: 300 } };
  assert.equal(fit.betterDirection(wide, panel), "down");
  assert.equal(fit.betterDirection(wide, { width: 900, height: 300 }), "right");
});

test("the command and its button are declared", () => {
  const { contributes } = JSON.parse(readFileSync("package.json", "utf8"));
  assert.ok(contributes.commands.some(({ command }) => command === "azml-ls.showGraph"));
  assert.match(contributes.menus["editor/title"][0].when, /azml-ls\.hasGraph/);
});
