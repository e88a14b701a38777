"""Section 8.10: encoded text."""

import re

from .folding import fold
from .phrases import RULES

Span = tuple[int, int]
RUN = re.compile(r'[A-Za-z0-9+/=_-]{60,}')
ESCAPES = re.compile(
    r'(?:%[0-9A-Fa-f]{2}){20,}|(?:\\[xu]\{?[0-9A-Fa-f]{2,6}\}?){15,}|(?:&#x?[0-9A-Fa-f]{1,6};){12,}'
    r'|(?:[01]{8}[ ,]?){8,}|(?:(?:0x)?[0-9A-Fa-f]{2}[ :,]){30,}'
)
SPACED = re.compile(r'(?<![^\W_])(?:[^\W\d_] ){15,}[^\W\d_](?![^\W_])')
BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
VALUES = {char: value for value, char in enumerate(BASE64)} | {'-': 62, '_': 63}
HEX = {char: int(char, 16) for char in '0123456789abcdefABCDEF'}


def kind(char: str) -> int:
    return 1 if char.islower() else 2 if char.isupper() else 3 if char.isdigit() else 4


def is_encoded(run: str) -> bool:
    if not re.search('[-_/+]', run):
        return bool(re.search('[A-Za-z0-9]', run))
    changes = sum(kind(a) != kind(b) for a, b in zip(run, run[1:]))
    return changes >= len(run) * 0.4 and bool(re.search(r'\d', run)) and bool(re.search('[A-Z]', run))


def is_text(octet: int) -> bool:
    return chr(octet).isalpha() and octet < 0x7F or octet == 0x0A or (0x20 <= octet <= 0x3F and octet not in b'*+')


def decodes(text: str, start: int, values: dict[str, int], width: int, separators: str) -> bool:
    value = held = octets = letters = apart = 0
    for char in text[start:]:
        if char not in values:
            apart += 1
            if char not in separators or apart > 2:
                break
            continue
        apart = 0
        value = (value << width | values[char]) & 0xFFFF
        held += width
        if held >= 8:
            held -= 8
            octet = value >> held & 0xFF
            if not is_text(octet):
                break
            octets += 1
            letters += octet > 0x40
    return octets >= 12 and letters >= octets * 0.6


def has_decodable(text: str) -> bool:
    for values, width, separators in ((VALUES, 6, ' \n\r'), (HEX, 4, ' \n\r:,')):
        for at, char in enumerate(text):
            if char in values and (at == 0 or text[at - 1] not in values) and decodes(text, at, values, width, separators):
                return True
    return False


def has_spaced_words(prompt: str) -> bool:
    for found in SPACED.finditer(prompt):
        letters = fold(found[0].replace(' ', '')).text
        if any(letters[at : at + 5] in RULES.starts for at in range(len(letters) - 4)):
            return True
    return False


def has_encoded(prompt: str, urls: list[Span], own: list[Span], is_rendered: bool) -> bool:
    def within(spans: list[Span], at: int) -> bool:
        return any(start <= at < end for start, end in spans)

    for run in RUN.finditer(prompt):
        parts = [part for part in re.split('[-_/=+]', run[0]) if len(part) >= 60]
        is_mixed = any(re.search('[a-z]', part) and re.search('[A-Z]', part) for part in parts)
        if within(own, run.start()):
            if not is_rendered and is_mixed:
                return True
        elif within(urls, run.start()):
            if parts:
                return True
        elif is_encoded(run[0]):
            return True
    if any(not within(urls, found.start()) for found in ESCAPES.finditer(prompt)):
        return True
    return has_spaced_words(prompt) or has_decodable(prompt)
