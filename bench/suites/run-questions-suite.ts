import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/v4'
import { print } from '../harness/report.ts'
import { questionSetsOf, unpackSite } from '../questions/site-questions.ts'
import type { Settings } from '../settings.ts'

const MIN_ACCEPTABLE = 0.8
const MIN_OF_SITE = 0.65

const Judgements = z.array(
  z.object({
    site: z.string(),
    host: z.string(),
    source: z.string(),
    /** The language that most of the site is in. */
    language: z.string(),
    pages: z.array(
      z.object({
        path: z.string(),
        language: z.string(),
        questions: z.array(z.string()),
        acceptable: z.boolean(),
        why: z.string(),
        /** What another reader thought, without seeing the first verdict; null where there was none. */
        second: z.object({ acceptable: z.boolean(), why: z.string() }).nullable(),
      }),
    ),
  }),
)
type Site = z.infer<typeof Judgements>[number]
type Page = Site['pages'][number]

/** Each reader of the sets, by the name that is printed; undefined for a set that a reader did not judge. */
const READERS: readonly (readonly [
  name: string,
  verdictOf: (page: Page) => boolean | undefined,
])[] = [
  ['first reader', ({ acceptable }) => acceptable],
  ['second reader', ({ second }) => second?.acceptable],
]

/**
 * Prints the question sets of the judged pages, and which of them changed since a person judged them. A changed set counts
 * for none until it is judged anew.
 */
export async function runQuestionsSuite(
  _baselines: unknown,
  directory: string,
  { sites: folder }: Settings,
): Promise<boolean> {
  if (folder === undefined || !existsSync(folder)) {
    print('questions: skipped, since --sites names no folder of site archives')
    return true
  }
  const file = join(import.meta.dirname, '../judgements/question-sets.json')
  const sites = Judgements.parse(JSON.parse(readFileSync(file, 'utf8')))
  const judged = sites.map((site) => ({ ...site, same: printSite(site, folder, directory) }))
  const all = judged.flatMap(({ pages }) => pages)
  const same = judged.flatMap((site) => site.same)
  print(`\n${all.length - same.length} of ${all.length} sets changed since they were judged`)
  const met = READERS.map(([name, verdictOf]) => {
    const isJudged = (page: Page): boolean => verdictOf(page) !== undefined
    const isGood = (page: Page): boolean => verdictOf(page) === true
    const shares = judged.map((site) =>
      share(site.same.filter(isGood), site.pages.filter(isJudged)),
    )
    const [good, of] = [same.filter(isGood), all.filter(isJudged)]
    const lowest = Math.min(...shares)
    print(
      `${name}: ${good.length} of ${of.length} acceptable, ${lowest.toFixed(2)} of the lowest site`,
    )
    return share(good, of) >= MIN_ACCEPTABLE && lowest >= MIN_OF_SITE
  })
  return met.every(Boolean)
}

const share = (some: readonly unknown[], all: readonly unknown[]): number =>
  some.length / Math.max(1, all.length)

/** Answers the pages whose set is as it was judged. */
function printSite(site: Site, folder: string, directory: string): Page[] {
  const target = join(directory, site.site)
  mkdirSync(target)
  const pages = unpackSite(join(folder, `${site.site}.tgz`), target)
  const languageByPath = new Map(site.pages.map(({ path, language }) => [path, language]))
  const judged = new Map(site.pages.map((page) => [page.path, page]))
  const counts = READERS.map(
    ([name, verdictOf]) => `${site.pages.filter(verdictOf).length} (${name})`,
  )
  print(
    `\n${site.site} (${site.source}): of ${site.pages.length} judged acceptable ${counts.join(', ')}`,
  )
  const same: Page[] = []
  for (const { path, questions } of questionSetsOf(
    pages,
    site.host,
    (one) => languageByPath.get(one) ?? site.language,
  )) {
    const before = judged.get(path)
    const isSame = before?.questions.join('\n') === questions.join('\n')
    if (isSame && before !== undefined) same.push(before)
    print(`  ${path} ${isSame ? verdictsOf(before) : 'CHANGED'}`)
    for (const question of questions) print(`    ${question}`)
  }
  return same
}

const verdictsOf = (page: Page | undefined): string =>
  READERS.map(([, verdictOf]) => WORDS[String(page && verdictOf(page))]).join(' ')

const WORDS: Readonly<Record<string, string>> = { true: 'yes', false: 'no', undefined: '–' }
