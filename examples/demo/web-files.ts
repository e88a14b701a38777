import { articleHtml, homeHtml, type Published } from './page-html.ts'
import { STYLE, STYLE_PATH } from './page-style.ts'
import { UTC_DAY_MS } from './rhythm.ts'
import { demoPages, sectionOf } from './site.ts'

/** The answer of a path of the demo site. */
export interface WebFile {
  type: string
  body: string
}

/** The days between two revisions, since articles were revised one after the other. */
const DAYS_BETWEEN_REVISIONS = 11

/**
 * The robots.txt of an owner who keeps training bots out, and has taken Claude-SearchBot, which searches, for one of
 * them: what a score finds.
 */
const ROBOTS = `# Read us, quote us, link to us. Do not train on us.
User-agent: GPTBot
User-agent: ClaudeBot
User-agent: Claude-SearchBot
User-agent: CCBot
User-agent: Google-Extended
User-agent: Applebot-Extended
User-agent: Meta-ExternalAgent
User-agent: Bytespider
Disallow: /

User-agent: *
Allow: /
`

/** Every file of the demo site by its path: start page, articles, style, robots.txt and sitemap. Equal arguments give equal files. */
export function webFiles(origin: string, now: Date): ReadonlyMap<string, WebFile> {
  const sections = [...new Set(demoPages.map(sectionOf))]
  const parts = new Map(
    sections.map((name) => [name, demoPages.filter((page) => sectionOf(page) === name)]),
  )
  const published = demoPages.map((page, i) => ({
    page,
    on: { origin, revisedOn: dayBefore(now, i) },
  }))
  const home: Published = { origin, revisedOn: dayBefore(now, 0) }
  const articles = published.map(({ page, on }): [string, WebFile] => {
    const section = sectionOf(page)
    const related = parts.get(section)?.filter((other) => other !== page) ?? []
    return [page.path, html(articleHtml(page, section, related, on))]
  })
  const listed = [
    { path: '/', on: home },
    ...published.map(({ page, on }) => ({ path: page.path, on })),
  ]
  return new Map([
    ['/', html(homeHtml(parts, home))],
    ...articles,
    [STYLE_PATH, { type: 'text/css; charset=utf-8', body: STYLE }],
    ['/robots.txt', { type: 'text/plain', body: `${ROBOTS}\nSitemap: ${origin}/sitemap.xml\n` }],
    ['/sitemap.xml', { type: 'application/xml', body: sitemap(listed) }],
  ])
}

function dayBefore(now: Date, revisions: number): string {
  const atMs = now.getTime() - (revisions + 1) * DAYS_BETWEEN_REVISIONS * UTC_DAY_MS
  return new Date(atMs).toISOString().slice(0, 10)
}

const html = (body: string): WebFile => ({ type: 'text/html; charset=utf-8', body })

function sitemap(listed: readonly { path: string; on: Published }[]): string {
  const entries = listed.map(
    ({ path, on }) =>
      `  <url><loc>${on.origin}${path}</loc><lastmod>${on.revisedOn}</lastmod></url>\n`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('')}</urlset>
`
}
