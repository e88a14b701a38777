"""Dictionaries of RFC 9651, as far as tokens and whole numbers matter."""

import re
from dataclasses import dataclass, field

MAX_CHARS = 8_192
KEY = re.compile(r'[a-z*][a-z0-9_.*-]*')
TOKEN = re.compile(r"[A-Za-z*][A-Za-z0-9_!#$%&'*+.^`|~:/-]*")
NUMBER = re.compile(r'-?\d{1,12}\.\d{1,3}(?![\d.])|-?\d{1,15}(?![\d.])', re.ASCII)
OTHERS = re.compile(
    r'"(?:[ !#-\[\]-~]|\\["\\])*"|:[A-Za-z0-9+/=]*:|\?[01]|@-?[0-9]{1,15}(?![0-9.])|%"(?:[ !#$&-~]|%[0-9a-f]{2})*"'
)


class Malformed(ValueError):
    """The header is ignored whole."""


@dataclass
class Member:
    token: str | None = None
    numbers: dict[str, int] = field(default_factory=dict)


class Reader:
    def __init__(self, text: str) -> None:
        self.text = text.strip(' ')
        self.at = 0

    def take(self, form: re.Pattern) -> str | None:
        found = form.match(self.text, self.at)
        if found:
            self.at = found.end()
        return found[0] if found else None

    def take_char(self, char: str) -> bool:
        is_there = self.text[self.at : self.at + 1] == char
        self.at += is_there
        return is_there

    def need(self, form: re.Pattern) -> str:
        found = self.take(form)
        if found is None:
            raise Malformed
        return found

    def skip(self, chars: str) -> None:
        while self.at < len(self.text) and self.text[self.at] in chars:
            self.at += 1

    def item(self) -> str | int | None:
        token = self.take(TOKEN)
        if token is not None:
            return token
        number = self.take(NUMBER)
        if number is not None:
            return int(number) if '.' not in number else int(float(number)) if float(number).is_integer() else None
        self.need(OTHERS)
        return None

    def parameters(self) -> dict[str, int]:
        numbers: dict[str, int] = {}
        while self.take_char(';'):
            self.skip(' ')
            name = self.need(KEY)
            numbers.pop(name, None)
            if self.take_char('='):
                value = self.item()
                if isinstance(value, int):
                    numbers[name] = value
        return numbers

    def inner_list(self) -> None:
        while True:
            self.skip(' ')
            if self.take_char(')'):
                return
            self.item()
            self.parameters()
            if self.text[self.at : self.at + 1] not in (' ', ')'):
                raise Malformed

    def member(self) -> Member:
        token = None
        if self.take_char('='):
            if self.take_char('('):
                self.inner_list()
            else:
                value = self.item()
                token = value if isinstance(value, str) else None
        return Member(token, self.parameters())


def read_dictionary(text: str) -> dict[str, Member] | None:
    """The members by name; None for what is malformed anywhere."""
    if len(text) > MAX_CHARS:
        return None
    reader = Reader(text)
    members: dict[str, Member] = {}
    try:
        while reader.at < len(reader.text):
            name = reader.need(KEY)
            members[name] = reader.member()
            reader.skip(' \t')
            if reader.at == len(reader.text):
                break
            if not reader.take_char(','):
                return None
            reader.skip(' \t')
            if reader.at == len(reader.text):
                return None
    except Malformed:
        return None
    return members
