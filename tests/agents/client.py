"""Lists and calls everything that `azml-ls mcp` has, with the official client for Python, in the current folder.

The client checks every message against the protocol, and structured results against their schemas. Both ways to
begin are tried: the handshake, and the revision without one.
"""

import asyncio
import sys

from mcp import MCPError, StdioServerParameters
from mcp.client import Client

SWEEP = """$schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
type: sweep
early_stopping: {type: median_stopping}
"""

CALLS = [
    ("check", {}, "cluster-min-nodes"),
    ("check", {"paths": ["computes"], "level": "warning", "limit": 1}, "left out: "),
    ("check", {"path": "new.yml", "text": SWEEP}, "did you mean `early_termination`?"),
    ("explain", {"rule": "cluster-min-nodes"}, "min_instances"),
    ("plan", {"path": "jobs/sweep.yml"}, "trials"),
    ("cost", {}, "Paid every month"),
    ("complete", {"path": "new.yml", "text": SWEEP, "line": 2, "column": 7}, "sweep"),
    ("new", {"kind": "pipeline-job"}, "type: pipeline"),
    ("new", {"kind": "sweep-job", "path": "new.yml"}, "type: sweep"),
]

HOSTILE = [
    ("check", {"paths": ["../x.yml"]}),
    ("check", {"paths": ["/etc/passwd"]}),
    ("check", {"paths": "computes"}),
    ("check", {"path": "a\0b.yml"}),
    ("check", {"unknown": 1}),
    ("explain", {}),
    ("explain", {"rule": "x" * 100_000}),
    ("plan", {"path": "computes"}),
    ("complete", {"path": "jobs/sweep.yml", "line": -1}),
    ("new", {"kind": "sweep-job", "path": "jobs/sweep.yml"}),
    ("new", {"kind": "sweep-job", "path": "../new.yml"}),
]


def text(result):
    return "".join(block.text for block in result.content)


async def session(server, mode):
    async with Client(server, mode=mode) as client:
        tools = (await client.list_tools()).tools
        names = [tool.name for tool in tools]
        assert names == ["check", "explain", "plan", "cost", "complete", "new"], names
        assert [tool.name for tool in tools if not tool.annotations.read_only_hint] == ["new"]
        for name, arguments, expected in CALLS:
            if mode != "legacy" and "path" in arguments and name == "new":
                continue  # The first session has written it.
            result = await client.call_tool(name, arguments)
            assert not result.is_error, (name, text(result))
            assert expected in text(result), (name, text(result))
            assert isinstance(result.structured_content, dict), name
        for name, arguments in HOSTILE:
            result = await client.call_tool(name, arguments)
            assert result.is_error, (name, arguments, text(result))
        try:
            await client.call_tool("no-such-tool", {})
            raise AssertionError("a tool that there isn't")
        except MCPError:
            pass
        resources = (await client.list_resources()).resources
        for resource in resources:
            contents = (await client.read_resource(str(resource.uri))).contents
            assert contents[0].text, resource
        templates = (await client.list_resource_templates()).resource_templates
        assert len(templates) == 2, templates
        for uri in ["azml://rules/unknown-key", "azml://kinds/job/sweep"]:
            assert (await client.read_resource(uri)).contents[0].text, uri
        revision = client.protocol_version
    calls = len(CALLS) + len(HOSTILE)
    print(f"client, revision {revision}: {len(tools)} tools, {calls} calls, {len(resources)} resources, 2 templates")


async def main():
    server = StdioServerParameters(command=sys.argv[1], args=["mcp"])
    for mode in ["legacy", "auto"]:
        await session(server, mode)


asyncio.run(main())
