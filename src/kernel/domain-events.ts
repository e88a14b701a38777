import * as z from 'zod'
import type { EmittedEvent } from '../../db/tenant/tenant-outbox.ts'
import type { AppContext } from './app-context.ts'

const OfScan = {
  siteId: z.string(),
  jobId: z.string(),
  kind: z.enum(['onboarding', 'rescan']),
}

/** The events that the service emits, by the names of contract 6.1. A payload whose form changes is a new version. */
const DOMAIN_EVENTS = {
  'scan.completed': {
    version: 1,
    payload: z.strictObject({
      ...OfScan,
      state: z.enum(['succeeded', 'partial']),
      pages: z.int(),
      added: z.int(),
      changed: z.int(),
      removed: z.int(),
      /** Counts the prompts that were written, and not those that stayed as they were. */
      prompts: z.int(),
      score: z.int().nullable(),
      durationMs: z.int(),
    }),
  },
  'scan.failed': {
    version: 1,
    payload: z.strictObject({
      ...OfScan,
      code: z.string(),
      message: z.string(),
      retryable: z.boolean(),
      attempts: z.int(),
    }),
  },
} as const

type DomainEvents = typeof DOMAIN_EVENTS

export type DomainEvent = {
  [N in keyof DomainEvents]: { event: N; payload: z.output<DomainEvents[N]['payload']> }
}[keyof DomainEvents]

/** Makes an event as `TenantDb.emit` takes it, with an id and a time. Throws where the payload has another form. */
export function domainEvent(
  app: Pick<AppContext, 'newId' | 'now'>,
  { event, payload }: DomainEvent,
): EmittedEvent {
  const { version, payload: form } = DOMAIN_EVENTS[event]
  return {
    id: app.newId('evt'),
    event,
    version,
    payload: JSON.stringify(form.parse(payload)),
    at: app.now(),
  }
}
