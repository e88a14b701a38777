import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import {
  settled,
  transition,
  type PlanEvent,
  type PlanState,
  isGranted,
} from '../../domain/subscription/plan-state.ts'
import type { AppContext } from '../door/app-context.ts'
import { audit } from '../door/audit.ts'
import { renewCredits } from './credits.ts'
import { domainEvent } from '../door/domain-events.ts'
import { ServiceError } from '../door/errors.ts'
import {
  planAtLeast,
  givenState,
  PLAN_COLUMNS,
  planStateOf,
  storedPlanState,
} from './granted-plan.ts'
import type { Actor } from '../door/principal.ts'
import type { PlanColumns } from '../../../db/system/credentials.ts'

/** The actor and the request of a change, and the payment that caused it, where there is one. */
interface Circumstances {
  actor: Actor
  requestId: string | null
  payment?: { gateway: string; period_start: number | null; period_end: number | null }
}

/** The actor of the changes that happen by the clock alone. */
const CLOCK: Actor = { type: 'system', id: 'clock' }

/** The state of the plan of a new organization. */
export const NEW_PLAN = { status: 'active', cancelled: false } as const

/**
 * Changes the plan of an organization, and is the only way to do so: through the machine, with the line of the audit
 * log and `subscription.updated`, in the transaction of the change, and without either where nothing changed. Without
 * events it stores what the clock has done. Throws CONFLICT with the machine's sentence where the machine refuses.
 */
export async function changePlan(
  app: Pick<AppContext, 'newId' | 'now'>,
  trx: TenantDb,
  events: readonly PlanEvent[],
  { actor, requestId, payment }: Circumstances,
): Promise<{ before: PlanState; after: PlanState }> {
  const nowMs = app.now()
  const row = await trx
    .organization()
    .select([...PLAN_COLUMNS, 'plan_cancelled', 'period_start', 'period_end', 'gateway'])
    .executeTakeFirstOrThrow()
  const before = planStateOf(row, nowMs)
  const isByOperator = payment === undefined && events.length > 0
  const start = isByOperator ? before : settled(storedPlanState(row), nowMs)
  const next = settled(follow(start, events), nowMs)
  const given = nextGiven({ row, before, next, events, isPaid: payment !== undefined }, nowMs)
  const kept = givenState(given, nowMs)
  // A plan that the operator gave without an end is stored. One with an end is only considered, so that the paid plan
  // remains.
  const stored = kept?.until === null ? planAtLeast(next, kept) : next
  const columns = {
    plan: stored.plan,
    plan_status: stored.status,
    plan_cancelled: stored.cancelled ? 1 : 0,
    plan_until: stored.until,
    ...given,
    ...payment,
  }
  const after = planAtLeast(stored, kept)
  if (!isSame(row, { ...row, ...columns })) await trx.updateOrganization().set(columns).execute()
  // A change that the clock made may not be reported yet, so the comparison begins at the stored state.
  const told = planAtLeast(storedPlanState(row), givenState(row, Number.NEGATIVE_INFINITY))
  if (isSame(visible(told), visible(after))) return { before, after }
  await renewCredits(app, trx)
  await audit(trx, {
    action: 'org.change_plan',
    target: { type: 'organization', id: trx.orgId },
    actor,
    detail: detailOf(told, after),
    requestId,
    at: nowMs,
  })
  await trx.emit(planEvent(app, trx.orgId, after))
  return { before, after }
}

/** Stores and reports, once, the changes of a plan that came by the clock alone. */
export async function settlePlan(
  app: Pick<AppContext, 'newId' | 'now' | 'tenant'>,
  orgId: string,
): Promise<void> {
  await app
    .tenant(orgId)
    .transaction((trx) => changePlan(app, trx, [], { actor: CLOCK, requestId: null }))
}

/** Makes the event that reports a plan when the plan is made or changed. */
export const planEvent = (
  app: Pick<AppContext, 'newId' | 'now'>,
  orgId: string,
  { plan, status, cancelled }: Pick<PlanState, 'plan' | 'status' | 'cancelled'>,
) =>
  domainEvent(app, {
    event: 'subscription.updated',
    payload: { orgId, plan, status, cancelled },
  })

function follow(state: PlanState, events: readonly PlanEvent[]): PlanState {
  return events.reduce((current, event) => {
    const next = transition(current, event)
    if ('refused' in next) throw new ServiceError('CONFLICT', next.refused)
    return next.state
  }, state)
}

const visible = ({ plan, status, cancelled }: PlanState) => ({ plan, status, cancelled })

const isSame = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b)

const detailOf = (before: PlanState, after: PlanState) => ({
  before: before.plan,
  after: after.plan,
  ...(before.status !== after.status && { statusBefore: before.status, status: after.status }),
  ...(before.cancelled !== after.cancelled && { cancelled: after.cancelled }),
})

type Given = Pick<PlanColumns, 'given_plan' | 'given_until'>

interface Change {
  row: Given & { gateway: string | null }
  before: PlanState
  next: PlanState
  events: readonly PlanEvent[]
  /** True where the change comes from the payment gateway. */
  isPaid: boolean
}

const NOTHING: Given = { given_plan: null, given_until: null }

/**
 * Returns the columns of the plan that the operator gave, after a change. An organization without a payment gateway
 * has its plan from the operator, so the first payment notes that plan. From then on only the operator's own changes
 * alter it; payments and the clock do not.
 */
function nextGiven(change: Change, nowMs: number): Given {
  const { row, before, next, events, isPaid } = change
  const held = givenState(row, nowMs)
  if (isPaid) return row.gateway === null ? givenBy(before) : heldStill(held)
  if (row.gateway === null || events.length === 0) return heldStill(held)
  if (events.some(({ kind }) => kind === 'subscribed')) return givenBy(next)
  return held ? givenBy({ ...next, plan: held.plan }) : NOTHING
}

function givenBy(state: PlanState): Given {
  return state.plan === 'free' || !isGranted(state)
    ? NOTHING
    : { given_plan: state.plan, given_until: state.until }
}

const heldStill = (held: PlanState | undefined): Given =>
  held ? { given_plan: held.plan, given_until: held.until } : NOTHING
