import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod'
import { generateEvents, toNdjson } from './generate-events.ts'
import { restClient, type Rest } from './rest.ts'
import { runCitable } from './run-citable.ts'
import { atOrigin } from './site.ts'

/** Two months, so that the last one has one to be compared with. */
const TRAFFIC = { seed: 20, days: 60, visitorsPerDay: 300 }

interface PrepareOptions {
  environment: NodeJS.ProcessEnv
  directory: string
  /** Where the pages of the site are served. */
  origin: string
  /** The last moment of the events. */
  now: Date
  stop: AbortSignal
}

const NewSite = z.object({ id: z.string(), scanJob: z.object({ id: z.string() }) })
const Result = z.object({ pages: z.int(), score: z.int().nullable() })
const Scan = z.object({
  state: z.string(),
  result: Result.nullable(),
  error: z.object({ message: z.string() }).nullable(),
})

/**
 * An organization on the Business plan, a site, its scan and its events, all by the ways that everybody has; gives a
 * key and the id of the site.
 */
export async function prepareData(
  url: string,
  where: PrepareOptions,
): Promise<{ key: string; siteId: string }> {
  const { environment, directory, origin, now, stop } = where
  printStep('Making an organization on the Business plan, and a key')
  const owner = ['owner', 'create', '--email', 'demo@tideline.example', '--org', 'Tideline']
  const { orgId } = await runCitable([...owner, '--plan', 'business'], environment, stop)
  const newKey = ['key', 'create', '--org', String(orgId), '--name', 'demo', '--scopes', '*']
  const key = String((await runCitable(newKey, environment, stop))['key'])
  const rest = restClient(url, key, stop)
  printStep(`Adding the site that is served at ${origin}; a new one is scanned at once`)
  const { id: siteId, scanJob } = await addSite(rest, origin)
  printStep('Generating two months of readers meanwhile')
  const file = join(directory, 'events.ndjson')
  const [{ pages, score }] = await Promise.all([
    waitForScan(rest, scanJob.id),
    pipeline(Readable.from(eventLines(origin, now)), createWriteStream(file), { signal: stop }),
  ])
  printStep(`${pages} pages are read, and the start page scores ${score} of 100`)
  // After the scan, so that questions find the headings of their pages.
  const report = await runCitable(['events', 'import', file, '--site', siteId], environment, stop)
  printStep(`${String(report['accepted'])} events are in`)
  return { key, siteId }
}

function* eventLines(origin: string, endAt: Date): Generator<string> {
  for (const event of generateEvents({ ...TRAFFIC, endAt })) yield toNdjson(atOrigin(event, origin))
}

const printStep = (text: string): boolean => process.stdout.write(`· ${text}\n`)

async function addSite(rest: Rest, origin: string): Promise<z.output<typeof NewSite>> {
  const site = { url: `${origin}/`, name: 'Tideline', timezone: 'Europe/Berlin', language: 'en' }
  return NewSite.parse(await rest.call('POST', '/sites', site))
}

/** Waits for the end of a scan. */
async function waitForScan(rest: Rest, id: string): Promise<z.output<typeof Result>> {
  const { state, result, error } = Scan.parse(await rest.last(`/scan/${id}`))
  if (state === 'succeeded' && result) return result
  throw new Error(`The scan ${state}: ${error?.message ?? 'it gives no reason'}`)
}
