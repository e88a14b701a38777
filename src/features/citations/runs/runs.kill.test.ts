import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connectReader } from '../../../../db/sqlite/connect.ts'
import { CompatibleEngine } from '../../../testing/compatible-engine.ts'
import { DataFolder } from '../../../testing/data-folder.ts'
import { ledgerFaults } from '../../../testing/ledger-faults.ts'

const QUERIES = 250
const REPLICAS = 2
const CHECKS = QUERIES * REPLICAS
/** The number of questions that an engine of this kind is asked at a time. */
const CONCURRENCY = 2
const KILLS = 20

let data: DataFolder
let engine: CompatibleEngine

beforeEach(async () => {
  data = new DataFolder()
  engine = await CompatibleEngine.start()
  engine.script = () => ({ text: 'See example.com.', cites: ['https://example.com/tides'] })
})

afterEach(async () => {
  data[Symbol.dispose]()
  await engine[Symbol.asyncDispose]()
})

function inspect<T>(read: (file: ReturnType<typeof connectReader>) => T): T {
  const file = connectReader(data.file)
  try {
    return read(file)
  } finally {
    file.close()
  }
}

const count = (what: string): number =>
  inspect((file) => Number(file.prepare(`SELECT ${what}`).pluck().get()))

/** Counts the stored checks of each question. */
const storedByQuestion = (): Map<string, number> =>
  inspect(
    (file) =>
      new Map(
        file
          .prepare<[], [string, number]>(
            `SELECT text, COUNT(*) FROM citation_check JOIN citation_query
              ON citation_query.num = citation_check.query_num GROUP BY text`,
          )
          .raw()
          .all(),
      ),
  )

/** Kills the server once it has asked `most` more questions. */
const killAfter = (server: { kill(): Promise<void> }, most: number): Promise<void> => {
  const { script } = engine
  const before = engine.asked.length
  return new Promise((resolve, reject) => {
    engine.script = (question, times) => {
      if (engine.asked.length - before >= most) {
        engine.script = script
        server.kill().then(resolve, reject)
      }
      return script(question, times)
    }
  })
}

it('a run survives kill -9 at any moment: each check is stored once, and none is asked after that', async () => {
  const { key, siteId } = await data.setUp('business')
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const post = async (url: string, path: string, body: object) => {
    const request = { method: 'POST', headers, body: JSON.stringify(body) }
    const answer = await fetch(`${url}/api/v1/citations/${siteId}${path}`, request)
    const told = (await answer.json()) as { data: { id: string }; error: unknown }
    expect(told.error).toBeNull()
    return told.data.id
  }
  let runId = ''
  const perLife = fc.integer({ min: 1, max: Math.floor((1.4 * CHECKS) / KILLS) })
  for (const most of fc.sample(fc.noBias(perLife), KILLS)) {
    const stored = storedByQuestion()
    const asked = engine.asked.length
    {
      await using server = await data.serve({ environment: engine.environment })
      const killed = killAfter(server, most)
      if (runId === '') {
        const records = Array.from({ length: QUERIES }, (_, i) => ({ text: `Question ${i}?` }))
        await post(server.url, '/queries/import', { records })
        runId = await post(server.url, '/runs', { replicas: REPLICAS })
      }
      await killed
    }
    expect(inspect((file) => file.pragma('integrity_check', { simple: true }))).toBe('ok')
    // The counts equal what is stored, whenever the process died.
    const done = count('COUNT(*) FROM citation_check')
    expect(count('done FROM citation_run')).toBe(done)
    expect(count('COUNT(*) FROM citation_source')).toBe(done)
    expect(count("COUNT(*) FROM outbox WHERE event = 'citation.detected'")).toBe(0)
    assertOnlyMissing(stored, engine.asked.slice(asked))
    if (done > CHECKS - 50) break
  }

  const stored = storedByQuestion()
  const asked = engine.asked.length
  await using server = await data.serve({ environment: engine.environment })
  // The stream ends with the run.
  const address = `${server.url}/api/v1/citations/${siteId}/runs/${runId}`
  const events = await fetch(address, { headers: { ...headers, accept: 'text/event-stream' } })
  expect(await events.text()).toContain('event: done')
  assertOnlyMissing(stored, engine.asked.slice(asked))
  expect(count('COUNT(*) FROM citation_check')).toBe(CHECKS)
  expect(count('COUNT(DISTINCT num) FROM citation_check')).toBe(CHECKS)
  expect(count('COUNT(*) FROM citation_answer')).toBe(CHECKS)
  expect(engine.asked.length).toBeLessThanOrEqual(CHECKS + KILLS * CONCURRENCY)
  expect(count("COUNT(*) FROM citation_run WHERE state = 'succeeded'")).toBe(1)
  expect(count('credits_spent FROM citation_run')).toBe(CHECKS)
  expect(count("SUM(-amount) FROM credit_ledger WHERE type = 'debit'")).toBe(CHECKS)
  expect(count('COUNT(*) FROM credit_reservation')).toBe(0)
  expect(inspect(ledgerFaults)).toEqual([])
  expect(count("COUNT(*) FROM outbox WHERE event = 'citation.detected'")).toBe(1)
  expect(count('COUNT(*) FROM job')).toBe(0)
})

/** Expects that a process asked each question at most as often as answers to it were missing when it began. */
function assertOnlyMissing(stored: ReadonlyMap<string, number>, asked: readonly string[]): void {
  const asks = new Map<string, number>()
  for (const question of asked) asks.set(question, (asks.get(question) ?? 0) + 1)
  const tooOften = [...asks].filter(
    ([question, times]) => times > REPLICAS - (stored.get(question) ?? 0),
  )
  expect(tooOften).toEqual([])
}
