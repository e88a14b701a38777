import { auditRow } from '../kernel/audit.ts'
import { PLANS } from '../kernel/plans.ts'
import { OPERATOR } from '../kernel/principal.ts'
import { chooseOrganization } from './choose-organization.ts'
import { CliError } from './cli-error.ts'
import type { CommandInput, CommandResult } from './command.ts'
import { withServices } from './with-services.ts'

/** Puts an organization on another plan, which counts from the next request on; the change is in its audit log. */
export function changePlanCommand({
  options,
  positionals: [wanted = ''],
}: CommandInput): Promise<CommandResult> {
  const plan = PLANS.find((name) => name === wanted)
  if (!plan) throw new CliError(`PLAN must be one of ${PLANS.join(', ')}`)
  return withServices(async ({ context, database }) => {
    const { id, name, plan: before } = await chooseOrganization(database, options['org'])
    const data = { orgId: id, plan, before }
    if (before === plan) return { data, text: `${name} (${id}) is on the plan ${plan} already.` }
    const event = auditRow({
      action: 'org.change_plan',
      target: { type: 'organization', id },
      actor: OPERATOR,
      detail: { before, after: plan },
      requestId: null,
      at: context.now(),
    })
    await database.accounts.setPlan(id, plan, [{ org_id: id, ...event }])
    return { data, text: `${name} (${id}) went from the plan ${before} to ${plan}.` }
  })
}
