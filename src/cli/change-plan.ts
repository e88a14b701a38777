import { changePlan } from '../kernel/plan/change-plan.ts'
import { PLANS } from '../kernel/plan/plans.ts'
import { OPERATOR } from '../kernel/door/principal.ts'
import { chooseOrganization } from './choose-organization.ts'
import { CliError } from './cli-error.ts'
import type { RunCommand } from './command.ts'
import { withServices } from './with-services.ts'

/**
 * Puts an organization on another plan, or on its own once more, which counts from the next request on; the change is in
 * its audit log.
 */
export const changePlanCommand: RunCommand = ({ options, positionals: [wanted = ''] }) => {
  const plan = PLANS.find((name) => name === wanted)
  if (!plan) throw new CliError(`PLAN must be one of ${PLANS.join(', ')}`)
  return withServices(async ({ context, database }) => {
    const { id, name, gateway } = await chooseOrganization(database, options['org'])
    const event = { kind: 'subscribed', plan, trialEnd: null } as const
    const { before, after } = await context
      .tenant(id)
      .transaction((trx) => changePlan(context, trx, [event], { actor: OPERATOR, requestId: null }))
    const data = { orgId: id, plan, before: before.plan }
    if (before.plan === plan && before.status === after.status) {
      return { data, text: `${name} (${id}) is on the plan ${plan} already.` }
    }
    const change =
      before.plan === plan
        ? `${name} (${id}) is on the plan ${plan} again.`
        : `${name} (${id}) went from the plan ${before.plan} to ${plan}.`
    const warning =
      gateway === null
        ? []
        : [
            plan === 'free'
              ? `The next event of ${gateway} for it decides anew.`
              : `No event of ${gateway} puts it below that; one to a wider plan still counts.`,
          ]
    return { data, text: [change, ...warning].join('\n') }
  })
}
