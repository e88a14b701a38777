import { afterEach, beforeEach, expect, it } from 'vitest'
import { auditEntries } from '../../testing/audit-entries.ts'
import { onFile } from '../../testing/credential-matrix.ts'
import { DataFolder } from '../../testing/data-folder.ts'
import { Maker } from '../../testing/maker.ts'
import { TestApp } from '../../testing/start-test-app.ts'

let folder: DataFolder
beforeEach(() => {
  folder = new DataFolder()
})
afterEach(() => folder[Symbol.dispose]())

const start = (startAt: string) => TestApp.start({ directory: folder.path, startAt })

/** Counts the keys, wide keys, webhooks and invitations of a person that still work. */
const leftOf = (app: TestApp, userId: string) =>
  onFile(app, (file) => {
    const count = (sql: string) => file.prepare(sql).pluck().get(userId)
    return {
      keys: count('SELECT COUNT(*) FROM api_key WHERE created_by = ? AND revoked_at IS NULL'),
      wide: count(
        "SELECT COUNT(*) FROM api_key WHERE created_by = ? AND revoked_at IS NULL AND scopes LIKE '%*%'",
      ),
      webhooks: count(
        'SELECT COUNT(*) FROM webhook_subscription WHERE vouched_by = ? AND is_paused = 0',
      ),
      invitations: count('SELECT COUNT(*) FROM invitation WHERE invited_by = ?'),
    }
  })

/**
 * Changes a role, or removes a member, in the file alone, as older versions did, which left everything that the person
 * had made.
 */
function changeSilently(app: TestApp, memberId: string, role: string | undefined): void {
  onFile(app, (file) =>
    role === undefined
      ? file.prepare('DELETE FROM member WHERE id = ?').run(memberId)
      : file.prepare('UPDATE member SET role = ? WHERE id = ?').run(role, memberId),
  )
}

it('what outlived a role before an upgrade ends with the next start, once, is audited and logged', async () => {
  const ALL = { keys: 1, wide: 1, webhooks: 1, invitations: 1 }
  const NARROWED = { keys: 1, wide: 0, webhooks: 0, invitations: 0 }
  const ENDED = { ...NARROWED, keys: 0 }
  const cases = [
    ['admin', ALL],
    ['owner', ALL],
    ['editor', NARROWED],
    ['viewer', NARROWED],
    [undefined, ENDED],
  ] as const
  let app = await start('2026-11-20T12:00:00.000Z')
  const org = await app.org()
  const operators = await app.key(org)
  const people: string[] = []
  for (const [i, [role]] of cases.entries()) {
    const maker = await Maker.join(app, org, 'admin')
    await maker.key()
    await maker.webhook('https://receiver.example/')
    await maker.invite(`p${i}@example.com`, 'viewer')
    changeSilently(app, maker.person.id, role)
    people.push(maker.person.userId)
  }
  const because = () =>
    auditEntries(folder.path, org.id)
      .filter(({ detail }) => detail.includes('"because":"upgrade"'))
      .map(({ action, actor_id }) => `${action} by ${actor_id}`)
      .toSorted()
  for (const [at, times] of [
    ['2026-11-20T13:00:00.000Z', 3],
    ['2026-11-20T14:00:00.000Z', 0],
  ] as const) {
    await app[Symbol.asyncDispose]()
    app = await start(at)
    await app.app.services.maintenance.onIdle()
    expect(people.map((userId) => leftOf(app, userId))).toEqual(cases.map(([, left]) => left))
    expect(because()).toEqual([
      ...Array.from({ length: 3 }, () => 'invitation.delete by start'),
      ...Array.from({ length: 2 }, () => 'key.narrow by start'),
      'key.revoke by start',
      ...Array.from({ length: 3 }, () => 'webhook.pause by start'),
    ])
    const said = app.logs.filter((line) => line.includes('beyond the role of its maker'))
    expect(said).toHaveLength(times)
    expect((await app.api('GET', '/sites', { token: operators })).status).toBe(200)
  }
  await app[Symbol.asyncDispose]()
})
