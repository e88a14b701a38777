import { serverAddress } from '../kernel/assistants/server-definition.ts'
import { DAY_MS } from '../lib/time/clock.ts'
import { makeCredentials, type Credential } from './credential-matrix.ts'
import { KEYED_SERVERS } from './keyed-servers.ts'
import { addUnredeemed, grantOf, READ_SCOPES } from './oauth-grant.ts'
import type { TestApp, TestOrg } from './start-test-app.ts'

/** Makes every kind of credential: those of the matrix, and what OAuth gives to a client. */
export async function makeAllCredentials(on: TestApp): Promise<Credential[]> {
  const made = await makeCredentials(on)
  const [first] = made
  if (!first) throw new Error('There are no credentials')
  const { org } = first
  return [...made, ...(await refusedOfOauth(on, org)), ...(await grants(on, org))]
}

/** Makes the credentials of OAuth that open nothing, or that are not access tokens. */
async function refusedOfOauth(on: TestApp, org: TestOrg): Promise<Credential[]> {
  const now = on.clock.now()
  const lastsMs = DAY_MS
  const { keyId } = await grantOf(on, org)
  const { refresh, code } = addUnredeemed(on, keyId)
  const ended = async (options: Parameters<typeof grantOf>[2]) =>
    (await grantOf(on, org, options)).token
  const tokens = {
    'an access token whose hour is over': await ended({ lastsMs: 0 }),
    'an expired grant': await ended({ lastsMs, ends: { expires_at: now } }),
    'a revoked grant': await ended({ lastsMs, ends: { revoked_at: now } }),
    'a refresh token': refresh,
    'a code': code,
  }
  return Object.entries(tokens).map(([name, token]) => ({
    name,
    token,
    holder: { is: 'refused' },
    org,
  }))
}

type Granted = Omit<Extract<Credential['holder'], { is: 'grant' }>, 'is' | 'address' | 'plan'>

const WHOLE: Granted = { scopes: READ_SCOPES, asked: READ_SCOPES, mayReadWords: true }
const KINDS: Readonly<Record<string, Granted>> = {
  'all that can be asked for': WHOLE,
  'all but the words of readers': { ...WHOLE, mayReadWords: false },
  'one of the two scopes that were asked for': {
    scopes: ['analytics:read'],
    asked: ['analytics:read', 'sites:read'],
    mayReadWords: true,
  },
}

/** Makes each kind of grant for each server, and one of a plan that reaches none. */
async function grants(on: TestApp, org: TestOrg): Promise<Credential[]> {
  const made: Credential[] = []
  for (const address of KEYED_SERVERS.map(serverAddress)) {
    for (const [kind, granted] of Object.entries(KINDS)) {
      const name = `a grant for ${address} of ${kind}`
      const holder = { is: 'grant', address, plan: 'business', ...granted } as const
      const { token } = await grantOf(on, org, { ...holder, resource: address, lastsMs: DAY_MS })
      made.push({ name, token, holder, org })
    }
  }
  const [pro, address] = [await on.org('pro'), '/mcp']
  const holder = { is: 'grant', address, plan: 'pro', ...WHOLE } as const
  const { token } = await grantOf(on, pro, { resource: address, lastsMs: DAY_MS })
  return [...made, { name: 'a grant on the plan pro', token, holder, org: pro }]
}
