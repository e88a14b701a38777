import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { MAX_CHILDREN, MAX_LASTMODS, readSitemapFile } from './read-files.ts'

const TARGET = 'https://a.example/é/7'

const entry = (loc: string, lastmod = ''): string =>
  `<url><loc>${loc}</loc>${lastmod && `<lastmod>${lastmod}</lastmod>`}</url>`
const series = (count: number): string =>
  Array.from({ length: count }, (_, i) => entry(`https://a.example/é/${i}`, '2026-10-01')).join('')
const urlset = (entries: string): Buffer => Buffer.from(`<urlset>${entries}</urlset>`)
const read = (bytes: Buffer, target = TARGET) => readSitemapFile({ bytes, target })

describe('a sitemap', () => {
  it('a sitemap tells where the page is, and when pages changed', async () => {
    const own = entry(`${TARGET}/`, '2026-10-02')
    expect(await read(urlset(series(3) + own))).toEqual({
      pages: 4,
      sitemaps: 0,
      firstSitemaps: [],
      own: { lastmod: '2026-10-02T00:00:00.000Z' },
      lastmods: [...Array(3).fill('2026-10-01T00:00:00.000Z'), '2026-10-02T00:00:00.000Z'],
      isWhole: true,
    })
  })

  it('a gzip sitemap reads the same, in whatever pieces it comes', async () => {
    const plain = urlset(series(20_000))
    const reading = await read(plain)
    expect(reading).toMatchObject({ pages: 20_000, isWhole: true, own: {} })
    expect(reading.lastmods).toHaveLength(MAX_LASTMODS)
    expect(await read(gzipSync(plain))).toEqual(reading)
  })

  it('a sitemap index names its sitemaps', async () => {
    const names = Array.from({ length: 5 }, (_, i) => `https://a.example/${i}.xml`)
    const index = names.map((loc) => `<sitemap><loc>${loc}</loc></sitemap>`).join('')
    expect(await read(Buffer.from(`<sitemapindex>${index}</sitemapindex>`))).toMatchObject({
      pages: 0,
      sitemaps: 5,
      firstSitemaps: names.slice(0, MAX_CHILDREN),
    })
  })

  it.each([
    ['is broken in the middle', () => gzipSync(urlset(series(5_000))).subarray(0, -2_000)],
    ['inflates without end', () => gzipSync(urlset(series(300_000)))],
    ['has more entries than are read', () => urlset(series(50_001))],
  ])('a sitemap that %s is read as far as possible', async (_, file) => {
    const reading = await read(file())
    expect(reading).toMatchObject({ isWhole: false, own: {} })
    expect(reading.pages).toBeLessThanOrEqual(50_000)
  })

  it.each(['', '<', '\u0000', 'no sitemap', '\x1f\x8b'])(
    'the file %j has no pages',
    async (text) => {
      expect(await read(Buffer.from(text, 'latin1'))).toMatchObject({ pages: 0, own: null })
    },
  )
})
