import type { OfferedPage } from '../../../db/scans/page-address-store.ts'
import { pageParametersOf } from '../../../db/site/page-of-address.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import {
  isTeaching,
  learnParameters,
  MAX_OF_PATH,
  MAX_PAGES,
  pathnameOf,
} from '../../domain/page/learn-parameters.ts'
import { pageAddresses } from '../../domain/page/page-address.ts'
import { TimeSlice } from '../../lib/concurrency/time-slice.ts'
import { parseUrl } from '../../lib/web/parse-url.ts'
import type { CrawlScope } from './crawl/crawl-scope.ts'

/** The most addresses of a site that lead to its pages, not counting the pages' own. */
const MAX_LEADS = 50_000
/** The most parameters of a site that are remembered as typed. */
const MAX_TYPED = 100
/** The most addresses that are followed from one to the next before a page comes. */
const MAX_HOPS = 20

type Site = Pick<SiteDb, 'addresses' | 'row'>

/**
 * Learns which parameters tell the pages of a site apart, and stores which addresses lead to its pages: those that
 * named another address as canonical, those that repeat another page's text or redirect, and those of pages with their
 * parameters in another form. Results of earlier scans stay while nothing speaks against them, since a scan need not
 * see all of a site.
 */
export async function settleAddresses(
  site: Site,
  scope: CrawlScope,
  { scanNum, typed: found }: { scanNum: number; typed: readonly string[] },
): Promise<void> {
  const { addresses } = site
  const typed = typedParameters(site, found)
  const pages = await addresses.offered()
  const numOf = new Map(pages.map(({ path, num }) => [path, num]))
  const leads = await findLeads(site, scope, scanNum, numOf)
  const learned = await learn(site, pages, { leads, typed })
  const parameters = { ...pageParametersOf(site.row), learned }
  const slice = new TimeSlice()
  for (const page of pages.toSorted(byLength)) {
    if (slice.isOver) await slice.yieldToLoop()
    const url = page.path.includes('?') ? parseUrl(page.url) : undefined
    for (const form of url ? pageAddresses(url, parameters).slice(0, -1) : []) {
      if (!numOf.has(form) && !leads.has(form)) leads.set(form, page.num)
    }
  }
  await storeLeads(site, { pages, leads, learned, typed })
}

/**
 * Orders pages by the length of their paths: of pages of one form, the shortest has the fewest parameters that tell
 * nothing apart.
 */
const byLength = (a: OfferedPage, b: OfferedPage): number =>
  a.path.length - b.path.length || (a.path < b.path ? -1 : 1)

/** Finds for each address that leads to another one the page at the end, if there is one. */
async function findLeads(
  { addresses }: Site,
  scope: CrawlScope,
  scanNum: number,
  numOf: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  const next = new Map<string, string>()
  const leading = await addresses.leading(scanNum)
  const slice = new TimeSlice()
  for (const { from, to } of leading) {
    if (slice.isOver) await slice.yieldToLoop()
    const place = scope.resolve(from.startsWith('/') ? `${scope.origin}${from}` : from)
    const target = scope.resolve(to)
    if (place && target && !numOf.has(place.path)) next.set(place.path, target.path)
  }
  const leads = new Map<string, number>()
  for (const [from] of next) {
    if (slice.isOver) await slice.yieldToLoop()
    const num = pageAtEnd(from, next, numOf)
    if (num !== undefined) leads.set(from, num)
  }
  return leads
}

function pageAtEnd(
  from: string,
  next: ReadonlyMap<string, string>,
  numOf: ReadonlyMap<string, number>,
): number | undefined {
  let at: string | undefined = from
  for (let hop = 0; at !== undefined && !numOf.has(at) && hop < MAX_HOPS; hop += 1) {
    at = next.get(at)
  }
  return at === undefined ? undefined : numOf.get(at)
}

/** Learns which parameters tell pages apart: compares some pages of each path by the sketches of their texts. */
async function learn(
  { addresses }: Site,
  pages: readonly OfferedPage[],
  { leads, typed }: Pick<Settled, 'leads' | 'typed'>,
): Promise<string[]> {
  const groups = new Map<string, OfferedPage[]>()
  const slice = new TimeSlice()
  for (const page of pages) {
    if (slice.isOver) await slice.yieldToLoop()
    if (!isTeaching(page.path)) continue
    const path = pathnameOf(page.path)
    const group = groups.get(path) ?? []
    if (group.length < MAX_OF_PATH) group.push(page)
    groups.set(path, group)
  }
  const compared = [...groups.values()]
    .filter((group) => group.some(({ path }) => path.includes('?')))
    .flat()
    .slice(0, MAX_PAGES)
  if (compared.length === 0) return []
  const sketches = await addresses.sketches(compared.map(({ num }) => num))
  const known = compared.map((page) => ({ ...page, sketch: sketches.get(page.num) }))
  return learnParameters(known, { typed, isOther: (path) => leads.has(path) })
}

interface Settled {
  pages: readonly OfferedPage[]
  leads: ReadonlyMap<string, number>
  learned: readonly string[]
  typed: readonly string[]
}

/**
 * Returns the parameters that readers type, those of earlier scans included, since the forms of an unchanged page are
 * not read again.
 */
function typedParameters({ row }: Site, found: readonly string[]): string[] {
  // @NOTE a list of texts, which this file alone writes.
  const before = JSON.parse(row.typed_parameters) as string[]
  return [...new Set([...before, ...found])].slice(0, MAX_TYPED)
}

/**
 * Stores the addresses that lead to other pages than before, and removes those that no longer lead to an offered page.
 */
async function storeLeads(
  { addresses, row }: Site,
  { pages, leads, learned, typed }: Settled,
): Promise<void> {
  const before = await addresses.stored()
  const own = new Set(pages.map(({ path }) => path))
  const offered = new Set(pages.map(({ num }) => num))
  const gone = [...before].flatMap(([address, num]) =>
    own.has(address) || !offered.has(num) ? [address] : [],
  )
  const room = Math.max(0, MAX_LEADS - (before.size - gone.length))
  const changed = [...leads].filter(([address, num]) => before.get(address) !== num)
  const news = new Map(changed.slice(0, room))
  await addresses.store(news, gone)
  const isSame =
    row.learned_parameters === JSON.stringify(learned) &&
    row.typed_parameters === JSON.stringify(typed)
  if (news.size + gone.length > 0 || !isSame) await addresses.learn({ learned, typed })
}
