"""Section 8.4: the words of a folded text."""

import re
from dataclasses import dataclass

from ..characters import category, is_space, script_of
from .data import DIGITS, LOOK_ALIKES
from .folding import Folded

SENTENCE_END = re.compile(r'[.!?…][^.]*\s|[。!?;]|\n\s*\n')
CLAUSE_MARK = re.compile(r'[,;:!?…–—(\[“«‘„「『、。•·*#>|¿¡\n]|\.\s|\s-\s|\s["\']$')
MAX_MARKS = 6


@dataclass
class Word:
    text: str
    start: int
    end: int
    before: str
    is_single: bool = False
    place: int = 0
    begins_clause: bool = False


@dataclass(frozen=True)
class Entity:
    start: int
    end: int
    tag: str


def is_single(char: str) -> bool:
    return char in 'ー々' or script_of(char) in ('CJK', 'HIRAGANA', 'KATAKANA') and category(char)[0] == 'L'


def is_word_char(char: str) -> bool:
    return category(char)[0] in 'LNM'


def end_of_run(text: str, at: int) -> int:
    while at < len(text) and is_word_char(text[at]) and not is_single(text[at]):
        at += 1
    return at


def behind_marks(text: str, at: int, limit: int) -> int | None:
    """Where the word goes on behind marks."""
    for place in range(at, min(at + MAX_MARKS + 1, limit)):
        char = text[place]
        if is_single(char) or is_space(char):
            return None
        if is_word_char(char):
            return place if place > at else None
    return None


def read_words(folded: Folded, joins_marks: bool, entities: list[Entity] = []) -> list[Word]:
    text = folded.text
    words: list[Word] = []
    waiting = list(entities)
    at = gap = 0
    while at < len(text):
        if waiting and at >= waiting[0].start:
            entity = waiting.pop(0)
            end, own, single = max(at + 1, entity.end), entity.tag, False
        elif is_single(text[at]):
            end, own, single = at + 1, text[at], True
        elif is_word_char(text[at]):
            end, own = run_at(text, at, waiting[0].start if waiting else len(text), joins_marks)
            single = False
        else:
            at += 1
            continue
        words.append(Word(own, folded.origins[at][0], folded.origins[end - 1][1], text[gap:at], single))
        at = gap = end
    return placed(join_letters(words))


def run_at(text: str, at: int, limit: int, joins_marks: bool) -> tuple[int, str]:
    end = end_of_run(text, at)
    own = text[at:end]
    follows = behind_marks(text, end, limit) if joins_marks else None
    while follows is not None:
        end = end_of_run(text, follows)
        own += text[follows:end]
        follows = behind_marks(text, end, limit)
    return end, own


def join_letters(words: list[Word]) -> list[Word]:
    joined: list[Word] = []
    run: list[Word] = []

    def close() -> None:
        if len(run) >= 4:
            joined.append(Word(''.join(word.text for word in run), run[0].start, run[-1].end, run[0].before))
        else:
            joined.extend(run)
        run.clear()

    for word in words:
        is_letter = len(word.text) == 1 and not word.is_single
        if not is_letter or (run and len(word.before) != 1):
            close()
        if is_letter:
            run.append(word)
        else:
            joined.append(word)
    close()
    return joined


def placed(words: list[Word]) -> list[Word]:
    place = in_sentence = 0
    for i, word in enumerate(words):
        between = word.before[:40]
        is_new = i > 0 and bool(SENTENCE_END.search(between))
        place += 5 if is_new and in_sentence >= 3 else 1
        in_sentence = 1 if is_new else in_sentence + 1
        word.place = place
        word.begins_clause = i == 0 or bool(CLAUSE_MARK.search(between)) or any(category(c) == 'So' for c in between)
    return words


def variants(word: str) -> set[str]:
    """The ways to read a word: as it is, with look-alikes, with digits as letters."""
    look = ''.join(LOOK_ALIKES.get(char, char) for char in word)
    found = {word, look}
    if re.search('[a-z]', look) and re.search(r'\d', look):
        letters = ''.join(DIGITS.get(char, char) for char in look)
        found |= {letters.replace('1', 'i'), letters.replace('1', 'l')}
    return found
