"""Section 6.3: what a site says elsewhere."""

import json
import re
from dataclasses import dataclass

from .dictionary import read_dictionary
from .path import Pattern, path_of
from .policy import evaluate_policy, obligations_of

ROLES = {'answer': 'user', 'summarize': 'user', 'quote': 'user', 'search': 'search', 'train-ai': 'train'}
SIGNALS = {'answer': 'ai-input', 'summarize': 'ai-input', 'quote': 'ai-input', 'search': 'search', 'train-ai': 'ai-train'}
WORDS = {'y': 'allow', 'n': 'deny', 'yes': 'allow', 'no': 'deny'}
MAX_ROBOTS = 512_000
MAX_LINE = 4_096


@dataclass(frozen=True)
class Layer:
    name: str
    decision: str
    max_excerpt: int | None = None


@dataclass(frozen=True)
class Line:
    field: str
    pattern: Pattern
    value: str


def combine(decisions: list[str]) -> str:
    """Any ban bans, else any permission permits, else nothing is known."""
    return 'deny' if 'deny' in decisions else 'allow' if 'allow' in decisions else 'unknown'


def dictionary_layer(name: str, text: str, use: str, has_excerpt: bool) -> Layer:
    member = (read_dictionary(text) or {}).get(use)
    decision = {'y': 'allow', 'n': 'deny'}.get(member.token or '', 'unknown') if member else 'unknown'
    limit = member.numbers.get('max') if member and has_excerpt and decision == 'allow' else None
    return Layer(name, decision, limit if limit is not None and limit >= 0 else None)


def agent_token(text: str) -> str:
    text = text.strip()
    if re.match(r'\*(\s|$)', text):
        return '*'
    return re.match(r'[A-Za-z0-9_.-]*', text)[0].lower()


def read_robots(text: str) -> dict[str, list[Line]]:
    lines = re.split(r'\r\n|\r|\n', text[:MAX_ROBOTS].removeprefix('\ufeff'))
    if len(text) > MAX_ROBOTS:
        lines.pop()
    groups: dict[str, list[Line]] = {'*': []}
    group = ['*']
    is_open = False
    for line in lines:
        field, colon, value = line.split('#')[0][:MAX_LINE].partition(':')
        field, value = field.strip().lower(), value.strip()
        if field == 'user-agent' and colon:
            group = group if is_open else []
            is_open = True
            token = agent_token(value)
            if token:
                group.append(token)
                groups.setdefault(token, [])
        elif field in ('allow', 'disallow', 'content-usage', 'content-signal'):
            is_open = False
            if value:
                for token in set(group):
                    groups[token].append(read_line(field, value))
    return groups


def read_line(field: str, value: str) -> Line:
    if field in ('allow', 'disallow'):
        return Line(field, Pattern(value), '')
    found = re.fullmatch(r'(?:([/*]\S*)\s+)?(.*)', value, re.DOTALL)
    return Line(field, Pattern(found[1] or '/'), found[2])


def access(lines: list[Line], path: str) -> str:
    rules = [line for line in lines if line.field in ('allow', 'disallow')]
    if path == '/robots.txt' or not rules:
        return 'unknown'
    best = max(rules, key=lambda line: (line.pattern.octets, line.field == 'allow'))
    return 'deny' if best.field == 'disallow' else 'unknown'


def preference(lines: list[Line], field: str, use: str) -> str:
    stated = []
    for line in lines:
        if line.field == field:
            decision = usage_of(line.value, use) if field == 'content-usage' else signal_of(line.value, use)
            if decision is not None:
                stated.append((line.pattern.octets, decision))
    longest = max((octets for octets, _ in stated), default=0)
    return combine([decision for octets, decision in stated if octets == longest])


def usage_of(value: str, use: str) -> str | None:
    members = read_dictionary(value)
    if not members:
        return None
    token = members[use].token if use in ('train-ai', 'search') and use in members else None
    return {'y': 'allow', 'n': 'deny'}.get(token or '', 'unknown')


def signal_of(value: str, use: str) -> str:
    parts = [part.split('=') for part in value.split(',')]
    words = [part[1].strip().lower() for part in parts if len(part) > 1 and part[0].strip().lower() == SIGNALS.get(use)]
    return combine([{'yes': 'allow', 'no': 'deny'}.get(word, 'unknown') for word in words])


def robots_layers(text: str, agents: dict, use: str, path: str) -> list[Layer]:
    groups = read_robots(text)
    names = ([] if use not in ROLES else list((agents or {}).get(ROLES[use]) or ['*']))[:20]
    by_agent = [
        [line for line in groups.get(agent_token(name), groups['*']) if line.pattern.matches(path)] for name in names
    ]
    return [
        Layer('robots_disallow', combine([access(lines, path) for lines in by_agent])),
        Layer('robots_content_usage', combine([preference(lines, 'content-usage', use) for lines in by_agent])),
        Layer('robots_content_signal', combine([preference(lines, 'content-signal', use) for lines in by_agent])),
    ]


def tdm_rules(text: str) -> list[tuple[int, bool, Pattern]]:
    try:
        rules = json.loads(text) if len(text) <= 524_288 else []
    except (ValueError, RecursionError):
        rules = []
    found = []
    for rule in rules[:1_000] if isinstance(rules, list) else []:
        location, value = (rule.get('location'), rule.get('tdm-reservation')) if isinstance(rule, dict) else (None, None)
        if isinstance(location, str) and len(location) <= 4_096 and value in (0, 1) and not isinstance(value, bool):
            pattern = Pattern(location)
            found.append((pattern.octets, value == 1, pattern))
    return found


def tdm_layer(signals: dict, use: str, path: str) -> Layer:
    if 'tdmReservation' in signals:
        is_reserved = str(signals['tdmReservation']).strip() == '1'
    else:
        rules = [rule for rule in tdm_rules(signals.get('tdmRep', '')) if rule[2].matches(path)]
        is_reserved = bool(rules) and max(rules, key=lambda rule: rule[:2])[1]
    return Layer('tdmrep', 'deny' if is_reserved and use == 'train-ai' else 'unknown')


def evaluate_layers(policy: dict, target: str, use: str, url: str, agents: dict, signals: dict) -> dict:
    path = path_of(url)
    own = evaluate_policy(policy, target, use, url)
    layers = [Layer('policy', own.decision)]
    if path is None:
        return {'decision': 'unknown', 'obligations': None, 'layers': layers}
    if 'askPolicy' in signals:
        layers.append(dictionary_layer('ask_policy_header', signals['askPolicy'], use, True))
    if 'askPolicyMeta' in signals:
        layers.append(dictionary_layer('ask_policy_meta', signals['askPolicyMeta'], use, True))
    if 'contentUsage' in signals:
        known = use if use in ('search', 'train-ai') else ''
        layers.append(dictionary_layer('content_usage_header', signals['contentUsage'], known, False))
    if 'robotsTxt' in signals:
        layers.extend(robots_layers(signals['robotsTxt'], agents, use, path))
    if 'tdmReservation' in signals or 'tdmRep' in signals:
        layers.append(tdm_layer(signals, use, path))
    decision = combine([layer.decision for layer in layers])
    obligations = None
    if decision == 'allow':
        obligations = own.obligations or obligations_of(policy, {})
        limits = [limit for limit in (obligations['maxExcerpt'], *(layer.max_excerpt for layer in layers)) if limit is not None]
        obligations = obligations | {'maxExcerpt': min(limits, default=None)}
    return {'decision': decision, 'obligations': obligations, 'layers': layers}
