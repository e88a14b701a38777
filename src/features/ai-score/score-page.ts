import * as z from 'zod'
import type { scoreObservation } from '../../domain/ai-score/score-observation.ts'
import { isAuthorised, type Access } from '../../kernel/door/access.ts'
import { invalidField, type ServiceError } from '../../kernel/door/errors.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { parseWebUrl } from '../../lib/web/web-url.ts'
import { FetchError, type FetchErrorCode } from '../../net/fetch-error.ts'
import { HourlyLimit } from './hourly-limit.ts'
import { ownHosts } from './own-hosts.ts'
import { AiScore, CheckIds, Locale, sortedChecks, toScoreAnswer } from './score-answer.ts'

/**
 * The error codes that a host causes after it was reached. To strangers all other codes would show which hosts exist
 * behind the server.
 */
const HOST_CAUSED_CODES: ReadonlySet<FetchErrorCode> = new Set<FetchErrorCode>([
  'PROTOCOL_ERROR',
  'REDIRECT_LOOP',
  'TLS_ERROR',
  'TOO_COMPLEX',
  'TOO_LARGE',
  'TOO_MANY_REDIRECTS',
])

const NOT_FETCHED =
  'No page could be fetched from this address. It must be one of a public host, at port 80 or 443; a key with sites:read scores what else this server may reach'

/** The access of callers who may learn which private hosts this server reaches, and why a page could not be fetched. */
const SITES_READ: Access = { by: 'scope', anyOf: ['sites:read'] }

/** POST /tools/ai-score (contract 4.1): returns how findable one page is for AI engines, and what to improve first. */
export const scorePage = defineOperation({
  name: 'tools.aiScore',
  summary: 'Score how findable a page is for AI engines',
  access: { by: 'public' },
  addressLimit: { name: 'ai-score', requestsPerMinute: 10 },
  http: { method: 'post', path: '/tools/ai-score', idempotency: 'none' },
  input: z.strictObject({
    url: z.string().min(1).max(2_048).describe('Address of the page, such as https://example.com/'),
    checks: CheckIds,
    locale: Locale,
  }),
  output: AiScore,
  rules: [(_, { url }) => readPageUrl(url)],
  async handler({ app, principal }, { url: text, checks: wanted }) {
    const isKnown = isAuthorised(SITES_READ, principal)
    const url = readPageUrl(text)
    const checks = sortedChecks(wanted)
    const elapsedMs = app.elapsed()
    const audience = isKnown ? 'known' : 'public'
    const name = [audience, url.href, ...(checks ?? [])].join(' ')
    const known = app.scores.made.get(name, elapsedMs)
    if (known) return toScoreAnswer(url.href, known)
    const own = isKnown ? await ownHosts(app, principal) : undefined
    const limit = new HourlyLimit(app.scores, app.elapsed, own)
    const { admits } = limit
    const observation = await app
      .observe({ url: url.href, audience, checks, admits })
      .catch((error: unknown) => {
        if (!(error instanceof FetchError)) throw error
        if (error.code === 'CANCELLED' && limit.refusal) throw limit.refusal
        throw isKnown ? detailedRefusal(error) : maskedRefusal(error)
      })
    const score = await app.inThread<typeof scoreObservation>('scoreObservation', {
      observation,
      checks,
    })
    const made = { finalUrl: observation.target.finalUrl, score, atMs: app.now() }
    // A score that lacks a host over its limit is not cached, since that part can be had later.
    if (!limit.refusal) app.scores.made.set(name, made, elapsedMs)
    return toScoreAnswer(url.href, made)
  },
})

/** Reads the address of a page; a text without a scheme is read as https. Throws VALIDATION_FAILED. */
function readPageUrl(text: string): URL {
  const url = parseWebUrl(text.includes('://') ? text : `https://${text}`)
  if (!url) throw invalidField('url', 'invalid_url', 'Must be an http or https address')
  url.hash = ''
  return url
}

/**
 * Makes the error with the exact reason why a page has no score, for a caller who may know what the server can reach.
 */
const detailedRefusal = ({ code, message }: FetchError): ServiceError =>
  invalidField('url', code.toLowerCase(), message)

/**
 * Makes the error that says why a page has no score, for any caller: refused, unknown and silent hosts get the same
 * text.
 */
const maskedRefusal = (error: FetchError): ServiceError =>
  HOST_CAUSED_CODES.has(error.code)
    ? detailedRefusal(error)
    : invalidField('url', 'not_fetched', NOT_FETCHED)
