import { afterAll, beforeAll, expect, it } from 'vitest'
import { askTool, type Arguments } from '../../testing/ask-tool.ts'
import { TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let key: string
let ids: string[]

const ask = (site: string, question: string) =>
  app.collect(site, [{ kind: 'question', url: '/', question, target: 'claude' }])

beforeAll(async () => {
  app = await TestApp.start({ startAt: '2026-11-20T12:00:00.000Z' })
  key = await app.key(await app.org('self_hosted'))
  ids = []
  for (const name of ['alpha', 'beta']) {
    const id = await app.site(key, { url: `https://${name}.example/` })
    ids.push(id)
    for (const word of ['tides', 'tents', 'boats']) {
      await ask(id, `What of ${word} of ${name}?`)
      app.clock.advance({ minutes: 1 })
    }
  }
})
afterAll(() => app[Symbol.asyncDispose]())

const page = async (args: Arguments) => {
  const { structured, text } = await askTool(app, 'publisher', 'list_questions', key, args)
  return { text, rows: structured['rows'] as string[][], cursor: structured['nextCursor'] }
}

it('pages over sites go on though a question and a site came meanwhile', async () => {
  const first = await page({ limit: 4 })
  app.clock.advance({ minutes: 1 })
  await ask(ids[0]!, 'Is this new?')
  await app.site(key, { url: 'https://gamma.example/' })
  app.clock.advance({ minutes: 1 })
  const next = await page({ limit: 4, cursor: first.cursor })
  expect(next.cursor).toBeNull()
  const seen = [...first.rows, ...next.rows].map((row) => row[1])
  expect(seen).toHaveLength(6)
  expect(new Set(seen).size).toBe(6)
  const route = await app.api('GET', '/questions?limit=4', { token: key })
  const { nextCursor } = route.body.meta as { nextCursor: string }
  app.clock.advance({ minutes: 1 })
  await ask(ids[0]!, 'Is this newer?')
  const rest = await app.api('GET', `/questions?limit=4&cursor=${nextCursor}`, { token: key })
  expect(rest.body.data).toHaveLength(3)
  const others = await page({
    limit: 4,
    cursor: first.cursor,
    site: ['alpha.example', 'beta.example'],
  })
  expect(others.text).toContain('belongs to another query')
})
