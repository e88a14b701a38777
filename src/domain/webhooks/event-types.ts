import * as z from 'zod'
import { SCAN_ERRORS } from '../scans/scan-errors.ts'
import { PLAN_STATUSES } from '../subscription/plan-state.ts'

const OfScan = {
  siteId: z.string(),
  jobId: z.string(),
  kind: z.enum(['onboarding', 'rescan']),
}

const Moment = z.iso.datetime({ precision: 3 })

/** One kind of event: its cause, and its payload. */
interface EventType<P extends z.ZodType> {
  /** The version of the payload; it goes up when the form of the payload changes. */
  version: number
  summary: string
  /** The change in the service after which the event is emitted. */
  cause: string
  payload: P
  /** A payload as documented, which a test delivery carries. */
  example: z.output<P>
}

const eventType = <P extends z.ZodType>(type: EventType<P>): EventType<P> => type

const SITE = 'site_01ky1sv00c6x8zq4n2v7b3m9kt'
const JOB = 'job_01ky1sv00e0r5t8w2y4h6j1n3p'
const ORG = 'org_01ky1sv0087d2f4g6h8j0k2m4n'

/**
 * The events that the service emits, by the names of contract 6.1; the fields that the contract shows are its own
 * (6.2).
 */
export const EVENT_TYPES = {
  'scan.completed': eventType({
    version: 1,
    summary: 'A scan has ended and its prompts are ready',
    cause: 'A first scan or a later one ends as succeeded or partial; a canceled one tells nothing',
    payload: z.strictObject({
      ...OfScan,
      state: z.enum(['succeeded', 'partial']),
      pages: z.int(),
      added: z.int(),
      changed: z.int(),
      removed: z.int(),
      prompts: z.int().describe('Prompts that were written; those that stayed are not counted'),
      score: z.int().nullable().describe('Of the site, 0 to 100; null where no page has one'),
      durationMs: z.int(),
    }),
    example: {
      siteId: SITE,
      jobId: JOB,
      kind: 'rescan',
      state: 'succeeded',
      pages: 42,
      added: 3,
      changed: 5,
      removed: 1,
      prompts: 8,
      score: 71,
      durationMs: 18_250,
    },
  }),
  'scan.failed': eventType({
    version: 1,
    summary: 'A scan has ended in an error',
    cause: 'A scan ends as failed, after its last attempt',
    payload: z.strictObject({
      ...OfScan,
      code: z.enum(SCAN_ERRORS),
      message: z.string(),
      retryable: z.boolean(),
      attempts: z.int(),
    }),
    example: {
      siteId: SITE,
      jobId: JOB,
      kind: 'onboarding',
      code: 'TIMEOUT',
      message: 'The site did not answer in time',
      retryable: true,
      attempts: 3,
    },
  }),
  'credits.low': eventType({
    version: 1,
    summary: 'The balance of credits has fallen below its threshold',
    cause:
      'A debit takes the balance below the threshold; again only after it was at the threshold or above',
    payload: z.strictObject({
      orgId: z.string(),
      balance: z.int(),
      threshold: z.int(),
      periodEnd: Moment.nullable().describe('When credits are granted next; null where none are'),
    }),
    example: {
      orgId: ORG,
      balance: 188,
      threshold: 200,
      periodEnd: '2026-12-01T00:00:00.000Z',
    },
  }),
  'credits.depleted': eventType({
    version: 1,
    summary: 'No credits are left',
    cause: 'A debit takes the balance to zero; again only after it was at the threshold or above',
    payload: z.strictObject({ orgId: z.string(), balance: z.int() }),
    example: { orgId: ORG, balance: 0 },
  }),
  'citation.detected': eventType({
    version: 1,
    summary: 'An AI engine cited the site',
    cause: 'A run of the citation monitor finds the site cited',
    payload: z.strictObject({
      siteId: z.string(),
      cited: z.int().describe('Answers that cited the site'),
      total: z.int().describe('Answers that were looked at'),
      engines: z.array(z.string()).describe('Names of the engines that cited it'),
    }),
    example: { siteId: SITE, cited: 4, total: 30, engines: ['chatgpt', 'perplexity'] },
  }),
  'subscription.updated': eventType({
    version: 1,
    summary: 'The plan of the organization has changed',
    cause:
      'The plan or its status changes: created, upgraded, downgraded, cancelled or not any more, unpaid, paused, ended or paid again',
    payload: z.strictObject({
      orgId: z.string(),
      plan: z.string(),
      status: z.enum(PLAN_STATUSES),
      cancelled: z.boolean(),
    }),
    example: { orgId: ORG, plan: 'business', status: 'active', cancelled: false },
  }),
  'invoice.paid': eventType({
    version: 1,
    summary: 'An invoice was paid',
    cause: 'The payment gateway tells that an invoice was paid',
    payload: z.strictObject({
      orgId: z.string(),
      invoiceId: z.string(),
      amountMinor: z.int().describe('In the smallest unit of the currency'),
      currency: z.string().describe('ISO 4217, in upper case'),
      plan: z.string(),
      periodStart: Moment.nullable(),
      periodEnd: Moment.nullable(),
      paidAt: Moment,
    }),
    example: {
      orgId: ORG,
      invoiceId: 'in_1SVx2bK3mQ8r',
      amountMinor: 9_900,
      currency: 'EUR',
      plan: 'business',
      periodStart: '2026-11-01T00:00:00.000Z',
      periodEnd: '2026-12-01T00:00:00.000Z',
      paidAt: '2026-11-01T00:04:11.000Z',
    },
  }),
  'site.installed': eventType({
    version: 1,
    summary: 'The widget of a site was seen live for the first time',
    cause:
      'The first events with a boot id of the site that came from a page of its own domains; once for a site',
    payload: z.strictObject({
      siteId: z.string(),
      host: z.string().describe('The host that it came from'),
      installedAt: Moment,
    }),
    example: { siteId: SITE, host: 'example.com', installedAt: '2026-11-20T23:14:00.123Z' },
  }),
} as const

type EventTypes = typeof EVENT_TYPES

export type EventName = keyof EventTypes

/** The names in the order of contract 6.1. */
// @NOTE the keys of a literal; Object.keys forgets their type.
export const EVENT_NAMES = Object.keys(EVENT_TYPES) as readonly EventName[]

/** An event before it has an id and a time. */
export type DomainEvent = {
  [N in EventName]: { event: N; payload: z.output<EventTypes[N]['payload']> }
}[EventName]
