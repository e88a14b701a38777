import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askTool, type Arguments } from '../../testing/ask-tool.ts'
import { TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let key: string
let site: string
let asker = 0

/** Asks a question several times, each time from another address. */
async function ask(url: string, question: string, times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    asker += 1
    const address = { 'x-forwarded-for': `10.8.${Math.floor(asker / 250)}.${1 + (asker % 250)}` }
    await app.collect(site, [{ kind: 'question', url, question, target: 'claude' }], address)
  }
  await app.app.services.jobs.onIdle()
}

beforeAll(async () => {
  app = await TestApp.start({ environment: { TRUST_PROXY: '1' } })
  key = await app.key(await app.org('self_hosted'))
  site = await app.site(key)
  await ask('/kelp', 'Are kelp forests deep?', 6)
  await ask('/tides', 'Where are the tide tables?', 2)
  app.clock.advance({ days: 7 })
  await ask('/tides', 'Where are the tide tables?', 6)
  await ask('/kelp', 'Where are the tide tables?', 1)
  await ask('/kelp', 'Are kelp forests deep?', 3)
  await ask('/paddle', 'Which paddle floats best?', 1)
})
afterAll(() => app[Symbol.asyncDispose]())

async function rows(tool: string, args: Arguments, columns: string[]): Promise<unknown[][]> {
  const { structured, text } = await askTool(app, 'data', tool, key, { range: '7d', ...args })
  // @NOTE tools answer a table; text tells what went wrong where one does not.
  const table = structured as { columns?: string[]; rows: unknown[][] }
  if (!table.columns) throw new Error(text)
  const places = columns.map((name) => table.columns!.indexOf(name))
  return table.rows.map((row) => places.map((place) => row[place] ?? null))
}

const byName = (list: unknown[][]) =>
  Object.fromEntries(list.map(([name, ...more]) => [name, more]))

const topics = async (args: Arguments) =>
  byName(await rows('get_question_topics', args, ['topic', 'questions']))
const breakdown = async ({ path, ...args }: Arguments) =>
  byName(
    await rows(
      'get_breakdown',
      {
        ...args,
        metrics: ['questions'],
        dimensions: ['topic'],
        filters: path === undefined ? [] : [{ dimension: 'path', values: [path] }],
      },
      ['topic', 'questions'],
    ),
  )

describe('the number of a topic', () => {
  it.each([
    { compare: 'none' },
    { compare: 'previous_period' },
    { compare: 'none', path: '/kelp' },
    { compare: 'previous_period', path: '/kelp' },
    { compare: 'none', path: '/paddle' },
  ])('a topic has one number in the list of topics and in a breakdown: %j', async (args) => {
    const listed = await topics(args)
    expect(await breakdown(args)).toEqual(listed)
    expect(Object.keys(listed).length).toBeGreaterThan(0)
  })

  it('a topic keeps its name in both ranges of a comparison where it had enough readers in one', async () => {
    expect(await topics({ compare: 'none' })).toEqual({
      'tide tables': [7],
      'kelp forests': [3],
      '(fewer than 5 askers)': [1],
    })
    const compared = byName(
      await rows('get_question_topics', {}, ['topic', 'questions', 'previous']),
    )
    expect(compared).toEqual({
      'tide tables': [7, 2],
      'kelp forests': [3, 6],
      '(fewer than 5 askers)': [1, 0],
    })
    const drivers = await rows(
      'compare_periods',
      { metrics: ['questions'], dimensions: ['topic'] },
      ['value', 'now', 'before'],
    )
    expect(byName(drivers)).toMatchObject(compared)
  })

  it('a name of few readers shows nowhere, whichever page is asked for', async () => {
    expect(await topics({ compare: 'none', path: '/paddle' })).toEqual({
      '(fewer than 5 askers)': [1],
    })
  })
})
