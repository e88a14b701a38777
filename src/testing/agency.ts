import { importEvents } from '../features/events/import-events.ts'
import type { HistoryLine } from './site-with-history.ts'
import type { TestApp, TestOrg } from './start-test-app.ts'

interface AgencySite {
  domain: string
  timezone?: string
  lines?: readonly HistoryLine[]
}

/** Makes an organization with several sites, each with a history. */
export async function agency(app: TestApp, sites: readonly AgencySite[]) {
  const org = await app.org('self_hosted')
  const key = await app.key(org)
  const ids: string[] = []
  for (const { domain, timezone = 'UTC', lines = [] } of sites) {
    const id = await app.site(key, { url: `https://${domain}/`, timezone })
    await importVisits(app, id, lines)
    ids.push(id)
  }
  return { org, key, ids }
}

/** Adds history to a site. */
export async function importVisits(
  app: TestApp,
  siteId: string,
  lines: readonly HistoryLine[],
): Promise<void> {
  const { database, context } = app.app.services
  const site = await database.ingestSites.find(siteId, context.now())
  if (!site) throw new Error(`No site ${siteId}`)
  async function* each() {
    for (const [i, line] of lines.entries()) {
      const defaults = { eventId: `${siteId}.${i}`, kind: 'impression', url: '/', visitor: 'v' }
      yield JSON.stringify({ ...defaults, ...line })
    }
  }
  const { problems } = await importEvents(each(), site, database.events, context.now())
  if (problems.length > 0) throw new Error(problems.join('\n'))
}

/**
 * Makes many sites of an organization at once, as rows alone: what a test of thousands needs, and a request for each
 * would take minutes.
 */
export async function manySites(app: TestApp, org: TestOrg, count: number): Promise<string[]> {
  const { context } = app.app.services
  const key = await app.key(org)
  const first = await app.site(key, { url: 'https://n0.example/' })
  return context.tenant(org.id).transaction(async (trx) => {
    const found = await trx.sites.find(first)
    if (!found) throw new Error('No site')
    const { num: _, org_id: __, ...row } = found.row
    const ids = [first]
    for (let i = 1; i < count; i++) {
      const id = context.newId('site')
      await trx.sites.insert({ ...row, id, domain: `n${i}.example`, name: `n${i}` }).execute()
      ids.push(id)
    }
    return ids
  })
}
