// Writes the site into dist/: the rule book, the other texts for users, a search, and the playground (`npm run build`).
// Works from a folder. Every link between the pages is checked; a broken one ends the run.

import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { deflateRawSync } from "node:zlib";
import { html, searchText } from "./markdown.mjs";
import { NAVIGATION, PAGES } from "./pages.mjs";

const root = path.resolve(import.meta.dirname, "../../..");
const out = path.resolve(import.meta.dirname, "../dist");
const repository = /^repository = "(.*)"$/m.exec(readFileSync(path.join(root, "Cargo.toml"), "utf8"))[1];

const problems = [];
const pages = [...PAGES, ...rules()].map((page) => ({ ...page, text: read(page.file) }));
/** The page of each text of the repository. */
const places = new Map(pages.map((page) => [page.file, page]));
const unlisted = readdirSync(path.join(root, "rules/guide")).map((name) => `rules/guide/${name}`);
problems.push(...unlisted.filter((file) => file.endsWith(".md") && !places.has(file)).map((file) => `${file}: no page of the site shows it`));

const index = [];
for (const page of pages) write(page);
const asset = (name) => copyFileSync(path.join(import.meta.dirname, name), path.join(out, path.basename(name)));
for (const name of ["site.css", "search.js", "../../vscode/media/icon.svg"]) asset(name);
writeFileSync(path.join(out, "index.js"), `azmlIndex=${JSON.stringify(index)}\n`);
checkLinks();
if (problems.length > 0) {
  console.error([...problems.slice(0, 20), `${problems.length} problems`].join("\n"));
  process.exit(1);
}
console.log(`${pages.length} pages`);

function read(file) {
  return readFileSync(path.join(root, file), "utf8");
}

function rules() {
  const files = readdirSync(path.join(root, "rules/book")).sort();
  return files.map((name) => {
    const rule = name.replace(/\.md$/, "");
    const file = `rules/book/${name}`;
    return { to: `rules/${rule}.html`, file, title: rule, isRule: true };
  });
}

function write(page) {
  const { text } = page;
  const { tokens, fences, render } = html(text, (address) => linked(page, address));
  if (page.isRule) for (const group of groups(tokens, fences)) offer(tokens, group);
  const body = render();
  const target = path.join(out, page.to);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, frame(page, body));
  const summary = searchText(text).slice(0, page.isRule ? 600 : 4000);
  index.push({ to: page.to, title: page.title, text: summary });
}

/** The address on the site for what a text of the repository links to. */
function linked(page, address) {
  if (/^[a-z]+:/.test(address)) return address;
  const [name, anchor] = address.split("#");
  const file = name === "" ? page.file : path.posix.join(path.posix.dirname(page.file), decodeURI(name));
  const place = places.get(file);
  if (place !== undefined) return relative(page.to, place.to) + (anchor === undefined ? "" : `#${anchor}`);
  const whole = path.join(root, file);
  if (!existsSync(whole)) {
    problems.push(`${page.file}: no file ${file}`);
    return address;
  }
  if (/\.(png|svg)$/.test(file)) {
    mkdirSync(path.join(out, "media"), { recursive: true });
    copyFileSync(whole, path.join(out, "media", path.basename(file)));
    return relative(page.to, `media/${path.basename(file)}`);
  }
  return `${repository}/blob/main/${file}${anchor === undefined ? "" : `#${anchor}`}`;
}

function relative(from, to) {
  return path.posix.relative(path.posix.dirname(from), to);
}

/** Neighboring examples are the files of one workspace. */
function groups(tokens, fences) {
  const found = [];
  for (const { token, at } of fences.filter(({ token }) => /^ya?ml\b/.test(token.info))) {
    const last = found.at(-1);
    const name = /^# ([\w./-]+\.ya?ml|[\w./-]*MLTable)\r?\n/.exec(token.content);
    const file = { name: name?.[1] ?? "file.yml", text: name ? token.content.slice(name[0].length) : token.content };
    if (last && last.end === at - 1 && tokens[last.end].type === "fence" && name && !last.files.some((it) => it.name === file.name)) {
      last.files.push(file);
      last.end = at;
    } else found.push({ files: [file], end: at });
  }
  return found.reverse();
}

/** Adds a link to the playground with the files of an example. */
function offer(tokens, { files, end }) {
  const project = { files: Object.fromEntries(files.map(({ name, text }) => [name, text])), isWhole: false, shown: files[0].name };
  const fragment = deflateRawSync(JSON.stringify(project)).toString("base64url");
  const token = new tokens[0].constructor("html_block", "", 0);
  token.content = `<p class="try"><a href="../playground/index.html#files=${fragment}">Open in the playground</a></p>\n`;
  tokens.splice(end + 1, 0, token);
}

function frame(page, body) {
  const to = (address) => relative(page.to, address);
  const name = (address) => PAGES.find((other) => other.to === address).title;
  const links = NAVIGATION.map((address) => {
    const isHere = address === page.to || (page.isRule && address === "rules/index.html");
    return `<a href="${to(address)}"${isHere ? ' aria-current="page"' : ""}>${name(address)}</a>`;
  });
  const title = page.to === "index.html" ? "azml-ls" : `${page.title} · azml-ls`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'">
<title>${title}</title>
<link rel="icon" href="${to("icon.svg")}">
<link rel="stylesheet" href="${to("site.css")}">
</head>
<body data-top="${to("index.html").replace(/index\.html$/, "")}">
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="home" href="${to("index.html")}">azml-ls</a>
<nav aria-label="Site">${links.join("")}<a class="play" href="${to("playground/index.html")}">Playground</a></nav>
<search><input id="search" type="search" placeholder="Search ( / )" aria-label="Search the site" aria-controls="results" autocomplete="off"><ul id="results" hidden></ul></search>
</header>
<main id="content">
${body}</main>
<script src="${to("index.js")}" defer></script>
<script src="${to("search.js")}" defer></script>
</body>
</html>
`;
}

/** Every link of every page leads to a page that is there, and to a place in it. */
function checkLinks() {
  const ids = new Map();
  const textOf = (file) => readFileSync(file, "utf8");
  const idsOf = (file) => {
    if (!ids.has(file)) ids.set(file, new Set([...textOf(file).matchAll(/\sid="([^"]*)"/g)].map((it) => it[1])));
    return ids.get(file);
  };
  // It is built later, or not at all where there is no WebAssembly.
  const [playground, source] = [path.join(out, "playground"), path.resolve(import.meta.dirname, "../page")];
  let count = 0;
  for (const page of pages) {
    const here = path.join(out, page.to);
    for (const [, address] of textOf(here).matchAll(/\s(?:href|src)="([^"]*)"/g)) {
      if (/^[a-z]+:/.test(address)) continue;
      const [name, anchor] = address.replaceAll("&amp;", "&").split("#");
      const file = name === "" ? here : path.join(path.dirname(here), decodeURI(name));
      count += 1;
      if (file.startsWith(playground)) {
        if (!existsSync(file.replace(playground, source))) problems.push(`${page.to}: ${address} is not there`);
      } else if (!existsSync(file)) problems.push(`${page.to}: ${address} is not there`);
      else if (anchor && !idsOf(file).has(decodeURIComponent(anchor))) problems.push(`${page.to}: ${address} has no such place`);
    }
  }
  console.log(`${count} links`);
}
