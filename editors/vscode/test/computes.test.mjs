// What the view "Computes" says, without VS Code.

import assert from "node:assert/strict";
import test from "node:test";
import model from "../dist/test/computes/model.js";

const range = { start: { line: 1, character: 6 }, end: { line: 1, character: 9 } };
const compute = (more) => ({
  ...{ name: "cpu", kind: "cluster", label: "compute cluster", size: "Standard_DS3_v2", nodes: "0–4 nodes" },
  ...{
    price: "$0.29/h",
    idle: "nothing",
    idleAmount: null,
    file: "computes/cpu.yml",
    location: { uri: "file:///cpu.yml", range },
  },
  ...more,
});

test("a compute says its kind, its size, its nodes, and what it costs for nothing", () => {
  assert.equal(model.summary(compute()), "$0.29/h · 0–4 nodes · DS3_v2 · compute cluster");
  const costly = compute({ idle: "about $5,363 a month", idleAmount: 5363 });
  assert.match(model.summary(costly), / · idle: about \$5,363 a month · /);
  assert.equal(model.summary(compute({ label: "compute", size: null, price: null, nodes: null })), "compute");
});

test("its details leave out what is not known, and one leads to the file", () => {
  const details = model.details(compute({ size: null }));
  assert.deepEqual(
    details.map(({ name }) => name),
    ["Kind", "Price", "Nodes", "While idle", "Defined in"],
  );
  assert.deepEqual(details.at(-1), { name: "Defined in", value: "computes/cpu.yml:2", opens: true });
  assert.ok(!details[0].opens);
});

test("a filter keeps what has all its words, in any order and case", () => {
  const all = [
    compute(),
    compute({ name: "gpu", size: "Standard_NC6s_v3" }),
    compute({ name: "ci", label: "compute instance" }),
  ];
  const names = (filter) => model.filtered(all, filter).map(({ name }) => name);
  assert.deepEqual(names(""), ["cpu", "gpu", "ci"]);
  assert.deepEqual(names("NC6 cluster"), ["gpu"]);
  assert.deepEqual(names("instance"), ["ci"]);
  assert.deepEqual(names("nothing here"), []);
});
