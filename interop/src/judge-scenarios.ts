import { stripVTControlCharacters } from 'node:util'

/** The verdicts on a scenario: `wrong` is a result that was not expected, such as a pass that the baseline excludes. */
const VERDICTS = ['green', 'nothing to check', 'in part', 'not done', 'by name', 'wrong'] as const
export type Verdict = (typeof VERDICTS)[number]

interface Judged {
  name: string
  verdict: Verdict
  passedChecks: number
}

interface Expectations {
  /** Scenarios, and checks as `scenario:check`, that the service does not do. */
  baseline: readonly string[]
  /** Scenarios that ask for tools, prompts and resources which this server does not have. */
  byName: readonly string[]
}

const SCENARIO = /^([✓✗]) ([\w-]+): (\d+) passed, (\d+) failed$/gm
/** The suite counts a warning as a failure, and reports it in this list alone. */
const EXPECTED = /^ {2}~ ([\w-]+)/gm
const UNEXPECTED_LISTS = /(?:not in baseline|[Ss]tale)[^]*?\n\n/g
const UNEXPECTED = /^ {2}\S ([\w-]+)/gm

/** Reads what the suite printed of a run. */
export function judgeScenarios(output: string, { baseline, byName }: Expectations): Judged[] {
  const printed = stripVTControlCharacters(output)
  const expected = new Set([...printed.matchAll(EXPECTED)].map(([, name]) => name))
  const unexpected = new Set(
    [...printed.matchAll(UNEXPECTED_LISTS)].flatMap(([list]) =>
      [...list.matchAll(UNEXPECTED)].map(([, name]) => name),
    ),
  )
  const partly = new Set(baseline.filter((entry) => entry.includes(':')).map(scenarioOf))
  const verdictOf = (name: string, hasFailed: boolean, isEmpty: boolean): Verdict => {
    if (unexpected.has(name)) return 'wrong'
    if (baseline.includes(name)) return hasFailed ? 'not done' : 'wrong'
    if (byName.includes(name)) return hasFailed ? 'by name' : 'wrong'
    if (hasFailed) return partly.has(name) ? 'in part' : 'wrong'
    return isEmpty ? 'nothing to check' : 'green'
  }
  return [...printed.matchAll(SCENARIO)].map(([, mark, name = '', passed, failed]) => ({
    name,
    verdict: verdictOf(name, mark === '✗' || expected.has(name), `${passed} ${failed}` === '0 0'),
    passedChecks: Number(passed),
  }))
}

const scenarioOf = (entry: string): string => entry.split(':', 1)[0] ?? ''

/** Counts a run's scenarios by their verdicts. */
export const countVerdicts = (judged: readonly Judged[]): [Verdict, number][] =>
  VERDICTS.map((verdict) => [verdict, judged.filter((one) => one.verdict === verdict).length])
