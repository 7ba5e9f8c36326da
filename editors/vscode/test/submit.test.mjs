// Words about a command line of the Azure CLI.

import assert from "node:assert/strict";
import test from "node:test";
import words from "../dist/test/submit/words.js";

test("what VS Code replaces in a task is known", () => {
  assert(words.isReplaced(`\${command:x}.yml`));
  assert(words.isReplaced(`a=\${{parent.inputs.x}}`));
  assert(!words.isReplaced("$(touch x) $x {y}"));
});

test("the question tells line, workspace, and errors", () => {
  const line = "az ml job create --file a.yml";
  assert.equal(words.details({ line, workspace: null }, 0), `${line}\n\nThe Azure CLI uses its default workspace.`);
  assert.match(words.details({ line, workspace: "w" }, 1), /The workspace is w\.\n\nazml-ls finds 1 error in the file\./);
  assert.match(words.details({ line, workspace: "w" }, 2), /2 errors/);
});
