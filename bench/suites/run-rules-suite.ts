import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Baselines } from '../harness/bundle-baselines.ts'
import { progress } from '../harness/progress.ts'
import { print, printTable } from '../harness/report.ts'
import { median } from '../harness/statistics.ts'
import type { RuleMeasurements } from '../product/measure-rules.ts'
import type { Settings } from '../settings.ts'

const run = promisify(execFile)
const MAX_RULES_MS = 2_000
const MAX_LINT_MS = 5
/** Limit for twice the text, which a linear linter takes twice as long for. */
const MAX_GROWTH = 3

/** 1,000 prompt rules on 10,000 pages, and the linter on 8,000 characters; returns whether their limits were met. */
export async function runRulesSuite(
  { rulesAlone }: Baselines,
  _: string,
  settings: Settings,
): Promise<boolean> {
  progress.begin('rules and the linter')
  const { stdout } = await run(process.execPath, [rulesAlone, String(settings.rounds)])
  // @NOTE the script prints this interface.
  const { rulesMs, linted } = JSON.parse(stdout) as RuleMeasurements
  print('\n## Prompt rules and the linter by themselves')
  print(`1,000 rules on 10,000 pages: ${median(rulesMs).toFixed(0)} ms (goal ${MAX_RULES_MS})`)
  const worst = linted.toSorted((a, b) => b.ms - a.ms)
  printTable(
    ['text of 8,000 characters', 'ms', 'half of it'],
    worst.slice(0, 5).map(({ name, ms, halfMs }) => [name, ms.toFixed(2), halfMs.toFixed(2)]),
  )
  const [{ ms, halfMs } = { ms: Number.NaN, halfMs: Number.NaN }] = worst
  print(
    `the worst ${ms.toFixed(2)} ms (goal ${MAX_LINT_MS}), ${(ms / halfMs).toFixed(2)} times its half (limit ${MAX_GROWTH})`,
  )
  return ms / halfMs <= MAX_GROWTH
}
