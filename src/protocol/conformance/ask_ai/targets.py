"""Section 7.1: the registry of Ask Targets."""

import json
from pathlib import Path

REGISTRY = Path(__file__).resolve().parents[2] / 'data' / 'targets.json'


def read_targets() -> dict[str, dict]:
    return {target['id']: target for target in json.loads(REGISTRY.read_text('utf8'))['targets']}
