import { isLive } from '../../../db/search/live-pages.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import { pageFault } from '../../domain/ai-score/fault.ts'
import { fence } from '../../domain/fence.ts'
import { lostChecks, readFindings } from '../../domain/ai-score/page-findings.ts'
import { MIN_ASKERS } from '../../domain/topics/privacy.ts'
import { mayReadWords } from '../../kernel/door/access.ts'
import { citedUrl } from '../../domain/page/cited-url.ts'
import { notFound } from '../../kernel/door/errors.ts'
import type { FoundPage } from './find-page.ts'
import type { OrgContext } from '../../kernel/door/operation.ts'
import { zoneIso } from '../../lib/time/zone.ts'
import { canRead, type DocumentSource } from './document.ts'
import { ASKED_DAYS, recentRange } from './topic-sources.ts'

/**
 * Reads the document of a page: title, path, the topics that readers asked about, advice, and the text of the last
 * scan.
 */
export async function pageSource(
  ctx: OrgContext,
  { page, site }: FoundPage,
): Promise<DocumentSource | undefined> {
  const siteDb = await ctx.db.sites.find(site.id)
  if (!siteDb) return undefined
  // A page that no scan has seen is known from readers.
  const state = page.state ?? 'active'
  if (!isLive(state)) throw notFound(`page to read; its state is ${state}`)
  const sections = await siteDb.passagesOfPage(page.num)
  const asked = canRead(ctx, 'analytics:read') ? await topicsOn(ctx, siteDb, page.num) : []
  // The title of a page that no scan has read is what a visitor called the page.
  const heading = page.isRead || mayReadWords(ctx.principal) ? page.title : null
  return {
    // A title stands in the fenced text alone, and so does a path that visitors made up.
    title: page.isRead ? `${site.domain}${page.path}` : `Page of ${site.domain}`,
    lead: [`${heading ?? ''}\n${page.path}`.trim(), ...asked].join('\n\n'),
    sections,
    url: citedUrl(page, site),
    metadata: {
      site: site.id,
      firstSeenAt: zoneIso(site.timezone, page.first_seen_at),
      lastSeenAt: zoneIso(site.timezone, page.last_seen_at),
      score: page.score,
      ...adviceOf(page.findings),
    },
  }
}

/** The most checks that a document names: those that lose most points. */
const MAX_CHECKS = 8

/** Returns what to mend on a page, in the words of the rubric; an empty object where no scan has scored the page. */
function adviceOf(stored: string | null): { mend?: string; evidence?: string; caps?: string } {
  const findings = readFindings(stored)
  if (!findings) return {}
  const lost = lostChecks(findings).slice(0, MAX_CHECKS)
  const advice = lost.map(
    (check) => `${check.id} -${check.lostPoints} ${pageFault(check)}: ${check.fix}`,
  )
  const seen = lost.flatMap(({ id, evidence }) => (evidence ? [`${id} ${evidence}`] : []))
  return {
    mend: advice.join('\n'),
    // Words of the page stand in it, and of its robots.txt.
    ...(seen.length > 0 && { evidence: fence(seen.join('\n')) }),
    ...(findings.caps.length > 0 && { caps: findings.caps.join(' ') }),
  }
}

const MAX_TOPICS = 5

/**
 * Returns the most asked topics of a page. A caller who may not read what readers wrote gets only those that enough
 * readers named.
 */
async function topicsOn(ctx: OrgContext, site: SiteDb, pageNum: number): Promise<string[]> {
  const isWhole = mayReadWords(ctx.principal)
  const topics = await site.topics.count({
    ...(await recentRange(ctx, site)),
    pageNum,
    limit: isWhole ? MAX_TOPICS : undefined,
  })
  const shown = isWhole ? topics : topics.filter(({ namers }) => namers >= MIN_ASKERS)
  const named = shown.slice(0, MAX_TOPICS).map(({ label, questions }) => `${label} (${questions})`)
  return named.length === 0
    ? []
    : [`Readers asked here about: ${named.join(', ')}, in ${ASKED_DAYS} days`]
}
