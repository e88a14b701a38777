import { randomBytes } from 'node:crypto'
import type { BetterSqlite3 } from '../../db/sqlite/binding.ts'
import { newId } from '../domain/ids.ts'
import { hashToken, maskToken, mintToken } from '../kernel/credentials/tokens.ts'
import type { Scope } from '../kernel/door/scopes.ts'
import { DAY_MS, HOUR_MS } from '../lib/time/clock.ts'
import { onFile } from './credential-matrix.ts'
import type { TestApp, TestOrg } from './start-test-app.ts'

/** The scopes of an assistant that asks for all that it can ask for, and is given all of them. */
export const READ_SCOPES: readonly Scope[] = [
  'analytics:read',
  'sites:read',
  'prompts:read',
  'citations:read',
  'credits:read',
  'rules:read',
  'org:read',
]

const CLIENT_ID = 'https://assistant.example/client.json'

interface GrantOptions {
  /** The path of the address that the grant is for. */
  resource?: string
  scopes?: readonly Scope[]
  /** The scopes that the client asked for; by default those that it was given. */
  asked?: readonly Scope[]
  /** Ids of the sites that the grant is narrowed to; without them it is for every site. */
  siteIds?: readonly string[]
  mayReadWords?: boolean
  /** The person who granted it; by default the owner of the organization. */
  userId?: string
  /** Milliseconds that the access token lasts; by default an hour. */
  lastsMs?: number
  /** The end of the grant, in epoch milliseconds; by default it has no end. */
  ends?: { expires_at?: number; revoked_at?: number }
}

/** Makes a grant as a person makes it on the page for consent, with an access token of an hour. */
export async function grantOf(
  app: TestApp,
  org: TestOrg,
  options: GrantOptions = {},
): Promise<{ token: string; keyId: string }> {
  const now = app.clock.now()
  const keyId = newId('key', now)
  const token = mintToken('oauthAccess')
  onFile(app, (file) => {
    insert(file, 'api_key', keyRow(app, org, { ...options, keyId, token }))
    insert(file, 'oauth_token', {
      hash: hashToken(token),
      kind: 'access',
      key_id: keyId,
      expires_at: now + (options.lastsMs ?? HOUR_MS),
    })
  })
  return Promise.resolve({ token, keyId })
}

/** Adds a refresh token to a grant, and a code that is not redeemed. */
export function addUnredeemed(app: TestApp, keyId: string): { refresh: string; code: string } {
  const [refresh, code] = [mintToken('oauthRefresh'), mintToken('oauthCode')]
  const expires_at = app.clock.now() + DAY_MS
  onFile(app, (file) => {
    const row = { key_id: keyId, expires_at }
    insert(file, 'oauth_token', { ...row, hash: hashToken(refresh), kind: 'refresh' })
    insert(file, 'oauth_code', {
      ...row,
      hash: hashToken(code),
      client_id: CLIENT_ID,
      redirect_uri: 'https://assistant.example/callback',
      challenge: 'x'.repeat(43),
    })
  })
  return { refresh, code }
}

function keyRow(
  app: TestApp,
  org: TestOrg,
  given: GrantOptions & { keyId: string; token: string },
): Readonly<Record<string, unknown>> {
  const { resource = '/mcp', scopes = READ_SCOPES, asked = scopes, siteIds } = given
  return {
    id: given.keyId,
    org_id: org.id,
    name: 'Assistant',
    // Nothing is found by this hash: a grant has no token but those of its own table.
    token_hash: randomBytes(32),
    masked: maskToken(given.token),
    scopes: JSON.stringify(scopes),
    created_by: given.userId ?? org.userId,
    created_at: app.clock.now(),
    site_ids: siteIds === undefined ? null : JSON.stringify(siteIds),
    kind: 'oauth',
    resource: `${app.app.services.context.publicUrl}${resource}`,
    client_id: CLIENT_ID,
    client_name: 'Assistant',
    client_host: 'assistant.example',
    words: given.mayReadWords === false ? 0 : 1,
    asked: JSON.stringify(asked),
    ...given.ends,
  }
}

function insert(
  file: BetterSqlite3.Database,
  table: string,
  row: Readonly<Record<string, unknown>>,
): void {
  const columns = Object.keys(row)
  const values = columns.map((column) => `@${column}`)
  file
    .prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values.join(', ')})`)
    .run(row)
}
