import * as z from 'zod'
import { searchWords } from '../../../db/search/full-text.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import { questionId } from '../../core/ids.ts'
import { SearchText } from '../../core/inputs.ts'
import { defineOperation, type OrgContext } from '../../core/operation.ts'
import { MIN_ASKERS } from '../../core/privacy.ts'
import type { Scope } from '../../core/scopes.ts'
import { rankPages } from './rank-pages.ts'
import { readQuery } from './search-query.ts'

const MAX_RESULTS = 20
const MAX_SITES = 50

/** Pages that may stand before everything else. */
const LEADING_PAGES = 10
/** Twice the most that a question or topic can have, for a page with all the words: with half of them it is level. */
const LEADING_SCORE = 300
const FOLLOWING_SCORE = 50

const Input = z.strictObject({ query: SearchText.describe('Words to look for') })

/** The form that ChatGPT's search expects; https://developers.openai.com/api/docs/mcp */
const Output = z.object({
  results: z.array(z.object({ id: z.string(), title: z.string(), url: z.string() })),
})

interface Hit {
  id: string
  title: string
  url: string
  /** Higher is better; at most 150 for sites, topics and questions, whose scores compare only roughly. */
  score: number
}

/** Sites, pages, topics and questions that have the words, best first, as far as the key's scopes reach. */
export const searchContent = defineOperation({
  name: 'search.content',
  summary: 'Search sites, pages, topics and readers’ questions',
  effect: 'read',
  access: { by: 'scope', anyOf: ['sites:read', 'analytics:read'] },
  input: Input,
  output: Output,
  handler: (ctx, { query }) => search(ctx, query, { questions: true }),
})

/** Sites, pages and topics of several readers: the data surface shows no question text. */
export const searchSubjects = defineOperation({
  name: 'search.subjects',
  summary: 'Search sites, pages and topics to report on',
  effect: 'read',
  access: { by: 'scope', anyOf: ['analytics:read'] },
  input: Input,
  output: Output,
  handler: (ctx, { query }) => search(ctx, query, { questions: false }),
})

async function search(ctx: OrgContext, query: string, want: { questions: boolean }) {
  const words = searchWords(query)
  const mayReadSites = holds(ctx, 'sites:read') || !want.questions
  const rows = await ctx.db.sites().select('id').orderBy('id').limit(MAX_SITES).execute()
  const found = await Promise.all(rows.map(({ id }) => ctx.db.site(id)))
  const sites = found.filter((site) => site !== undefined)
  const hits = await Promise.all([
    ...(mayReadSites ? [siteHits(sites, words), pageHits(sites, query)] : []),
    ...sites.flatMap((site) => [
      ...(holds(ctx, 'analytics:read')
        ? [topicHits(site, words, want.questions ? 1 : MIN_ASKERS)]
        : []),
      ...(want.questions && holds(ctx, 'analytics:read') ? [questionHits(site, words)] : []),
    ]),
  ])
  const best = hits.flat().toSorted((a, b) => b.score - a.score)
  return { results: best.slice(0, MAX_RESULTS).map(({ id, title, url }) => ({ id, title, url })) }
}

const holds = ({ principal }: OrgContext, scope: Scope): boolean =>
  principal.kind === 'session' || principal.scopes.has(scope)

async function siteHits(sites: readonly SiteDb[], words: readonly string[]): Promise<Hit[]> {
  return sites.flatMap(({ row }) => {
    const score = scoreOf(`${row.name} ${row.domain}`, words, 0)
    return score === 0 ? [] : [{ id: `site:${row.id}`, title: row.name, url: row.url, score }]
  })
}

/**
 * Pages of all sites in one order. A page answers what a question only asks, so the first ones lead wherever they have
 * more than a few of the words; the others follow, so that sites, topics and questions are seen too.
 */
async function pageHits(sites: readonly SiteDb[], text: string): Promise<Hit[]> {
  const query = readQuery(
    text,
    sites.map(({ row }) => row.language ?? 'en'),
  )
  const hits = await Promise.all(sites.map((site) => site.searchPassages(query)))
  const pages = rankPages(query.terms, hits.flat())
  const [first] = pages
  if (!first || first.value === 0) return []
  return pages.slice(0, MAX_RESULTS).map(({ id, title, url, value }, i) => ({
    id: `page:${id}`,
    title,
    url,
    score:
      (i < LEADING_PAGES ? LEADING_SCORE : FOLLOWING_SCORE) *
      first.coverage *
      (value / first.value),
  }))
}

async function topicHits(
  site: SiteDb,
  words: readonly string[],
  minAskers: number,
): Promise<Hit[]> {
  const topics = await site.searchTopics(words, { limit: MAX_RESULTS, minAskers })
  return topics.map(({ id, label, rank }) => ({
    id: `topic:${id}`,
    title: `Topic: ${label}`,
    url: site.row.url,
    score: scoreOf(label, words, -rank),
  }))
}

async function questionHits(site: SiteDb, words: readonly string[]): Promise<Hit[]> {
  const questions = await site.searchQuestions(words, MAX_RESULTS)
  return questions.map(({ at, seq, text, page_url, rank }) => ({
    id: `question:${questionId(at, seq)}`,
    title: text,
    url: page_url ?? site.row.url,
    score: scoreOf(text, words, -rank),
  }))
}

/**
 * How much of the query a text has, then how well within its kind: ranks of different indexes, and of small ones,
 * cannot be compared with each other.
 */
function scoreOf(text: string, words: readonly string[], rank: number): number {
  const held = new Set(searchWords(text))
  const found = words.filter((word) => held.has(word)).length
  return (found / Math.max(1, words.length)) * 100 + Math.min(rank, 50)
}
