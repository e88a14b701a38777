"""Section 4: rendering a Cited Ask."""

import json
import re
from pathlib import Path

from .clean import clean
from .urls import Url, parse_url

CLAUSES = json.loads((Path(__file__).resolve().parents[3] / 'src' / 'protocol' / 'data' / 'clauses.json').read_text('utf8'))['languages']
PART = re.compile(r'\{\{|\}\}|\{([A-Za-z][A-Za-z0-9_]{0,31})\}|([{}])')
BUILT_IN = ('url', 'title', 'site', 'language')
MAX_VALUE = 500
MAX_RAW = 20_000
MAX_URL = 2_048


class RenderError(ValueError):
    """Its argument is the name of the error."""


def web_address(text: object) -> Url | None:
    """An http or https address without credentials."""
    if not isinstance(text, str) or len(text) > MAX_URL:
        return None
    url = parse_url(text)
    return None if url is None or url.user or len(url.href) > MAX_URL else url


def parts_of(template: str) -> list[tuple[str, str | None]]:
    """Literal texts, each with the name of the value behind it; the last has none."""
    parts: list[tuple[str, str | None]] = []
    literal = ''
    at = 0
    for found in PART.finditer(template):
        literal += template[at : found.start()]
        at = found.end()
        if found[2]:
            raise RenderError('stray_brace')
        if found[1]:
            parts.append((literal, found[1]))
            literal = ''
        else:
            literal += found[0][0]
    return [*parts, (literal + template[at:], None)]


def cleaned(raw: object, longest: int) -> str | None:
    """None for a value that is not there, or has nothing to see."""
    if raw is None:
        return None
    if not isinstance(raw, str):
        raise RenderError('invalid_value')
    if len(raw.encode('utf-16-le', 'surrogatepass')) // 2 > MAX_RAW:
        raise RenderError('value_too_long')
    value = clean(raw)
    if len(value) > longest:
        raise RenderError('value_too_long')
    return value or None


def value_of(name: str, ask: dict, page: dict, inputs: dict) -> str:
    if name == 'url':
        url = web_address(page.get('url'))
        if url is None:
            raise RenderError('invalid_value')
        return url.href
    if name in BUILT_IN:
        raw = page.get(name) if name != 'language' else page.get('language') or ask.get('language')
        value = cleaned(raw, MAX_VALUE)
    else:
        variable = ask.get('variables', {}).get(name)
        if variable is None:
            raise RenderError('missing_variable')
        longest = variable.get('maxLength', MAX_VALUE)
        value = cleaned(inputs.get(name), longest) or cleaned(variable.get('default'), longest)
    if value is None:
        raise RenderError('missing_variable')
    return value


def clause_language(tag: str | None) -> str:
    subtags = (tag or '').lower().split('-')
    while subtags:
        if '-'.join(subtags) in CLAUSES:
            return '-'.join(subtags)
        subtags.pop()
        if subtags and len(subtags[-1]) == 1:
            subtags.pop()
    return 'en'


def tail_of(ask: dict, page: dict, limit: object = None, text_url: str | None = None) -> str:
    source = web_address(page.get('url'))
    if source is None:
        raise RenderError('invalid_url')
    text = None if text_url is None else web_address(text_url)
    if text_url is not None and (text is None or text.origin != source.origin):
        raise RenderError('foreign_text_url')
    others = [web_address(one.get('url')) for one in ask.get('sources', [])]
    if None in others:
        raise RenderError('invalid_url')
    if limit is not None and not (isinstance(limit, int) and limit >= 0):
        raise RenderError('invalid_excerpt_limit')
    clauses = CLAUSES[clause_language(ask.get('language') or page.get('language'))]
    first, *further = dict.fromkeys([source.href, *(one.href for one in others)])
    lines = [f'Source: {first}']
    if text is not None and text.href != source.href:
        lines.append(f'Text: {text.href}')
    lines += [f'Source: {url}' for url in further]
    lines.append(clauses['citation'])
    if limit is not None:
        lines.append(clauses['excerpt'].replace('{n}', str(limit)))
    return '\n'.join(lines)


def render(ask: dict, page: dict, inputs: dict | None = None, limit: object = None, text_url: str | None = None) -> str:
    """Raises RenderError for what cannot be rendered."""
    template = ask['template']
    parts = parts_of(template)
    if any(0xD800 <= ord(char) <= 0xDFFF for char in template):
        raise RenderError('invalid_template')
    values = {name: value_of(name, ask, page, inputs or {}) for _, name in parts if name}
    tail = tail_of(ask, page, limit, text_url)
    filled = ''.join(literal + (values[name] if name else '') for literal, name in parts)
    return f'{filled}\n\n{tail}'
