import * as z from 'zod'
import { searchWords } from '../../../db/search/full-text.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import { questionId } from '../../core/ids.ts'
import { SearchText } from '../../core/inputs.ts'
import { defineOperation, type OrgContext } from '../../core/operation.ts'
import { MIN_ASKERS } from '../../core/privacy.ts'
import type { Scope } from '../../core/scopes.ts'

const MAX_RESULTS = 20
const MAX_SITES = 50

const Input = z.strictObject({ query: SearchText.describe('Words to look for') })

/** The form that ChatGPT's search expects; https://developers.openai.com/api/docs/mcp */
const Output = z.object({
  results: z.array(z.object({ id: z.string(), title: z.string(), url: z.string() })),
})

interface Hit {
  id: string
  title: string
  url: string
  /** Higher is better; comparable between kinds only roughly. */
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
  const sites = await Promise.all(rows.map(({ id }) => ctx.db.site(id)))
  const hits = await Promise.all(
    sites.flatMap((site) => [
      ...(site && mayReadSites ? [siteHits(site, words), pageHits(site, words)] : []),
      ...(site && holds(ctx, 'analytics:read')
        ? [topicHits(site, words, want.questions ? 1 : MIN_ASKERS)]
        : []),
      ...(site && want.questions && holds(ctx, 'analytics:read')
        ? [questionHits(site, words)]
        : []),
    ]),
  )
  const best = hits.flat().toSorted((a, b) => b.score - a.score)
  return { results: best.slice(0, MAX_RESULTS).map(({ id, title, url }) => ({ id, title, url })) }
}

const holds = ({ principal }: OrgContext, scope: Scope): boolean =>
  principal.kind === 'session' || principal.scopes.has(scope)

async function siteHits({ row }: SiteDb, words: readonly string[]): Promise<Hit[]> {
  const score = scoreOf(`${row.name} ${row.domain}`, words, 0)
  return score === 0 ? [] : [{ id: `site:${row.id}`, title: row.name, url: row.url, score }]
}

async function pageHits(site: SiteDb, words: readonly string[]): Promise<Hit[]> {
  const pages = await site.searchPages(words, MAX_RESULTS)
  return pages.map(({ id, title, path, url, rank }) => ({
    id: `page:${id}`,
    title: title ?? path,
    url,
    score: scoreOf(`${title ?? ''} ${path}`, words, -rank),
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
