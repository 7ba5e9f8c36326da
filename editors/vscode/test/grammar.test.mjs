// The colors inside commands, made by the tokenizer and with the grammars of YAML, shell, and Python that VS Code has.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import test from "node:test";
import oniguruma from "vscode-oniguruma";
import textmate from "vscode-textmate";

const { resolve } = createRequire(import.meta.url);
const { contributes } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

await oniguruma.loadWASM(readFileSync(resolve("vscode-oniguruma/release/onig.wasm")));

const own = contributes.grammars.map((grammar) => grammar.scopeName);
const files = new Map(
  contributes.grammars.map((grammar) => [grammar.scopeName, new URL(`../${grammar.path}`, import.meta.url)]),
);
for (const language of ["yaml", "shellscript", "python"]) {
  const file = resolve(`tm-grammars/grammars/${language}.json`);
  files.set(JSON.parse(readFileSync(file, "utf8")).scopeName, file);
}

const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async (scope) =>
    files.has(scope) ? textmate.parseRawGrammar(readFileSync(files.get(scope), "utf8"), `${scope}.json`) : null,
  getInjections: (scope) => (scope === "source.yaml" ? own : undefined),
});
const yaml = await registry.loadGrammar("source.yaml");

/** The pieces of `text` that have one color each, with the names of their scopes. */
function pieces(text) {
  const found = [];
  let stack = textmate.INITIAL;
  for (const line of text.split("\n")) {
    const { tokens, ruleStack } = yaml.tokenizeLine(line, stack);
    stack = ruleStack;
    for (const { startIndex, endIndex, scopes } of tokens) {
      const piece = { text: line.slice(startIndex, endIndex), scopes: scopes.join(" ") };
      // The grammar of YAML cuts words, too.
      if (startIndex > 0 && found.at(-1).scopes === piece.scopes) {
        found.at(-1).text += piece.text;
      } else {
        found.push(piece);
      }
    }
  }
  return found;
}

/** The scopes of the first piece that is `part`. */
function scopesOf(text, part) {
  const all = pieces(text);
  const piece = all.find((each) => each.text.trim() === part);
  assert(piece, `${part} has no color of its own: ${all.map((each) => JSON.stringify(each.text)).join(" ")}`);
  return piece.scopes;
}

const SHELL = "meta.embedded.block.azml.shell";
const PYTHON = "meta.embedded.inline.azml.python";

for (const [where, text] of [
  ["at the top of a file", "type: command\ncommand: |\n  if [ -d data ]; then\n    echo 'found'; fi\ncode: ./if"],
  [
    "in a step of a pipeline",
    "jobs:\n  a:\n    command: >-\n      if [ -d data ]; then\n        echo 'found'; fi\n    code: ./if",
  ],
  ["with an indentation of its own", "command: |2-\n  if [ -d data ]; then\n    echo 'found'; fi\ncode: ./if"],
]) {
  test(`the lines of a command ${where} are shell, and what follows is YAML`, () => {
    assert.match(scopesOf(text, "then"), /keyword\.control\.then\.shell/);
    assert.match(scopesOf(text, "found"), /string\.quoted\.single\.shell/);
    const after = scopesOf(text, "./if");
    assert(!after.includes(SHELL), after);
    assert.match(scopesOf(text, "code"), /entity\.name\.tag\.yaml/);
  });
}

for (const quote of ['"', "'"]) {
  test(`what stands behind python -c in ${quote} is Python, and what follows is shell`, () => {
    const text = `command: |\n  python3 -u -c ${quote}import json; print(len([1]))${quote} && echo done`;
    assert.match(scopesOf(text, "import"), new RegExp(`${PYTHON}.* keyword\\.control\\.import\\.python`));
    assert.match(scopesOf(text, "print"), new RegExp(`${PYTHON}.*python`));
    const after = scopesOf(text, "echo");
    assert(after.includes(SHELL) && !after.includes(PYTHON), after);
  });
}

test("an expression of Azure ML is no variable of the shell, in quotes neither", () => {
  const expression = ["$", "{{inputs.data}}"].join("");
  for (const argument of [expression, `"${expression}"`, `'${expression}'`]) {
    const text = `command: |\n  python train.py --data ${argument} $HOME`;
    assert.match(scopesOf(text, expression), /variable\.other\.expression\.azml$/);
  }
});

test("other keys and comments stay what they are", () => {
  for (const text of ["description: |\n  if then fi", "# command: |\n#   if then fi", "my_command: |\n  if then fi"]) {
    assert(!pieces(text).some((piece) => piece.scopes.includes(SHELL)), text);
  }
});

test("a command in one line keeps the colors of YAML", () => {
  assert(!pieces("command: python train.py").some((piece) => piece.scopes.includes("azml.shell")));
});
