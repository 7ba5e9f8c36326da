// How large the picture is in the panel, and which way it runs. Pure.

export interface Size {
  readonly width: number;
  readonly height: number;
}

export type Direction = "right" | "down";

const SMALLEST = 0.02;
const LARGEST = 3;
/** The zoom from which on names can be read. */
const READABLE = 0.6;

/** The zoom at which all of the picture is in the panel; it is never enlarged for that. */
export function fitZoom(picture: Size, panel: Size): number {
  const fits = Math.min(1, panel.width / Math.max(1, picture.width), panel.height / Math.max(1, picture.height));
  return bounded(fits);
}

/** The zoom at first: all of the picture, as far as its names can be read. */
export function firstZoom(picture: Size, panel: Size): number {
  return Math.max(READABLE, fitZoom(picture, panel));
}

/** The size of the map of a picture, whose longer side is `side`. */
export function mapOf({ width, height }: Size, side: number): Size {
  const scale = side / Math.max(1, width, height);
  return { width: Math.max(12, width * scale), height: Math.max(12, height * scale) };
}

export function bounded(zoom: number): number {
  return Math.min(LARGEST, Math.max(SMALLEST, zoom));
}

/** Top-down where the panel is too narrow for left to right, and that makes the picture larger. */
export function betterDirection(pictures: Readonly<Record<Direction, Size>>, panel: Size): Direction {
  return fitZoom(pictures.down, panel) > fitZoom(pictures.right, panel) * 1.05 ? "down" : "right";
}
