"""Section 4.4: the digest of a Cited Ask, over its canonical form (RFC 8785)."""

import base64
import hashlib
import json

MAX_SAFE = 2**53 - 1
MAX_DEPTH = 16


def canonical(value: object, depth: int = 0) -> str:
    """Raises ValueError for what has no canonical form."""
    if value is None or isinstance(value, bool):
        return {None: 'null', True: 'true', False: 'false'}[value]
    if isinstance(value, str):
        value.encode('utf8')
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, (int, float)):
        if value != int(value) or abs(value) > MAX_SAFE:
            raise ValueError('not a whole number')
        return str(int(value))
    if depth >= MAX_DEPTH:
        raise ValueError('nested too deep')
    if isinstance(value, list):
        return '[' + ','.join(canonical(item, depth + 1) for item in value) + ']'
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode('utf-16-be', 'surrogatepass'))
        members = (f'{canonical(name)}:{canonical(value[name], depth + 1)}' for name in names)
        return '{' + ','.join(members) + '}'
    raise ValueError('no JSON')


def digest(ask: dict) -> str:
    """Empty where the ask has no canonical form."""
    try:
        text = canonical({name: value for name, value in ask.items() if name != 'digest'})
    except ValueError:
        return ''
    return f'sha-256=:{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}:'
