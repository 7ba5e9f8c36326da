// Runs the rules beside the page, so that a long text never stops typing.

interface Exports {
  readonly memory: WebAssembly.Memory;
  reserve(length: number): number;
  answer(): number;
  answered(): number;
}

type Message = { readonly wasm: ArrayBuffer | string } | { readonly id: number; readonly request: unknown };

let started: Promise<Exports> | undefined;

self.onmessage = async ({ data }: MessageEvent<Message>) => {
  if ("wasm" in data) {
    started = start(data.wasm);
    return;
  }
  try {
    if (started === undefined) throw new Error("not started");
    self.postMessage({ id: data.id, answer: ask(await started, data.request) });
  } catch (error) {
    // The module is in an unknown state now; the page starts another one.
    self.postMessage({ id: data.id, error: String(error) });
  }
};

async function start(wasm: ArrayBuffer | string): Promise<Exports> {
  const { instance } =
    typeof wasm === "string" ? await WebAssembly.instantiateStreaming(fetch(wasm)) : await WebAssembly.instantiate(wasm);
  return instance.exports as unknown as Exports;
}

function ask(rules: Exports, request: unknown): unknown {
  const text = new TextEncoder().encode(JSON.stringify(request));
  const address = rules.reserve(text.length);
  new Uint8Array(rules.memory.buffer, address, text.length).set(text);
  const length = rules.answer();
  return JSON.parse(new TextDecoder().decode(new Uint8Array(rules.memory.buffer, rules.answered(), length)));
}
