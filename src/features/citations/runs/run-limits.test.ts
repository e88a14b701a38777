import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CitationTrial, keptBack } from '../../../testing/citation-trial.ts'
import { leaveCredits } from '../../../testing/leave-credits.ts'

const DAY_MS = 86_400_000

let trial: CitationTrial

beforeAll(async () => {
  trial = await CitationTrial.start()
})

beforeEach(() => trial.begin('business'))

afterAll(() => trial[Symbol.asyncDispose]())

describe('credits', () => {
  it('that do not suffice are spread over queries', async () => {
    await trial.addQueries(6)
    await leaveCredits(trial.app, trial.org.id, 8)
    const run = await trial.run({ replicas: 5 })
    expect(run).toMatchObject({
      state: 'succeeded',
      progress: { planned: 8, done: 8 },
      creditsReserved: 8,
      creditsSpent: 8,
    })
    expect(run['warnings']).toContainEqual({ code: 'CREDIT_LIMIT', count: 22 })
    expect(trial.rows('SELECT COUNT(DISTINCT query_num) FROM citation_check')).toEqual([[6]])
    expect(await trial.credits()).toMatchObject({ balance: 0, reserved: 0 })
  })

  it('are neither reserved nor spent on a plan without a limit', async () => {
    await trial.begin('self_hosted')
    await trial.addQueries(2)
    const run = await trial.run({ replicas: 5 })
    expect(run).toMatchObject({
      state: 'succeeded',
      progress: { planned: 10, done: 10 },
      creditsReserved: 0,
      creditsSpent: 0,
    })
    expect(run['warnings']).toEqual([{ code: 'COST_UNKNOWN', count: 10 }])
  })

  it('that are gone are answered by 402, and the fake engine costs none', async () => {
    await trial.addQueries(2)
    await leaveCredits(trial.app, trial.org.id, 0)
    const refused = await trial.start()
    expect([refused.status, refused.body.error]).toMatchObject([402, { code: 'CREDITS_EXHAUSTED' }])
    expect(trial.count('citation_run')).toBe(0)
    expect(await trial.run({ engines: ['fake'] })).toMatchObject({
      fake: true,
      creditsReserved: 0,
      creditsSpent: 0,
      progress: { planned: 2, done: 2 },
    })
    expect(trial.detected()).toEqual([])
    expect(trial.rows('SELECT DISTINCT engine, is_fake FROM citation_check')).toEqual([['fake', 1]])
  })
})

describe('the limits of a run', () => {
  it.each([
    ['without queries', {}, 409, 'CONFLICT'],
    ['of an engine that is not configured', { engines: ['ChatGPT'] }, 422, 'VALIDATION_FAILED'],
    ['of an engine that is none', { engines: ['Abacus'] }, 422, 'VALIDATION_FAILED'],
    [
      'of more engines than the plan has',
      { engines: ['fake', 'compatible'] },
      409,
      'LIMIT_REACHED',
    ],
  ] as const)('%s are told', async (what, body, status, code) => {
    await trial.begin('free')
    if (what !== 'without queries') await trial.addQueries(1)
    const refused = await trial.start(body)
    expect([refused.status, refused.body.error?.code]).toEqual([status, code])
  })

  it('of costs are refused where no price is known, and hold for engines that have one', async () => {
    await trial.addQueries(1)
    const refused = await trial.start({ maxCostMicros: 5_000 })
    expect([refused.status, refused.body.error?.fields]).toMatchObject([
      422,
      [{ path: 'maxCostMicros', code: 'price_unknown' }],
    ])
    expect(refused.body.error?.fields[0]?.message).toContain('Own model (tide-1)')
    const run = await trial.run({ engines: ['fake'], maxCostMicros: 5_000 })
    expect(run).toMatchObject({ state: 'succeeded', costMicros: 0 })
  })

  it('on Free are one run a week, and the refusal says when the next is possible', async () => {
    await trial.begin('free')
    await trial.addQueries(1)
    await trial.run()
    // Invented answers do not count.
    await trial.run({ engines: ['fake'] })
    const refused = await trial.start()
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'LIMIT_REACHED'])
    const [, next = ''] = /possible from (\S+) on/.exec(refused.body.error?.message ?? '') ?? []
    const inMs = Date.parse(next) - trial.app.clock.now()
    expect(inMs).toBeGreaterThan(6.5 * DAY_MS)
    expect(inMs).toBeLessThanOrEqual(7 * DAY_MS)
    trial.app.clock.set(next)
    trial.session = await trial.app.session(trial.org)
    expect((await trial.start()).status).toBe(202)
    await trial.settle()
  })

  it.each(['after', 'during'])('count a run whose site was deleted %s it', async (when) => {
    await trial.begin('free')
    await trial.addQueries(1)
    const [wait, isAsked] = [keptBack(), keptBack()]
    trial.engine.script = () => {
      isAsked.release()
      return { until: wait.promise }
    }
    await trial.start()
    await isAsked.promise
    if (when === 'after') {
      wait.release()
      await trial.settle()
    }
    const { siteId, session: token } = trial
    await trial.app.api('DELETE', `/sites/${siteId}`, { token })
    wait.release()
    await trial.settle()
    trial.siteId = await trial.app.site(token)
    await trial.addQueries(1)
    const refused = (await trial.start()).body.error
    expect(refused?.code).toBe('LIMIT_REACHED')
    expect(refused?.message).toMatch(/runs of deleted sites count on; the next is possible from/)
    trial.app.clock.advance({ days: 7 })
    trial.session = await trial.app.session(trial.org)
    expect(await trial.run()).toMatchObject({ state: 'succeeded' })
  })

  it('do not count a run that nobody answered', async () => {
    await trial.begin('free')
    await trial.addQueries(1)
    trial.engine.script = () => ({ status: 401 })
    expect(await trial.run()).toMatchObject({ state: 'failed', error: { retryable: false } })
    trial.engine.script = () => ({})
    expect(await trial.run()).toMatchObject({ state: 'succeeded' })
  })

  it('count a run that is canceled before its first answer, which the vendor charges', async () => {
    await trial.begin('free')
    await trial.addQueries(1)
    const [wait, isAsked] = [keptBack(), keptBack()]
    trial.engine.script = () => {
      isAsked.release()
      return { until: wait.promise }
    }
    const { body } = await trial.start()
    await isAsked.promise
    await trial.call('DELETE', `/runs/${String(body.data.id)}`)
    wait.release()
    await trial.settle()
    expect((await trial.start()).body.error?.code).toBe('LIMIT_REACHED')
  })
})
