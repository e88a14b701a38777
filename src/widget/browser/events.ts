import { read } from './page.ts'
import { dataset } from './tag.ts'
import { whereabouts } from './whereabouts.ts'
import type { WidgetConfig } from './widget-config.ts'

/** The version of the package, which esbuild puts here. */
declare const VERSION: string

export interface WidgetEvent {
  kind: 'impression' | 'ai_click' | 'share' | 'question' | 'referral'
  target?: string | undefined
  question?: string
  method?: string
  visibleMs?: number
  promptKind?: string
  promptId?: string | undefined
}

export type Tell = (event: WidgetEvent) => void

/** The signals by which a browser says that its reader must not be counted; the types know only some of them. */
interface Signals {
  globalPrivacyControl?: boolean
  doNotTrack?: string | null
}

/** A random number for all events of a page load, so that a sample has clicks and impressions of the same loads. */
const draw = Math.random()

/**
 * Sends an event where the reader and the owner permit it. The widget does not wait for an answer, and ignores a
 * failure.
 */
export function send(
  { boot, consent, endpoint, sampleRate, siteId }: WidgetConfig,
  referrer: string,
  event: WidgetEvent,
): void {
  // @NOTE browsers have these two where the types do not.
  const { globalPrivacyControl, doNotTrack, language } = navigator as Navigator & Signals
  const hasOptedOut = consent.respectGpc && (globalPrivacyControl || doNotTrack === '1')
  const lacksConsent = consent.required && dataset['consent'] !== 'granted'
  if (hasOptedOut || lacksConsent || draw >= sampleRate) return
  const page = location.origin + whereabouts()
  const campaign = location.search.match(/utm_[^&]*/g) ?? []
  const body = JSON.stringify({
    siteId,
    boot,
    // Pages over plain http have no `randomUUID`.
    eventId: crypto.getRandomValues(new Uint32Array(4)).join('-'),
    url: page + (page.includes('?') ? '&' : '?') + campaign.join('&'),
    title: read('title').slice(0, 500),
    referrer: referrer.split('?')[0],
    language,
    widgetVersion: VERSION,
    ...event,
  })
  if (navigator.sendBeacon?.(endpoint, body)) return
  fetch(endpoint, { method: 'POST', body, keepalive: true }).catch(String)
}

/** True for a reader who comes from elsewhere; false for a page that is loaded again or gone back to. */
export const hasLanded =
  // @NOTE the successor of this has more words and is no better at it.
  !performance.navigation.type &&
  /^http|utm_source=/.test(read('referrer').replace(location.origin, '') + location.search)
