"""Section 2: where the manifest of a page is, and what policy its elements state."""

import re
from urllib.parse import urljoin

from .render import web_address

MAX_HEADER = 8_192
TARGET = re.compile(r'[\s,]*<([^>]*)>')
PARAMETER = re.compile(r"\s*;\s*([\w!#$%&'*+.^`|~-]+)?(?:\s*=\s*(?:\"((?:[^\"\\]|\\.)*)\"|([^\s\",;]*)))?")


def is_ask_ai(rel: object) -> bool:
    words = re.split(r'[\t\n\f\r ]+', rel.lower()) if isinstance(rel, str) else []
    return any(one == 'ask-ai' or (one.startswith('https://') and one.endswith('/rel/ask-ai')) for one in words)


def header_links(header: str) -> list[tuple[str, str]]:
    links: list[tuple[str, str]] = []
    if len(header) > MAX_HEADER:
        return links
    found = TARGET.match(header)
    while found:
        end, rel = found.end(), None
        one = PARAMETER.match(header, end)
        while one:
            end = one.end()
            if rel is None and (one[1] or '').lower() == 'rel':
                rel = one[2] if one[2] is not None else one[3] or ''
            one = PARAMETER.match(header, end)
        links.append((found[1].strip(), rel or ''))
        found = TARGET.match(header, end)
    return links


def of_origin(href: object, page: str) -> str | None:
    if not isinstance(href, str):
        return None
    try:
        joined = urljoin(page, href)
    except ValueError:
        return None
    url, own = web_address(joined), web_address(page)
    return url.href.partition('#')[0] if url and own and url.origin == own.origin else None


def find_manifest(page: dict) -> dict | None:
    own = web_address(page.get('url'))
    if own is None:
        return None
    named = next((href for href, rel in header_links(page.get('linkHeader', '')) if is_ask_ai(rel)), None)
    element = next((one for one in page.get('links', []) if is_ask_ai(one.get('rel'))), {})
    for href, by in ((named, 'link_header'), (element.get('href'), 'link_element')):
        url = of_origin(href, page['url'])
        if url:
            return {'url': url, 'by': by}
    return {'url': f'{own.origin}/.well-known/ask-ai.json', 'by': 'well_known'}


def policy_of_metas(metas: list[dict]) -> str | None:
    stated = [
        one['content']
        for one in metas
        if one.get('name', '').strip().lower() == 'ask-policy' and isinstance(one.get('content'), str)
    ]
    return ', '.join(stated) or None
