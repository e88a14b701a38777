import * as z from 'zod'
import type { ChangedCredits, CreditChange, CreditRef } from '../../../db/tenant/tenant-credits.ts'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { availableOf, type CreditAccount } from '../../domain/credits/credit-book.ts'
import { lowThresholdOf } from '../../domain/credits/credit-terms.ts'
import { iso } from '../../lib/time/clock.ts'
import type { AppContext } from '../door/app-context.ts'
import { domainEvent } from '../door/domain-events.ts'
import { ServiceError } from '../door/errors.ts'
import { grantedPlan, PLAN_COLUMNS } from './granted-plan.ts'
import { PLAN_LIMITS } from './plans.ts'
import type { Actor } from '../door/principal.ts'
import { SURFACES } from '../door/surface.ts'

/** The actor of automatic changes, such as the grant of a month. */
const BY_ITSELF: Actor = { type: 'system', id: 'credits' }

const Amount = z.int().nullable()

/** The credits of an organization as answers show them. On a plan without a limit, the numbers of the plan are null. */
export const CreditSummary = z
  .object({
    unlimited: z.boolean().describe('true on a plan without a limit, which charges nothing'),
    balance: Amount.describe('null where there is no limit'),
    reserved: z.int().describe('The part of the balance that work under way has taken for itself'),
    available: Amount.describe('The balance without what is reserved'),
    monthlyGrant: Amount,
    used: z.int().describe('In this period; without a limit, what the work would have cost'),
    lowThreshold: Amount.describe('credits.low tells that the balance fell below it'),
    periodStart: z.string(),
    periodEnd: z.string().describe('When the next grant comes, and the rest of this one expires'),
  })
  .meta({ id: 'Credits' })
type CreditSummary = z.output<typeof CreditSummary>

/** The parts of the context that credits need. */
type Parts = Pick<AppContext, 'newId' | 'now'>

interface Work {
  ref: CreditRef
  reason: 'scan' | 'prompt_llm' | 'citation_check'
  actor: Actor
}

/**
 * Reserves credits for work, as many as are available up to `wanted`, and returns how many the work may spend: all
 * wanted ones on a plan without a limit. Work that may end without a report, by a crash, gives them back at `lapsesAt`.
 */
export async function reserveCredits(
  app: Parts,
  trx: TenantDb,
  { actor, ...work }: Work & { wanted: number; lapsesAt: number | null },
): Promise<number> {
  return trx.credits.reserve(await changeBy(app, trx, actor), work)
}

/**
 * Charges work that has ended, in the transaction of its end, with the events that the charge causes. Returns the
 * charged amount: 0 on a plan without a limit.
 */
export async function settleCredits(
  app: Parts,
  trx: TenantDb,
  { actor, ...work }: Work & { cost: number },
): Promise<number> {
  const change = await changeBy(app, trx, actor)
  const settled = await trx.credits.settle(change, work)
  await emitCrossings(app, trx, change, settled)
  return settled.charged
}

/**
 * Brings credits in line with the plan of the organization, and with the months of its subscription; call it after a
 * change of the plan, in the transaction of the change. A larger grant comes at once, as the difference to what came
 * this month; a smaller one counts from the next month on. What the clock changes of a plan counts with the next use
 * of credits.
 */
export async function renewCredits(app: Parts, trx: TenantDb): Promise<CreditAccount> {
  const { account } = await trx.credits.renew(await changeBy(app, trx, BY_ITSELF))
  return account
}

/**
 * Adds credits that stay until they are spent, or takes some of those that are left; undefined where an earlier call
 * had the same reference.
 */
export async function addCredits(
  app: Parts,
  trx: TenantDb,
  { actor, ...wanted }: Parameters<TenantDb['credits']['add']>[1] & { actor: Actor },
): Promise<{ added: number; account: CreditAccount } | undefined> {
  const change = await changeBy(app, trx, actor)
  const changed = await trx.credits.add(change, wanted)
  if (changed) await emitCrossings(app, trx, change, changed)
  return changed
}

/**
 * Reads the credits of an organization as they are now: effects of a month's end or of a change of plan are written
 * first.
 */
export async function readCredits(app: Parts, db: TenantDb): Promise<CreditSummary> {
  const change = await changeBy(app, db, BY_ITSELF)
  const found = await db.credits.find(change)
  return summaryOf(found ?? (await db.transaction((trx) => renewCredits(app, trx))), change)
}

/**
 * Makes the terms of a change of credits from the plan as it is stored, since the plan that a caller has may have
 * changed meanwhile.
 */
async function changeBy(app: Parts, db: TenantDb, actor: Actor): Promise<CreditChange> {
  const nowMs = app.now()
  const row = await db
    .organization()
    .select([...PLAN_COLUMNS, 'period_start'])
    .executeTakeFirstOrThrow()
  const { monthlyCredits } = PLAN_LIMITS[grantedPlan(row, nowMs)]
  const monthlyGrant = Number.isFinite(monthlyCredits) ? monthlyCredits : null
  return { monthlyGrant, anchorMs: row.period_start, nowMs, newId: () => app.newId('crd'), actor }
}

async function emitCrossings(
  app: Parts,
  trx: TenantDb,
  { monthlyGrant }: CreditChange,
  { account, crossings }: ChangedCredits,
): Promise<void> {
  const { balance, periodEndMs } = account
  const threshold = lowThresholdOf(monthlyGrant ?? 0)
  const periodEnd = iso(periodEndMs)
  const { orgId } = trx
  for (const event of crossings) {
    const payload = { orgId, balance }
    await trx.emit(
      domainEvent(
        app,
        event === 'credits.low'
          ? { event, payload: { ...payload, threshold, periodEnd } }
          : { event, payload },
      ),
    )
  }
}

function summaryOf(account: CreditAccount, { monthlyGrant }: CreditChange): CreditSummary {
  const isUnlimited = monthlyGrant === null
  return {
    unlimited: isUnlimited,
    balance: isUnlimited ? null : account.balance,
    reserved: account.reserved,
    available: isUnlimited ? null : availableOf(account),
    monthlyGrant,
    used: account.used,
    lowThreshold: isUnlimited ? null : lowThresholdOf(monthlyGrant),
    periodStart: iso(account.periodStartMs),
    periodEnd: iso(account.periodEndMs),
  }
}

/** Makes the refusal of work that costs credits, where no credits are left. `what` names the work. */
export const creditsExhausted = (what: string): ServiceError =>
  new ServiceError(
    'CREDITS_EXHAUSTED',
    `${what} costs credits, and none are left, or work under way has reserved them; GET ${SURFACES.api.base}/credits tells when more are granted`,
  )
