// The page of the plan, without a browser: what it may load, and how it is filled.

import assert from "node:assert/strict";
import { test } from "node:test";
import vm from "node:vm";
import html from "../dist/test/plan/html.js";

test("the page runs its own script and loads nothing", () => {
  const page = html.pageOf("abc");
  assert.match(page, /default-src 'none'; style-src 'nonce-abc'; script-src 'nonce-abc'/);
  assert.equal(page.match(/<script/g).length, 1);
  assert.equal(page.match(/nonce="abc"/g).length, 2);
  assert.doesNotMatch(page, /https?:|unsafe|src=/);
});

test("a message replaces the plan and nothing else, so that it stays where it is scrolled to", () => {
  const said = [];
  const plan = { innerHTML: "" };
  let receive;
  const script = /<script[^>]*>(.*)<\/script>/s.exec(html.pageOf("abc"))[1];
  vm.runInNewContext(script, {
    document: { getElementById: (id) => (id === "plan" ? plan : undefined) },
    window: { addEventListener: (_, listener) => (receive = listener) },
    acquireVsCodeApi: () => ({ postMessage: ({ kind }) => said.push(kind) }),
  });
  assert.deepEqual(said, ["ready"]);
  receive({ data: "<p>1. train</p>" });
  assert.equal(plan.innerHTML, "<p>1. train</p>");
});

test("text is shown as it is", () => {
  assert.equal(html.asText("a <b> & c"), "<pre>a &lt;b> &amp; c</pre>");
});
