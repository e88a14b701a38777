import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/v4'
import { readPage } from '../../src/domain/html/read-page.ts'
import { PAGE_TYPES, type PageType } from '../../src/domain/page/page-types.ts'
import { pageTypeOf } from '../../src/domain/prompts/page-type.ts'
import { toPageRecord } from '../../src/features/scans/page-record.ts'
import { print, printTable } from '../harness/report.ts'
import { unpackSite } from '../harness/unpack-site.ts'
import type { Settings } from '../settings.ts'

/** The largest part of the pages whose type may be wrong; a page of no known type does not count as wrong. */
const MAX_WRONG = 0.02
const JUDGEMENTS = new URL('../judgements/page-types.json', import.meta.url)

const JudgedPage = z.object({
  path: z.string(),
  type: z.enum(PAGE_TYPES),
  /** All types that a person would accept, where there are several. */
  accept: z.array(z.enum(PAGE_TYPES)).optional(),
  why: z.string(),
})
type JudgedPage = z.output<typeof JudgedPage>

const Judgements = z.object({
  sites: z.record(
    z.string(),
    z.object({ host: z.string(), source: z.string(), pages: z.array(JudgedPage) }),
  ),
})

/** Finds the types of the pages that a person has judged; returns whether hardly one of them is wrong. */
export async function runPageTypesSuite(
  _baselines: unknown,
  directory: string,
  { sites: folder }: Settings,
): Promise<boolean> {
  if (folder === undefined || !existsSync(folder)) {
    print('page-types: skipped, since --sites names no folder of site archives')
    return true
  }
  const { sites } = Judgements.parse(JSON.parse(readFileSync(JUDGEMENTS, 'utf8')))
  const rows: string[][] = []
  const wrong: string[] = []
  let untold = 0
  let judged = 0
  for (const [name, { host, pages }] of Object.entries(sites)) {
    const target = join(directory, `types-${name}`)
    mkdirSync(target)
    const root = unpackSite(join(folder, `${name}.tgz`), target)
    const found = pages.map((page) => ({ page, type: typeOf(root, host, page.path) }))
    const missed = found.filter(({ page, type }) => !isAccepted(page, type))
    const bad = missed.filter(({ type }) => type !== 'other')
    judged += pages.length
    untold += missed.length - bad.length
    wrong.push(...bad.map(({ page, type }) => `${name}${page.path}: ${type}, not ${page.type}`))
    rows.push([name, String(pages.length), String(missed.length - bad.length), String(bad.length)])
  }
  print('\n## Page types: as a person judged them')
  printTable(['site', 'pages', 'untold', 'wrong'], rows)
  for (const line of wrong) print(line)
  const isEnough = wrong.length <= judged * MAX_WRONG
  const limit = `${(MAX_WRONG * 100).toFixed(0)} %`
  print(
    `${wrong.length} of ${judged} wrong (limit ${limit}), ${untold} untold ${isEnough ? 'PASS' : 'FAIL'}`,
  )
  return isEnough
}

const isAccepted = ({ type, accept }: JudgedPage, found: PageType): boolean =>
  found === type || accept?.includes(found) === true

function typeOf(root: string, host: string, path: string): PageType {
  const file = path.endsWith('/') ? `${path}index.html` : path
  const url = new URL(`https://${host}`)
  url.pathname = path
  const facts = readPage(readFileSync(join(root, file)), {
    url: url.href,
    contentType: 'text/html; charset=utf-8',
    headers: {},
  })
  const record = toPageRecord(facts, url.href, { sitemapModifiedAt: null, isPoisoned: false })
  const { statedType: stated, isDated } = record
  return pageTypeOf({ path: url.pathname, stated, isDated }).type
}
