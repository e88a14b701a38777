"""Section 7.4: what a link carries, and whether its site published it."""

import re
from urllib.parse import unquote_to_bytes

from .digest import digest
from .path import Pattern, path_of
from .render import BUILT_IN, RenderError, parts_of, render, web_address
from .urls import parse_url

TAIL = re.compile(r'\n\nSource: (?!.*\n\nSource: )', re.DOTALL)


def prompt_of(href: str, template: str) -> str | None:
    """The prompt in a link of this template; None for another link."""
    own = parse_url(template.replace('{prompt}', 'PROMPT'))
    link = parse_url(href)
    if own is None or link is None or own.query is None:
        return None
    if (link.origin, link.path, link.user) != (own.origin, own.path, ''):
        return None
    name = next(pair.partition('=')[0] for pair in own.query.split('&') if pair.partition('=')[2] == 'PROMPT')
    for pair in (link.query or '').split('&'):
        key, _, value = pair.partition('=')
        if key == name:
            try:
                return unquote_to_bytes(value.replace('+', ' ')).decode('utf8')
            except UnicodeDecodeError:
                return None
    return None


def sources_of(prompt: str) -> list[str]:
    found = TAIL.search(prompt)
    lines = prompt[found.start() + 2 :].split('\n') if found else []
    return [line.removeprefix('Source: ') for line in lines if line.startswith('Source: ')]


def cut(template: str, filled: str) -> dict[str, str] | None:
    """The values that stood in the places of a template; None where its literals are not there."""
    parts = parts_of(template)
    if not filled.startswith(parts[0][0]):
        return None
    at = len(parts[0][0])
    values: dict[str, str] = {}
    for (_, name), (literal, _) in zip(parts, parts[1:]):
        end = filled.find(literal, at) if literal else len(filled)
        if name is None or end < 0:
            return None
        values.setdefault(name, filled[at:end])
        at = end + len(literal)
    return values if at == len(filled) else None
