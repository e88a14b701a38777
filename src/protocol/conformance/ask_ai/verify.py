"""Section 7.4: what a link carries, and whether its site published it."""

import re
from urllib.parse import unquote_to_bytes

from .digest import digest
from .links import is_for_page, sources_of
from .lint import lint
from .render import BUILT_IN, CLAUSES, RenderError, cleaned, clause_language, parts_of, render, web_address
from .urls import parse_url


def query_of(href: str) -> list[tuple[str, str]]:
    query = href.partition('#')[0].partition('?')[2]
    return [(name, value) for name, _, value in (pair.partition('=') for pair in query.split('&'))]


def prompt_of(href: str, template: str) -> str | None:
    """The prompt in a link of this template; None for another link."""
    name = next((name for name, value in query_of(template) if value == '{prompt}'), None)
    scheme = template.partition(':')[0]
    own, link = (parse_url(re.sub(f'^{scheme}:', 'https:', one)) for one in (template.replace('{prompt}', ''), href))
    if name is None or own is None or link is None or not href.lower().startswith(f'{scheme}:'):
        return None
    if (link.origin, link.path, link.user) != (own.origin, own.path, ''):
        return None
    for key, value in query_of(link.href):
        if key == name:
            try:
                return unquote_to_bytes(value.replace('+', ' ')).decode('utf8')
            except UnicodeDecodeError:
                return None
    return None


def recognised(href: str, registry: dict) -> tuple[str, str] | None:
    """The target of a link, and its prompt."""
    for target in registry['targets']:
        methods = [method['template'] for method in target['methods'] if 'template' in method]
        for template in [*methods, *target.get('aliases', [])]:
            prompt = prompt_of(href, template)
            if prompt is not None:
                return target['id'], prompt
    return None


def tail_lines(prompt: str) -> list[str]:
    """The lines behind the last empty line."""
    return prompt.rpartition('\n\n')[2].split('\n') if '\n\n' in prompt else []


def cut(template: str, filled: str) -> dict[str, str] | None:
    """The values that stood in the places of a template; None where its literals are not there."""
    parts = parts_of(template)
    if not filled.startswith(parts[0][0]):
        return None
    at = len(parts[0][0])
    values: dict[str, str] = {}
    for (_, name), (literal, follows) in zip(parts, parts[1:]):
        is_end = follows is None and literal == ''
        end = len(filled) if is_end else filled.find(literal, at)
        if name is None or end < 0:
            return None
        values.setdefault(name, filled[at:end])
        at = end + len(literal)
    return values


def excerpt_limit(line: str, language: str) -> int | None:
    before, _, after = CLAUSES[language]['excerpt'].partition('{n}')
    found = re.fullmatch(f'{re.escape(before)}([0-9]{{1,7}}){re.escape(after)}', line)
    return int(found[1]) if found else None


def published(ask: dict, site: dict, prompt: str) -> dict[str, str] | None:
    """The inputs that differ from the defaults, where the ask renders to this prompt; None where it does not."""
    filled, _, tail = prompt.rpartition('\n\n')
    lines = tail.split('\n')
    try:
        values = cut(ask['template'], filled)
    except RenderError:
        return None
    if values is None or ('digest' in ask and ask['digest'] != digest(ask)):
        return None
    text = next((line.removeprefix('Text: ') for line in lines if line.startswith('Text: ')), None)
    inputs = {name: value for name, value in values.items() if name not in BUILT_IN}
    languages = [values['language']] if 'language' in values else [None, *CLAUSES]
    for language in languages:
        page = {'url': lines[0].removeprefix('Source: '), 'title': values.get('title'), 'site': site['name'], 'language': language}
        limit = excerpt_limit(lines[-1], clause_language(ask.get('language') or language))
        try:
            if render(ask, page, inputs, limit, text) == prompt:
                variables = ask.get('variables', {})
                return {name: value for name, value in inputs.items() if cleaned(variables[name].get('default'), 2_000) != value}
        except RenderError:
            continue
    return None


def verify(href: str, manifest: dict | None, registry: dict) -> dict:
    found = recognised(href, registry)
    if found is None:
        return {'status': 'unrecognised', 'sources': [], 'findings': []}
    target, prompt = found
    sources = [line.removeprefix('Source: ') for line in tail_lines(prompt) if line.startswith('Source: ')]
    page = web_address(sources[0]) if sources else None
    names = [manifest['site']['name']] if manifest else []
    origins = [url.origin for url in map(web_address, sources) if url]
    result = {
        'status': 'unpublished', 'target': target, 'prompt': prompt, 'sources': sources,
        'findings': [rule for rule, _ in lint(prompt, origins, names, True)],
    }  # fmt: skip
    own = web_address(manifest['site']['url']) if manifest else None
    if own is None or page is None or own.origin != page.origin:
        return result
    for ask in manifest.get('prompts', []):
        inputs = published(ask, manifest['site'], prompt) if is_for_page(ask, sources[0]) else None
        if inputs is not None:
            status = 'verified_with_input' if inputs else 'verified'
            return result | {'status': status, 'ask': ask['id'], 'inputs': inputs}
    return result
