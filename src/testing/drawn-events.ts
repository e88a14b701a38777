import { expect } from 'vitest'
import { importEvents } from '../features/events/import-events.ts'
import { randomLines, type RandomLine } from './random-events.ts'
import type { TestApp } from './start-test-app.ts'

/** Imports lines of the past; every tenth repeats an id at another time, which is another event of history. */
export async function importDrawn(
  app: TestApp,
  siteId: string,
  lines: readonly RandomLine[],
): Promise<void> {
  const { database, context } = app.app.services
  const now = context.now()
  const site = (await database.ingestSites.find(siteId, now))!
  async function* each(): AsyncGenerator<string> {
    for (const [i, { atMs, ...rest }] of lines.entries()) {
      if (atMs > now) continue
      const eventId = `e${i % 10 === 9 ? i - 1 : i}-${atMs}`
      yield JSON.stringify({ ...rest, eventId, at: new Date(atMs).toISOString() })
    }
  }
  const report = await importEvents(each(), site, database.events, now)
  expect(report.problems).toEqual([])
}

/** A few batches, each of one instant, with pauses between them that end sessions or do not. */
export async function collectDrawn(
  app: TestApp,
  siteId: string,
  drawn: { seed: number; inside: string },
): Promise<void> {
  const lines = randomLines(0, 30, drawn)
  for (let i = 0; i < lines.length; i += 8) {
    const batch = lines.slice(i, i + 8)
    const events = batch.map(
      ({ kind, url, target, question, method, rating, referrer, promptKind }, j) => {
        const eventId = `live${i + j}`
        return { eventId, kind, url, target, question, method, rating, referrer, promptKind }
      },
    )
    const agent = `Mozilla/5.0 (X11; Linux x64) Firefox/${120 + (i % 3)}.0`
    await app.collect(siteId, events, { 'user-agent': agent })
    app.clock.advance({ ms: [1_000, 1_800_000, 1_800_001][i % 3]! })
  }
}
