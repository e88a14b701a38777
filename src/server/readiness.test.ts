import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { onFile } from '../testing/credential-matrix.ts'
import { TestApp } from '../testing/start-test-app.ts'

const PARTS = ['database', 'disk', 'queue', 'ingest', 'maintenance', 'webhooks', 'migrations']

interface Readiness {
  status: string
  parts?: Record<string, { status: string; reason?: string }>
}

async function readiness(url: string): Promise<Readiness & { code: number }> {
  const answer = await fetch(`${url}/readyz`)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  // @NOTE the route answers this shape; another one fails the expectation that reads it.
  return { code: answer.status, ...((await answer.json()) as Readiness) }
}

describe('what runs as it should', () => {
  let app: TestApp

  beforeAll(async () => {
    app = await TestApp.start()
  })
  beforeEach(() => app.clock.advance({ minutes: 1 }))
  afterAll(() => app[Symbol.asyncDispose]())

  const insertJob = (runAt: number): void =>
    onFile(app, (file) => {
      const insert = file.prepare(
        `INSERT INTO job (id, queue, payload, state, run_at, attempts, claims, created_at)
         VALUES ('job_late', 'nobody', '{}', 'ready', ?, 0, 0, 0)`,
      )
      insert.run(runAt)
    })

  it('names every part', async () => {
    const { code, status, parts } = await readiness(app.url)
    expect([code, status]).toEqual([200, 'ok'])
    expect(parts).toEqual(Object.fromEntries(PARTS.map((part) => [part, { status: 'ok' }])))
  })

  it('looks once a second, however often it is asked, and logs what changed once', async () => {
    insertJob(app.clock.now() - 3_600_000)
    const late = { status: 'degraded', reason: 'the oldest job has waited for 60 minutes' }
    expect(await readiness(app.url)).toMatchObject({
      code: 200,
      status: 'degraded',
      parts: { queue: late },
    })
    onFile(app, (file) => file.exec(`DELETE FROM job WHERE id = 'job_late'`))
    expect((await readiness(app.url)).parts?.['queue']).toEqual(late)
    app.clock.advance({ seconds: 1 })
    expect((await readiness(app.url)).parts?.['queue']).toEqual({ status: 'ok' })
    const said = app.logs.filter((line) => line.includes('"part":"queue"'))
    expect(said.map((line) => JSON.parse(line).msg)).toEqual([
      'a part is not well',
      'a part is well again',
    ])
  })

  it('says that a later version has changed the schema', async () => {
    onFile(app, (file) =>
      file.exec(`INSERT INTO kysely_migration (name, timestamp) VALUES ('9999-later', '')`),
    )
    const { code, parts } = await readiness(app.url)
    expect([code, parts?.['migrations']?.status]).toEqual([200, 'degraded'])
    onFile(app, (file) => file.exec(`DELETE FROM kysely_migration WHERE name = '9999-later'`))
  })

  it('says that maintenance failed, until it works again', async () => {
    onFile(app, (file) => file.exec('ALTER TABLE idempotency RENAME TO elsewhere'))
    const { maintenance } = app.app.services
    maintenance.hourly()
    await maintenance.onIdle()
    expect((await readiness(app.url)).parts?.['maintenance']).toEqual({
      status: 'degraded',
      reason: '1 task failed; the log says which, and why',
    })
    onFile(app, (file) => file.exec('ALTER TABLE elsewhere RENAME TO idempotency'))
    maintenance.hourly()
    await maintenance.onIdle()
    app.clock.advance({ seconds: 1 })
    expect((await readiness(app.url)).status).toBe('ok')
  })
})
