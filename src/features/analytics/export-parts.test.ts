import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ROW_COLUMNS } from '../../../db/export/export-format.ts'
import { ExportedSite, linesOf } from '../../testing/exported-site.ts'
import { readCsv } from '../../testing/read-csv.ts'

let exported: ExportedSite

beforeAll(async () => {
  exported = await ExportedSite.start()
})
afterAll(() => exported[Symbol.asyncDispose]())
beforeEach(() => exported.app.clock.advance({ seconds: 30 }))

describe('rows of a file', () => {
  it.each(['csv', 'ndjson'])('come in parts with a cursor, as %s', async (format) => {
    for (const rows of ['events', 'questions']) {
      const all = (await (await exported.get({ rows, format })).text()).split(/\r?\n/)
      const found: string[] = []
      let cursor: string | null = null
      do {
        const part = await exported.get({ rows, format, limit: '97', ...(cursor && { cursor }) })
        const [head = '', ...rest] = (await part.text()).split(/\r?\n/).slice(0, -1)
        if (found.length === 0 || format === 'ndjson') found.push(head)
        found.push(...rest)
        cursor = part.headers.get('x-next-cursor')
      } while (cursor !== null)
      expect(found).toEqual(all.slice(0, -1))
    }
    const page = await exported.json({ rows: 'events', limit: '97' })
    const { nextCursor } = page.body.meta
    const stream = await exported.get({ rows: 'events', format, limit: '97' })
    expect(stream.headers.get('x-next-cursor')).toBe(nextCursor)
    const exact = await exported.get({ rows: 'questions', format, limit: '100' })
    expect(exact.headers.get('x-next-cursor')).toBeNull()
  })

  it('end after maxRows, and go on after the last one', async () => {
    const part = await linesOf(
      await exported.get({ rows: 'events', format: 'ndjson', maxRows: '250' }),
    )
    expect(part).toHaveLength(250)
    const after = String(part.at(-1)?.['id'])
    const rest = await linesOf(await exported.get({ rows: 'events', format: 'ndjson', after }))
    expect([...part, ...rest]).toEqual(await exported.pages({ rows: 'events' }))
  })
})

describe('columns of a file', () => {
  it('are in snake case for who asks for that', async () => {
    const snake = { events: ROW_COLUMNS.snake.events, questions: ROW_COLUMNS.snake.questions }
    expect(snake.events).toContain('prompt_kind')
    expect(snake.questions).toEqual(['id', 'at', 'local_day', 'path', 'engine', 'question'])
    for (const rows of ['events', 'questions'] as const) {
      const asked = { rows, columns: 'snake' }
      const camel = await exported.pages({ rows })
      const renamed = camel.map((row) =>
        Object.fromEntries(Object.values(row).map((value, i) => [snake[rows][i], value])),
      )
      expect(await exported.pages({ ...asked, limit: '60' })).toEqual(renamed)
      expect(await linesOf(await exported.get({ ...asked, format: 'ndjson' }))).toEqual(renamed)
      const [head] = readCsv(await (await exported.get({ ...asked, format: 'csv' })).text())
      expect(head).toEqual(snake[rows])
    }
    const query = { dimensions: 'promptKind', metrics: 'ai_clicks', columns: 'snake' }
    const [ids] = readCsv(await (await exported.get({ ...query, format: 'csv' })).text())
    expect(ids).toEqual(['promptKind', 'ai_clicks'])
  })

  it('may change with the next page, by the same cursor', async () => {
    const { body } = await exported.json({ rows: 'events', limit: '5' })
    const cursor = body.meta.nextCursor!
    const next = await exported.json({ rows: 'events', columns: 'snake', limit: '1', cursor })
    expect(next.body.data[0]).toHaveProperty('local_day')
  })
})
