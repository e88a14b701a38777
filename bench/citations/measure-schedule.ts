import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/v4'
import { connectReader } from '../../db/sqlite/connect.ts'
import { ADAPTER_FACTS } from '../../src/domain/citations/engine-models.ts'
import { freePort } from '../harness/free-port.ts'
import { progress } from '../harness/progress.ts'
import { wireBodies } from './wire-bodies.ts'

const LATENCY_MS = 200
const POLL_MS = 250

/** The engines that a run asks, with how they are asked. */
const ENGINES = [
  ['chatgpt', 'openai'],
  ['claude', 'anthropic'],
  ['gemini', 'gemini'],
  ['grok', 'xai'],
  ['compatible', 'openai-compatible'],
] as const

export const ASKED_ENGINES = ENGINES.length

/** Plays all vendors: each answer comes after 200 ms. */
export async function startEngines() {
  const bodies = new Map(wireBodies().map(({ engine, json }) => [engine, json]))
  const bodyOf = (path: string): string =>
    (path.endsWith('/responses')
      ? bodies.get('chatgpt')
      : path.endsWith('/messages')
        ? bodies.get('claude')
        : path.endsWith(':generateContent')
          ? bodies.get('gemini')
          : bodies.get('perplexity')) ?? ''
  const server = createServer((request, response) => {
    request.resume()
    request.once('end', () => {
      setTimeout(() => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(bodyOf(request.url ?? ''))
      }, LATENCY_MS)
    })
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${port}`
  const vendors = ['OPENAI', 'ANTHROPIC', 'GEMINI', 'XAI'].flatMap((vendor) => [
    [`${vendor}_API_KEY`, 'a-key-of-the-bench'],
    [`${vendor}_BASE_URL`, url],
  ])
  return {
    env: {
      ...(Object.fromEntries(vendors) as Record<string, string>), // @NOTE pairs of texts.
      CITATIONS_COMPATIBLE_URL: url,
      CITATIONS_COMPATIBLE_MODEL: 'model-1',
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const Answer = z.object({ data: z.looseObject({}) })
const Run = z.object({
  id: z.string(),
  state: z.string(),
  startedAt: z.string().nullable(),
  progress: z.object({ planned: z.int(), done: z.int() }),
})

export interface EngineSchedule {
  engine: string
  checks: number
  tookMs: number
  idealMs: number
}

interface Place {
  /** The address of the API. */
  api: string
  key: string
  site: string
  file: string
}

/** Runs questions against all engines, and returns how long each took from the start of the run to its last check. */
export async function measureSchedule(place: Place, queries: number): Promise<EngineSchedule[]> {
  const records = Array.from({ length: queries }, (_, i) => ({
    text: `Which kettle is best for reason number ${i}?`,
  }))
  await call(place, 'POST', '/queries/import', { records })
  const engines = ENGINES.map(([engine]) => engine)
  const { id } = Run.parse(await call(place, 'POST', '/runs', { engines }))
  const run = await endOf(place, id)
  const startedAt = Date.parse(run.startedAt ?? '')
  return lastChecks(place.file, id).map(({ engine, checks, lastAt }) => {
    const [, adapter] = ENGINES.find(([name]) => name === engine) ?? []
    if (!adapter || checks !== queries) throw new Error(`${engine} has ${checks} answers`)
    return { engine, checks, tookMs: lastAt - startedAt, idealMs: idealOf(adapter, checks) }
  })
}

/**
 * Returns how long checks take where only the engine takes time: each check begins as early as the engine's pace
 * allows.
 */
function idealOf(adapter: keyof typeof ADAPTER_FACTS, checks: number): number {
  const { concurrency, intervalMs } = ADAPTER_FACTS[adapter].pace
  const ends: number[] = []
  let begin = -intervalMs
  for (let i = 0; i < checks; i++) {
    begin = Math.max(begin + intervalMs, ends[i - concurrency] ?? 0)
    ends.push(begin + LATENCY_MS)
  }
  return ends.at(-1) ?? 0
}

async function endOf(place: Place, id: string): Promise<z.output<typeof Run>> {
  const sinceMs = progress.nowMs
  for (;;) {
    const run = Run.parse(await call(place, 'GET', `/runs/${id}`))
    if (run.state === 'succeeded') return run
    if (run.state !== 'queued' && run.state !== 'running')
      throw new Error(`The run is ${run.state}`)
    const { done, planned: of } = run.progress
    if (done > 0) progress.turn('a run', { done, of, sinceMs })
    await sleep(POLL_MS)
  }
}

const LastCheck = z.object({ engine: z.string(), checks: z.int(), lastAt: z.int() })

function lastChecks(file: string, runId: string) {
  const db = connectReader(file)
  const rows = db
    .prepare(
      `SELECT engine, COUNT(*) AS checks, MAX(at) AS lastAt FROM citation_check
       WHERE run_num = (SELECT num FROM citation_run WHERE id = ?) AND state = 'ok' GROUP BY engine`,
    )
    .all(runId)
  db.close()
  return z.array(LastCheck).parse(rows)
}

async function call({ api, key, site }: Place, method: string, path: string, body?: object) {
  const response = await fetch(`${api}/citations/${site}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  return Answer.parse(JSON.parse(text)).data
}
