"""Section 3: reading a manifest."""

import json
import re
from datetime import datetime, timezone
from urllib.parse import urljoin

from .problems import ABSENT, Problems, member
from .read_ask import LANGUAGE, read_ask
from .read_policy import read_policy
from .render import web_address

MAX_BYTES = 524_288
MAX_DEPTH = 32
VERSION = r'(0|[1-9][0-9]{0,3})\.(0|[1-9][0-9]{0,3})'
INSTANT = r'([0-9]{4}-[0-9]{2}-[0-9]{2})T([0-9]{2}:[0-9]{2}:[0-9]{2})(?:\.([0-9]{1,9}))?(Z|[+-][0-9]{2}:[0-9]{2})'
TARGET = '[a-z0-9][a-z0-9-]{0,63}'


def is_too_deep(text: str) -> bool:
    depth = 0
    for mark in re.findall(r'"(?:[^"\\]|\\.)*"?|[\[\]{}]', text, re.DOTALL):
        depth += (mark in '[{') - (mark in ']}') if len(mark) == 1 and mark != '"' else 0
        if depth > MAX_DEPTH:
            return True
    return False


def parse(value: object, problems: Problems) -> object:
    text = value if isinstance(value, str) else json.dumps(value)
    if isinstance(value, str) and len(text.encode('utf8', 'surrogatepass')) > MAX_BYTES:
        return problems.add('', 'too_long')
    if is_too_deep(text):
        return problems.add('', 'too_deep')
    if not isinstance(value, str):
        return value

    def refuse(name: str) -> None:
        raise ValueError(name)

    try:
        return json.loads(text.removeprefix('\ufeff'), parse_constant=refuse)
    except ValueError:
        return problems.add('', 'not_json')


def time_of(text: str) -> float | None:
    """Epoch milliseconds."""
    found = re.fullmatch(INSTANT, text)
    try:
        day, time, fraction, zone = found.groups() if found else ('', '', '', '')
        at = datetime.fromisoformat(f'{day}T{time}' + zone.replace('Z', '+00:00'))
    except ValueError:
        return None
    return at.astimezone(timezone.utc).timestamp() * 1000 + int((fraction or '0').ljust(3, '0')[:3])


def address(path: str, value: object, problems: Problems) -> str | None:
    text = problems.text(path, value, 2_048)
    if text is not None and web_address(text) is None:
        return problems.add(path, 'wrong_form')
    return text


def read_manifest(value: object, url: str | None = None, now: float | None = None) -> dict:
    """The manifest, with what was ignored, or its problems."""
    problems = Problems()
    document = parse(value, problems)
    if not problems.list and not isinstance(document, dict):
        problems.add('', 'not_object')
    if problems.list:
        return {'ok': False, 'problems': problems.list}
    ignored: list[tuple[str, str]] = []
    manifest = read_members(document, url, now, problems, ignored)
    if problems.list:
        return {'ok': False, 'problems': problems.list}
    return {'ok': True, 'value': manifest, 'ignored': ignored}


def read_version(document: dict, problems: Problems) -> str | None:
    if 'askAi' not in document:
        return problems.add('askAi', 'missing')
    version = problems.text('askAi', document['askAi'], 9)
    if version is None:
        return None
    found = re.fullmatch(VERSION, version)
    if found and found[1] == '1':
        return version
    return problems.add('askAi', 'unsupported_version' if found else 'wrong_form')


def read_site(document: dict, problems: Problems) -> dict | None:
    if 'site' not in document:
        return problems.add('site', 'missing')
    site = document['site']
    if not isinstance(site, dict):
        return problems.add('site', 'not_object')
    for name in ('name', 'url'):
        if name not in site:
            problems.add(f'site.{name}', 'missing')
    read = {
        'name': problems.text('site.name', member(site, 'name'), 300),
        'url': address('site.url', member(site, 'url'), problems),
        'language': problems.text('site.language', member(site, 'language'), 35, LANGUAGE),
        'contact': problems.text('site.contact', member(site, 'contact'), 2_048, '(?i:mailto|https|tel):.*'),
    }
    return {name: text for name, text in read.items() if text is not None}


def read_members(document: dict, url: str | None, now: float | None, problems: Problems, ignored: list) -> dict:
    version = read_version(document, problems)
    if version is None:
        return {}
    site = read_site(document, problems)
    written = (site or {}).get('url')
    base = web_address(url if url is not None else written)
    origin = base.origin if base else None
    if written is not None and web_address(written).origin != origin:
        problems.add('site.url', 'foreign_origin')
    expires = problems.text('expires', member(document, 'expires'), 40)
    if expires is not None:
        at = time_of(expires)
        if at is None:
            problems.add('expires', 'wrong_form')
        elif now is not None and at <= now:
            problems.add('expires', 'expired')
    read = {'askAi': version, 'site': site, 'expires': expires}
    if 'policy' in document:
        read['policy'] = read_policy(document['policy'], problems, 'policy')
    read['prompts'] = read_prompts(document, origin, version != '1.0', problems, ignored)
    targets = document.get('targets', ABSENT)
    if targets is not ABSENT and not isinstance(targets, list):
        problems.add('targets', 'not_list')
    else:
        read['targets'] = problems.texts('targets', targets, 100, 64)
        for i, target in enumerate(read['targets'] or []):
            if not re.fullmatch(TARGET, target):
                problems.add(f'targets[{i}]', 'wrong_form')
    read['registry'] = address('registry', member(document, 'registry'), problems)
    read['next'] = read_next(document, origin, problems, ignored)
    return {name: one for name, one in read.items() if one is not None}


def read_prompts(document: dict, origin: str | None, is_later: bool, problems: Problems, ignored: list) -> list[dict]:
    prompts = document.get('prompts')
    prompts = [] if prompts is None else prompts
    if not isinstance(prompts, list):
        return problems.add('prompts', 'not_list') or []
    if len(prompts) > 1_000:
        return problems.add('prompts', 'too_many') or []
    asks: dict[str, dict] = {}
    for i, ask in enumerate(prompts):
        path = f'prompts[{i}]'
        wrong = read_ask(ask)
        for place, code in wrong:
            own = f'{path}.{place}' if place else path
            ignored.append((own, code)) if is_later else problems.add(own, code)
        if wrong:
            continue
        if 'url' in ask and web_address(ask['url']).origin != origin:
            ignored.append((f'{path}.url', 'foreign_origin'))
        elif ask['id'] in asks:
            problems.add(f'{path}.id', 'duplicate_id')
        else:
            asks[ask['id']] = ask
    return list(asks.values())


def read_next(document: dict, origin: str | None, problems: Problems, ignored: list) -> str | None:
    text = problems.text('next', member(document, 'next'), 2_048)
    if text is None or origin is None:
        return None
    is_path = text.startswith('/') and not text.startswith('//')
    url = web_address(urljoin(f'{origin}/', text) if is_path else text)
    if url is None:
        return problems.add('next', 'wrong_form')
    if url.origin != origin:
        ignored.append(('next', 'foreign_origin'))
        return None
    return url.href.split('#')[0]
