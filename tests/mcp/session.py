"""A whole session of the official client with `loci mcp`: locked, unlocked, searched, fetched, proposed,
approved, found, revoked. The client itself holds every answer against the tool's output schema.

    python tests/mcp/session.py PATH/TO/loci
    python tests/mcp/session.py PATH/TO/loci --app HOME

The first makes a profile of its own in a temporary folder; a second `loci mcp`, which was given the passphrase,
holds the vault in place of the app. The second asks the app that is open and unlocked on HOME, with the samples
in it."""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
from contextlib import asynccontextmanager
from pathlib import Path

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

LOCI = str(Path(sys.argv[1]).resolve())
SAMPLES = str(Path(__file__).resolve().parents[2] / "assets" / "samples")
WORDS = "Blue herons nest on the Aldwick breach since 2024."
OPEN = {"LOCI_PASSPHRASE": "a quiet walk past seven lamps"}


def loci(home: str, *words: str, **extra: str) -> dict:
    """Runs a command, and gives what it prints."""
    run = subprocess.run(
        [LOCI, *words, "--json"], env=environment(home, **extra), capture_output=True, text=True
    )
    assert run.returncode == 0, (words, run.stdout, run.stderr)
    return json.loads(run.stdout)


def environment(home: str, **extra: str) -> dict:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LOCI_RUNTIME") if name in os.environ}
    return {**kept, "LOCI_HOME": home, "LOCI_KDF": "floor", **extra}


@asynccontextmanager
async def session(home: str, **extra: str):
    server = StdioServerParameters(command=LOCI, args=["mcp"], env=environment(home, **extra))
    async with stdio_client(server) as (reading, writing):
        async with ClientSession(reading, writing) as client:
            await client.initialize()
            yield client


def failed(result) -> bool:
    return getattr(result, "is_error", None) or getattr(result, "isError", False)


def structured(result) -> dict:
    assert not failed(result), result
    return getattr(result, "structured_content", None) or result.structuredContent


async def titles(client, query: str) -> list:
    found = structured(await client.call_tool("search", {"query": query}))
    return [hit["title"] for hit in found["results"]]


async def whole(home: str) -> None:
    loci(home, "vault", "create", **OPEN)
    loci(home, "ingest", SAMPLES, **OPEN)
    paired = loci(home, "agents", "pair", "Desk", "--scope", "read,propose", **OPEN)
    token = {"LOCI_AGENT_TOKEN": paired["token"]}

    async with session(home, **token) as desk:
        tools = (await desk.list_tools()).tools
        assert len(tools) == 15, tools
        locked = await desk.call_tool("search", {"query": "marsh"})
        assert failed(locked) and "unlock in the app" in locked.content[0].text, locked

    async with session(home, **OPEN) as holder:
        structured(await holder.call_tool("status", {}))
        await through(home, token)


async def through_the_app(home: str) -> None:
    paired = loci(home, "agents", "pair", "Desk", "--scope", "read,propose")
    await through(home, {"LOCI_AGENT_TOKEN": paired["token"]})


async def through(home: str, token: dict) -> None:
    """A session with whoever holds the vault."""
    async with session(home, **token) as desk:
        found = structured(await desk.call_tool("search", {"query": "how fast does the marsh grow"}))
        passage = next(hit for hit in found["results"] if hit["kind"] == "passage")
        read = structured(await desk.call_tool("fetch", {"id": passage["id"]}))
        assert passage["text"][:40] in read["text"] or read["text"], read
        outline = await desk.call_tool("document_outline", {"document": passage["id"].split("#")[0]})
        assert structured(outline)["headings"]
        for tool, arguments in [
            ("status", {}),
            ("timeline", {"limit": 5}),
            ("contradictions", {}),
            ("check_duplicate", {"text": WORDS}),
            ("kg_query", {"entity": "Aldwick Marsh"}),
        ]:
            structured(await desk.call_tool(tool, arguments))
        rooms = (await desk.list_resources()).resources
        assert rooms and str(rooms[0].uri).startswith("palace://"), rooms
        assert (await desk.read_resource(rooms[0].uri)).contents
        assert len((await desk.list_prompts()).prompts) == 2

        kept = structured(await desk.call_tool("remember", {"text": WORDS}))
        assert kept["waits"] and WORDS not in await titles(desk, WORDS)
        waiting = loci(home, "review", "list")["items"]
        node = next(item for item in waiting if item["name"] == WORDS)
        assert node["proposed_by"] == "Desk", node
        loci(home, "review", "approve", node["node_id"])
        assert WORDS in await titles(desk, "blue herons at the breach")

        loci(home, "agents", "revoke", "Desk")
        revoked = await desk.call_tool("search", {"query": "marsh"})
        assert failed(revoked) and "revoked" in revoked.content[0].text, revoked


if sys.argv[2:3] == ["--app"]:
    asyncio.run(through_the_app(sys.argv[3]))
else:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(whole(folder))
print("the official client's session: passed")
