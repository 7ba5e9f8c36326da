// What the page does without the rules and without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { build } from "esbuild";
import { examples } from "../scripts/examples.mjs";
import { html } from "../site/markdown.mjs";

/** A module of the page, for Node. */
async function module(name) {
  const { outputFiles } = await build({ entryPoints: [`page/${name}.ts`], bundle: true, format: "esm", write: false });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

test("a link carries the files, and a broken one carries nothing", async () => {
  const { toFragment, ofFragment } = await module("link");
  const linked = { files: { "a/b.yml": "type: command # é 🙂\n" }, isWhole: true, shown: "a/b.yml" };
  const fragment = await toFragment(linked);
  assert.match(fragment, /^#files=[\w-]+$/);
  assert.deepEqual(await ofFragment(fragment), linked);
  for (const broken of ["", "#other", "#files=", "#files=AAAA", fragment.slice(0, -4)]) {
    assert.equal(await ofFragment(broken), undefined, broken);
  }
});

test("a link of strangers has the right form, or none", async () => {
  const { toFragment, ofFragment } = await module("link");
  for (const wrong of [null, {}, { files: {} }, { files: { a: 1 } }, { files: "abc" }, { files: { "": "" } }]) {
    assert.equal(await ofFragment(await toFragment(wrong)), undefined, JSON.stringify(wrong));
  }
  const linked = await ofFragment(await toFragment({ files: { "a.yml": "" }, shown: "gone.yml" }));
  assert.deepEqual(linked, { files: { "a.yml": "" }, isWhole: false, shown: "a.yml" });
});

test("tab stops become those of CodeMirror", async () => {
  const { template } = await module("snippet");
  assert.equal(template("a: ${1:na\\}me}\n    b: $2$0", "  "), "a: ${1:name}\n  b: ${2:}${99:}");
  // What looks like a tab stop and is text stays text.
  assert.equal(template("x: \\${{inputs.a}}", ""), "x: $\\{\\{inputs.a\\}\\}");
});

test("edits are made from the end, and a new file replaces none", async () => {
  const { applied } = await module("actions");
  const action = {
    edits: [
      { path: "a", range: { from: 0, to: 1 }, text: "X" },
      { path: "a", range: { from: 2, to: 2 }, text: "Y" },
    ],
    newFiles: [
      { path: "a", text: "lost" },
      { path: "b", text: "new" },
    ],
  };
  assert.deepEqual(applied({ a: "abc" }, action), { a: "XbYc", b: "new" });
});

test("every example has its first file, and no tab stop is left", () => {
  const all = examples();
  assert.ok(all.length > 4);
  for (const { title, first, files } of all) {
    assert.ok(first in files, title);
    assert.doesNotMatch(Object.values(files).join("\n"), /<\d+:/, title);
  }
});

test("headings are named as GitHub does, and links are those of the site", () => {
  const page = html(
    "# In a terminal, and in CI\n```sh\n# no heading\n```\n## `b` [c](d.md), e\n",
    (address) => `${address}l`,
  ).render();
  assert.deepEqual(
    [...page.matchAll(/ id="([^"]*)"/g)].map((it) => it[1]),
    ["in-a-terminal-and-in-ci", "b-c-e"],
  );
  assert.match(page, /href="d.mdl"/);
});
