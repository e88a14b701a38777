import * as z from 'zod'
import type { SiteDb } from '../../../db/site-db.ts'
import { iso, isoOrNull } from '../../lib/time/clock.ts'
import { type LostCheck, lostChecks, readFindings } from '../../domain/ai-score/page-findings.ts'
import { readAnalysis } from '../../domain/page/page-analysis.ts'
import { emptyRecord, readRecord } from '../../domain/page/page-record.ts'
import { PAGE_STATUSES, PAGE_TYPES } from '../../domain/prompt-rules/vocabulary.ts'

/** The state in which the last scan found a page; `unknown` for a page that no scan has requested. */
export const PageState = z.enum([...PAGE_STATUSES, 'unknown'])
export const PageTypeSchema = z.enum(PAGE_TYPES)

const Text = z.string().nullable()
const Count = z.int().nullable()

/** A page as a list shows it. */
export const PageSummary = z.object({
  id: z.string(),
  siteId: z.string(),
  url: z.string(),
  canonicalUrl: Text,
  path: z.string(),
  title: Text,
  language: Text.describe('BCP 47'),
  type: PageTypeSchema.nullable().describe('null until the page was analysed'),
  wordCount: Count,
  httpStatus: Count,
  score: Count.describe(
    '0 to 100, of its HTML and what its site has; null until a scan has read it',
  ),
  tags: z.array(z.string()),
  state: PageState,
  firstSeenAt: z.string(),
  lastSeenAt: z.string().describe('By a reader'),
  lastScannedAt: Text,
  lastChangedAt: Text.describe('When a scan last found another main text'),
})

/** A page with everything that its scans, analysis, rules and prompt say of it. */
export const Page = PageSummary.extend({
  description: Text,
  h1: Text,
  headings: z.array(z.object({ level: z.int(), text: z.string(), id: Text })),
  typeSource: Text.describe('What told the type: jsonld, og, path, dom or rule'),
  tokenEstimate: Count,
  contentDigest: Text.describe('SHA-256 of the main text, hex'),
  keyphrases: z.array(z.object({ text: z.string(), weight: z.number() })),
  summary: Text.describe('Sentences of the page'),
  author: Text,
  publishedAt: Text.describe('As the page writes it'),
  modifiedAt: Text,
  modifiedSource: Text.describe('jsonld, meta, http or sitemap'),
  indexable: z.boolean().nullable().describe('null where no scan has looked'),
  robots: z.object({ meta: z.array(z.string()), header: z.array(z.string()) }),
  targetUrl: Text.describe('Where a page that is redirected leads'),
  markdownUrl: Text,
  schemaTypes: z.array(z.string()),
  issues: z.array(z.string()),
  checks: z
    .array(
      z.object({
        id: z.string(),
        title: z.string(),
        status: z.string(),
        lostPoints: z.number(),
        fix: z.string(),
        evidence: z.string().optional().describe('What was seen, with words of the page'),
      }),
    )
    .describe('Checks of the last scan that lost points, worst first; empty without a score'),
  caps: z.array(z.string()).describe('Faults that limit the score, whatever else is good'),
}).meta({ id: 'Page' })

/** Reads the pages of a site with their records, their analyses, and the changes that rules made to these. */
export const pageRows = (site: SiteDb) =>
  site
    .scannedPages()
    .leftJoin('prompt', 'prompt.page_num', 'page.num')
    .select(['page.first_seen_at', 'page.last_seen_at'])
    .select(['prompt.page_type', 'prompt.is_type_ruled', 'prompt.tags'])
    .select(['page_record.http_status', 'page_record.target_url'])
    .select(['page_record.canonical_url', 'page_record.score', 'page_record.findings'])
    .select(['page_record.last_scanned_at', 'page_record.last_changed_at'])

type PageRow = Awaited<ReturnType<ReturnType<typeof pageRows>['execute']>>[number]

export const pageStateOf = (state: string | null): z.output<typeof PageState> =>
  PAGE_STATUSES.find((known) => known === state) ?? 'unknown'

const Tags = z.array(z.string())

const toCheck = ({ id, title, status, lostPoints, fix, evidence }: LostCheck) => ({
  id,
  title,
  status,
  lostPoints,
  fix,
  ...(evidence !== undefined && { evidence }),
})

/** Returns the type, keyphrases, summary and tags of a page: those that rules set, else those of its analysis. */
function concludedOf(row: PageRow) {
  const analysis = readAnalysis(row)
  const type = PAGE_TYPES.find((known) => known === row.page_type) ?? analysis?.type
  return {
    type: type ?? null,
    typeSource: row.is_type_ruled === 1 ? 'rule' : (analysis?.typeSource ?? null),
    keyphrases: analysis?.keyphrases ?? [],
    summary: analysis?.summary ?? null,
    tags: Tags.parse(JSON.parse(row.tags ?? '[]')),
  }
}

export function toPage(row: PageRow, siteId: string): z.input<typeof Page> {
  const { contentHash, canonicalUrl, ...record } = readRecord(row.record) ?? emptyRecord()
  const state = pageStateOf(row.state)
  const findings = readFindings(row.findings)
  return {
    ...record,
    id: row.id,
    siteId,
    url: row.url,
    canonicalUrl: row.canonical_url ?? canonicalUrl,
    path: row.path,
    title: row.title,
    ...concludedOf(row),
    contentDigest: contentHash,
    // A 304 stands for the answer before it, and a scan keeps only good ones.
    httpStatus: row.http_status === 304 ? 200 : row.http_status,
    indexable: state === 'unknown' ? null : state === 'active' || state === 'duplicate',
    targetUrl: row.target_url,
    score: row.score,
    checks: findings ? lostChecks(findings).map(toCheck) : [],
    caps: [...(findings?.caps ?? [])],
    state,
    issues: state === 'duplicate' ? [...record.issues, 'duplicate'] : record.issues,
    firstSeenAt: iso(row.first_seen_at),
    lastSeenAt: iso(row.last_seen_at),
    lastScannedAt: isoOrNull(row.last_scanned_at),
    lastChangedAt: isoOrNull(row.last_changed_at),
  }
}
