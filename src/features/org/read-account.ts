import * as z from 'zod'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import type { TenantAccount } from '../../../db/tenant/tenant-account.ts'
import { PLAN_STATUSES } from '../../domain/subscription/plan-state.ts'
import { grantedPlan, planStateOf } from '../../kernel/plan/granted-plan.ts'
import { PLAN_LIMITS } from '../../kernel/plan/plans.ts'
import { iso } from '../../lib/time/clock.ts'

const Limit = z.number().nullable().describe('null is unlimited')

/** The limits of an organization, and its usage. */
export const Account = z.object({
  id: z.string(),
  name: z.string(),
  plan: z.string(),
  seats: z.object({
    limit: Limit,
    used: z.int().describe('Of members, and of people who are invited'),
  }),
  limits: z.object({
    requestsPerMinute: z.int(),
    sites: Limit,
    keys: Limit,
    webhooks: Limit,
  }),
  usage: z.object({
    sites: z.int().describe('As far as the key reaches'),
    keys: z.int().describe('That work, and that no other has replaced'),
    webhooks: z.int().describe('Subscriptions, paused ones too'),
    creditsUsed: z.int().describe('In this month of credits'),
  }),
  features: z.object({
    apiKeys: z.boolean(),
    mcp: z.boolean(),
    branding: z.boolean(),
    extraDomains: z.boolean(),
    bulkPrompts: z.boolean(),
    keysChangeRules: z.boolean(),
  }),
  billing: z.object({
    gateway: z.string().nullable().describe('Who takes the payments; null without any'),
    status: z
      .enum(PLAN_STATUSES)
      .describe('Of the plan; what is paused or expired has the limits of Free'),
    cancelled: z.boolean(),
    periodStart: z.string().nullable(),
    periodEnd: z.string().nullable(),
    cancelAtPeriodEnd: z.boolean().describe('The plan goes on until then, and ends'),
  }),
  createdAt: z.string(),
})

/** Reads the limits and the usage of an organization, together with its row. */
export async function readAccount(db: TenantDb, nowMs: number) {
  const row = await db.account(nowMs)
  const limits = PLAN_LIMITS[grantedPlan(row, nowMs)]
  const { apiKeys, mcp, branding, extraDomains, bulkPrompts, keysChangeRules } = limits
  const account: z.input<typeof Account> = {
    id: row.id,
    name: row.name,
    plan: planStateOf(row, nowMs).plan,
    seats: { limit: finite(limits.maxSeats), used: row.seats },
    limits: {
      requestsPerMinute: limits.requestsPerMinute,
      sites: finite(limits.maxSites),
      keys: finite(limits.maxKeys),
      webhooks: finite(limits.maxWebhooks),
    },
    usage: {
      sites: row.sites,
      keys: row.keys,
      webhooks: row.webhooks,
      creditsUsed: row.credits_used ?? 0,
    },
    features: { apiKeys, mcp, branding, extraDomains, bulkPrompts, keysChangeRules },
    billing: billingOf(row, nowMs),
    createdAt: iso(row.created_at),
  }
  return { account, row }
}

function billingOf(row: TenantAccount, nowMs: number): z.input<typeof Account>['billing'] {
  const { status, cancelled, until } = planStateOf(row, nowMs)
  const ends = row.period_end ?? (cancelled ? until : null)
  return {
    gateway: row.gateway,
    status,
    cancelled,
    periodStart: row.period_start === null ? null : iso(row.period_start),
    periodEnd: ends === null ? null : iso(ends),
    cancelAtPeriodEnd: cancelled && status !== 'expired',
  }
}

const finite = (limit: number): number | null => (Number.isFinite(limit) ? limit : null)
