import * as z from 'zod'
import type { SiteDb } from '../../../db/site-db.ts'
import { zoneIso } from '../../lib/time/zone.ts'
import { notFound } from '../../kernel/errors.ts'
import { findSite } from '../../kernel/names/find-site.ts'
import { findPage } from '../../kernel/names/find-page.ts'
import { defineOperation, type OrgContext } from '../../kernel/operation.ts'
import { lostChecks, readFindings } from '../../domain/ai-score/page-findings.ts'
import { citedUrl } from '../../domain/page/cited-url.ts'
import {
  assertScope,
  canRead,
  FetchedDocument,
  toDocument,
  type SourceReader,
  type DocumentSource,
} from './document.ts'
import { ASKED_DAYS, readQuestionSource, readTopicSource, recentRange } from './topic-sources.ts'
import { readPromptSource } from './prompt-source.ts'
import { readRuleSource } from './rule-source.ts'
import { pluralize } from '../../lib/text/pluralize.ts'

/**
 * Fetches one site, page, prompt, rule, topic or question by its id, with the words of visitors and pages in a fence.
 */
export const fetchContent = defineOperation({
  name: 'search.fetch',
  summary: 'One site, page, prompt, rule, topic or question as a document',
  effect: 'read',
  access: { by: 'scope', anyOf: ['sites:read', 'analytics:read', 'prompts:read', 'rules:read'] },
  input: z.strictObject({
    id: z
      .string()
      .min(1)
      .max(2_100)
      .describe(
        'Of a search result, or page:/path, prompt:/path, rule:rul_…; #2 behind it is the next part',
      ),
  }),
  output: FetchedDocument,
  async handler(ctx, { id }) {
    const [, kind = '', name = '', part = '1'] = ID.exec(isAddress(id) ? `page:${id}` : id) ?? []
    const source = await READERS.get(kind)?.(ctx, name)
    if (!source)
      throw notFound('document; ids are site:…, page:…, prompt:…, rule:…, topic:… and question:…')
    return toDocument(id, source, Number(part))
  },
})

/** Matches kind, name, and the part; the first part need not be named. */
const ID = /^([a-z]+):([^#]+)(?:#([1-9]\d{0,3}))?$/

const isAddress = (id: string): boolean => /^https?:\/\//i.test(id)

const READERS: ReadonlyMap<string, SourceReader> = new Map<string, SourceReader>([
  ['site', readSite],
  ['page', readPage],
  ['prompt', readPromptSource],
  ['rule', readRuleSource],
  ['question', readQuestionSource],
  ['topic', readTopicSource],
])

async function readSite(ctx: OrgContext, name: string): Promise<DocumentSource | undefined> {
  assertScope(ctx, 'sites:read')
  const site = await findSite(ctx.db, name)
  const { row } = site
  const pages = await site.count('page')
  const text = `Site ${row.domain}, ${pluralize(pages, 'page')}, time zone ${row.timezone}.`
  return {
    title: row.domain,
    sections: [{ heading: '', text }],
    url: row.url,
    metadata: { domain: row.domain, pages, timezone: row.timezone, language: row.language },
    // What its owner calls it is no text of ours.
    ...(row.name === row.domain ? { isOurs: true } : { lead: row.name }),
  }
}

/** Reads a page: title, path, what readers asked about, and the text of the last scan. */
async function readPage(ctx: OrgContext, name: string): Promise<DocumentSource | undefined> {
  assertScope(ctx, 'sites:read')
  const found = await findPage(ctx.db, name)
  if (!found) return undefined
  const { page, site } = found
  const siteDb = await ctx.db.sites.find(site.id)
  if (!siteDb) return undefined
  // A page that no scan has seen is known from readers.
  const state = page.state ?? 'active'
  if (!LIVE.has(state)) throw notFound(`page to read; its state is ${state}`)
  const sections = await siteDb.passagesOfPage(page.num)
  const asked = canRead(ctx, 'analytics:read') ? await topicsOn(ctx, siteDb, page.num) : []
  return {
    // A title stands in the fenced text alone, and so does a path that visitors made up.
    title: page.isRead ? `${site.domain}${page.path}` : `Page of ${site.domain}`,
    lead: [`${page.title ?? ''}\n${page.path}`.trim(), ...asked].join('\n\n'),
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

/** Checks that a document names; they lose most of the points. */
const MAX_CHECKS = 8

/** What to mend on a page, in the words of the rubric; nothing where no scan has scored it. */
function adviceOf(stored: string | null): { mend?: string; caps?: string } {
  const findings = readFindings(stored)
  if (!findings) return {}
  const lost = lostChecks(findings).slice(0, MAX_CHECKS)
  const advice = lost.map(
    ({ id, title, lostPoints, fix }) => `${id} -${lostPoints} ${title}: ${fix}`,
  )
  return {
    mend: advice.join('\n'),
    ...(findings.caps.length > 0 && { caps: findings.caps.join(' ') }),
  }
}

/** States of pages that search offers too: the stored text of others is out of date. */
const LIVE: ReadonlySet<string> = new Set(['active', 'error'])

const MAX_TOPICS = 5

/** Answers the most asked topics of a page, for callers that may read questions. */
async function topicsOn(ctx: OrgContext, site: SiteDb, pageNum: number): Promise<string[]> {
  const topics = await site.topics.count({
    ...(await recentRange(ctx, site)),
    pageNum,
    limit: MAX_TOPICS,
  })
  const named = topics.map(({ label, questions }) => `${label} (${questions})`)
  return named.length === 0
    ? []
    : [`Readers asked here about: ${named.join(', ')}, in ${ASKED_DAYS} days`]
}
