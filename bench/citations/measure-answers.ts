import type { SiteDb } from '../../db/site-db.ts'
import { answerReader } from '../../src/domain/citations/answer-reader.ts'
import type { AdapterId } from '../../src/domain/citations/engines.ts'
import { WIRE_ADAPTERS } from '../../src/features/citations/engines/adapters.ts'
import { boundedAnswer } from '../../src/features/citations/engines/wire.ts'
import { askedCheck } from '../../src/features/citations/runs/check-write.ts'
import { CheckWriter } from '../../src/features/citations/runs/check-writer.ts'
import { progressOf, RunEngine } from '../../src/features/citations/runs/run-tally.ts'
import { progress } from '../harness/progress.ts'
import { SUBJECT, wireBodies, type WireBody } from './wire-bodies.ts'

const ADAPTERS = {
  chatgpt: 'openai',
  claude: 'anthropic',
  gemini: 'gemini',
  perplexity: 'perplexity',
} as const satisfies Record<WireBody['engine'], AdapterId>

/** The number of times that each body is answered in a round; the first round warms up. */
const TIMES = 40
const QUESTION = { text: 'Which kettle is best?', country: null, language: null }

export interface EngineCosts {
  engine: WireBody['engine']
  /** The size of its bodies, on average. */
  bytes: number
  /** The cost of an answer in each round, in microseconds of CPU. */
  parse: number[]
  process: number[]
}

/** Measures the CPU that answers take from their bytes to the disk, one after the other, and that of `JSON.parse` alone. */
export async function measureAnswers(site: SiteDb, rounds: number): Promise<EngineCosts[]> {
  const processOne = await answerProcessor(site)
  const bodies = wireBodies().map(({ engine, json }) => ({ engine, bytes: Buffer.from(json) }))
  const costs = Object.keys(ADAPTERS).map((name): EngineCosts => {
    // @NOTE the keys of a literal.
    const engine = name as WireBody['engine']
    const own = bodies.filter((body) => body.engine === engine)
    const size = own.reduce((sum, { bytes }) => sum + bytes.length, 0) / own.length
    return { engine, bytes: size, parse: [], process: [] }
  })
  const sinceMs = progress.nowMs
  for (let round = -1; round < rounds; round++) {
    for (const { engine, parse, process } of costs) {
      const own = bodies.filter((body) => body.engine === engine)
      const parsed = await cpuOf(own, async ({ bytes }) => parseOf(bytes))
      const processed = await cpuOf(own, ({ bytes }) => processOne(engine, bytes))
      if (round < 0) continue
      parse.push(parsed)
      process.push(processed)
    }
    progress.turn('answers', { done: round + 2, of: rounds + 1, sinceMs })
  }
  return costs
}

const parseOf = (bytes: Buffer): unknown => JSON.parse(bytes.toString('utf8'))

async function cpuOf<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  for (let time = 0; time < TIMES; time++) for (const item of items) await work(item)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / TIMES / items.length
}

/** Does with an answer what a run does: each is stored before the next one comes, as of an engine that takes its time. */
async function answerProcessor(site: SiteDb) {
  const read = answerReader(SUBJECT)
  const engines = Object.entries(ADAPTERS).map(([engine, adapter]) =>
    RunEngine.parse({ engine, adapter, access: 'api', model: 'model-1', setup: '' }),
  )
  const tally = { engines, warnings: {} }
  const runNum = await startedRun(site)
  const writer = new CheckWriter(tally, (writes) =>
    site.citationRuns.store(runNum, writes, progressOf(tally)),
  )
  let place = 0
  return async (engine: WireBody['engine'], bytes: Buffer): Promise<void> => {
    const told = engines.find((one) => one.engine === engine)
    if (!told) throw new Error(`No engine ${engine}`)
    const send = async () => parseOf(bytes)
    const wire = { model: 'model-1', key: 'k', tool: undefined, send }
    const answer = boundedAnswer(await WIRE_ADAPTERS[ADAPTERS[engine]].ask(wire, QUESTION))
    if (answer.state !== 'ok') throw new Error(`An answer of ${engine} is ${answer.state}`)
    place += 1
    const head = {
      planned: { place, queryNum: 1, engine, replica: place },
      query: { num: 1, branded: 0, ...QUESTION },
      engine: told,
      runNum,
      id: `chk_${place}`,
      at: place,
    }
    const asked = { answer, failure: undefined, attempts: 1, latencyMs: 200 }
    const priced = { reading: read(answer), costMicrosOf: () => 5_000 }
    await writer.add([askedCheck(head, asked, priced)])
  }
}

async function startedRun({ citationRuns }: SiteDb): Promise<number> {
  await citationRuns.insert({
    id: 'crun_bench',
    origin: 'api',
    isFake: false,
    engines: '[]',
    engineSet: '',
    basketRevision: 0,
    queries: '[]',
    options: '{}',
    planned: 1_000,
    warnings: '{}',
    creditsReserved: 0,
    requestedBy: '{}',
    at: 0,
  })
  const run = await citationRuns.active()
  if (!run) throw new Error('The run of the benchmark did not begin')
  await citationRuns.update(run.num, { state: 'running' })
  return run.num
}
