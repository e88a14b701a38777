"""Section 8.5: the grammar of phrases, read from the data."""

import itertools
import re
from dataclasses import dataclass, field

from .data import LANGUAGES
from .folding import fold
from .words import read_words, variants

GAP = re.compile(r'\.\.(\d*)(?:/(\w+))?')
Words = tuple[str, ...]


@dataclass(frozen=True)
class Step:
    classes: tuple[str, ...]
    max_gap: int
    min_gap: int
    barred: str | None
    is_command: bool
    is_last: bool
    guard: tuple[str, int] | None


@dataclass
class Node:
    next: dict[str, 'Node'] = field(default_factory=dict)
    prefixes: dict[str, 'Node'] = field(default_factory=dict)
    classes: set[str] = field(default_factory=set)


class Rules:
    """Every phrase of every language, and the entries that they ask about."""

    def __init__(self) -> None:
        self.root = Node()
        self.sequences: list[tuple[str, str, list[Step]]] = []
        self.plain: set[str] = set()
        self.starts: set[str] = set()
        for one in LANGUAGES:
            language = one['language']
            for name, entries in one['terms'].items():
                for words in entries_of(entries):
                    self.add(f'{language}:{name}', words)
                    if name == 'plain' and len(words) == 1:
                        self.plain.add(words[0])
            for rule, phrases in one['phrases'].items():
                for phrase in phrases:
                    for items in without_optional(phrase.split()):
                        self.sequences.append((rule, language, self.steps(language, items)))

    def add(self, name: str, words: Words) -> None:
        node = self.root
        for word in words:
            if len(word) >= 5 and word[:5].isalpha():
                self.starts.add(word[:5])
            is_prefix = word.endswith('*')
            children = node.prefixes if is_prefix else node.next
            node = children.setdefault(word[:-1] if is_prefix else word, Node())
        if words:
            node.classes.add(name)

    def steps(self, language: str, items: list[str]) -> list[Step]:
        steps: list[Step] = []
        gap: tuple[int, int, str | None] = (0, 0, None)
        guard: tuple[str, int] | None = None
        for item in items:
            found = GAP.fullmatch(item)
            if found:
                gap = (int(found[1] or 4), 0, found[2] and f'{language}:{found[2]}')
            elif item in ('__', '__+'):
                gap = (5, len(item) - 2, f'{language}:plain')
            elif item.startswith('!'):
                guard = (f'{language}:{re.sub("[!<>]", "", item)}', 8 if item.startswith('!!') else 2)
            else:
                own = re.sub(r'^\^|\$$', '', item)
                classes = self.classes_of(language, own)
                steps.append(Step(classes, *gap, item.startswith('^'), item.endswith('$'), guard))
                gap, guard = (0, 0, None), None
        return steps

    def classes_of(self, language: str, item: str) -> tuple[str, ...]:
        classes = [f'{language}:{name}' for names in re.findall('<([^>]+)>', item) for name in names.split('|')]
        literal = re.sub('<[^>]+>', '', item).strip('|')
        if literal:
            for words in alternatives(literal):
                self.add(f'={literal}', words)
            classes.append(f'={literal}')
        return tuple(classes)

    def occurrences(self, words: list[Words]) -> dict[str, list[tuple[int, int]]]:
        """First and last word of each entry found, by class; `words` has the readings of each word."""
        found: dict[str, list[tuple[int, int]]] = {}

        def walk(node: Node, start: int, at: int) -> None:
            for reading in words[at]:
                children = [node.next[reading]] if reading in node.next else []
                children += [node.prefixes[p] for n in range(2, 15) if (p := reading[:n]) in node.prefixes and len(p) == n]
                for child in children:
                    for name in child.classes:
                        found.setdefault(name, []).append((start, at))
                    if at + 1 < len(words) and (child.next or child.prefixes):
                        walk(child, start, at + 1)

        for start in range(len(words)):
            walk(self.root, start, start)
        return found


def without_optional(items: list[str]) -> list[list[str]]:
    at = next((i for i, item in enumerate(items) if len(item) > 1 and item.endswith('?')), None)
    if at is None:
        return [items]
    return without_optional(items[:at] + items[at + 1 :]) + without_optional(items[:at] + [items[at][:-1]] + items[at + 1 :])


def entries_of(text: str) -> list[Words]:
    entries = [entry.split() for entry in text.split(',')]
    return [
        tuple(itertools.chain.from_iterable(parts))
        for entry in entries
        for parts in itertools.product(*(alternatives(part) for part in entry))
    ]


def alternatives(part: str) -> list[Words]:
    is_optional = part.endswith('?')
    choices = [words_of(one) for one in part.removesuffix('?').split('|')]
    return [*choices, ()] if is_optional else choices


def words_of(term: str) -> Words:
    if re.fullmatch(r'@[a-z]+', term):
        return (term,)
    words = [word.text for word in read_words(fold(term.replace('_', ' ').removesuffix('*')), False)]
    if words and term.endswith('*'):
        words[-1] += '*'
    return tuple(words)


RULES = Rules()


def readings_of(word: str) -> Words:
    return tuple(variants(word))
