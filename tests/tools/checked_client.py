"""A client that reads strictly: every message is held against the types of the protocol before anybody sees it."""

import collections
import enum
import json
import queue
import time

from client import CONTENT_MODIFIED, Server
from lsprotocol import converters, types

REQUEST_FAILED = -32803
CONVERTER = converters.get_converter()
REQUEST_TYPES = {method: found[0] for method, found in types.METHOD_TO_TYPES.items()}
RESPONSE_TYPES = {method: found[1] for method, found in types.METHOD_TO_TYPES.items()}
# What a server may send before it has answered `initialize`.
EARLY = {"window/showMessage", "window/logMessage", "telemetry/event", "window/showMessageRequest"}
# What a client must have announced before a server may ask for it.
ANNOUNCED = {
    "workspace/configuration": ("workspace", "configuration"),
    "workspace/applyEdit": ("workspace", "applyEdit"),
    "workspace/diagnostic/refresh": ("workspace", "diagnostics", "refreshSupport"),
    "workspace/inlayHint/refresh": ("workspace", "inlayHint", "refreshSupport"),
    "workspace/codeLens/refresh": ("workspace", "codeLens", "refreshSupport"),
    "workspace/semanticTokens/refresh": ("workspace", "semanticTokens", "refreshSupport"),
    "window/workDoneProgress/create": ("window", "workDoneProgress"),
    "window/showDocument": ("window", "showDocument", "support"),
    # The registration itself names what must be dynamic.
    "client/registerCapability": ("workspace", "didChangeWatchedFiles", "dynamicRegistration"),
    "client/unregisterCapability": ("workspace", "didChangeWatchedFiles", "dynamicRegistration"),
}


# What the two completion plugins of Neovim announce, as far as it differs from what is below.
PLUGINS = {
    "nvim-cmp": {
        "insertReplaceSupport": True,
        "commitCharactersSupport": True,
        "deprecatedSupport": True,
        "preselectSupport": True,
        "resolveSupport": {"properties": ["documentation", "detail", "additionalTextEdits"]},
    },
    "blink.cmp": {
        "insertReplaceSupport": True,
        "commitCharactersSupport": False,
        "deprecatedSupport": True,
        "preselectSupport": False,
        "insertTextModeSupport": {"valueSet": [1]},
        "resolveSupport": {"properties": ["documentation", "detail", "additionalTextEdits"]},
    },
}


def capabilities_of(plugin):
    """Those of Neovim with this plugin."""
    able = capabilities("utf-8", False)
    able["textDocument"]["completion"]["completionItem"].update(PLUGINS[plugin])
    able["textDocument"]["completion"].update({"contextSupport": True, "insertTextMode": 1})
    return able


def capabilities(unit, pulls):
    """What a full-grown client can do; one that counts columns in `unit`, and asks for diagnostics if it `pulls`."""
    markdown = ["markdown", "plaintext"]
    document = {
        "synchronization": {"didSave": True},
        "completion": {
            "completionItem": {
                "snippetSupport": True,
                "documentationFormat": markdown,
                "labelDetailsSupport": True,
                "insertTextModeSupport": {"valueSet": [1, 2]},
                "tagSupport": {"valueSet": [1]},
            }
        },
        "hover": {"contentFormat": markdown},
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "codeAction": {
            "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["", "quickfix", "refactor", "source"]}},
            "isPreferredSupport": True,
            "dataSupport": True,
            "resolveSupport": {"properties": ["edit"]},
        },
        "rename": {"prepareSupport": True},
        "publishDiagnostics": {
            "relatedInformation": True,
            "versionSupport": True,
            "codeDescriptionSupport": True,
            "dataSupport": True,
            "tagSupport": {"valueSet": [1, 2]},
        },
        "callHierarchy": {},
    }
    if pulls:
        document["diagnostic"] = {"relatedDocumentSupport": True}
    return {
        # UTF-16 must be there; what is there besides it must be taken.
        "general": {"positionEncodings": [unit] if unit == "utf-16" else [unit, "utf-16"]},
        "textDocument": document,
        "workspace": {
            "workspaceEdit": {"documentChanges": True, "resourceOperations": ["create", "rename", "delete"]},
            "diagnostics": {"refreshSupport": True},
            "inlayHint": {"refreshSupport": True},
            "codeLens": {"refreshSupport": True},
            "workspaceFolders": True,
        },
    }


class CheckedServer(Server):
    """A server whose violations are counted, each with a word on where."""

    def __init__(self, command, folder, environment, able):
        self.violations = collections.Counter()
        self.able = able
        self.pending = {}
        self.answered = set()
        self.has_answered_initialize = False
        super().__init__(command, folder, environment, able)

    def violation(self, text):
        self.violations[text] += 1

    def results(self, many):
        """The results of many requests; None where the server refused, which it may with these codes only."""
        results = []
        for question, answer in zip(many, self._answers(many)):
            while answer.get("error", {}).get("code") == CONTENT_MODIFIED:
                (answer,) = self._answers([question])
            if "error" in answer:
                method, code = question[0], answer["error"]["code"]
                if code != REQUEST_FAILED or not answer["error"]["message"]:
                    self.violation(f"{method}: error {answer['error']}")
            results.append(answer.get("result"))
        return results

    def _send(self, message):
        if "method" in message and "id" in message:
            self.pending[message["id"]] = message["method"]
        super()._send(message)

    def _read(self):
        try:
            while (message := self._read_one()) is not None:
                self._check(message)
                self.messages.put((time.perf_counter(), message))
        except Exception as fault:
            self.violation(f"framing: {type(fault).__name__}: {str(fault)[:90]}")
        self.messages.put((time.perf_counter(), None))

    def _read_one(self):
        output, headers = self.process.stdout, {}
        while True:
            line = output.readline()
            if not line:
                return None
            if line == b"\r\n":
                break
            if not line.endswith(b"\r\n") or b": " not in line:
                self.violation(f"framing: header {line[:40]!r}")
                continue
            name, value = line[:-2].decode("ascii").split(": ", 1)
            headers[name.lower()] = value
        return json.loads(output.read(int(headers["content-length"])).decode("utf-8"))

    def _check(self, message):
        if message.get("jsonrpc") != "2.0":
            self.violation("jsonrpc is not '2.0'")
        if "method" in message:
            self._check_call(message)
        else:
            self._check_answer(message)

    def _check_call(self, message):
        method = message["method"]
        if method not in REQUEST_TYPES:
            if not method.startswith("$/"):
                self.violation(f"a method that is not in the protocol: {method}")
            return
        if types.message_direction(method) == "clientToServer":
            self.violation(f"a method of clients: {method}")
        if not self.has_answered_initialize and method not in EARLY:
            self.violation(f"before the answer to initialize: {method}")
        if "id" in message and not self._announced(method):
            self.violation(f"the client has not announced it: {method}")
        self._check_type(message, REQUEST_TYPES[method], method)

    def _check_answer(self, message):
        if ("result" in message) == ("error" in message):
            self.violation("an answer needs a result or an error, and has both or neither")
        number = message.get("id")
        method = self.pending.pop(number, None)
        if method is None:
            self.violation(f"an answer {'again' if number in self.answered else 'to nobody'}: {number!r}")
            return
        self.answered.add(number)
        self.has_answered_initialize |= method == "initialize"
        if "result" in message and method in RESPONSE_TYPES:
            self._check_type(message, RESPONSE_TYPES[method], method)

    def _announced(self, method):
        able = self.able
        for name in ANNOUNCED.get(method, ("no such capability",)):
            able = able.get(name) if isinstance(able, dict) else None
        return bool(able)

    def _check_type(self, message, wanted, what):
        try:
            understood = CONVERTER.structure(message, wanted)
        except Exception as fault:
            for leaf in leaves(fault):
                self.violation(f"{what}: {leaf}")
            return
        for difference in differences(message, CONVERTER.unstructure(understood, wanted)):
            self.violation(f"{what}{difference}")


def differences(sent, understood, path=""):
    """What was sent and is not what a reader of the specification understands; indexes are left out, to count alike."""
    if isinstance(understood, enum.Enum):
        understood = understood.value
    if isinstance(sent, dict) and isinstance(understood, dict):
        for key in sent:
            if key in understood:
                yield from differences(sent[key], understood[key], f"{path}.{key}")
            elif sent[key] is not None:
                yield f"{path}.{key}: not in the protocol"
    elif isinstance(sent, list) and isinstance(understood, (list, tuple)):
        if len(sent) != len(understood):
            yield f"{path}: length"
        for one, other in zip(sent, understood):
            yield from differences(one, other, f"{path}[]")
    elif type(sent) is not type(understood) and not (both_numbers(sent, understood) or sent is None):
        yield f"{path}: sent {sent!r}, means {understood!r}"
    elif sent != understood:
        yield f"{path}: sent {sent!r}, means {understood!r}"


def both_numbers(one, other):
    return all(isinstance(it, (int, float)) and not isinstance(it, bool) for it in (one, other))


def leaves(fault):
    if isinstance(fault, BaseExceptionGroup):
        for inner in fault.exceptions:
            yield from leaves(inner)
    else:
        yield f"{type(fault).__name__}: {str(fault)[:110]}"
