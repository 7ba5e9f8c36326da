// Builds the page into dist/playground: one script, one style sheet, and the rules as WebAssembly.

import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { examples } from "./examples.mjs";

const folder = path.resolve(import.meta.dirname, "..");
const out = path.join(folder, "dist/playground");
process.chdir(folder);
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

const common = {
  bundle: true,
  minify: true,
  platform: "browser",
  format: "iife",
  target: "es2022",
  legalComments: "none",
  metafile: true,
};
const worker = await build({ ...common, entryPoints: ["page/worker.ts"], write: false });
const { metafile } = await build({
  ...common,
  entryPoints: ["page/main.ts"],
  outfile: path.join(out, "playground.js"),
  define: { WORKER: JSON.stringify(worker.outputFiles[0].text), EXAMPLES: JSON.stringify(examples()) },
});
for (const file of ["index.html", "style.css"]) copyFileSync(path.join("page", file), path.join(out, file));
copyFileSync("../vscode/media/icon.svg", path.join(out, "icon.svg"));

const target = process.env.CARGO_TARGET_DIR ?? path.resolve(folder, "../../target");
// What `npm run wasm` has built. `wasm-opt` makes it smaller by a tenth, but not what is downloaded: 3 % larger with gzip.
const rules = readFileSync(path.join(target, "wasm32-unknown-unknown/wasm/azml_playground.wasm"));
writeFileSync(path.join(out, "azml.wasm"), rules);
// The same for a page that is opened from a folder.
const packed = gzipSync(rules, { level: 9 });
writeFileSync(path.join(out, "azml.wasm.js"), `azmlWasm="${packed.toString("base64")}"\n`);
writeFileSync(path.join(out, "THIRD-PARTY-NOTICES.txt"), notices(metafile));
// Those of the packages of the rules.
copyFileSync("../../server/THIRD-PARTY-LICENSES.txt", path.join(out, "THIRD-PARTY-LICENSES.txt"));

const script = readFileSync(path.join(out, "playground.js"));
const kib = (bytes) => `${Math.round(bytes.length / 1024)} KiB`;
for (const [name, bytes] of [
  ["azml.wasm", rules],
  ["playground.js", script],
]) {
  console.log(
    `${name}: ${kib(bytes)}, ${kib(gzipSync(bytes, { level: 9 }))} with gzip, ${kib(brotliCompressSync(bytes))} with brotli`,
  );
}
const LIMIT = 4 << 20;
if (packed.length > LIMIT) throw new Error(`azml.wasm has more than ${LIMIT} bytes with gzip`);

/** The licences of the packages that went in. */
function notices({ inputs }) {
  const folders = new Set(Object.keys(inputs).map((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]));
  const texts = [...folders]
    .filter(Boolean)
    .sort()
    .map((package_) => {
      const { name, version, license } = JSON.parse(readFileSync(path.join(package_, "package.json"), "utf8"));
      return `${name} ${version} (${license})\n\n${readFileSync(
        path.join(
          package_,
          readdirSync(package_).find((it) => /^licen[cs]e/i.test(it)),
        ),
        "utf8",
      ).trim()}\n`;
    });
  return texts.join(`\n${"-".repeat(80)}\n\n`);
}
