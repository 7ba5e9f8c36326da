// The pages of the site, and the texts of the repository that they show.

/** `headings`: the sections of the file that the page shows, with those below them; without, what no other page shows. */
export const PAGES = [
  { to: "index.html", file: "README.md", title: "azml-ls" },
  { to: "costs.html", file: "README.md", title: "What it costs", headings: ["what-it-costs"] },
  { to: "workspace.html", file: "README.md", title: "Know your workspace", headings: ["know-your-workspace"] },
  { to: "configuration.html", file: "README.md", title: "Configuration", headings: ["configuration"] },
  { to: "rules/index.html", file: "rules/RULES.md", title: "Rules" },
  { to: "editors.html", file: "editors/README.md", title: "Editors" },
  { to: "vscode.html", file: "editors/vscode/README.md", title: "VS Code" },
  { to: "neovim.html", file: "editors/neovim/README.md", title: "Neovim" },
  { to: "agents.html", file: "editors/claude-code/README.md", title: "Coding agents" },
  { to: "ci.html", file: "server/ci/README.md", title: "CI" },
  { to: "security.html", file: "SECURITY.md", title: "Security" },
  { to: "changelog.html", file: "CHANGELOG.md", title: "Changes" },
];

/** The links on top of every page. */
export const NAVIGATION = ["rules/index.html", "configuration.html", "editors.html", "ci.html", "costs.html", "workspace.html"];

/** Sections that a page of their own shows in another form. */
export const ELSEWHERE = { "README.md": { rules: "rules/index.html" } };
