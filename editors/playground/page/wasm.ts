// Where the rules come from: a file beside the page, or a script with the same in a page of a folder (`file:`), which may
// read no file.

export async function findWasm(): Promise<() => ArrayBuffer | string> {
  if (location.protocol !== "file:") {
    const address = new URL("azml.wasm", location.href).href;
    return () => address;
  }
  await new Promise<void>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = "azml.wasm.js";
    script.onload = () => resolve();
    script.onerror = () => reject(new Error("azml.wasm.js cannot be read"));
    document.head.append(script);
  });
  const packed = Uint8Array.from(atob((window as unknown as { azmlWasm: string }).azmlWasm), (c) => c.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const bytes = await new Response(unpacked).arrayBuffer();
  return () => bytes;
}
