// A link that carries the files after its `#`, compressed.

import type { Project } from "./model";

const KEY = "#files=";

export interface Linked extends Project {
  readonly shown: string;
}

export async function toFragment(linked: Linked): Promise<string> {
  const packed = new Blob([JSON.stringify(linked)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return KEY + btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** `undefined` for a link without files, or a broken one. */
export async function ofFragment(fragment: string): Promise<Linked | undefined> {
  if (!fragment.startsWith(KEY)) return undefined;
  try {
    const text = atob(fragment.slice(KEY.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (c) => c.charCodeAt(0));
    const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return checked(JSON.parse(await new Response(unpacked).text()));
  } catch {
    return undefined;
  }
}

/** Anyone can write a link: only what has the right form is taken. */
function checked(linked: unknown): Linked | undefined {
  const { files, isWhole, shown } = (linked ?? {}) as Partial<Linked>;
  const entries = typeof files === "object" ? Object.entries(files ?? {}) : [];
  const isRight = entries.length > 0 && entries.every(([path, text]) => path !== "" && typeof text === "string");
  if (!isRight) return undefined;
  const first = entries[0]?.[0] ?? "";
  return {
    files: Object.fromEntries(entries),
    isWhole: isWhole === true,
    shown: entries.some(([path]) => path === shown) ? String(shown) : first,
  };
}
