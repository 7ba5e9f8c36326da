// The rules as WebAssembly in Node, without a page.

import { readFileSync } from "node:fs";

export async function start(file) {
  const { instance } = await WebAssembly.instantiate(readFileSync(file));
  const { memory, reserve, answer, answered } = instance.exports;
  return {
    ask(request) {
      const text = new TextEncoder().encode(JSON.stringify(request));
      const address = reserve(text.length);
      new Uint8Array(memory.buffer, address, text.length).set(text);
      const length = answer();
      return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, answered(), length)));
    },
  };
}
