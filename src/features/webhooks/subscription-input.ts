import * as z from 'zod'
import { EVENT_NAMES, type EventName } from '../../domain/webhooks/event-types.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import { invalidField } from '../../kernel/door/errors.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { didYouMean } from '../../lib/text/did-you-mean.ts'
import { inQuotes } from '../../lib/text/in-quotes.ts'
import { parseUrl } from '../../lib/web/parse-url.ts'

const MAX_SITES = 100
/**
 * The most names of events that may be sent. The same name may come twice, but no caller sends this many on purpose.
 */
const MAX_NAMES = 100
const MAX_NAME_CHARS = 64

const KNOWN: ReadonlySet<string> = new Set(EVENT_NAMES)
const isEventName = (name: string): name is EventName => KNOWN.has(name)

function unknownEvent(name: unknown): string {
  const text = String(name).slice(0, MAX_NAME_CHARS)
  const nearest = didYouMean(text, EVENT_NAMES)
  const guess = nearest === undefined ? '' : `; did you mean ${nearest}?`
  return `${inQuotes(text)} is no event; events are ${EVENT_NAMES.join(', ')}${guess}`
}

const EventNameField = z
  .string()
  .max(MAX_NAME_CHARS)
  .refine(isEventName, {
    error: ({ input }) => unknownEvent(input),
  })
  .meta({ enum: EVENT_NAMES })

/** The fields of a subscription that a person chooses, which creating and changing one both take. */
export const subscriptionFields = {
  url: z
    .string()
    .min(1)
    .max(2_048)
    .describe('Where deliveries are sent: an https address of the public internet'),
  events: z
    .array(EventNameField)
    .min(1)
    .max(MAX_NAMES)
    .describe('Names of the events that it hears of; GET /event-types has them'),
  description: z.string().trim().max(500).describe('To tell subscriptions apart'),
  siteIds: z
    .array(PathId)
    .min(1)
    .max(MAX_SITES)
    .nullable()
    .describe(
      'Ids of the sites whose events it hears of; null is every site. Events of the organization are always told',
    ),
  includeEventId: z
    .boolean()
    .describe('Whether bodies have the id of their event, by which repetitions are known'),
  paused: z.boolean().describe('While it is paused events wait for it, for 7 days'),
}

/**
 * Returns the names of events as they are stored: each once, in the order in which they were sent, without unknown
 * ones.
 */
export const distinctEvents = (names: readonly string[]): EventName[] =>
  [...new Set(names)].filter(isEventName)

/** Returns the sites as they are stored, each once, as JSON; null for all sites. */
export const siteColumn = (siteIds: readonly string[] | null): string | null =>
  siteIds === null ? null : JSON.stringify([...new Set(siteIds)])

/**
 * Returns the address of a receiver in its parsed form, without a fragment; a slash that only parsing added is left
 * out, so that an owner finds the address again. Throws VALIDATION_FAILED for an address that nothing may be sent to,
 * as far as that shows without a resolver; each attempt checks once more.
 */
export function receiverUrl(app: Pick<AppContext, 'refuseReceiver'>, text: string): string {
  const reason = app.refuseReceiver(text)
  if (reason !== undefined) throw invalidField('url', 'refused_url', reason)
  const url = parseUrl(text)
  if (!url) throw new Error('An address that is permitted can be parsed')
  url.hash = ''
  return url.href === `${text}/` ? text : url.href
}
