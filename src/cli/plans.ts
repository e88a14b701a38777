import { changePlan } from '../kernel/plan/change-plan.ts'
import { PLANS } from '../kernel/plan/plans.ts'
import { OPERATOR } from '../kernel/door/principal.ts'
import type { PlanEvent } from '../domain/subscription/plan-state.ts'
import { iso } from '../lib/time/clock.ts'
import type { Services } from '../server/services.ts'
import { CliError } from './cli-error.ts'
import type { CommandResult, RunCommand } from './command.ts'
import { withOperator, type Operator } from './operator.ts'
import { readWhen } from './read-when.ts'

/**
 * Puts an organization on another plan, or ends the cancellation of its own; the plan counts from the next request on,
 * and the audit log gets an entry.
 */
export const changePlanCommand: RunCommand = ({ options, positionals: [wanted = ''] }) => {
  const plan = PLANS.find((name) => name === wanted)
  if (!plan) throw new CliError(`PLAN must be one of ${PLANS.join(', ')}`)
  return withOperator(options, async (operator, services) => {
    const { id, name, gateway } = operator.organization
    const event = { kind: 'subscribed', plan, trialEnd: null } as const
    const { before, after } = await change(operator, services, event)
    const data = { orgId: id, plan, before: before.plan }
    if (before.plan === plan && before.status === after.status) {
      return { data, text: `${name} (${id}) is on the plan ${plan} already.` }
    }
    const changed =
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
    return { data, text: [changed, ...warning].join('\n') }
  })
}

/**
 * Ends the plan of an organization: at the moment of `--until`, else at the end of the period that is paid for, else at
 * once.
 */
export const cancelPlanCommand: RunCommand = ({ options }) =>
  withOperator(options, async (operator, services) => {
    const { plan, period_end: paidUntil } = operator.organization
    if (plan === 'free') throw new CliError('The plan free has no end')
    const now = services.context.now()
    const { until: text } = options
    const until =
      text === undefined ? Math.max(now, paidUntil ?? 0) : readWhen('--until', text, now)
    const { after } = await change(operator, services, { kind: 'cancelled', until })
    const end = after.status === 'expired' ? 'has ended' : `ends at ${iso(after.until ?? until)}`
    return answer(operator, after, `The plan ${after.plan} ${end}`)
  })

/** Takes back the end of a plan that was cancelled and has not ended yet. */
export const resumePlanCommand: RunCommand = ({ options }) =>
  withOperator(options, async (operator, services) => {
    const { after } = await change(operator, services, { kind: 'resumed' })
    return answer(operator, after, `The plan ${after.plan} goes on`)
  })

const change = ({ db }: Operator, { context }: Services, event: PlanEvent) =>
  db.transaction((trx) => changePlan(context, trx, [event], { actor: OPERATOR, requestId: null }))

const answer = (
  { organization: { id, name } }: Operator,
  { plan, status, cancelled, until }: Awaited<ReturnType<typeof changePlan>>['after'],
  sentence: string,
): CommandResult => ({
  data: { orgId: id, plan, status, cancelled, until: until === null ? null : iso(until) },
  text: `${sentence}: ${name} (${id}).`,
})
