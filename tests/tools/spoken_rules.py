"""What the specification of LSP demands in words, and types do not: where ranges lie, what may overlap, what was announced."""

import itertools
import re
from pathlib import Path
from urllib.parse import unquote, urlparse

# A tab stop without a closing bracket, or a `$` that no snippet knows.
BROKEN_SNIPPET = re.compile(r"(?<!\\)\$(?![\w{])")


def order(position):
    return position["line"], position["character"]


class Judge:
    """Reads answers as a client that trusts the specification does, and counts what it could not have understood."""

    def __init__(self, server, able, unit, texts):
        self.server = server
        self.able = able
        self.unit = unit
        self.lines = {uri: split_lines(text) for uri, text in texts.items()}
        can = server.initialized["capabilities"]
        actions = can.get("codeActionProvider")
        self.resolves = isinstance(actions, dict) and actions.get("resolveProvider", False)
        self.action_kinds = actions.get("codeActionKinds", []) if isinstance(actions, dict) else []
        self.legend = can["semanticTokensProvider"]["legend"]
        self.demand(can.get("positionEncoding", "utf-16") == unit, "the unit of columns is not the one that was offered")
        self.what = ""

    def demand(self, holds, text):
        if not holds:
            self.server.violation(text)

    def answer(self, method, params, answer):
        """Looks at one answer; an empty one is always allowed."""
        self.what = method
        if answer is None or answer == []:
            return
        uri = params.get("textDocument", {}).get("uri")
        name = method.removeprefix("textDocument/").replace("/", "_")
        getattr(self, f"on_{name}")(uri, params, answer)

    # Places -------------------------------------------------------------------------------------

    def text_lines(self, uri):
        """The lines of a document; of one on disk if it is not open; none for what is not there."""
        if uri not in self.lines:
            path = Path(unquote(urlparse(uri).path))
            self.demand(uri.startswith("file:///"), f"{self.what}: a strange address {uri}")
            self.lines[uri] = split_lines(path.read_text()) if path.is_file() else None
        return self.lines[uri]

    def position(self, uri, position):
        lines = self.text_lines(uri)
        if lines is None:
            return self.demand(order(position) == (0, 0), f"{self.what}: a place in a file that is not there")
        if not self.demand_line(lines, position):
            return None
        column, line = position["character"], lines[position["line"]]
        self.demand(column in self.columns(line), f"{self.what}: a column inside a character or behind its line")
        return None

    def demand_line(self, lines, position):
        holds = position["line"] < len(lines)
        self.demand(holds, f"{self.what}: a line that is not there")
        return holds

    def columns(self, line):
        """The columns between characters of a line."""
        if self.unit == "utf-32":
            return range(len(line) + 1)
        step = (lambda c: len(c.encode())) if self.unit == "utf-8" else (lambda c: 1 + (ord(c) > 0xFFFF))
        return {0, *itertools.accumulate(map(step, line))}

    def range(self, uri, found):
        self.position(uri, found["start"])
        self.position(uri, found["end"])
        self.demand(order(found["start"]) <= order(found["end"]), f"{self.what}: a range that ends before it starts")

    def contains(self, outer, inner, text):
        inside = order(outer["start"]) <= order(inner["start"]) and order(inner["end"]) <= order(outer["end"])
        self.demand(inside, f"{self.what}: {text}")

    def around(self, found, position, text):
        self.contains(found, {"start": position, "end": position}, text)

    # Edits --------------------------------------------------------------------------------------

    def apart(self, ranges):
        ranges = sorted(ranges, key=lambda it: (order(it["start"]), order(it["end"])))
        for one, other in itertools.pairwise(ranges):
            self.demand(order(one["end"]) <= order(other["start"]), f"{self.what}: edits overlap")

    def edits(self, uri, edits):
        for edit in edits:
            self.range(uri, edit["range"])
        self.apart([edit["range"] for edit in edits])

    def workspace_edit(self, edit):
        self.demand("changes" not in edit or "documentChanges" not in edit, f"{self.what}: changes of two forms")
        for uri, edits in edit.get("changes", {}).items():
            self.edits(uri, edits)
        for change in edit.get("documentChanges", []):
            if "kind" in change:
                allowed = self.able["workspace"]["workspaceEdit"]["resourceOperations"]
                self.demand(change["kind"] in allowed, f"{self.what}: {change['kind']} of a file")
                if change["kind"] == "create":
                    self.lines.setdefault(change["uri"], [""])
                continue
            uri, version = change["textDocument"]["uri"], change["textDocument"].get("version")
            self.demand(version in (1, None), f"{self.what}: version {version} of a document")
            self.edits(uri, change["edits"])

    # Answers ------------------------------------------------------------------------------------

    def diagnostics(self, uri, found):
        self.what = "diagnostics"
        tags = self.able["textDocument"]["publishDiagnostics"]["tagSupport"]["valueSet"]
        for one in found:
            self.range(uri, one["range"])
            self.demand(one["message"].strip(), "diagnostics: an empty message")
            self.demand(set(one.get("tags", [])) <= set(tags), "diagnostics: a tag that was not announced")
            link = one.get("codeDescription", {}).get("href", "https://")
            self.demand(link.startswith("https://"), f"diagnostics: a page at {link}")
            for related in one.get("relatedInformation", []):
                self.range(related["location"]["uri"], related["location"]["range"])

    def on_linkedEditingRange(self, uri, params, answer):
        ranges = answer["ranges"]
        for found in ranges:
            self.range(uri, found)
        self.apart(ranges)
        lengths = {found["end"]["character"] - found["start"]["character"] for found in ranges}
        self.demand(len(lengths) == 1, f"{self.what}: ranges of unequal length")
        place = order(params["position"])
        touched = any(order(found["start"]) <= place <= order(found["end"]) for found in ranges)
        self.demand(touched, f"{self.what}: no range is at the position")

    def on_formatting(self, uri, params, answer):
        self.edits(uri, answer)

    def on_hover(self, uri, params, answer):
        self.demand(answer["contents"]["value"].strip(), "hover: an empty card")
        if "range" in answer:
            self.range(uri, answer["range"])
            self.around(answer["range"], params["position"], "a range away from the cursor")

    def on_completion(self, uri, params, answer):
        items = answer["items"] if isinstance(answer, dict) else answer
        able = self.able["textDocument"]["completion"]["completionItem"]
        modes = able.get("insertTextModeSupport", {}).get("valueSet", [])
        for item in items:
            mode = item.get("insertTextMode")
            self.demand(mode is None or mode in modes, f"completion: the mode {mode} was not announced")
            self.demand(item.get("insertTextFormat") != 2 or able["snippetSupport"], "completion: a snippet for nobody")
            self.demand(item["label"].strip(), "completion: an empty label")
            edit = item.get("textEdit")
            if edit:
                self.range(uri, edit["range"])
                one_line = edit["range"]["start"]["line"] == edit["range"]["end"]["line"]
                self.demand(one_line, "completion: an edit of several lines")
                self.around(edit["range"], params["position"], "an edit away from the cursor")
            more = item.get("additionalTextEdits", [])
            self.edits(uri, more + ([edit] if edit else []))
            text = edit["newText"] if edit else item.get("insertText", item["label"])
            if item.get("insertTextFormat") == 2:
                self.demand(not BROKEN_SNIPPET.search(text), f"completion: a broken snippet {text!r}")
        labels = [(item["label"], item.get("sortText"), item.get("detail")) for item in items]
        self.demand(len(labels) == len(set(labels)), "completion: the same entry twice")

    def locations(self, answer):
        for place in answer if isinstance(answer, list) else [answer]:
            if "targetUri" in place:
                self.range(place["targetUri"], place["targetRange"])
                self.contains(place["targetRange"], place["targetSelectionRange"], "a selection outside its target")
            else:
                self.range(place["uri"], place["range"])

    def on_definition(self, _uri, _params, answer):
        self.locations(answer)

    def on_references(self, _uri, _params, answer):
        self.locations(answer)
        places = [(it["uri"], order(it["range"]["start"]), order(it["range"]["end"])) for it in answer]
        self.demand(len(places) == len(set(places)), "references: a place twice")

    def on_documentHighlight(self, uri, _params, answer):
        for found in answer:
            self.range(uri, found["range"])

    def on_prepareRename(self, uri, params, answer):
        found = answer.get("range", answer)
        if "start" in found:
            self.range(uri, found)
            self.around(found, params["position"], "a name away from the cursor")

    def on_rename(self, _uri, _params, answer):
        self.workspace_edit(answer)

    def on_prepareCallHierarchy(self, _uri, _params, answer):
        for item in answer:
            self.call_item(item)

    def call_item(self, item):
        self.range(item["uri"], item["range"])
        self.contains(item["range"], item["selectionRange"], "a selection outside its item")

    def on_callHierarchy_incomingCalls(self, _uri, _params, answer):
        for call in answer:
            self.call_item(call["from"])
            for found in call["fromRanges"]:
                self.range(call["from"]["uri"], found)

    def on_callHierarchy_outgoingCalls(self, _uri, params, answer):
        for call in answer:
            self.call_item(call["to"])
            for found in call["fromRanges"]:
                self.range(params["item"]["uri"], found)

    def on_selectionRange(self, uri, params, answer):
        self.demand(len(answer) == len(params["positions"]), "selectionRange: not one for each position")
        for found, position in zip(answer, params["positions"]):
            self.around(found["range"], position, "a selection away from the cursor")
            while found:
                self.range(uri, found["range"])
                parent = found.get("parent")
                if parent:
                    self.contains(parent["range"], found["range"], "a parent that does not contain its child")
                found = parent

    def on_codeAction(self, _uri, _params, answer):
        for action in answer:
            kind = action.get("kind", "")
            known = any(kind == it or kind.startswith(it + ".") for it in self.action_kinds)
            self.demand(known, f"codeAction: the kind {kind} was not announced")
            self.workspace_edit(action.get("edit", {}))
            for one in action.get("diagnostics", []):
                self.demand(one["message"], "codeAction: a diagnostic without message")

    def on_codeAction_resolve(self, _uri, params, answer):
        self.demand("edit" in answer, "codeAction/resolve: no edit")
        for key, value in params.items():
            self.demand(answer.get(key) == value, f"codeAction/resolve: `{key}` is another")
        self.workspace_edit(answer.get("edit", {}))

    def on_documentSymbol(self, uri, _params, answer):
        for symbol in answer:
            self.demand(symbol["name"].strip(), "documentSymbol: an empty name")
            self.range(uri, symbol["range"])
            self.contains(symbol["range"], symbol["selectionRange"], "a selection outside its symbol")
            for child in symbol.get("children", []):
                self.contains(symbol["range"], child["range"], "a child outside its parent")
            self.on_documentSymbol(uri, _params, symbol.get("children", []))

    def on_foldingRange(self, uri, _params, answer):
        for fold in answer:
            self.demand(fold["startLine"] <= fold["endLine"] < len(self.lines[uri]), "foldingRange: lines out of order")

    def on_documentLink(self, uri, _params, answer):
        for link in answer:
            self.range(uri, link["range"])
            self.demand("target" in link and urlparse(link["target"]).scheme, "documentLink: no target")
        self.apart([link["range"] for link in answer])

    def on_codeLens(self, uri, _params, answer):
        for lens in answer:
            self.range(uri, lens["range"])
            same = lens["range"]["start"]["line"] == lens["range"]["end"]["line"]
            self.demand(same, "codeLens: a range of several lines")
            self.demand(lens["command"]["title"].strip(), "codeLens: an empty title")

    def on_inlayHint(self, uri, params, answer):
        for hint in answer:
            self.position(uri, hint["position"])
            self.around(params["range"], hint["position"], "a hint outside the range that was asked for")

    def on_semanticTokens_full(self, uri, params, answer):
        self.tokens(uri, answer["data"], params.get("range"))

    def on_semanticTokens_range(self, uri, params, answer):
        self.tokens(uri, answer["data"], params["range"])

    def tokens(self, uri, data, within):
        self.demand(len(data) % 5 == 0, "semanticTokens: not five numbers each")
        line = column = end = 0
        for new_lines, start, length, kind, modifiers in fives(data):
            column, line = (start if new_lines else column + start), line + new_lines
            end = 0 if new_lines else end
            self.demand(column >= end, "semanticTokens: two overlap")
            self.demand(length > 0 and kind < len(self.legend["tokenTypes"]), "semanticTokens: no length or no name")
            self.demand(modifiers >> len(self.legend["tokenModifiers"]) == 0, "semanticTokens: a modifier without name")
            end = column + length
            found = {"start": {"line": line, "character": column}, "end": {"line": line, "character": end}}
            self.range(uri, found)
            if within:
                touches = order(found["start"]) <= order(within["end"]) and order(within["start"]) <= order(found["end"])
                self.demand(touches, "semanticTokens: outside the range that was asked for")

    def on_workspace_symbol(self, _uri, _params, answer):
        for symbol in answer:
            self.demand(symbol["name"].strip(), "workspace/symbol: an empty name")
            self.locations(symbol["location"])


def fives(data):
    return zip(*[iter(data)] * 5)


def split_lines(text):
    """Lines as the protocol counts them."""
    return re.split(r"\r\n|\r|\n", text)
