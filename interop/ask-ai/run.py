"""Runs every vector file against the implementation in this folder: `python3 run.py [folder of vectors]`."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from judge import JUDGES  # noqa: E402

Judge = Callable[[dict, dict], str | None]


def run_set(file: Path) -> tuple[str, int, list[str]]:
    """The name of the set, the number of its vectors, and what failed."""
    document = json.loads(file.read_text('utf8'))
    judge = JUDGES.get(document['set'])
    failed = []
    for vector in document['vectors']:
        problem = judged(judge, vector, document)
        if problem:
            failed.append(f'{document["set"]} {vector["id"]}: {problem}')
    return document['set'], len(document['vectors']), failed


def judged(judge: Judge | None, vector: dict, document: dict) -> str | None:
    if judge is None:
        return 'no implementation of this set'
    try:
        return judge(vector, document)
    except Exception as error:  # No input may make an implementation throw, so this is a failure as well.
        return f'threw {error!r}'


def main() -> int:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE.parents[1] / 'src' / 'protocol' / 'spec' / 'vectors'
    results = [run_set(file) for file in sorted(folder.glob('*.json'))]
    print(f'{"set":<12}{"count":>7}{"passed":>8}')
    for name, count, failed in results:
        print(f'{name:<12}{count:>7}{count - len(failed):>8}')
    failures = [line for _, _, failed in results for line in failed]
    print(f'{"total":<12}{sum(count for _, count, _ in results):>7}{sum(count for _, count, _ in results) - len(failures):>8}')
    print('\n'.join(failures), file=sys.stderr, end='\n' if failures else '')
    return 1 if failures or not results else 0


if __name__ == '__main__':
    sys.exit(main())
