// Tabs as the ARIA practices describe them: one of them takes the focus, arrows move between them.

import { element, worst } from "./findings";
import type { Finding } from "./model";

export interface Tabs {
  readonly paths: readonly string[];
  readonly shown: string;
  readonly findings: readonly Finding[];
  show(path: string): void;
  rename(path: string): void;
}

/** Writes the tabs of the files into `parent`. */
export function showTabs(parent: HTMLElement, tabs: Tabs): void {
  const hadFocus = parent.contains(document.activeElement);
  const made = tabs.paths.map((path) => {
    const isShown = path === tabs.shown;
    const tab = element(
      "button",
      {
        type: "button",
        role: "tab",
        "aria-selected": String(isShown),
        "aria-controls": "editor",
        tabindex: isShown ? "0" : "-1",
        title: `${path} (F2 or double-click to rename)`,
      },
      path,
    );
    const level = worst(tabs.findings.filter((finding) => finding.path === path));
    if (level !== undefined) tab.append(element("span", { class: `dot ${level}`, role: "img", "aria-label": level }));
    tab.addEventListener("click", () => tabs.show(path));
    tab.addEventListener("dblclick", () => tabs.rename(path));
    tab.addEventListener("keydown", (event) => {
      if (event.key === "F2" || event.key === "Delete") tabs.rename(path);
    });
    return tab;
  });
  parent.replaceChildren(...made);
  const shown = made.find((tab) => tab.ariaSelected === "true");
  shown?.scrollIntoView({ block: "nearest", inline: "nearest" });
  if (hadFocus) shown?.focus();
}

/** Lets arrows move between the tabs of `list`, and shows what they reach. */
export function moveByArrows(list: HTMLElement): void {
  list.addEventListener("keydown", (event) => {
    const tabs = [...list.querySelectorAll<HTMLElement>("[role=tab]")];
    const here = tabs.indexOf(document.activeElement as HTMLElement);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined || here < 0) return;
    event.preventDefault();
    const next = tabs[(here + step + tabs.length) % tabs.length];
    next?.focus();
    next?.click();
  });
}
