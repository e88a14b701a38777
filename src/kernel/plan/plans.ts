import type { ScanSchedule } from '../../domain/scans/scan-schedule.ts'
import { ServiceError } from '../door/errors.ts'

export const PLANS = ['free', 'pro', 'business', 'enterprise', 'self_hosted'] as const
export type Plan = (typeof PLANS)[number]

/** The names of the plans that an organization can go up to, narrowest first. */
export const PLAN_NAMES = [
  ['free', 'Free'],
  ['pro', 'Pro'],
  ['business', 'Business'],
  ['enterprise', 'Enterprise'],
] as const satisfies readonly (readonly [Plan, string])[]

export interface PlanLimits {
  apiKeys: boolean
  mcp: boolean
  /** Requests a minute for each API key; contract 8. */
  requestsPerMinute: number
  /** Days that single events and questions are kept; then only their daily sums. */
  rawDays: number
  /** Months that daily sums are kept. */
  rollupMonths: number
  maxSites: number
  /** Pages of one scan. */
  maxScanPages: number
  /** The most frequent schedule of scans. */
  scanSchedule: ScanSchedule
  maxKeys: number
  /** Webhook subscriptions. */
  maxWebhooks: number
  /** Members, and those who are invited. */
  maxSeats: number
  /** Credits that are granted each month; without a limit nothing is charged. */
  monthlyCredits: number
  /** Queries that engines are asked, of each site. */
  maxCitationQueries: number
  /** Engines of a run of the Citation Monitor. */
  maxCitationEngines: number
  /** Runs of a site in a day; a number below 1 means one run in 1 / number days. */
  citationRunsPerDay: number
  /** Branding of the whole organization. */
  branding: boolean
  /** Domains of a site besides its own. */
  extraDomains: boolean
  /** Import and export of prompts. */
  bulkPrompts: boolean
  /** API keys that change rules; people change them on every plan. */
  keysChangeRules: boolean
  /** API keys that read the audit log, the branding and domains; people read them on every plan. */
  keysReadSettings: boolean
}

const UNLIMITED = Number.POSITIVE_INFINITY

/** The features that the Enterprise plan adds, all off, for the other plans. */
const NO_ENTERPRISE = {
  branding: false,
  extraDomains: false,
  bulkPrompts: false,
  keysChangeRules: false,
  keysReadSettings: false,
} as const satisfies Partial<PlanLimits>

/** The limits of the largest plan, and of those who host the service themselves. */
const WIDEST: PlanLimits = {
  apiKeys: true,
  mcp: true,
  requestsPerMinute: 3_000,
  rawDays: UNLIMITED,
  rollupMonths: UNLIMITED,
  maxSites: UNLIMITED,
  maxScanPages: 50_000,
  scanSchedule: 'daily',
  maxKeys: UNLIMITED,
  // Each event is queued for all of them in the transaction of its cause.
  maxWebhooks: 1_000,
  maxSeats: UNLIMITED,
  monthlyCredits: UNLIMITED,
  // A run keeps the list of its queries, and asks each of them several times.
  maxCitationQueries: 2_000,
  maxCitationEngines: 12,
  citationRunsPerDay: 24,
  branding: true,
  extraDomains: true,
  bulkPrompts: true,
  keysChangeRules: true,
  keysReadSettings: true,
}

/**
 * The limits of each plan. Contract 8 fixes keys, MCP and the request limits; the counts are ours. A Free key cannot be
 * made, so its limit only applies to a key that outlived a downgrade.
 */
export const PLAN_LIMITS: Readonly<Record<Plan, PlanLimits>> = {
  free: {
    apiKeys: false,
    mcp: false,
    requestsPerMinute: 60,
    rawDays: 30,
    rollupMonths: 13,
    maxSites: 1,
    maxScanPages: 50,
    scanSchedule: 'off',
    maxKeys: 0,
    maxWebhooks: 0,
    maxSeats: 1,
    monthlyCredits: 50,
    maxCitationQueries: 5,
    maxCitationEngines: 1,
    citationRunsPerDay: 1 / 7,
    ...NO_ENTERPRISE,
  },
  pro: {
    apiKeys: true,
    mcp: false,
    requestsPerMinute: 120,
    rawDays: 180,
    rollupMonths: 25,
    maxSites: 5,
    maxScanPages: 500,
    scanSchedule: 'weekly',
    maxKeys: 10,
    maxWebhooks: 5,
    maxSeats: 5,
    monthlyCredits: 2_000,
    maxCitationQueries: 50,
    maxCitationEngines: 3,
    citationRunsPerDay: 1,
    ...NO_ENTERPRISE,
  },
  business: {
    apiKeys: true,
    mcp: true,
    requestsPerMinute: 600,
    rawDays: 400,
    rollupMonths: UNLIMITED,
    maxSites: 25,
    maxScanPages: 5_000,
    scanSchedule: 'daily',
    maxKeys: 50,
    maxWebhooks: 20,
    maxSeats: 20,
    monthlyCredits: 20_000,
    maxCitationQueries: 250,
    maxCitationEngines: 6,
    citationRunsPerDay: 4,
    ...NO_ENTERPRISE,
  },
  enterprise: WIDEST,
  self_hosted: WIDEST,
}

/** Pages of one scan on the widest plan. */
export const MOST_SCAN_PAGES = WIDEST.maxScanPages

/** Requests a minute of a dashboard session. */
export const SESSION_REQUESTS_PER_MINUTE = 600

/** An unknown plan in a row is treated as the narrowest one, never as an unlimited one. */
export function planOf(value: string): Plan {
  return PLANS.find((plan) => plan === value) ?? 'free'
}

interface Details {
  /** The field of the input that asks for more. */
  field?: string
  /** Further words for the caller. */
  hint?: string
}

/**
 * Makes the refusal of what a plan does not reach, with the narrowest plan that does. What no plan reaches is refused
 * by the schema instead.
 */
export function planRequired(
  what: string,
  reaches: (limits: PlanLimits) => boolean,
  { field, hint }: Details = {},
): ServiceError {
  const [first, ...wider] = PLAN_NAMES.filter(([plan]) => reaches(PLAN_LIMITS[plan]))
  if (!first) throw new TypeError(`No plan has this: ${what}`)
  const plan = `the ${first[1]} plan${wider.length > 0 ? ' or higher' : ''}`
  const message = [`${what} need ${plan}`, hint].filter(Boolean).join('; ')
  const fields = field === undefined ? [] : [{ path: field, code: 'plan_limit', message }]
  return new ServiceError('PLAN_REQUIRED', message, fields.length > 0 ? { fields } : {})
}

/** Throws PLAN_REQUIRED where a plan does not reach something. */
export function assertPlanReaches(
  plan: Plan,
  ...[what, reaches, details]: Parameters<typeof planRequired>
): void {
  if (!reaches(PLAN_LIMITS[plan])) throw planRequired(what, reaches, details)
}
