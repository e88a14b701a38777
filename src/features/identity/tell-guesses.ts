import { auditRow } from '../../kernel/door/audit.ts'
import type { PublicContext } from '../../kernel/door/operation.ts'
import { HOUR_MS } from '../../lib/time/clock.ts'

/**
 * Tells the organizations of a person that somebody has tried as many passwords as may be tried: once an hour, so that
 * whoever guesses fills no log.
 */
export async function tellGuesses(
  { app, caller }: Pick<PublicContext, 'app' | 'caller'>,
  user: { id: string } | undefined,
): Promise<void> {
  if (!user) return
  const { accounts, guesses } = app.system
  const now = app.now()
  const organizations = await accounts.memberships(user.id)
  const lines = organizations.map(({ id }) => ({
    org_id: id,
    ...auditRow({
      action: 'session.refuse',
      target: { type: 'user', id: user.id },
      actor: { type: 'system', id: 'sign-in' },
      detail: { reason: 'too many wrong passwords' },
      requestId: caller.requestId,
      at: now,
    }),
  }))
  await guesses.tellOnce(lines, now - HOUR_MS)
}
