import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { askTool, type Arguments } from '../../testing/ask-tool.ts'
import { EXPORTED_LINES, ExportedSite, linesOf } from '../../testing/exported-site.ts'
import { askLink, openLink } from '../../testing/file-links.ts'
import type { TestApp } from '../../testing/start-test-app.ts'

let exported: ExportedSite
let app: TestApp

beforeAll(async () => {
  exported = await ExportedSite.start()
  ;({ app } = exported)
})
afterAll(() => exported[Symbol.asyncDispose]())
beforeEach(() => app.clock.advance({ minutes: 2 }))

const link = (args: Arguments) => askLink(app, exported.site.key, args, 'publisher')

describe('questions', () => {
  const asked = EXPORTED_LINES.filter(({ kind }) => kind === 'question')

  it('are exported with their text, as REST does, harmless to a spreadsheet', async () => {
    const made = await link({ range: '30d' })
    const text = await (await openLink(made.url)).text()
    expect(text).toBe(await (await exported.get({ rows: 'questions', format: 'csv' })).text())
    expect([made.rows, made.bytes]).toEqual([asked.length, Buffer.byteLength(text)])
    expect(text).toContain(`'=1+1`)
    expect(text).not.toMatch(/,[=@]/)
  })

  it.each([
    [{ path: "/it's", range: '30d' }],
    [{ page: '/caf*', range: '30d' }],
    [{ engine: 'ChatGPT', range: '30d' }],
    [{ engine: 'OpenAI', query: 'really', range: '30d' }],
    [{ query: 'groß', period: 'this month', site: 'example.com' }],
  ])('are narrowed as in list_questions, with the same words: %j', async (args) => {
    const made = await link({ ...args, format: 'ndjson' })
    const rows = await linesOf(await openLink(made.url))
    const { key } = exported.site
    const all = { ...args, limit: 100, maxTokens: 20_000 }
    const listed = await askTool(app, 'publisher', 'list_questions', key, all)
    const ids = (listed.structured['rows'] as string[][]).map(([id]) => id)
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(ids))
    expect(rows).toHaveLength(ids.length)
    expect(rows).not.toEqual([])
    expect(made.rows).toBe(rows.length)
  })

  it('that nobody asked are told, with what there is', async () => {
    const { rows, notes } = await link({ engine: 'Perplexity', range: '30d' })
    expect(rows).toBe(0)
    expect(notes.join()).toMatch(/engine: Perplexity → perplexity.*has never been seen.*chatgpt/)
  })

  it('are in the same file where one server has everything, asked for by rows or by what narrows them', async () => {
    const text = async (args: Arguments, server: string) => {
      const made = await askLink(app, exported.site.key, { range: '30d', ...args }, server)
      return (await openLink(made.url)).text()
    }
    const all = await text({}, 'publisher')
    expect(await text({ rows: 'questions' }, 'citable')).toBe(all)
    const some = await text({ query: 'really' }, 'publisher')
    expect(await text({ query: 'really' }, 'citable')).toBe(some)
    const numbers = { dimensions: ['engine'], metrics: ['questions'] }
    expect(await text(numbers, 'citable')).toBe(await text(numbers, 'data'))
    for (const args of [
      { rows: 'questions', ...numbers },
      { rows: 'query', query: 'really' },
      { rows: 'events', path: '/' },
    ]) {
      await expect(text(args, 'citable')).rejects.toThrow(/does not go with rows/)
    }
  })

  it('are no rows of the other server', async () => {
    const data = askLink(app, exported.site.key, { rows: 'questions' })
    await expect(data).rejects.toThrow(/rows: .*query/)
  })
})
