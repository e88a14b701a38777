import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { importLine } from './collect-message.ts'
import { runEventsImport, type Installation } from './product.ts'
import { makeTraffic } from './traffic.ts'

const DAYS = 30
const DAY_MS = 86_400_000

/** Imports `eventsPerDay` events for each of the 30 days before this moment, oldest first. */
export async function seedHistory(
  installation: Installation,
  siteId: string,
  eventsPerDay: number,
): Promise<void> {
  const file = join(installation.directory, 'history.ndjson')
  await pipeline(Readable.from(historyLines(eventsPerDay)), createWriteStream(file))
  await runEventsImport(installation, file, siteId)
}

function* historyLines(eventsPerDay: number): Generator<string> {
  const nextEvent = makeTraffic(1)
  const count = DAYS * eventsPerDay
  const end = new Date().getTime()
  for (let index = 0; index < count; index++) {
    const age = ((count - index) / count) * DAYS * DAY_MS
    yield `${importLine(nextEvent(), new Date(end - age))}\n`
  }
}
