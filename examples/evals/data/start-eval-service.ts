import { importEvents } from '../../../src/features/events/import-events.ts'
import { TestApp } from '../../../src/testing/start-test-app.ts'
import { promptsIn } from '../../../src/testing/scanned-site.ts'
import { WebSite } from '../../../src/testing/web-site.ts'
import type { EvalEvent } from './eval-event.ts'
import { makeEvents } from './make-events.ts'
import { changedPages, SHOP_PAGES, shopHtml } from './pages.ts'

/** The moment at which all questions are asked, a Friday. */
export const NOW = '2026-11-20T12:00:00.000Z'
export const ZONE = 'Europe/Berlin'
const FROM = '2026-09-01'
/** The page whose prompt is turned off. */
export const OFF = '/guides/seasickness'

/** The events of both sites, which the counts go through. */
export const SHOP_EVENTS: readonly EvalEvent[] = [
  ...makeEvents({
    seed: 31,
    from: FROM,
    now: NOW,
    visitorsPerDay: 45,
    paths: Object.entries(SHOP_PAGES).map(([path, { weight }]) => [path, weight] as const),
  }),
]
const JOURNAL_EVENTS: readonly EvalEvent[] = [
  ...makeEvents({
    seed: 47,
    from: FROM,
    now: NOW,
    visitorsPerDay: 6,
    paths: [
      ['/', 5],
      ['/posts/first-crossing', 3],
    ],
  }),
]

export interface EvalService extends AsyncDisposable {
  url: string
  key: string
  /** Host and port of the shop, which pages are named by. */
  shop: string
}

/** A service over the two sites: a shop that is scanned, and a journal that sends events alone. */
export async function startEvalService(): Promise<EvalService> {
  const environment = { ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' }
  const app = await TestApp.start({ environment, startAt: NOW })
  const org = await app.org('business', 'Harbour')
  const key = await app.key(org)
  const token = await app.session(org)
  const web = await WebSite.start(shopHtml())
  const common = { timezone: ZONE, language: 'en' }
  const shop = await app.site(key, { url: `${web.url}/`, name: 'Harbour Kayaks', ...common })
  const url = 'https://journal.example/'
  const journal = await app.site(key, { url, name: 'Harbour Journal', ...common })
  const change = async (method: string, path: string, body: unknown): Promise<void> => {
    const { error } = (await app.api(method, path, { token, body })).body
    if (error) throw new Error(`${path}: ${error.message}`)
  }
  await change('POST', `/rules/${shop}`, {
    name: 'Guides are explained',
    match: { path: '/guides/*' },
    actions: { setPrimary: 'explain' },
  })
  const scan = async (): Promise<void> => {
    await change('POST', '/scan', { siteId: shop })
    await app.app.services.jobs.onIdle()
  }
  await scan()
  await turnOff(app, shop, token, OFF)
  await importAll(app, shop, SHOP_EVENTS)
  // Only what was read before can be excluded, broken or moved.
  await change('POST', `/rules/${shop}`, {
    name: 'Staff pages are no business of readers',
    match: { path: '/staff/**' },
    actions: { excludeFromScan: true },
  })
  for (const [path, answer] of changedPages()) web.pages.set(path, answer)
  await scan()
  await importAll(app, journal, JOURNAL_EVENTS)
  return {
    url: app.url,
    key,
    shop: new URL(web.url).hostname,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      await web[Symbol.asyncDispose]()
    },
  }
}

/** Turns the prompt of a page off. */
async function turnOff(app: TestApp, siteId: string, token: string, path: string): Promise<void> {
  const listed = promptsIn(await app.api('GET', `/prompts/${siteId}?limit=100`, { token }))
  const prompt = listed.find((one) => one.path === path)
  const body = { state: 'disabled' }
  const answer = await app.api('PUT', `/prompts/${String(prompt?.pageId)}`, { token, body })
  if (answer.body.error) throw new Error(`${path}: ${answer.body.error.message}`)
}

async function importAll(
  app: TestApp,
  siteId: string,
  events: readonly EvalEvent[],
): Promise<void> {
  const { database, context } = app.app.services
  const site = await database.ingestSites.find(siteId, context.now())
  if (!site) throw new Error(`No site ${siteId}`)
  async function* lines() {
    for (const event of events) yield JSON.stringify(event)
  }
  const report = await importEvents(lines(), site, database.events, context.now())
  if (report.accepted !== events.length) {
    throw new Error(`Not all events are in: ${JSON.stringify(report)}`)
  }
}
