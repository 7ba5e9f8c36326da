// What a user sees and does in a VS Code window, in the words of the checks. Waits are Playwright's and end with an error.

import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";

const LINE = ".editor-instance .view-lines .view-line";
const WARNING = ".editor-instance .squiggly-warning";
const PROBLEM = ".markers-panel .monaco-list-row";
const ACTION = ".action-widget .monaco-list-row.action";

export function screenOf(page) {
  page.setDefaultTimeout(20000);

  const loaded = () => page.waitForSelector(LINE, { timeout: 60000 });

  const warningDrawn = () => page.waitForSelector(WARNING);

  /** One row of the Problems panel has all these parts. */
  function problem(...parts) {
    return page.waitForFunction(
      ([selector, wanted]) =>
        [...document.querySelectorAll(selector)].some((row) => wanted.every((part) => row.textContent.includes(part))),
      [PROBLEM, parts],
    );
  }

  function noProblem(part) {
    return page.waitForFunction(
      ([selector, unwanted]) =>
        ![...document.querySelectorAll(selector)].some((row) => row.textContent.includes(unwanted)),
      [PROBLEM, part],
    );
  }

  /** VS Code draws blanks as no-break spaces. */
  function lineShown(text) {
    return page.waitForFunction(
      ([selector, wanted]) =>
        // An inlay hint may stand behind the text.
        [...document.querySelectorAll(selector)].some((line) =>
          line.textContent.replaceAll("\u00a0", " ").startsWith(wanted),
        ),
      [LINE, text],
    );
  }

  async function hover(word) {
    const box = await page.locator(`${LINE} span span`, { hasText: word }).first().boundingBox();
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await page.mouse.move(middle.x - 6, middle.y);
    await page.mouse.move(middle.x, middle.y, { steps: 4 });
  }

  function hoverShows(pattern) {
    return page.waitForFunction(
      (wanted) => [...document.querySelectorAll(".monaco-hover")].some((box) => new RegExp(wanted, "i").test(box.textContent)),
      pattern,
    );
  }

  const toast = (text) => page.locator(".notification-toast", { hasText: text });

  /** Opens a file (Control+P) or runs a command (F1): both are lists in which one types. */
  async function pick(key, text) {
    await page.keyboard.press(key);
    await page.waitForSelector(".quick-input-widget input");
    await page.keyboard.type(text, { delay: 15 });
    await page.waitForSelector(`.quick-input-list .monaco-list-row.focused:has-text("${text}")`);
    await page.keyboard.press("Enter");
  }

  async function open(file) {
    await pick("Control+P", file);
    await page.waitForSelector(`.tab.active:has-text("${file}")`);
  }

  const command = (title) => pick("F1", title);

  /** Opens the quick fix menu at the value at the end of a line and chooses the first entry with `text`. */
  async function quickFix(line, text) {
    await lineShown(line);
    const words = line.split(" ");
    const value = page.locator(LINE, { hasText: words[0] }).locator("span span").filter({ hasText: words.at(-1) }).last();
    await value.click();
    await page.keyboard.press("Control+.");
    await page.waitForSelector(ACTION);
    // The menu ignores the mouse in its first moments.
    await sleep(400);
    const offered = await page.$$eval(ACTION, (rows) => rows.map((row) => row.textContent));
    console.log(`      offered: ${offered.join(" | ")}`);
    assert(offered.some((title) => title.includes(text)), `no quick fix with "${text}"`);
    await page.locator(ACTION, { hasText: text }).first().click();
  }

  /** The page of the graph: a frame in a frame. */
  async function graph() {
    for (let attempt = 0; attempt < 100; attempt++) {
      for (const frame of page.frames()) {
        if ((await frame.locator("#canvas svg").count().catch(() => 0)) > 0) {
          return frame;
        }
      }
      await sleep(100);
    }
    throw new Error("no graph is shown");
  }

  return { loaded, warningDrawn, problem, noProblem, lineShown, hover, hoverShows, toast, open, command, quickFix, graph };
}

export async function until(condition, what) {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (condition()) {
      return;
    }
    await sleep(100);
  }
  throw new Error(`timed out waiting for ${what}`);
}
