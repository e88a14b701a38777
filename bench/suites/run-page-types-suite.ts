import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/v4'
import { readPage } from '../../src/domain/html/read-page.ts'
import { PAGE_TYPES, type PageType } from '../../src/domain/page/page-types.ts'
import { pageTypeOf } from '../../src/domain/prompts/page-type.ts'
import { typePageOf } from '../../src/domain/prompts/type-page.ts'
import { toPageRecord } from '../../src/features/scans/page-record.ts'
import { print, printTable } from '../harness/report.ts'
import { unpackSite } from '../harness/unpack-site.ts'
import type { Settings } from '../settings.ts'

const MIN_RIGHT = 0.9
const JUDGEMENTS = new URL('../judgements/page-types.json', import.meta.url)

const JudgedPage = z.object({
  path: z.string(),
  type: z.enum(PAGE_TYPES),
  /** Where a person would accept several types: all of them. */
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

/** Finds the types of the pages that a person has judged; answers whether enough of them are right. */
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
  let right = 0
  let judged = 0
  for (const [name, { host, pages }] of Object.entries(sites)) {
    const target = join(directory, `types-${name}`)
    mkdirSync(target)
    const root = unpackSite(join(folder, `${name}.tgz`), target)
    const missed = pages.flatMap((page) => {
      const found = typeOf(root, host, page.path)
      return isAccepted(page, found) ? [] : [`${name}${page.path}: ${found}, not ${page.type}`]
    })
    judged += pages.length
    right += pages.length - missed.length
    wrong.push(...missed)
    rows.push([name, `${pages.length - missed.length} of ${pages.length}`])
  }
  print('\n## Page types: as a person judged them')
  printTable(['site', 'right'], rows)
  for (const line of wrong) print(line)
  const isEnough = right >= judged * MIN_RIGHT
  const limit = `${(MIN_RIGHT * 100).toFixed(0)} %`
  print(`${right} of ${judged} right (limit ${limit}) ${isEnough ? 'PASS' : 'FAIL'}`)
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
  return pageTypeOf(typePageOf(record, url.pathname, host)).type
}
