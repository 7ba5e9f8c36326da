// The pages of the site, and the texts of the repository that they show.

export const PAGES = [
  { to: "index.html", file: "README.md", title: "azml-ls" },
  { to: "install.html", file: "rules/guide/install.md", title: "Install" },
  { to: "command-line.html", file: "rules/guide/command-line.md", title: "Command line" },
  { to: "configuration.html", file: "rules/guide/configuration.md", title: "Configuration" },
  { to: "costs.html", file: "rules/guide/costs.md", title: "What it costs" },
  { to: "workspace.html", file: "rules/guide/workspace.md", title: "Know your workspace" },
  { to: "graph.html", file: "rules/guide/graph.md", title: "A pipeline as a graph" },
  { to: "speed.html", file: "rules/guide/speed.md", title: "Speed" },
  { to: "rules/index.html", file: "rules/RULES.md", title: "Rules" },
  { to: "editors.html", file: "editors/README.md", title: "Editors" },
  { to: "vscode.html", file: "editors/vscode/README.md", title: "VS Code" },
  { to: "neovim.html", file: "editors/neovim/README.md", title: "Neovim" },
  { to: "agents.html", file: "editors/claude-code/README.md", title: "Coding agents" },
  { to: "ci.html", file: "server/ci/README.md", title: "CI" },
  { to: "verify.html", file: "server/packaging/README.md", title: "Verify a download" },
  { to: "security.html", file: "SECURITY.md", title: "Security" },
  { to: "changelog.html", file: "CHANGELOG.md", title: "Changes" },
];

/** The links on top of every page. */
export const NAVIGATION = [
  "install.html",
  "command-line.html",
  "rules/index.html",
  "configuration.html",
  "editors.html",
  "ci.html",
  "costs.html",
  "workspace.html",
];
