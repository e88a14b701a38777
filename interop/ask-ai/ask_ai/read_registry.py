"""Section 7.1: a registry of one's own."""

import re

from .problems import ABSENT, Problems, below, is_whole, member
from .render import web_address

ID = r'[a-z0-9][a-z0-9-]*'
DAY = r'[0-9]{4}-[0-9]{2}-[0-9]{2}'
RESERVED = 'https? wss? ftp javascript vbscript data file blob filesystem about view-source'.replace(' ', '|')
SCHEME = rf'(?!(?:{RESERVED})$)[a-z][a-z0-9+.-]*'


def is_https(text: str) -> bool:
    url = web_address(text)
    return text.startswith('https://') and url is not None and url.scheme == 'https'


def is_template(text: str, schemes: list[str]) -> bool:
    rest = text.replace('{prompt}', '', 1)
    if not re.fullmatch('[!-~]+', text) or rest == text or re.search(r'[{}#\\]', rest):
        return False
    if not re.search(r'[?&][A-Za-z0-9_.-]{1,40}=\{prompt\}(?=&|$)', text):
        return False
    scheme, _, behind = rest.partition('://')
    authority = re.split('[/?]', behind)[0]
    if not authority or '@' in authority:
        return False
    return is_https(rest) if scheme == 'https' else scheme in schemes


class Reader:
    """One object while it is read."""

    def __init__(self, members: dict, path: str, problems: Problems) -> None:
        self.members, self.path, self.problems = members, path, problems

    def place(self, name: str) -> str:
        return below(self.path, name)

    def need(self, *names: str) -> None:
        for name in names:
            if name not in self.members:
                self.problems.add(self.place(name), 'missing')

    def checked(self, path: str, value: object, longest: int, code: str, is_right: object) -> str | None:
        text = self.problems.text(path, value, longest)
        if text is None or is_right(text):
            return text
        self.problems.add(path, code)
        return None

    def text(self, name: str, longest: int, form: str = '.*') -> str | None:
        return self.problems.text(self.place(name), member(self.members, name), longest, f'(?s:{form})')

    def https(self, name: str) -> None:
        self.checked(self.place(name), member(self.members, name), 2_000, 'not_https', is_https)

    def items(self, name: str, most: int) -> list[tuple[object, str]]:
        value = member(self.members, name)
        if value is ABSENT:
            return []
        if not isinstance(value, list) or len(value) > most:
            self.problems.add(self.place(name), 'too_many' if isinstance(value, list) else 'not_list')
            return []
        return [(item, f'{self.place(name)}[{at}]') for at, item in enumerate(value)]

    def texts(self, name: str, most: int, longest: int, code: str, is_right: object) -> list[str]:
        found: list[str] = []
        for item, path in self.items(name, most):
            text = self.checked(path, item, longest, code, is_right)
            if text in found:
                self.problems.add(path, 'duplicate')
            elif text is not None:
                found.append(text)
        return found

    def formed(self, name: str, most: int, longest: int, form: str = '.*') -> list[str]:
        return self.texts(name, most, longest, 'wrong_form', lambda text: re.fullmatch(form, text, re.DOTALL))

    def octets(self, name: str) -> None:
        value = member(self.members, name)
        if value is not ABSENT and not (is_whole(value) and 100 <= value <= 100_000):
            self.problems.add(self.place(name), 'out_of_range')


def read_method(reader: Reader, schemes: list[str]) -> None:
    reader.need('type')
    kind = reader.problems.one_of(reader.place('type'), member(reader.members, 'type'), ('link', 'app', 'copy'))
    if kind in (None, 'copy'):
        return
    reader.need('template', 'status', 'submits', 'checked')
    known = schemes if kind == 'app' else []
    template = member(reader.members, 'template')
    reader.checked(reader.place('template'), template, 2_000, 'wrong_template', lambda text: is_template(text, known))
    for name, words in (
        ('status', ('documented', 'reported', 'broken')),
        ('submits', ('always', 'never', 'unknown')),
        ('mobile', ('works', 'ignored', 'unknown')),
    ):
        reader.problems.one_of(reader.place(name), member(reader.members, name), words)
    reader.text('checked', 10, DAY)
    reader.octets('maxUrlLength')
    reader.texts('evidence', 20, 2_000, 'not_https', is_https)


def read_methods(reader: Reader, schemes: list[str]) -> None:
    items = reader.items('methods', 8)
    for item, path in items:
        if isinstance(item, dict):
            read_method(Reader(item, path, reader.problems), schemes)
        else:
            reader.problems.add(path, 'not_object')
    copies = [at for at, (item, _) in enumerate(items) if isinstance(item, dict) and item.get('type') == 'copy']
    stated = reader.members.get('methods')
    if isinstance(stated, list) and len(stated) <= 8 and copies != [len(items) - 1]:
        reader.problems.add(reader.place('methods'), 'copy_not_last')


def read_target(reader: Reader, schemes: list[str]) -> None:
    reader.need('id', 'name', 'home', 'methods')
    reader.text('id', 64, ID)
    reader.text('name', 100)
    reader.https('home')
    read_methods(reader, schemes)
    reader.text('vendor', 100)
    reader.https('logo')
    reader.texts('aliases', 20, 2_000, 'wrong_template', lambda text: is_template(text, schemes))
    reader.text('substitute', 64, ID)
    agents = member(reader.members, 'agents')
    if agents is not ABSENT and not isinstance(agents, dict):
        reader.problems.add(reader.place('agents'), 'not_object')
    elif agents is not ABSENT:
        for role in ('user', 'search', 'train'):
            Reader(agents, reader.place('agents'), reader.problems).formed(role, 50, 100)
    for name in ('capabilities', 'referrers', 'utmSources'):
        reader.formed(name, 50, 100)


def read_registry(value: object) -> list[tuple[str, str]]:
    problems = Problems()
    if not isinstance(value, dict):
        problems.add('', 'not_object')
        return problems.list
    reader = Reader(value, '', problems)
    reader.need('revision', 'maxUrlLength', 'targets')
    reader.text('revision', 10, DAY)
    reader.octets('maxUrlLength')
    schemes = reader.formed('appSchemes', 20, 32, SCHEME)
    reader.formed('defaults', 200, 64, ID)
    reader.formed('retired', 1_000, 64, ID)
    for item, path in reader.items('targets', 200):
        if isinstance(item, dict):
            read_target(Reader(item, path, problems), schemes)
        else:
            problems.add(path, 'not_object')
    if not problems.list:
        check_ids(value, problems)
    return problems.list


def check_ids(registry: dict, problems: Problems) -> None:
    ids = [target['id'] for target in registry['targets']]
    for at, target in enumerate(registry['targets']):
        path = f'targets[{at}]'
        if target['id'] in ids[:at]:
            problems.add(f'{path}.id', 'duplicate_id')
        if target['id'] in registry.get('retired', []):
            problems.add(f'{path}.id', 'retired_id')
        if target.get('substitute', target['id']) not in ids:
            problems.add(f'{path}.substitute', 'unknown_target')
    for at, one in enumerate(registry.get('defaults', [])):
        if one not in ids:
            problems.add(f'defaults[{at}]', 'unknown_target')
