"""Section 7.1: the registry of Ask Targets."""

import json
from pathlib import Path

REGISTRY = Path(__file__).resolve().parents[3] / 'src' / 'protocol' / 'data' / 'targets.json'


def registry() -> dict:
    return json.loads(REGISTRY.read_text('utf8'))
