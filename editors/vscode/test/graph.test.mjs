// The page of the graph, without a browser: what it draws, what it may load, and what it says when a step is clicked.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";
import { buildSync } from "esbuild";
import cursor from "../dist/test/graph/cursor.js";
import detect from "../dist/test/graph/detect.js";
import fit from "../dist/test/graph/fit.js";
import html from "../dist/test/graph/html.js";

const picture = (width, height) => ({
  width,
  height,
  svg: `<svg viewBox="0 0 ${width} ${height}"><g class="node step" data-node="1" tabindex="0" role="link"/></svg>`,
});
const PICTURES = { right: picture(400, 100), down: picture(150, 300) };

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
  const listeners = { window: {}, canvas: {}, tools: {}, search: {}, map: {} };
  const attributes = {};
  const svg = {
    getAttribute: (name) => attributes[name] ?? null,
    setAttribute: (name, value) => (attributes[name] = value),
  };
  const canvas = {
    innerHTML: "",
    textContent: "",
    addEventListener: (name, on) => (listeners.canvas[name] = on),
    querySelector: () => svg,
    classList: { toggle: (name, on) => (canvas[name] = on) },
    querySelectorAll: (selector) => (selector === ".node" ? nodes : []),
  };
  const nodeOf = (index, text) => ({
    textContent: text,
    classes: {},
    classList: { toggle: (name, on) => (nodes[index].classes[name] = on) },
    getAttribute: () => String(index),
    scrollIntoView: () => seen.push(text),
  });
  const [nodes, seen] = [[], []];
  nodes.push(nodeOf(0, "prepare the data"), nodeOf(1, "train"));
  const search = {
    value: "",
    addEventListener: (name, on) => (listeners.search[name] = on),
    focus: () => seen.push("search"),
  };
  const tools = { hidden: false, addEventListener: (name, on) => (listeners.tools[name] = on) };
  const posted = [];
  const window = {
    ...{ innerWidth: 1000, innerHeight: 800, scrollX: 0, scrollY: 0, scrolled: [] },
    addEventListener: (name, on) => (listeners.window[name] = on),
    scrollTo: (x, y) => window.scrolled.push([x, y]),
  };
  const part = (more = {}) => {
    const style = {};
    return {
      ...{ innerHTML: "", hidden: true, css: style, style: { setProperty: (name, to) => (style[name] = to) } },
      ...more,
    };
  };
  const map = part({
    addEventListener: (name, on) => (listeners.map[name] = on),
    getBoundingClientRect: () => ({ left: 0, top: 0, width: 160, height: 80 }),
  });
  const [mapPicture, sight] = [part(), part()];
  const documentElement = { scrollWidth: 1000, scrollHeight: 800 };
  const { outputFiles } = buildSync({ entryPoints: ["src/graph/page.ts"], bundle: true, write: false, format: "iife" });
  vm.runInNewContext(outputFiles[0].text, {
    acquireVsCodeApi: () => ({ postMessage: (message) => posted.push({ ...message }) }),
    document: {
      documentElement,
      getElementById: (id) => ({ tools, search, map, sight, "map-picture": mapPicture })[id] ?? canvas,
    },
    window,
  });
  return {
    listeners,
    canvas,
    tools,
    posted,
    attributes,
    window,
    nodes,
    search,
    seen,
    map,
    mapPicture,
    sight,
    documentElement,
  };
}

test("the page says that it is ready, draws, zooms, and tells what was clicked", () => {
  const { listeners, canvas, tools, posted, attributes } = browser();
  assert.deepEqual(posted, [{ kind: "ready" }]);
  listeners.window.message({ data: { kind: "graph", pictures: PICTURES } });
  assert.equal(canvas.innerHTML, PICTURES.right.svg);
  const own = PICTURES.right.width;
  assert.equal(Number(attributes.width), own);
  listeners.window.wheel({ ctrlKey: true, deltaY: -1, preventDefault: () => {} });
  assert.equal(Math.round(attributes.width), Math.round(own * 1.1));
  const press = (id) => listeners.tools.click({ target: { id } });
  press("zoom-out");
  assert.equal(Math.round(attributes.width), Math.round((own * 1.1) / 1.2));
  press("fit");
  assert.equal(Number(attributes.width), own);
  const within = (attributes) => ({
    closest: (selector) => (selector === "[role=link]" ? { getAttribute: (name) => attributes[name] ?? null } : null),
  });
  const target = within({ "data-node": "1" });
  listeners.canvas.click({ target });
  listeners.canvas.keydown({ key: "a", target });
  listeners.canvas.keydown({ key: "Enter", target: within({ "data-group": "0" }) });
  listeners.canvas.click({ target: { closest: () => null } });
  assert.deepEqual(posted.slice(1), [
    { kind: "open", of: "nodes", index: 1 },
    { kind: "open", of: "groups", index: 0 },
  ]);
  assert.equal(tools.hidden, false);
  listeners.window.message({ data: { kind: "none", text: "no pipeline" } });
  assert.equal(canvas.textContent, "no pipeline");
  assert.equal(tools.hidden, true);
});

test("the picture fits into the panel until a zoom is chosen", () => {
  const { listeners, canvas, attributes, window } = browser();
  listeners.window.message({ data: { kind: "graph", pictures: PICTURES } });
  Object.assign(window, { innerWidth: 105 + 16, innerHeight: 2000 });
  listeners.window.resize();
  assert.equal(canvas.innerHTML, PICTURES.down.svg, "it runs from top to bottom where that is larger");
  assert.deepEqual(attributes, { width: "105", height: "210" });
  listeners.tools.click({ target: { id: "zoom-in" } });
  const before = attributes.width;
  window.innerWidth = 900;
  listeners.window.resize();
  assert.equal(attributes.width, before, "a chosen zoom stays");
});

test("a picture that would be too small to be read has a map, which shows what is in sight and goes where it is clicked", () => {
  const { listeners, attributes, window, map, mapPicture, sight, documentElement } = browser();
  const large = picture(16000, 8000);
  listeners.window.message({ data: { kind: "graph", pictures: { right: large, down: large } } });
  assert.equal(Number(attributes.width), 16000 * 0.6, "its names can be read");
  assert.match(mapPicture.innerHTML, /<g class="box step"\/>/, "what can be chosen is only in the picture");
  Object.assign(documentElement, { scrollWidth: 9600, scrollHeight: 4800 });
  Object.assign(window, { scrollX: 4800, scrollY: 2400 });
  listeners.window.scroll();
  assert.equal(map.hidden, false);
  assert.deepEqual([map.css.width, map.css.height], ["160px", "80px"]);
  assert.deepEqual([sight.css.left, sight.css.top], ["80px", "40px"]);
  listeners.map.pointerdown({ buttons: 1, clientX: 40, clientY: 20 });
  listeners.map.pointermove({ buttons: 0, clientX: 80, clientY: 20 });
  assert.deepEqual(window.scrolled, [[9600 / 4 - 500, 4800 / 4 - 400]]);
  listeners.tools.click({ target: { id: "fit" } });
  assert.ok(Number(attributes.width) <= 1000, "all of it is in the panel");
  Object.assign(documentElement, { scrollWidth: 1000, scrollHeight: 800 });
  listeners.window.scroll();
  assert.equal(map.hidden, true);
  listeners.window.message({ data: { kind: "none", text: "no pipeline" } });
  assert.equal(mapPicture.innerHTML, "");
});

test("a picture is made smaller to fit, never larger, and keeps a size that can be seen", () => {
  const panel = { width: 400, height: 300 };
  assert.equal(fit.fitZoom({ width: 800, height: 300 }, panel), 0.5);
  assert.equal(fit.fitZoom({ width: 100, height: 100 }, panel), 1);
  assert.ok(fit.fitZoom({ width: 1e6, height: 100 }, panel) > 0.01);
  const wide = { right: { width: 800, height: 100 }, down: { width: 200, height: 300 } };
  assert.equal(fit.betterDirection(wide, panel), "down");
  assert.equal(fit.betterDirection(wide, { width: 900, height: 300 }), "right");
});

test("the node of the cursor is marked, and a search marks what has the words and shows them one after the other", () => {
  const { listeners, nodes, search, seen, attributes, canvas } = browser();
  listeners.window.message({ data: { kind: "graph", pictures: PICTURES } });
  listeners.window.message({ data: { kind: "cursor", node: 1 } });
  assert.deepEqual([nodes[0].classes.here, nodes[1].classes.here], [false, true]);
  assert.deepEqual(seen, ["train"]);
  listeners.window.message({ data: { kind: "cursor", node: undefined } });
  assert.equal(nodes[1].classes.here, false);

  let prevented = false;
  listeners.window.keydown({ ctrlKey: true, key: "f", preventDefault: () => (prevented = true) });
  assert.ok(prevented && seen.at(-1) === "search");
  search.value = "DATA";
  listeners.search.input();
  assert.deepEqual([nodes[0].classes.found, nodes[1].classes.found, canvas.searching], [true, false, true]);
  listeners.search.keydown({ key: "Enter" });
  assert.equal(seen.at(-1), "prepare the data");
  assert.equal(Number(attributes.width), PICTURES.right.width, "what is found can be read");
  search.value = "a";
  listeners.search.input();
  listeners.search.keydown({ key: "Enter" });
  listeners.search.keydown({ key: "Enter" });
  assert.deepEqual(seen.slice(-2), ["prepare the data", "train"]);
  listeners.search.keydown({ key: "Escape" });
  assert.deepEqual([nodes[0].classes.found, canvas.searching, search.value], [false, false, ""]);
});

test("the cursor is in the step whose lines are indented below its key", () => {
  const lines = [
    "inputs:",
    "  raw: {}",
    "jobs:",
    "  clean:",
    "    command: x",
    "",
    "    inputs:",
    "      raw: y",
    "  fit:",
    "    command: z",
    "outputs:",
    "  m: {}",
  ];
  const starts = [
    { line: 1, column: 2 },
    { line: 3, column: 2 },
    { line: 8, column: 2 },
    undefined,
    { line: 11, column: 2 },
  ];
  const at = (line) => cursor.nodeAt(starts, line, (number) => lines[number]);
  assert.deepEqual(
    lines.map((_, line) => at(line)),
    [undefined, 0, undefined, 1, 1, 1, 1, 1, 2, 2, undefined, 4],
  );
});

test("the command and its button are declared", () => {
  const { contributes } = JSON.parse(readFileSync("package.json", "utf8"));
  assert.ok(contributes.commands.some(({ command }) => command === "azml-ls.showGraph"));
  assert.match(contributes.menus["editor/title"][0].when, /azml-ls\.hasGraph/);
});
