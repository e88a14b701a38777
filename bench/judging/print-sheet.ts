import { print, printTable } from '../harness/report.ts'
import {
  missedLimits,
  verdictsByOrigin,
  sheetVerdicts,
  type Share,
  type Verdicts,
} from './count-verdicts.ts'
import type { Sheet } from './sheet.ts'

const shown = ({ some, of }: Share): string =>
  of === 0 ? '–' : `${some} of ${of} (${((100 * some) / of).toFixed(0)} %)`

const COLUMNS = ['language', 'type', 'wrongType', 'title', 'text', 'name', 'sets'] as const
const HEADS = ['site', 'language', 'type', 'type wrong', 'title', 'text', 'name', 'sets acceptable']

const row = (site: string, verdicts: Verdicts): string[] => [
  site,
  ...COLUMNS.map((column) => shown(verdicts[column])),
]

/** Prints what a reader thought of the pages of a sheet, and returns whether every limit is met. */
export function printSheet(name: string, sheet: Sheet): boolean {
  print(`\n## ${name}, seed ${sheet.seed}`)
  const rows = sheet.sites.map((site) => row(site.site, sheetVerdicts([site])))
  printTable(HEADS, [...rows, row('all', sheetVerdicts(sheet.sites))])
  print()
  printTable(
    ['origin', 'questions', 'good', 'acceptable', 'filler', 'wrong', 'sets acceptable'],
    verdictsByOrigin(sheet).map(({ origin, sets, ...counts }) => [
      origin,
      ...[counts.questions, counts.good, counts.acceptable, counts.filler, counts.wrong].map(
        String,
      ),
      shown(sets),
    ]),
  )
  const missed = missedLimits(sheet)
  print(missed.length === 0 ? '\nPASS' : `\nFAIL: ${missed.join(', ')}`)
  return missed.length === 0
}
