import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Sqlite } from '../../db/sqlite/binding.ts'
import { newId } from '../../src/domain/ids.ts'
import { hashToken, mintToken } from '../../src/kernel/credentials/tokens.ts'
import type { ServerProcess } from '../harness/server-process.ts'
import type { Installation } from './product.ts'

const HOUR_MS = 3_600_000
/** The scopes that an assistant asks for when it is given `/mcp/data`. */
const SCOPES = JSON.stringify(['analytics:read', 'sites:read'])

/**
 * Gives the organization of a site grants of OAuth for `/mcp/data` of a running server, and returns an access token of
 * each. They do not go through the page for consent, because that is not what is measured.
 */
export function makeGrants(
  { directory }: Installation,
  server: ServerProcess,
  { siteId, count }: { siteId: string; count: number },
): string[] {
  const file = new Sqlite(join(directory, 'bench.db'))
  try {
    const orgId = file
      .prepare<[string], string>('SELECT org_id FROM site WHERE id = ?')
      .pluck()
      .get(siteId)
    const grant = file.prepare(
      `INSERT INTO api_key (id, org_id, name, token_hash, masked, scopes, created_by, created_at, kind, resource, client_id, client_host, asked)
       VALUES (?, ?, 'bench', ?, 'ctba_…', ?, 'bench', ?, 'oauth', ?, 'bench', 'bench.example', ?)`,
    )
    const token = file.prepare(
      `INSERT INTO oauth_token (hash, kind, key_id, expires_at) VALUES (?, 'access', ?, ?)`,
    )
    return Array.from({ length: count }, () => {
      const now = Date.now()
      const [id, access] = [newId('key', now), mintToken('oauthAccess')]
      const resource = `http://127.0.0.1:${server.port}/mcp/data`
      grant.run(id, orgId, randomBytes(32), SCOPES, now, resource, SCOPES)
      token.run(hashToken(access), id, now + HOUR_MS)
      return access
    })
  } finally {
    file.close()
  }
}
