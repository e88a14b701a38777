import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { agency } from '../../testing/agency.ts'
import { askTool, type Arguments } from '../../testing/ask-tool.ts'
import { askLink, openLink } from '../../testing/file-links.ts'
import type { HistoryLine } from '../../testing/site-with-history.ts'
import { TestApp } from '../../testing/start-test-app.ts'

type Row = (string | number | null)[]

let app: TestApp
let key: string

/** A view and a question on each page, which come from readers of their own. */
const linesOn = (...paths: string[]): HistoryLine[] =>
  paths.flatMap((url, i): HistoryLine[] => [
    { at: '2026-11-10T10:00:00Z', eventId: `seen.${i}`, visitor: `v${i}`, url },
    {
      at: '2026-11-10T11:00:00Z',
      eventId: `asked.${i}`,
      visitor: `v${i}`,
      kind: 'question',
      question: `What is on ${url}?`,
      target: 'claude',
      url,
    },
  ])

beforeAll(async () => {
  app = await TestApp.start({ startAt: '2026-11-20T15:30:00.000Z' })
  ;({ key } = await agency(app, [
    { domain: 'alpha.example', lines: linesOn('/blog/', '/x', '/y') },
    { domain: 'beta.example', lines: linesOn('/blog/one', '/x') },
  ]))
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(() => app.clock.advance({ seconds: 5 }))

const ask = async (tool: string, args: Arguments, server = 'data') => {
  const answer = await askTool(app, server, tool, key, args)
  return { ...answer, rows: (answer.structured['rows'] ?? []) as Row[] }
}

const bySite = (filter: Arguments, args: Arguments = {}) =>
  ask('query', {
    dimensions: ['site'],
    metrics: ['impressions'],
    orderBy: 'site',
    filters: [{ dimension: 'path', ...filter }],
    ...args,
  })

it('is_not keeps a folder as it is written, whatever site has a page there', async () => {
  const { rows } = await bySite({ op: 'is_not', values: ['/blog/'] })
  expect(rows).toEqual([
    ['alpha.example', 2],
    ['beta.example', 2],
  ])
  const alone = await bySite({ op: 'is_not', values: ['/blog/'] }, { site: 'beta.example' })
  expect(alone.text).toContain('is_not takes whole paths')
})

it('a file of several sites reads a path as each of them does', async () => {
  const lines = async (answer: Response) =>
    (await answer.text()).split('\r\n').slice(1, -1).toSorted()
  const file = (filter: Arguments, query = '&metrics=impressions') => {
    const filters = JSON.stringify([{ dimension: 'path', ...filter }])
    const search = new URLSearchParams({ filters, format: 'csv' })
    const url = `${app.url}/api/v1/analytics/export?${search.toString()}&range=28d${query}`
    return fetch(url, { headers: { authorization: `Bearer ${key}` } })
  }
  const others = { op: 'is_not', values: ['/blog/'] }
  expect(await lines(await file(others))).toEqual(['alpha.example,2', 'beta.example,2'])
  expect((await file(others, '&metrics=impressions&site=beta.example')).status).toBe(422)
  const values = ['https://alpha.example/x']
  expect(await lines(await file({ values }, '&rows=events'))).toHaveLength(2)
  const filters = [{ dimension: 'path', op: 'is', values }]
  const numbers = await askLink(app, key, { metrics: ['impressions'], filters, range: '28d' })
  expect(await lines(await openLink(numbers.url))).toEqual(['alpha.example,1', 'beta.example,0'])
  const asked = { path: '/blog/', range: '28d' }
  const questions = await askLink(app, key, asked, 'publisher')
  expect(questions.rows).toBe(2)
  const told = (await lines(await openLink(questions.url))).join()
  expect(told).toContain('What is on /blog/?')
  expect(told).toContain('What is on /blog/one?')
})

it('an address of one site is of no page of another, and refused of that one alone', async () => {
  const values = ['https://alpha.example/x']
  const { rows, text } = await bySite({ values })
  expect(rows).toEqual([
    ['alpha.example', 1],
    ['beta.example', 0],
  ])
  expect(text).toContain('beta.example: path: https://alpha.example/x is not an address')
  const most = { dimensions: ['site'], metrics: ['impressions'], filters: [] as Arguments[] }
  most.filters.push({ dimension: 'path', values })
  const explained = await ask('compare_periods', { ...most, range: '28d' })
  expect(explained.rows[0]?.slice(0, 4)).toEqual(['(total)', '', 1, null])
  const page = { path: 'https://alpha.example/x', range: '28d' }
  const asked = await ask('list_questions', page, 'publisher')
  expect(asked.rows.map(([site]) => site)).toEqual(['alpha.example'])
  const topics = await ask('get_question_topics', page)
  expect(topics.isError).toBe(false)
  const alone = await bySite({ values }, { site: 'beta.example' })
  expect(alone.text).toContain('That address is not of beta.example')
  const site = ['beta.example', 'alpha.example']
  const refused = await bySite({ values }, { site, orderBy: 'nothing' })
  expect(refused.isError).toBe(true)
  expect(refused.text).not.toContain('not of beta.example')
})
