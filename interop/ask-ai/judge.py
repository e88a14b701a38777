"""What each set of vectors asks of an implementation; None where it agrees."""

from ask_ai.clean import clean
from ask_ai.digest import digest
from ask_ai.discovery import find_manifest, policy_of_metas
from ask_ai.export import export_policy
from ask_ai.layers import evaluate_layers
from ask_ai.lint import lint
from ask_ai.links import build
from ask_ai.manifest import read_manifest, time_of
from ask_ai.path import Pattern, normalise
from ask_ai.policy import evaluate_policy
from ask_ai.problems import Problems
from ask_ai.read_ask import read_ask
from ask_ai.read_policy import read_policy
from ask_ai.read_registry import read_registry
from ask_ai.render import RenderError, render
from ask_ai.targets import registry
from ask_ai.verify import verify


def differ(found: object, expected: object) -> str | None:
    return None if found == expected else f'{found!r} instead of {expected!r}'


def named(vector: dict, document: dict, member: str) -> dict:
    value = vector[member]
    return document['documents'][value] if isinstance(value, str) else value


def judge_reading(value: object, problems: list[tuple[str, str]], expected: dict) -> str | None:
    """Compares what a reader says; the order of problems does not bind."""
    if expected['ok']:
        return differ(problems, []) or ('value' in expected and differ(value, expected['value'])) or None
    return differ(sorted(problems), sorted((one['path'], one['code']) for one in expected['problems']))


def judge_ask(vector: dict, _: dict) -> str | None:
    return judge_reading(vector['ask'], read_ask(vector['ask']), vector['expect'])


def judge_clean(vector: dict, _: dict) -> str | None:
    return differ(clean(vector['raw']), vector['expect']['clean'])


def judge_digest(vector: dict, _: dict) -> str | None:
    return differ(digest(vector['ask']), vector['expect']['digest'])


def judge_render(vector: dict, _: dict) -> str | None:
    try:
        found = {'prompt': render(vector['ask'], vector['page'], vector.get('inputs'), vector.get('excerptLimit'), vector.get('textUrl'))}
    except RenderError as error:
        found = {'error': error.args[0]}
    return differ(found, vector['expect'])


def judge_path(vector: dict, _: dict) -> str | None:
    pattern = Pattern(vector['pattern'])
    found = {'matches': pattern.matches(normalise(vector['path'])), 'octets': pattern.octets}
    return differ({name: found[name] for name in vector['expect']}, vector['expect'])


def judge_policy(vector: dict, document: dict) -> str | None:
    if 'read' in vector:
        problems = Problems()
        return judge_reading(read_policy(vector['read'], problems), problems.list, vector['expect'])
    answer = evaluate_policy(named(vector, document, 'policy'), vector['target'], vector['use'], vector['url'])
    found = {'decision': answer.decision, 'rule': answer.rule, 'obligations': answer.obligations}
    return differ({name: found[name] for name in vector['expect']}, vector['expect'])


def judge_layers(vector: dict, document: dict) -> str | None:
    policy = named(vector, document, 'policy')
    found = evaluate_layers(
        policy, vector['target'], vector['use'], vector['url'], vector.get('agents', {}), vector.get('signals', {})
    )
    # Rules and reasons explain to people and do not bind.
    found['layers'] = [{'layer': layer.name, 'decision': layer.decision} for layer in found['layers']]
    expected = dict(vector['expect'])
    if 'layers' in expected:
        expected['layers'] = [{name: layer[name] for name in ('layer', 'decision')} for layer in expected['layers']]
    return differ({name: found[name] for name in expected}, expected)


def judge_export(vector: dict, _: dict) -> str | None:
    return differ(export_policy(vector['policy']), vector['expect'])


def judge_manifest(vector: dict, _: dict) -> str | None:
    value = vector['text'] if 'text' in vector else vector['manifest']
    now = time_of(vector['now']) if 'now' in vector else None
    found = read_manifest(value, vector.get('url'), now)
    expected = vector['expect']
    if not found['ok'] or not expected['ok']:
        return judge_reading(None, found.get('problems', []), expected)
    own = {
        'prompts': [ask['id'] for ask in found['value']['prompts']],
        'ignored': sorted(found['ignored']),
        'next': found['value'].get('next'),
    }
    wanted = {name: expected.get(name) for name in own}
    wanted['ignored'] = sorted((one['path'], one['code']) for one in expected.get('ignored', []))
    return differ(own, wanted)


def judge_links(vector: dict, document: dict) -> str | None:
    policy = named(vector, document, 'policy') if 'policy' in vector else {}
    known = vector.get('registry') or registry()
    ask = named(vector, document, 'ask')
    built = build(
        ask, vector['target'], vector['page'], vector.get('inputs') or {}, policy, vector.get('signals') or {},
        vector.get('textUrl'), known,
    )  # fmt: skip
    found = {'app': None} | built | {'octets': len(built.get('href', '')), 'rules': built.get('findings', [])}
    expected = dict(vector['expect'])
    begins, ends = expected.pop('begins', ''), expected.pop('ends', '')
    if not found.get('href', '').startswith(begins) or not found.get('href', '').endswith(ends):
        return f'{found!r} does not begin or end so'
    return differ({name: found.get(name) for name in expected}, expected)


def judge_targets(vector: dict, _: dict) -> str | None:
    return judge_reading(None, read_registry(vector['registry']), vector['expect'])


def judge_verify(vector: dict, document: dict) -> str | None:
    manifest = vector.get('manifest')
    given = manifest and manifest | {'document': named(manifest, document, 'document')}
    found = verify(vector['href'], given, vector.get('signals') or {}, vector.get('registry') or registry(), vector.get('now'))
    expected = dict(vector['expect'])
    missed = set(expected.pop('reports', [])) - set(found['findings'])
    own = found | {'rules': found['findings']}
    return f'{missed!r} are not reported' if missed else differ({name: own.get(name) for name in expected}, expected)


def judge_discovery(vector: dict, _: dict) -> str | None:
    if 'metas' in vector:
        return differ({'askPolicy': policy_of_metas(vector['metas'])}, vector['expect'])
    return differ(find_manifest(vector['page']), vector['expect'])


def judge_lint(vector: dict, _: dict) -> str | None:
    found = lint(vector['prompt'], vector['sources'], vector.get('names', []), vector['rendered'])
    rules = [rule for rule, _ in found]
    expected = vector['expect']
    is_reported = set(expected['reports']) <= set(rules) if expected['reports'] else not rules
    is_level = expected.get('level') in (None, *(level for _, level in found))
    return None if is_reported and is_level else f'{found!r} instead of {expected!r}'


JUDGES = {
    'discovery': judge_discovery,
    'ask': judge_ask,
    'clean': judge_clean,
    'digest': judge_digest,
    'render': judge_render,
    'verify': judge_verify,
    'path': judge_path,
    'policy': judge_policy,
    'layers': judge_layers,
    'export': judge_export,
    'links': judge_links,
    'lint': judge_lint,
    'targets': judge_targets,
    'manifest': judge_manifest,
}
