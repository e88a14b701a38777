import { detectLanguage } from '../../domain/language/detect-language.ts'
import type { Facet, NewEvent } from '../../domain/events/new-event.ts'
import type { CollectingSite } from '../../../db/system/ingest-sites.ts'
import { pageAddresses } from '../../domain/page/page-address.ts'
import { pageParametersOf } from '../../../db/site/page-of-address.ts'
import { copyText } from '../../lib/text/copy-text.ts'
import { parseWebUrl } from '../../lib/web/web-url.ts'
import { classifySource, engineId } from '../../domain/events/ai-sources.ts'
import type { Channel } from '../../domain/events/channels.ts'
import { campaignName } from './campaign-name.ts'
import { channelOf } from './channel.ts'
import type { CollectedEvent } from './event-input.ts'
import { cleanVisitorText, redactQuestion } from './redact.ts'
import { registrableDomain } from '../../lib/web/registrable-domain.ts'
import { siteAliases, isWithin } from '../../kernel/names/site-host.ts'

/** The reason why an event was not stored; the answer's meta counts them. */
type DropReason =
  'bot' | 'consent' | 'hostname' | 'not_ai_referral' | 'paused' | 'questions_off' | 'rate_limited'

/** The reader of an event, from the request or from an imported line. */
export interface EventReader {
  /** The text that tells one reader from another on one day; it is hashed and forgotten. */
  visitorKey: string
  /**
   * The text that tells askers apart; several browsers at one address count as one asker. It is hashed and forgotten,
   * too.
   */
  askerKey: string
  country: string | null
  device: string | null
}

const MAX_TITLE = 300
const NO_PARAMETERS = { own: null, learned: [] }

/**
 * Checks one event against its site and classifies it. Returns the row to store, or the reason why it is not stored.
 */
export function prepareEvent(
  site: CollectingSite,
  event: CollectedEvent,
  reader: EventReader,
  at: number,
  eventId: string,
): NewEvent | DropReason {
  if (site.status === 'paused') return 'paused'
  if (event.kind === 'question' && site.question_mode === 'off') return 'questions_off'
  const page = pageAddress(site, event.url)
  if (!page || !isOwnHost(site, page.hostname)) return 'hostname'
  const source = sourceOf(site, event, page)
  if (event.kind === 'referral' && !source.visit) return 'not_ai_referral'
  const title = event.title === undefined ? null : cleanVisitorText(event.title, MAX_TITLE) || null
  return {
    site: { num: site.num, id: site.id },
    kind: event.kind,
    at,
    eventId,
    visitorKey: `${site.id}\n${reader.visitorKey}\n${registrableDomain(page.hostname)}`,
    ...placeOf(site, page),
    title,
    engine: engineOf(event, source.visit?.engine),
    referrer: source.host,
    country: reader.country,
    device: reader.device,
    facet: facetOf(event, source),
    question: questionOf(site, event, reader),
  }
}

/**
 * Returns the address at which an event happened. A parsed address is percent-encoded, so it needs no cleaning. Scheme,
 * host and port come from the owner's address: a visitor names a page of the site, and not where the site is.
 */
function placeOf(
  site: CollectingSite,
  page: URL,
): Pick<NewEvent, 'path' | 'exactAddresses' | 'url'> {
  const hasQuery = page.search !== ''
  const addresses = pageAddresses(page, hasQuery ? pageParametersOf(site) : NO_PARAMETERS)
  const path = addresses.at(-1) ?? '/'
  const url = `${new URL(site.url).origin}${path}`
  return { path, url, ...(addresses.length > 1 && { exactAddresses: addresses.slice(0, -1) }) }
}

interface Source {
  /** The host that the reader came from; null for the site's own host and where it is not known. */
  host: string | null
  /** The assistant that the visit came from; undefined for any other visit. */
  visit: ReturnType<typeof classifySource>
  channel: Channel
  campaign: string | undefined
}

function sourceOf(site: CollectingSite, event: CollectedEvent, page: URL): Source {
  const url = event.referrer === undefined ? undefined : parseWebUrl(event.referrer)
  const isOwn = url !== undefined && isOwnHost(site, url.hostname)
  const host = !url || isOwn ? null : copyText(url.hostname.replace(/^www\./, '').slice(0, 253))
  const hasQuery = page.search !== ''
  const medium = hasQuery ? page.searchParams.get('utm_medium') : null
  const visit = classifySource({
    referrerHost: host ?? undefined,
    utmSource: (hasQuery ? page.searchParams.get('utm_source') : null) ?? undefined,
    utmMedium: medium ?? undefined,
  })
  const channel = channelOf({ isAi: visit !== undefined, host, isOwn, medium })
  // A visit within the site came by no campaign, also where the link names one.
  const told = hasQuery && channel !== 'internal' ? page.searchParams.get('utm_campaign') : null
  return { host, visit, channel, campaign: campaignName(told) }
}

/** Returns the engine of an event: the reader's target, or for a referral the engine that the reader came from. */
function engineOf(event: CollectedEvent, cameFrom: string | undefined): string | null {
  if (event.kind === 'referral') return cameFrom ?? null
  return event.target === undefined ? null : (engineId(event.target) ?? 'other')
}

function questionOf(
  site: CollectingSite,
  event: CollectedEvent,
  { askerKey }: EventReader,
): NewEvent['question'] {
  if (event.kind !== 'question' || event.question === undefined) return null
  return {
    text: redactQuestion(event.question),
    isKept: site.question_mode === 'full',
    askerKey: `asker\n${site.id}\n${askerKey}`,
  }
}

function facetOf(event: CollectedEvent, { visit, channel, campaign }: Source): Facet {
  return {
    method: event.kind === 'share' ? event.method : undefined,
    promptKind: event.promptKind,
    promptId: event.promptId,
    ruleId: event.ruleId,
    rating: event.kind === 'feedback' ? event.rating : undefined,
    ...(event.kind === 'referral' &&
      visit && { evidence: visit.evidence, paid: visit.paid ? 'yes' : 'no' }),
    channel,
    arrival: visit?.engine,
    campaign,
    language: languageOf(event),
  }
}

/** Returns the language of an event: that in which its question is asked, or else that of the reader's browser. */
function languageOf({ kind, question, language }: CollectedEvent): string | undefined {
  const asked = kind === 'question' && question ? detectLanguage(question)?.language : undefined
  return /^[a-z]{2,3}(?![a-z])/i.exec(asked ?? language ?? '')?.[0].toLowerCase()
}

/** Resolves the page's address; a bare path is on the site's own host. */
function pageAddress(site: CollectingSite, text: string): URL | undefined {
  const isPath = text.startsWith('/') && !text.startsWith('//')
  return isPath ? parseWebUrl(text, `https://${site.domain}`) : parseWebUrl(text)
}

/** True for a host that is the site's domain, one of its aliases, or a subdomain of these. */
export function isOwnHost(site: CollectingSite, hostname: string): boolean {
  if (isWithin(hostname, site.domain)) return true
  return site.aliases !== '[]' && siteAliases(site).some((alias) => isWithin(hostname, alias))
}
