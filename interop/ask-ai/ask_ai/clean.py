"""Section 4.1: cleaning a value."""

import re
import unicodedata

from .characters import category, is_default_ignorable, is_space

MAX_MARKS = 8


def clean(raw: str) -> str:
    spaced = ''.join(' ' if is_space(char) else char for char in raw)
    seen = ''.join(char for char in spaced if category(char) not in ('Cc', 'Cf', 'Co', 'Cs') and not is_default_ignorable(char))
    normal = with_few_marks(unicodedata.normalize('NFC', with_few_marks(seen)))
    return re.sub(' {2,}', ' ', normal).strip(' ')


def with_few_marks(text: str) -> str:
    kept = []
    marks = 0
    for char in text:
        marks = marks + 1 if category(char)[0] == 'M' else 0
        if marks <= MAX_MARKS:
            kept.append(char)
    return ''.join(kept)
