import * as z from 'zod'
import type { Score } from '../../core/ai-score/score.ts'
import type { AppContext } from '../../core/app-context.ts'
import { iso } from '../../core/clock.ts'
import { invalidField, ServiceError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { parseWebUrl } from '../../core/web-url.ts'
import { FetchError } from '../../net/fetch-error.ts'
import { Recent } from './recent.ts'

const Check = z.object({
  id: z.string(),
  category: z.string(),
  title: z.string(),
  weight: z.number(),
  status: z.enum(['pass', 'warn', 'fail', 'na', 'error']),
  points: z.number(),
  lostPoints: z.number(),
  evidence: z.object({
    url: z.string(),
    httpStatus: z.int().nullable(),
    excerpt: z.string().nullable(),
    details: z.array(z.string()),
  }),
  why: z.string(),
  fix: z.string(),
  source: z.string(),
})

const Output = z
  .object({
    url: z.string(),
    finalUrl: z.string(),
    score: z.int(),
    grade: z.enum(['A', 'B', 'C', 'D', 'F']),
    level: z.int(),
    weightJudged: z.number(),
    rubricVersion: z.string(),
    caps: z.array(z.object({ id: z.string(), maxScore: z.int(), reason: z.string() })),
    checks: z.array(Check),
    checkedAt: z.string(),
  })
  .meta({ id: 'AiScore' })
type Output = z.input<typeof Output>

const CACHED_MS = 10 * 60_000
const HOUR_MS = 60 * 60_000
/** Scores of one host in an hour: a public tool must not become a load on somebody's server. */
const MAX_OF_HOST = 10

/** What a running service remembers of scores. */
interface Memory {
  answers: Recent<Output>
  /** When the page of a host was scored, by host. */
  asked: Recent<number[]>
}

const memories = new WeakMap<AppContext, Memory>()

function memoryOf(app: AppContext): Memory {
  const memory = memories.get(app) ?? { answers: new Recent(500), asked: new Recent(10_000) }
  memories.set(app, memory)
  return memory
}

/** POST /api/v1/tools/ai-score (contract 4.1): how findable one page is for AI engines, and what to mend first. */
export const scorePage = defineOperation({
  name: 'tools.aiScore',
  summary: 'Score how findable a page is for AI engines',
  effect: 'write',
  access: { by: 'public' },
  http: { method: 'post', path: '/tools/ai-score', idempotency: 'none' },
  input: z.strictObject({
    url: z.string().min(1).max(2_048).describe('Address of the page, such as https://example.com/'),
  }),
  output: Output,
  async handler({ app }, { url: text }) {
    const url = parseWebUrl(text.includes('://') ? text : `https://${text}`)
    if (!url) throw invalidField('url', 'invalid_url', 'Must be an http or https address')
    url.hash = ''
    const now = app.now()
    const { answers, asked } = memoryOf(app)
    const known = answers.get(url.href, now - CACHED_MS)
    if (known) return known
    countHost(asked, url.host, now)
    const observation = await app.observe(url.href).catch((error: unknown) => {
      if (!(error instanceof FetchError)) throw error
      throw invalidField('url', error.code.toLowerCase(), error.message)
    })
    const { toScore } = await import('../../core/ai-score/score.ts')
    const answer = toAnswer(url.href, observation.target.finalUrl, toScore(observation), now)
    answers.set(url.href, answer, now)
    return answer
  },
})

const toAnswer = (url: string, finalUrl: string, score: Score, now: number): Output => ({
  url,
  finalUrl,
  ...score,
  checkedAt: iso(now),
})

function countHost(asked: Memory['asked'], host: string, now: number): void {
  const times = (asked.get(host, now - HOUR_MS) ?? []).filter((at) => at > now - HOUR_MS)
  const [oldest = now] = times
  if (times.length >= MAX_OF_HOST) {
    throw new ServiceError('RATE_LIMITED', `At most ${MAX_OF_HOST} scores of one host in an hour`, {
      retryAfterSeconds: Math.ceil((oldest + HOUR_MS - now) / 1_000),
    })
  }
  asked.set(host, [...times, now], now)
}
