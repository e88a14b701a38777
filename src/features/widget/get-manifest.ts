import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import * as z from 'zod'
import type { PublishedPage } from '../../../db/system/published-prompts.ts'
import { pageParametersOf } from '../../../db/site/page-of-address.ts'
import { policyInForce } from '../../domain/policy/policy-in-force.ts'
import { citedSource, publishedAsk } from '../../domain/prompts/cited-ask.ts'
import {
  ManifestAsks,
  manifestOf,
  MOST_MANIFEST_FILES,
} from '../../domain/prompts/site-manifest.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { offersQuestions, widgetSettingsOf } from './widget-settings.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { existingSite } from '../../kernel/names/find-site.ts'
import { parseUrl } from '../../lib/web/parse-url.ts'
import type { CitedAsk } from '../../protocol/ask/cited-ask.ts'
import { addressesOfPath } from './page-addresses.ts'
import { readableTemplates } from './readable-templates.ts'

/**
 * The most requests for manifests a minute from one address. Proxies ask for many readers, and keep the answer for an
 * hour.
 */
const MANIFEST_LIMIT = { name: 'manifest', requestsPerMinute: 120 }
const HOUR = 3_600
const DAY = 86_400
/** The path at which readers find the manifest on the site's own origin. */
const WELL_KNOWN = '/.well-known/ask-ai.json'
/**
 * The number of pages that are read at a time: making their prompts takes a few milliseconds, and other requests run in
 * between.
 */
const PAGES_A_READ = 20

const Path = z.string().max(1_024).regex(/^\//, 'Must begin with /')

/** GET /sites/:id/ask-ai.json: returns the manifest of a site, which is to be served from the site's own origin. */
export const getManifest = defineOperation({
  name: 'sites.manifest',
  summary: 'The Ask AI manifest of a site: its policy and the prompts that it publishes',
  access: { by: 'public' },
  addressLimit: MANIFEST_LIMIT,
  http: {
    surface: 'published',
    method: 'get',
    path: '/:id/ask-ai.json',
    sharedCache: `public, max-age=${HOUR}, stale-if-error=${DAY}`,
    document: 'application/ask-ai+json',
  },
  input: z.strictObject({
    id: PathId,
    path: Path.optional().describe('For one page alone: its path'),
    file: z
      .int()
      .min(2)
      .max(MOST_MANIFEST_FILES)
      .optional()
      .describe('The number of the file, with `after`: the address in `next` has both'),
    after: Path.optional().describe('The path of the last page of the file before'),
  }),
  output: z.object({ etag: z.string(), document: z.string().describe('JSON') }),
  async handler({ app }, { id, path, file = 1, after = '' }) {
    const site = existingSite(await app.system.published.findSite(id))
    const asks = new ManifestAsks()
    const origin = parseUrl(site.url)?.origin
    const addresses = path === undefined ? undefined : addressesOfPath(path, pageParametersOf(site))
    const last = await addCostlyPages(app, asks, { siteNum: site.num, origin, addresses, after })
    const next = last === undefined ? undefined : nextAddress(file + 1, last)
    const settings = widgetSettingsOf(site)
    if (next === undefined && offersQuestions(settings)) asks.addOwnQuestions()
    const published = { ...site, targets: settings.targets }
    const manifest = manifestOf(published, policyInForce(site), { asks, next })
    const document = JSON.stringify(manifest)
    const digest = createHash('sha256').update(document).digest('base64url')
    return { etag: `W/"${digest.slice(0, 22)}"`, document }
  },
})

interface Wanted {
  siteNum: number
  /**
   * The origin that the manifest speaks for, on which its prompts must be; a page may give an address of another origin
   * as its own.
   */
  origin: string | undefined
  /** The addresses of the wanted page; undefined for the whole site. */
  addresses: ReturnType<typeof addressesOfPath> | undefined
  after: string
}

/**
 * Adds the prompts of pages to a manifest while there is room. Returns the path of the last page that was added, where
 * others are left.
 */
async function addCostlyPages(
  { system: { published } }: AppContext,
  asks: ManifestAsks,
  { siteNum, origin, addresses, after }: Wanted,
): Promise<string | undefined> {
  if (addresses !== undefined) {
    for (const page of await published.findActive(siteNum, addresses))
      asks.add(asksOf(page, origin))
    return undefined
  }
  let last = after
  for (;;) {
    const pages = await published.listActive(siteNum, last, PAGES_A_READ)
    for (const page of pages) {
      if (!asks.add(asksOf(page, origin))) return last
      last = page.path
    }
    if (pages.length < PAGES_A_READ) return undefined
    await turn()
  }
}

const nextAddress = (file: number, after: string): string | undefined =>
  file > MOST_MANIFEST_FILES
    ? undefined
    : `${WELL_KNOWN}?${new URLSearchParams({ file: String(file), after }).toString()}`

const asksOf = (
  { id: promptId, language, templates }: PublishedPage,
  origin: string | undefined,
): CitedAsk[] =>
  readableTemplates(templates)
    .filter(({ resolved }) => parseUrl(citedSource(resolved) ?? '')?.origin === origin)
    .flatMap((template) => publishedAsk({ ...template, promptId, language }) ?? [])
