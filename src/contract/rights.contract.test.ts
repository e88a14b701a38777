import { afterAll, beforeAll, expect, it } from 'vitest'
import { MCP_SERVERS } from '../../tools/index.ts'
import { requestBodyOf } from '../kernel/door/http-binding.ts'
import type { Operation } from '../kernel/door/operation.ts'
import { isRoleAtLeast, ROLES, type Role } from '../kernel/door/principal.ts'
import type { GrantableScope } from '../kernel/door/scopes.ts'
import { addressOf } from '../kernel/door/surface.ts'
import { OPERATIONS } from '../server/operations.ts'
import { askMcp } from '../testing/ask-mcp.ts'
import type { CredentialHolder } from '../testing/credential-matrix.ts'
import { expectedOnRest, grants, looksAtNoCredential } from '../testing/expected-access.ts'
import { askLink, openLink } from '../testing/file-links.ts'
import { changeRole, Maker } from '../testing/maker.ts'
import { TestApp, type TestOrg } from '../testing/start-test-app.ts'

let app: TestApp
let org: TestOrg

beforeAll(async () => {
  app = await TestApp.start({ environment: { TRUST_PROXY: '1' } })
  org = await app.org('business')
})

afterAll(() => app[Symbol.asyncDispose]())

const operations = OPERATIONS.filter(({ http, access }) => {
  // Collecting and OAuth look at no credential, and links are tried by themselves.
  return (
    http !== undefined &&
    http.surface !== 'oauth' &&
    requestBodyOf(http) !== 'beacon' &&
    access.by !== 'link'
  )
})

/** Changes from one role to another, or to no role, of a person who made their things as an admin or an owner. */
const CHANGES: readonly (readonly [Role, Role | undefined])[] = ROLES.flatMap((before) =>
  [...ROLES, undefined]
    .filter((after) => after !== before)
    .map((after): [Role, Role | undefined] => [before, after]),
)

/** The scopes that are left of `*` with a role, said once more apart from the code that cuts them. */
const LEFT: Readonly<Record<Role, readonly GrantableScope[]>> = {
  owner: ['*'],
  admin: ['*'],
  editor: [
    'analytics:read',
    'sites:write',
    'prompts:write',
    'citations:read',
    'credits:read',
    'rules:write',
    'org:read',
  ],
  viewer: [
    'analytics:read',
    'sites:read',
    'prompts:read',
    'citations:read',
    'credits:read',
    'rules:read',
    'org:read',
  ],
}

const ENDED: CredentialHolder = { is: 'refused' }
const session = (role: Role | undefined): CredentialHolder =>
  role === undefined ? ENDED : { is: 'session', role }
const key = (role: Role | undefined): CredentialHolder =>
  role === undefined ? ENDED : { is: 'key', scopes: LEFT[role], plan: 'business' }

/** Refusals by what the caller is; any other answer comes from behind the door. */
const BY_CALLER = new Set([
  'UNAUTHENTICATED',
  'INVALID_CREDENTIAL',
  'ROLE_REQUIRED',
  'INSUFFICIENT_SCOPE',
  'SESSION_REQUIRED',
])
const IN = 'let in'
const atDoor = (code: string | undefined): string => (code && BY_CALLER.has(code) ? code : IN)

let sent = 0

/** Asks with ids that nothing has and with an empty body, so that nothing happens behind the door. */
async function ask({ http }: Operation, token: string): Promise<string> {
  const path = (http ? addressOf(http) : '').replaceAll(/:\w+/g, 'nothing')
  const method = (http?.method ?? '').toUpperCase()
  sent += 1
  const response = await fetch(`${app.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'x-forwarded-for': `10.4.${(sent >> 8) & 255}.${sent & 255}`,
      ...(['POST', 'PUT'].includes(method) && { 'content-type': 'application/json' }),
    },
    ...(['POST', 'PUT'].includes(method) && { body: '{}' }),
  })
  const text = await response.text()
  if (response.ok) return IN
  const { error } = JSON.parse(text) as { error: { code: string } }
  return atDoor(error.code)
}

/** Leaving is everybody’s, and signing out ends what the next operation would be asked with. */
const ANY_ROLE = new Set(['members.remove'])
const ENDS_ITS_SESSION = new Set(['auth.signOut'])

function expected(operation: Operation, holder: CredentialHolder): string {
  if (looksAtNoCredential(operation)) return IN
  if (ANY_ROLE.has(operation.name) && holder.is === 'session') return IN
  return atDoor(expectedOnRest(operation, holder).split(' ')[1])
}

const AT_ONCE = 6

async function verdicts(token: string, holder: CredentialHolder) {
  // Each credential has the minute to itself.
  app.clock.advance({ minutes: 2 })
  const got: Record<string, string> = {}
  const wanted: Record<string, string> = {}
  const tried = operations.filter(
    ({ name }) => !ENDS_ITS_SESSION.has(name) || holder.is !== 'session',
  )
  for (let i = 0; i < tried.length; i += AT_ONCE) {
    const some = tried.slice(i, i + AT_ONCE)
    const answers = await Promise.all(some.map((operation) => ask(operation, token)))
    for (const [at, operation] of some.entries()) {
      got[operation.name] = answers[at] ?? ''
      wanted[operation.name] = expected(operation, holder)
    }
  }
  return { got, wanted }
}

async function asked(token: string, holder: CredentialHolder, what: string): Promise<void> {
  const { got, wanted } = await verdicts(token, holder)
  expect([what, got]).toEqual([what, wanted])
}

const toolsOf = async (token: string) =>
  Promise.all(
    MCP_SERVERS.filter(({ publicLimit }) => !publicLimit).map(async ({ name }) => {
      const { result } = await askMcp(app, { server: name, key: token }, 'tools/list')
      return result?.tools.map((tool) => tool.name)
    }),
  )
const toolsFor = (role: Role | undefined) =>
  MCP_SERVERS.filter(({ publicLimit }) => !publicLimit).map(({ tools }) =>
    role === undefined
      ? undefined
      : tools
          .filter(({ face: { access } }) =>
            access.by === 'scope'
              ? access.anyOf.some((scope) => grants(LEFT[role], scope))
              : access.by === 'public',
          )
          .map(({ name }) => name),
  )

const isLower = (role: Role | undefined, than: Role): boolean =>
  role === undefined || !isRoleAtLeast(role, than)

/**
 * Makes a person of a role with a key, a webhook and a link. A person whose role may make none made them before, as an
 * admin.
 */
async function makerOf(role: Role, owner: string) {
  const maker = await Maker.join(app, org, role === 'owner' ? 'owner' : 'admin')
  const { token: made } = await maker.key()
  const webhook = await maker.webhook('https://receiver.example/')
  if (isLower(role, 'admin')) {
    await changeRole(app, owner, maker.person, role)
    await maker.signIn(org)
    app.clock.advance({ minutes: 1 })
  }
  const site = await app.site(owner, { domain: `${maker.person.id.slice(4, 24)}.example` })
  const link = (await askLink(app, made, { site })).url
  return { maker, made, webhook, link }
}

it.each(ROLES)(
  'what somebody made may do what their role %s allows, and they too',
  async (role) => {
    expect(operations.length).toBeGreaterThan(80)
    const { maker, made } = await makerOf(role, await app.session(org))
    await asked(maker.person.token, session(role), 'the session')
    await asked(made, key(role), 'the key')
    expect(await toolsOf(made)).toEqual(toolsFor(role))
  },
)

it.each(CHANGES)(
  'what somebody made and may do follows their role from %s to %s, for every operation',
  async (before, after) => {
    const owner = await app.session(org)
    const { maker, made, webhook, link } = await makerOf(before, owner)
    const opened = maker.person.token
    const stateOfWebhook = async () =>
      (await app.api('GET', `/webhook-subscriptions/${webhook}`, { token: owner })).body.data
    const follow = (token: string) =>
      fetch(`${app.url}/api/v1/webhook-events`, {
        headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      })
    const wasMaker = !isLower(before, 'admin')
    expect((await openLink(link)).status).toBe(200)
    expect(await stateOfWebhook()).toMatchObject({ status: wasMaker ? 'active' : 'paused' })
    const stream = await follow(opened)
    const ended = stream.text()
    expect(stream.status).toBe(wasMaker ? 200 : 403)

    expect((await changeRole(app, owner, maker.person, after)).status).toBe(200)

    // The text resolves when the stream ends.
    expect(await ended).toBeTypeOf('string')
    const least = isLower(after, before) ? after : before
    const isCut = isLower(after, before) && isLower(after, 'admin')
    expect((await openLink(link)).status).toBe(isCut ? 401 : 200)
    const isActive = wasMaker && !isLower(after, 'admin')
    expect(await stateOfWebhook()).toMatchObject({ status: isActive ? 'active' : 'paused' })
    await asked(opened, ENDED, 'the session of before')
    await asked(made, key(least), 'the key of before')
    expect(await toolsOf(made)).toEqual(toolsFor(least))
    await asked(await maker.signIn(org), session(after), 'a session after it')
  },
)
