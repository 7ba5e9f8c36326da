// Bundles the extension into one file and writes the licences of what went in beside it.

import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";

const { metafile } = await build({
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  bundle: true,
  minify: true,
  platform: "node",
  format: "cjs",
  // The oldest VS Code we accept (1.82) runs on Node 18.
  target: "node18",
  external: ["vscode"],
  metafile: true,
});

// The page of the graph; it is our own code only.
const page = await build({
  entryPoints: ["src/graph/page.ts"],
  outfile: "dist/graph.js",
  bundle: true,
  minify: true,
  platform: "browser",
  format: "iife",
  target: "es2022",
  metafile: true,
});

// The extension in a browser, and the worker that runs the rules there: those of the playground.
const browser = { bundle: true, minify: true, platform: "browser", target: "es2022", metafile: true };
const worker = await build({ ...browser, entryPoints: ["../playground/page/worker.ts"], format: "iife", write: false });
const web = await build({
  ...browser,
  entryPoints: ["src/web/extension.ts"],
  outfile: "dist/web.js",
  format: "cjs",
  external: ["vscode"],
  define: { WORKER: JSON.stringify(worker.outputFiles[0].text) },
});

/** node_modules/a/lib/x.js → node_modules/a, node_modules/@s/b/y.js → node_modules/@s/b; also nested ones. */
function packageFolder(file) {
  const match = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file);
  return match?.[1];
}

function notice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined || !existsSync(path.join(folder, file))) {
    throw new Error(`${name} has no licence file`);
  }
  return `${name} ${version} (${license})\n\n${readFileSync(path.join(folder, file), "utf8").trim()}\n`;
}

const inputs = [metafile, page.metafile, web.metafile].flatMap((it) => Object.keys(it.inputs));
const folders = [...new Set(inputs.map(packageFolder))].filter(Boolean).sort();
// The page of the extension shows it.
copyFileSync("../../CHANGELOG.md", "CHANGELOG.md");
writeFileSync("dist/THIRD-PARTY-NOTICES.txt", folders.map(notice).join(`\n${"-".repeat(80)}\n\n`));
console.log(`dist/extension.js: ${folders.length} packages bundled`);
