import assert from "node:assert/strict";
import { createRequire } from "node:module";
import test from "node:test";

const { programFor } = createRequire(import.meta.url)("../dist/test/launch.js");

test("an untrusted workspace is read within limits, and is not the current folder", () => {
  assert.deepEqual(programFor("/bin/azml-ls", false, "/ws"), {
    command: "/bin/azml-ls",
    args: ["--restricted"],
    folder: undefined,
  });
});

test("a trusted workspace is read without them, in its folder", () => {
  assert.deepEqual(programFor("/bin/azml-ls", true, "/ws"), { command: "/bin/azml-ls", args: [], folder: "/ws" });
});
