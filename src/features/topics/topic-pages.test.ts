import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { askTool } from '../../testing/ask-tool.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'

interface Topic {
  id: string
  label: string
  pages: { path: string; questions: number }[]
}

let app: TestApp
let org: TestOrg
let key: string
let site: string
let readers = 0

beforeAll(async () => {
  app = await TestApp.start({ environment: { TRUST_PROXY: '1' } })
  org = await app.org('self_hosted')
  key = await app.key(org)
  site = await app.site(key, { url: 'https://asked.example/' })
  await ask('/tides', 'Are tide tables right?', 6)
  await ask('/oban', 'Are tide tables right?', 3)
  await ask('/skye', 'Are tide tables right?', 2)
  await ask('/mull', 'Are tide tables right?', 1)
  await ask('/mull', 'Is kelp edible?', 1)
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(() => app.clock.advance({ seconds: 30 }))

/** Asks on a page, each time as another reader. */
async function ask(url: string, question: string, times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    readers += 1
    const reader = { 'x-forwarded-for': `10.2.${readers}.1` }
    await app.collect(site, [{ kind: 'question', url, question }], reader)
  }
}

async function topicsOf(parameters = ''): Promise<Topic[]> {
  const { body } = await app.api('GET', `/topics/${site}?${parameters}`, { token: key })
  // @NOTE lists have their items in `data`; a wrong shape fails the expectation that reads it.
  return body.data as unknown as Topic[]
}

async function fetched(id: string, token = key, server = 'publisher'): Promise<string> {
  return (await askTool(app, server, 'fetch', token, { id })).text
}

async function pageId(path: string): Promise<string> {
  const { body } = await app.api('GET', `/pages/${site}?limit=100`, { token: key })
  // @NOTE the list's own schema says so.
  const pages = body.data as unknown as { id: string; path: string }[]
  return `page:${pages.find((page) => page.path === path)!.id}`
}

const today = (): string => new Date(app.clock.now()).toISOString().slice(0, 10)

describe('the pages of a topic', () => {
  it('the pages of a topic are its three most asked ones', async () => {
    const [tides, kelp] = await topicsOf()
    expect(tides!.pages).toEqual([
      { path: '/tides', questions: 6 },
      { path: '/oban', questions: 3 },
      { path: '/skye', questions: 2 },
    ])
    expect(kelp!.pages).toEqual([{ path: '/mull', questions: 1 }])
  })

  it('the pages of a topic are those of the range and the page that was asked for', async () => {
    const [tides] = await topicsOf('page=/oban')
    expect(tides!.pages).toEqual([{ path: '/oban', questions: 3 }])
    expect(await topicsOf('range=2020-01-01..2020-01-31')).toEqual([])
  })

  it('the pages of a topic are those whose path begins as it was asked for, in the same case', async () => {
    const [tides] = await topicsOf('page=/o*')
    expect(tides!.pages).toEqual([{ path: '/oban', questions: 3 }])
    expect(await topicsOf('page=/O*')).toEqual([])
  })

  it('the pages of a topic are shown to the data server where five readers asked on them', async () => {
    const answer = await askTool(app, 'data', 'get_question_topics', key, {
      site,
      compare: 'none',
    })
    expect(answer.structured['columns']).toEqual([
      'topic',
      'questions',
      'askers',
      'first_asked',
      'pages',
    ])
    expect(answer.structured['rows']).toEqual([
      ['tide tables', 12, 12, today(), '/tides'],
      ['(fewer than 5 askers)', 1, 1, null, null],
    ])
    expect(answer.structured['untrusted']).toContain('pages')
    expect(answer.text).not.toContain('/oban')
  })
})

describe('documents of topics and pages', () => {
  it('the document of a topic names its most asked pages', async () => {
    const [tides] = await topicsOf()
    const text = await fetched(`topic:${tides!.id}`)
    expect(text).toContain('Asked most on: /tides (6), /oban (3), /skye (2), /mull (1)')
  })

  it('the document of a page names its most asked topics, within the fence', async () => {
    const text = await fetched(await pageId('/mull'))
    const [fenced = ''] = /<untrusted-[^]*<\/untrusted-/.exec(text) ?? []
    expect(fenced).toMatch(/Readers asked here about: .*kelp/)
    expect(fenced).toContain('tide tables (1)')
  })

  it('the document of a page says nothing of questions to who may not read them', async () => {
    const id = await pageId('/mull')
    const reader = await app.key(org, ['sites:read'])
    const text = await fetched(id, reader)
    expect(text).toContain('/mull')
    expect(text).not.toContain('kelp')
    expect(await fetched(id, key, 'data')).not.toContain('kelp')
  })

  it('documents forget what was asked more than 90 days ago', async () => {
    const id = await pageId('/mull')
    app.clock.advance({ days: 91 })
    expect(await fetched(id)).not.toContain('kelp')
  })
})
