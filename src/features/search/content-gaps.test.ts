import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askTool, type Arguments } from '../../testing/ask-tool.ts'
import { ScannedSite } from '../../testing/scanned-site.ts'
import { page } from '../../testing/web-site.ts'

let own: ScannedSite

beforeAll(async () => {
  own = await ScannedSite.start({
    '/': page('Ferries of the sound', { links: ['/tickets', '/dogs'] }),
    '/tickets': page('Tickets', {
      text: 'A ticket for the ferry costs nine euros. Children travel at half the price of a ticket.',
    }),
    '/dogs': page('Dogs on board', {
      text: 'Dogs travel on the open deck. They need a lead, and a muzzle in the summer season.',
    }),
  })
  const ask = async (url: string, question: string, times: number) => {
    for (let i = 0; i < times; i++) {
      const event = { kind: 'question', url: `${own.web.url}${url}`, question, target: 'claude' }
      await own.app.collect(own.id, [event])
    }
  }
  await ask('/tickets', 'What does a ticket for the ferry cost in Bergen?', 1)
  await ask('/tickets', 'What does a ferry ticket cost?', 5)
  await ask('/tickets', 'Can I rent bicycles in Norway?', 3)
  await ask('/dogs', 'Do dogs need a muzzle?', 2)
  await ask('/dogs', 'Where do dogs get a vaccination?', 1)
  await ask('/dogs', 'And?', 1)
})
afterAll(() => own[Symbol.asyncDispose]())

async function gaps(args: Arguments = {}, key = own.key) {
  const { structured, text, isError } = await askTool(
    own.app,
    'publisher',
    'list_content_gaps',
    key,
    args,
  )
  // @NOTE the tool answers a table, unless it refuses; a wrong shape fails the expectations.
  const table = structured as { columns: string[]; rows: unknown[][]; nextCursor: string | null }
  const named = isError
    ? []
    : table.rows.map((row) => Object.fromEntries(table.columns.map((name, i) => [name, row[i]])))
  return { text, isError, rows: named, structured: table }
}

/**
 * Does work while the clock moves on by six seconds at each look at it, so that a call's time is over after two
 * searches at most.
 */
async function whileTimePasses<T>(work: () => Promise<T>): Promise<T> {
  own.app.clock.passWithEachLook({ seconds: 6 })
  try {
    return await work()
  } finally {
    own.app.clock.passWithEachLook()
  }
}

describe('list_content_gaps', () => {
  it('questions that no page has the words for come most asked first, with what is missing', async () => {
    const { rows } = await gaps()
    expect(rows).toMatchObject([
      {
        question: 'Can I rent bicycles in Norway?',
        count: 3,
        path: '/tickets',
        match: 0,
        missing: 'norway bicycles',
        nearest_page: null,
      },
      {
        question: 'Where do dogs get a vaccination?',
        count: 1,
        missing: 'vaccination',
        nearest_page: '/dogs',
        nearest_passage: 'Dogs on board',
      },
      // A name that stands on no page is a gap, even where a passage has all other words.
      { missing: 'bergen', match: 0.6667, nearest_page: '/tickets' },
    ])
  })

  it('an answer says how many questions were compared, and what a match is', async () => {
    const { text, structured } = await gaps()
    expect(text).toContain('# 6 different questions were compared')
    expect(structured).toMatchObject({ nextCursor: null })
  })

  it('gaps of one page, of a range, and one at a time', async () => {
    expect((await gaps({ page: '/dogs' })).rows.map(({ question }) => question)).toEqual([
      'Where do dogs get a vaccination?',
    ])
    expect((await gaps({ period: 'last month' })).rows).toEqual([])
    const first = await gaps({ limit: 1 })
    const second = await gaps({ limit: 1, cursor: first.structured.nextCursor })
    expect([...first.rows, ...second.rows].map(({ count }) => count)).toEqual([3, 1])
  })

  it('a list that is cut says how many gaps there are in all, on each page and in the route', async () => {
    const notesOf = async (cursor: string | null, limit = 1) => {
      const { text, structured } = await gaps({ limit, cursor })
      return { told: text.match(/# .*rows in all.*/)?.[0], cursor: structured.nextCursor }
    }
    const first = await notesOf(null)
    const second = await notesOf(first.cursor)
    // There is no file of gaps, so none is named.
    expect([first.told, second.told]).toEqual(['# 3 rows in all', '# 3 rows in all'])
    expect(await notesOf(second.cursor)).toEqual({ told: undefined, cursor: null })
    expect(await notesOf(null, 3)).toEqual({ told: undefined, cursor: null })
    const late = await whileTimePasses(() => notesOf(null))
    expect(late.told).toMatch(/^# more than [01] rows in all$/)
    const path = `/questions/${own.id}/gaps?limit=2`
    const route = await own.app.api('GET', path, { token: own.key })
    const { notes = [], nextCursor } = route.body.meta as { notes?: string[]; nextCursor: string }
    expect(notes).toContain('3 rows in all')
    const rest = await own.app.api('GET', `${path}&cursor=${nextCursor}`, { token: own.key })
    expect(JSON.stringify(rest.body.meta)).not.toContain('in all')
  })

  it('what takes too long is left to the next page', async () => {
    const all = await gaps()
    const first = await whileTimePasses(() => gaps())
    expect(first.text).toMatch(/^# [1-3] different questions were compared/m)
    const rest = await gaps({ cursor: first.structured.nextCursor })
    expect([...first.rows, ...rest.rows]).toEqual(all.rows)
  })

  it('what readers and pages wrote stands in the fence', async () => {
    const { text, structured } = await gaps()
    expect(structured).toMatchObject({
      untrusted: ['question', 'path', 'missing', 'nearest_page', 'nearest_passage'],
    })
    expect(text.slice(0, text.indexOf('<untrusted-'))).not.toContain('Norway')
  })

  it('pages are withheld from a key that may not read them', async () => {
    const numbers = await own.app.key(own.org, ['analytics:read'])
    const { structured, text } = await gaps({}, numbers)
    expect(structured.columns).toEqual([
      'question',
      'language',
      'count',
      'readers',
      'wordings',
      'path',
      'match',
      'missing',
    ])
    expect(text).toContain('nearest_page and nearest_passage need sites:read')
    const pages = await own.app.key(own.org, ['sites:read'])
    expect((await gaps({}, pages)).isError).toBe(true)
  })

  it('a page that is not there is told', async () => {
    expect((await gaps({ path: '/gone' })).text).toContain('no page /gone')
  })
})

describe('GET /questions/:siteId/gaps', () => {
  const send = (query = '', token = own.key) =>
    own.app.api('GET', `/questions/${own.id}/gaps${query}`, { token })
  interface Item {
    text: string
    language: string | null
    count: number
    readers: number
    wordings: number
    path: string
    match: number
    missing: string[]
    nearest: { path: string; heading: string } | null
  }
  const itemsOf = (body: { data: unknown }) => body.data as Item[]

  it('has the gaps of list_content_gaps', async () => {
    const { rows } = await gaps()
    const { body } = await send()
    expect(
      itemsOf(body).map(({ text, match, missing, nearest, ...item }) => ({
        question: text,
        language: item.language,
        count: item.count,
        readers: item.readers,
        wordings: item.wordings,
        path: item.path,
        match: Number(match.toPrecision(4)),
        missing: missing.join(' ') || null,
        nearest_page: nearest?.path ?? null,
        nearest_passage: nearest?.heading || null,
      })),
    ).toEqual(rows)
    expect(itemsOf(body).length).toBeGreaterThan(1)
    expect(body.meta).toMatchObject({
      nextCursor: null,
      untrusted: ['text', 'path', 'missing', 'nearest.path', 'nearest.heading'],
    })
  })

  it('goes on with the cursor', async () => {
    const whole = itemsOf((await send()).body)
    const first = await send('?limit=1')
    const cursor = String(first.body.meta.nextCursor)
    const rest = await send(`?limit=100&cursor=${cursor}`)
    expect([...itemsOf(first.body), ...itemsOf(rest.body)]).toEqual(whole)
  })

  it('names no page to a key that may not read sites, and says so', async () => {
    const { body } = await send('', await own.app.key(own.org, ['analytics:read']))
    expect(itemsOf(body).map(({ nearest }) => nearest)).toEqual(itemsOf(body).map(() => null))
    expect(JSON.stringify(body.meta)).toContain('nearest needs sites:read')
  })

  it('refuses what is no query of it', async () => {
    expect((await send('?query=tea')).status).toBe(422)
    expect((await send('?cursor=AAAA')).status).toBe(422)
  })
})
