import assert from "node:assert/strict";
import { createRequire } from "node:module";
import test from "node:test";

const { findServer } = createRequire(import.meta.url)("../dist/test/lookup.js");

function look(programs, overrides = {}) {
  return findServer({
    configured: "",
    trusted: true,
    extensionFolder: "/ext",
    workspaceFolder: "/ws",
    home: "/home/ann",
    platform: "linux",
    searchPath: "/usr/bin:/opt/bin",
    isProgram: (file) => programs.includes(file),
    ...overrides,
  });
}

const found = (command, origin) => ({ kind: "found", command, origin });

test("the setting wins over the bundled program and PATH", () => {
  const all = ["/my/azml-ls", "/ext/bundled/azml-ls", "/usr/bin/azml-ls"];
  assert.deepEqual(look(all, { configured: "/my/azml-ls" }), found("/my/azml-ls", "setting"));
});

test("the bundled program wins over PATH", () => {
  assert.deepEqual(look(["/ext/bundled/azml-ls", "/usr/bin/azml-ls"]), found("/ext/bundled/azml-ls", "bundled"));
});

test("PATH is searched in its order", () => {
  assert.deepEqual(look(["/opt/bin/azml-ls", "/usr/bin/azml-ls"]), found("/usr/bin/azml-ls", "PATH"));
  assert.deepEqual(look(["/opt/bin/azml-ls"]), found("/opt/bin/azml-ls", "PATH"));
});

test("relative and empty PATH entries are left out", () => {
  const isProgram = (file) => !file.startsWith("/ext");
  assert.deepEqual(look([], { searchPath: ":.:bin:/opt/bin", isProgram }), found("/opt/bin/azml-ls", "PATH"));
});

test("a setting that names nothing is an error, not a fallback", () => {
  const result = look(["/usr/bin/azml-ls"], { configured: "/my/azml-ls" });
  assert.equal(result.kind, "missing");
  assert.match(result.message, /`azml-ls\.path` is \/my\/azml-ls/);
});

test("nothing found: the message names the install command and the setting", () => {
  const result = look([]);
  assert.equal(result.kind, "missing");
  assert.match(result.message, /cargo install --path server/);
  assert.match(result.message, /azml-ls\.path/);
});

test("a tilde is the home folder, a relative path starts at the workspace", () => {
  assert.deepEqual(look(["/home/ann/bin/azml-ls"], { configured: "~/bin/azml-ls" }), found("/home/ann/bin/azml-ls", "setting"));
  assert.deepEqual(look(["/ws/tools/azml-ls"], { configured: "tools/azml-ls" }), found("/ws/tools/azml-ls", "setting"));
});

test("a blank setting counts as empty", () => {
  assert.deepEqual(look(["/usr/bin/azml-ls"], { configured: "  " }), found("/usr/bin/azml-ls", "PATH"));
});

test("an untrusted workspace can not choose the program by a relative path", () => {
  const programs = ["/ws/tools/azml-ls", "/usr/bin/azml-ls"];
  assert.deepEqual(look(programs, { configured: "tools/azml-ls", trusted: false }), found("/usr/bin/azml-ls", "PATH"));
});

test("Windows: exe, semicolons, quoted folders", () => {
  const windows = {
    platform: "win32",
    extensionFolder: "C:\\ext",
    searchPath: 'C:\\Windows;"C:\\Program Files\\azml"',
  };
  assert.deepEqual(
    look(["C:\\Program Files\\azml\\azml-ls.exe"], windows),
    found("C:\\Program Files\\azml\\azml-ls.exe", "PATH"),
  );
  assert.deepEqual(look(["C:\\ext\\bundled\\azml-ls.exe"], windows), found("C:\\ext\\bundled\\azml-ls.exe", "bundled"));
});
