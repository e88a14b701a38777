import { describe, expect, it } from 'vitest'
import { parseRobots } from '../../src/domain/robots/robots.ts'
import { isAllowed } from '../../src/domain/robots/is-allowed.ts'
import { readPage } from '../../src/domain/html/read-page.ts'
import { articleHtml } from './page-html.ts'
import { demoPages } from './site.ts'
import { webFiles } from './web-files.ts'

const origin = 'http://127.0.0.1:8080'
const now = new Date('2025-06-30T18:00:00.000Z')
const files = webFiles(origin, now)
const bodyOf = (path: string) => files.get(path)!.body
const readHtml = (html: string, path: string) =>
  readPage(Buffer.from(html), {
    url: origin + path,
    contentType: 'text/html; charset=utf-8',
    headers: {},
  })
const read = (path: string) => readHtml(bodyOf(path), path)

describe('the served site', () => {
  it('the served site has the pages of the events, the start page, a style, robots.txt and a sitemap', () => {
    const others = ['/style.css', '/robots.txt', '/sitemap.xml']
    expect([...files.keys()]).toEqual(['/', ...demoPages.map(({ path }) => path), ...others])
  })

  it.each(demoPages)('$path reads as it was written', (page) => {
    const { title, canonicalUrl, headings, mainText, language, description } = read(page.path)
    expect({ title, canonicalUrl, language }).toEqual({
      title: page.title,
      canonicalUrl: origin + page.path,
      language: 'en',
    })
    expect(headings.map(({ level, text }) => [level, text])).toEqual([
      [1, page.title],
      ...page.sections.map(({ heading }) => [2, heading]),
    ])
    for (const text of [page.text, ...page.sections.map((one) => one.text)]) {
      expect(mainText).toContain(text)
    }
    expect(page.text.startsWith(description!)).toBe(true)
    expect(description!.length).toBeGreaterThanOrEqual(40)
  })

  it('the site links to nothing that it does not serve, and from its start page to everything', () => {
    const linked = (path: string) =>
      read(path)
        .links.filter(({ url }) => url.startsWith('http'))
        .map(({ url }) => url.slice(origin.length))
    for (const { path } of demoPages) {
      expect(linked(path).filter((to) => !files.has(to))).toEqual([])
    }
    expect(new Set(linked('/'))).toEqual(new Set(['/', ...demoPages.map(({ path }) => path)]))
  })

  it('some pages have structured data, whose dates are those of the sitemap', () => {
    const dates = demoPages.flatMap(({ path }) => {
      const { dateModified } = read(path).jsonLd
      return dateModified === null ? [] : [{ path, on: dateModified.slice(0, 10) }]
    })
    expect(dates.length).toBeGreaterThan(10)
    expect(dates.length).toBeLessThan(demoPages.length)
    for (const { path, on } of dates) {
      const entry = `<loc>${origin}${path}</loc><lastmod>${on}</lastmod>`
      expect(bodyOf('/sitemap.xml')).toContain(entry)
      expect(Date.parse(on)).toBeLessThan(now.getTime())
    }
  })

  it('robots.txt keeps training bots out, and by mistake a search bot', () => {
    const robots = parseRobots(bodyOf('/robots.txt'))
    const may = (bot: string) => isAllowed(robots, bot, '/').allowed
    expect(['GPTBot', 'CCBot', 'Claude-SearchBot'].filter(may)).toEqual([])
    expect(['OAI-SearchBot', 'PerplexityBot', 'Claude-User', 'CitableBot'].every(may)).toBe(true)
    expect(robots.sitemaps).toEqual([`${origin}/sitemap.xml`])
  })
})

describe('articleHtml', () => {
  it('keeps markup in texts from becoming markup of the page', () => {
    const hostile = '</title></script><b>"tides" & more'
    const page = {
      ...demoPages[0]!,
      title: hostile,
      sections: [{ heading: hostile, text: hostile }],
    }
    const html = articleHtml(page, 'tides', [page], { origin, revisedOn: '2025-06-19' })
    expect(html).not.toContain('<b>')
    const { title, headings, jsonLd } = readHtml(html, page.path)
    expect(title).toBe(hostile)
    expect(headings.map(({ text }) => text)).toEqual([hostile, hostile])
    expect(jsonLd.headline).toBe(hostile)
  })
})
