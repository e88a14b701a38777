/**
 * Measures how often verdicts are wrong, and how often they see a change; see docs/verdicts.md, whose tables this
 * writes.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { format } from 'prettier'
import { toTable, withGenerated } from '../../src/dev/markdown.ts'
import { Bars } from './bars.ts'
import { measureCosts } from './costs.ts'
import { drawnSection } from './drawn-section.ts'
import { percent } from './outcomes.ts'
import { LOOKS, PARTS } from './looks.ts'
import { pooled, realFigures } from './real-figures.ts'
import { realSection } from './real-section.ts'
import { readCounts, type CountsOfSite } from './read-counts.ts'

const PAGE = join(import.meta.dirname, '../../docs/verdicts.md')
const USAGE = `npm run verdicts [-- FOLDER] [--once FOLDER] [--skip-drawn] [--leave-out FOLDER]
FOLDER holds tables of daily counts. Without one, drawn series alone are judged.
--once       series that were not tuned on, which keep no bars
--skip-drawn judges the folder alone
--leave-out  prints what each of three parts of the rule is good for, and nothing else
`

const print = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

type Section = 'drawn' | 'real' | 'once'

async function writeSection(name: Section, text: string): Promise<void> {
  print(`${text}\n`)
  const mark = { page: PAGE, name, what: 'table', by: 'npm run verdicts' } as const
  const page = withGenerated(readFileSync(PAGE, 'utf8'), mark, text)
  writeFileSync(PAGE, await format(page, { parser: 'markdown', printWidth: 100 }))
}

/** Judges with each part of the rule left out, to see what it is good for. */
function printParts(sites: readonly CountsOfSite[]): void {
  const largest = sites.toSorted((a, b) => b.counts.length - a.counts.length)[0]?.name
  const rows = [undefined, ...PARTS].map((without) => {
    const figures = realFigures(sites, [1, 0.6], without)
    const shares = LOOKS.map(({ name }) => {
      const wrong = Math.max(
        ...[5, 10, 30, 100, 300, 1_000, 3_000].map(
          (size) =>
            pooled(figures, (one) => one.look === name && one.size === size && one.effect === 1)
              .share,
        ),
      )
      const seen = pooled(
        figures,
        (one) =>
          one.look === name && one.size === 300 && one.effect === 0.6 && one.site === largest,
      )
      return `${percent(wrong)} / ${percent(seen.share)}`
    })
    return [without ?? 'nothing', ...shares]
  })
  print('Wrong at the worst size / × 0.6 seen at 300 a day, in %\n')
  print(toTable(['Left out', ...LOOKS.map(({ name }) => name)], rows))
}

async function run(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      once: { type: 'string' },
      'leave-out': { type: 'string' },
      'skip-drawn': { type: 'boolean', default: false },
    },
  })
  if (values['leave-out'] !== undefined) {
    printParts(readCounts(values['leave-out']))
    return true
  }
  // The folder is read first: a mistake in its name should not cost minutes of drawing.
  const [real, once] = [positionals[0], values.once].map((folder) =>
    folder === undefined ? undefined : readCounts(folder),
  )
  const bars = new Bars()
  const { verdictMs, listMs } = measureCosts()
  print(`A verdict takes ${verdictMs.toFixed(4)} ms, a list of 100 ${listMs.toFixed(2)} ms.\n`)
  bars.atMost('milliseconds of a verdict', verdictMs, 0.05)
  bars.atMost('milliseconds of a list of 100', listMs, 5)
  if (!values['skip-drawn']) await writeSection('drawn', drawnSection(bars))
  if (real) await writeSection('real', realSection(real, bars))
  if (once) await writeSection('once', realSection(once, undefined))
  for (const broken of bars.broken) print(`does not hold: ${broken}`)
  print(`${bars.count - bars.broken.length} of ${bars.count} bars hold.`)
  return bars.broken.length === 0
}

try {
  process.exitCode = (await run()) ? 0 : 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
  process.exitCode = 2
}
