import { BROWSER_USER_AGENT } from '../../src/testing/start-test-app.ts'
import type { BodyOfRecord, RequestOfRecord } from './request-of-record.ts'

type Fields = Readonly<Record<string, unknown>>

interface Collected {
  what: string
  body: BodyOfRecord
  headers?: Readonly<Record<string, string>>
  method?: string
  path?: string
}

const PAGE = { url: '/guides/green-tea', title: 'Green tea', language: 'en' }
const EVENTS: readonly Fields[] = [
  { ...PAGE, kind: 'impression', visibleMs: 1_000, widgetVersion: '1.0' },
  { ...PAGE, kind: 'ai_click', target: 'chatgpt', promptKind: 'summarize' },
  { ...PAGE, kind: 'share', method: 'copy_link' },
  { ...PAGE, kind: 'question', question: 'How long? Call +49 30 1234567', target: 'claude' },
  { ...PAGE, kind: 'referral', referrer: 'https://chatgpt.com/' },
  { ...PAGE, kind: 'pageview', referrer: 'https://news.example/' },
  { ...PAGE, kind: 'feedback', rating: 'up' },
]

const one = (fields: Fields, siteId = '<site:coast>'): string =>
  JSON.stringify({ siteId, ...fields })
const batch = (events: readonly Fields[], siteId = '<site:coast>'): string =>
  JSON.stringify({ siteId, events })

const IMPRESSION = { kind: 'impression', url: '/' }

/** Changes to a valid event; an event with one of them is refused or dropped. */
const BROKEN_EVENTS: readonly (readonly [string, Fields])[] = [
  ['a kind that is none', { kind: 'wave' }],
  ['no address', { url: undefined }],
  ['the address of another site', { url: 'https://elsewhere.example/' }],
  ['an address that is none', { url: 'http://' }],
  ['an unknown field', { nonsense: 1 }],
  ['a wrong type', { title: 7 }],
  ['too long a title', { title: 'x'.repeat(501) }],
  ['a click without a target', { kind: 'ai_click' }],
  ['a question without words', { kind: 'question', question: ' ' }],
  ['feedback without a rating', { kind: 'feedback' }],
  ['a referral from nowhere', { kind: 'referral' }],
  ['a text with NUL', { title: 'a\u0000' }],
  ['a lone surrogate in a text', { title: 'a\ud800' }],
  ['a negative time', { visibleMs: -1 }],
]

const taken = (): Collected[] => [
  ...EVENTS.map((event) => ({ what: String(event['kind']), body: one(event) })),
  { what: 'all kinds at once', body: batch(EVENTS) },
  { what: 'an event with an id', body: one({ ...IMPRESSION, eventId: 'same' }) },
  { what: 'the same event again', body: one({ ...IMPRESSION, eventId: 'same' }) },
  {
    what: 'as a beacon',
    body: batch(EVENTS.slice(0, 2)),
    headers: { 'content-type': 'text/plain;charset=UTF-8', origin: 'http://coast.example:8480' },
  },
  {
    what: 'with a boot id',
    body: JSON.stringify({ siteId: '<site:coast>', boot: '<kept:boot>', events: [IMPRESSION] }),
    headers: { origin: 'http://coast.example:8480' },
  },
  {
    what: 'with a boot id that is none',
    body: JSON.stringify({ siteId: '<site:coast>', boot: 'x', events: [IMPRESSION] }),
  },
  { what: 'by a bot', body: one(IMPRESSION), headers: { 'user-agent': 'GPTBot/1.2' } },
  { what: 'by a reader who opted out', body: one(IMPRESSION), headers: { 'sec-gpc': '1' } },
  { what: 'from a country', body: one(IMPRESSION), headers: { 'cf-ipcountry': 'PE' } },
  { what: 'packed', body: { gzip: one(IMPRESSION) }, headers: { 'content-encoding': 'gzip' } },
]

const refused = (): Collected[] => [
  ...BROKEN_EVENTS.map(([what, change]) => ({ what, body: one({ ...IMPRESSION, ...change }) })),
  ...BROKEN_EVENTS.slice(0, 6).map(([what, change]) => ({
    what: `${what}, in a batch`,
    body: batch([IMPRESSION, { ...IMPRESSION, ...change }]),
  })),
  { what: 'no such site', body: one(IMPRESSION, 'site_none') },
  { what: 'no site', body: JSON.stringify(IMPRESSION) },
  { what: 'a site that is paused', body: one(IMPRESSION, '<site:paused>') },
  { what: 'an empty batch', body: batch([]) },
  { what: 'too many events', body: batch(Array.from({ length: 51 }, () => IMPRESSION)) },
  { what: 'no JSON', body: '{' },
  { what: 'a list', body: '[]' },
  { what: 'nothing', body: '' },
  { what: 'too large a body', body: { repeat: ' ', times: 70_000 } },
  { what: 'another content type', body: one(IMPRESSION), headers: { 'content-type': 'text/html' } },
  { what: 'a broken coding', body: { base64: 'AAAA' }, headers: { 'content-encoding': 'gzip' } },
  { what: 'a coding that is none', body: one(IMPRESSION), headers: { 'content-encoding': 'zz' } },
  {
    what: 'an unknown field in the query',
    body: one(IMPRESSION),
    path: '/api/v1/collect?nonsense=1',
  },
  { what: 'a slash behind', body: one(IMPRESSION), path: '/api/v1/collect/' },
  {
    what: 'a credential that is none',
    body: one(IMPRESSION),
    headers: { authorization: 'Bearer zz' },
  },
  { what: 'GET', body: '', method: 'GET' },
  { what: 'PUT', body: '', method: 'PUT' },
  {
    what: 'OPTIONS',
    body: '',
    method: 'OPTIONS',
    headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
  },
]

/** Requests with events of each kind, as pages and beacons send them, and requests without a valid event. */
export const collectRequests = (): RequestOfRecord[] =>
  [...taken(), ...refused()].map(
    ({ what, body, headers, method = 'POST', path = '/api/v1/collect' }) => ({
      name: `collect: ${what}`,
      method,
      path,
      headers: { 'content-type': 'application/json', 'user-agent': BROWSER_USER_AGENT, ...headers },
      body,
    }),
  )
