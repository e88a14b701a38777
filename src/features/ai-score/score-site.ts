import * as z from 'zod'
import type { SiteDb } from '../../../db/site-db.ts'
import type { scoreObservation } from '../../domain/ai-score/score-observation.ts'
import type { Observation } from '../../domain/ai-score/observation.ts'
import { isSamePage } from '../../domain/ai-score/same-page.ts'
import { auditCall } from '../../kernel/door/audit.ts'
import { ServiceError } from '../../kernel/door/errors.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation, type OrgContext } from '../../kernel/door/operation.ts'
import { FetchError } from '../../net/fetch-error.ts'
import { HourlyLimit } from './hourly-limit.ts'
import { hostsOf, isVerified } from './own-hosts.ts'
import { AiScore, CheckIds, Locale, sortedChecks, toScoreAnswer } from './score-answer.ts'
import { findSiteById } from '../../kernel/names/find-site.ts'

const MAX_SAME_TITLE = 5

/**
 * POST /sites/:siteId/score: scores the start page of an own site, which is fetched again each time. Unlike the public
 * tool, it knows whether a title is the page's own, and, on request, whether known bots get the same answer as a
 * browser.
 */
export const scoreSite = defineOperation({
  name: 'sites.score',
  summary: 'Score how findable the start page of a site is for AI engines',
  access: { by: 'scope', anyOf: ['sites:write'] },
  // The request asks other servers, which no transaction may wait for.
  http: { method: 'post', path: '/sites/:siteId/score', idempotency: 'after' },
  input: z.strictObject({
    siteId: PathId.describe('Site id'),
    parity: z
      .boolean()
      .default(false)
      .describe('Also fetch the page as a browser, GPTBot, ClaudeBot and PerplexityBot'),
    checks: CheckIds,
    locale: Locale,
  }),
  output: AiScore,
  async handler(ctx, input) {
    const { app, db } = ctx
    const site = await findSiteById(db, input.siteId)
    if (input.parity) assertVerified(ctx, site)
    const now = app.now()
    const own = hostsOf([site.row], ctx.principal)
    const limit = new HourlyLimit(app.scores, app.elapsed, own)
    limit.count(`site ${site.row.id}`)
    if (input.parity) await noteParity(ctx, site)
    const { url } = site.row
    const checks = sortedChecks(input.checks)
    const observation = await app
      .observe({ url, audience: 'known', checks, parity: input.parity, admits: limit.admits })
      .catch((error: unknown) => {
        if (!(error instanceof FetchError)) throw error
        if (error.code === 'CANCELLED' && limit.refusal) throw limit.refusal
        throw new ServiceError('CONFLICT', `The start page cannot be scored. ${error.message}`, {
          cause: error,
        })
      })
    const sameTitle = await pagesWithTitle(site, observation)
    const judged = { observation: { ...observation, sameTitle }, checks }
    const score = await app.inThread<typeof scoreObservation>('scoreObservation', judged)
    const { finalUrl } = observation.target
    // A score of some checks says nothing of the others.
    if (!checks) {
      await site.wholeScore.save({ checkedAt: now, finalUrl, report: JSON.stringify(score) })
    }
    return toScoreAnswer(url, { finalUrl, score, atMs: now })
  },
})

function assertVerified({ principal }: OrgContext, { row }: SiteDb): void {
  if (isVerified(principal.plan, row)) return
  throw new ServiceError(
    'CONFLICT',
    'parity sends requests in the names of others, so it needs a site on which the widget was seen; install it first',
  )
}

/** Writes to the audit log that requests with the user agents of other bots were made for a site. */
async function noteParity(ctx: OrgContext, { row }: SiteDb) {
  await ctx.db.transaction((trx) =>
    auditCall(ctx, trx, 'site.score', row.id, { parity: true, url: row.url }),
  )
}

/**
 * Finds other pages of the last scan that have the title of the observed page; null where it has no title, or no scan
 * was made.
 */
async function pagesWithTitle(
  site: SiteDb,
  { target: { finalUrl, page } }: Observation,
): Promise<string[] | null> {
  const title = page?.title ?? null
  if (title === null || !(await site.scans.latest())) return null
  const rows = await site.pageNames.titledAlike(title, MAX_SAME_TITLE)
  return rows
    .filter(({ url, canonicalUrl }) => ![url, canonicalUrl ?? url].some(isThis))
    .map(({ url }) => url)

  function isThis(url: string): boolean {
    return isSamePage(url, finalUrl)
  }
}
