import type { Organization } from '../../db/system/accounts.ts'
import type { PlanEvent } from '../domain/subscription/plan-state.ts'
import { changePlan } from '../kernel/plan/change-plan.ts'
import { ServiceError } from '../kernel/door/errors.ts'
import { OPERATOR } from '../kernel/door/principal.ts'
import { iso } from '../lib/time/clock.ts'
import type { Services } from '../server/services.ts'
import { chooseOrganization } from './choose-organization.ts'
import { CliError } from './cli-error.ts'
import type { CommandResult, RunCommand } from './command.ts'
import { readWhen } from './read-when.ts'
import { withServices } from './with-services.ts'

/** Ends the plan of an organization: at a moment, or with what is paid for, or at once where nothing is. */
export const cancelPlanCommand: RunCommand = ({ options }) =>
  withServices(async ({ context, database }) => {
    const organization = await chooseOrganization(database, options['org'])
    if (organization.plan === 'free') throw new CliError('The plan free has no end')
    const now = context.now()
    const { until: text } = options
    const until =
      text === undefined
        ? Math.max(now, organization.period_end ?? 0)
        : readWhen('--until', text, now)
    const after = await tell(context, organization, { kind: 'cancelled', until })
    const end = after.status === 'expired' ? 'has ended' : `ends at ${iso(after.until ?? until)}`
    return answer(organization, after, `The plan ${after.plan} ${end}`)
  })

/** Takes the end of a plan back that has not come yet. */
export const resumePlanCommand: RunCommand = ({ options }) =>
  withServices(async ({ context, database }) => {
    const organization = await chooseOrganization(database, options['org'])
    const after = await tell(context, organization, { kind: 'resumed' })
    return answer(organization, after, `The plan ${after.plan} goes on`)
  })

type State = Awaited<ReturnType<typeof changePlan>>['after']

/** Throws CliError with the sentence of the machine where it refuses. */
async function tell(
  context: Services['context'],
  { id }: Organization,
  event: PlanEvent,
): Promise<State> {
  try {
    const { after } = await context
      .tenant(id)
      .transaction((trx) => changePlan(context, trx, [event], { actor: OPERATOR, requestId: null }))
    return after
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    throw new CliError(error.message)
  }
}

const answer = (
  { id, name }: Organization,
  { plan, status, cancelled, until }: State,
  sentence: string,
): CommandResult => ({
  data: { orgId: id, plan, status, cancelled, until: until === null ? null : iso(until) },
  text: `${sentence}: ${name} (${id}).`,
})
