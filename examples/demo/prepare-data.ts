import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { generateEvents, toNdjson } from './generate-events.ts'
import { runCli } from './run-cli.ts'
import { siteOrigin } from './site.ts'

/** Two months, so that the last one has one to be compared with. */
const TRAFFIC = { seed: 20, days: 60, visitorsPerDay: 300 }

interface Where {
  environment: NodeJS.ProcessEnv
  directory: string
  stop: AbortSignal
}

/** An organization on the Business plan, a site, and its events, all by the ways that everybody has; gives a key. */
export async function prepareData(url: string, where: Where): Promise<string> {
  const { environment, directory, stop } = where
  say('Making an organization on the Business plan, and a key')
  const owner = ['owner', 'create', '--email', 'demo@tideline.example', '--org', 'Tideline']
  const { orgId } = await runCli([...owner, '--plan', 'business'], environment, stop)
  const newKey = ['key', 'create', '--org', String(orgId), '--name', 'demo', '--scopes', '*']
  const key = String((await runCli(newKey, environment, stop))['key'])
  say(`Adding the site ${siteOrigin}`)
  const siteId = await createSite(url, key)
  say('Generating two months of readers, and taking their events in')
  const file = join(directory, 'events.ndjson')
  await pipeline(Readable.from(lines()), createWriteStream(file), { signal: stop })
  const report = await runCli(['events', 'import', file, '--site', siteId], environment, stop)
  say(`${String(report['accepted'])} events are in`)
  return key
}

function* lines(): Generator<string> {
  for (const event of generateEvents({ ...TRAFFIC, endAt: new Date() })) yield toNdjson(event)
}

const say = (text: string): boolean => process.stdout.write(`· ${text}\n`)

async function createSite(url: string, key: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/sites`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    // The site is made up, so there is nothing to scan.
    body: JSON.stringify({
      url: `${siteOrigin}/`,
      name: 'Tideline',
      timezone: 'Europe/Berlin',
      scan: false,
    }),
  })
  // @NOTE every /api/v1 answer is the envelope.
  const { data, error } = (await response.json()) as {
    data: { id?: string }
    error: { message: string } | null
  }
  if (!response.ok || data.id === undefined) {
    throw new Error(`The site was not made: ${error?.message ?? response.status}`)
  }
  return data.id
}
