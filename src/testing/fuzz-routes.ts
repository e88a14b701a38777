import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SUCCEED_ELSEWHERE } from './drawn-fields.ts'
import { FuzzedService, type Attempt, type FuzzCaller } from './fuzzed-service.ts'
import { brokenRequests } from './broken-requests.ts'
import { answerComplaint } from './open-api.ts'
import { expectRefusal, type RawAnswer } from './raw-request.ts'
import { ROUTES, type Route } from './routes.ts'
import { drawnInput, validRequest } from './valid-requests.ts'

interface Extent {
  /** Requests of each kind to a route. */
  valid: number
  invalid: number
  timeoutMs?: number
  /** The tests are those of every `of`th route, from the `nth` on. */
  nth?: number
  of?: number
}

const LONG_VALID = Number(process.env['FUZZED'] ?? 300)
if (!(LONG_VALID >= 1)) throw new Error('FUZZED must be a number of requests, from 1')

/** The extent of `npm run test:long`, whose number of valid requests to a route `FUZZED` may say. */
export const LONG: Extent = {
  valid: LONG_VALID,
  invalid: Math.ceil((LONG_VALID * 10) / 3),
  timeoutMs: 300_000,
}

/** Defines the tests; each route has an organization of its own. */
export function fuzzRoutes({ valid, invalid, timeoutMs, nth = 0, of = 1 }: Extent): void {
  let service: FuzzedService
  beforeAll(async () => {
    service = await FuzzedService.start()
  })
  afterAll(() => service[Symbol.asyncDispose]())

  const routes = ROUTES.filter((_, index) => index % of === nth)
  const named = routes.map((route) => [route.name, route] as const)
  it.each(named.filter(([name]) => !SUCCEED_ELSEWHERE.has(name)))(
    '%s answers every valid request as docs/openapi.json says',
    async (_, route) => {
      const caller = await service.caller(route)
      const drawn = drawnInput(route, caller)
      const answered = fc.asyncProperty(drawn, async (fields) => {
        expect(await complaintOfValid(route, caller, fields)).toBeUndefined()
      })
      await fc.assert(answered, { numRuns: valid })
    },
    timeoutMs,
  )

  it.each(named)(
    '%s refuses every invalid request with the envelope',
    async (_, route) => {
      const caller = await service.caller(route)
      const broken = brokenRequests(route, await caller.sample(), caller)
      const refused = fc.asyncProperty(broken, async (attempt) => {
        const answer = await caller.send(attempt)
        const { code, fields } = expectRefusal(answer)
        expect(code === 'VALIDATION_FAILED' && fields.length === 0).toBe(false)
        expect(answerComplaint(route, answer)).toBeUndefined()
      })
      await fc.assert(refused, { numRuns: invalid })
    },
    timeoutMs,
  )
}

type Fields = Readonly<Record<string, unknown>>

/** Returns what is wrong with the answer to a valid request; undefined where nothing is. */
async function complaintOfValid(
  route: Route,
  caller: FuzzCaller,
  drawn: Fields,
): Promise<string | undefined> {
  let { attempt, answer } = await tryValid(route, caller, drawn)
  if (answer.status === 401 || answer.status === 429) {
    await caller.renew()
    ;({ attempt, answer } = await tryValid(route, caller, drawn))
  }
  const shown = `${route.name} ${attempt.path} ${attempt.body?.toString().slice(0, 2_000) ?? ''}`
  if (answer.status >= 400) {
    const refusal = JSON.stringify(answer.body).slice(0, 600)
    return (
      `${shown} is valid by docs/openapi.json, and was answered ${answer.status} ${refusal}. ` +
      "Say in the field's schema what it takes, or in src/testing/drawn-fields.ts if a schema cannot."
    )
  }
  const complaint = answerComplaint(route, answer)
  return complaint && `${shown} was answered as docs/openapi.json does not say: ${complaint}`
}

async function tryValid(
  route: Route,
  caller: FuzzCaller,
  drawn: Fields,
): Promise<{ attempt: Attempt; answer: RawAnswer }> {
  const attempt = validRequest(route, await caller.sample(), drawn)
  return { attempt, answer: await caller.send(attempt) }
}
