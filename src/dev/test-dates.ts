import { textTable } from '../cli/text-table.ts'
import { runTrial, type Outcome } from './run-date-trial.ts'
import { DATE_TRIALS, type DateTrial } from './date-trials.ts'

/**
 * Runs the suite on other dates, in other zones and languages, by Debian's `faketime`:
 * `npm run test:dates [-- [--date=2024-02-29] [--zone=Europe/Berlin] [arguments of vitest]]`. Without a date or a zone it
 * runs ten times, which takes as many times as long as `npm test`.
 */
function main(): void {
  const given = process.argv.slice(2)
  const trials = DATE_TRIALS.filter(
    ({ at, zone }) =>
      at.startsWith(optionOf(given, '--date=')) && zone.startsWith(optionOf(given, '--zone=')),
  )
  if (trials.length === 0) {
    process.stderr.write(`There is no such trial. Those that there are:\n${table(DATE_TRIALS)}`)
    process.exitCode = 2
    return
  }
  const vitestArguments = given.filter((argument) => !/^--(?:date|zone)=/.test(argument))
  const outcomes: (DateTrial & Outcome)[] = []
  for (const trial of trials) {
    process.stdout.write(`\n== ${Object.values(trial).join(' ')}\n`)
    outcomes.push({ ...trial, ...runTrial(trial, vitestArguments) })
  }
  process.stdout.write(`\n${table(outcomes)}`)
  process.exitCode = outcomes.every(({ fault }) => fault === undefined) ? 0 : 1
}

const optionOf = (given: readonly string[], name: string): string =>
  given.find((argument) => argument.startsWith(name))?.slice(name.length) ?? ''

function table(trials: readonly (DateTrial & Partial<Outcome>)[]): string {
  const rows = trials.map(({ at, zone, locale, tests = '', fault = 'passed' }) => [
    at,
    zone,
    locale,
    tests,
    tests === '' ? '' : fault,
  ])
  return `${textTable(['date', 'zone', 'locale', 'tests', 'outcome'], rows)}\n`
}

main()
