import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DataFolder } from '../../testing/data-folder.ts'
import type { ServerChild } from '../../testing/server-child.ts'
import { BROWSER_USER_AGENT } from '../../testing/start-test-app.ts'
import { inspectData } from '../../testing/stored-events.ts'

const KILLS = 12
const SITES = 8

let data: DataFolder

beforeEach(() => {
  data = new DataFolder()
})

afterEach(() => {
  data[Symbol.dispose]()
})

/** Makes sites with a domain of their own each, and returns their ids. */
async function makeSites(server: ServerChild, key: string, round: number): Promise<string[]> {
  const made = Array.from({ length: SITES }, async (_, i) => {
    const answer = await fetch(`${server.url}/api/v1/sites`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `https://s${i}.round${round}.example/`, scan: false }),
    })
    const { data: site } = (await answer.json()) as { data: { id: string } }
    return site.id
  })
  return Promise.all(made)
}

/**
 * Sends an event as the beacon of each site; returns the ids of the sites whose event was accepted before the server
 * died.
 */
async function sendBeacons(server: ServerChild, round: number, sites: readonly string[]) {
  const sent = sites.map(async (siteId, i) => {
    const host = `https://s${i}.round${round}.example`
    // Each site has another reader, since each kill leaves one address with fewer permits.
    const reader = { 'user-agent': BROWSER_USER_AGENT, 'x-forwarded-for': `10.1.${round}.${i}` }
    const config = await fetch(`${server.url}/api/v1/sites/${siteId}/config`, { headers: reader })
    if (!config.ok) throw new Error('No configuration')
    // @NOTE the schema of the answer says so.
    const { boot } = ((await config.json()) as { data: { boot: string } }).data
    const answer = await fetch(`${server.url}/api/v1/collect`, {
      method: 'POST',
      headers: { ...reader, origin: host },
      body: JSON.stringify({ siteId, boot, kind: 'pageview', url: `${host}/` }),
    })
    return answer.status === 202 ? siteId : undefined
  })
  const settled = await Promise.allSettled(sent)
  return settled.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []))
}

/** Reads the sites that are marked as installed, and the sites that events report as installed, in order. */
const stored = () =>
  inspectData(data.path, (db) => ({
    verdict: db.pragma('integrity_check', { simple: true }),
    marked: db
      .prepare('SELECT id FROM site WHERE install_first_seen_at IS NOT NULL ORDER BY id')
      .pluck()
      .all(),
    told: db.prepare("SELECT payload ->> 'siteId' FROM outbox ORDER BY 1").pluck().all(),
  }))

it('each site is told to be installed exactly once, whenever the server is killed', async () => {
  const { key } = await data.setUp('self_hosted')
  const all: string[] = []
  for (let round = 0; round < KILLS; round++) {
    let sites: string[]
    let taken: string[]
    {
      await using server = await data.serve()
      sites = await makeSites(server, key, round)
      const sending = sendBeacons(server, round, sites)
      await delay(round) // in ms: a later moment each time
      await server.kill()
      taken = await sending
    }
    const { verdict, marked, told } = stored()
    expect({ verdict, told }).toEqual({ verdict: 'ok', told: marked })
    expect(told).toEqual(expect.arrayContaining(taken))
    await using again = await data.serve()
    expect(await sendBeacons(again, round, sites)).toHaveLength(SITES)
    all.push(...sites)
    expect(stored().told).toEqual(all.toSorted())
  }
})
