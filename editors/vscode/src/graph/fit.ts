// How large the picture is in the panel, and which way it runs. Pure.

export interface Size {
  readonly width: number;
  readonly height: number;
}

export type Direction = "right" | "down";

const SMALLEST = 0.15;
const LARGEST = 3;

/** The zoom at which all of the picture is in the panel; it is never enlarged for that. */
export function fitZoom(picture: Size, panel: Size): number {
  const fits = Math.min(1, panel.width / Math.max(1, picture.width), panel.height / Math.max(1, picture.height));
  return bounded(fits);
}

export function bounded(zoom: number): number {
  return Math.min(LARGEST, Math.max(SMALLEST, zoom));
}

/** Top-down where the panel is too narrow for left to right, and that makes the picture larger. */
export function betterDirection(pictures: Readonly<Record<Direction, Size>>, panel: Size): Direction {
  return fitZoom(pictures.down, panel) > fitZoom(pictures.right, panel) * 1.05 ? "down" : "right";
}
