"""JupyterLab's side of jupyter-lsp: starts a Jupyter server, looks for azml-ls in its list of language servers, and
opens a file through its web socket. Runs in an environment that has jupyter-lsp and the wheel, in an empty folder."""

import asyncio
import json
import os
import pathlib
import subprocess
import sys

from tornado.httpclient import AsyncHTTPClient
from tornado.websocket import websocket_connect

TOKEN = "only-here"
TEXT = "type: amlcompute\nname: cpu\nmin_instances: 2\nmax_instances: 4\n"


async def main():
    here = pathlib.Path.cwd()
    options = ["--no-browser", "--port=0", f"--IdentityProvider.token={TOKEN}", f"--ServerApp.root_dir={here}"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.append("--allow-root")
    environment = {**os.environ, "JUPYTER_RUNTIME_DIR": str(here / "runtime"), "JUPYTER_CONFIG_DIR": str(here / "config")}
    with open(here / "log.txt", "w") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", "jupyter_server", *options], env=environment, stdout=log, stderr=log
        )
    try:
        address = await asyncio.wait_for(started(server, here / "runtime"), 120)
        await asyncio.wait_for(session(address, here), 120)
    except Exception:
        print((here / "log.txt").read_text()[-3000:], file=sys.stderr)
        raise
    finally:
        server.terminate()
        server.wait(60)


async def started(server, runtime):
    """The address that it writes down when it listens."""
    while server.poll() is None:
        for file in runtime.glob("jpserver-*.json"):
            try:
                return json.loads(file.read_text())["url"]
            except ValueError:
                pass  # Half written.
        await asyncio.sleep(0.1)
    raise RuntimeError("the Jupyter server has ended")


async def session(address, here):
    answer = await AsyncHTTPClient().fetch(f"{address}lsp/status?token={TOKEN}")
    status = json.loads(answer.body)
    spec = status["specs"]["azml-ls"]
    assert status["sessions"]["azml-ls"]["status"] == "not_started", status["sessions"]
    assert spec["languages"] == ["yaml"] and "text/yaml" in spec["mime_types"], spec
    socket = await websocket_connect(f"{address.replace('http', 'ws', 1)}lsp/ws/azml-ls?token={TOKEN}")

    async def send(method, params, **more):
        await socket.write_message(json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}))

    async def until(wanted):
        while True:
            message = json.loads(await socket.read_message())
            if wanted(message):
                return message

    await send("initialize", {"processId": None, "rootUri": here.as_uri(), "capabilities": {}}, id=1)
    answer = await until(lambda message: message.get("id") == 1)
    await send("initialized", {})
    document = {"uri": (here / "cpu.yml").as_uri(), "languageId": "yaml", "version": 1, "text": TEXT}
    await send("textDocument/didOpen", {"textDocument": document})
    published = await until(lambda message: message.get("method") == "textDocument/publishDiagnostics")
    rules = [found["code"] for found in published["params"]["diagnostics"]]
    assert "cluster-min-nodes" in rules, published
    print(f"lists {spec['display_name']}; a session found {', '.join(rules)}")


asyncio.run(main())
