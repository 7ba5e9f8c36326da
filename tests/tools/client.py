"""A language server as a child process: requests, notifications, and what it publishes. No library is needed."""

import json
import queue
import subprocess
import threading
import time
from pathlib import Path

# What both tools say they can do, so that the server answers as it answers VS Code.
CAPABILITIES = {
    "textDocument": {
        "completion": {
            "completionItem": {
                "snippetSupport": True,
                "documentationFormat": ["markdown"],
                "insertReplaceSupport": False,
            }
        },
        "hover": {"contentFormat": ["markdown"]},
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "publishDiagnostics": {"relatedInformation": True, "versionSupport": True},
    },
    "workspace": {},
}

CONTENT_MODIFIED = -32801


class Server:
    """A running server that has been told of one open folder."""

    def __init__(self, command, folder, environment, capabilities=CAPABILITIES):
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
        )
        self.said = b""
        self.messages = queue.Queue()
        # When the message that was taken last was there, before it was read.
        self.arrived = 0.0
        self.published = {}
        self.last_id = 0
        threading.Thread(target=self._read, daemon=True).start()
        self.listener = threading.Thread(target=self._listen, daemon=True)
        self.listener.start()
        root = Path(folder).as_uri()
        self.initialized = self.request(
            "initialize",
            {
                "processId": None,
                "rootUri": root,
                "workspaceFolders": [{"uri": root, "name": "folder"}],
                "capabilities": capabilities,
            },
        )
        self.notify("initialized", {})

    def notify(self, method, params):
        self._send({"method": method, "params": params})

    def request(self, method, params):
        """The result of one request; asks again while the text is being worked on."""
        while True:
            (answer,) = self._answers([(method, params)])
            if "error" not in answer:
                return answer["result"]
            if answer["error"]["code"] != CONTENT_MODIFIED:
                return answer["error"]

    def requests(self, many):
        """The results or errors of many requests, sent at once, in their order."""
        return [answer.get("result", answer.get("error")) for answer in self._answers(many)]

    def wait_published(self, uri, version):
        """The diagnostics of this version of a document."""
        self.wait_for(lambda: self.published.get(uri, {}).get("version") == version)
        return self.published[uri]["diagnostics"]

    def wait_for(self, holds):
        """Takes what the server says until something `holds`."""
        while not holds():
            self._handle(self._next())

    def wait_for_folder(self):
        """Until the folder is read: whether what is opened before is analyzed once or twice is chance."""
        self.request("azml-ls/workspace", {})

    def end(self):
        """Shuts the server down; returns what it wrote to standard error."""
        self.request("shutdown", None)
        self.notify("exit", None)
        self.process.wait(120)
        self.listener.join()
        return self.said.decode()

    def _answers(self, many):
        wanted = []
        for method, params in many:
            self.last_id += 1
            wanted.append(self.last_id)
            self._send({"id": self.last_id, "method": method, "params": params})
        answers = {}
        while len(answers) < len(wanted):
            message = self._next()
            if "method" in message:
                self._handle(message)
            elif message.get("id") in wanted:
                answers[message["id"]] = message
        return [answers[number] for number in wanted]

    def _handle(self, message):
        method = message.get("method")
        if method is not None and "id" in message:
            asks_settings = method == "workspace/configuration"
            result = [None] * len(message["params"]["items"]) if asks_settings else None
            self._send({"id": message["id"], "result": result})
        elif method == "textDocument/publishDiagnostics":
            self.published[message["params"]["uri"]] = message["params"]

    def _next(self):
        self.arrived, message = self.messages.get()
        if message is None:
            raise SystemExit("the server ended:\n" + self.said.decode())
        return message

    def _send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def _listen(self):
        self.said = self.process.stderr.read()

    def _read(self):
        output = self.process.stdout
        while True:
            length = None
            for line in iter(output.readline, b""):
                if not line.strip():
                    break
                name, value = line.split(b":", 1)
                if name.lower() == b"content-length":
                    length = int(value)
            if length is None:
                self.messages.put((time.perf_counter(), None))
                return
            body = output.read(length)
            self.messages.put((time.perf_counter(), json.loads(body)))


class ConfiguredServer(Server):
    """A server whose questions for settings are answered."""

    def __init__(self, command, folder, environment, settings, capabilities=CAPABILITIES):
        self.settings = settings
        able = {**capabilities, "workspace": {**capabilities["workspace"], "configuration": True}}
        super().__init__(command, folder, environment, able)
        if settings:
            self.notify("workspace/didChangeConfiguration", {"settings": settings})

    def _handle(self, message):
        if message.get("method") == "workspace/configuration":
            sections = [item.get("section") for item in message["params"]["items"]]
            self._send({"id": message["id"], "result": [(self.settings or {}).get(it) for it in sections]})
        else:
            super()._handle(message)
