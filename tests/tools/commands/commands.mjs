// Composes the commands for CI services with their own libraries, and compares them with those of azml-ls.
//
// usage: node commands.mjs BINARY
//
// Control characters are not in here: azml-ls shows them escaped, and `formats::` in the tests of the command line holds that.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

const require = createRequire(import.meta.url);
const { issueCommand } = require("@actions/core/lib/command.js");
const { TaskCommand } = require("azure-pipelines-task-lib/taskcommand.js");

const binary = resolve(process.argv[2]);
const names = ["jobs/plain.yml", "a,line=1::b%0A.yml", "100%,%2C:.yml", "größe 計算 👩‍💻.yml", "a;b]c%3B.yml", "::error::x.yml"];
const cluster = "type: amlcompute\nname: cpu\nmin_instances: 2\nmax_instances: 4\n";
const hostile = `${cluster}size: "100%0A::error::x;]%5D,%AZP25"\nlocation: "a\\\\b: 50%"\n"x;]:,%": 1\n`;

const folder = mkdtempSync(join(tmpdir(), "azml-commands-"));
try {
  mkdirSync(join(folder, ".git"));
  for (const [at, name] of names.entries()) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, at % 2 ? cluster : hostile);
  }
  const levels = ["error", "warning", "info", "hint"];
  const found = JSON.parse(run("json")).diagnostics.sort((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level));
  compare("github", found.map(github));
  // The others are no commands.
  compare("azure", found.filter(({ level }) => level === "error" || level === "warning").map(azure));
} finally {
  rmSync(folder, { recursive: true });
}

function run(format) {
  const options = ["--check", "--min-level", "hint", "--exit-zero", "--format", format];
  return execFileSync(binary, options, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}

function line(finding) {
  const { path, start, level, rule, message } = finding;
  return `${path}:${start.line}:${start.column}: ${level}[${rule}] ${message}`;
}

function github(finding) {
  const { path, start, end, level, rule, help } = finding;
  const columns = start.line === end.line ? { col: start.column, endColumn: end.column } : {};
  const properties = { file: path, line: start.line, endLine: end.line, ...columns, title: rule };
  const name = { error: "error", warning: "warning" }[level] ?? "notice";
  return printed(() => issueCommand(name, properties, line(finding) + (help ? `\nhelp: ${help}` : "")));
}

function azure(finding) {
  const { path, start, level, rule, message, help } = finding;
  const properties = {
    type: level, sourcepath: path, linenumber: start.line, columnnumber: start.column, code: rule,
  };
  return new TaskCommand("task.logissue", properties, message + (help ? `; ${help}` : "")).toString();
}

// What `print` writes to standard output, without the end of the line.
function printed(print) {
  const write = process.stdout.write;
  let text = "";
  process.stdout.write = (piece) => { text += piece; return true; };
  try { print(); } finally { process.stdout.write = write; }
  return text.trimEnd();
}

function compare(format, wanted) {
  const lines = run(format).trimEnd().split("\n").filter((line) => line.startsWith("::") || line.startsWith("##"));
  for (const [at, line] of wanted.entries()) {
    if (lines[at] !== line) throw new Error(`${format}, line ${at + 1}:\n  azml-ls: ${lines[at]}\n  library: ${line}`);
  }
  if (lines.length !== wanted.length) throw new Error(`${format}: ${lines.length} lines in place of ${wanted.length}`);
  console.log(`${format}: ${wanted.length} commands are those of its library`);
}
