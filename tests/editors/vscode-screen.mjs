// What a user sees and does in a VS Code window, in the words of the checks. Waits are Playwright's and end with an error.

import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";

const LINE = ".editor-instance .view-lines .view-line";
const WARNING = ".editor-instance .squiggly-warning";
const PROBLEM = ".markers-panel .monaco-list-row";
const ACTION = ".action-widget .monaco-list-row.action";
const SUGGESTION = ".suggest-widget.visible .monaco-list-row";

export function screenOf(page) {
  // Long, because the machine may be busy; a run that fails waits for it once.
  page.setDefaultTimeout(60000);

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
  function lineShown(text, { indented = false } = {}) {
    return page.waitForFunction(
      ([selector, wanted, anyIndent]) =>
        // An inlay hint may stand behind the text.
        [...document.querySelectorAll(selector)].some((line) => {
          const shown = line.textContent.replaceAll("\u00a0", " ");
          return (anyIndent ? shown.trimStart() : shown).startsWith(wanted);
        }),
      [LINE, text, indented],
    );
  }

  /** In a line with `part`, `piece` is drawn for itself: it has another colour than its neighbours. */
  function pieceShown(part, piece) {
    return page.waitForFunction(
      ([selector, wanted, own]) =>
        [...document.querySelectorAll(selector)]
          .filter((line) => line.textContent.replaceAll("\u00a0", " ").includes(wanted))
          .some((line) => [...line.querySelectorAll("span span")].some((span) => span.textContent === own)),
      [LINE, part, piece],
    );
  }

  /** Rests the mouse on a word until its card matches. A busy window misses the mouse, so that it comes again. */
  async function hover(word, pattern) {
    const piece = page.locator(`${LINE} span span`, { hasText: word }).first();
    await until(async () => {
      // Null while the line is drawn anew.
      const box = await piece.boundingBox();
      if (box === null) return false;
      const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      await page.mouse.move(middle.x - 6, middle.y);
      await page.mouse.move(middle.x, middle.y, { steps: 4 });
      return hoverShows(pattern, 5000).then(() => true, () => page.mouse.move(900, 700));
    }, `a card on ${word} that says ${pattern}`);
  }

  function hoverShows(pattern, timeout = 60000) {
    return page.waitForFunction(
      (wanted) => [...document.querySelectorAll(".monaco-hover")].some((box) => new RegExp(wanted, "i").test(box.textContent)),
      pattern,
      { timeout },
    );
  }

  const toast = (text) => page.locator(".notification-toast", { hasText: text });

  /** Opens a file (Control+P) or runs a command (F1): both are lists in which one types. */
  async function pick(key, text) {
    const chosen = `.quick-input-list .monaco-list-row.focused:has-text("${text}")`;
    for (let attempt = 0; attempt < 4; attempt++) {
      await page.keyboard.press(key);
      await page.waitForSelector(".quick-input-box input");
      await page.keyboard.type(text, { delay: 15 });
      if (await page.waitForSelector(chosen, { timeout: 20000 }).then(() => true, () => false)) {
        await page.keyboard.press("Enter");
        return;
      }
      // A list of files can be older than the file.
      await page.keyboard.press("Escape");
    }
    throw new Error(`"${text}" is not in the list`);
  }

  async function open(file) {
    await pick("Control+P", file);
    await activeTab(file);
  }

  const command = (title) => pick("F1", title);

  /** Opens the menu of quick fixes and refactorings with `key` and chooses the first entry with `text`. */
  async function action(key, text) {
    await page.keyboard.press(key);
    await page.waitForSelector(ACTION);
    // The menu ignores the mouse in its first moments, and older ones until it moves.
    await sleep(400);
    const { x, y } = await page.locator(ACTION).first().boundingBox();
    await page.mouse.move(x + 9, y + 9, { steps: 2 });
    const offered = await page.$$eval(ACTION, (rows) => rows.map((row) => row.textContent));
    console.log(`      offered: ${offered.join(" | ")}`);
    assert(offered.some((title) => title.includes(text)), `nothing with "${text}" is offered`);
    await page.locator(ACTION, { hasText: text }).first().click();
  }

  /** Chooses a quick fix at the end of a line. */
  async function quickFix(line, text) {
    await lineShown(line);
    const end = await page.evaluate(
      ([selector, wanted]) => {
        const lines = [...document.querySelectorAll(selector)];
        const shown = lines.find((each) => each.textContent.replaceAll("\u00a0", " ").startsWith(wanted));
        // The colours cut the line into pieces.
        const pieces = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
        let rest = wanted.length - 1;
        while (pieces.nextNode() && rest >= pieces.currentNode.length) {
          rest -= pieces.currentNode.length;
        }
        const letter = document.createRange();
        letter.setStart(pieces.currentNode, rest);
        letter.setEnd(pieces.currentNode, rest + 1);
        const { x, y, width, height } = letter.getBoundingClientRect();
        return { x: x + width / 4, y: y + height / 2 };
      },
      [LINE, line],
    );
    await page.mouse.click(end.x, end.y);
    await action("Control+.", text);
  }

  /** The labels in the list of completions, as soon as it has `label`. */
  async function menu(label) {
    await suggestion(label).waitFor();
    return page.$$eval(`${SUGGESTION} .label-name`, (names) => names.map((name) => name.textContent));
  }

  const suggestion = (label) =>
    page.locator(SUGGESTION).filter({ has: page.locator(".label-name").getByText(label, { exact: true }) });

  async function menuOn(key, label) {
    await page.keyboard.press(key);
    return menu(label);
  }

  /** What stands behind a completion in the list, whether or not it is the chosen one. */
  async function noteOf(label) {
    const row = suggestion(label);
    await row.waitFor();
    return row.locator(".details-label").textContent();
  }

  async function choose(label) {
    await suggestion(label).waitFor();
    await suggestion(label).click();
    // The next list may open by itself.
    await suggestion(label).waitFor({ state: "detached", timeout: 5000 }).catch(() => {});
  }

  async function goTo(line, column) {
    await page.keyboard.press("Control+G");
    await page.waitForSelector(".quick-input-box input");
    await page.keyboard.type(`${line}:${column}`);
    await page.keyboard.press("Enter");
    // The line to type in takes the focus along, and with it what a key opens meanwhile.
    await page.locator(".quick-input-widget").waitFor({ state: "hidden" });
    await cursorAt(`Ln ${line}, Col ${column}`);
  }

  function cursorAt(wanted) {
    return page.waitForFunction(
      (text) => document.querySelector('[id="status.editor.selection"]')?.textContent.startsWith(text),
      wanted,
    );
  }

  const activeTab = (file) => page.waitForSelector(`.tab.active:has-text("${file}")`);

  async function rename(from, to, confirm = "Enter") {
    await page.keyboard.press("F2");
    const input = page.locator(".rename-box input");
    await input.waitFor();
    assert.equal(await input.inputValue(), from);
    await input.fill(to);
    await page.keyboard.press(confirm);
  }

  /** The entry of the server in the language status; opens and closes it. */
  async function statusSays(text) {
    await page.locator('[id="status.languageStatus"]').click();
    await page.locator(".hover-language-status .element", { hasText: text }).waitFor();
    await page.keyboard.press("Escape");
  }

  /** The page of the graph: a frame in a frame. */
  const graph = () => frameWith("#canvas svg");

  /** The page of the plan. */
  const plan = () => frameWith("#plan li");

  async function frameWith(selector) {
    for (let attempt = 0; attempt < 100; attempt++) {
      for (const frame of page.frames()) {
        if ((await frame.locator(selector).count().catch(() => 0)) > 0) {
          return frame;
        }
      }
      await sleep(100);
    }
    throw new Error(`no page has ${selector}`);
  }

  /** The path in a dialog for files, which VS Code in a browser shows as a line to type in. */
  function dialogSays(end) {
    return page.waitForFunction((wanted) => document.querySelector(".quick-input-box input")?.value.endsWith(wanted), end);
  }

  return {
    dialogSays,
    frameWith,
    ...{ loaded, warningDrawn, problem, noProblem, lineShown, pieceShown, hover, hoverShows, toast, open, command, action, quickFix },
    ...{ menu, menuOn, noteOf, choose, goTo, cursorAt, activeTab, rename, statusSays, graph, plan },
  };
}

export async function until(condition, what) {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (await condition()) {
      return;
    }
    await sleep(100);
  }
  throw new Error(`timed out waiting for ${typeof what === "string" ? what : what()}`);
}
