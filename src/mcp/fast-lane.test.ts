import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  buildRequest,
  callables,
  certainSamples,
  type LANE_KEYS,
  laneSamples,
  type LaneSample,
} from '../testing/lane-samples.ts'
import { postMcp, type McpAnswer } from '../testing/mcp-post.ts'
import { SampleOrganization } from '../testing/sample-organization.ts'
import { SecondDoor } from '../testing/second-door.ts'
import { TestApp } from '../testing/start-test-app.ts'
import { WebSite } from '../testing/web-site.ts'

const RUNS = 400
const REMAINING = 'x-ratelimit-remaining'

let app: TestApp
let web: WebSite
let home: SampleOrganization
/** The service with the SDK alone, to which the answers of the fast lane are compared. */
let sdkDoor: SecondDoor
let keys: Record<(typeof LANE_KEYS)[number], string>

beforeAll(async () => {
  app = await TestApp.start({ environment: { ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' } })
  web = await WebSite.start({ '/': '<h1>Tides</h1><p>The tide turns twice a day.' })
  sdkDoor = await SecondDoor.open(app.app, { useFastLane: false })
  const org = await app.org('self_hosted')
  home = await SampleOrganization.of(app, org, web)
  await home.topics()
  await home.rule()
  await home.scan()
  keys = { whole: await app.key(org), few: await app.key(org, ['sites:read']) }
})
afterAll(async () => {
  await sdkDoor[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
  await web[Symbol.asyncDispose]()
})

describe('the fast lane', () => {
  it('answers what the SDK answers, on every request it takes or leaves', async () => {
    const tools = await callables(home)
    const certain = certainSamples(tools)
    const taken: LaneSample[] = []
    let failed = 0
    const isAnsweredAlike = async (sample: LaneSample): Promise<void> => {
      const request = buildRequest(sample)
      const { address, key } = sample
      const lane = await postMcp(app, address, request, keys[key])
      const sdk = await postMcp(sdkDoor, address, request, keys[key])
      expect(comparable(lane)).toEqual(comparable(sdk))
      // Both take a permit of the same key.
      expect(remaining(lane) - remaining(sdk)).toBe(1)
      expect(isByLane(sdk)).toBe(false)
      if (isByLane(lane)) {
        taken.push(sample)
        if (lane.body?.result?.isError) failed += 1
      }
      // More requests are made here than a key may make in a minute.
      app.clock.advance({ seconds: 1 })
    }
    await fc.assert(fc.asyncProperty(laneSamples(tools), isAnsweredAlike), {
      numRuns: RUNS,
      examples: certain.map((sample) => [sample]),
    })
    for (const sample of certain) expect(taken).toContain(sample)
    const share = Math.round((100 * taken.length) / RUNS)
    process.stdout.write(
      `The fast lane took ${taken.length} of ${RUNS} samples (${share} %), ${failed} of them to say what was wrong\n`,
    )
    expect(taken.length).toBeGreaterThanOrEqual(RUNS / 2)
    expect(taken.length).toBeLessThan(RUNS)
    expect(failed).toBeGreaterThanOrEqual(certain.length / 4)
  })
})

/**
 * True for an answer of the fast lane, which knows the length of its answer before it sends it; the SDK sends as it
 * writes.
 */
const isByLane = ({ status, headers }: McpAnswer): boolean =>
  status === 200 && headers.has('content-length')

/** The headers that say how a body is sent, or that belong to one answer alone. */
const OF_ONE_ANSWER = new Set([
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'date',
  'x-request-id',
  REMAINING,
])

/**
 * Returns the parts of an answer that both lanes must have in common. Fields of JSON have no order, so bodies are
 * compared as values, and texts by their length alone.
 */
function comparable({ status, headers, text }: McpAnswer) {
  const steady = text
    .replaceAll(/untrusted-[0-9a-f]{12}/g, 'untrusted')
    .replaceAll(/req_[0-9a-z]{26}/g, 'req')
  const isJson = headers.get('content-type')?.startsWith('application/json')
  return {
    status,
    headers: [...headers].filter(([name]) => !OF_ONE_ANSWER.has(name)),
    sizeBytes: Buffer.byteLength(steady),
    body: isJson && steady !== '' ? (JSON.parse(steady) as unknown) : steady,
  }
}

const remaining = ({ headers }: McpAnswer): number => Number(headers.get(REMAINING))
