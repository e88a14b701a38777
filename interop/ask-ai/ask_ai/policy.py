"""Section 6: what a policy says of a use."""

from dataclasses import dataclass

from .path import Pattern, path_of

USES = ('answer', 'summarize', 'quote', 'search', 'train-ai')
TERMS = ('attribution', 'maxExcerpt', 'license')


def listed(value: object, default: list[str]) -> list[str]:
    if value is None:
        return default
    return [value] if isinstance(value, str) else list(value)


@dataclass(frozen=True)
class Answer:
    decision: str
    rule: int | None = None
    obligations: dict | None = None


UNKNOWN = Answer('unknown')


def obligations_of(policy: dict, rule: dict) -> dict:
    found = {term: rule.get(term, policy.get(term)) for term in TERMS}
    return found | {'attribution': found['attribution'] or 'required'}


def evaluate_policy(policy: dict, target: str, use: str, url: str) -> Answer:
    path = path_of(url)
    if path is None:
        return UNKNOWN
    best: tuple[tuple[int, int, int], str, int] | None = None
    for number, rule in enumerate(policy.get('rules', [])):
        allowed, denied = listed(rule.get('allow'), []), listed(rule.get('deny'), [])
        known = use if use in USES else '*'
        if known in denied or '*' in denied:
            decision = 'deny'
        elif known in allowed or '*' in allowed:
            decision = 'allow'
        else:
            continue
        targets = listed(rule.get('targets'), ['*'])
        if target in targets and target != '*':
            names = 1
        elif '*' in targets:
            names = 0
        else:
            continue
        for text in listed(rule.get('path'), ['/']):
            pattern = Pattern(text)
            rank = (pattern.octets, names, int(decision == 'deny'))
            if pattern.matches(path) and (best is None or rank > best[0]):
                best = (rank, decision, number)
    if best is None:
        return UNKNOWN
    _, decision, number = best
    return Answer(decision, number, obligations_of(policy, policy['rules'][number]) if decision == 'allow' else None)
