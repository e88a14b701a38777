import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inspectOrg } from '../../testing/org-rows.ts'
import { ScannedSite } from '../../testing/scanned-site.ts'
import type { ApiAnswer, TestApp } from '../../testing/start-test-app.ts'
import { page } from '../../testing/web-site.ts'

const TEXT = 'The tide comes in twice a day, and goes out twice a day. '.repeat(10)
const LONG = {
  text: TEXT,
  head: '<meta name="description" content="When the tide comes and goes, and how high the water stands.">',
}

let app: TestApp
let site: ScannedSite

beforeAll(async () => {
  app = await ScannedSite.startApp()
})

beforeEach(async () => {
  site = await ScannedSite.startOn(app, {
    '/': page('Home', { text: TEXT, links: ['/good', '/bare', '/hidden'] }),
    '/good': page('All about the tides', LONG),
    '/bare': '<p>Hi',
    '/hidden': page('Hidden', { head: '<meta name="robots" content="noindex">' }),
  })
})

afterEach(() => site[Symbol.asyncDispose]())

afterAll(() => app[Symbol.asyncDispose]())

interface Listed {
  path: string
  score: number | null
}

// @NOTE lists have their items in `data`; a wrong shape fails the expectation that reads it.
const items = ({ body }: ApiAnswer): Listed[] => body.data as unknown as Listed[]

async function scores(): Promise<Record<string, number | null>> {
  const listed = items(await site.call('GET', `/pages/${site.id}`))
  return Object.fromEntries(listed.map(({ path, score }) => [path, score]))
}

/** Counts the requests of a path since the last call, leaving out those that scored the site as a whole. */
function asked(path: string): number {
  const times = site.web.paths.filter((one) => one === path).length
  site.web.asked.length = 0
  return times
}

const stored = (sql: string): unknown[] =>
  inspectOrg(site.app.directory, site.org.id, (db) => db.prepare(sql).raw().all())

describe('the scores of pages', () => {
  it('scores are made by a scan, of the pages that may be indexed', async () => {
    const { '/': home, '/good': good, '/bare': bare, '/hidden': hidden } = await scores()
    expect(hidden).toBeNull()
    expect(good).toBeGreaterThanOrEqual(home!)
    expect(home).toBeGreaterThan(bare!)
  })

  it('scores take no request of their own', async () => {
    expect(asked('/good')).toBe(1)
    await site.scan()
    expect(asked('/good')).toBe(1)
  })

  it('scores follow the page', async () => {
    const before = await scores()
    site.web.pages.set('/bare', page('What is bare and what is not', LONG))
    await site.scan()
    const after = await scores()
    expect(after['/bare']).toBeGreaterThan(before['/bare']!)
    expect({ ...after, '/bare': 0 }).toEqual({ ...before, '/bare': 0 })
    site.web.pages.set('/good', page('Good', { head: '<meta name="robots" content="noindex">' }))
    await site.scan()
    expect(await scores()).toMatchObject({ '/good': null, '/bare': after['/bare'] })
  })

  it('scores follow what the site has for all pages', async () => {
    const before = await scores()
    site.web.pages.set(
      '/robots.txt',
      'User-agent: *\nDisallow: /bare\nUser-agent: CitableBot\nAllow: /',
    )
    await site.scan()
    const after = await scores()
    expect(after['/bare']).toBe(15)
    expect(after['/good']).toBeGreaterThanOrEqual(before['/good']!)
  })

  it('scores are those that each page has by itself', async () => {
    site.web.pages.set(
      '/twin',
      page('All about the tides', {
        text: `Another text. ${LONG.text}`,
        links: ['/good'],
      }),
    )
    site.web.pages.set('/', page('Home', { text: TEXT, links: ['/good', '/bare', '/twin'] }))
    site.web.pages.set(
      '/sitemap.xml',
      `<urlset><url><loc>${site.web.url}/good</loc><lastmod>2026-01-01</lastmod></url></urlset>`,
    )
    await site.scan()
    const listed = await scores()
    const alone: Record<string, number | null> = {}
    for (const path of Object.keys(listed)) {
      const { body } = await site.call('POST', '/tools/ai-score', { url: site.web.url + path })
      alone[path] = body.data['score'] as number
    }
    expect(Object.keys(alone)).toContain('/twin')
    expect({ ...alone, '/hidden': null }).toEqual({ ...listed, '/hidden': null })
  })

  it('scores follow the start page, whether or not the page was read again', async () => {
    const before = await scores()
    const start = { text: `Welcome. ${TEXT}`, links: ['/good', '/bare'] }
    site.web.pages.set('/', page('All about the tides', start))
    await site.scan()
    const after = await scores()
    expect(after['/good']).toBeLessThan(before['/good']!)
    expect(after['/bare']).toBe(before['/bare'])
  })

  it('scores stay while nothing changes, and are written once', async () => {
    const select = 'SELECT page_num, score, score_basis, judged FROM page_record ORDER BY page_num'
    const before = stored(select)
    expect(before.filter((row) => (row as unknown[])[2] !== null)).toHaveLength(3)
    site.app.clock.advance({ days: 2 })
    await site.scan()
    expect(stored(select)).toEqual(before)
    // The checks look at the age of dates, so each score is made again in a new month.
    site.app.clock.advance({ days: 20 })
    await site.scan()
    const bases = 'SELECT DISTINCT score_basis FROM page_record WHERE score IS NOT NULL'
    const [basis, ...others] = stored(bases)
    expect(others).toEqual([])
    expect(before.map((row) => (row as unknown[])[2])).not.toContain((basis as unknown[])[0])
  })
})
