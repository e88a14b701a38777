import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { importVisits } from '../../testing/agency.ts'
import { askTool, type Arguments } from '../../testing/ask-tool.ts'
import { ScannedSite } from '../../testing/scanned-site.ts'
import type { TestApp } from '../../testing/start-test-app.ts'
import { StoredChecks } from '../../testing/store-checks.ts'
import { page } from '../../testing/web-site.ts'

let app: TestApp
let own: ScannedSite
let stored: StoredChecks

const PAGES = {
  '/': page('Ferries of the sound', { links: ['/tickets', '/dogs'] }),
  '/tickets': page('Tickets', {
    text: 'A ticket for the ferry costs nine euros. Children travel at half the price of a ticket.',
  }),
  '/dogs': page('Dogs on board', { text: 'Dogs travel on the open deck. They need a lead.' }),
}

const OWN = { url: 'https://coast.example/dogs', owner: 'own' }
const RIVAL = { url: 'https://www.rival.example/fares', owner: 'competitor', competitor: 'Rival' }
const FORUM = { url: 'https://forum.example/t/7' }

beforeAll(async () => {
  app = await ScannedSite.startApp()
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(async () => {
  own = await ScannedSite.startOn(app, PAGES)
  stored = new StoredChecks(app, own.id)
  return () => own[Symbol.asyncDispose]()
})

async function table(args: Arguments = {}, key = own.key) {
  const asked = { kind: 'not_cited', ...args }
  const answer = await askTool(app, 'publisher', 'list_content_gaps', key, asked)
  if (answer.isError) return { ...answer, columns: [], rows: [], cursor: null }
  // @NOTE the tool answers a table, unless it refuses; a wrong shape fails the expectations.
  const { columns, rows, nextCursor } = answer.structured as {
    columns: string[]
    rows: unknown[][]
    nextCursor: string | null
  }
  const named = rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]])))
  return { ...answer, columns, rows: named, cursor: nextCursor }
}

const queriesOf = ({ rows }: { rows: Record<string, unknown>[] }) => rows.map(({ query }) => query)

const route = (query = '', token = own.key) =>
  app.api('GET', `/questions/${own.id}/gaps?kind=not_cited${query}`, { token })

/** Adds answers to a query: `cited` of them cite the site, and `missed` of them cite others. */
function answers(text: string, { cited = 0, missed = 0 }, sources = [FORUM]) {
  const query = stored.query(text)
  for (let i = 0; i < cited; i++) stored.check(query, { sources: [OWN, RIVAL] })
  for (let i = 0; i < missed; i++) stored.check(query, { sources })
  return query
}

/** Lets readers ask a question, each from an address of their own. */
async function readersAsk(question: string, readers: number) {
  const lines = Array.from({ length: readers }, (_, i) => ({
    at: '2026-11-20T10:00:00Z',
    kind: 'question',
    url: '/dogs',
    question,
    visitor: `v${i}`,
    eventId: `asked-${question.replaceAll(/\W/g, '-')}-${i}`,
    target: 'claude',
  }))
  await importVisits(app, own.id, lines)
}

describe('gaps of the kind not_cited', () => {
  it('are queries whose answers do not cite the site, most missed first, with who wins', async () => {
    const dogs = answers('Do dogs travel on the ferry?', { cited: 1, missed: 1 })
    const price = stored.query('What does a ticket for the ferry cost?', { language: 'en' })
    for (const [i, sources] of [[RIVAL, FORUM], [RIVAL], [FORUM, OWN], []].entries()) {
      stored.check(price, { engine: i % 2 === 0 ? 'chatgpt' : 'claude', sources })
    }
    answers('Is the ferry on time?', { cited: 3 })
    const { rows, structured } = await table()
    expect(rows).toMatchObject([
      {
        query: 'What does a ticket for the ferry cost?',
        missed: '3 of 4',
        winner: 'rival.example (Rival)',
        winner_url: RIVAL.url,
        nearest_page: '/tickets',
        nearest_passage: 'Tickets',
        findings: expect.stringMatching(/^[A-Z]\d+ This page /),
      },
      { query: 'Do dogs travel on the ferry?', missed: '1 of 2', winner: 'forum.example' },
    ])
    expect(structured).toMatchObject({
      untrusted: ['query', 'winner', 'winner_url', 'nearest_page', 'nearest_passage'],
    })
    const { body } = await route()
    expect(body.data).toMatchObject([
      {
        id: null,
        text: 'What does a ticket for the ferry cost?',
        askedAt: null,
        path: null,
        count: null,
        readers: 0,
        wordings: null,
        language: 'en',
        match: expect.any(Number),
        missing: null,
        nearest: { path: '/tickets', heading: 'Tickets' },
        citation: {
          queryId: price.id,
          answers: 4,
          missed: 3,
          winner: {
            domain: 'rival.example',
            owner: 'competitor',
            competitor: 'Rival',
            url: RIVAL.url,
          },
        },
      },
      { citation: { queryId: dogs.id, winner: { owner: 'other', competitor: null } } },
    ])
    // @NOTE the list's own schema says so.
    const [first] = body.data as unknown as { citation: { findings: string[] } }[]
    expect(first?.citation.findings.length).toBeLessThanOrEqual(3)
    expect(first?.citation.findings.join('; ')).toBe(rows[0]?.['findings'])
    expect(body.meta).toMatchObject({
      untrusted: expect.arrayContaining(['citation.winner.domain', 'citation.winner.url']),
    })
  })

  it('leave out what names the site, is deleted, invented, unanswered or of other days', async () => {
    const checked = (text: string, of: Arguments, check: Arguments = {}) =>
      stored.check(stored.query(text, of), { sources: [FORUM], ...check })
    checked('Coast ferries', { branded: 1 })
    checked('Coast tickets', {}, { branded: 1 })
    checked('deleted', { deleted_at: 1 })
    checked('invented', {}, { engine: 'fake' })
    checked('no answer', {}, { state: 'no_answer' })
    checked('last year', {}, { at: app.clock.now() - 300 * 86_400_000 })
    checked('counted', {})
    expect(queriesOf(await table())).toEqual(['counted'])
  })

  it('have no winner where the answers cite nobody, and no page where none has their words', async () => {
    answers('Zeppelins?', { missed: 2 }, [])
    expect((await table()).rows).toEqual([
      {
        query: 'Zeppelins?',
        missed: '2 of 2',
        readers: null,
        winner: null,
        winner_url: null,
        nearest_page: null,
        nearest_passage: null,
        findings: null,
      },
    ])
  })

  it('tell readers who asked in the same words, to a model from five on', async () => {
    answers('Do dogs need a muzzle?', { missed: 2 })
    answers('Do cats need a lead?', { missed: 1 })
    await readersAsk('do dogs need a MUZZLE', 5)
    await readersAsk('Do cats need a lead?', 4)
    await readersAsk('Do cats need a long lead?', 6)
    const { rows, text } = await table()
    expect(rows.map(({ readers }) => readers)).toEqual([5, null])
    expect(text).toContain('# readers: people who asked it in the same words, from 5 on')
    const { body } = await route()
    expect(body.data).toMatchObject([{ readers: 5 }, { readers: 4 }])
  })

  it('need citations:read besides, which the other kinds do not', async () => {
    answers('Is there a night ferry?', { missed: 1 })
    const numbers = await app.key(own.org, ['analytics:read', 'sites:read'])
    expect((await route('', numbers)).body.error?.code).toBe('INSUFFICIENT_SCOPE')
    const refused = await table({}, numbers)
    expect([refused.isError, refused.text]).toEqual([
      true,
      expect.stringContaining('citations:read'),
    ])
    expect((await table({ kind: 'unanswered' }, numbers)).isError).toBe(false)
    expect((await route('', await app.key(own.org, ['citations:read']))).status).toBe(403)
  })

  it('name no page and no finding to a key that may not read sites', async () => {
    answers('What does a ferry ticket cost?', { missed: 1 })
    const key = await app.key(own.org, ['analytics:read', 'citations:read'])
    const { columns, text } = await table({}, key)
    expect(columns).toEqual(['query', 'missed', 'readers', 'winner', 'winner_url'])
    expect(text).toContain('nearest_page, nearest_passage and findings need sites:read')
    const { body } = await route('', key)
    expect(body.data).toMatchObject([{ nearest: null, match: null, citation: { findings: [] } }])
  })

  it('go on with a cursor, from page to page and where time is over', async () => {
    for (const [i, text] of ['ferry', 'ticket', 'dogs', 'deck'].entries())
      answers(text, { missed: i === 0 ? 2 : 1 })
    const all = ['ferry', 'ticket', 'dogs', 'deck']
    expect(queriesOf(await table())).toEqual(all)
    const first = await table({ limit: 3 })
    expect(first.text).toContain('# 4 rows in all')
    const second = await table({ limit: 3, cursor: first.cursor })
    expect([...queriesOf(first), ...queriesOf(second)]).toEqual(all)
    expect(second.cursor).toBeNull()
    app.clock.passWithEachLook({ seconds: 6 })
    const slow = await table()
    app.clock.passWithEachLook()
    expect(queriesOf(slow)).toEqual(['ferry'])
    expect(queriesOf(await table({ cursor: slow.cursor }))).toEqual(['ticket', 'dogs', 'deck'])
    const paged = await route('&limit=1')
    const rest = await route(`&limit=100&cursor=${String(paged.body.meta.nextCursor)}`)
    expect([paged.body.data, rest.body.data]).toEqual([
      [expect.objectContaining({ text: 'ferry' })],
      ['ticket', 'dogs', 'deck'].map((text) => expect.objectContaining({ text })),
    ])
  })

  it('say why there are none', async () => {
    const why = async () => {
      const [{ rows, text }, { body }] = [await table(), await route()]
      expect([rows, body.data]).toEqual([[], []])
      // @NOTE the list's own schema says so.
      const { notes } = body.meta as unknown as { notes: string[] }
      expect(text).toContain(`# ${notes[0]}`)
      return notes[0]
    }
    expect(await why()).toContain('no queries yet: POST /citations/:siteId/queries')
    stored.query('Coast ferries', { branded: 1 })
    expect(await why()).toContain('every query names the site or its brand')
    const query = stored.query('Is there a night ferry?')
    expect(await why()).toContain('no run has asked an engine yet')
    stored.run()
    expect(await why()).toContain('no engine has answered')
    stored.check(query, { sources: [OWN] })
    expect(await why()).toBe('nothing is missed: of 1 answer, each cites the site')
  })

  it('are of no page, and the other kinds have nothing of theirs', async () => {
    const refused = await route('&path=/dogs')
    expect([refused.status, refused.body.error?.fields]).toMatchObject([422, [{ path: 'path' }]])
    expect((await table({ page: '/dogs' })).isError).toBe(true)
    await readersAsk('Where do dogs get a vaccination?', 1)
    const { body } = await app.api('GET', `/questions/${own.id}/gaps`, { token: own.key })
    expect(Object.keys((body.data as unknown as object[])[0] ?? {})).toEqual([
      'id',
      'text',
      'askedAt',
      'path',
      'count',
      'readers',
      'wordings',
      'language',
      'match',
      'missing',
      'nearest',
    ])
  })
})
