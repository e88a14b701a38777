"""Section 4: reading a Cited Ask."""

import re

from .characters import category
from .clean import clean
from .digest import canonical
from .problems import Problems, is_whole, member
from .render import BUILT_IN, RenderError, parts_of

INTENTS = ('ask', 'explain', 'compare', 'summarize', 'translate', 'quote')
AUTHORS = ('human', 'machine', 'machine-reviewed')
ID = '[a-z0-9][a-z0-9-]*'
LANGUAGE = '[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*'
DIGEST = 'sha-256=:[A-Za-z0-9+/]{43}=:'
INSTANT = r'[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?(?:Z|[+-][0-9]{2}:[0-9]{2})'
NAME = '[A-Za-z][A-Za-z0-9_]{0,31}'


def read_ask(value: object) -> list[tuple[str, str]]:
    """What is wrong with a Cited Ask."""
    problems = Problems()
    if not isinstance(value, dict):
        return [('', 'not_object')]
    for name in ('id', 'intent', 'template'):
        if name not in value:
            problems.add(name, 'missing')
    problems.text('id', member(value, 'id'), 64, ID)
    problems.one_of('intent', member(value, 'intent'), INTENTS)
    problems.text('label', member(value, 'label'), 120)
    problems.text('language', member(value, 'language'), 35, LANGUAGE)
    problems.text('digest', member(value, 'digest'), 60, DIGEST)
    names = read_variables(value, problems)
    read_template(value, names, problems)
    problems.https('url', member(value, 'url'))
    path = problems.text('path', member(value, 'path'), 1_024)
    if path is not None and path[0] not in '/*':
        problems.add('path', 'wrong_form')
    if 'url' in value and 'path' in value:
        problems.add('path', 'url_and_path')
    read_sources(value, problems)
    read_targets(value, problems)
    read_provenance(value, problems)
    try:
        canonical(value)
    except ValueError:
        problems.add('', 'not_canonical')
    return problems.list


def read_variables(ask: dict, problems: Problems) -> set[str]:
    variables = ask.get('variables', {})
    if not isinstance(variables, dict):
        problems.add('variables', 'not_object')
        return set()
    if len(variables) > 20:
        problems.add('variables', 'too_many')
        return set(variables)
    for name, variable in variables.items():
        path = f'variables.{name[:40]}'
        if not re.fullmatch(NAME, name):
            problems.add(path, 'wrong_form')
        elif name in BUILT_IN:
            problems.add(path, 'built_in')
        if isinstance(variable, dict):
            read_variable(path, variable, problems)
        else:
            problems.add(path, 'not_object')
    return set(variables)


def read_variable(path: str, variable: dict, problems: Problems) -> None:
    problems.text(f'{path}.label', member(variable, 'label'), 120)
    longest = variable.get('maxLength', 500)
    if not is_whole(longest) or not 1 <= longest <= 2_000:
        problems.add(f'{path}.maxLength', 'not_length')
        longest = 2_000
    default = problems.text(f'{path}.default', member(variable, 'default'), 4_000)
    if default is not None:
        if clean(default) == '':
            problems.add(f'{path}.default', 'empty')
        if len(clean(default)) > longest:
            problems.add(f'{path}.default', 'value_too_long')


def read_template(ask: dict, names: set[str], problems: Problems) -> None:
    template = problems.text('template', member(ask, 'template'), 2_000)
    if template is None:
        return
    if any(category(char) in ('Cc', 'Cs') and char != '\n' for char in template):
        problems.add('template', 'control_character')
    if re.search(r'(?:^|[\n\r\u2028\u2029])Source:', template):
        problems.add('template', 'source_line')
    try:
        used = {name for _, name in parts_of(template) if name}
    except RenderError:
        return problems.add('template', 'stray_brace')
    for _ in used - set(BUILT_IN) - names:
        problems.add('template', 'missing_variable')


def listed(ask: dict, name: str, most: int, problems: Problems) -> list:
    value = ask.get(name, [])
    if not isinstance(value, list):
        problems.add(name, 'not_list')
    elif len(value) > most:
        problems.add(name, 'too_many')
    else:
        return value
    return []


def read_sources(ask: dict, problems: Problems) -> None:
    for i, source in enumerate(listed(ask, 'sources', 10, problems)):
        path = f'sources[{i}]'
        if not isinstance(source, dict):
            problems.add(path, 'not_object')
            continue
        if 'url' not in source:
            problems.add(f'{path}.url', 'missing')
        problems.https(f'{path}.url', member(source, 'url'))
        problems.text(f'{path}.title', member(source, 'title'), 300)
        problems.https(f'{path}.license', member(source, 'license'))


def read_targets(ask: dict, problems: Problems) -> None:
    for i, target in enumerate(listed(ask, 'targets', 50, problems)):
        problems.text(f'targets[{i}]', target, 64, ID)


def read_provenance(ask: dict, problems: Problems) -> None:
    if 'provenance' not in ask:
        return
    provenance = ask['provenance']
    if not isinstance(provenance, dict):
        return problems.add('provenance', 'not_object')
    problems.one_of('provenance.author', member(provenance, 'author'), AUTHORS)
    problems.text('provenance.tool', member(provenance, 'tool'), 100)
    problems.text('provenance.updated', member(provenance, 'updated'), 40, INSTANT)
