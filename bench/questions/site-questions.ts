import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { furnitureOf } from '../../src/domain/page/furniture.ts'
import { withoutFurniture } from '../../src/domain/page/own-title.ts'
import { chooseSiteName } from '../../src/domain/page/site-name.ts'
import { readPage } from '../../src/domain/html/read-page.ts'
import { generatePrompt } from '../../src/domain/prompts/generate-prompt.ts'
import { analysePage } from '../../src/features/prompts/analyse-page.ts'
import { toPageRecord } from '../../src/features/scans/page-record.ts'

const PAGES = 15
const MIN_CHARS = 200

export interface QuestionSet {
  path: string
  questions: readonly string[]
}

/** Unpacks a site's archive into a folder, and answers the folder of its pages. */
export function unpackSite(archive: string, folder: string): string {
  execFileSync('tar', ['xzf', archive, '-C', folder])
  const [inner = '.'] = readdirSync(folder)
  return join(folder, inner)
}

/** The question sets of the fifteen pages with the least hash of their path, among those that have a text. */
export function questionSetsOf(
  folder: string,
  host: string,
  languageOf: (path: string) => string,
): QuestionSet[] {
  const found: QuestionSet[] = []
  const files = pagesIn(folder)
  const said = files
    .slice(0, NAMING_PAGES)
    .map(({ file, path }) => readFileOf(readFileSync(join(folder, file)), host, path).record)
  // What a scan would find of the site.
  const name = chooseSiteName(said, host) ?? host
  const furniture = furnitureOf(said)
  for (const { file, path } of files) {
    const bytes = readFileSync(join(folder, file))
    const { facts, record, url } = readFileOf(bytes, host, path)
    const isForwarding = /http-equiv="?refresh/i.test(bytes.toString('latin1'))
    if (facts.mainText.length < MIN_CHARS || isForwarding) continue
    const site = { name, domain: host, language: languageOf(path), furniture }
    const page = { path, title: record.title }
    const analysis = analysePage(
      { page, record, text: facts.mainText, site },
      { siteSize: 1, df: () => 0 },
    )
    const { type, keyphrases } = analysis
    const { questions } = generatePrompt(
      { ...withoutFurniture(record, site), url, path, type, keyphrases, language: site.language },
      site,
    )
    found.push({ path, questions })
    if (found.length === PAGES) break
  }
  return found
}

function readFileOf(bytes: Buffer, host: string, path: string) {
  const url = `https://${host}${path}`
  const facts = readPage(bytes, { url, contentType: 'text/html; charset=utf-8', headers: {} })
  const record = toPageRecord(facts, url, { sitemapModifiedAt: null, isPoisoned: false })
  return { facts, record, url }
}

const NAMING_PAGES = 40

function pagesIn(folder: string): { file: string; path: string }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .map((file) => ({ file, path: `/${file.replace(/index\.html$/, '')}` }))
    .map((page) => ({ ...page, hash: createHash('sha256').update(page.path).digest('hex') }))
    .toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
}
