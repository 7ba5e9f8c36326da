// The page of the plan as text. No network, no inline handlers: one script and one style sheet, both by nonce.

export function pageOf(nonce: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'">
<title>Plan</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main id="plan"></main>
<script nonce="${nonce}">${SCRIPT}</script>
</body>
</html>
`;
}

/** A text that is shown as it is. */
export function asText(text: string): string {
  const escaped = text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
  return `<pre>${escaped}</pre>`;
}

/** Only the content changes, so that the page stays where it is scrolled to. */
const SCRIPT = `
const plan = document.getElementById("plan");
window.addEventListener("message", ({ data }) => { plan.innerHTML = data; });
acquireVsCodeApi().postMessage({ kind: "ready" });
`;

const STYLE = `
body { padding: 0 16px 16px; background: var(--vscode-editor-background); color: var(--vscode-editor-foreground); font: var(--vscode-font-size, 13px)/1.5 var(--vscode-font-family, sans-serif); overflow-wrap: anywhere; }
ul { margin: 0; padding-left: 18px; }
p { margin: 14px 0 4px; }
li { margin: 1px 0; }
li::marker { color: var(--vscode-descriptionForeground); }
strong { font-weight: 600; }
code { font-family: var(--vscode-editor-font-family, monospace); color: var(--vscode-textPreformat-foreground); }
pre { white-space: pre-wrap; font-family: inherit; }
`;
