// Checks spelling and grammar (American English) of every sentence that a user may read, with Harper.
//
//   cargo run -q -p azml-tests --example texts > texts.jsonl
//   (cd tests/tools/grammar && npm ci) && node tests/tools/grammar/grammar.mjs texts.jsonl
//
// words.txt holds the words of our field; accepted.txt what Harper gets wrong, as `problem | message`.
import fs from "node:fs";
import * as harper from "harper.js";
import { binary } from "harper.js/binary";

// Our headlines start in lower case, tables have their own spaces, and "a binding" can be counted.
const OFF = [
  "Dashes", "EllipsisLength", "ExpandMinimum", "LongSentences", "MassNouns", "NoFrenchSpaces", "SentenceCapitalization",
  "Spaces", "UseEllipsisCharacter", "UseTitleCase", "CommaFixes", "QuoteSpacing",
];

const lines = (name) =>
  fs.readFileSync(new URL(name, import.meta.url), "utf8").split("\n").filter((line) => line && !line.startsWith("#"));

const linter = new harper.LocalLinter({ binary, dialect: harper.Dialect.American });
await linter.setup();
const config = await linter.getDefaultLintConfig();
for (const rule of OFF) config[rule] = false;
await linter.setLintConfig(config);
await linter.importWords(lines("words.txt"));

const accepted = new Set(lines("accepted.txt"));
const texts = fs.readFileSync(process.argv[2], "utf8").trim().split("\n").map((line) => JSON.parse(line));
let found = 0;
for (const { path, line, text } of texts) {
  // A place of `format!` stands for a name.
  const plain = text.replaceAll(/\{[^{}]*\}/g, "`x`").trim();
  for (const lint of await linter.lint(plain, { language: "markdown" })) {
    const problem = `${lint.get_problem_text()} | ${lint.message()}`;
    if (accepted.has(problem)) continue;
    found += 1;
    console.log(`${path}:${line}: ${problem}\n    ${text.replaceAll("\n", " ")}`);
  }
}
console.log(`${texts.length} texts, ${found} problems`);
process.exitCode = found ? 1 : 0;
