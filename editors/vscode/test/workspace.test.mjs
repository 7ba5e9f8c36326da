// What the view "Workspace" says, without VS Code.

import assert from "node:assert/strict";
import test from "node:test";
import model from "../dist/test/workspace/model.js";

const place = (text) => ({ text, location: { uri: `file:///${text}` } });
const resource = (name, more) => ({
  ...{ name, compute: null, summary: "version 3", facts: [{ name: "Latest version", value: "3" }] },
  ...{ costs: false, place: place(`${name}.yml:1`), uses: [] },
  ...more,
});
const groups = [
  {
    title: "Computes",
    resources: [resource("cpu", { summary: "$0.29/h · 0–4 nodes" }), resource("gpu", { uses: [place("job.yml:7")] })],
  },
  { title: "Models", resources: [resource("cpu-model", { place: null, facts: [], summary: "not defined here" })] },
];

test("below a resource is what is known, the place that defines it, and those that use it", () => {
  const [, gpu] = model.rowsBelow({ kind: "group", group: groups[0] });
  const rows = model.rowsBelow(gpu).map((row) => (row.kind === "place" ? `${row.place.text} ${row.role}` : row.fact.name));
  assert.deepEqual(rows, ["Latest version", "gpu.yml:1 defines it", "job.yml:7 uses it"]);
  const [undefinedOne] = model.rowsBelow({ kind: "group", group: groups[1] });
  assert.deepEqual(model.rowsBelow(undefinedOne), []);
});

test("a tooltip says everything", () => {
  assert.deepEqual(model.lines(groups[0].resources[1]), ["gpu", "Latest version: 3", "Used in: job.yml:7"]);
  assert.deepEqual(model.lines(groups[1].resources[0]), ["cpu-model", "not defined here"]);
});

test("a filter keeps what has all its words, in any order and case, and drops empty groups", () => {
  const names = (filter) => model.filtered(groups, filter).flatMap(({ resources }) => resources.map(({ name }) => name));
  assert.deepEqual(names(""), ["cpu", "gpu", "cpu-model"]);
  assert.deepEqual(names("nodes COMPUTES"), ["cpu"]);
  assert.deepEqual(names("job.yml"), ["gpu"]);
  assert.equal(model.filtered(groups, "models").length, 1);
  assert.deepEqual(names("nothing here"), []);
  assert.equal(model.countOf(groups), 3);
});
