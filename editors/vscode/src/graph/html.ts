// The page as text. No network, no inline handlers: one script and one style sheet, both by nonce.

export interface Page {
  readonly script: string;
  readonly nonce: string;
}

export function pageOf({ script, nonce }: Page): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'">
<title>Pipeline graph</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<div id="canvas"></div>
<div id="map" hidden aria-hidden="true"><div id="map-picture" inert></div><div id="sight"></div></div>
<div id="tools" role="toolbar" aria-label="Graph">${SEARCH}${BUTTONS}</div>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>
`;
}

const SEARCH = `<input id="search" type="search" placeholder="Find a step" aria-label="Find a step" title="Find a step (Ctrl+F); Enter goes to the next one">`;

/** Each says what it does in its name, and tells the page by its id. */
const BUTTONS = [
  ["zoom-out", "−", "Zoom out"],
  ["zoom-in", "+", "Zoom in"],
  ["fit", "Fit", "Fit the graph into the panel"],
  ["svg", "SVG", "Save the graph as SVG"],
  ["png", "PNG", "Save the graph as PNG"],
]
  .map(([id, label, title]) => `<button id="${id}" title="${title}" aria-label="${title}">${label}</button>`)
  .join("");

const STYLE = `
#tools { position: fixed; right: 12px; bottom: 12px; display: flex; gap: 1px; opacity: 0.9; }
#tools[hidden] { display: none; }
#tools button { min-width: 28px; height: 26px; padding: 0 7px; border: 1px solid var(--vscode-widget-border, transparent); font: 12px var(--vscode-font-family, sans-serif); color: var(--vscode-button-secondaryForeground); background: var(--vscode-button-secondaryBackground); cursor: pointer; }
#tools input { width: 110px; height: 26px; box-sizing: border-box; margin-right: 4px; padding: 0 6px; border: 1px solid var(--vscode-input-border, var(--vscode-widget-border, transparent)); font: 12px var(--vscode-font-family, sans-serif); color: var(--vscode-input-foreground); background: var(--vscode-input-background); }
#tools input:focus { outline: 1px solid var(--vscode-focusBorder); }
#tools button:hover { background: var(--vscode-button-secondaryHoverBackground); }
#tools button:focus-visible { outline: 1px solid var(--vscode-focusBorder); }
#map { position: fixed; right: 12px; top: 12px; overflow: hidden; border: 1px solid var(--vscode-widget-border, var(--vscode-charts-lines)); background: var(--vscode-editor-background); opacity: 0.9; cursor: pointer; }
#map[hidden] { display: none; }
#map svg { display: block; width: 100%; height: 100%; }
#map text, #map .edge { display: none; }
#map .box > rect { stroke-width: 10; }
#sight { position: absolute; box-sizing: border-box; border: 1px solid var(--vscode-focusBorder); background: var(--vscode-editor-selectionBackground); opacity: 0.5; }
body { padding: 0; margin: 0; background: var(--vscode-editor-background); color: var(--vscode-foreground); }
html { scroll-padding: 16px 16px 52px; }
#canvas svg { display: block; }
#canvas { padding: 8px 8px 42px; font: 12px var(--vscode-font-family, sans-serif); }
text { fill: var(--vscode-editor-foreground); text-anchor: middle; }
.name { font-weight: 600; }
.about { font-size: 11px; fill: var(--vscode-descriptionForeground); }
.group > .name { text-anchor: start; }
rect { fill: var(--vscode-editorWidget-background); stroke: var(--vscode-charts-foreground); stroke-width: 1.2; }
.group > rect { fill: none; stroke-dasharray: 2 2; }
.input > rect { stroke: var(--vscode-charts-blue); }
.output > rect { stroke: var(--vscode-charts-green); }
.on-cluster > rect { stroke: var(--vscode-charts-purple); stroke-width: 2; }
.on-machine > rect { stroke: var(--vscode-problemsWarningIcon-foreground); stroke-width: 2; }
.on-serverless > rect { stroke: var(--vscode-charts-yellow); stroke-width: 2; }
.on-other > rect { stroke: var(--vscode-charts-lines); stroke-width: 2; }
.remote > rect { stroke-dasharray: 2 3; }
.node.broken > rect { stroke: var(--vscode-errorForeground); stroke-dasharray: 5 4; }
[role=link] { cursor: pointer; }
[role=link]:focus { outline: none; }
[role=link]:focus > rect, [role=link]:hover > rect { stroke: var(--vscode-focusBorder); }
.edge path { fill: none; stroke: var(--vscode-editor-foreground); opacity: 0.55; }
.edge path.wide { stroke: transparent; stroke-width: 9; }
.edge text { font-size: 10px; fill: var(--vscode-descriptionForeground); paint-order: stroke; stroke: var(--vscode-editor-background); stroke-width: 3px; }
.edge.broken path:not(.wide) { stroke: var(--vscode-errorForeground); stroke-dasharray: 5 4; opacity: 1; }
.edge.broken text { fill: var(--vscode-errorForeground); }
.few .edge text { display: none; }
.edge:hover path:not(.wide), .edge.pointed path:not(.wide) { opacity: 1; stroke-width: 2; }
.edge:hover text, .edge.pointed text { display: inline; fill: var(--vscode-editor-foreground); }
.arrow { fill: var(--vscode-editor-foreground); }
.arrow.broken { fill: var(--vscode-errorForeground); }
.node.here > rect { stroke: var(--vscode-focusBorder); stroke-width: 3; }
.node.found > rect { fill: var(--vscode-editor-findMatchHighlightBackground); stroke: var(--vscode-focusBorder); stroke-width: 2; }
.searching .node:not(.found) { opacity: 0.35; }
.vscode-high-contrast .node > rect { fill: var(--vscode-editor-background); }
.vscode-high-contrast .edge path:not(.wide) { opacity: 1; }
`;
