"""Section 7.2: the link that takes a Cited Ask to a target."""

import re

from .layers import evaluate_layers
from .lint import lint
from .path import Pattern, path_of
from .render import RenderError, parts_of, render, web_address

UNRESERVED = re.compile(rb'[A-Za-z0-9._~-]')
USES = {'summarize': 'summarize', 'translate': 'summarize', 'quote': 'quote'}
INPUT = '…'


def encode(prompt: str) -> str:
    return ''.join(chr(octet) if UNRESERVED.match(bytes([octet])) else f'%{octet:02X}' for octet in prompt.encode())


def is_for_page(ask: dict, url: str) -> bool:
    if 'url' in ask:
        own, page = web_address(ask['url']), web_address(url)
        return own is not None and page is not None and own.href == page.href
    if 'path' not in ask:
        return True
    path = path_of(url)
    return path is not None and Pattern(ask['path']).matches(path)


def sources_of(ask: dict, page: dict) -> list[str]:
    urls = [web_address(url) for url in (page['url'], *(one['url'] for one in ask.get('sources', [])))]
    return [url.origin for url in urls if url]


def written_by_site(ask: dict, page: dict, inputs: dict, limit: object, text_url: str | None, prompt: str) -> str:
    """The prompt with the defaults in place of what the reader typed, and an ellipsis where there is none."""
    if not inputs:
        return prompt
    variables = ask.get('variables', {})
    names = {name for _, name in parts_of(ask['template']) if name in variables}
    own = {name: INPUT for name in names if 'default' not in variables[name]}
    return render(ask, page, own, limit, text_url)


def refused(reason: str, **more: object) -> dict:
    return {'kind': 'refused', 'reason': reason, **more}


def build(ask: dict, target: str, page: dict, inputs: dict, policy: dict, signals: dict, text_url: str | None, registry: dict) -> dict:
    entry = next((one for one in registry['targets'] if one['id'] == target), None)
    if entry is None:
        return refused('unknown_target')
    if not is_for_page(ask, page['url']):
        return refused('other_page')
    use = USES.get(ask['intent'], 'answer')
    answer = evaluate_layers(policy, target, use, page['url'], entry.get('agents', {}), signals)
    if answer['decision'] == 'deny':
        return refused('policy_denied', decision='deny')
    limit = (answer['obligations'] or {}).get('maxExcerpt')
    try:
        prompt = render(ask, page, inputs, limit, text_url)
        words = written_by_site(ask, page, inputs, limit, text_url, prompt)
    except RenderError as error:
        return refused('render', error=error.args[0])
    findings = lint(words, sources_of(ask, page), [page['site']], True)
    rules = [rule for rule, _ in findings]
    if any(level == 'error' for _, level in findings):
        return refused('lint', findings=rules)
    common = {'prompt': prompt, 'decision': answer['decision'], 'findings': rules}
    return opened(entry, registry, encode(prompt)) | common


def opened(entry: dict, registry: dict, encoded: str) -> dict:
    web = fitting(entry, registry, 'link', encoded)
    app = fitting(entry, registry, 'app', encoded)
    found = {} if app is None else {'app': app[1]}
    if web is None:
        substitute = {'substitute': entry['substitute']} if 'substitute' in entry else {}
        return found | substitute | {'kind': 'copy', 'href': entry['home'], 'submits': 'never', 'mobile': 'unknown'}
    method, href = web
    return found | {'kind': 'link', 'href': href, 'submits': method['submits'], 'mobile': method.get('mobile', 'unknown')}


def fitting(entry: dict, registry: dict, kind: str, encoded: str) -> tuple[dict, str] | None:
    for method in entry['methods']:
        if method['type'] == kind and method['status'] != 'broken':
            href = method['template'].replace('{prompt}', encoded)
            if len(href) <= method.get('maxUrlLength', registry['maxUrlLength']):
                return method, href
    return None
