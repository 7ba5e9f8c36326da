/// <reference lib="dom" />
// The map of a picture that is larger than the panel: its boxes without names, and what of them is in sight. A click on it goes there.

import { mapOf, type Size } from "./fit";

/** The longer side of the map, in pixels. */
const SIDE = 160;

export class GraphMap {
  private size: Size | undefined;

  constructor(
    private readonly box: HTMLElement,
    private readonly picture: HTMLElement,
    private readonly sight: HTMLElement,
  ) {
    window.addEventListener("scroll", () => this.follow());
    const drag = (event: PointerEvent) => (event.buttons === 0 ? undefined : this.go(event));
    box.addEventListener("pointerdown", drag);
    box.addEventListener("pointermove", drag);
  }

  /** Draws the map of `svg`; undefined where there is no graph. */
  draw(svg: string | undefined, size: Size | undefined): void {
    this.size = size;
    // Its boxes are not those of the picture: nothing finds, reads, or chooses them.
    const plain = svg?.replaceAll(/ (?:role|tabindex|data-[a-z]+)="[^"]*"/g, "").replaceAll('class="node', 'class="box');
    this.picture.innerHTML = plain ?? "";
  }

  /** Shows what is in sight; hides the map where that is all. */
  follow(): void {
    const page = document.documentElement;
    const { innerWidth, innerHeight } = window;
    const isWhole = page.scrollWidth <= innerWidth && page.scrollHeight <= innerHeight;
    this.box.hidden = this.size === undefined || isWhole;
    if (this.size === undefined) {
      return;
    }
    const { width, height } = mapOf(this.size, SIDE);
    const [x, y] = [width / page.scrollWidth, height / page.scrollHeight];
    place(this.box, { width, height });
    place(this.sight, { width: innerWidth * x, height: innerHeight * y, left: window.scrollX * x, top: window.scrollY * y });
  }

  private go({ clientX, clientY }: PointerEvent): void {
    const page = document.documentElement;
    const { left, top, width, height } = this.box.getBoundingClientRect();
    window.scrollTo(
      ((clientX - left) / width) * page.scrollWidth - window.innerWidth / 2,
      ((clientY - top) / height) * page.scrollHeight - window.innerHeight / 2,
    );
  }
}

function place(element: HTMLElement, at: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(at)) {
    element.style.setProperty(name, `${value}px`);
  }
}
