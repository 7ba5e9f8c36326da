// Which files of a folder the extension reads in a browser.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";

const { chosen, isLeftOut, isRead, MOST_READ } = createRequire(import.meta.url)("../dist/test/web/names.js");

test("texts that the rules look at are read, and no data", () => {
  for (const path of [
    "a.yml",
    "a/b.YAML",
    "data/MLTable",
    "src/train.py",
    "env/Dockerfile",
    "env/gpu.Dockerfile",
    ".amlignore",
  ]) {
    assert.ok(isRead(path), path);
  }
  for (const path of ["README.md", "data/iris.csv", "model.pkl", "yml", "train.pyc"]) {
    assert.ok(!isRead(path), path);
  }
});

test("settings and YAML are read before scripts, and what is near the top before the rest", () => {
  const paths = ["src/train.py", "a/b/deep.yml", "data.csv", "job.yml", "a/azml.yaml", "clean.py"];
  assert.deepEqual(chosen(paths), ["a/azml.yaml", "job.yml", "a/b/deep.yml", "clean.py", "src/train.py"]);
});

test("no more than the limit is read, and scripts are what is left out", () => {
  const scripts = Array.from({ length: 10 }, (_, at) => `${at}.py`);
  const jobs = Array.from({ length: MOST_READ }, (_, at) => `jobs/${at}.yml`);
  const read = chosen([...scripts, ...jobs]);
  assert.equal(read.length, MOST_READ);
  assert.ok(!read.some((path) => path.endsWith(".py")));
});

test("folders of tools are left out at any depth", () => {
  assert.ok(isLeftOut("app/node_modules/x/a.yml"));
  assert.ok(!isLeftOut("app/modules/a.yml"));
});
