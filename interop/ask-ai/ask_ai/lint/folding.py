"""Sections 8.2 and 8.3: the text as it is compared, and the ways to read it."""

import re
import unicodedata
from dataclasses import dataclass

from ..characters import category, is_default_ignorable, is_space, script_of
from .data import ENTITIES, FOLDED, SYMBOLS


@dataclass(frozen=True)
class Folded:
    """A folded text; `origins` has for each character where it begins and ends in the prompt."""

    text: str
    origins: list[tuple[int, int]]


def is_ignored(char: str) -> bool:
    return category(char) in ('Cf', 'Co', 'Cs') or is_default_ignorable(char) or char == '\u2800'


def fold(text: str) -> Folded:
    folded: list[str] = []
    origins: list[tuple[int, int]] = []
    at = 0
    while at < len(text):
        end = at + 1
        while end < len(text) and (is_ignored(text[end]) or category(text[end])[0] == 'M' or text[end] in '\uff9e\uff9f'):
            end += 1
        own = fold_cluster(''.join(char for char in text[at:end] if not is_ignored(char)))
        folded.append(own)
        origins.extend([(at, end)] * len(own))
        at = end
    return Folded(''.join(folded), origins)


def fold_cluster(cluster: str) -> str:
    return ''.join(fold_plain(char) if category(char) == 'Cc' or char in '\u2028\u2029' else char for char in letters_of(cluster))


def letters_of(cluster: str) -> str:
    if any(category(char) == 'Cc' or char in '\u2028\u2029' for char in cluster):
        return cluster
    lower = squared(unicodedata.normalize('NFKC', cluster)).lower()
    if any(script_of(char) in ('LATIN', 'GREEK', 'CYRILLIC') for char in lower):
        lower = ''.join(char for char in unicodedata.normalize('NFKD', lower) if category(char)[0] != 'M')
    lower = ''.join(FOLDED.get(char, char) for char in lower)
    return ''.join(' ' if is_space(char) and char != '\n' else char for char in lower)


def fold_plain(char: str) -> str:
    if char in '\n\x85\u2028\u2029':
        return '\n'
    return ' ' if is_space(char) else ''


def squared(text: str) -> str:
    return ''.join(
        chr(0x41 + (ord(c) - (0x1F150 if ord(c) < 0x1F170 else 0x1F170)))
        if 0x1F150 <= ord(c) <= 0x1F169 or 0x1F170 <= ord(c) <= 0x1F189
        else c
        for c in text
    )


REPLACED = re.compile(
    r"""(?P<tag></?[a-z][a-z0-9-]{0,20}(?:[\s/][^<>]{0,100})?>|<!--[^<>]{0,200}-->)
    |&(?:\#(?P<decimal>\d{1,7});?|\#x(?P<hex>[0-9a-f]{1,6});?|(?P<name>[a-z]{2,20});)
    |(?P<percent>(?:%[0-9a-f]{2})+)
    |\\(?:u\{(?P<u1>[0-9a-f]{1,6})\}|u(?P<u2>[0-9a-f]{4})|x(?P<u3>[0-9a-f]{2})|(?P<white>[nrt]))
    |(?P<dot>(?<=[^\W_])\s{0,2}[\[({]\s?(?:\.|dot)\s?[\])}]\s{0,2}(?=[a-z0-9]))
    |(?P<flags>[\U0001f1e6-\U0001f1ff]{3,})
    |(?P<spaced>(?<![^\W_])(?:[^\W\d_][ \t]){3,}[^\W\d_](?![^\W_]))
    """,
    re.IGNORECASE | re.VERBOSE,
)


def replacement(found: re.Match) -> str | None:
    part = found.groupdict()
    if part['tag']:
        return ''
    if part['decimal'] or part['hex']:
        code = int(part['decimal']) if part['decimal'] else int(part['hex'], 16)
        return chr(code) if code <= 0x10FFFF else ''
    if part['name']:
        return ENTITIES.get(part['name'].lower())
    if part['percent']:
        return bytes.fromhex(part['percent'].replace('%', '')).decode('utf8', 'replace')
    escape = part['u1'] or part['u2'] or part['u3']
    if escape:
        return chr(int(escape, 16)) if int(escape, 16) <= 0x10FFFF else ''
    if part['white']:
        return ' '
    if part['dot']:
        return '.'
    if part['flags']:
        return ''.join(chr(0x61 + ord(char) - 0x1F1E6) for char in part['flags'])
    return re.sub(r'[ \t]', '', part['spaced'])


def is_letter(text: str, at: int) -> bool:
    return 0 <= at < len(text) and category(text[at])[0] in 'LN' and not text[at].isdigit()


def symbol_at(text: str, at: int) -> str | None:
    look = SYMBOLS.get(text[at])
    if look is None or not is_letter(text, at + 1):
        return None
    return look if at == 0 or is_space(text[at - 1]) or is_letter(text, at - 1) else None


SPELLED = re.compile('(?:%[0-7][0-9a-f])*%[89a-f][0-9a-f](?:%[0-9a-f]{2})*', re.IGNORECASE)


def spelled_letters(text: str, urls: list[tuple[int, int]]) -> dict[int, int]:
    """Where runs of percent signs begin and end that spell letters outside ASCII in the path of an address."""
    found = {}
    for start, end in urls:
        path = re.split('[?#]', text[start:end], maxsplit=1)[0]
        found.update({start + run.start(): start + run.end() for run in SPELLED.finditer(path)})
    return found


def bare(text: str, urls: list[tuple[int, int]]) -> Folded | None:
    """The text without what hides it, folded; None where there is nothing of the kind."""
    plain: list[str] = []
    origins: list[tuple[int, int]] = []
    is_changed = False
    spelled = spelled_letters(text, urls)
    at = 0
    while at < len(text):
        found = None if at in spelled else REPLACED.match(text, at)
        instead = replacement(found) if found else symbol_at(text, at)
        end = spelled.get(at, found.end() if found and instead is not None else at + 1)
        is_changed = is_changed or instead is not None
        own = text[at:end] if instead is None else instead
        plain.append(own)
        origins.extend([(at, end)] * len(own))
        at = end
    if not is_changed:
        return None
    folded = fold(''.join(plain))
    return Folded(folded.text, [(origins[start][0], origins[end - 1][1]) for start, end in folded.origins])
