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
      }),
    ),
  }),
)
type Site = z.infer<typeof Judgements>[number]

/** Prints the question sets of the judged pages, and which of them changed since a person judged them. */
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
  let changed = 0
  for (const site of sites) changed += printSite(site, folder, directory)
  const all = sites.flatMap(({ pages }) => pages)
  print(`\n${changed} of ${all.length} sets changed since they were judged`)
  const isEnough = shareOf(all) >= MIN_ACCEPTABLE
  return isEnough && sites.every(({ pages }) => shareOf(pages) >= MIN_OF_SITE)
}

const shareOf = (pages: Site['pages']): number =>
  pages.filter(({ acceptable }) => acceptable).length / Math.max(1, pages.length)

/** Answers how many sets changed. */
function printSite(site: Site, folder: string, directory: string): number {
  const target = join(directory, site.site)
  mkdirSync(target)
  const pages = unpackSite(join(folder, `${site.site}.tgz`), target)
  const languageByPath = new Map(site.pages.map(({ path, language }) => [path, language]))
  const judged = new Map(site.pages.map((page) => [page.path, page]))
  const good = site.pages.filter(({ acceptable }) => acceptable).length
  print(`\n${site.site} (${site.source}): ${good} of ${site.pages.length} judged acceptable`)
  let changed = 0
  for (const { path, questions } of questionSetsOf(
    pages,
    site.host,
    (one) => languageByPath.get(one) ?? site.language,
  )) {
    const before = judged.get(path)
    const isSame = before?.questions.join('\n') === questions.join('\n')
    if (!isSame) changed += 1
    print(`  ${path} ${isSame ? (before?.acceptable ? 'yes' : 'no') : 'CHANGED'}`)
    for (const question of questions) print(`    ${question}`)
  }
  return changed
}
