import { readPage } from '../../src/domain/html/read-page.ts'

export interface VisitedPage {
  path: string
  html: string
  /** The main text as the product reads it. */
  text: string
}

const MAX_PAGES = 1_000
const MAX_SITEMAPS = 20

/** Visits every page that links and sitemaps lead to from the first one, each once and in a fixed order. */
export async function* visitSite(firstUrl: string): AsyncGenerator<VisitedPage> {
  const { origin } = new URL(firstUrl)
  const urls = new Set([firstUrl, ...(await sitemapUrls(origin))])
  const visited = new Set<string>()
  for (const url of urls) {
    if (visited.size >= MAX_PAGES) return
    const answer = await fetch(url)
    const isPage = answer.headers.get('content-type')?.startsWith('text/html') === true
    const isNew = !visited.has(answer.url)
    if (!answer.ok || !isPage || !isNew || new URL(answer.url).origin !== origin) {
      await answer.body?.cancel()
      continue
    }
    visited.add(answer.url)
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const contentType = answer.headers.get('content-type')
    const facts = readPage(bytes, { url: answer.url, contentType, headers: {} })
    for (const link of facts.links) if (link.url.startsWith(`${origin}/`)) urls.add(link.url)
    const path = decodeURI(answer.url.slice(origin.length))
    yield { path, html: new TextDecoder().decode(bytes), text: facts.mainText }
  }
}

async function sitemapUrls(origin: string): Promise<Set<string>> {
  const maps = new Set([`${origin}/sitemap.xml`])
  const pages = new Set<string>()
  for (const map of maps) {
    if (maps.size > MAX_SITEMAPS) break
    const answer = await fetch(map)
    const xml = answer.ok ? await answer.text() : ''
    for (const [, url = ''] of xml.matchAll(/<loc>\s*([^<\s]+)\s*<\/loc>/g)) {
      if (url.startsWith(`${origin}/`)) (url.endsWith('.xml') ? maps : pages).add(url)
    }
  }
  return pages
}
