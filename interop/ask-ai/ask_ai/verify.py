"""Section 7.4: what a link carries, and whether its site published it."""

import re
from collections.abc import Iterator
from urllib.parse import parse_qsl

from .clean import clean
from .layers import evaluate_layers
from .links import USES, is_for_page
from .lint import lint
from .manifest import time_of
from .problems import Problems
from .read_ask import read_ask
from .read_policy import read_policy
from .render import CLAUSES, RenderError, parts_of, tail_of, web_address
from .urls import Url, parse_url

MAX_STEPS = 20_000
Pairs = list[tuple[str, str]]


def any_url(href: str) -> tuple[str, Url] | None:
    """The scheme of a link, and the link as if it were one of the web."""
    found = re.match(r'([A-Za-z][A-Za-z0-9+.-]*)://', href.strip())
    url = parse_url('https' + href.strip()[len(found[1]) :]) if found else None
    return (found[1].lower(), url) if url else None


def pairs_of(url: Url) -> Pairs:
    return parse_qsl(url.query or '', keep_blank_values=True, errors='replace')


def place_of(url: Url) -> tuple[str, str]:
    return url.name.removeprefix('www.'), url.path.removesuffix('/')


def templates(registry: dict) -> Iterator[tuple[str, str, Url, str, Pairs]]:
    """Target, scheme, address, parameter and other parameters of each template."""
    for target in registry['targets']:
        own = [method['template'] for method in target['methods'] if 'template' in method]
        for template in [*own, *target.get('aliases', [])]:
            read = any_url(template.replace('{prompt}', 'PROMPT'))
            if read:
                pairs = pairs_of(read[1])
                name = next(name for name, value in pairs if value == 'PROMPT')
                yield target['id'], *read, name, sorted(pair for pair in pairs if pair[0] != name)


def recognise(href: str, registry: dict) -> tuple[str, str, bool] | None:
    """The target of a link, its prompt, and whether the link says no more than that."""
    read = any_url(href) if len(href) <= 65_536 else None
    if read is None:
        return None
    scheme, url = read
    pairs = pairs_of(url)
    found = []
    for target, own, address, name, others in templates(registry):
        is_scheme = scheme == own or (scheme, own) == ('http', 'https')
        values = [value for key, value in pairs if key == name]
        if place_of(address) == place_of(url) and is_scheme and values:
            rest = sorted(pair for pair in pairs if pair[0] != name)
            is_plain = scheme == own and not url.fragment and not url.port and not url.user
            found.append((target, values[0], is_plain and len(values) == 1 and rest == others, others))
    best = next((one for one in found if one[2]), None) or next((one for one in found if one[3]), None)
    best = best or (found[0] if found else None)
    return best[:3] if best else None


def source_lines(text: str) -> list[str]:
    return [line.removeprefix('Source: ') for line in text.split('\n') if line.startswith('Source: ')]


def sources_in(prompt: str) -> list[str]:
    return (source_lines(prompt.rpartition('\n\n')[2]) or source_lines(prompt))[:50]


def has_tail(ask: dict, tail: str, page_url: str, limit: int | None) -> bool:
    text = re.search(r'^Text: (\S{1,2048})$', tail, re.MULTILINE)
    for language in [ask['language']] if 'language' in ask else CLAUSES:
        try:
            if tail_of(ask, {'url': page_url, 'language': language}, limit, text and text[1]) == tail:
                return True
        except RenderError:
            pass
    return False


class Words:
    """Finds the values with which a template gives a text."""

    def __init__(self, ask: dict, text: str) -> None:
        self.items: list[tuple[str, str]] = []
        for literal, name in parts_of(ask['template']):
            self.items += [('text', literal)] if literal else []
            self.items += [('value', name)] if name else []
        self.text = text
        self.longest = {name: one.get('maxLength', 500) for name, one in ask.get('variables', {}).items()}
        self.steps = MAX_STEPS

    def match(self, index: int, at: int, values: dict[str, str]) -> dict[str, str] | None:
        while index < len(self.items):
            kind, item = self.items[index]
            literal = item if kind == 'text' else values.get(item)
            if literal is None:
                return self.cut(index, at, values)
            if not self.text.startswith(literal, at):
                return None
            at += len(literal)
            index += 1
        return values if at == len(self.text) else None

    def cut(self, index: int, at: int, values: dict[str, str]) -> dict[str, str] | None:
        name = self.items[index][1]
        longest = self.longest.get(name, 500)
        for end in self.ends(index, at, values):
            self.steps -= 1
            if self.steps < 0 or end - at > longest:
                return None
            value = self.text[at:end]
            if clean(value) == value:
                found = self.match(index + 1, end, values | {name: value})
                if found is not None:
                    return found
        return None

    def ends(self, index: int, at: int, values: dict[str, str]) -> Iterator[int]:
        if index + 1 == len(self.items):
            if at < len(self.text):
                yield len(self.text)
            return
        kind, item = self.items[index + 1]
        literal = item if kind == 'text' else values.get(item, '')
        end = self.text.find(literal, at + 1)
        while end >= 0:
            yield end
            end = self.text.find(literal, end + 1)


def inputs_of(ask: dict, text: str, page_url: str, site: str | None) -> dict[str, str] | None:
    variables = ask.get('variables', {})
    defaults = {name: clean(one['default']) for name, one in variables.items() if 'default' in one}
    fixed = {'url': page_url} | ({} if site is None else {'site': site})
    words = Words(ask, text)
    found = words.match(0, 0, fixed | defaults)
    found = words.match(0, 0, fixed) if found is None else found
    if found is None:
        return None
    return {name: value for name, value in found.items() if name in variables and defaults.get(name) != value}


def find_ask(prompt: str, target: dict, manifest: dict, signals: dict) -> tuple[str, dict] | None:
    document, origin = manifest.get('document'), web_address(manifest.get('origin'))
    page_url = (sources_in(prompt) or [''])[0]
    page = web_address(page_url)
    body, gap, tail = prompt.rpartition('\n\n')
    if not isinstance(document, dict) or not gap or page is None or origin is None or page.origin != origin.origin:
        return None
    if len(prompt.encode('utf-16-le', 'surrogatepass')) > 32_000:
        return None
    site = document.get('site')
    name = site.get('name') if isinstance(site, dict) else None
    problems = Problems()
    policy = read_policy(document.get('policy', {}), problems)
    policy = {'rules': []} if problems.list or policy is None else policy
    prompts = document.get('prompts')
    for ask in prompts if isinstance(prompts, list) else []:
        if read_ask(ask) or not is_for_page(ask, page_url):
            continue
        use = USES.get(ask['intent'], 'answer')
        answer = evaluate_layers(policy, target['id'], use, page_url, target.get('agents', {}), signals)
        if has_tail(ask, tail, page_url, (answer['obligations'] or {}).get('maxExcerpt')):
            inputs = inputs_of(ask, body, page_url, clean(name) if isinstance(name, str) else None)
            if inputs is not None:
                return ask['id'], inputs
    return None


def is_void(document: object, now: str | None) -> bool:
    if not isinstance(document, dict):
        return True
    version = document.get('askAi', '1.0')
    if not isinstance(version, str) or not version.startswith('1.'):
        return True
    expires = document.get('expires')
    if now is None or expires is None:
        return False
    end = time_of(expires) if isinstance(expires, str) else None
    return end is None or end <= time_of(now)


def verify(href: str, manifest: dict | None, signals: dict, registry: dict, now: str | None = None) -> dict:
    read = recognise(href, registry)
    if read is None:
        return {'status': 'unrecognised', 'target': None, 'prompt': None, 'sources': [], 'findings': []}
    target, prompt, is_exact = read
    sources = sources_in(prompt)
    origins = [url.origin for url in map(web_address, sources) if url]
    findings = [rule for rule, _ in lint(prompt, origins, [], True)]
    result = {'status': 'unpublished', 'target': target, 'prompt': prompt, 'sources': sources, 'findings': findings}
    entry = next(one for one in registry['targets'] if one['id'] == target)
    is_given = is_exact and manifest and not is_void(manifest.get('document'), now)
    found = find_ask(prompt, entry, manifest, signals) if is_given else None
    if found is None:
        return result
    ask, inputs = found
    status = 'verified_with_input' if inputs else 'verified'
    return result | {'status': status, 'ask': ask} | ({'inputs': inputs} if inputs else {})
