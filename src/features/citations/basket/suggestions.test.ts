import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addSearches } from '../../../testing/add-searches.ts'
import { ScannedSite } from '../../../testing/scanned-site.ts'
import { TestApp } from '../../../testing/start-test-app.ts'
import { page } from '../../../testing/web-site.ts'

const KELP = 'Kelp forest walks lead through the kelp forest at low water. A kelp forest is alive.'
const PAGES = {
  '/': page('Coast', { links: ['/a', '/b'], text: KELP }),
  '/a': page('Walks', { text: KELP }),
  '/b': page('Boats', { text: 'Boats go out at high water.' }),
}
const COLD = 'How cold is the bay in May?'

let app: TestApp
let site: ScannedSite

beforeAll(async () => {
  app = await TestApp.start({
    environment: { ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8', TRUST_PROXY: '1' },
  })
})

beforeEach(async () => {
  site = await ScannedSite.startOn(app, PAGES, { plan: 'business' })
})

afterEach(() => site[Symbol.asyncDispose]())

afterAll(() => app[Symbol.asyncDispose]())

/** Asks a question as `people` readers, each at an address of their own. */
async function ask(question: string, people: number, path = '/', from = 1): Promise<void> {
  for (let i = from; i < from + people; i++) {
    const event = { kind: 'question', url: path, question }
    const { body } = await app.collect(site.id, [event], { 'x-forwarded-for': `10.7.0.${i}` })
    expect(body.data).toMatchObject({ accepted: 1 })
  }
}

const read = (query = '', token = site.key) =>
  app.api('GET', `/citations/${site.id}/suggestions?limit=100${query}`, { token })

async function suggested(query = '', token = site.key): Promise<string[]> {
  const { body } = await read(query, token)
  // @NOTE the list's own schema says so.
  const items = body.data as unknown as { source: string; count: number; text: string }[]
  return items.map(({ source, count, text }) => `${source} ${count} ${text}`)
}

const accept = (texts: unknown, fields = {}, token = site.key) =>
  app.api('POST', `/citations/${site.id}/suggestions/accept`, { token, body: { texts, ...fields } })

describe('suggestions of queries', () => {
  it('a wording is suggested that five people asked on the whole site, as most of them typed it', async () => {
    await ask(COLD, 3)
    await ask('how cold is the bay in may', 1, '/a', 4)
    expect(await suggested('&source=readers')).toEqual([])
    await ask(COLD, 1, '/b', 5)
    await ask('Where is my booking 7741902 kept?', 6)
    expect(await suggested('&source=readers')).toEqual([`readers 5 ${COLD}`])
    await site.call('PUT', `/sites/${site.id}`, { privacy: { questions: 'topic_only' } })
    expect(await suggested('&source=readers')).toEqual([])
  })

  it('phrases of several pages are suggested as they stand, and searches by the answers that made them', async () => {
    addSearches(app, site.id, [
      ['kelp  walks', 'Kelp Walks', 'tide\u202Etable', 'x'],
      ['kelp walks', 'low water coast'],
    ])
    expect(await suggested('&source=searches')).toEqual([
      'searches 2 kelp walks',
      'searches 1 low water coast',
    ])
    const phrases = await suggested('&source=page')
    expect(phrases).toContainEqual(expect.stringMatching(/^page 2 kelp forest/i))
    expect(phrases.join()).not.toMatch(/boats/i)
    expect((await read()).body.meta['untrusted']).toEqual(['text'])
  })

  it('what is a query, or stands in two sources, is suggested once', async () => {
    await ask(COLD, 5)
    addSearches(app, site.id, [['how cold is the bay in may', 'low water coast']])
    await site.call('POST', `/citations/${site.id}/queries`, { text: 'Low water, coast?' })
    const all = await suggested()
    expect(all.filter((one) => !one.startsWith('page'))).toEqual([`readers 5 ${COLD}`])
  })

  it('who may not read what readers wrote is shown the others, and accepts none of theirs', async () => {
    await ask(COLD, 5)
    addSearches(app, site.id, [['low water coast']])
    const narrow = await app.key(site.org, ['citations:read', 'sites:write'])
    expect((await suggested('', narrow)).join()).not.toContain(COLD)
    expect(await suggested('&source=searches', narrow)).toEqual(['searches 1 low water coast'])
    const { body } = await accept([COLD], {}, narrow)
    expect(body.error?.fields).toMatchObject([{ path: 'texts[0]', code: 'not_suggested' }])
    expect((await suggested()).join()).toContain(COLD)
  })

  it('accepted suggestions are queries with their source, and suggested no more', async () => {
    await ask(COLD, 5)
    addSearches(app, site.id, [['low water coast']])
    const { status, body } = await accept([COLD, 'LOW water coast', COLD], { tags: ['New'] })
    expect(status).toBe(200)
    expect(body.data['queries']).toMatchObject([
      { text: COLD, source: 'readers', tags: ['new'], enabled: true },
      { text: 'low water coast', source: 'searches', tags: ['new'] },
    ])
    const again = await accept([COLD, 'Never seen?'])
    expect(again.body.error?.fields.map(({ path, code }) => [path, code])).toEqual([
      ['texts[0]', 'not_suggested'],
      ['texts[1]', 'not_suggested'],
    ])
  })

  it('suggestions are taken all or none, within what the plan has', async () => {
    await app.changePlan(site.org, 'pro')
    const texts = Array.from({ length: 60 }, (_, i) => `search ${i}`)
    addSearches(app, site.id, [texts.slice(0, 30), texts.slice(30)])
    const over = await accept(texts)
    expect([over.status, over.body.error?.code]).toEqual([409, 'LIMIT_REACHED'])
    expect((await accept(texts.slice(0, 50))).status).toBe(200)
    for (const bad of [
      null,
      'search 55',
      [],
      [1],
      Array.from({ length: 101 }, () => 'search 55'),
    ]) {
      expect((await accept(bad)).status).toBe(422)
    }
  })

  it('suggestions are listed page by page, each once', async () => {
    addSearches(app, site.id, [
      ['one search', 'two searches', 'three'],
      ['three', 'two searches'],
    ])
    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const query = `?source=searches&limit=1${cursor ? `&cursor=${cursor}` : ''}`
      const { body } = await site.call('GET', `/citations/${site.id}/suggestions${query}`)
      // @NOTE the list's own schema says so.
      seen.push(...(body.data as unknown as { text: string }[]).map(({ text }) => text))
      cursor = body.meta.nextCursor
    } while (cursor)
    expect(seen).toEqual(['three', 'two searches', 'one search'])
  })
})
