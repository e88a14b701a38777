import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postToolCall } from '../../testing/mcp-post.ts'
import {
  fetchDocument as fetchFrom,
  searchFor,
  type SearchResult,
} from '../../testing/search-tools.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'

let app: TestApp
let org: TestOrg
let key: string
let site: string

beforeAll(async () => {
  app = await TestApp.start()
  org = await app.org('self_hosted')
  key = await app.key(org)
  site = await app.site(key, { url: 'https://tea.example/', name: 'House of Tea' })
  await app.collect(site, [
    { kind: 'impression', url: '/green-tea', title: 'How to steep green tea' },
    { kind: 'impression', url: '/about', title: 'About us' },
    {
      kind: 'question',
      url: '/green-tea',
      question: 'How long does sencha steep?',
      target: 'claude',
    },
    {
      kind: 'question',
      url: '/green-tea',
      question: 'how long does sencha STEEP?',
      target: 'chatgpt',
    },
    { kind: 'question', url: '/about', question: 'Where is the shop?' },
  ])
})
afterAll(() => app[Symbol.asyncDispose]())

const search = (query: string, server = 'publisher', token = key) =>
  searchFor(app, token, query, server)

const fetchDocument = (id: string, server = 'publisher', token = key) =>
  fetchFrom(app, token, id, server)

const kindsOf = (results: SearchResult[]): string[] =>
  [...new Set(results.map(({ id }) => id.split(':')[0]!))].toSorted()

describe('search', () => {
  it('finds sites, pages, topics and questions by words, each wording once', async () => {
    const found = [...(await search('tea steep')), ...(await search('sencha'))]
    expect(kindsOf(found)).toEqual(['page', 'question', 'site', 'topic'])
    const questions = (await search('sencha')).filter(({ id }) => id.startsWith('question:'))
    expect(questions).toHaveLength(1)
    expect(questions[0]!.url).toBe('https://tea.example/')
  })

  it('puts what has more of the words first', async () => {
    expect((await search('steep green tea'))[0]!.title).toContain('\nHow to steep green tea\n')
  })

  it('shows only what the key’s scopes reach', async () => {
    const forSites = await app.key(org, ['sites:read'])
    expect(kindsOf(await search('tea sencha steep', 'publisher', forSites))).toEqual([
      'page',
      'site',
    ])
    const forNumbers = await app.key(org, ['analytics:read'])
    expect(kindsOf(await search('tea sencha steep', 'publisher', forNumbers))).toEqual([
      'question',
      'topic',
    ])
  })

  it('never shows a question on the data server', async () => {
    expect(kindsOf(await search('tea sencha steep', 'data'))).toEqual(['page', 'site'])
    const [question] = (await search('sencha')).filter(({ id }) => id.startsWith('question:'))
    expect((await fetchDocument(question!.id, 'data')).isError).toBe(true)
  })

  it.each([
    '"',
    'NEAR(a b)',
    'text:x',
    'a* OR b',
    '-',
    '(',
    'AND',
    '日本',
    "'; DROP TABLE page; --",
    '^',
    '{site}:s1',
  ])('takes the words %s as words', async (query) => {
    const { isError } = await postToolCall(app, 'publisher', key, 'search', { query })
    expect(isError).toBeUndefined()
    expect(await search('sencha')).not.toEqual([])
  })
})

describe('fetch', () => {
  it('gives each kind of result as one document that cites its own address', async () => {
    for (const { id, url } of await search('tea sencha')) {
      const { isError, text } = await fetchDocument(id)
      expect(isError).toBeUndefined()
      const document = JSON.parse(text) as Record<string, unknown>
      expect(Object.keys(document)).toEqual(['id', 'title', 'text', 'url', 'metadata'])
      expect(document).toMatchObject({ id, url })
    }
  })

  it('reports 28 days of a site or page on the data server', async () => {
    const { text } = await fetchDocument(`site:${site}`, 'data')
    expect(text).toContain('questions: 3')
    const page = (await search('green tea', 'data')).find(({ id }) => id.startsWith('page:'))
    expect((await fetchDocument(page!.id, 'data')).text).toContain('questions: 2')
  })

  it.each([
    '',
    'site',
    'site:',
    'page:pg_0',
    'question:qst_0',
    'rule:1',
    'site:a:b',
    'constructor:x',
    'x'.repeat(200),
  ])('knows no %s', async (id) => {
    for (const server of ['publisher', 'data']) {
      const { isError, text } = await fetchDocument(id, server)
      expect(isError).toBe(true)
      expect(text).toMatch(/^(NOT_FOUND|VALIDATION_FAILED)/)
    }
  })

  it('says which scope is missing', async () => {
    const [page] = (await search('green tea')).filter(({ id }) => id.startsWith('page:'))
    const forNumbers = await app.key(org, ['analytics:read'])
    const { text } = await fetchDocument(page!.id, 'publisher', forNumbers)
    expect(text).toContain('citable key create --scopes sites:read')
  })
})

describe('search over many sites', () => {
  it('an organization with many sites is searched whole', async () => {
    const token = await app.key(await app.org('self_hosted'))
    const ids: string[] = []
    for (let i = 0; i < 110; i += 1) {
      ids.push(await app.site(token, { url: `https://shop-${i}.example/`, name: `Shop ${i}` }))
    }
    const inOrder = ids.toSorted()
    const question = 'Why are kettles rare?'
    for (const id of [inOrder[0]!, inOrder[55]!, inOrder[109]!]) {
      await app.collect(id, [{ kind: 'question', url: '/', title: 'Rare kettles', question }])
    }
    const found = await search('rare kettles', 'publisher', token)
    const count = (kind: string) => found.filter(({ id }) => id.startsWith(kind)).length
    expect(['page', 'question', 'topic'].map(count)).toEqual([3, 3, 3])
    expect((await search('shop 77', 'publisher', token))[0]!.title).toContain('\nShop 77\n')
  })
})
