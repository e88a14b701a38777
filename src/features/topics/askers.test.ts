import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { askTool } from '../../testing/ask-tool.ts'
import { onFile } from '../../testing/credential-matrix.ts'
import { BROWSER_USER_AGENT, TestApp } from '../../testing/start-test-app.ts'
import { inspectData } from '../../testing/stored-events.ts'

let app: TestApp
let key: string
let site: string
let made = 0

beforeAll(async () => {
  app = await TestApp.start({ environment: { TRUST_PROXY: '1' } })
  key = await app.key(await app.org('self_hosted'))
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(async () => {
  made += 1
  site = await app.site(key, { url: `https://askers${made}.example/` })
})

interface Asker {
  address: string
  agent?: string
}

async function ask(by: readonly Asker[]): Promise<void> {
  for (const [i, { address, agent = BROWSER_USER_AGENT }] of by.entries()) {
    const event = { kind: 'question', url: '/tides', question: `Are tide tables exact ${i}?` }
    const headers = { 'x-forwarded-for': address, 'user-agent': agent }
    const { body } = await app.collect(site, [event], headers)
    expect(body.data).toMatchObject({ accepted: 1 })
  }
}

const FIVE = [1, 2, 3, 4, 5]

/** Reads every topic name that the data surface shows: in topics, a breakdown, a funnel's split, and search. */
async function named(range = '28d'): Promise<string[]> {
  const calls: [string, Record<string, unknown>][] = [
    ['get_question_topics', { site, compare: 'none', range }],
    ['get_breakdown', { site, dimensions: ['topic'], range }],
    ['query', { site, metrics: ['questions'], dimensions: ['topic'], range }],
    ['search', { query: 'tide tables' }],
  ]
  const answers = await Promise.all(
    calls.map(async ([tool, args]) => [tool, await askTool(app, 'data', tool, key, args)] as const),
  )
  for (const [tool, { isError, text }] of answers)
    expect([tool, isError && text]).toEqual([tool, false])
  const id = inspectData(app.directory, (db) =>
    db
      .prepare<[string], string>(
        'SELECT topic.id FROM topic JOIN site ON site.num = site_num WHERE site.id = ?',
      )
      .pluck()
      .all(site),
  )
  return answers.flatMap(([tool, { text }]) =>
    (tool === 'search' ? id.some((one) => text.includes(one)) : text.includes('tide tables'))
      ? [tool]
      : [],
  )
}

const EVERYWHERE = ['get_question_topics', 'get_breakdown', 'query', 'search']

async function askers(): Promise<unknown> {
  const { body } = await app.api('GET', `/topics/${site}`, { token: key })
  return (body.data as unknown as { askers: number }[]).map((topic) => topic.askers)
}

describe('the name of a topic without readers’ words', () => {
  it('a topic is named once five addresses asked about it', async () => {
    await ask(FIVE.map((i) => ({ address: `10.5.0.${i}` })))
    expect(await askers()).toEqual([5])
    expect(await named()).toEqual(EVERYWHERE)
  })

  it('a topic is not named for five browsers at one address', async () => {
    await ask(
      FIVE.map((i) => ({
        address: '10.5.0.1',
        agent: BROWSER_USER_AGENT.replace('142', `13${i}`),
      })),
    )
    expect(await askers()).toEqual([1])
    expect(await named()).toEqual([])
  })

  it('a topic is not named for five addresses of one network of IPv6', async () => {
    await ask(FIVE.map((i) => ({ address: `2001:db8:5:6::${i}` })))
    expect(await askers()).toEqual([1])
    expect(await named()).toEqual([])
  })

  it('an address is another asker on another day', async () => {
    for (let day = 1; day <= 5; day++) {
      await ask([{ address: '10.5.0.1' }])
      app.clock.advance({ hours: 24 })
    }
    expect(await askers()).toEqual([5])
    expect(await named()).toEqual(EVERYWHERE)
  })

  it('questions from before addresses were told apart count as one asker a day', async () => {
    const forget = () =>
      onFile(app, (file) =>
        file
          .prepare(
            'UPDATE question SET asker = NULL WHERE site_num = (SELECT num FROM site WHERE id = ?)',
          )
          .run(site),
      )
    await ask(FIVE.map((i) => ({ address: `10.5.0.${i}` })))
    forget()
    expect(await askers()).toEqual([1])
    expect(await named()).toEqual([])
    for (let day = 2; day <= 5; day++) {
      app.clock.advance({ hours: 24 })
      await ask([{ address: '10.5.0.9' }])
    }
    forget()
    expect(await askers()).toEqual([5])
    expect(await named()).toEqual(EVERYWHERE)
  })
})

it('an asker is nobody after two days: neither the address nor what it was hashed with is kept', async () => {
  await ask([{ address: '10.77.66.55' }])
  app.clock.advance({ hours: 24 })
  await ask([{ address: '10.77.66.55' }])
  const hashes = inspectData(app.directory, (db) =>
    db
      .prepare<[string], string>(
        'SELECT hex(asker) FROM question JOIN site ON site.num = site_num WHERE site.id = ?',
      )
      .pluck()
      .all(site),
  )
  expect(new Set(hashes).size).toBe(2)
  expect(new Set(hashes.map((hash) => hash.length))).toEqual(new Set([12]))
  app.clock.advance({ hours: 49 })
  const { maintenance } = app.app.services
  maintenance.hourly()
  await maintenance.onIdle()
  expect(
    inspectData(app.directory, (db) => db.prepare('SELECT COUNT(*) FROM site_salt').pluck().get()),
  ).toBe(0)
})
