"""Asks an MCP server with a client of Python: `python3 try_client.py mcp|fastmcp URL KEY TOOL ARGUMENTS`.

Prints what it saw as JSON. `--version` in place of URL prints the version of the client. Ends with 3 where the client is not
installed; `pip install mcp fastmcp` brings both.
"""

import asyncio
import contextlib
import importlib.metadata
import json
import sys

NOT_INSTALLED = 3


@contextlib.asynccontextmanager
async def mcp_client(url, key):
    import httpx2
    from mcp import Client
    from mcp.client.streamable_http import streamable_http_client

    async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {key}"} if key else {}) as http:
        async with Client(streamable_http_client(url, http_client=http)) as client:
            yield client


@contextlib.asynccontextmanager
async def fastmcp_client(url, key):
    from fastmcp import Client

    async with Client(url, auth=key or None) as client:
        yield client


CLIENTS = {"mcp": mcp_client, "fastmcp": fastmcp_client}


def listed(answer, field):
    """One of them answers the message of the protocol, the other the list in it."""
    return getattr(answer, field, answer)


async def attempt(name, url, key, tool, args):
    async with CLIENTS[name](url, key) as client:
        tools = listed(await client.list_tools(), "tools")
        answer = await client.call_tool(tool, args)
        resources = listed(await client.list_resources(), "resources")
        prompts = listed(await client.list_prompts(), "prompts")
        return {
            "tools": [tool.name for tool in tools],
            "text": json.dumps([getattr(item, "text", "") for item in answer.content]),
            "resources": [str(resource.uri) for resource in resources],
            "prompts": [prompt.name for prompt in prompts],
        }


def reasons(error):
    """The messages of an error that may be a group of others."""
    return [text for one in getattr(error, "exceptions", []) for text in reasons(one)] or [str(error)]


def main(name, url, *asked):
    try:
        version = importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        print(f"{name} is not installed for this Python")
        return NOT_INSTALLED
    if url == "--version":
        print(version)
        return 0
    key, tool, args = asked
    try:
        print(json.dumps(asyncio.run(attempt(name, url, key, tool, json.loads(args)))))
    except Exception as error:
        print("; ".join(reasons(error)))
        return 1
    return 0


sys.exit(main(*sys.argv[1:]))
