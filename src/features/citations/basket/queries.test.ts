import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEntries } from '../../../testing/audit-entries.ts'
import { TestApp, type TestOrg } from '../../../testing/start-test-app.ts'
import { inspectData } from '../../../testing/stored-events.ts'

interface Query {
  id: string
  text: string
  tags: string[]
  branded: boolean
  enabled: boolean
  silent: boolean
}

let app: TestApp
let org: TestOrg
let key: string
let site: string

beforeAll(async () => {
  app = await TestApp.start()
})

beforeEach(async () => {
  await begin('business')
})

afterAll(() => app[Symbol.asyncDispose]())

async function begin(plan: 'pro' | 'business'): Promise<void> {
  org = await app.org(plan)
  key = await app.key(org)
  site = await app.site(key, { domain: 'tides.example', name: 'Tide Table' })
}

const call = (method: string, path = '', body?: unknown) =>
  app.api(method, `/citations/${site}/queries${path}`, {
    token: key,
    ...(body !== undefined && { body }),
  })
const add = (text: string, fields = {}) => call('POST', '', { text, ...fields })
const list = async (query = ''): Promise<Query[]> =>
  // @NOTE the list's own schema says so.
  (await call('GET', `?limit=100${query}`)).body.data as unknown as Query[]
const textsOf = async (query = '') => (await list(query)).map(({ text }) => text)
const load = (body: string) =>
  app.api('POST', `/citations/${site}/queries/import`, {
    token: key,
    body,
    headers: { 'content-type': 'application/x-ndjson' },
  })

const revision = (): number =>
  inspectData(app.directory, (db) =>
    db.prepare<[string], number>('SELECT basket_revision FROM site WHERE id = ?').pluck().get(site),
  ) ?? 0

const store = async () => {
  const found = await app.app.services.context.tenant(org.id).sites.find(site)
  if (!found) throw new Error('No site')
  return found.citationQueries
}

/** Reads the numbers (`num`) of all enabled queries of the site, oldest first. */
const nums = async () => (await (await store()).enabled()).map(({ num }) => num)

describe('queries of a site', () => {
  it('a query is stored cleaned, with its tags and engines as they are called here', async () => {
    const { status, body } = await add('  Which   tide table is exact? ', {
      tags: ['Tides', 'tides', 'How  To'],
      engines: ['ChatGPT', 'anthropic', 'Google AI Overviews', 'chatgpt.com'],
      country: 'de',
      language: 'pt-br',
      intent: 'comparison',
    })
    expect(status).toBe(201)
    expect(body.data).toEqual({
      id: expect.stringMatching(/^cq_/),
      siteId: site,
      text: 'Which tide table is exact?',
      tags: ['tides', 'how to'],
      intent: 'comparison',
      engines: ['chatgpt', 'claude', 'google-ai-overview'],
      country: 'DE',
      language: 'pt-BR',
      branded: true,
      source: 'manual',
      enabled: true,
      silent: false,
      createdAt: '2026-11-20T12:00:00.000Z',
      updatedAt: '2026-11-20T12:00:00.000Z',
      lastRunAt: null,
    })
    expect(await list()).toEqual([body.data])
  })

  it('every change raises the revision of the basket once, and what changes nothing does not', async () => {
    const { body } = await add('How high is the tide?')
    expect(revision()).toBe(1)
    await call('PUT', `/${body.data.id}`, { tags: ['new'], enabled: false })
    expect(revision()).toBe(2)
    await call('PUT', `/${body.data.id}`, { tags: ['NEW'], engines: null })
    expect(revision()).toBe(2)
    await call('DELETE', `/${body.data.id}`)
    expect(revision()).toBe(3)
    const entries = auditEntries(app.directory, org.id).filter(({ action }) =>
      action.startsWith('citation_query.'),
    )
    expect(entries.map(({ action, detail }) => [action, JSON.parse(detail)])).toEqual([
      ['citation_query.create', { siteId: site }],
      ['citation_query.update', { siteId: site, changed: ['tags', 'enabled'] }],
      ['citation_query.delete', { siteId: site }],
    ])
  })

  it('the same words for the same place and language are one query, in whatever case', async () => {
    await add('How high is the tide?', { country: 'DE' })
    const again = await add('HOW HIGH is  the tide?', { country: 'DE' })
    expect([again.status, again.body.error?.code]).toEqual([409, 'CONFLICT'])
    const elsewhere = await add('How high is the tide?')
    expect(elsewhere.status).toBe(201)
    const moved = await call('PUT', `/${elsewhere.body.data.id}`, { country: 'DE' })
    expect(moved.status).toBe(409)
  })

  it('a deleted query is listed no more, keeps its row, and may be asked again', async () => {
    const first = await add('How high is the tide?', { tags: ['tides'] })
    const { status } = await call('DELETE', `/${first.body.data.id}`)
    expect([status, await list()]).toEqual([200, []])
    expect((await call('PUT', `/${first.body.data.id}`, { enabled: true })).status).toBe(404)
    expect((await call('DELETE', `/${first.body.data.id}`)).status).toBe(404)
    expect((await add('How high is the tide?')).status).toBe(201)
    const rows = inspectData(app.directory, (db) =>
      db
        .prepare<[string], { text: string; isKept: number }>(
          'SELECT text, deleted_at IS NOT NULL AS "isKept" FROM citation_query WHERE id = ?',
        )
        .all(String(first.body.data.id)),
    )
    expect(rows).toEqual([{ text: 'How high is the tide?', isKept: 1 }])
  })

  it('what engines were asked keeps its words, and everything else may change', async () => {
    const { body } = await add('How high is the tide?')
    await (await store()).touch(await nums(), app.clock.now())
    const reworded = await call('PUT', `/${body.data.id}`, { text: 'How low is the tide?' })
    expect([reworded.status, reworded.body.error?.code]).toEqual([409, 'CONFLICT'])
    const tagged = await call('PUT', `/${body.data.id}`, { tags: ['tides'] })
    expect(tagged.body.data).toMatchObject({
      text: 'How high is the tide?',
      tags: ['tides'],
      lastRunAt: '2026-11-20T12:00:00.000Z',
    })
  })

  it('which queries are branded is found again with the name and the brand of the site', async () => {
    await add('Is Ebb better than Flow?')
    await add('How high is the tide?')
    const rename = (body: unknown) => app.api('PUT', `/sites/${site}`, { token: key, body })
    await rename({ brand: { names: ['Flow'] } })
    expect((await list()).map(({ branded }) => branded)).toEqual([false, true])
    expect(await textsOf('&branded=true')).toEqual(['Is Ebb better than Flow?'])
    expect(revision()).toBe(3)
    await rename({ brand: null, name: 'The Tide' })
    expect((await list()).map(({ branded }) => branded)).toEqual([true, false])
    await rename({ name: 'the tide' })
    expect(revision()).toBe(4)
  })

  it('queries are listed newest first, page by page, by tag and by what is silent', async () => {
    for (let i = 0; i < 5; i++)
      await add(`Question ${i}?`, { tags: [i % 2 === 0 ? 'even' : 'odd'] })
    const queries = await store()
    const [first = 0, second = 0] = await nums()
    await queries.markSilent([first, second], true)
    await queries.markSilent([second], false)
    expect(await textsOf('&silent=true')).toEqual(['Question 0?'])
    expect(await textsOf('&tag=EVEN')).toEqual(['Question 4?', 'Question 2?', 'Question 0?'])
    const page = await call('GET', '?limit=3')
    expect(page.body.meta['untrusted']).toEqual(['text'])
    const rest = await call('GET', `?limit=3&cursor=${page.body.meta.nextCursor}`)
    expect(rest.body.data).toHaveLength(2)
    expect(revision()).toBe(5)
  })

  it('runs ask what is enabled, by tag and engine, oldest first', async () => {
    await add('Question 1?', { tags: ['a', 'b'], engines: ['claude'] })
    await add('Question 2?', { tags: ['b'] })
    await add('Question 3?', { enabled: false })
    const queries = await store()
    const asked = async (...by: Parameters<typeof queries.enabled>) =>
      (await queries.enabled(...by)).map(({ text }) => text)
    expect(await asked()).toEqual(['Question 1?', 'Question 2?'])
    expect(await asked(['a', 'none'])).toEqual(['Question 1?'])
    expect(await asked(['b'], ['chatgpt'])).toEqual(['Question 2?'])
    expect(await asked(undefined, ['claude', 'grok'])).toEqual(['Question 1?', 'Question 2?'])
  })

  it('more queries than the plan has are refused, and a deleted one makes room', async () => {
    await begin('pro')
    const lines = Array.from({ length: 51 }, (_, i) => JSON.stringify({ text: `Question ${i}?` }))
    const { body } = await load(lines.join('\n'))
    expect(body.data).toMatchObject({ created: 50, failed: 1 })
    expect(body.data['errors']).toMatchObject([{ line: 51, code: 'LIMIT_REACHED' }])
    const over = await add('One more?')
    expect([over.status, over.body.error?.code]).toEqual([409, 'LIMIT_REACHED'])
    const [newest] = await list()
    await call('DELETE', `/${newest?.id}`)
    expect((await add('One more?')).status).toBe(201)
  })

  it('a query that cannot be asked, or by none, is refused by the field', async () => {
    const tags = Array.from({ length: 1_001 }, (_, i) => `t${i}`)
    const faults: [fields: Record<string, unknown>, path: string, code: string][] = [
      [{ text: '🌊🌊🌊🌊' }, 'text', 'custom'],
      [{ text: 'How high\nis it?' }, 'text', 'custom'],
      [{ text: 'How high\u202E is it?' }, 'text', 'custom'],
      [{ text: 'x'.repeat(301) }, 'text', 'too_big'],
      [{ text: ' x  ' }, 'text', 'too_small'],
      [{ tags: null }, 'tags', 'invalid_type'],
      [{ tags: ['x'.repeat(41)] }, 'tags[0]', 'too_big'],
      [{ tags }, 'tags', 'too_big'],
      [{ engines: 'claude' }, 'engines', 'invalid_type'],
      [{ engines: [] }, 'engines', 'too_small'],
      [{ engines: ['abacus'] }, 'engines[0]', 'custom'],
      [{ country: 'XX' }, 'country', 'custom'],
      [{ language: 'en-aa-bb' }, 'language', 'custom'],
      [{ branded: true }, 'branded', 'unknown_field'],
    ]
    for (const [fields, path, code] of faults) {
      const { status, body } = await add('How high is the tide?', fields)
      expect([status, body.error?.fields]).toMatchObject([422, [{ path, code }]])
    }
    expect(await list()).toEqual([])
  })
})

describe('an import of queries', () => {
  it('each line has its result: new, changed, as it was, or why not', async () => {
    await add('How high is the tide?', { tags: ['tides'], intent: 'comparison' })
    const { status, body } = await load(
      [
        '{"text":"How high is the tide?"}',
        '{"text":"HOW HIGH is the tide?","tags":["new"]}',
        '',
        '{"text":"When is it low?","engines":["Perplexity"]}',
        '{"text":"When is it low?"}',
        '{"text":"When',
        '"When?"',
        '{"text":"🌊🌊🌊"}',
        '{"text":"Why?","tags":[1],"nonsense":1}',
        '{"text":"Wh\\u0000y?"}',
      ].join('\n'),
    )
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ created: 1, updated: 1, unchanged: 2, failed: 5 })
    const errors = body.data['errors'] as {
      line: number
      text: string | null
      code: string
      fields: { path: string }[]
    }[]
    expect(
      errors.map(({ line, text, code, fields }) => [
        line,
        text,
        code,
        ...fields.map((f) => f.path),
      ]),
    ).toEqual([
      [6, null, 'MALFORMED_JSON'],
      [7, null, 'VALIDATION_FAILED', ''],
      [8, '🌊🌊🌊', 'VALIDATION_FAILED', 'text'],
      [9, 'Why?', 'VALIDATION_FAILED', 'tags[0]', 'nonsense'],
      [10, expect.stringContaining('Wh'), 'VALIDATION_FAILED', 'text'],
    ])
    expect(await list()).toMatchObject([
      { text: 'When is it low?', engines: ['perplexity'], source: 'imported' },
      { text: 'How high is the tide?', tags: ['new'], intent: 'comparison', source: 'manual' },
    ])
  })

  it('an import has at most 2,000 lines, and a hostile one is told shortly', async () => {
    const line = '{"text":"How high is the tide?"}\n'
    const { status, body } = await load(line.repeat(10_000))
    expect([status, body.error?.fields]).toMatchObject([
      422,
      [{ path: 'records', code: 'too_big' }],
    ])
    const fields = Array.from({ length: 2_000 }, (_, i) => [`${'n'.repeat(500)}${i}`, i])
    const wide = await load(
      JSON.stringify({ text: 'x'.repeat(900_000), ...Object.fromEntries(fields) }),
    )
    expect(wide.body.data).toMatchObject({ failed: 1 })
    expect(JSON.stringify(wide.body).length).toBeLessThan(20_000)
  })
})
