import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askTool, type Arguments } from '../../testing/ask-tool.ts'
import { TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let key: string
let site: string

beforeAll(async () => {
  app = await TestApp.start()
  key = await app.key(await app.org('self_hosted'))
  site = await app.site(key)
  const ask = async (url: string, question: string, times: number) => {
    for (let i = 0; i < times; i++) {
      await app.collect(site, [{ kind: 'question', url, question, target: 'claude' }])
    }
  }
  await ask('/tea', 'How long does tea steep?', 3)
  await ask('/tea', 'Is tea hot?', 2)
  await ask('/tea', 'Who drinks tea?', 1)
  await ask('/coffee', 'How long does tea steep?', 4)
  await ask('/mate', 'Is mate bitter?', 1)
  await ask('/water', 'Is water wet?', 1)
})
afterAll(() => app[Symbol.asyncDispose]())

async function list(args: Arguments) {
  const { structured, text } = await askTool(app, 'publisher', 'list_questions', key, args)
  // @NOTE the tool answers a table; text tells what went wrong where it does not.
  const { columns, rows, nextCursor } = structured as {
    columns?: string[]
    rows: unknown[][]
    nextCursor: string | null
  }
  if (!columns) throw new Error(text)
  const wanted = ['path', 'of_page', 'question', 'count'].map((name) => columns.indexOf(name))
  return { rows: rows.map((row) => wanted.map((place) => row[place])), nextCursor }
}

const TOP_TWO = [
  ['/tea', 6, 'How long does tea steep?', 3],
  ['/tea', 6, 'Is tea hot?', 2],
  ['/coffee', 4, 'How long does tea steep?', 4],
  ['/mate', 1, 'Is mate bitter?', 1],
  ['/water', 1, 'Is water wet?', 1],
]

describe('the top questions of each page', () => {
  it('the top questions of each page come in one call, the most asked page first', async () => {
    expect((await list({ topPerPage: 2 })).rows).toEqual(TOP_TWO)
  })

  it('they go on with a cursor, each once', async () => {
    const seen: unknown[] = []
    let cursor: string | null = null
    do {
      const page = await list({ topPerPage: 2, limit: 1, ...(cursor && { cursor }) })
      seen.push(...page.rows)
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(seen).toEqual(TOP_TWO)
  })

  it('they are narrowed as the list is', async () => {
    expect((await list({ topPerPage: '1', page: '/tea', query: 'hot' })).rows).toEqual([
      ['/tea', 2, 'Is tea hot?', 2],
    ])
    expect((await list({ top_per_page: 1, engine: 'ChatGPT' })).rows).toEqual([])
  })

  it.each([0, 21, 1.5])('%s of a page is refused', async (topPerPage) => {
    const answer = await askTool(app, 'publisher', 'list_questions', key, { topPerPage })
    expect(answer.isError).toBe(true)
    expect(answer.text).toContain('topPerPage')
  })
})
