// The menu of fixes.

import { element } from "./findings";
import type { Action, Files } from "./model";

/** Shows `actions` at a point of the window; `choose` gets the one that is taken, and `closed` runs afterwards. */
export function openMenu(
  menu: HTMLElement,
  actions: readonly Action[],
  at: { left: number; top: number },
  choose: (action: Action) => void,
  closed: () => void,
): void {
  const buttons = actions.map((action) => {
    const button = element("button", { type: "button", role: "menuitem", class: action.sort, tabindex: "-1" }, action.title);
    button.addEventListener("click", () => {
      close();
      choose(action);
    });
    return button;
  });
  menu.replaceChildren(...(buttons.length > 0 ? buttons : [element("p", {}, "No fixes here.")]));
  menu.hidden = false;
  menu.tabIndex = -1;
  const { width, height } = menu.getBoundingClientRect();
  menu.style.left = `${Math.max(8, Math.min(at.left, innerWidth - width - 8))}px`;
  menu.style.top = `${Math.max(8, Math.min(at.top, innerHeight - height - 8))}px`;
  (buttons[0] ?? menu).focus();

  const onKey = (event: KeyboardEvent) => {
    const here = buttons.indexOf(document.activeElement as HTMLElement);
    const last = buttons.length - 1;
    const to = { ArrowDown: here === last ? 0 : here + 1, ArrowUp: here <= 0 ? last : here - 1, Home: 0, End: last }[
      event.key
    ];
    if (to !== undefined) buttons[to]?.focus();
    else if (event.key === "Escape" || event.key === "Tab") close();
    else return;
    event.preventDefault();
  };
  const onLeave = (event: FocusEvent) => {
    if (!menu.contains(event.relatedTarget as Node | null)) close();
  };
  function close() {
    menu.removeEventListener("keydown", onKey);
    menu.removeEventListener("focusout", onLeave);
    menu.hidden = true;
    closed();
  }
  menu.addEventListener("keydown", onKey);
  menu.addEventListener("focusout", onLeave);
}

/** `files` after `action`. */
export function applied(files: Files, action: Action): Files {
  const after: Record<string, string> = { ...files };
  for (const path of new Set(action.edits.map((edit) => edit.path))) {
    const edits = action.edits.filter((edit) => edit.path === path).sort((a, b) => b.range.from - a.range.from);
    let text = after[path] ?? "";
    for (const { range, text: insert } of edits) text = text.slice(0, range.from) + insert + text.slice(range.to);
    after[path] = text;
  }
  for (const { path, text } of action.newFiles) after[path] ??= text;
  return after;
}
