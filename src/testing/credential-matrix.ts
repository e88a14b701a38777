import { join } from 'node:path'
import { Sqlite, type BetterSqlite3 } from '../../db/sqlite/binding.ts'
import { ROLES, type Role } from '../kernel/door/principal.ts'
import { GRANTABLE_SCOPES, type GrantableScope, type Scope } from '../kernel/door/scopes.ts'
import { hashToken, mintToken } from '../kernel/credentials/tokens.ts'
import type { TestApp, TestOrg } from './start-test-app.ts'

/** Describes each credential of the matrix as a person would; the expectations go by this alone. */
export type CredentialHolder =
  | { is: 'nobody' }
  | { is: 'refused' }
  | { is: 'session'; role: Role }
  | { is: 'key'; scopes: readonly GrantableScope[]; plan: KeyPlan }
  | {
      is: 'grant'
      /** The path of the address that it is for. */
      address: string
      scopes: readonly Scope[]
      asked: readonly Scope[]
      mayReadWords: boolean
      plan: KeyPlan
    }

type KeyPlan = 'free' | 'pro' | 'business' | 'enterprise'

export interface Credential {
  name: string
  token: string | undefined
  holder: CredentialHolder
  /** The organization that it belongs to, or whose data is tried with it. */
  org: TestOrg
}

/** Makes every kind of credential, each of an organization of its own kind. */
export async function makeCredentials(on: TestApp): Promise<Credential[]> {
  const org = await on.org('business')
  const refused = (name: string, token: string): Credential => ({
    name,
    token,
    holder: { is: 'refused' },
    org,
  })
  const made: Credential[] = [
    { name: 'no credential', token: undefined, holder: { is: 'nobody' }, org },
    refused('a malformed token', 'ctbk_short'),
    refused('a key with a wrong checksum', withWrongChecksum(mintToken('key'))),
    refused('a key that was never issued', mintToken('key')),
    refused('a revoked key', await endedKey(on, org, { revoked_at: on.clock.now() })),
    refused('an expired key', await endedKey(on, org, { expires_at: on.clock.now() })),
    refused('a partner token', mintToken('partner')),
    refused('an OAuth token', mintToken('oauthAccess')),
    refused('the token of a one-time link', mintToken('oneTime')),
  ]
  for (const role of ROLES) {
    const token = await on.session(org, role)
    const name = `a session of the role ${role}`
    made.push({ name, token, holder: { is: 'session', role }, org })
  }
  for (const scope of GRANTABLE_SCOPES) {
    made.push(await keyOf(on, org, 'business', scope))
  }
  for (const plan of ['pro', 'enterprise'] as const) {
    made.push(await keyOf(on, await on.org(plan), plan, '*'))
  }
  // The key is tried with the data of another organization: its own could hold nothing.
  made.push({ ...(await keyOf(on, await on.org('free'), 'free', '*')), org })
  return made
}

async function keyOf(
  on: TestApp,
  org: TestOrg,
  plan: KeyPlan,
  scope: GrantableScope,
): Promise<Credential> {
  const token = await on.key(org, [scope])
  const name = `a key with ${scope} on the plan ${plan}`
  return { name, token, holder: { is: 'key', scopes: [scope], plan }, org }
}

/** Makes the same token with a wrong checksum. */
export const withWrongChecksum = (token: string): string =>
  token.slice(0, -1) + (token.endsWith('0') ? '1' : '0')

/** Works on the data while the service runs, as no other program would. */
export function onFile<T>(on: TestApp, work: (file: BetterSqlite3.Database) => T): T {
  const file = new Sqlite(join(on.directory, 'citable.db'))
  try {
    return work(file)
  } finally {
    file.close()
  }
}

async function endedKey(
  on: TestApp,
  org: TestOrg,
  end: { revoked_at?: number; expires_at?: number },
): Promise<string> {
  const token = await on.key(org, ['*'])
  const changed = onFile(on, (file) =>
    file
      .prepare('UPDATE api_key SET revoked_at = ?, expires_at = ? WHERE token_hash = ?')
      .run(end.revoked_at ?? null, end.expires_at ?? null, hashToken(token)),
  )
  if (changed.changes !== 1) throw new Error('The key to end is not in the file')
  return token
}
