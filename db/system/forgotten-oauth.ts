import { sql } from 'kysely'
import { DAY_MS } from '../../src/lib/time/clock.ts'

/** The milliseconds for which a client is kept to which no person has consented. */
const UNUSED_CLIENT_MS = DAY_MS
/**
 * The milliseconds for which a client is kept after its first grant; later it is kept for as long as it has a grant
 * that works.
 */
const ENDED_CLIENT_MS = 30 * DAY_MS
/** The milliseconds for which a grant is listed after its end; the audit log keeps the later history. */
const ENDED_GRANT_MS = 90 * DAY_MS
/**
 * The milliseconds for which the row of a code is kept after its end: a code that is sent again meanwhile ends its
 * grant.
 */
const CODE_MS = DAY_MS

/**
 * Returns the conditions for the rows of OAuth that maintenance deletes, table by table. A grant whose code was never
 * redeemed is deleted before that code, whose row proves that its client never got a token.
 *
 * @NOTE no org_id: rows of every organization end by their time.
 */
export const forgottenOauth = (nowMs: number) =>
  [
    [
      'api_key',
      sql`kind = 'oauth' AND id IN
        (SELECT key_id FROM oauth_code WHERE expires_at < ${nowMs} AND used_at IS NULL) AND NOT EXISTS
        (SELECT 1 FROM oauth_code AS code WHERE code.key_id = api_key.id AND (code.used_at IS NOT NULL OR code.expires_at >= ${nowMs}))
        AND NOT EXISTS (SELECT 1 FROM oauth_token AS token WHERE token.key_id = api_key.id)`,
    ],
    [
      'api_key',
      sql`kind = 'oauth' AND (revoked_at < ${nowMs - ENDED_GRANT_MS} OR expires_at < ${nowMs - ENDED_GRANT_MS})`,
    ],
    ['oauth_request', sql`expires_at < ${nowMs}`],
    ['oauth_code', sql`expires_at < ${nowMs - CODE_MS}`],
    ['oauth_token', sql`expires_at < ${nowMs}`],
    ['oauth_assertion', sql`expires_at < ${nowMs}`],
    [
      'oauth_client',
      sql`kind = 'registered' AND used_at IS NULL AND created_at < ${nowMs - UNUSED_CLIENT_MS}`,
    ],
    [
      'oauth_client',
      sql`kind = 'registered' AND used_at < ${nowMs - ENDED_CLIENT_MS} AND NOT EXISTS
        (SELECT 1 FROM api_key AS grant_of WHERE grant_of.client_id = oauth_client.id AND grant_of.kind = 'oauth'
          AND grant_of.revoked_at IS NULL AND (grant_of.expires_at IS NULL OR grant_of.expires_at > ${nowMs}))`,
    ],
  ] as const
