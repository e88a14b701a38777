import { readFileSync } from 'node:fs'
import * as z from 'zod/v4'
import { progress } from '../harness/progress.ts'
import { print, printTable } from '../harness/report.ts'
import { median } from '../harness/statistics.ts'
import { compareTexts, type Agreement } from '../main-text/compare-texts.ts'
import { readByLibrary } from '../main-text/reader-library.ts'
import { readSiteFolder, serveSite, type SiteFolder } from '../main-text/site-folder.ts'
import { visitSite } from '../main-text/visit-site.ts'
import type { Settings } from '../settings.ts'

/** A page below this needs a reason in the file of judgements. */
const MIN_RECALL = 0.8
const WORST_PAGES = 8

const JUDGEMENTS = new URL('../judgements/main-text.json', import.meta.url)
const Judgements = z.array(
  z.object({ source: z.string(), reason: z.string(), paths: z.array(z.string()) }),
)

interface ComparedPage extends Agreement {
  path: string
}

/**
 * Compares the main text of every page of real sites with that of a reader library; returns whether every page under
 * the least recall has a reason.
 */
export async function runMainTextSuite(
  _: unknown,
  directory: string,
  { sites, everyPage }: Settings,
): Promise<boolean> {
  const folder = readSiteFolder(sites)
  if (folder === undefined) {
    print('\n## Main text: skipped, since --sites FOLDER names no folder with a sites.json')
    return true
  }
  print('\n## Main text against a reader library, by words')
  const reasonOf = readReasons()
  const rows: string[][] = []
  let unexplained = 0
  for (const { name, source } of folder.sites) {
    progress.begin(`reads ${name}`)
    const pages = await compareSite(folder, name, directory)
    const low = pages.filter(({ recall }) => recall < MIN_RECALL)
    const open = low.filter(({ path }) => !reasonOf.has(`${source} ${path}`))
    unexplained += open.length
    printPages(name, everyPage ? pages : worst(pages), (path) => reasonOf.get(`${source} ${path}`))
    rows.push([
      name,
      String(pages.length),
      median(pages.map(({ f1 }) => f1)).toFixed(3),
      median(pages.map(({ recall }) => recall)).toFixed(3),
      String(low.length),
      String(open.length),
    ])
  }
  print()
  printTable(['site', 'pages', 'F1', 'recall', `recall < ${MIN_RECALL}`, 'without reason'], rows)
  return unexplained === 0
}

/** Reads the reasons by source and path. */
function readReasons(): ReadonlyMap<string, string> {
  const judged = Judgements.parse(JSON.parse(readFileSync(JUDGEMENTS, 'utf8')))
  return new Map(
    judged.flatMap(({ source, reason, paths }) =>
      paths.map((path) => [`${source} ${path}`, reason] as const),
    ),
  )
}

/** Compares every page in which the library finds a text. */
async function compareSite(
  folder: SiteFolder,
  name: string,
  directory: string,
): Promise<ComparedPage[]> {
  await using site = await serveSite(folder, name, directory)
  const pages: ComparedPage[] = []
  for await (const { path, html, text } of visitSite(site.url)) {
    const other = readByLibrary(html)
    if (other !== null) pages.push({ path, ...compareTexts(text, other) })
  }
  return pages
}

const worst = (pages: readonly ComparedPage[]): ComparedPage[] =>
  pages.toSorted((a, b) => a.recall - b.recall || a.f1 - b.f1).slice(0, WORST_PAGES)

function printPages(
  name: string,
  pages: readonly ComparedPage[],
  reasonOf: (path: string) => string | undefined,
): void {
  print(`\n${name}`)
  const rows = pages.map(({ path, f1, recall, words, otherWords }) => [
    path.slice(0, 70),
    f1.toFixed(2),
    recall.toFixed(2),
    String(words),
    String(otherWords),
    recall < MIN_RECALL ? (reasonOf(path) ?? 'no reason').slice(0, 50) : '-',
  ])
  printTable(['page', 'F1', 'recall', 'words', 'of the library', 'reason'], rows)
}
