import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEntries } from '../../testing/audit-entries.ts'
import { onFile } from '../../testing/credential-matrix.ts'
import { joinOrg, type Joined } from '../../testing/join-org.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'

let app: TestApp
let org: TestOrg
let owner: Joined

beforeAll(async () => {
  app = await TestApp.start()
})

beforeEach(async () => {
  org = await app.org()
  owner = await joinOrg(app, org, 'owner')
})

afterAll(() => app[Symbol.asyncDispose]())

type Row = Record<string, unknown>

/** The counts of ended rights for a member who had made nothing that could end. */
const NOTHING = { keysNarrowed: 0, keysRevoked: 0, webhooksPaused: 0, invitationsWithdrawn: 0 }

const list = async (token = owner.token, query = '') =>
  (await app.api('GET', `/org/members${query}`, { token })).body
const rolesOf = async (token = owner.token) =>
  ((await list(token)).data as unknown as Row[]).map(({ role }) => String(role)).toSorted()
const setRole = (by: Joined, { id }: { id: string }, role: string) =>
  app.api('PUT', `/org/members/${id}`, { token: by.token, body: { role } })
const remove = (by: { token: string }, { id }: { id: string }) =>
  app.api('DELETE', `/org/members/${id}`, { token: by.token })
const works = async (token: string) => (await app.api('GET', '/sites', { token })).status

/** Makes a member an owner in the file alone, so that their session does not end. */
const makeOwner = ({ id }: Joined) =>
  onFile(app, (file) => file.prepare("UPDATE member SET role = 'owner' WHERE id = ?").run(id))

describe('the list of members', () => {
  it('members are listed as they joined, with role, state and last use', async () => {
    app.clock.advance({ minutes: 1 })
    const viewer = await joinOrg(app, org, 'viewer')
    const at = new Date(app.clock.now()).toISOString()
    const { data } = await list(viewer.token)
    expect(data).toMatchObject([
      { userId: org.userId, role: 'owner', state: 'active' },
      viewerRow(),
    ])
    function viewerRow() {
      const { id, userId, email } = viewer
      const times = { createdAt: at, lastSeenAt: at }
      return { id, userId, email, role: 'viewer', state: 'active', ...times }
    }
  })

  it('the list of members comes in pages, each member once', async () => {
    for (const role of ['viewer', 'editor', 'admin'] as const) await app.session(org, role)
    const seen: unknown[] = []
    for (let cursor: string | null | undefined = ''; cursor !== null;) {
      const page = await list(owner.token, `?limit=3${cursor ? `&cursor=${cursor}` : ''}`)
      seen.push(...(page.data as unknown as Row[]).map(({ id }) => id))
      cursor = page.meta.nextCursor ?? null
    }
    expect(seen).toHaveLength(4)
    expect(new Set(seen).size).toBe(4)
  })
})

describe('the role of a member', () => {
  it('another role ends the sessions of the person here, and is in the audit log', async () => {
    const editor = await joinOrg(app, org, 'editor')
    const answer = await setRole(owner, editor, 'admin')
    expect(answer.body.data).toMatchObject({ id: editor.id, role: 'admin', lastSeenAt: null })
    expect(await works(editor.token)).toBe(401)
    expect(auditEntries(app.directory, org.id)).toEqual([
      {
        org_id: org.id,
        actor_type: 'user',
        actor_id: org.userId,
        action: 'member.update',
        target_id: editor.id,
        detail: JSON.stringify({ userId: editor.userId, from: 'editor', to: 'admin', ...NOTHING }),
        request_id: answer.body.meta.requestId,
      },
    ])
  })

  it('the same role again changes nothing', async () => {
    const editor = await joinOrg(app, org, 'editor')
    expect((await setRole(owner, editor, 'editor')).status).toBe(200)
    expect(await works(editor.token)).toBe(200)
    expect(auditEntries(app.directory, org.id)).toEqual([])
  })

  it('nobody grants more than they hold, and nobody changes somebody above them', async () => {
    const admin = await joinOrg(app, org, 'admin')
    const viewer = await joinOrg(app, org, 'viewer')
    for (const [by, of, role] of [
      [admin, viewer, 'owner'],
      [admin, admin, 'owner'],
      [admin, owner, 'viewer'],
      [viewer, viewer, 'admin'],
    ] as const) {
      const refused = await setRole(by, of, role)
      expect([refused.status, refused.body.error?.code]).toEqual([403, 'ROLE_REQUIRED'])
    }
    expect((await setRole(admin, viewer, 'admin')).status).toBe(200)
    expect(await rolesOf()).toEqual(['admin', 'admin', 'owner'])
  })

  it('the last owner cannot be demoted', async () => {
    const refused = await setRole(owner, owner, 'admin')
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'CONFLICT'])
    const second = await joinOrg(app, org, 'admin')
    makeOwner(second)
    expect((await setRole(owner, owner, 'admin')).status).toBe(200)
    expect(await rolesOf(second.token)).toEqual(['admin', 'owner'])
  })

  it('of two owners who demote each other at once, one stays', async () => {
    const second = await joinOrg(app, org, 'admin')
    makeOwner(second)
    const both = await Promise.all([
      setRole(owner, second, 'viewer'),
      setRole(second, owner, 'viewer'),
    ])
    const statuses = both.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect([401, 403]).toContain(statuses.find((status) => status !== 200))
    const left = onFile(app, (file) =>
      file
        .prepare("SELECT COUNT(*) FROM member WHERE org_id = ? AND role = 'owner'")
        .pluck()
        .get(org.id),
    )
    expect(left).toBe(1)
  })

  it.each([[{}], [{ role: 'king' }], [{ role: 'admin', email: 'a@example.com' }]])(
    'a change of a member refuses %j',
    async (body) => {
      const { token, id } = owner
      expect((await app.api('PUT', `/org/members/${id}`, { token, body })).status).toBe(422)
    },
  )
})

describe('removing a member', () => {
  it('a removed member is refused at the next request, and so are the keys that they made', async () => {
    const admin = await joinOrg(app, org, 'admin')
    const made = await app.api('POST', '/keys', { token: admin.token, body: { scopes: ['*'] } })
    const key = String(made.body.data['key'])
    const others = await app.key(org)
    expect(await works(key)).toBe(200)
    const answer = await remove(owner, admin)
    expect([answer.status, answer.body.data]).toMatchObject([
      200,
      { ended: { ...NOTHING, keysRevoked: 1, keys: [{ id: made.body.data.id, scopes: [] }] } },
    ])
    expect(await works(admin.token)).toBe(401)
    expect(await works(key)).toBe(401)
    expect(await works(others)).toBe(200)
    expect((await remove(owner, admin)).status).toBe(404)
    const { userId, email } = admin
    const detail = { userId, email, role: 'admin', ...NOTHING, keysRevoked: 1 }
    expect(auditEntries(app.directory, org.id).slice(-2)).toMatchObject([
      { action: 'key.revoke', target_id: made.body.data.id, actor_id: org.userId },
      { action: 'member.remove', target_id: admin.id, detail: JSON.stringify(detail) },
    ])
  })

  it('everybody may leave, but for the last owner; others are removed by admins', async () => {
    const viewer = await joinOrg(app, org, 'viewer')
    const editor = await joinOrg(app, org, 'editor')
    const admin = await joinOrg(app, org, 'admin')
    expect((await remove(viewer, editor)).body.error?.code).toBe('ROLE_REQUIRED')
    expect((await remove(editor, viewer)).body.error?.code).toBe('ROLE_REQUIRED')
    expect((await remove(admin, owner)).body.error?.code).toBe('ROLE_REQUIRED')
    expect((await remove(owner, owner)).body.error?.code).toBe('CONFLICT')
    for (const one of [viewer, editor, admin]) {
      expect((await remove(one, one)).status).toBe(200)
      expect(await works(one.token)).toBe(401)
    }
    expect(await rolesOf()).toEqual(['owner'])
  })

  it('a key removes nobody', async () => {
    const viewer = await joinOrg(app, org, 'viewer')
    const refused = await remove({ token: await app.key(org) }, viewer)
    expect(refused.body.error?.code).toBe('SESSION_REQUIRED')
  })

  it('whoever leaves stays a member elsewhere', async () => {
    const elsewhere = await app.org()
    const viewer = await joinOrg(app, org, 'viewer')
    const other = await app.session(elsewhere)
    onFile(app, (file) => {
      file
        .prepare(
          "INSERT INTO member (id, org_id, user_id, role, created_at) VALUES (?, ?, ?, 'viewer', 1)",
        )
        .run(`mem_${viewer.id.slice(4)}`, elsewhere.id, viewer.userId)
      file
        .prepare('UPDATE session SET user_id = ? WHERE org_id = ?')
        .run(viewer.userId, elsewhere.id)
    })
    expect((await remove(owner, viewer)).status).toBe(200)
    expect(await works(viewer.token)).toBe(401)
    expect(await works(other)).toBe(200)
  })
})
