"""The rules, which are data."""

import json
from pathlib import Path

DATA = Path(__file__).resolve().parents[4] / 'src' / 'protocol' / 'data'

RULES = json.loads((DATA / 'lint-rules.json').read_text('utf8'))
CHARACTERS = json.loads((DATA / 'lint-characters.json').read_text('utf8'))


def pairs(*lists: str) -> dict[str, str]:
    return {pair[0]: pair[1:].lower() for text in lists for pair in text.split()}


LOOK_ALIKES = pairs(*CHARACTERS['lookAlikes'])
SYMBOLS = pairs(CHARACTERS['symbols'])
DIGITS = pairs(CHARACTERS['digits'])
FOLDED = pairs(CHARACTERS['letters'], *CHARACTERS['simplified'])
LANGUAGES = RULES['languages']
ENTITIES = RULES['entities']
SCHEMES = RULES['addresses']['schemes']
OPAQUE = RULES['addresses']['opaque']
DOMAINS = frozenset(RULES['addresses']['domains'].split())
LIMITS = RULES['limits']
LEVELS = {rule['id']: rule['level'] for rule in RULES['rules']}
