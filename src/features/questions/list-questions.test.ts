import { afterAll, beforeAll, expect, it } from 'vitest'
import { postToolCall } from '../../testing/mcp-post.ts'
import { TestApp } from '../../testing/start-test-app.ts'

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
  await ask('/tea/black', 'Is black tea strong?', 'chatgpt')
  app.clock.advance({ hours: 1 })
  await ask('/coffee', 'how long does green tea steep?', 'chatgpt')
  app.clock.advance({ days: 40 })
  await ask('/tea/green', 'My mail is bob@example.com, is tea hot?', 'claude')
})
afterAll(() => app[Symbol.asyncDispose]())

async function list(args: Record<string, unknown>): Promise<unknown[]> {
  const { structuredContent } = await postToolCall(app, 'publisher', key, 'list_questions', {
    site,
    range: '90d',
    ...args,
  })
  return structuredContent!.rows.map((row) => row[5])
}

it('questions are listed newest first, redacted', async () => {
  expect(await list({})).toEqual([
    'My mail is [email], is tea hot?',
    'how long does green tea steep?',
    'Is black tea strong?',
    'How long does green tea steep?',
  ])
})

it('equal wordings are counted together, the most frequent first', async () => {
  const { structuredContent } = await postToolCall(app, 'publisher', key, 'list_questions', {
    site,
    range: '90d',
    sort: 'frequent',
  })
  expect(structuredContent!.rows[0]?.slice(5)).toEqual(['how long does green tea steep?', 2])
  expect(structuredContent!.rows).toHaveLength(3)
})

it('a question is shown with the page that it was asked on, by path and title', async () => {
  const titled = {
    kind: 'question',
    url: '/mate',
    question: 'Is mate bitter?',
    title: 'M'.repeat(299),
  }
  const freshKey = await app.key(await app.org('self_hosted'))
  const id = await app.site(freshKey)
  await app.collect(id, [titled])
  await app.collect(id, [{ kind: 'question', url: '/plain', question: 'Is it?' }])
  const answer = await postToolCall(app, 'publisher', freshKey, 'list_questions', { site: id })
  expect(answer.structuredContent!.rows.map((row) => row.slice(3, 5))).toEqual(
    expect.arrayContaining([
      ['/mate', 'M'.repeat(100)],
      ['/plain', null],
    ]),
  )
})

it('questions are filtered by page, prefix, engine, words and range', async () => {
  expect(await list({ page: '/coffee' })).toEqual(['how long does green tea steep?'])
  expect(await list({ page: '/tea/*' })).toHaveLength(3)
  expect(await list({ page: '/tea' })).toEqual([])
  expect(await list({ page: '/%' })).toEqual([])
  expect(await list({ engine: 'chatgpt' })).toHaveLength(2)
  expect(await list({ query: 'green steep' })).toHaveLength(2)
  expect(await list({ query: 'green nothing' })).toEqual([])
  expect(await list({ range: '28d' })).toHaveLength(1)
})

it('the filter by path tells upper case from lower case, also in a prefix', async () => {
  expect(await list({ page: '/Tea/green' })).toEqual([])
  expect(await list({ page: '/Tea/*' })).toEqual([])
  expect(await list({ page: '/tea/g*' })).toHaveLength(2)
  expect(await list({ page: '/tea/G*' })).toEqual([])
})

it('no text is kept where the site wants topics only, and the list says so', async () => {
  const freshKey = await app.key(await app.org('self_hosted'))
  const id = await app.site(freshKey, { questions: 'topic_only' })
  await app.collect(id, [{ kind: 'question', url: '/', question: 'A secret?' }])
  const { content, structuredContent } = await postToolCall(
    app,
    'publisher',
    freshKey,
    'list_questions',
    {
      site: id,
    },
  )
  expect(structuredContent!.rows).toHaveLength(1)
  expect(content[0]!.text).not.toContain('secret')
  expect(content[0]!.text).toContain('topics only')
})

it('an unknown site is answered with what to do', async () => {
  const { isError, content } = await postToolCall(app, 'publisher', key, 'list_questions', {
    site: 'x',
  })
  expect(isError).toBe(true)
  expect(content[0]!.text).toContain('No such site; yours: ')
})
