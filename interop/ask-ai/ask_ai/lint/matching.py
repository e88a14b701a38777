"""Sections 8.4 and 8.6: names among the words, and where phrases are found."""

import re
from bisect import bisect_left
from dataclasses import dataclass

from ..characters import category
from .addresses import Sources
from .folding import Folded, fold
from .phrases import RULES, Step, readings_of
from .words import Entity, Word, is_single, read_words

Span = tuple[int, int]
QUOTES = {'“': '”', '„': '“”', '”': '”', '«': '»', '「': '」', '『': '』'}
SOURCE = re.compile(r'(?:^|\n)source: $')


@dataclass(frozen=True)
class Reading:
    """One way to read a prompt, with its addresses."""

    prompt: str
    folded: Folded
    urls: list[Span]
    hosts: list[Span]


def entities_of(reading: Reading) -> list[Entity]:
    text = reading.folded.text
    entities = []
    for start, end in reading.urls:
        stop = re.compile(r'[?#]|[^\x21-\x7e]').search(text, start)
        tag = '@value' if SOURCE.search(text[max(0, start - 9) : start]) else '@site'
        entities.append(Entity(start, min(end, stop.start() if stop else end), tag))
    return entities


def quotations_of(prompt: str) -> list[Span]:
    found = []
    at = 0
    while at < len(prompt):
        closing = QUOTES.get(prompt[at])
        ends = [i for mark in closing or '' if (i := prompt.find(mark, at + 1)) >= 0]
        if ends:
            found.append((at + 1, min(ends)))
            at = min(ends)
        at += 1
    return found


def aliases_of(words: list[Word], reading: Reading, sources: Sources, names: list[str], quotations: list[Span]) -> dict[int, tuple[str, int]]:
    """For each word that begins a name: the name, and its last word."""
    own_names = [([w.text for w in read_words(fold(name), False)], name.strip()) for name in names]
    hosts = {}
    for start, end in reading.hosts:
        is_own = reading.folded.text[start:end] in sources.names
        hosts[reading.folded.origins[start][0]] = (reading.folded.origins[end - 1][1], '@site' if is_own else '@host')
    aliases = {}
    for i, word in enumerate(words):
        alias = site_alias(words, i, reading.prompt, own_names)
        if alias is None and word.start in hosts:
            end, tag = hosts[word.start]
            last = i
            while last + 1 < len(words) and words[last + 1].end <= end:
                last += 1
            alias = (tag, last)
        if alias is None and not any(start <= word.start < end for start, end in quotations):
            tag = name_tag(words, i, reading.prompt)
            alias = (tag, i) if tag else None
        if alias:
            aliases[i] = alias
    return aliases


def site_alias(words: list[Word], i: int, prompt: str, names: list[tuple[list[str], str]]) -> tuple[str, int] | None:
    for own, written in names:
        if not 0 < len(own) <= 8:
            continue
        if len(own) > 1 and words[i].text == ''.join(own):
            return '@site', i
        is_here = [word.text for word in words[i : i + len(own)]] == own
        if is_here and (len(own) > 1 or prompt.startswith(written, words[i].start)):
            return '@site', i + len(own) - 1
    return None


def name_tag(words: list[Word], i: int, prompt: str) -> str | None:
    word = words[i]
    if word.text.startswith('@') or word.is_single:
        return None
    written = prompt[word.start : word.end]
    near = [words[n] for n in (i - 1, i + 1) if 0 <= n < len(words)]
    is_among = any(is_single(one.text[0]) for one in near)
    if 'a' <= written[0] <= 'z':
        return '@name' if is_among else None
    if category(written[0]) != 'Lu' or word.text in RULES.plain:
        return None
    if is_among:
        return '@name'
    if not any(category(char) == 'Ll' for char in written):
        return None
    return '@start' if word.begins_clause else '@name'


class Matcher:
    """Finds the phrases among the words of one reading."""

    def __init__(self, words: list[Word], aliases: dict[int, tuple[str, int]]) -> None:
        self.words = words
        self.found = RULES.occurrences([readings_of(word.text) for word in words])
        for first, (tag, last) in aliases.items():
            node = RULES.root.next.get(tag)
            for name in node.classes if node else ():
                self.found.setdefault(name, []).append((first, last))
        self.ends = {name: sorted({end for _, end in spans}) for name, spans in self.found.items()}

    def matches(self) -> list[tuple[str, int, int]]:
        """Each phrase found: its rule, its first and its last word."""
        found = []
        for rule, language, steps in RULES.sequences:
            places = self.places_of(steps[0])
            if not places:
                continue
            reached = {(first, last) for first, last in places if self.is_allowed(steps[0], language, first, last)}
            for step in steps[1:]:
                reached = self.reached_by(step, language, reached) if reached else set()
            found.extend((rule, first, last) for first, last in reached)
        return found

    def places_of(self, step: Step) -> list[tuple[int, int]]:
        return [span for name in step.classes for span in self.found.get(name, ())]

    def reached_by(self, step: Step, language: str, before: set[tuple[int, int]]) -> set[tuple[int, int]]:
        return {
            (first, end)
            for start, end in self.places_of(step)
            if self.is_allowed(step, language, start, end)
            for first, last in before
            if self.is_in_reach(step, last, start)
        }

    def is_in_reach(self, step: Step, last: int, start: int) -> bool:
        if step.max_gap == 0:
            return start == last + 1
        gap = start - last - 1
        if not step.min_gap <= gap <= step.max_gap:
            return False
        if self.words[start].place - self.words[last].place - 1 > step.max_gap:
            return False
        return step.barred is None or not any(last < end < start for end in self.ends.get(step.barred, ()))

    def is_allowed(self, step: Step, language: str, start: int, end: int) -> bool:
        if step.is_last and end + 1 < len(self.words) and not self.words[end + 1].begins_clause:
            return False
        if step.is_command and not self.words[start].begins_clause:
            if start - 1 not in self.ends.get(f'{language}:connector', ()):
                return False
        if step.guard is None:
            return True
        name, reach = step.guard
        ends = self.ends.get(name, [])
        latest = bisect_left(ends, start) - 1
        return latest < 0 or self.words[start].place - self.words[ends[latest]].place > reach


BEHIND_TITLE = re.compile('.?(?:[,)，）、]| [(（])', re.DOTALL)
URL_BEFORE = re.compile(r'https?://[^\s<>"“”«»「」『』、。]+ \(.$', re.DOTALL)


def is_title_before(end: int, first: int, last: int, prompt: str) -> bool:
    """Whether a quotation, in which a span ends, is the title of a page."""
    if URL_BEFORE.search(prompt[max(0, first - 2048) : first]):
        return True
    has_more = any(category(char)[0] in 'LN' for char in prompt[end:last])
    return has_more and bool(BEHIND_TITLE.match(prompt[last : last + 3]))


def is_of_values(rule: str, span: Span, site_end: int | None, prompt: str, quotations: list[Span]) -> bool:
    """Whether words stand side by side only because of the values of a page."""
    start, end = span
    if site_end is not None and re.match(r'[^\w]*?[(（“„”«「『\n]', re.sub('_', ' ', prompt[site_end : site_end + 4])):
        return True
    for first, last in quotations:
        if first <= start < last < end and BEHIND_TITLE.match(prompt[last : last + 3]):
            return True
    if rule == 'AAP-FOREIGN-URL':
        return any(start < first < end <= last and is_title_before(end, first, last, prompt) for first, last in quotations)
    is_title = any(last - first <= 40 and first <= start and end <= last for first, last in quotations)
    return rule == 'AAP-ACT' and is_title


def broken_by(reading: Reading, sources: Sources, names: list[str], is_rendered: bool, join_modes: list[bool]) -> set[str]:
    quotations = quotations_of(reading.prompt) if is_rendered else []
    broken: set[str] = set()
    for joins_marks in join_modes:
        words = read_words(reading.folded, joins_marks, entities_of(reading))
        aliases = aliases_of(words, reading, sources, names, quotations)
        for rule, first, last in Matcher(words, aliases).matches():
            span = (words[first].start, words[last].end)
            is_site = words[first].text == '@site' or aliases.get(first, ('',))[0] == '@site'
            site_end = words[first].end if is_site else None
            if not (is_rendered and is_of_values(rule, span, site_end, reading.prompt, quotations)):
                broken.add(rule)
    return broken
