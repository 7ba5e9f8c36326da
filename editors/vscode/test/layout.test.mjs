import assert from "node:assert/strict";
import { test } from "node:test";
import layout from "../dist/test/graph/layout.js";

const box = (group = null) => ({ group, width: 100, height: 40 });
const overlaps = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

function noOverlap(areas) {
  for (const [at, area] of areas.entries()) {
    for (const other of areas.slice(at + 1)) {
      assert.ok(!overlaps(area, other), `${JSON.stringify(area)} and ${JSON.stringify(other)}`);
    }
  }
}

test("what is needed stands to the left of what needs it", () => {
  const edges = [
    { from: 0, to: 1 },
    { from: 1, to: 2 },
    { from: 0, to: 2 },
  ];
  const { boxes, edges: lines } = layout.layOut({ groups: [], boxes: [box(), box(), box()], edges });
  assert.ok(boxes[0].x + boxes[0].width < boxes[1].x && boxes[1].x + boxes[1].width < boxes[2].x);
  assert.equal(lines[2].length, 3, "a binding over a layer has a bend in it");
  assert.ok(lines[2][1].y < boxes[1].y || lines[2][1].y > boxes[1].y + boxes[1].height, "around the box");
});

test("a source stands next to what reads it", () => {
  const edges = [
    { from: 0, to: 1 },
    { from: 1, to: 2 },
    { from: 3, to: 2 },
  ];
  const { boxes } = layout.layOut({ groups: [], boxes: [box(), box(), box(), box()], edges });
  assert.equal(boxes[3].x, boxes[1].x);
});

test("a label gets the room it needs, and what is not bound stands below", () => {
  const request = {
    groups: [],
    boxes: [box(), box(), box(), box()],
    edges: [
      { from: 1, to: 2, room: 300 },
      { from: 3, to: 2 },
    ],
  };
  const { boxes } = layout.layOut(request);
  assert.equal(boxes[2].x - boxes[1].x - boxes[1].width, 300);
  assert.ok(boxes[0].y > boxes[1].y && boxes[0].y > boxes[3].y && boxes[0].y - boxes[3].y < 70, JSON.stringify(boxes));
});

test("circles and bindings to oneself end", () => {
  const edges = [
    { from: 0, to: 1 },
    { from: 1, to: 0 },
    { from: 1, to: 1 },
    { from: 7, to: 0 },
  ];
  const result = layout.layOut({ groups: [], boxes: [box(), box()], edges });
  noOverlap(result.boxes);
  assert.deepEqual(result.edges[3], [], "a box that is not there has no line");
});

test("a pipeline inside holds its steps and nothing else", () => {
  const groups = [{ parent: null }, { parent: 0 }];
  const boxes = [box(), box(0), box(1), box(1), box()];
  const edges = [
    { from: 0, to: 1 },
    { from: 1, to: 2 },
    { from: 2, to: 3 },
    { from: 3, to: 4 },
  ];
  const result = layout.layOut({ groups, boxes, edges });
  const inside = (a, b) => b.x <= a.x && b.y <= a.y && a.x + a.width <= b.x + b.width && a.y + a.height <= b.y + b.height;
  const [outer, inner] = result.groups;
  assert.ok(inside(inner, outer) && inside(result.boxes[1], outer) && inside(result.boxes[3], inner));
  noOverlap([outer, result.boxes[0], result.boxes[4]]);
  noOverlap([inner, result.boxes[1]]);
  noOverlap(result.boxes);
});

test("nothing at all", () => {
  const { width, height } = layout.layOut({ groups: [], boxes: [], edges: [] });
  assert.ok(Number.isFinite(width) && Number.isFinite(height));
});

test("50 steps and a chain of 3000 do not overlap and stay in the picture", () => {
  let seed = 7;
  const random = (below) => {
    seed = (seed * 48271) % 2147483647;
    return seed % below;
  };
  const boxes = Array.from({ length: 50 }, () => box());
  const edges = Array.from({ length: 90 }, () => ({ from: random(49), to: 0 })).map(({ from }) => ({
    from,
    to: from + 1 + random(49 - from),
  }));
  const chain = Array.from({ length: 3000 }, () => box());
  const links = chain.slice(1).map((_, at) => ({ from: at, to: at + 1 }));
  for (const request of [
    { groups: [], boxes, edges },
    { groups: [], boxes: chain, edges: links },
  ]) {
    const result = layout.layOut(request);
    if (request.boxes.length < 100) {
      noOverlap(result.boxes);
    }
    for (const area of result.boxes) {
      assert.ok(area.x >= 0 && area.y >= 0 && area.x + area.width <= result.width && area.y + area.height <= result.height);
    }
    for (const { from, to } of request.edges) {
      assert.ok(result.boxes[from].x < result.boxes[to].x);
    }
  }
});

test("top-down, what left to right is beside another box is below it, groups included", () => {
  const groups = [{ parent: null }];
  const boxes = [box(), box(0), box(0), box()];
  const edges = [
    { from: 0, to: 1 },
    { from: 1, to: 2 },
    { from: 2, to: 3 },
  ];
  const result = layout.layOut({ direction: "down", groups, boxes, edges });
  noOverlap(result.boxes);
  for (const { from, to } of edges) {
    assert.ok(result.boxes[from].y + result.boxes[from].height < result.boxes[to].y);
  }
  const [group] = result.groups;
  for (const inside of [result.boxes[1], result.boxes[2]]) {
    assert.ok(inside.x >= group.x && inside.x + inside.width <= group.x + group.width);
    assert.ok(inside.y >= group.y + layout.HEADER && inside.y + inside.height <= group.y + group.height);
  }
  const [first] = result.edges;
  assert.equal(first[0].y, result.boxes[0].y + result.boxes[0].height);
  assert.equal(first.at(-1).y, result.boxes[1].y);
});
