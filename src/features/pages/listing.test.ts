import { afterAll, beforeAll, expect, it } from 'vitest'
import { askTool } from '../../testing/ask-tool.ts'
import { onFile } from '../../testing/credential-matrix.ts'
import { ScannedSite } from '../../testing/scanned-site.ts'
import { page } from '../../testing/web-site.ts'

let own: ScannedSite

const entry = (i: number): string =>
  `<h2><a href="/note-${i}">Who rowed out ${i} times?</a></h2><p>2026-05-0${i} They rowed …</p>`
const ENTRIES = [1, 2, 3, 4].map(entry).join('')
const GOODS = [1, 2, 3, 4]
  .map((i) => `<h2><a href="/rope-${i}">Rope ${i}</a></h2><p>${i}9 €</p>`)
  .join('')

beforeAll(async () => {
  own = await ScannedSite.unscanned({
    '/': page('Home', {
      links: ['/tags/tide', '/tags/logbook', '/product-category/ropes', '/tags/ruled'],
    }),
    '/tags/tide': page('Tide', { text: 'Of the tide.' }),
    '/tags/ruled': page('Ruled', { text: 'Of rules.' }),
    '/tags/logbook': page('Logbook', { text: `</p>${ENTRIES}<p>` }),
    '/product-category/ropes': page('Ropes', { text: `</p>${GOODS}<p>` }),
  })
  await own.rule({ match: { path: '/tags/ruled' }, actions: { setType: 'category' } })
  await own.rule({ match: { type: 'listing' }, actions: { addTags: ['list'] } })
  await own.scan()
})

afterAll(() => own[Symbol.asyncDispose]())

async function typesBy(query: string): Promise<Record<string, unknown>> {
  const { body } = await own.call('GET', `/pages/${own.id}?limit=100&sort=path${query}`)
  // @NOTE lists have their items in `data`; a wrong shape fails the expectation that reads it.
  const pages = body.data as unknown as { path: string; type: string | null }[]
  return Object.fromEntries(pages.map(({ path, type }) => [path, type]))
}

it('pages, prompts, rules and filters know lists of pages as listings, and goods as categories', async () => {
  expect(await typesBy('&type=listing')).toEqual({
    '/tags/logbook': 'listing',
    '/tags/tide': 'listing',
  })
  expect(await typesBy('&type=category')).toEqual({
    '/product-category/ropes': 'category',
    '/tags/ruled': 'category',
  })
  expect([...(await own.prompts('&type=listing')).keys()].toSorted()).toEqual([
    '/tags/logbook',
    '/tags/tide',
  ])
  // A rule sees the page's own type, even where another rule sets a type.
  expect(Object.keys(await typesBy('&tag=list'))).toEqual([
    '/tags/logbook',
    '/tags/ruled',
    '/tags/tide',
  ])
  const { questions, pageType } = await own.prompt('/tags/logbook')
  expect({ questions, pageType }).toEqual({ questions: [], pageType: 'listing' })
})

it('the next scan mends types of an earlier release, and leaves what a rule has set', async () => {
  const before = await typesBy('')
  onFile(own.app, (file) =>
    file.exec(`UPDATE page_record SET judged = replace(judged, '{"by":"2', '{"by":"1'),
        record = json_remove(record, '$.typeEvidence'), record_hash = 'of an earlier release';
      UPDATE page_analysis SET type = 'category', record_hash = 'of an earlier release';
      UPDATE prompt SET page_type = 'category', record_hash = 'of an earlier release'`),
  )
  expect(await typesBy('')).not.toEqual(before)
  await own.scan()
  expect(await typesBy('')).toEqual(before)
  expect((await own.prompt('/tags/ruled')).pageType).toBe('category')
})

it('list_pages says where no page has a tag, and finds those that have it', async () => {
  const ask = (tag: string) =>
    askTool(own.app, 'publisher', 'list_pages', own.key, { site: own.id, tag, sort: 'path' })
  const found = await ask('list')
  expect((found.structured['rows'] as string[][]).map(([path]) => path)).toEqual([
    '/tags/logbook',
    '/tags/ruled',
    '/tags/tide',
  ])
  expect((await ask('lost')).structured).toMatchObject({
    rows: [],
    notes: expect.arrayContaining([
      'tag: no page that fits has the tag lost, written exactly so',
    ]) as unknown,
  })
})
