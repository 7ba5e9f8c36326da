// Lines for the terminal and words of the status bar.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import test from "node:test";
import counted from "../dist/test/counted.js";
import shell from "../dist/test/shell.js";

test("a plain path stays as it is", () => {
  assert.equal(
    shell.createLine("az ml job create --file", "jobs/train-1.yml", "linux"),
    "az ml job create --file jobs/train-1.yml",
  );
});

test("any other path is one word that runs nothing and presses no Enter", () => {
  const line = (path, platform = "linux") => shell.createLine("az", path, platform);
  assert.equal(line("my job.yml"), "az 'my job.yml'");
  assert.equal(line("$(rm -rf x).yml"), "az '$(rm -rf x).yml'");
  assert.equal(line("a'; rm x; '.yml"), "az 'a'\\''; rm x; '\\''.yml'");
  // Double quotes are quotes of PowerShell and of cmd.
  assert.equal(line("a'b & calc.yml", "win32"), `az "a'b & calc.yml"`);
  assert.equal(line("$(calc) %PATH%.yml", "win32"), 'az "?(calc) ?PATH?.yml"');
  assert.equal(line("-x.yml"), "az ./-x.yml");
  assert.equal(line("a\\b.yml"), "az 'a\\b.yml'");
  for (const platform of ["linux", "win32"]) {
    assert.doesNotMatch(line("a\u2019; calc; \u201dgpj\u202e.yml", platform), /[\u2019\u201d\u202e]/);
  }
  assert.doesNotMatch(line("a\n\u0085b\r.yml"), /[\n\r\u0085]/);
});

const NAMES = [
  "a b",
  "a'b",
  '"',
  "$(touch x)",
  "`x`",
  "a;b",
  "a&b|c",
  "-x",
  "~x",
  "!x",
  "*",
  "a\\b",
  "a\\'b",
  "a\\\\b",
  "a\\",
  "ä",
  "#",
  "{a,b}",
  "$HOME",
];

for (const program of ["sh", "dash", "bash", "zsh", "ksh", "fish"]) {
  const isThere = spawnSync(program, ["-c", "true"]).status === 0;
  test(`${program} reads one word that is the path`, { skip: !isThere }, () => {
    for (const name of NAMES) {
      const print = `"${process.execPath}" -p "process.argv.slice(1).join('\\n')" --`;
      const { stdout } = spawnSync(program, ["-c", shell.createLine(print, name, "linux")], { encoding: "utf8" });
      // What fish reads as an escape becomes a question mark.
      const word = name.replace(/\\(?=['\\]|$)/g, "?");
      assert.equal(stdout, `${name.startsWith("-") ? "./" : ""}${word}\n`);
    }
  });
}

test("the status bar counts what is found", () => {
  assert.equal(counted.countsText({ errors: 0, warnings: 0, notes: 0 }).text, "$(check) Azure ML");
  const { text, tooltip } = counted.countsText({ errors: 1, warnings: 0, notes: 3 });
  assert.equal(text, "Azure ML: $(error) 1 $(info) 3");
  assert.equal(tooltip, "azml-ls finds 1 error, 3 notes in this file");
});

test("without a server, the status bar does not say that the file is right", () => {
  for (const isStarting of [false, true]) {
    const { text, tooltip } = counted.absentText(isStarting);
    assert.doesNotMatch(`${text}${tooltip}`, /check\)|no problems/);
  }
  assert.match(counted.absentText(false).text, /not running/);
});

test("only a file of Azure ML is told to have no problems", () => {
  assert.ok(counted.looksLikeAzureMl("$schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json\n"));
  assert.ok(counted.looksLikeAzureMl("type: command\ncommand: echo\nenvironment: azureml:e:1\n"));
  assert.ok(counted.looksLikeAzureMl("type: pipeline\njobs:\n  a:\n    component: ./a.yml\n"));
  assert.ok(!counted.looksLikeAzureMl("name: build\ntype: pipeline\nsteps:\n  - script: make\n"));
  assert.ok(!counted.looksLikeAzureMl("services:\n  web:\n    type: command\n"));
});
