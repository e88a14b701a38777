import type { AppContext } from '../door/app-context.ts'
import { endRightsOf } from './end-rights-of.ts'
import { numbersOf } from './ended-rights.ts'
import { roleOf, ROLES, type Actor } from '../door/principal.ts'
import { mayKeepWebhooks } from './rights-of-role.ts'

const START: Actor = { type: 'system', id: 'start' }

/**
 * Ends the rights of what people made that exceed their roles, for people whose role was changed by an earlier version
 * of the service, which left their keys, webhooks and invitations as they were. Nothing changes where no rights exceed
 * a role.
 */
export async function endOutlivedRights(app: AppContext): Promise<void> {
  const makers = await app.system.people.makersWithout(ROLES.filter(mayKeepWebhooks))
  for (const { orgId, userId } of makers) {
    const ended = await app.tenant(orgId).transaction(async (trx) => {
      await trx.members.lock()
      const members = trx.members.query().select('member.role')
      const member = await members.where('member.user_id', '=', userId).executeTakeFirst()
      const loss = { because: 'upgrade', role: member && roleOf(member.role) } as const
      return endRightsOf({ app, actor: START, requestId: null }, trx, userId, loss)
    })
    const numbers = numbersOf(ended)
    if (Object.values(numbers).every((n) => n === 0)) continue
    app.log.warn({ orgId, userId, ...numbers }, 'ended what was beyond the role of its maker')
  }
}
