import { EVENT_NAMES, EVENT_TYPES } from '../../domain/webhooks/event-types.ts'
import { outboxSignal } from '../../kernel/door/domain-events.ts'
import type { OrgContext } from '../../kernel/door/operation.ts'
import { opened, type CursorScope } from '../../kernel/reads/paging.ts'
import { notOfStream, type ServerSentEvent } from '../../kernel/door/server-sent-event.ts'
import { toWebhookEvent, WebhookEvent } from './webhook-event.ts'

/**
 * The interval in ms at which events of another process are looked for; events of this process are notified at once.
 */
const POLL_MS = 1_000
/** The number of rows that are read at once. */
const GROUP = 100

/** The names of the server-sent events that a stream may have, each the same as the name of its domain event. */
export const STREAMED_EVENTS: Readonly<Record<string, string>> = Object.fromEntries(
  EVENT_NAMES.map((name) => [name, EVENT_TYPES[name].summary]),
)

interface Followed {
  /** The number of the last event that was seen; undefined to follow only events from here on. */
  after: number | undefined
  /** The kinds of event to follow; undefined for all. */
  names: ReadonlySet<string> | undefined
  signal: AbortSignal
}

/**
 * Yields each event of the organization once, in their order, until the signal is aborted. Before the first event it
 * yields the place where it begins, so that a caller who is cut off early can go on without missing an event.
 */
export async function* followEvents(
  ctx: OrgContext,
  { after, names, signal }: Followed,
): AsyncGenerator<ServerSentEvent> {
  const { app, db } = ctx
  using watch = app.signals.watch(outboxSignal(db.orgId))
  let seen = after ?? (await db.outbox.newest())
  yield { id: signPosition(ctx, seen), event: '', data: undefined }
  while (!signal.aborted) {
    const rows = await db.outbox
      .withSites()
      .where('outbox.num', '>', seen)
      .orderBy('outbox.num')
      .limit(GROUP)
      .execute()
    for (const row of rows) {
      seen = row.num
      if (names && !names.has(row.event)) continue
      const data = WebhookEvent.parse(toWebhookEvent(row))
      yield { id: signPosition(ctx, seen), event: row.event, data }
    }
    if (rows.length < GROUP) await watch.next(POLL_MS, signal)
  }
}

const scopeOf = ({ app, db }: OrgContext): CursorScope => ({
  app,
  binding: `webhooks.followEvents ${db.orgId}`,
})

/**
 * Signs the number of an event as a place in the stream, so that no caller can make one up or use one of another
 * organization.
 */
function signPosition(ctx: OrgContext, num: number): string {
  const { app, binding } = scopeOf(ctx)
  return app.cursors.sign(binding, [num])
}

/**
 * Reads the number of the event after which a stream goes on from a signed place. Throws BAD_REQUEST for a text that is
 * not a place of this organization.
 */
export function openPosition(ctx: OrgContext, lastEventId: string): number {
  try {
    const [num] = opened(scopeOf(ctx), lastEventId) ?? []
    return Number(num)
  } catch (cause) {
    throw notOfStream({ cause })
  }
}
