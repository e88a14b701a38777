import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEntries } from '../../../testing/audit-entries.ts'
import { CitationTrial, keptBack } from '../../../testing/citation-trial.ts'

let trial: CitationTrial

beforeAll(async () => {
  trial = await CitationTrial.start()
})

beforeEach(() => trial.begin('business'))

afterAll(() => trial[Symbol.asyncDispose]())

describe('a run', () => {
  it('asks each engine each query, keeps what it read, and tells of it once', async () => {
    await trial.addQueries(3)
    const run = await trial.run()
    expect(run).toMatchObject({
      state: 'succeeded',
      trigger: 'dashboard',
      fake: false,
      queries: 3,
      engines: [{ engine: 'compatible', label: 'Own model', model: 'tide-1', done: 3, cited: 3 }],
      progress: { planned: 3, done: 3, answered: 3, cited: 3, failed: 0, skipped: 0, percent: 100 },
      creditsReserved: 3,
      creditsSpent: 3,
      warnings: [{ code: 'COST_UNKNOWN', count: 3 }],
      error: null,
    })
    expect(trial.engine.asked.toSorted()).toEqual(['Question 0?', 'Question 1?', 'Question 2?'])
    expect(
      trial.rows(
        'SELECT state, is_cited, position, rank_micros, own_citations, attempts FROM citation_check',
      ),
    ).toEqual(Array.from({ length: 3 }, () => ['ok', 1, 1, 1_000_000, 1, 1]))
    expect(trial.rows('SELECT DISTINCT owner, domain, role FROM citation_source')).toEqual([
      ['own', 'example.com', 'cited'],
    ])
    expect(trial.rows("SELECT DISTINCT body ->> 'text' FROM citation_answer")).toEqual([
      ['See example.com.'],
    ])
    expect(trial.detected()).toEqual([
      { siteId: trial.siteId, cited: 3, total: 3, engines: ['compatible'] },
    ])
    const { body } = await trial.call('GET', '/queries')
    const queries = body.data as unknown as { lastRunAt: string }[]
    expect(queries.every(({ lastRunAt }) => lastRunAt === run['finishedAt'])).toBe(true)
  })

  it('asks replicas once each, and a query that is for other engines not at all', async () => {
    await trial.addQueries(2)
    await trial.call('POST', '/queries', { text: 'Only for Claude?', engines: ['Claude'] })
    expect(await trial.run({ replicas: 3 })).toMatchObject({ progress: { planned: 6, done: 6 } })
    expect(trial.rows('SELECT replica, COUNT(*) FROM citation_check GROUP BY replica')).toEqual([
      [1, 2],
      [2, 2],
      [3, 2],
    ])
  })

  it('takes the engines and the queries that are named, as people write them', async () => {
    await trial.addQueries(1)
    await trial.call('POST', '/queries', { text: 'Which knot?', tags: ['knots'] })
    const run = await trial.run({ engines: ['Own Model'], tags: ['Knots'] })
    expect(run).toMatchObject({ queries: 1, options: { tags: ['knots'] } })
    expect(trial.engine.asked).toEqual(['Which knot?'])
  })

  it('asks no more at a time than the engine allows', async () => {
    await trial.addQueries(12)
    const both = keptBack()
    trial.engine.script = () => {
      if (trial.engine.asked.length === 2) setImmediate(both.release)
      return { until: both.promise }
    }
    await trial.run({ replicas: 5 })
    expect(trial.engine.mostAtOnce).toBe(2)
  })

  it('is one of a site at a time: who asks again gets the one under way', async () => {
    await trial.addQueries(1)
    const wait = keptBack()
    trial.engine.script = () => ({ until: wait.promise })
    const first = await trial.start()
    const again = await trial.start()
    expect(again.body.data).toMatchObject({ id: first.body.data.id, deduplicated: true })
    expect(again.body.meta).toMatchObject({ deduplicated: true })
    wait.release()
    await trial.settle()
    const { body } = await trial.call('GET', '/runs')
    expect(body.data).toMatchObject([{ id: first.body.data.id, state: 'succeeded' }])
  })

  it('tells its progress as events, and its end once', async () => {
    await trial.addQueries(2)
    const { body } = await trial.start()
    const events = await trial.events(String(body.data.id))
    expect(events.at(-1)).toMatchObject({ event: 'done', data: { state: 'succeeded' } })
    expect(events.filter(({ event }) => event === 'done')).toHaveLength(1)
  })
})

it('of one organization are two at a time, and a run of another one begins beside them', async () => {
  const wait = keptBack()
  trial.engine.script = () => ({ until: wait.promise })
  for (let site = 0; site < 8; site += 1) {
    if (site > 0)
      trial.siteId = await trial.app.site(trial.session, { domain: `sea${site}.example` })
    await trial.addQueries(1)
    await trial.start()
  }
  const { org: many } = trial
  await trial.another('business')
  await trial.addQueries(1)
  const { body } = await trial.start({ engines: ['fake'] })
  const ended = await trial.events(String(body.data.id))
  expect(ended.at(-1)).toMatchObject({ event: 'done', data: { state: 'succeeded' } })
  trial.org = many
  const count = "SELECT COUNT(*) FROM citation_run WHERE state = 'running'"
  expect(trial.rows(count)).toEqual([[2]])
  wait.release()
  await trial.settle()
  expect(trial.rows("SELECT COUNT(*) FROM citation_run WHERE state = 'succeeded'")).toEqual([[8]])
})

describe('a run that is canceled', () => {
  it('keeps what was answered, and is charged for that', async () => {
    await trial.addQueries(6)
    const wait = keptBack()
    const isHeld = keptBack()
    trial.engine.script = () => {
      if (trial.engine.asked.length < 3) return {}
      isHeld.release()
      return { until: wait.promise }
    }
    const { body } = await trial.start()
    await isHeld.promise
    const canceled = await trial.call('DELETE', `/runs/${String(body.data.id)}`)
    expect(canceled.status).toBe(200)
    wait.release()
    await trial.settle()
    const run = (await trial.call('GET', `/runs/${String(body.data.id)}`)).body.data
    const stored = trial.count('citation_check')
    expect(run).toMatchObject({ state: 'canceled', creditsSpent: stored })
    expect(stored).toBeLessThan(6)
    const told = auditEntries(trial.app.directory, trial.org.id).map(({ action }) => action)
    expect(told.slice(-2)).toEqual(['citations.start', 'citations.cancel'])
    expect(await trial.credits()).toMatchObject({ reserved: 0, used: stored })
    expect(trial.detected()).toEqual([])
  })

  it('with its site gives back what it had reserved', async () => {
    await trial.addQueries(4)
    const wait = keptBack()
    trial.engine.script = () => ({ until: wait.promise })
    await trial.start()
    expect(
      (await trial.app.api('DELETE', `/sites/${trial.siteId}`, { token: trial.session })).status,
    ).toBe(200)
    expect(await trial.credits()).toMatchObject({ reserved: 0, used: 0 })
    wait.release()
    await trial.settle()
    await trial.app.app.services.maintenance.onIdle()
    expect(trial.count('citation_run')).toBe(0)
  })
})

describe('an engine that fails', () => {
  it('is asked again, after as long as it wants, and three times at most', async () => {
    await trial.addQueries(1)
    trial.engine.script = (_, before) =>
      before === 0 ? { status: 429, headers: { 'retry-after': '7' } } : { status: 503 }
    const run = await trial.run()
    expect(run).toMatchObject({
      state: 'failed',
      error: { code: 'NO_ANSWERS', retryable: true },
      creditsSpent: 0,
      engines: [{ failed: 1, errors: { overloaded: 1 } }],
    })
    expect(trial.engine.asked).toHaveLength(3)
    expect(trial.waits[0]).toBe(7_000)
    expect(trial.waits[1]).toBeGreaterThanOrEqual(2_000)
    expect(
      trial.rows('SELECT state, attempts, error_code, http_status FROM citation_check'),
    ).toEqual([['error', 3, 'overloaded', 503]])
  })

  it('is waited for a minute at most, and answers in the end', async () => {
    await trial.addQueries(1)
    trial.engine.script = (_, before) =>
      before === 0 ? { status: 429, headers: { 'retry-after': '86400' } } : {}
    expect(await trial.run()).toMatchObject({ state: 'succeeded' })
    expect(trial.waits).toEqual([60_000])
  })

  it('now and then makes the run partial, and only answers are charged', async () => {
    await trial.addQueries(4)
    trial.engine.script = (question) => (question === 'Question 2?' ? { status: 400 } : {})
    expect(await trial.run()).toMatchObject({
      state: 'partial',
      progress: { answered: 3, failed: 1 },
      creditsSpent: 3,
    })
  })

  it('five times in a row is not asked any more', async () => {
    await trial.addQueries(30)
    trial.engine.script = () => (trial.engine.asked.length > 10 ? { status: 401 } : {})
    const run = await trial.run()
    expect(run).toMatchObject({ state: 'partial', progress: { planned: 30, done: 30 } })
    const { answered, failed, skipped } = run['progress'] as Record<string, number>
    expect(answered).toBe(10)
    expect(failed).toBeGreaterThanOrEqual(5)
    expect(failed).toBeLessThanOrEqual(6)
    expect(run['warnings']).toContainEqual({ code: 'ENGINE_DOWN', count: skipped })
    expect(trial.engine.asked).toHaveLength(answered! + failed!)
  })
})

it('marks a query as silent whose answers of two runs name and cite nobody, until one does', async () => {
  await trial.addQueries(2)
  trial.engine.script = (question) =>
    question === 'Question 0?' ? { text: 'It depends.' } : { cites: ['https://other.example/'] }
  const silent = () => trial.rows('SELECT silent FROM citation_query ORDER BY num').flat()
  await trial.run()
  expect(silent()).toEqual([0, 0])
  await trial.run()
  expect(silent()).toEqual([1, 0])
  trial.engine.script = () => ({ cites: ['https://other.example/'] })
  await trial.run()
  expect(silent()).toEqual([0, 0])
})
