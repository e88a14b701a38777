import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEntries } from '../../../testing/audit-entries.ts'
import { CitationTrial } from '../../../testing/citation-trial.ts'
import { leaveCredits } from '../../../testing/leave-credits.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let trial: CitationTrial

beforeAll(async () => {
  trial = await CitationTrial.start()
})

beforeEach(() => begin('business'))

// No schedule of a test goes on in the next test.
afterEach(async () => {
  await trial.app.api('DELETE', `/sites/${trial.siteId}`, { token: await signIn() })
  await trial.settle()
})

afterAll(() => trial[Symbol.asyncDispose]())

async function begin(plan: Parameters<CitationTrial['begin']>[0], queries = 2): Promise<void> {
  await trial.begin(plan, { timezone: 'Europe/Berlin' })
  await trial.addQueries(queries)
}

/** Opens another session for the trial, since the clock moves far and sessions end. */
const signIn = async (): Promise<string> => (trial.session = await trial.app.session(trial.org))

const change = async (citations: Record<string, unknown>) =>
  trial.app.api('PUT', `/sites/${trial.siteId}`, { token: await signIn(), body: { citations } })

/** Reads when the next run is due; null where none is planned. */
const next = (): number | null =>
  (trial.rows('SELECT next_citation_run_at FROM site') as [number | null][])[0]![0]

/** Moves the clock to the next round, and runs everything that is due then. */
async function nextRound(): Promise<number> {
  const at = next()
  if (at === null) throw new Error('No run is planned')
  trial.app.clock.set(new Date(at).toISOString())
  await trial.settle()
  return at
}

const runs = () => trial.rows('SELECT origin, state, planned FROM citation_run ORDER BY num')

const skipped = () =>
  auditEntries(trial.app.directory, trial.org.id)
    .filter(({ action }) => action === 'citations.skip')
    .map(({ detail }) => (JSON.parse(detail) as { reason: string }).reason)

/** Returns the hour of a moment in the site's zone. */
const hourOf = (at: number): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Berlin',
    hour: '2-digit',
    weekday: 'short',
  }).format(at)

describe('a schedule', () => {
  it('of each day runs at its hour of the site, at the same minute, over a change of clocks', async () => {
    const { body } = await change({ schedule: 'daily', hour: 7, maxCostMicros: 5_000_000 })
    expect(body.data['citations']).toEqual({
      schedule: 'daily',
      hour: 7,
      weekday: 1,
      engines: null,
      replicas: 1,
      maxCostMicros: 5_000_000,
      maxChecksPerMonth: null,
    })
    expect(body.data['nextCitationRunAt']).toBe(new Date(next()!).toISOString())
    const first = await nextRound()
    expect(hourOf(first)).toMatch(/ 07$|^07/)
    // Germany sets its clocks forward on 28 March 2027.
    trial.app.clock.set('2027-03-27T12:00:00Z')
    await trial.settle()
    const [before, after] = [await nextRound(), await nextRound()]
    expect([hourOf(before).includes('07'), hourOf(after).includes('07')]).toEqual([true, true])
    expect(after - before).toBe(DAY_MS)
    expect(before % HOUR_MS).toBe(first % HOUR_MS)
    expect(new Set(runs().map(String))).toEqual(new Set(['schedule,succeeded,2']))
  })

  it('of each week keeps its day, and is changed and turned off', async () => {
    await change({ schedule: 'weekly', hour: 23, weekday: 3 })
    const first = await nextRound()
    expect(hourOf(first)).toMatch(/Wed/)
    expect(next()! - first).toBe(7 * DAY_MS)
    await change({ weekday: 5 })
    expect(hourOf(next()!)).toMatch(/Fri/)
    await change({ schedule: 'off' })
    expect(next()).toBeNull()
    trial.app.clock.advance({ days: 8 })
    await trial.settle()
    expect(runs()).toHaveLength(1)
  })

  it('goes on without a run that cannot be, of which the audit log tells', async () => {
    await change({ schedule: 'daily' })
    await leaveCredits(trial.app, trial.org.id, 0)
    await nextRound()
    expect([runs(), skipped()]).toEqual([[], ['CREDITS_EXHAUSTED']])
    await leaveCredits(trial.app, trial.org.id, 10)
    await nextRound()
    expect(runs()).toEqual([['schedule', 'succeeded', 2]])
    await signIn()
    const { body } = await trial.call('GET', '/queries')
    for (const { id } of body.data as unknown as { id: string }[]) {
      await trial.call('DELETE', `/queries/${id}`)
    }
    await nextRound()
    expect(skipped()).toEqual(['CREDITS_EXHAUSTED', 'CONFLICT'])
  })

  it('asks no engine without a price where a limit of costs alone would bound it', async () => {
    await begin('self_hosted', 2)
    await change({ schedule: 'daily', maxCostMicros: 1_000 })
    await nextRound()
    expect(runs()).toEqual([])
    await change({ schedule: 'daily', maxCostMicros: 1_000, maxChecksPerMonth: 10 })
    await nextRound()
    expect(runs()).toHaveLength(1)
  })

  it('without a limit by credits needs one of its own, which a month keeps to', async () => {
    await begin('self_hosted', 4)
    const refused = await change({ schedule: 'daily' })
    expect([refused.status, refused.body.error?.fields[0]]).toMatchObject([
      422,
      { path: 'citations.maxCostMicros', code: 'required' },
    ])
    // Invented answers cost nothing.
    expect((await change({ schedule: 'daily', engines: ['fake'] })).status).toBe(200)
    trial.app.clock.set('2027-06-01T12:00:00Z')
    await change({ schedule: 'daily', engines: null, maxChecksPerMonth: 6, replicas: 1 })
    for (let day = 0; day < 3; day++) await nextRound()
    expect(runs()).toEqual([
      ['schedule', 'succeeded', 4],
      ['schedule', 'succeeded', 2],
    ])
    expect(skipped()).toEqual(['LIMIT_REACHED'])
    trial.app.clock.set('2027-07-01T00:30:00Z')
    await trial.settle()
    expect(runs()).toHaveLength(3)
  })

  it.each([
    ['a rhythm that the plan does not reach', { schedule: 'daily' }, 409, 'citations.schedule'],
    [
      'more engines than the plan has',
      { engines: ['fake', 'compatible'] },
      409,
      'citations.engines',
    ],
    ['a name that is no engine', { engines: ['Abacus'] }, 422, 'citations.engines[0]'],
    ['an hour that no day has', { hour: 24 }, 422, 'citations.hour'],
  ] as const)('refuses %s', async (_, citations, status, path) => {
    await begin('free')
    const refused = await change(citations)
    expect([refused.status, refused.body.error?.fields[0]?.path]).toEqual([status, path])
  })
})
