import * as z from 'zod'
import type { Beacon, BotSighting, EventBatch, NewEvent } from '../../domain/events/new-event.ts'
import type { CollectingSite } from '../../../db/system/ingest-sites.ts'
import { networkOf } from '../../auth/client-address.ts'
import { HOUR_MS, iso } from '../../lib/time/clock.ts'
import { domainEvent } from '../../kernel/door/domain-events.ts'
import { defineOperation, type PublicContext } from '../../kernel/door/operation.ts'
import { existingSite } from '../../kernel/names/find-site.ts'
import { isRecord } from '../../lib/json/is-record.ts'
import { didYouMean } from '../../lib/text/did-you-mean.ts'
import { parseWebUrl } from '../../lib/web/web-url.ts'
import { botName } from './bots.ts'
import { deviceOf } from './device.ts'
import { CollectedEvent, MAX_BATCH_EVENTS } from './event-input.ts'
import { isOwnHost, prepareEvent, type EventReader } from './prepare-event.ts'

/** The most characters of a host; a longer name cannot be resolved. */
const MAX_HOST = 253

const SiteId = z.string().min(1).max(64)

const Input = z.strictObject({
  siteId: SiteId.describe('The site whose page this is'),
  boot: z.string().max(64).optional().describe('As the configuration of the widget has it'),
  events: z.array(CollectedEvent).min(1).max(MAX_BATCH_EVENTS),
})

/** Turns a single event, whose fields are next to `siteId`, into a batch of one. */
function asBatch(raw: unknown) {
  if (!isRecord(raw) || !isFlat(raw)) return undefined
  const ours = Object.entries(raw).filter(([name]) => isOfBatch(name))
  const event = Object.entries(raw).filter(([name]) => !isOfBatch(name))
  const value = { ...Object.fromEntries(ours), events: [Object.fromEntries(event)] }
  return { value, sentAs: withoutBatch }
}

/**
 * True for a body that is one event. A body with a list under a name like `events` is a batch whose field was misspelt.
 */
function isFlat(raw: Readonly<Record<string, unknown>>): boolean {
  if ('events' in raw) return false
  return (
    FLAT_FIELDS.some((name) => name in raw) &&
    !Object.entries(raw).some(
      ([name, value]) => Array.isArray(value) && didYouMean(name, ['events']) !== undefined,
    )
  )
}

const FLAT_FIELDS = ['siteId', 'kind', 'url']
const BATCH_FIELDS = ['siteId', 'boot']

/** True for the name of a field of a batch, also where the name is misspelt. */
const isOfBatch = (name: string): boolean =>
  !Object.hasOwn(CollectedEvent.shape, name) && didYouMean(name, BATCH_FIELDS) !== undefined

const withoutBatch = (path: string): string => path.replace(/^events\[0\]\.?/, '')

/**
 * POST /collect: takes events of a site's widget, and answers once they are durable. Events of bots are counted apart
 * and answered as rejected, as are events that the site does not accept.
 */
export const collect = defineOperation({
  name: 'events.collect',
  summary: 'Collect events of a site’s widget: one event, or up to 50 in `events`',
  access: { by: 'public' },
  // An event is answered once its group is on the disk, and most come from an address of their own.
  addressLimit: { name: 'collect', requestsPerMinute: 1_200, isAnsweredLater: true },
  http: {
    method: 'post',
    path: '/collect',
    status: 202,
    idempotency: 'none',
    body: 'beacon',
    metaOnlyFields: ['reasons'],
  },
  mendsTexts: true,
  normalise: asBatch,
  input: Input,
  output: z.object({
    accepted: z.int(),
    duplicates: z.int(),
    rejected: z.int(),
    /** The number of rejected events by reason. */
    reasons: z.record(z.string(), z.int()),
  }),
  async handler(ctx, { siteId, boot = '', events }) {
    const { app } = ctx
    const now = app.now()
    const site = existingSite(await app.system.sites.find(siteId, now))
    const { kept, bots, reasons } = filterEvents(ctx, site, events, now)
    const batch: EventBatch = {
      source: 'live',
      events: kept,
      bots,
      beacon: kept.length > 0 ? beaconOf(ctx, site, boot, now) : null,
      receivedAt: now,
      sender: app.addressName(ctx.caller.address),
    }
    const { accepted, duplicates, rejected, limited } = await store(ctx, site.id, batch)
    return {
      accepted,
      duplicates,
      rejected: events.length - kept.length + rejected + limited,
      reasons: { ...reasons, ...(limited > 0 && { rate_limited: limited }) },
    }
  },
})

interface Sifted {
  kept: NewEvent[]
  bots: BotSighting[]
  /** The number of dropped events for each reason. */
  reasons: Record<string, number>
}

/**
 * Returns rows for the events that the site accepts from this reader, counts of those by bots, and the number of
 * refused events by reason.
 */
function filterEvents(
  ctx: PublicContext,
  site: CollectingSite,
  events: readonly CollectedEvent[],
  now: number,
): Sifted {
  const bot = botName(ctx.caller.userAgent)
  if (bot !== undefined) {
    const bots = events.map(({ kind }) => ({ siteNum: site.num, bot, kind }))
    return { kept: [], bots, reasons: { bot: events.length } }
  }
  if (ctx.caller.optedOut && site.honour_opt_out === 1) {
    return { kept: [], bots: [], reasons: { consent: events.length } }
  }
  const reader = readerOf(ctx)
  const kept: NewEvent[] = []
  const reasons: Record<string, number> = {}
  for (const event of events) {
    const prepared = prepareEvent(site, event, reader, now, event.eventId ?? ctx.app.newId('evt'))
    if (typeof prepared === 'string') reasons[prepared] = (reasons[prepared] ?? 0) + 1
    else kept.push(prepared)
  }
  return { kept, bots: [], reasons }
}

async function store({ app }: PublicContext, siteId: string, batch: EventBatch) {
  if (batch.events.length + batch.bots.length === 0) {
    return { accepted: 0, duplicates: 0, rejected: 0, limited: 0 }
  }
  const result = await app.system.events.write(batch)
  // The next event of the site need not prove again what is stored now.
  if (batch.beacon) app.system.sites.invalidate(siteId)
  return result
}

function readerOf({ caller }: PublicContext): EventReader {
  const userAgent = caller.userAgent ?? ''
  return {
    visitorKey: `${caller.address}\n${userAgent}`,
    askerKey: networkOf(caller.address),
    country: caller.country ?? null,
    device: deviceOf(userAgent),
  }
}

/**
 * Returns a beacon, which proves that the widget is installed, where events come from the site's own page by a widget
 * that has its configuration from this service. Null for other events, and within an hour of the last beacon, since
 * each is written.
 */
function beaconOf(
  { app, caller }: PublicContext,
  site: CollectingSite,
  boot: string,
  now: number,
): Beacon | null {
  const { id: siteId, num: siteNum, install_last_seen_at: lastSeenAt } = site
  // The absolute distance also covers a clock that was ahead when it last saw the beacon.
  if (lastSeenAt !== null && Math.abs(now - lastSeenAt) < HOUR_MS) return null
  if (!app.boots.isValid(siteId, boot, now)) return null
  const page = parseWebUrl(caller.origin ?? '') ?? parseWebUrl(caller.referer ?? '')
  const host = page?.hostname ?? ''
  if (host.length > MAX_HOST || !isOwnHost(site, host)) return null
  if (lastSeenAt !== null) return { siteNum, event: undefined }
  const payload = { siteId, host, installedAt: iso(now) }
  return { siteNum, event: domainEvent(app, { event: 'site.installed', payload }) }
}
