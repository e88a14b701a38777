import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEntries } from '../../testing/audit-entries.ts'
import { onFile } from '../../testing/credential-matrix.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'

let app: TestApp
let org: TestOrg

beforeAll(async () => {
  app = await TestApp.start()
})

beforeEach(async () => {
  org = await app.org()
})
afterAll(() => app[Symbol.asyncDispose]())

const sessions = async (token: string) => {
  const { status, body } = await app.api('GET', '/auth/sessions', { token })
  return { status, rows: body.data as unknown as { id: string; current: boolean }[] }
}

describe('sessions', () => {
  it('sessions are listed for their own person, the latest first', async () => {
    const first = await app.session(org)
    app.clock.advance({ minutes: 1 })
    const second = await app.session(org)
    await app.session(org, 'admin')
    await app.session(await app.org())
    const { rows } = await sessions(first)
    expect(rows.map(({ current }) => current)).toEqual([false, true])
    expect((await sessions(second)).rows.map(({ current }) => current)).toEqual([true, false])
  })

  it('sessions that nobody used for a week are not listed', async () => {
    await app.session(org)
    app.clock.advance({ hours: 12 })
    const token = await app.session(org)
    onFile(app, (file) =>
      file
        .prepare('UPDATE session SET last_seen_at = ?, expires_at = ? WHERE created_at < ?')
        .run(app.clock.now() - 7 * 86_400_000, app.clock.now() + 86_400_000, app.clock.now()),
    )
    expect((await sessions(token)).rows).toHaveLength(1)
  })

  it('the list of sessions comes in pages', async () => {
    const token = await app.session(org)
    app.clock.advance({ minutes: 1 })
    await app.session(org)
    const first = await app.api('GET', '/auth/sessions?limit=1', { token })
    const cursor = String(first.body.meta.nextCursor)
    const second = await app.api('GET', `/auth/sessions?limit=1&cursor=${cursor}`, { token })
    expect(second.body.data).toEqual([expect.objectContaining({ current: true })])
    expect(second.body.meta.nextCursor).toBe(null)
  })

  it('all sessions end when their person signs out, at once', async () => {
    const token = await app.session(org)
    const other = await app.session(org)
    expect((await app.api('DELETE', '/auth/session', { token })).status).toBe(200)
    expect((await sessions(token)).status).toBe(401)
    expect((await sessions(other)).rows).toHaveLength(1)
    const entries = auditEntries(app.directory, org.id)
    expect(entries.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['session.end', org.userId],
    ])
  })

  it('sessions end one by one, such as that of a lost device', async () => {
    const lost = await app.session(org)
    app.clock.advance({ minutes: 1 })
    const token = await app.session(org)
    const { rows } = await sessions(token)
    const [, { id } = { id: '' }] = rows
    expect((await app.api('DELETE', `/auth/sessions/${id}`, { token })).status).toBe(200)
    expect((await sessions(lost)).status).toBe(401)
    expect((await app.api('DELETE', `/auth/sessions/${id}`, { token })).status).toBe(404)
  })

  it('sessions of somebody else are not found', async () => {
    const token = await app.session(org)
    const other = await app.session(org, 'admin')
    const foreign = await app.session(await app.org())
    for (const theirs of [other, foreign]) {
      const { rows } = await sessions(theirs)
      const answer = await app.api('DELETE', `/auth/sessions/${rows[0]?.id}`, { token })
      expect(answer.status).toBe(404)
      expect((await sessions(theirs)).status).toBe(200)
    }
  })

  it('a key may not list sessions, which belong to people', async () => {
    const token = await app.key(org)
    for (const [method, path] of [
      ['GET', '/auth/sessions'],
      ['DELETE', '/auth/session'],
    ] as const) {
      const { body } = await app.api(method, path, { token })
      expect(body.error?.code).toBe('SESSION_REQUIRED')
    }
  })

  it('one person has a hundred sessions at most, and the oldest ends', async () => {
    const oldest = await app.session(org)
    for (let i = 0; i < 100; i++) {
      app.clock.advance({ seconds: 60 })
      await app.session(org)
    }
    expect((await sessions(oldest)).status).toBe(401)
  })
})
