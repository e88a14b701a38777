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
  /** Days for which single events and questions are kept; after them only their daily sums remain. */
  rawDays: number
  /** Months for which daily sums are kept. */
  rollupMonths: number
  maxSites: number
  /** The most pages of one scan. */
  maxScanPages: number
  /** The most frequent schedule of scans. */
  scanSchedule: ScanSchedule
  maxKeys: number
  /** The most webhook subscriptions. */
  maxWebhooks: number
  /** The most members, with the people who are invited. */
  maxSeats: number
  /** Credits that are granted each month; without a limit nothing is charged. */
  monthlyCredits: number
  /** The most queries of each site that engines are asked. */
  maxCitationQueries: number
  /** The most engines of a run of the Citation Monitor. */
  maxCitationEngines: number
  /** The most runs of a site in a day; a number below 1 means one run in 1 / number days. */
  citationRunsPerDay: number
  /** True where the organization may have branding. */
  branding: boolean
  /** True where a site may have domains in addition to its own. */
  extraDomains: boolean
  /** True where prompts may be imported and exported. */
  bulkPrompts: boolean
  /** True where API keys may change rules; people change rules on every plan. */
  keysChangeRules: boolean
  /** True where API keys may read the audit log, the branding and domains; people read these on every plan. */
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

/** The most pages of one scan on any plan. */
export const MOST_SCAN_PAGES = WIDEST.maxScanPages

/** Requests a minute of a dashboard session. */
export const SESSION_REQUESTS_PER_MINUTE = 600

/** Reads the name of a plan; an unknown name in a row counts as the narrowest plan, never as an unlimited one. */
export function planOf(value: string): Plan {
  return PLANS.find((plan) => plan === value) ?? 'free'
}

interface Details {
  /** The field of the input that asks for more than the plan has. */
  field?: string
  /** Further words for the caller, at the end of the message. */
  hint?: string
}

/**
 * Makes the refusal of a feature or number that a plan does not reach; its message names the narrowest plan that does.
 * Throws TypeError where no plan reaches it: the schema refuses that instead.
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

/** Throws PLAN_REQUIRED where the limits of a plan do not satisfy `reaches`; `what` names the feature. */
export function assertPlanReaches(
  plan: Plan,
  ...[what, reaches, details]: Parameters<typeof planRequired>
): void {
  if (!reaches(PLAN_LIMITS[plan])) throw planRequired(what, reaches, details)
}
