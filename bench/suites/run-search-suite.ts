import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/v4'
import { freePort } from '../harness/free-port.ts'
import { print, printTable } from '../harness/report.ts'
import { postSite, runKeyCreate, runOwnerCreate, startProduct } from '../product/product.ts'
import { scanningInstallation, scanSite, searchOver } from '../retrieval/scanned-product.ts'
import type { Settings } from '../settings.ts'

const MIN_FIRST = 0.75
const MIN_FIRST_THREE = 0.9

const JUDGEMENTS = new URL('../judgements/search.json', import.meta.url)

const Judgements = z.object({
  sites: z.array(
    z.object({
      name: z.string(),
      source: z.string(),
      /** The results of the release before these judgements, for the same questions. */
      before: z.object({ first: z.int(), inThree: z.int() }),
      questions: z.array(z.object({ question: z.string(), paths: z.array(z.string()) })),
    }),
  ),
})
type JudgedSite = z.infer<typeof Judgements>['sites'][number]

/**
 * Scans real sites, which `serve.mjs` of a folder serves by their names, and asks each the questions that were judged
 * by hand; prints how often the page that answers came first, and among the first three. Returns whether the limits
 * were met.
 */
export async function runSearchSuite(
  _: unknown,
  directory: string,
  { sites }: Settings,
): Promise<boolean> {
  if (sites === undefined || !existsSync(join(sites, 'serve.mjs'))) {
    print('\n## Search: skipped; --sites FOLDER names real sites with their serve.mjs')
    return true
  }
  const judged = Judgements.parse(JSON.parse(readFileSync(JUDGEMENTS, 'utf8'))).sites
  print(`\n## Search: ${judged.length} sites`)
  const rows: string[][] = []
  const [whole, before] = [emptyCount(), emptyCount()]
  let asked = 0
  for (const site of judged) {
    const found = await askSite(join(directory, `search-${site.name}`), sites, site)
    rows.push(rowOf(site.name, site.questions.length, site.before, found))
    add(whole, found)
    add(before, site.before)
    asked += site.questions.length
  }
  rows.push(rowOf('all', asked, before, whole))
  printTable(['site', 'questions', 'first before', 'first', 'in three before', 'in three'], rows)
  return whole.first >= MIN_FIRST * asked && whole.inThree >= MIN_FIRST_THREE * asked
}

interface Count {
  first: number
  inThree: number
}

const emptyCount = (): Count => ({ first: 0, inThree: 0 })

function add(sum: Count, { first, inThree }: Count): void {
  sum.first += first
  sum.inThree += inThree
}

const rowOf = (name: string, asked: number, before: Count, found: Count): string[] =>
  [name, asked, before.first, found.first, before.inThree, found.inThree].map(String)

async function askSite(directory: string, folder: string, site: JudgedSite): Promise<Count> {
  const port = await freePort()
  const server = spawn(
    process.execPath,
    [join(folder, 'serve.mjs'), site.name, '--port', String(port)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  try {
    await once(server.stdout, 'data')
    return await askServed(directory, `http://127.0.0.1:${port}/`, site)
  } finally {
    server.kill()
  }
}

async function askServed(directory: string, url: string, site: JudgedSite): Promise<Count> {
  const installation = await scanningInstallation(directory)
  const owner = await runOwnerCreate(installation, site.name)
  const [key = ''] = await runKeyCreate(installation, owner, 1)
  await using product = await startProduct(installation, { withProbe: false })
  await scanSite(product, key, await postSite(product, key, url))
  const count = emptyCount()
  for (const { question, paths } of site.questions) {
    const found = await searchOver(product, key, question)
    const place = found.findIndex((address) => paths.includes(pathOf(address)))
    count.first += Number(place === 0)
    count.inThree += Number(place >= 0 && place < 3)
  }
  return count
}

/** A path as the judgements have it: decoded, and without a slash at its end. */
const pathOf = (address: string): string =>
  decodeURIComponent(new URL(address).pathname).replace(/\/$/, '').replace(/^\/\//, '/')
