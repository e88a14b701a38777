/** Draws pages of real sites to be judged by a person, and prints what was judged; see bench/judgements/README.md. */
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { progress } from './harness/progress.ts'
import { print } from './harness/report.ts'
import { drawSheet } from './judging/draw-sheet.ts'
import { printSheet } from './judging/print-sheet.ts'
import { MAX_DRAWN, MAX_SHEET_SITES, readJudgedSheet, writeSheet } from './judging/sheet.ts'
import { readSiteFolder } from './main-text/site-folder.ts'
import { buildProduct } from './product/cli.ts'

const USAGE = `npm run judge:pages -- draw --sites FOLDER --seed TEXT --out FILE.json [--pages 12] [--asking 20] [--only NAME]...
npm run judge:pages -- table SHEET.json...
`

async function draw(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      sites: { type: 'string' },
      seed: { type: 'string' },
      out: { type: 'string' },
      pages: { type: 'string', default: '12' },
      asking: { type: 'string', default: '20' },
      only: { type: 'string', multiple: true },
    },
  })
  const { sites: path, seed, out, only } = values
  if (path === undefined || seed === undefined || out === undefined) throw new TypeError(USAGE)
  const [pages, asking] = [count('pages', values.pages), count('asking', values.asking)]
  const whole = readSiteFolder(path)
  if (!whole) throw new TypeError(`--sites ${path} has no sites.json and serve.mjs`)
  const sites = whole.sites
    .filter(({ name }) => !only || only.includes(name))
    .slice(0, MAX_SHEET_SITES)
  if (sites.length === 0) throw new TypeError('No site has a name of --only')
  const directory = await mkdtemp(join(tmpdir(), 'citable-judge-'))
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }))
  await buildProduct()
  writeSheet(out, await drawSheet({ ...whole, sites }, directory, { seed, pages, asking }))
  progress.clear()
  print(`${out} has the pages of ${sites.length} sites: fill in every verdict that is null`)
}

function count(option: string, text: string): number {
  const number = Number(text)
  if (Number.isSafeInteger(number) && number >= 0 && number <= MAX_DRAWN) return number
  throw new TypeError(`--${option} must be a whole number up to ${MAX_DRAWN}, not ${text}`)
}

/** Returns whether every sheet meets the limits. */
function table(files: readonly string[]): boolean {
  if (files.length === 0) throw new TypeError(USAGE)
  const sheets = files.map((file) => ({ name: basename(file), sheet: readJudgedSheet(file) }))
  return sheets.map(({ name, sheet }) => printSheet(name, sheet)).every(Boolean)
}

const [command, ...rest] = process.argv.slice(2)
try {
  if (command === 'draw') await draw(rest)
  else if (command === 'table') process.exitCode = table(rest) ? 0 : 1
  else throw new TypeError(USAGE)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}
