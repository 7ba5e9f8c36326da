// Finds pages by all words that are typed; those in a title count most.
(() => {
  const input = document.getElementById("search");
  const list = document.getElementById("results");
  const top = document.body.dataset.top;

  function rank(page, words) {
    const title = page.title.toLowerCase();
    const text = page.text.toLowerCase();
    let sum = 0;
    for (const word of words) {
      const at = text.indexOf(word);
      if (title === word) sum += 100;
      else if (title.includes(word)) sum += 20;
      else if (at >= 0) sum += at < 200 ? 3 : 1;
      else return 0;
    }
    return sum;
  }

  function entry(page, words) {
    const link = document.createElement("a");
    link.href = top + page.to;
    const name = document.createElement("b");
    name.textContent = page.title;
    const at = Math.max(0, page.text.toLowerCase().indexOf(words[0]) - 30);
    link.append(name, ` ${page.text.slice(at, at + 90)}`);
    const item = document.createElement("li");
    item.append(link);
    return item;
  }

  input.addEventListener("input", () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = words.length === 0 ? [] : azmlIndex.map((page) => ({ page, rank: rank(page, words) })).filter((it) => it.rank > 0);
    found.sort((a, b) => b.rank - a.rank || a.page.title.localeCompare(b.page.title));
    const entries = found.slice(0, 12).map(({ page }) => entry(page, words));
    if (words.length > 0 && entries.length === 0) {
      const nothing = document.createElement("li");
      nothing.textContent = "Nothing found.";
      entries.push(nothing);
    }
    list.replaceChildren(...entries);
    list.hidden = words.length === 0;
  });

  document.addEventListener("keydown", (event) => {
    const isTyping = document.activeElement instanceof HTMLInputElement;
    const links = [...list.querySelectorAll("a")];
    const here = links.indexOf(document.activeElement);
    if (event.key === "/" && !isTyping) input.focus();
    else if (event.key === "Escape" && !list.hidden) {
      list.hidden = true;
      input.focus();
    } else if (event.key === "Enter" && document.activeElement === input && links[0]) links[0].click();
    else if (event.key === "ArrowDown" && (isTyping || here >= 0) && links[here + 1]) links[here + 1].focus();
    else if (event.key === "ArrowUp" && here === 0) input.focus();
    else if (event.key === "ArrowUp" && here > 0) links[here - 1].focus();
    else return;
    event.preventDefault();
  });
})();
