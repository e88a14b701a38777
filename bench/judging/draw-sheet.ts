import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { progress } from '../harness/progress.ts'
import { serveSite, type PublishedSite, type SiteFolder } from '../main-text/site-folder.ts'
import { postSite, runKeyCreate, runOwnerCreate, startProduct } from '../product/product.ts'
import { scanningInstallation, scanSite } from '../retrieval/scanned-product.ts'
import { drawPages, type PageDraw } from './draw-pages.ts'
import { SiteToJudge, type ScannedPage } from './scanned-pages.ts'
import { serveAsHost } from './serve-as-host.ts'
import type { Sheet, SheetPage, SheetSite } from './sheet.ts'

/** Scans each site of a folder with the product as it is built, and draws the pages that are to be judged. */
export async function drawSheet(
  folder: SiteFolder,
  directory: string,
  draw: PageDraw,
): Promise<Sheet> {
  const sites: SheetSite[] = []
  for (const site of folder.sites) {
    progress.begin(`scans ${site.name}`)
    sites.push(await drawSite(folder, site, join(directory, site.name), draw))
  }
  return {
    about: 'Pages to be judged; bench/judgements/README.md says how',
    seed: draw.seed,
    sites,
  }
}

async function drawSite(
  folder: SiteFolder,
  { name, source, host }: PublishedSite,
  directory: string,
  draw: PageDraw,
): Promise<SheetSite> {
  const files = join(directory, 'files')
  mkdirSync(files, { recursive: true })
  await using served = await serveSite(folder, name, files)
  await using hosted = await serveAsHost(served, host)
  const installation = await scanningInstallation(directory)
  const owner = await runOwnerCreate(installation, name)
  const [key = ''] = await runKeyCreate(installation, owner, 1)
  const finding = { ...installation, env: { ...installation.env, ...hosted.env } }
  await using product = await startProduct(finding, { withProbe: false })
  const siteId = await postSite(product, key, hosted.url)
  await scanSite(product, key, siteId)
  const scanned = new SiteToJudge(product, key, siteId)
  const drawn = drawPages(name, await scanned.pages(), draw)
  const pages: SheetPage[] = []
  for (const page of drawn.whole) pages.push(await toSheet(scanned, page, UNJUDGED))
  for (const page of drawn.asking) pages.push(await toSheet(scanned, page, undefined))
  return { site: name, source, name: await scanned.name(), verdicts: { name: null }, pages }
}

const UNJUDGED = { language: null, type: null, title: null, text: null }

/** A page as it is judged, with its long text last. */
async function toSheet(
  scanned: SiteToJudge,
  page: ScannedPage,
  verdicts: SheetPage['verdicts'],
): Promise<SheetPage> {
  const { path, language, type, title, wordCount } = page
  return {
    path,
    language,
    type,
    title,
    ...(verdicts && { verdicts: { ...verdicts } }),
    questions: page.questions.map((question) => ({ ...question, verdict: null })),
    note: '',
    words: wordCount,
    text: await scanned.excerpt(page),
  }
}
