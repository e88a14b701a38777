import * as z from 'zod'
import { countWords, searchWords } from '../../../db/search/full-text.ts'
import type { SearchedSites } from '../../../db/search/searched-sites.ts'
import { questionId } from '../../core/ids.ts'
import { SearchText } from '../../core/inputs.ts'
import { defineOperation, type OrgContext } from '../../core/operation.ts'
import { MIN_ASKERS } from '../../core/privacy.ts'
import type { Scope } from '../../core/scopes.ts'
import { citedUrl } from '../../core/cited-url.ts'
import { rankPages } from './rank-pages.ts'
import { resultsWithinBudget } from './results-within-budget.ts'
import { readQuery } from './search-query.ts'

const MAX_RESULTS = 20

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
  const mayReadNumbers = holds(ctx, 'analytics:read')
  const sites = await ctx.db.searchedSites()
  const hits = await Promise.all([
    ...(mayReadSites ? [siteHits(sites, words), pageHits(sites, query)] : []),
    ...(mayReadNumbers ? [topicHits(sites, words, want.questions ? 1 : MIN_ASKERS)] : []),
    ...(mayReadNumbers && want.questions ? [questionHits(sites, words)] : []),
  ])
  const best = hits.flat().toSorted((a, b) => b.score - a.score)
  return { results: resultsWithinBudget(best.slice(0, MAX_RESULTS)) }
}

const holds = ({ principal }: OrgContext, scope: Scope): boolean =>
  principal.kind !== 'key' || principal.scopes.has(scope)

async function siteHits({ rows }: SearchedSites, words: readonly string[]): Promise<Hit[]> {
  return rows.flatMap(({ id, name, domain, url }) => {
    const score = scoreOf(`${name} ${domain}`, words, 0)
    return score === 0 ? [] : [{ id: `site:${id}`, title: name, url, score }]
  })
}

/**
 * Pages of all sites in one order. A page answers what a question only asks, so the first ones lead wherever they have
 * more than a few of the words; the others follow, so that sites, topics and questions are seen too.
 */
async function pageHits(sites: SearchedSites, text: string): Promise<Hit[]> {
  const languages = new Set(sites.rows.map(({ language }) => language ?? 'en'))
  const query = readQuery(text, [...languages])
  const domainOf = new Map(sites.rows.map(({ num, domain }) => [num, domain]))
  const hits = (await sites.passages(query)).map((hit) => ({
    ...hit,
    url: citedUrl(hit, domainOf.get(hit.siteNum) ?? ''),
  }))
  const pages = rankPages(query.terms, hits)
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
  sites: SearchedSites,
  words: readonly string[],
  minAskers: number,
): Promise<Hit[]> {
  const urlOf = siteUrls(sites)
  const topics = await sites.topics(words, { limit: MAX_RESULTS, minAskers })
  return topics.map(({ site_num, id, label, rank }) => ({
    id: `topic:${id}`,
    title: `Topic: ${label}`,
    url: urlOf.get(site_num) ?? '',
    score: scoreOf(label, words, -rank),
  }))
}

async function questionHits(sites: SearchedSites, words: readonly string[]): Promise<Hit[]> {
  const siteOf = new Map(sites.rows.map((site) => [site.num, site]))
  const questions = await sites.questions(words, MAX_RESULTS)
  return questions.map(({ site_num: num, at, seq, text, page_url, canonical_url, rank }) => ({
    id: `question:${questionId(at, seq)}`,
    title: text,
    url:
      page_url === null
        ? (siteOf.get(num)?.url ?? '')
        : citedUrl({ url: page_url, canonicalUrl: canonical_url }, siteOf.get(num)?.domain ?? ''),
    score: scoreOf(text, words, -rank),
  }))
}

const siteUrls = ({ rows }: SearchedSites): ReadonlyMap<number, string> =>
  new Map(rows.map(({ num, url }) => [num, url]))

/**
 * How much of the query a text has, then how well within its kind: ranks of different indexes, and of small ones,
 * cannot be compared with each other.
 */
const scoreOf = (text: string, words: readonly string[], rank: number): number =>
  (countWords(text, words) / Math.max(1, words.length)) * 100 + Math.min(rank, 50)
