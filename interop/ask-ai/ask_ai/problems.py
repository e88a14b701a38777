"""Section 9: what is wrong with a document, by place and code."""

import re

from .render import web_address


class Problems:
    def __init__(self) -> None:
        self.list: list[tuple[str, str]] = []

    def add(self, path: str, code: str) -> None:
        self.list.append((path, code))

    def text(self, path: str, value: object, longest: int, form: str | None = None) -> str | None:
        """The text, unless it is absent or wrong."""
        if value is ABSENT:
            return None
        if not isinstance(value, str):
            self.add(path, 'not_text')
        elif value == '':
            self.add(path, 'empty')
        elif len(value) > longest:
            self.add(path, 'too_long')
        elif form is not None and not re.fullmatch(form, value):
            self.add(path, 'wrong_form')
        else:
            return value
        return None

    def texts(self, path: str, value: object, most: int, longest: int) -> list[str] | None:
        """A list of texts, or one text that stands for a list of one."""
        if value is ABSENT:
            return None
        if isinstance(value, str):
            text = self.text(path, value, longest)
            return [] if text is None else [text]
        if not isinstance(value, list):
            self.add(path, 'not_list')
            return None
        if len(value) > most:
            self.add(path, 'too_many')
            return None
        read = [self.text(f'{path}[{i}]', one, longest) for i, one in enumerate(value)]
        return [one for one in read if one is not None]

    def one_of(self, path: str, value: object, known: tuple[str, ...]) -> str | None:
        if value is ABSENT:
            return None
        if isinstance(value, str) and value in known:
            return value
        self.add(path, 'unknown_value')
        return None

    def https(self, path: str, value: object) -> None:
        text = self.text(path, value, 2_048)
        if text is not None:
            url = web_address(text)
            if url is None or url.scheme != 'https':
                self.add(path, 'not_https')


class Absent:
    """A member that is not there, which null is not."""


ABSENT = Absent()


def member(value: dict, name: str) -> object:
    return value.get(name, ABSENT)


def below(parent: str, name: str) -> str:
    return f'{parent}.{name}' if parent else name


def is_whole(value: object) -> bool:
    return not isinstance(value, bool) and isinstance(value, (int, float)) and value == value and value % 1 == 0
