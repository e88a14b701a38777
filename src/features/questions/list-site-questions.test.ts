import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askTool } from '../../testing/ask-tool.ts'
import { TestApp } from '../../testing/start-test-app.ts'

interface Question {
  id: string
  text: string | null
  askedAt: string
  engine: string | null
  path: string | null
  topic: { id: string; label: string } | null
  count: number
}

let app: TestApp
let key: string
let site: string

beforeAll(async () => {
  app = await TestApp.start()
  key = await app.key(await app.org('self_hosted'))
  site = await app.site(key)
  const ask = (url: string, question: string, target: string) =>
    app.collect(site, [{ kind: 'question', url, question, target }])
  await ask('/tea/green', 'How long does green tea steep?', 'claude')
  app.clock.advance({ hours: 1 })
  await ask('/tea/black', 'Is a paddle float safe?', 'chatgpt')
  app.clock.advance({ hours: 1 })
  await ask('/coffee', 'how long does green tea steep?', 'chatgpt')
  app.clock.advance({ days: 40 })
  await ask('/tea/green', 'My mail is bob@example.com, is green tea hot?', 'claude')
})
afterAll(() => app[Symbol.asyncDispose]())

const send = (query: Readonly<Record<string, string>>) => {
  const search = new URLSearchParams({ range: '90d', ...query }).toString()
  return app.api('GET', `/questions/${site}?${search}`, { token: key })
}

async function list(query: Readonly<Record<string, string>> = {}) {
  const { body } = await send(query)
  if (body.error) throw new Error(JSON.stringify(body.error))
  // @NOTE the list's own schema says so; a wrong shape fails the expectations.
  return { items: body.data as unknown as Question[], meta: body.meta as Record<string, unknown> }
}

const textsOf = async (query: Readonly<Record<string, string>>) =>
  (await list(query)).items.map(({ text }) => text)

describe('GET /questions/:siteId', () => {
  it('lists what readers asked, newest first, redacted and marked as theirs', async () => {
    const { items, meta } = await list()
    expect(items.map(({ text }) => text)).toEqual([
      'My mail is [email], is green tea hot?',
      'how long does green tea steep?',
      'Is a paddle float safe?',
      'How long does green tea steep?',
    ])
    expect(items[1]).toEqual({
      id: expect.stringMatching(/^qst_/) as string,
      siteId: site,
      text: 'how long does green tea steep?',
      askedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      engine: 'chatgpt',
      path: '/coffee',
      title: null,
      topic: { id: expect.stringMatching(/^top_/) as string, label: expect.any(String) as string },
      count: 1,
    })
    expect(meta['untrusted']).toEqual(['text', 'engine', 'path', 'title', 'topic.label'])
  })

  it('has the questions of list_questions', async () => {
    const { structured } = await askTool(app, 'publisher', 'list_questions', key, {
      site,
      range: '90d',
      sort: 'frequent',
    })
    const { items } = await list({ sort: 'frequent' })
    const rows = structured['rows'] as unknown[][]
    expect(items.map(({ id, text, count }) => [id, text, count])).toEqual(
      rows.map(([id, , , , , text, count]) => [id, text, count]),
    )
    expect(items[0]).toMatchObject({ text: 'how long does green tea steep?', count: 2 })
  })

  it('narrows by words, page, engine, topic and days', async () => {
    expect(await textsOf({ query: 'green steep' })).toHaveLength(2)
    expect(await textsOf({ path: '/coffee' })).toEqual(['how long does green tea steep?'])
    expect(await textsOf({ path: '/tea/*' })).toHaveLength(3)
    expect(await textsOf({ engine: 'ChatGPT' })).toHaveLength(2)
    expect(await textsOf({ range: '28d' })).toHaveLength(1)
    const { items } = await list()
    const topic = items[2]?.topic
    expect(await textsOf({ topic: topic?.id ?? '' })).toEqual(['Is a paddle float safe?'])
    expect(await textsOf({ topic: items[1]?.topic?.id ?? '' })).toHaveLength(3)
  })

  it('takes days as from and to', async () => {
    const [day = ''] = (await list()).items[3]?.askedAt.split('T') ?? []
    const answer = await app.api('GET', `/questions/${site}?from=${day}&to=${day}`, { token: key })
    expect(answer.body.data).toHaveLength(3)
  })

  it.each(['recent', 'frequent'])('goes on with the cursor in the order %s', async (sort) => {
    const whole = await list({ sort })
    const found: Question[] = []
    for (let cursor: string | undefined; ;) {
      const page = await list({ sort, limit: '1', ...(cursor && { cursor }) })
      found.push(...page.items)
      const next = page.meta['nextCursor']
      if (typeof next !== 'string') break
      cursor = next
    }
    expect(found).toEqual(whole.items)
  })

  it('says how the query was read, and what the site has never seen', async () => {
    const { items, meta } = await list({ engine: 'Perplexity' })
    expect(items).toEqual([])
    expect(String(meta['notes'])).toContain('perplexity')
  })

  it('lists no words of a site that keeps topics only, and says so', async () => {
    const quiet = await app.site(key, {
      domain: 'quiet.example',
      privacy: { questions: 'topic_only' },
    })
    await app.collect(quiet, [{ kind: 'question', url: '/', question: 'What of green tea?' }])
    const { body } = await app.api('GET', `/questions/${quiet}`, { token: key })
    expect(body.data).toMatchObject([{ text: null, path: '/' }])
    expect(JSON.stringify(body)).not.toContain('What of')
    expect(String((body.meta as Record<string, unknown>)['notes'])).toContain('topics only')
  })

  it.each([
    ['sort=oldest', 'sort'],
    ['limit=0', 'limit'],
    ['cursor=AAAA', 'cursor'],
    ['range=soon', 'range'],
    ['from=2026-13-01', 'from'],
    ['q=tea', 'q'],
    ['query=', 'query'],
    ['path=https%3A%2F%2Felsewhere.example%2F', 'path'],
  ])('refuses ?%s', async (query, path) => {
    const { status, body } = await app.api('GET', `/questions/${site}?${query}`, { token: key })
    expect(status).toBe(422)
    expect(body.error?.fields).toMatchObject([{ path, location: 'query' }])
  })

  it('knows no topic of another site', async () => {
    const other = await app.site(key, { domain: 'other.example' })
    const topic = (await list()).items[1]?.topic?.id
    const answer = await app.api('GET', `/questions/${other}?topic=${topic}`, { token: key })
    expect(answer.status).toBe(404)
  })
})

it('a topic is asked for by its name or id on both faces, and one that there is not is an error', async () => {
  const { items } = await list()
  const { id, label } = items.find(({ topic }) => topic !== null)!.topic!
  const texts = items.filter(({ topic }) => topic?.id === id).map(({ text }) => text)
  expect(await textsOf({ topic: id })).toEqual(texts)
  expect(await textsOf({ topic: label.toUpperCase() })).toEqual(texts)
  const ask = (topic: string) =>
    askTool(app, 'publisher', 'list_questions', key, { site, topic, range: '90d' })
  for (const name of [id, label]) {
    const { structured } = await ask(name)
    expect(structured['rows']).toHaveLength(texts.length)
  }
  const missing = await ask('no such topic')
  expect([missing.isError, missing.text]).toEqual([
    true,
    expect.stringContaining('topic of this name or id'),
  ])
  expect(await send({ topic: 'no such topic' })).toMatchObject({ status: 404 })
})
