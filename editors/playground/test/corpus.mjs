// The page finds what `--check` finds: node test/corpus.mjs SERVER_BINARY FOLDER [COUNT]
// Both read a copy of FOLDER that is a project of its own. Ends with `N passed, M failed`.

import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { start } from "./rules.mjs";

const [binary, source, count = "200"] = process.argv.slice(2);
const MOST_TEXT = 1 << 20;
const folder = mkdtempSync(path.join(tmpdir(), "azml-corpus-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
cpSync(source, folder, { recursive: true });
writeFileSync(path.join(folder, "azml.yaml"), "");

const files = {};
for (const name of readdirSync(folder, { recursive: true }).sort()) {
  const file = path.join(folder, name);
  if (!statSync(file).isFile()) continue;
  const bytes = readFileSync(file);
  files[name] = bytes.length > MOST_TEXT || bytes.includes(0) ? null : bytes.toString("utf8");
}

const report = JSON.parse(check());
const all = report.files.map((file) => file.path);
const step = Math.max(1, Math.floor(all.length / Number(count)));
const chosen = new Set(all.filter((_, at) => at % step === 0).slice(0, Number(count)));

const rules = await start(fileURLToPath(new URL("../dist/playground/azml.wasm", import.meta.url)));
const began = performance.now();
rules.ask({ ask: "open", files, isWhole: true, now: Math.floor(Date.now() / 1000) });
const { findings } = rules.ask({ ask: "findings", writing: null });
const took = Math.round(performance.now() - began);

let failed = 0;
for (const file of chosen) {
  const wanted = report.diagnostics.filter((it) => it.path === file).map((it) => line(it, it.start, it.end));
  const found = findings.filter((it) => it.path === file).map((it) => line(it, ...places(files[file], it.range)));
  const missing = wanted.filter((it) => !found.includes(it));
  const more = found.filter((it) => !wanted.includes(it));
  if (missing.length + more.length === 0 && wanted.length === found.length) continue;
  failed += 1;
  console.log(
    [file, ...missing.map((it) => `  only --check: ${it}`), ...more.map((it) => `  only the page: ${it}`)].join("\n"),
  );
}
const compared = report.diagnostics.filter((it) => chosen.has(it.path)).length;
console.log(
  `${chosen.size} of ${all.length} files, ${compared} findings; ${Object.keys(files).length} files read and checked in ${took} ms`,
);
console.log(`${chosen.size - failed} passed, ${failed} failed`);
process.exit(failed === 0 && chosen.size > 0 && compared > 0 ? 0 : 1);

/** The report of `--check`, which ends with 1 where something is found. */
function check() {
  try {
    return execFileSync(binary, ["--check", "--min-level", "hint", "--format", "json", "."], {
      cwd: folder,
      maxBuffer: 1 << 28,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    });
  } catch (error) {
    if (error.status !== 1) throw error;
    return error.stdout;
  }
}

/** What both say of a finding. */
function line({ rule, level, message, notes, help }, start, end) {
  return JSON.stringify([rule, level, message, notes, help ?? null, start.line, start.column, end.line, end.column]);
}

/** The places of a range as `--check` counts: lines and characters from 1. */
function places(text, { from, to }) {
  return [from, to].map((at) => {
    const lines = text.slice(0, at).split(/\r\n|\r|\n/);
    return { line: lines.length, column: [...lines.at(-1)].length + 1 };
  });
}
