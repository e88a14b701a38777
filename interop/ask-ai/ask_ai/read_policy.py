"""Section 6.1: reading an Ask Policy."""

from .policy import TERMS, USES
from .problems import Problems, below, is_whole, member
from .render import web_address

ATTRIBUTIONS = ('required', 'requested', 'none')


def read_policy(value: object, problems: Problems, parent: str = '') -> dict | None:
    """The policy with lists everywhere and without what is not known."""
    if not isinstance(value, dict):
        return problems.add(parent, 'not_object')
    terms = read_terms(value, parent, problems)
    stated = value.get('rules') if value.get('rules') is not None else []
    path = below(parent, 'rules')
    if not isinstance(stated, list):
        return problems.add(path, 'not_list')
    if len(stated) > 500:
        return problems.add(path, 'too_many')
    rules = [read_rule(rule, f'{path}[{i}]', problems) for i, rule in enumerate(stated)]
    rules = [rule for rule in rules if rule is not None]
    if sum(len(rule['path']) for rule in rules) > 1_000:
        return problems.add(path, 'too_many')
    return terms | {'rules': rules}


def read_rule(value: object, parent: str, problems: Problems) -> dict | None:
    if not isinstance(value, dict):
        return problems.add(parent, 'not_object')
    patterns = problems.texts(f'{parent}.path', member(value, 'path'), 1_000, 4_096)
    patterns = ['/'] if patterns is None else patterns
    for i, pattern in enumerate(patterns):
        if pattern[0] not in '/*':
            problems.add(f'{parent}.path[{i}]' if isinstance(value['path'], list) else f'{parent}.path', 'wrong_form')
    targets = problems.texts(f'{parent}.targets', member(value, 'targets'), 100, 64)
    uses = {}
    for name in ('allow', 'deny'):
        tokens = problems.texts(f'{parent}.{name}', member(value, name), 50, 64) or []
        uses[name] = [token for token in tokens if token == '*' or token in USES]
    rule = {'path': patterns, 'targets': ['*'] if targets is None else targets} | uses
    return rule | read_terms(value, parent, problems)


def read_terms(value: dict, parent: str, problems: Problems) -> dict:
    attribution = problems.one_of(below(parent, 'attribution'), member(value, 'attribution'), ATTRIBUTIONS)
    excerpt = value.get('maxExcerpt')
    if 'maxExcerpt' in value:
        path = below(parent, 'maxExcerpt')
        if not is_whole(excerpt):
            excerpt = problems.add(path, 'not_integer')
        elif not 0 <= excerpt <= 1_000_000:
            excerpt = problems.add(path, 'out_of_range')
    place = below(parent, 'license')
    license = problems.text(place, member(value, 'license'), 2_048)
    if license is not None and web_address(license) is None:
        license = problems.add(place, 'wrong_form')
    stated = dict(zip(TERMS, (attribution, excerpt, license)))
    return {name: term for name, term in stated.items() if term is not None}
