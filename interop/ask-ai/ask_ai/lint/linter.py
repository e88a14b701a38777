"""Section 8 as a whole."""

import re
import unicodedata

from ..characters import category, script_of, units
from .addresses import Sources, find_addresses
from .data import LEVELS, LIMITS, LOOK_ALIKES
from .encoded import has_encoded
from .folding import Folded, bare, fold
from .hidden import has_hidden
from .matching import Reading, broken_by

MARKERS = re.compile(
    r'<\|[\w ]{1,30}\|>|\[/?(?:INST|SYS|SYSTEM)\]|<</?SYS>>|</?(?:system|assistant|developer|instructions?|system[-_]prompt)>',
    re.IGNORECASE,
)
ROLE_LINE = re.compile(
    r'^[ \t>#*\[]{0,8}(?:system|assistant|developer)(?:[ _-](?:prompt|message|note|override|update))?[\]*]{0,3}[ \t]?[:：]',
    re.IGNORECASE | re.MULTILINE,
)
WORD = re.compile(r'[^\W_]+')


def cut(prompt: str, longest: int) -> str:
    taken, used = [], 0
    for char in prompt:
        used += 2 if ord(char) > 0xFFFF else 1
        if used > longest:
            break
        taken.append(char)
    return ''.join(taken)


def has_mixed(prompt: str) -> bool:
    for word in WORD.findall(prompt):
        latin = [char for char in word if script_of(char) == 'LATIN']
        looks = {script_of(char) for char in word if char.lower() in LOOK_ALIKES}
        small = sum(category(char) == 'Ll' for char in latin)
        if latin and ('CYRILLIC' in looks or ('GREEK' in looks and small >= 4)):
            return True
    return False


def reading_of(prompt: str, folded: Folded) -> Reading:
    return Reading(prompt, folded, *find_addresses(folded.text))


def lint(prompt: str, sources: list[str], names: list[str] = [], is_rendered: bool = True) -> list[tuple[str, str]]:
    """The rules that a prompt breaks, with their levels."""
    read = cut(prompt, LIMITS['longest'])
    known = Sources(sources)
    plain = reading_of(read, fold(read))
    unhidden = bare(read, [(plain.folded.origins[start][0], plain.folded.origins[end - 1][1]) for start, end in plain.urls])
    broken = broken_by(plain, known, names, is_rendered, [False, True])
    readings = [plain]
    if unhidden:
        readings.append(reading_of(read, unhidden))
        broken |= broken_by(readings[1], known, names, is_rendered, [False, True])
    form = unicodedata.normalize('NFKC', read)
    if MARKERS.search(form) or ROLE_LINE.search(form):
        broken.add('AAP-OVERRIDE')
    if has_hidden(read):
        broken.add('AAP-HIDDEN')
    if has_mixed(read):
        broken.add('AAP-MIXED')
    own, spans = [], []
    for reading in readings:
        for start, end in reading.urls:
            place = (reading.folded.origins[start][0], reading.folded.origins[end - 1][1])
            address = reading.folded.text[start:end]
            if reading is plain:
                spans.append(place)
                address = unicodedata.normalize('NFKC', read[place[0] : place[1]])
            if known.has(address):
                own.append(place)
            else:
                broken.add('AAP-FOREIGN-URL')
    if has_encoded(read, spans, own, is_rendered):
        broken.add('AAP-ENCODED')
    if is_rendered and not re.search(r'^Source: https?://\S', read, re.MULTILINE):
        broken.add('AAP-UNCITED')
    levels = {rule: LEVELS[rule] for rule in broken}
    if units(prompt) > LIMITS['long']:
        levels['AAP-LENGTH'] = 'error' if units(prompt) > LIMITS['longest'] else 'warning'
    return sorted(levels.items())
