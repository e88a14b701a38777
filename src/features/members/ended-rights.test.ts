import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEntries } from '../../testing/audit-entries.ts'
import { changeRole, Maker } from '../../testing/maker.ts'
import { SmtpServer } from '../../testing/smtp-server.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'

let mail: SmtpServer
let app: TestApp
let org: TestOrg
let owner: string

beforeAll(async () => {
  mail = await SmtpServer.start()
  app = await TestApp.start({ environment: mail.environment })
})

beforeEach(async () => {
  org = await app.org()
  owner = await app.session(org)
})

afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await mail[Symbol.asyncDispose]()
})

const READS = [
  'analytics:read',
  'sites:read',
  'prompts:read',
  'citations:read',
  'credits:read',
  'rules:read',
  'org:read',
]
const ALL = [...READS, 'sites:write', 'prompts:write', 'rules:write']

/**
 * The scopes that a key with the scopes `held` has after its admin's role became editor or viewer; undefined where the
 * key does not change.
 */
const NARROWED: readonly {
  held: readonly string[]
  editor?: readonly string[]
  viewer?: readonly string[]
}[] = [
  { held: ['*'], editor: ALL, viewer: READS },
  { held: ['*', 'org:read'], editor: ALL, viewer: READS },
  { held: ['prompts:write'], viewer: ['prompts:read'] },
  { held: ['rules:write', 'org:read'], viewer: ['rules:read', 'org:read'] },
  { held: ['sites:write', 'sites:read'], viewer: ['sites:read'] },
  { held: ['analytics:read'] },
  { held: ['sites:read', 'credits:read'] },
]

type KeyRow = { id: string; scopes: string[]; status: string; narrowedAt: string | null }
const keyRow = async (id: string): Promise<KeyRow> => {
  const { body } = await app.api('GET', `/keys/${id}`, { token: owner })
  // @NOTE the schema of the route.
  return body.data as unknown as KeyRow
}
const rename = async (site: string, token: string) =>
  (await app.api('PUT', `/sites/${site}`, { token, body: { timezone: 'Asia/Tokyo' } })).status
const actionsOf = (...wanted: string[]) =>
  auditEntries(app.directory, org.id)
    .filter(({ action }) => wanted.includes(action))
    .map(({ action, target_id, detail }) => ({
      action,
      target_id,
      ...(JSON.parse(detail) as object),
    }))

describe('keys of a person whose role changes', () => {
  it('are cut to what the role may do, told and audited; a higher role gives nothing back', async () => {
    const site = await app.site(owner)
    for (const to of ['owner', 'editor', 'viewer'] as const) {
      const maker = await Maker.join(app, org, 'admin')
      const keys = await Promise.all(
        NARROWED.map(async ({ held, ...left }) => ({
          held,
          left: to === 'owner' ? undefined : left[to],
          ...(await maker.key(held)),
        })),
      )
      const { body } = await changeRole(app, owner, maker.person, to)
      const cut = keys.filter(({ left }) => left !== undefined)
      expect(body.data).toMatchObject({
        role: to,
        ended: { keysRevoked: 0, keysNarrowed: cut.length },
      })
      const { keys: told } = (body.data as { ended: { keys: { id: string }[] } }).ended
      expect(new Set(told.map(({ id }) => id))).toEqual(new Set(cut.map(({ id }) => id)))
      await changeRole(app, owner, maker.person, 'admin')
      for (const { id, token, held, left } of keys) {
        const { scopes, status, narrowedAt } = await keyRow(id)
        expect([to, status, new Set(scopes)]).toEqual([to, 'active', new Set(left ?? held)])
        expect(narrowedAt === null).toBe(left === undefined)
        const writes = (left ?? held).some((scope) => scope === '*' || scope === 'sites:write')
        expect([to, held, await rename(site, token)]).toEqual([to, held, writes ? 200 : 403])
        const narrow = { action: 'key.narrow', target_id: id, because: 'member.update' }
        const change = { ...narrow, before: { scopes: held }, after: { scopes } }
        const entries = actionsOf('key.narrow').filter(({ target_id }) => target_id === id)
        expect(entries).toEqual(left === undefined ? [] : [change])
      }
    }
  })

  it('end with a rotation too: what another admin made of one is theirs', async () => {
    const [maker, other] = [
      await Maker.join(app, org, 'admin'),
      await Maker.join(app, org, 'admin'),
    ]
    const rotate = async (by: Maker, { id }: { id: string }) => {
      const { data } = (await by.call('POST', `/keys/${id}/rotate`, { overlapHours: 24 })).body
      return { id: String(data.id), token: String(data['key']) }
    }
    const [mine, theirs] = [await maker.key(), await other.key()]
    const [byOther, byMaker] = [await rotate(other, mine), await rotate(maker, theirs)]
    await changeRole(app, owner, maker.person, 'viewer')
    const isWhole = async ({ id }: { id: string }) => (await keyRow(id)).scopes.includes('*')
    expect(await Promise.all([mine, byMaker, theirs, byOther].map(isWhole))).toEqual([
      false,
      false,
      true,
      true,
    ])
    await changeRole(app, owner, maker.person, undefined)
    const statuses = await Promise.all(
      [mine, byMaker, theirs, byOther].map(async ({ id }) => (await keyRow(id)).status),
    )
    expect(statuses).toEqual(['revoked', 'revoked', 'active', 'active'])
  })
})

describe('invitations of a person whose role changes', () => {
  it('end where the person could send them no longer, and stand otherwise', async () => {
    for (const [from, to, left] of [
      ['owner', 'admin', ['viewer', 'admin']],
      ['owner', 'editor', []],
      ['admin', 'owner', ['viewer', 'admin']],
      ['admin', 'viewer', []],
      ['admin', undefined, []],
    ] as const) {
      const maker = await Maker.join(app, org, from)
      const roles = (['viewer', 'admin', 'owner'] as const).slice(0, from === 'owner' ? 3 : 2)
      const sent = new Map<string, string>()
      for (const role of roles) {
        sent.set(await maker.invite(`${role}-${maker.person.id}@example.com`, role), role)
      }
      const { body } = await changeRole(app, owner, maker.person, to)
      const { body: list } = await app.api('GET', '/org/invitations?limit=100', { token: owner })
      // @NOTE the list of the route.
      const pending = (list.data as unknown as { id: string }[]).map(({ id }) => sent.get(id))
      expect(pending.filter((role) => role !== undefined).toSorted()).toEqual(left.toSorted())
      const invitationsWithdrawn = roles.length - left.length
      expect(body.data).toMatchObject({ ended: { invitationsWithdrawn } })
    }
  })
})

it('owners are mailed what has ended, whoever made the change, and nothing where nothing has', async () => {
  const second = await Maker.join(app, org, 'owner')
  const received = async () => {
    await app.app.services.context.mailer?.onIdle()
    return mail.received.splice(0)
  }
  const maker = await Maker.join(app, org, 'admin')
  await received()
  await changeRole(app, owner, maker.person, 'owner')
  await maker.signIn(org)
  expect(await received()).toEqual([])
  const { token } = await maker.key()
  const webhook = await maker.webhook('https://receiver.example/hook?token=t0psecret')
  await maker.invite('late@example.com', 'owner')
  await received()
  expect((await changeRole(app, maker.person.token, maker.person, 'viewer')).status).toBe(200)
  const mails = await received()
  expect(
    mails
      .map(({ to }) => to)
      .flat()
      .toSorted(),
  ).toEqual([`${org.userId}@example.com`, second.person.email].toSorted())
  const { text = '', headers = {} } = mails[0] ?? {}
  expect(headers['subject']).toBe('What ended with a role in Test')
  expect(text).toContain(`${maker.person.email} was owner and is viewer now`)
  expect(text).toContain(`1 key cut to what the role may do: ${token.slice(0, 9)}…`)
  expect(text).toContain(`1 webhook paused; an admin can resume each`)
  expect(text).toContain(webhook)
  expect(text).toContain('1 invitation withdrawn')
  expect(text).not.toMatch(/t0psecret|late@/)
  await maker.signIn(org)
  await changeRole(app, maker.person.token, maker.person, undefined)
  const left = await received()
  expect(left).toHaveLength(2)
  expect(left[0]?.text).toContain('who was viewer, is no member any more')
  expect(left[0]?.text).toContain('1 key revoked')
  const idle = await Maker.join(app, org, 'admin')
  await changeRole(app, owner, idle.person, undefined)
  expect(await received()).toEqual([])
})
