"""Section 6.4: a policy in the words of other conventions."""

from .path import Pattern
from .policy import evaluate_policy, listed

YES_NO = {'allow': ('y', 'yes'), 'deny': ('n', 'no')}


def export_policy(policy: dict) -> dict:
    rules = [rule for rule in policy.get('rules', []) if '*' in listed(rule.get('targets'), ['*'])]
    own = {'rules': rules}

    def decide(use: str, path: str) -> str:
        return evaluate_policy(own, '*', use, path).decision

    patterns = {}
    for rule in rules:
        uses = listed(rule.get('allow'), []) + listed(rule.get('deny'), [])
        if {'*', 'search', 'train-ai'} & set(uses):
            patterns |= {Pattern(text).text: Pattern(text) for text in listed(rule.get('path'), ['/'])}
    usage = []
    for text, pattern in patterns.items():
        path = ''.join(pattern.pieces)
        path = path if path.startswith('/') else f'/{path}'
        parts = [f'{use}={YES_NO[d][0]}' for use in ('train-ai', 'search') if (d := decide(use, path)) in YES_NO]
        if parts and '#' not in text:
            usage.append(f'Content-Usage: {text} {", ".join(parts)}')
    inputs = [decide(use, '/') for use in ('answer', 'summarize', 'quote')]
    both = 'deny' if 'deny' in inputs else 'allow' if set(inputs) == {'allow'} else 'unknown'
    keys = (('search', decide('search', '/')), ('ai-input', both), ('ai-train', decide('train-ai', '/')))
    signal = [f'{key}={YES_NO[decision][1]}' for key, decision in keys if decision in YES_NO]
    return {'contentUsage': usage, 'contentSignal': f'Content-Signal: {", ".join(signal)}' if signal else None}
