"""Section 5: paths and patterns."""

import re

from .urls import octets_of, parse_url

UNRESERVED = re.compile(r'[A-Za-z0-9._~-]')
STANDS = re.compile(r"[A-Za-z0-9._~:/?#\[\]@!&'()+,;=-]")
PART = re.compile('%([0-9A-Fa-f]{2})|(.)', re.DOTALL)
MAX_PATH = 65_536


def normalise(path: str) -> str:
    return ''.join(normal_part(found[1], found[2]) for found in PART.finditer(path))


def normal_part(escape: str | None, char: str) -> str:
    if escape is None:
        return char if STANDS.match(char) else octets_of(char)
    plain = chr(int(escape, 16))
    return plain if UNRESERVED.match(plain) else f'%{escape.upper()}'


def path_of(url: str) -> str | None:
    """The normalised path and query of an address or of a path; None for what is neither, or too long."""
    if len(url) > MAX_PATH:
        return None
    parsed = parse_url('https://origin.invalid' + url if url.startswith('/') else url)
    if parsed is None or len(parsed.path_and_query) > MAX_PATH:
        return None
    return normalise(parsed.path_and_query)


class Pattern:
    """A pattern with its rank, which is its length in octets."""

    def __init__(self, text: str) -> None:
        self.is_anchored = text.endswith('$')
        self.pieces = [normalise(piece) for piece in text.removesuffix('$').split('*')]
        self.octets = len('*'.join(self.pieces)) + self.is_anchored

    @property
    def text(self) -> str:
        return '*'.join(self.pieces) + ('$' if self.is_anchored else '')

    def matches(self, path: str) -> bool:
        head, *others = self.pieces
        if not path.startswith(head):
            return False
        if not others:
            return not self.is_anchored or path == head
        at = len(head)
        for piece in others[:-1]:
            at = path.find(piece, at)
            if at < 0:
                return False
            at += len(piece)
        if self.is_anchored:
            return path.endswith(others[-1]) and len(path) - len(others[-1]) >= at
        return path.find(others[-1], at) >= 0
