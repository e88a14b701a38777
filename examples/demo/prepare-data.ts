import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Citable } from '../client/citable.ts'
import { generateEvents, toNdjson } from './generate-events.ts'
import { runCitable } from './run-citable.ts'
import { atOrigin } from './site.ts'

/** Thirteen weeks, since a change of one is judged by eight that are past. */
const TRAFFIC = { seed: 20, days: 91, visitorsPerDay: 200 }

const OWNER = 'demo@tideline.example'

interface PrepareOptions {
  environment: NodeJS.ProcessEnv
  directory: string
  /** The address at which the pages of the site are served. */
  origin: string
  /** The last moment of the events. */
  now: Date
  stop: AbortSignal
}

interface Prepared {
  key: string
  siteId: string
  owner: { email: string; password: string }
}

/**
 * Makes an organization on the Business plan, a site, its scan and its events, all by the ways that everybody has.
 * Returns a key, the id of the site, and how its owner signs in.
 */
export async function prepareData(url: string, where: PrepareOptions): Promise<Prepared> {
  const { environment, directory, origin, now, stop } = where
  printStep('Making an organization on the Business plan, and a key')
  const owner = ['owner', 'create', '--email', OWNER, '--org', 'Tideline', '--plan', 'business']
  const { orgId, password } = await runCitable(owner, environment, stop)
  const newKey = ['key', 'create', '--org', String(orgId), '--name', 'demo', '--scopes', '*']
  const key = String((await runCitable(newKey, environment, stop))['key'])
  const citable = new Citable(url, key, { signal: stop })
  printStep(`Adding the site that is served at ${origin}; a new one is scanned at once`)
  const { siteId, scanId } = await addSite(citable, origin)
  printStep('Generating three months of readers meanwhile')
  const file = join(directory, 'events.ndjson')
  const [{ pages, score }] = await Promise.all([
    waitForScan(citable, scanId),
    pipeline(Readable.from(eventLines(origin, now)), createWriteStream(file), { signal: stop }),
  ])
  printStep(`${pages} pages are read, and the start page scores ${score} of 100`)
  // The import comes after the scan, so that questions find the headings of their pages.
  const report = await runCitable(['events', 'import', file, '--site', siteId], environment, stop)
  printStep(`${String(report['accepted'])} events are in`)
  await askInventedEngine(citable, siteId, where)
  return { key, siteId, owner: { email: OWNER, password: String(password) } }
}

/** The questions that the owner of the site would want engines to answer with it. */
const QUERIES = [
  'Do I need a skeg or a rudder on a sea kayak?',
  'How do I read a tide table for kayaking?',
  'What should I wear for cold water paddling?',
  'How do I roll a kayak?',
  'Which safety gear do sea kayakers carry?',
  'Where can beginners go sea kayaking?',
]

/** Asks an engine that invents its answers, so that the Citation Monitor has something to show without a network. */
async function askInventedEngine(
  citable: Citable,
  siteId: string,
  { environment, stop }: PrepareOptions,
): Promise<void> {
  const path = { siteId }
  const records = QUERIES.map((text) => ({ text }))
  await citable.call('POST /citations/{siteId}/queries/import', { path, body: { records } })
  const ask = ['citations', 'run', siteId, '--engine', 'fake', '--replicas', '2']
  const run = await runCitable(ask, environment, stop)
  printStep(`An engine that invents its answers was asked about the site: ${String(run['state'])}`)
}

function* eventLines(origin: string, endAt: Date): Generator<string> {
  for (const event of generateEvents({ ...TRAFFIC, endAt })) yield toNdjson(atOrigin(event, origin))
}

const printStep = (text: string): boolean => process.stdout.write(`· ${text}\n`)

async function addSite(
  citable: Citable,
  origin: string,
): Promise<{ siteId: string; scanId: string }> {
  const site = { url: `${origin}/`, name: 'Tideline', timezone: 'Europe/Berlin', language: 'en' }
  const { data } = await citable.call('POST /sites', { body: site })
  if (!data.scanJob) throw new Error('The new site is not scanned')
  return { siteId: data.id, scanId: data.scanJob.id }
}

/** Waits for the end of a scan. */
async function waitForScan(
  citable: Citable,
  jobId: string,
): Promise<{ pages: number; score: number | null }> {
  let reason = 'it gives no reason'
  for await (const { state, result, error } of citable.events('GET /scan/{jobId}', {
    path: { jobId },
  })) {
    if (state === 'succeeded' && result) return result
    reason = `${state}: ${error?.message ?? reason}`
  }
  throw new Error(`The scan did not succeed: ${reason}`)
}
