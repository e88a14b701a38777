import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { EngineError, type AskableEngine } from '../../../domain/citations/ask-engine.ts'
import { CitationTrial, keptBack } from '../../../testing/citation-trial.ts'
import { askPatiently } from './ask-patiently.ts'
import { EngineGates } from './engine-gate.ts'

const ENGINE: AskableEngine = {
  engine: 'chatgpt',
  adapter: 'openai',
  access: 'api',
  model: 'm',
  setup: 's',
  isOwnKey: false,
  pace: { concurrency: 2, intervalMs: 500 },
  costMicrosOf: () => 400,
  ask: () => Promise.reject(new EngineError('network', 'No answer', { isRetryable: true })),
}

const QUESTION = { text: 'Which knot?', country: null, language: null }

describe('the pace of an engine', () => {
  it('keeps a least time between two requests, also between runs with one key', async () => {
    const waits: number[] = []
    const wait = (ms: number) => Promise.resolve(void waits.push(ms))
    const gates = new EngineGates({ elapsed: () => 0, wait })
    const { signal } = new AbortController()
    for (const [engine, org] of [
      [ENGINE, 'org_1'],
      [ENGINE, 'org_2'],
      [{ ...ENGINE, isOwnKey: true }, 'org_2'],
    ] as const) {
      await gates.of(engine, org).enter(signal)
    }
    expect(waits).toEqual([500])
  })

  it('grows from attempt to attempt by chance, and ends with the third', async () => {
    const waits: number[] = []
    const wait = (ms: number) => Promise.resolve(void waits.push(ms))
    const time = { elapsed: () => 0, wait }
    const gate = new EngineGates(time).of(
      { ...ENGINE, pace: { concurrency: 1, intervalMs: 0 } },
      '',
    )
    const patience = { ...time, random: () => 0.5, unexpected: () => undefined }
    const asked = await askPatiently(
      patience,
      gate,
      { engine: ENGINE, question: QUESTION },
      new AbortController().signal,
    )
    expect(asked).toMatchObject({ answer: undefined, attempts: 3, failure: { code: 'network' } })
    expect(waits).toEqual([1_500, 3_000])
  })

  it('is told of what no engine should throw, and goes on', async () => {
    const told: unknown[] = []
    const time = { elapsed: () => 0, wait: () => Promise.resolve() }
    const gate = new EngineGates(time).of(ENGINE, '')
    const fault = new TypeError('not an object')
    const engine = { ...ENGINE, ask: () => Promise.reject(fault) }
    const patience = { ...time, random: () => 0, unexpected: (error: unknown) => told.push(error) }
    const asked = await askPatiently(
      patience,
      gate,
      { engine, question: QUESTION },
      new AbortController().signal,
    )
    expect([asked.failure?.code, asked.attempts, told]).toEqual(['unexpected_shape', 1, [fault]])
  })
})

describe('a run', () => {
  let trial: CitationTrial

  beforeAll(async () => {
    trial = await CitationTrial.start((url) => ({
      PERPLEXITY_BASE_URL: url,
      PERPLEXITY_API_KEY: 'a-key-of-perplexity',
      ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
    }))
  })
  beforeEach(() => trial.begin('business'))
  afterAll(() => trial[Symbol.asyncDispose]())

  it('asks invented answers and real ones apart, and charges the real ones alone', async () => {
    await trial.addQueries(3)
    const run = await trial.run({ engines: ['fake', 'compatible'] })
    expect(run).toMatchObject({ fake: false, creditsReserved: 3, creditsSpent: 3 })
    expect(run['progress']).toMatchObject({ planned: 6, done: 6 })
    expect(trial.rows('SELECT engine, SUM(is_fake) FROM citation_check GROUP BY engine')).toEqual([
      ['compatible', 0],
      ['fake', 3],
    ])
    expect(trial.detected()).toEqual([
      { siteId: trial.siteId, cited: 3, total: 3, engines: ['compatible'] },
    ])
  })

  it('suggests no searches of invented answers, and takes no query for heard by them', async () => {
    await trial.addQueries(3)
    trial.engine.script = () => ({ text: 'It depends.' })
    await trial.run({ engines: ['compatible'] })
    await trial.run({ engines: ['fake', 'compatible'] })
    expect(trial.rows('SELECT DISTINCT silent FROM citation_query')).toEqual([[1]])
    const { body } = await trial.call('GET', '/queries?limit=1')
    const [query] = body.data as unknown as { id: string }[]
    await trial.call('DELETE', `/queries/${query!.id}`)
    expect((await trial.call('GET', '/suggestions?source=searches')).body.data).toEqual([])
  })

  it('skips what is left of an engine that is not there any more', async () => {
    const wait = keptBack()
    trial.engine.script = () => ({ until: wait.promise })
    // Eight runs are made at a time.
    for (let busy = 0; busy < 8; busy++) {
      await trial.another('business')
      await trial.addQueries(1)
      await trial.start({ engines: ['compatible'] })
    }
    await trial.another('business')
    await trial.addQueries(4)
    const key = '/org/engines/mistral'
    const token = trial.session
    await trial.app.api('PUT', key, { token, body: { key: 'a-key-of-mistral' } })
    const { body } = await trial.start({ engines: ['mistral'] })
    await trial.app.api('DELETE', key, { token })
    wait.release()
    await trial.settle()
    const run = await trial.find(String(body.data.id))
    expect(run).toMatchObject({ state: 'failed', progress: { done: 4, skipped: 4 } })
    expect(run['error']).toMatchObject({
      code: 'NO_ANSWERS',
      message: expect.stringMatching(/mistral is set up otherwise .* the same settings/) as unknown,
    })
    expect(run['warnings']).toEqual([{ code: 'ENGINE_CHANGED', count: 4 }])
  })

  it('sends a key no more once it was deleted', async () => {
    await trial.addQueries(30)
    const path = '/org/engines/compatible'
    const token = trial.session
    const body = { key: 'a-key-of-their-own', baseUrl: trial.engine.url, model: 'tide-2' }
    expect((await trial.app.api('PUT', path, { token, body })).status).toBe(200)
    const [wait, isAsked] = [keptBack(), keptBack()]
    trial.engine.script = () => {
      isAsked.release()
      return { until: wait.promise }
    }
    const { body: started } = await trial.start({ engines: ['compatible'] })
    await isAsked.promise
    await trial.app.api('DELETE', path, { token })
    wait.release()
    await trial.settle()
    const run = await trial.find(String(started.data.id))
    // The checks under way went on; five failures in a row end the rest.
    expect(trial.engine.asked.length).toBeLessThanOrEqual(3)
    expect(run).toMatchObject({ state: 'partial', progress: { planned: 30, done: 30 } })
  })

  it('skips the rest after a day, and ends with what was answered', async () => {
    await trial.addQueries(20)
    trial.engine.script = () => {
      if (trial.engine.asked.length === 5) trial.app.clock.advance({ days: 1 })
      return {}
    }
    const { body } = await trial.start({ engines: ['compatible'] })
    await trial.settle()
    trial.session = await trial.app.session(trial.org)
    const run = await trial.find(String(body.data.id))
    const { answered, skipped } = run['progress'] as Record<string, number>
    expect(run['state']).toBe('partial')
    expect(answered).toBe(trial.engine.asked.length)
    expect(answered! + skipped!).toBe(20)
    expect(run['warnings']).toContainEqual({ code: 'TIME_LIMIT', count: skipped })
  })

  it('skips the rest once what is known of its costs reaches its limit', async () => {
    await trial.addQueries(20)
    // An answer of this engine costs 5,030.
    const run = await trial.run({ engines: ['Perplexity'], maxCostMicros: 20_000 })
    const { answered, skipped } = run['progress'] as Record<string, number>
    expect(run['state']).toBe('partial')
    expect(answered).toBeGreaterThanOrEqual(4)
    expect(answered).toBeLessThanOrEqual(6)
    expect(answered! + skipped!).toBe(20)
    expect(run['costMicros']).toBe(answered! * 5_030)
    expect(run['warnings']).toEqual([{ code: 'COST_LIMIT', count: skipped }])
    expect(trial.engine.asked).toHaveLength(answered!)
  })
})
