"""A whole session of the official client with `loci mcp`: locked, unlocked, searched, fetched, proposed,
approved, found, revoked. The client itself holds every answer against the tool's output schema.

    python tests/mcp/session.py PATH/TO/loci
    python tests/mcp/session.py PATH/TO/loci --window HOME

The first makes a profile of its own in a temporary folder; a second `loci mcp`, which was given the passphrase,
holds the vault in place of the app, and the terminal does what the person does. The second asks the app that is
open on HOME, locked, with the samples in it, under the token in LOCI_AGENT_TOKEN; it prints how far it is, and
reads a line before it goes on: tests/assistant.rs is the person in the window."""

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
        await is_locked(desk)
    async with session(home, **OPEN) as holder:
        structured(await holder.call_tool("status", {}))
        async with session(home, **token) as desk:
            await reads(desk)
            await proposes(desk)
            waiting = loci(home, "review", "list")["items"]
            node = next(item for item in waiting if item["name"] == WORDS)
            assert node["proposed_by"] == "Desk", node
            loci(home, "review", "approve", node["node_id"])
            await finds(desk)
            loci(home, "agents", "revoke", "Desk")
            await is_revoked(desk)


async def with_the_window(home: str) -> None:
    async with session(home, LOCI_AGENT_TOKEN=os.environ["LOCI_AGENT_TOKEN"]) as desk:
        await is_locked(desk)
        await person("locked")
        await reads(desk)
        await proposes(desk)
        await person("proposed")
        await finds(desk)
        await person("found")
        await is_revoked(desk)
        print("revoked", flush=True)


async def person(step: str) -> None:
    """Says how far it is, and waits until the person has done their part."""
    print(step, flush=True)
    assert await asyncio.to_thread(sys.stdin.readline), "the person has left"


async def is_locked(desk) -> None:
    tools = (await desk.list_tools()).tools
    assert len(tools) == 15, tools
    locked = await desk.call_tool("search", {"query": "marsh"})
    said = locked.content[0].text.lower()
    assert failed(locked) and "unlock" in said and "in the app" in said, locked


async def reads(desk) -> None:
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


async def proposes(desk) -> None:
    kept = structured(await desk.call_tool("remember", {"text": WORDS}))
    assert kept["waits"] and WORDS not in await titles(desk, WORDS)


async def finds(desk) -> None:
    assert WORDS in await titles(desk, "blue herons at the breach")


async def is_revoked(desk) -> None:
    revoked = await desk.call_tool("search", {"query": "marsh"})
    assert failed(revoked) and "revoked" in revoked.content[0].text, revoked


if sys.argv[2:3] == ["--window"]:
    asyncio.run(with_the_window(sys.argv[3]))
else:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(whole(folder))
    print("the official client's session: passed")
