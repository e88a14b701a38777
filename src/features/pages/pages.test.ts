import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askTool } from '../../testing/ask-tool.ts'
import { ScannedSite } from '../../testing/scanned-site.ts'
import type { ApiAnswer } from '../../testing/start-test-app.ts'
import { page } from '../../testing/web-site.ts'

const LONG = 'x'.repeat(5_000)

let own: ScannedSite

beforeAll(async () => {
  own = await ScannedSite.start({
    '/': page('Home', { links: ['/pricing', '/guide', '/hidden', '/broken', '/old'] }),
    '/pricing': page('What it costs', {
      head: '<meta name="description" content="All prices."><meta name="author" content="Ann">',
    }),
    '/guide': page('Guide to tides', {
      head: `<meta property="og:type" content="article"><meta name="date" content="2026-05-01"><link rel="canonical" href="/guide">`,
      text: 'Tides come twice a day. Read the table of tides before you go out.',
    }),
    '/hidden': page('Hidden', { head: '<meta name="robots" content="noindex">' }),
    '/broken': page('Broken'),
    '/old': (_, response) => response.writeHead(301, { location: '/guide' }).end(),
  })
  await own.app.collect(own.id, [
    { kind: 'impression', url: `${own.web.url}/met`, title: 'Met by readers' },
  ])
  await own.rule({
    match: { path: '/pricing' },
    actions: { addTags: ['money'] },
  })
  own.web.pages.set('/broken', (_, response) => response.writeHead(500).end())
  await own.scan()
})

afterAll(() => own[Symbol.asyncDispose]())

type Listed = { id: string; path: string; state: string; type: string | null; tags: string[] }

// @NOTE lists have their items in `data`; a wrong shape fails the expectation that reads it.
const items = ({ body }: ApiAnswer): Listed[] => body.data as unknown as Listed[]

const list = (query = '') => own.call('GET', `/pages/${own.id}?${query}`)
const paths = async (query: string) => items(await list(query)).map(({ path }) => path)
const idOf = async (path: string) =>
  items(await list('limit=100')).find((one) => one.path === path)!.id

describe('the order of pages', () => {
  type Counted = Listed & { score: number | null; questions28d: number | null }
  const counted = async (query: string, token?: string): Promise<Counted[]> => {
    const answer = token
      ? await own.app.api('GET', `/pages/${own.id}?${query}`, { token })
      : await list(query)
    return items(answer) as Counted[]
  }

  it('is by questions, of which each page tells those of 28 days', async () => {
    const ask = (url: string) =>
      own.app.collect(own.id, [
        { kind: 'question', url: `${own.web.url}${url}`, question: 'When?' },
      ])
    await ask('/pricing')
    await ask('/guide')
    await ask('/guide')
    const found = await counted('sort=questions&limit=3')
    expect(found.slice(0, 2).map((one) => [one.path, one.questions28d])).toEqual([
      ['/guide', 2],
      ['/pricing', 1],
    ])
    expect(found[2]?.questions28d).toBe(0)
    const { structured } = await askTool(own.app, 'publisher', 'list_pages', own.key, {
      limit: 100,
    })
    const rows = structured['rows'] as string[][]
    const columns = structured['columns'] as string[]
    const all = await counted('sort=questions&limit=100')
    expect(all.map((one) => [one.path, one.questions28d, one.score])).toEqual(
      rows.map((row) =>
        ['path', 'questions_28d', 'score'].map((name) => row[columns.indexOf(name)]),
      ),
    )
  })

  it('is by score, the lowest first and pages without one last, page by page', async () => {
    const all = await counted('sort=score&limit=100')
    const scores = all.map(({ score }) => score ?? 101)
    expect(scores).toEqual(scores.toSorted((x, y) => x - y))
    expect(scores[0]).toBeLessThan(101)
    const first = await list('sort=score&limit=2')
    const rest = await counted(`sort=score&limit=100&cursor=${first.body.meta.nextCursor}`)
    expect([...items(first), ...rest].map(({ id }) => id)).toEqual(all.map(({ id }) => id))
    expect((await list(`sort=path&cursor=${first.body.meta.nextCursor}`)).status).toBe(422)
  })

  it('finds pages by what is wrong with them', async () => {
    const lacking = await paths('finding=no_description')
    expect(lacking).toContain('/guide')
    expect(lacking).not.toContain('/pricing')
    const refused = await list('finding=nonsense')
    expect(refused.body.error?.fields).toMatchObject([{ path: 'finding', code: 'invalid_value' }])
  })

  it('tells nothing of questions to who may not read them', async () => {
    const key = await own.app.key(own.org, ['sites:read'])
    const found = await counted('sort=path', key)
    expect(found.map(({ questions28d }) => questions28d)).toEqual(found.map(() => null))
    const refused = await own.app.api('GET', `/pages/${own.id}?sort=questions`, { token: key })
    expect(refused.status).toBe(422)
    expect(refused.body.error?.fields).toMatchObject([{ path: 'sort', code: 'withheld' }])
  })
})

describe('the list of pages', () => {
  it('the list has every page by path, with what the last scan found', async () => {
    const found = items(await list()).map(({ path, state, type }) => [path, state, type])
    expect(found).toEqual([
      ['/', 'active', expect.any(String)],
      ['/broken', 'error', expect.any(String)],
      ['/guide', 'active', 'article'],
      ['/hidden', 'noindex', null],
      ['/met', 'unknown', null],
      ['/pricing', 'active', 'pricing'],
    ])
  })

  it.each([
    ['state=noindex', ['/hidden']],
    ['state=unknown', ['/met']],
    ['state=gone', []],
    ['type=pricing', ['/pricing']],
    ['type=article&state=active', ['/guide']],
    ['type=article&state=error', []],
    ['query=tides', ['/guide']],
    ['query=readers', ['/met']],
    ['tag=money', ['/pricing']],
    ['tag=mone', []],
    ["tag='%22%5D", []],
  ])('the list takes %s', async (query, wanted) => {
    expect(await paths(query)).toEqual(wanted)
  })

  it('the list comes page by page, each page once', async () => {
    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const answer = await list(`limit=4${cursor ? `&cursor=${cursor}` : ''}`)
      seen.push(...items(answer).map(({ path }) => path))
      cursor = answer.body.meta.nextCursor
    } while (cursor)
    expect(seen).toEqual(['/', '/broken', '/guide', '/hidden', '/met', '/pricing'])
  })

  it('the list refuses a cursor of another query', async () => {
    const { nextCursor } = (await list('limit=1')).body.meta
    const other = await list(`limit=1&state=active&cursor=${nextCursor}`)
    expect(other.body.error?.fields).toMatchObject([{ path: 'cursor' }])
  })

  it.each(['state=lost', 'type=poem', 'tag=', 'sort=title'])(
    'the list refuses %s',
    async (query) => {
      expect((await list(query)).status).toBe(422)
    },
  )

  it('the list needs sites:read', async () => {
    const token = await own.app.key(own.org, ['analytics:read'])
    const { body } = await own.app.api('GET', `/pages/${own.id}`, { token })
    expect(body.error?.code).toBe('INSUFFICIENT_SCOPE')
  })
})

describe('a page', () => {
  it('a page has everything that scans and prompts found', async () => {
    const { body } = await own.call('GET', `/pages/${own.id}/${await idOf('/pricing')}`)
    expect(body.data).toMatchObject({
      siteId: own.id,
      url: `${own.web.url}/pricing`,
      path: '/pricing',
      title: 'What it costs',
      description: 'All prices.',
      h1: 'What it costs',
      headings: [{ level: 1, text: 'What it costs', id: null }],
      language: 'en',
      type: 'pricing',
      typeSource: 'path',
      wordCount: expect.any(Number),
      tokenEstimate: expect.any(Number),
      contentDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
      summary: expect.any(String),
      author: 'Ann',
      httpStatus: 200,
      indexable: true,
      robots: { meta: [], header: [] },
      targetUrl: null,
      issues: [],
      score: expect.any(Number),
      tags: ['money'],
      state: 'active',
      firstSeenAt: '2026-11-20T12:00:00.000Z',
      lastScannedAt: '2026-11-20T12:00:00.000Z',
      lastChangedAt: '2026-11-20T12:00:00.000Z',
    })
  })

  it('a page that only readers met is known by its address', async () => {
    const { body } = await own.call('GET', `/pages/${own.id}/${await idOf('/met')}`)
    expect(body.data).toMatchObject({
      title: 'Met by readers',
      state: 'unknown',
      type: null,
      indexable: null,
      lastScannedAt: null,
      headings: [],
      tags: [],
    })
  })

  it('a page of another site is not found, whoever asks', async () => {
    const other = await own.app.site(own.key, { domain: 'other.example' })
    const id = await idOf('/')
    const { status, body } = await own.call('GET', `/pages/${other}/${id}`)
    expect([status, body.error?.message]).toEqual([404, 'No such page'])
    const token = await own.app.key(await own.app.org())
    const foreign = await own.app.api('GET', `/pages/${own.id}/${id}`, { token })
    expect([foreign.status, foreign.body.error?.message]).toEqual([404, 'No such site'])
  })

  it('a page that is too long in every place is cut', async () => {
    await using hostile = await ScannedSite.startOn(own.app, {
      '/': page(LONG, {
        text: LONG.repeat(10),
        head: `<meta name="author" content="${LONG}"><meta name="robots" content="${'a,'.repeat(5_000)}">
          <link rel="canonical" href="/${LONG}">
          <script type="application/ld+json">{"@type":["${LONG}"${',"T"'.repeat(500)}],"datePublished":"${LONG}"}</script>`,
      }),
    })
    const { body } = await hostile.call('GET', `/pages/${hostile.id}`)
    const [{ id }] = body.data as unknown as [Listed]
    const whole = await hostile.call('GET', `/pages/${hostile.id}/${id}`)
    expect(whole.status).toBe(200)
    expect(JSON.stringify(whole.body.data).length).toBeLessThan(30_000)
  })
})

describe('list_pages', () => {
  const call = async (input: Record<string, unknown>) => {
    const { structured } = await askTool(own.app, 'publisher', 'list_pages', own.key, {
      site: own.id,
      ...input,
    })
    return structured as {
      columns: string[]
      rows: (string | number | null)[][]
      nextCursor: string | null
    }
  }

  it('list_pages says of each page what it is and how it is', async () => {
    const { columns, rows } = await call({ sort: 'path' })
    expect(columns).toEqual([
      'path',
      'title',
      'state',
      'type',
      'score',
      'prompt',
      'questions_28d',
      'updated_at',
    ])
    expect(rows.map(([path, , state, type]) => [path, state, type])).toEqual(
      items(await list()).map(({ path, state, type }) => [path, state, type]),
    )
  })

  it('list_pages has the lowest score first, page by page, and those without one last', async () => {
    const all = (await call({ sort: 'score' })).rows.map(([path, , , , score]) => [path, score])
    const scores = all.flatMap(([, score]) => (typeof score === 'number' ? score : []))
    expect(scores).toHaveLength(4)
    expect(scores).toEqual(scores.toSorted((a, b) => a - b))
    expect(all.slice(4)).toEqual([
      ['/hidden', null],
      ['/met', null],
    ])
    const seen: unknown[] = []
    let cursor: string | null | undefined
    do {
      const answer = await call({ sort: 'score', limit: 1, ...(cursor && { cursor }) })
      seen.push(...answer.rows.map(([path, , , , score]) => [path, score]))
      cursor = answer.nextCursor
    } while (cursor)
    expect(seen).toEqual(all)
  })

  it.each([
    [{ state: 'noindex' }, ['/hidden']],
    [{ type: 'pricing' }, ['/pricing']],
    [{ state: 'active', query: 'tides' }, ['/guide']],
    [{ path: '/gui*' }, ['/guide']],
    [{ page: 'pricing/' }, ['/pricing']],
    [{ prompt: 'none' }, ['/hidden', '/met']],
    [{ prompt: 'Active', path: '/pricing' }, ['/pricing']],
  ])('list_pages takes %j', async (input, wanted) => {
    expect((await call(input)).rows.map(([path]) => path)).toEqual(wanted)
  })

  it('list_pages holds back the states of prompts from who may not read them', async () => {
    const key = await own.app.key(own.org, ['sites:read'])
    const ask = (args: Record<string, unknown>) =>
      askTool(own.app, 'publisher', 'list_pages', key, { site: own.id, ...args })
    const { structured } = await ask({})
    expect(structured['columns']).not.toContain('prompt')
    expect(structured['notes']).toContain('prompt needs prompts:read')
    expect((await ask({ prompt: 'none' })).text).toContain('prompt: prompt needs prompts:read')
  })
})
