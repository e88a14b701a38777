import type { Caller } from '../kernel/door/caller.ts'
import type { AppContext } from '../kernel/door/app-context.ts'
import { newId } from '../domain/ids.ts'
import { DAY_MS } from '../lib/time/clock.ts'
import { agentFamily } from '../lib/web/agent-family.ts'
import { hashToken, mintToken } from '../kernel/credentials/tokens.ts'

/** The time after which a session ends, however busy it is. */
export const SESSION_LIFE_MS = 30 * DAY_MS
/** The most sessions of one person; when one more is made, the oldest ends. */
export const MAX_SESSIONS = 100

/**
 * Makes a session for a person who has proved their identity: its token, which is shown once, and the row to be stored.
 */
export function newSession(
  app: Pick<AppContext, 'now' | 'addressName'>,
  caller: Pick<Caller, 'address' | 'userAgent'>,
  { userId, orgId }: { userId: string; orgId: string },
) {
  const now = app.now()
  const token = mintToken('session')
  const row = {
    id: newId('ses', now),
    token_hash: hashToken(token),
    user_id: userId,
    org_id: orgId,
    created_at: now,
    last_seen_at: now,
    expires_at: now + SESSION_LIFE_MS,
    agent: agentFamily(caller.userAgent) ?? null,
    address: app.addressName(caller.address),
  }
  return { token, row }
}
