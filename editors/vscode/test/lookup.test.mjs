import assert from "node:assert/strict";
import { createRequire } from "node:module";
import test from "node:test";

const { findServer, unansweredChoice } = createRequire(import.meta.url)("../dist/test/lookup.js");

function request(programs, overrides) {
  return {
    configured: "",
    configuredByWorkspace: "",
    trusted: true,
    isAllowed: () => false,
    extensionFolder: "/ext",
    workspaceFolders: ["/ws", "/other"],
    home: "/home/ann",
    platform: "linux",
    searchPath: "/usr/bin:/opt/bin",
    isProgram: (file) => programs.includes(file),
    ...overrides,
  };
}

const look = (programs, overrides = {}) => findServer(request(programs, overrides));
const asked = (overrides) => unansweredChoice(request([], overrides));

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
  assert.deepEqual(
    look(["/home/ann/bin/azml-ls"], { configured: "~/bin/azml-ls" }),
    found("/home/ann/bin/azml-ls", "setting"),
  );
  const relative = { configured: "tools/azml-ls", isAllowed: () => true };
  assert.deepEqual(look(["/ws/tools/azml-ls"], relative), found("/ws/tools/azml-ls", "setting"));
});

test("a trusted workspace chooses the program only after the user said yes", () => {
  const programs = ["/ws/evil", "/my/azml-ls", "/usr/bin/azml-ls"];
  const chosen = { configured: "/my/azml-ls", configuredByWorkspace: "evil" };
  assert.equal(asked(chosen), "/ws/evil");
  assert.deepEqual(look(programs, chosen), found("/my/azml-ls", "setting"));
  assert.deepEqual(look(programs, { ...chosen, configured: "" }), found("/usr/bin/azml-ls", "PATH"));
  const isAllowed = (file) => file === "/ws/evil";
  assert.equal(asked({ ...chosen, isAllowed }), undefined);
  assert.deepEqual(look(programs, { ...chosen, isAllowed }), found("/ws/evil", "setting"));
});

test("a relative path of the user is a program of the workspace: the user is asked", () => {
  const programs = ["/ws/tools/azml-ls", "/usr/bin/azml-ls"];
  assert.equal(asked({ configured: "tools/azml-ls" }), "/ws/tools/azml-ls");
  assert.deepEqual(look(programs, { configured: "tools/azml-ls" }), found("/usr/bin/azml-ls", "PATH"));
});

test("the user is not asked about the own choice, nor for an untrusted workspace", () => {
  assert.equal(asked({ configured: "/my/azml-ls" }), undefined);
  assert.equal(asked({ configured: "/my/azml-ls", configuredByWorkspace: "/my/azml-ls" }), undefined);
  assert.equal(asked({ configuredByWorkspace: "evil", trusted: false }), undefined);
  assert.equal(asked({}), undefined);
});

test("an untrusted workspace can not choose the program by its settings, not even an allowed one", () => {
  const programs = ["/ws/evil", "/usr/bin/azml-ls"];
  const chosen = { configuredByWorkspace: "/ws/evil", isAllowed: () => true, trusted: false };
  assert.deepEqual(look(programs, chosen), found("/usr/bin/azml-ls", "PATH"));
});

test("a blank setting counts as empty", () => {
  assert.deepEqual(look(["/usr/bin/azml-ls"], { configured: "  " }), found("/usr/bin/azml-ls", "PATH"));
});

test("an untrusted workspace can not choose the program by a relative path", () => {
  const programs = ["/ws/tools/azml-ls", "/usr/bin/azml-ls"];
  assert.deepEqual(look(programs, { configured: "tools/azml-ls", trusted: false }), found("/usr/bin/azml-ls", "PATH"));
});

test("no program inside an untrusted workspace is started, whoever names its path", () => {
  const programs = ["/ws/.venv/bin/azml-ls", "/other/azml-ls", "/ws2/azml-ls", "/usr/bin/azml-ls"];
  const searchPath = "/ws/.venv/bin:/other:/usr/bin";
  assert.deepEqual(look(programs, { searchPath, trusted: false }), found("/usr/bin/azml-ls", "PATH"));
  assert.deepEqual(look(programs, { searchPath }), found("/ws/.venv/bin/azml-ls", "PATH"));
  const configured = "/ws/.venv/bin/azml-ls";
  assert.deepEqual(look(programs, { configured, trusted: false }), found("/usr/bin/azml-ls", "PATH"));
  const dots = { searchPath: "/usr/../ws/.venv/bin", trusted: false };
  assert.equal(look(programs, dots).kind, "missing");
  assert.deepEqual(look(programs, { searchPath: "/ws2", trusted: false }), found("/ws2/azml-ls", "PATH"));
  assert.deepEqual(
    look(["/..ws/azml-ls"], { searchPath: "/..ws", workspaceFolders: ["/"], trusted: false }).kind,
    "missing",
  );
  const windows = {
    platform: "win32",
    extensionFolder: "C:\\ext",
    workspaceFolders: ["c:\\Work"],
    searchPath: "C:\\work\\bin;D:\\Work",
    trusted: false,
  };
  const isProgram = (file) => !file.startsWith("C:\\ext");
  assert.deepEqual(look([], { ...windows, isProgram }), found("D:\\Work\\azml-ls.exe", "PATH"));
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
