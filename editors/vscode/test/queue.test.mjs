import assert from "node:assert/strict";
import { createRequire } from "node:module";
import test from "node:test";
import { setTimeout as wait } from "node:timers/promises";

const { Queue } = createRequire(import.meta.url)("../dist/test/queue.js");

test("steps do not overlap and keep their order", async () => {
  const queue = new Queue();
  const seen = [];
  const step = (name, ms) => async () => {
    seen.push(`${name} starts`);
    await wait(ms);
    seen.push(`${name} ends`);
    return name;
  };
  assert.deepEqual(await Promise.all([queue.add(step("a", 20)), queue.add(step("b", 1))]), ["a", "b"]);
  assert.deepEqual(seen, ["a starts", "a ends", "b starts", "b ends"]);
});

test("a step that fails tells its caller and does not stop the next one", async () => {
  const queue = new Queue();
  const failing = queue.add(async () => {
    throw new Error("no");
  });
  const next = queue.add(async () => "yes");
  await assert.rejects(failing, /no/);
  assert.equal(await next, "yes");
});
