import * as z from 'zod'
import type { SiteReport } from '../../../db/scans/site-score-store.ts'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { SiteScore } from '../../domain/ai-score/site-score.ts'
import type { Score } from '../../domain/ai-score/score.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { iso } from '../../lib/time/clock.ts'
import { AiScore, toScoreAnswer } from './score-answer.ts'
import { findSiteById } from '../../kernel/names/find-site.ts'

/** The most scans that a trend has, including scans without a score. */
const MAX_SCANS = 100

const Scored = z.object({
  score: z.int().nullable().default(null),
  site: SiteScore.nullable().default(null),
})

/**
 * GET /sites/:siteId/score: returns the score of a site, its trend from scan to scan, and the report of its start page.
 */
export const getSiteScore = defineOperation({
  name: 'sites.lastScore',
  summary: 'The score of a site, its trend over scans, and the last whole score of its start page',
  access: { by: 'scope', anyOf: ['sites:read'] },
  http: { method: 'get', path: '/sites/:siteId/score' },
  input: z.strictObject({ siteId: PathId.describe('Site id') }),
  output: z.object({
    site: SiteScore.nullable().describe(
      'Of the last scan that has one; null until then, and for scans of older releases',
    ),
    report: AiScore.nullable().describe(
      'The start page by every check, of a scan or of POST; null until there is one',
    ),
    trend: z
      .array(
        z.object({
          scanId: z.string(),
          at: z.string(),
          score: z.int(),
          rubricVersion: z
            .string()
            .nullable()
            .describe('Scores of another version are no comparison; null: of the start page alone'),
        }),
      )
      .describe(`Of the last ${MAX_SCANS} scans that completed, the oldest first`),
  }),
  async handler({ db }, { siteId }) {
    const site = await findSiteById(db, siteId)
    const [stored, scans] = await Promise.all([site.wholeScore.find(), scansOf(db, site.row.id)])
    return {
      site: scans.findLast(({ tally }) => tally.score !== null)?.tally.site ?? null,
      report: stored ? reportOf(site.row.url, stored) : null,
      trend: scans.flatMap(({ scanId, at, tally: { score, site: whole } }) =>
        score === null ? [] : [{ scanId, at, score, rubricVersion: whole?.rubricVersion ?? null }],
      ),
    }
  },
})

function reportOf(url: string, { checkedAt, finalUrl, report }: SiteReport) {
  // @NOTE the column is written by us alone, as JSON of a score; the schema of the answer checks it once more.
  return toScoreAnswer(url, { finalUrl, score: JSON.parse(report) as Score, atMs: checkedAt })
}

/** Reads the last scans that completed, the oldest first. */
async function scansOf(db: TenantDb, siteId: string) {
  const rows = await db.sites
    .query()
    .innerJoin('scan', 'scan.site_num', 'site.num')
    .where('site.id', '=', siteId)
    .where('scan.state', 'in', ['succeeded', 'partial'])
    .select(['scan.id', 'scan.finished_at', 'scan.queued_at', 'scan.tally'])
    .orderBy('scan.num', 'desc')
    .limit(MAX_SCANS)
    .execute()
  return rows.toReversed().map(({ id, finished_at, queued_at, tally }) => ({
    scanId: id,
    at: iso(finished_at ?? queued_at),
    tally: Scored.parse(JSON.parse(tally)),
  }))
}
