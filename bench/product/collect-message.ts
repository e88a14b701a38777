import { httpPost } from '../client/http-message.ts'
import { SITE_URL, type TrafficEvent } from './traffic.ts'

/** The beacon a browser behind one proxy would send: one event, its visitor in the headers. */
export function collectPost(port: number, siteId: string, event: TrafficEvent): Buffer {
  const { page, visitor, ...rest } = event
  const body = { siteId, events: [{ ...rest, url: page.url, title: page.title }] }
  return httpPost({
    port,
    path: '/api/v1/collect',
    headers: {
      'user-agent': visitor.userAgent,
      'x-forwarded-for': visitor.address,
      'accept-language': visitor.language,
      accept: '*/*',
      origin: SITE_URL,
      referer: page.url,
    },
    body: JSON.stringify(body),
  })
}

/** The NDJSON line of the same event for `events import`, which brings its own time. */
export function importLine(event: TrafficEvent, at: Date): string {
  const { page, visitor, eventId, kind, referrer, target, question } = event
  return JSON.stringify({
    eventId,
    at: at.toISOString(),
    kind,
    url: page.url,
    visitor: visitor.id,
    referrer,
    target,
    question,
    country: visitor.country,
    device: visitor.device,
  })
}
