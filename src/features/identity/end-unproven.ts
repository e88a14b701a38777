import type { EndRights } from '../../../db/tenant.ts'
import { audit } from '../../kernel/audit.ts'
import { endRightsOf } from '../../kernel/end-rights-of.ts'
import { numbersOf } from '../../kernel/ended-rights.ts'
import type { PublicContext } from '../../kernel/operation.ts'

/**
 * Ends what was made with an account of an address before this address was proven: the person who has the mailbox need not
 * be the one who had the account.
 */
export const endUnproven =
  ({ app, caller }: PublicContext): EndRights =>
  async (trx, { from, into }) => {
    const actor = { type: 'user', id: into } as const
    const { requestId } = caller
    const ending = { app, actor, requestId }
    const ended = await endRightsOf(ending, trx, from, { because: 'account.prove' })
    await audit(trx, {
      action: 'account.prove',
      target: { type: 'user', id: into },
      actor,
      detail: { from, ...numbersOf(ended) },
      requestId,
      at: app.now(),
    })
  }
