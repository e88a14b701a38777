import * as z from 'zod'
import { countWords, searchWords, type SearchTerm } from '../../../db/search/full-text.ts'
import type { PassageHit } from '../../../db/search/search-passages.ts'
import type { QuestionHit } from '../../../db/search/search-questions.ts'
import type { SearchedSites } from '../../../db/search/searched-sites.ts'
import type { TopicHit } from '../../../db/search/search-topics.ts'
import { hasAnyScope, mayReadWords } from '../../kernel/door/access.ts'
import { questionId } from '../../domain/ids.ts'
import { SearchText } from '../../kernel/door/inputs.ts'
import { findSite } from '../../kernel/names/find-site.ts'
import type { InputRule } from '../../kernel/door/every-refusal.ts'
import { siteRule } from '../../kernel/reads/site-rules.ts'
import { defineOperation, type OrgContext } from '../../kernel/door/operation.ts'
import { MIN_ASKERS } from '../../domain/topics/privacy.ts'
import type { Scope } from '../../kernel/door/scopes.ts'
import { citedUrl } from '../../domain/page/cited-url.ts'
import { areOnlyOnes, countForms, readTextQuery, type TextQuery } from './found-texts.ts'
import { countRareWords, findRareHits, findRareWords, type RareWord } from './rare-words.ts'
import { otherLanguages } from './likely-languages.ts'
import { rankPages } from './rank-pages.ts'
import { resultsWithinBudget, type FoundItem } from './results-within-budget.ts'
import { readQuery, type SearchQuery } from './search-query.ts'
import { findUncommonWords } from './uncommon-words.ts'

const MAX_RESULTS = 20

/** The number of pages that may rank before everything else. */
const LEADING_PAGES = 10
/**
 * The score of a page with all the words: twice the most that a question or topic can have, so that a page with half of
 * the words is level with the best question or topic.
 */
const LEADING_SCORE = 300
const FOLLOWING_SCORE = 50
/** The score of a page with a rare word, less its place: more than that of any page without one. */
const RARE_SCORE = LEADING_SCORE + MAX_RESULTS

const Input = z.strictObject({
  query: SearchText.describe('Words to look for'),
  site: z.string().min(1).max(2_048).optional().describe('Only this one: name, domain or id'),
})

/** The results in the form that ChatGPT's search expects; https://developers.openai.com/api/docs/mcp */
const Output = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      url: z.string(),
      excerpt: z.string().optional().describe('Words of the page that fit, of the first five'),
    }),
  ),
})

interface Hit extends FoundItem {
  /**
   * The rank; higher is better. Sites, topics and questions have 150 at most, unless they are named or alone have a
   * rare word; the scores of different kinds compare only roughly.
   */
  score: number
}

/** Checks that a named site is one of the organization's; without a name, all sites are searched. */
const siteIfNamed: InputRule<OrgContext, z.output<typeof Input>> = (ctx, { site }) =>
  site !== undefined && siteRule(ctx, { site })

/** Finds sites, pages, topics and questions that have the words, best first, as far as the key's scopes reach. */
export const searchContent = defineOperation({
  name: 'search.content',
  summary: 'Search sites, pages, topics and readers’ questions',
  access: { by: 'scope', anyOf: ['sites:read', 'analytics:read'], withoutWords: true },
  input: Input,
  output: Output,
  rules: [siteIfNamed],
  handler: (ctx, input) =>
    search(ctx, input, { words: mayReadWords(ctx.principal), allPages: false }),
})

/**
 * Finds sites, pages, and topics that several readers named, by words. It finds no questions, since the data surface
 * shows no text of readers.
 */
export const searchSubjects = defineOperation({
  name: 'search.subjects',
  summary: 'Search sites, pages and topics to report on',
  access: { by: 'scope', anyOf: ['analytics:read'], withoutWords: true },
  input: Input,
  output: Output,
  rules: [siteIfNamed],
  handler: (ctx, input) => search(ctx, input, { words: false, allPages: true }),
})

interface SearchScope {
  /**
   * True where visitors' own words may be found: their questions, and the titles that they gave to pages no scan has
   * read.
   */
  words: boolean
  /** True where a caller who may only read numbers finds sites and pages, too. */
  allPages: boolean
}

async function search(ctx: OrgContext, { query, site }: z.output<typeof Input>, want: SearchScope) {
  const words = searchWords(query)
  const mayReadSites = holds(ctx, 'sites:read') || want.allPages
  const mayReadNumbers = holds(ctx, 'analytics:read')
  const { sites: own } = ctx.db
  const sites =
    site === undefined ? await own.searched() : own.searchedAlone(await findSite(ctx.db, site))
  const languages = languagesOf(sites, query)
  const read = readQuery(query, languages)
  const passages = mayReadSites ? await sites.passages(read) : []
  const found = mayReadSites
    ? await findRareWords(sites, read, passages)
    : { rare: [], unknown: read.wanted }
  const text = readTextQuery(query, read, found.unknown)
  const hits = await Promise.all([
    ...(mayReadSites
      ? [
          siteHits(sites, query, words),
          pageHits({ sites, languages, query: read, passages, rare: found.rare }, want),
        ]
      : []),
    ...(mayReadNumbers ? [topicHits(sites, text, want.words ? 1 : MIN_ASKERS)] : []),
    ...(mayReadNumbers && want.words ? [questionHits(sites, text)] : []),
  ])
  const best = hits.flat().toSorted((a, b) => b.score - a.score)
  return { results: resultsWithinBudget(best.slice(0, MAX_RESULTS)) }
}

/**
 * Returns the languages of the searched sites. A site without a language counts as English, or as the language that the
 * search plainly is in.
 */
function languagesOf({ rows }: SearchedSites, query: string): string[] {
  const own = rows.map(({ language }) => language)
  const granted = own.includes(null) ? ['en', ...otherLanguages(query, 'en')] : []
  return [...new Set([...own.filter((language) => language !== null), ...granted])]
}

const holds = ({ principal }: OrgContext, scope: Scope): boolean => hasAnyScope(principal, [scope])

/** Matches a search for the sites themselves, such as `list my sites`, without a word of what is on them. */
const ANY_SITE = /^(?:(?:list|show|all|my|our|the|of|me|which|what|are) ?)*(?:web ?)?sites?$/

/**
 * The score of a site that the search names or asks for as a whole, which ranks before everything that only has the
 * words.
 */
const NAMED_SCORE = 1_000

async function siteHits(
  { rows }: SearchedSites,
  query: string,
  words: readonly string[],
): Promise<Hit[]> {
  const sought = words.join(' ')
  const isNamed = (text: string): boolean => searchWords(text).join(' ') === sought
  return rows.flatMap(({ id, name, domain, url }) => {
    const isMeant = ANY_SITE.test(sought) || isNamed(name) || isNamed(domain) || query === id
    const score = isMeant ? NAMED_SCORE : scoreOf(countWords(`${name} ${domain}`, words), words, 0)
    return score === 0 ? [] : [{ id: `site:${id}`, ...titleOfSite(name, domain), url, score }]
  })
}

/** Makes the title of a site: its domain, and next to it the name that its owner wrote, if that differs. */
const titleOfSite = (name: string, domain: string) =>
  name === domain ? { title: domain } : { title: `${domain} `, foreign: name }

interface PageSearch {
  sites: SearchedSites
  languages: readonly string[]
  query: SearchQuery
  /** The passages that have any of the words of the search. */
  passages: readonly PassageHit[]
  rare: readonly RareWord[]
}

/**
 * Finds and scores the pages of all sites together. A page answers what a question only asks, so the first ones rank
 * above sites, topics and questions where they have more than a few of the words; the others rank below most of these.
 */
async function pageHits(
  { sites, languages, query, passages, rare }: PageSearch,
  want: SearchScope,
): Promise<Hit[]> {
  const siteOf = new Map(sites.rows.map((site) => [site.num, site]))
  const found = [...passages, ...(await findRareHits(sites, rare, passages))]
  const hits = found.map((hit) => {
    const site = siteOf.get(hit.siteNum)
    if (hit.isRead && site) return { ...hit, url: citedUrl(hit, site) }
    return want.words ? hit : { ...hit, title: null }
  })
  const metById = new Map(hits.filter(({ isRead }) => !isRead).map((hit) => [hit.id, hit]))
  const uncommon = await findUncommonWords(query, rare, languages)
  const rarePages = countRareWords(rare, hits, { isSentence: query.isSentence, uncommon })
  const pages = rankPages(query.terms, hits, rarePages).filter(
    ({ value, rareWords }) => value > 0 || rareWords > 0,
  )
  const first = pages.find(({ rareWords }) => rareWords === 0)
  return pages
    .slice(0, MAX_RESULTS)
    .map(({ id, title, url, value, coverage, rareWords, excerpt }, i) => {
      const met = metById.get(id)
      const site = met && siteOf.get(met.siteNum)
      return {
        id: `page:${id}`,
        title: '',
        foreign: title,
        url: met && site ? citedUrl(met, site) : url,
        // A caller who may read only numbers is shown no words, not even those of a page.
        ...(want.words && { excerpt }),
        score:
          rareWords > 0
            ? RARE_SCORE - i
            : (i < LEADING_PAGES ? LEADING_SCORE : FOLLOWING_SCORE) *
              (first?.coverage ?? coverage) *
              (value / (first?.value ?? value)),
      }
    })
}

async function topicHits(
  sites: SearchedSites,
  query: TextQuery,
  minAskers: number,
): Promise<Hit[]> {
  const urlOf = siteUrls(sites)
  const topics = await withRareOnes(query, (terms) =>
    sites.topics(terms, { limit: MAX_RESULTS, minAskers }),
  )
  const areRare = areOnlyOnes(
    topics.map(({ label }) => label),
    query,
  )
  return topics.map(({ site_num, id, label, rank }, i) => ({
    id: `topic:${id}`,
    title: 'Topic: ',
    foreign: label,
    url: urlOf.get(site_num) ?? '',
    score: areRare[i] === true ? RARE_SCORE - 1 : scoreText(label, query, -rank),
  }))
}

async function questionHits(sites: SearchedSites, query: TextQuery): Promise<Hit[]> {
  const siteOf = new Map(sites.rows.map((site) => [site.num, site]))
  const questions = await withRareOnes(query, (terms) => sites.questions(terms, MAX_RESULTS))
  const areRare = areOnlyOnes(
    questions.map(({ text }) => text),
    query,
  )
  return questions.flatMap(({ site_num: num, at, seq, text, rank, ...page }, i) => {
    const site = siteOf.get(num)
    if (!site) return []
    const asked = {
      url: page.page_url ?? site.url,
      canonicalUrl: page.canonical_url,
      isRead: page.is_read === 1,
    }
    return [
      {
        id: `question:${questionId(at, seq)}`,
        title: '',
        foreign: text,
        url: citedUrl(asked, site),
        score: areRare[i] === true ? RARE_SCORE : scoreText(text, query, -rank),
      },
    ]
  })
}

/**
 * Finds texts by all terms, and once more by the words that no page has, so that no text with one of those is missed.
 */
async function withRareOnes<Found extends TopicHit | QuestionHit>(
  { terms, rare }: TextQuery,
  find: (terms: readonly SearchTerm[]) => Promise<Found[]>,
): Promise<Found[]> {
  const found = await find(terms)
  if (rare.length === 0) return found
  const more = await find(rare.flatMap(({ forms }) => forms))
  const keyOf = (hit: Found) => ('id' in hit ? hit.id : questionId(hit.at, hit.seq))
  const known = new Set(found.map(keyOf))
  return [...found, ...more.filter((hit) => !known.has(keyOf(hit)))]
}

const siteUrls = ({ rows }: SearchedSites): ReadonlyMap<number, string> =>
  new Map(rows.map(({ num, url }) => [num, url]))

/**
 * Returns the score of a text, from 0 to 150: up to 100 by its share of the search's words, and up to 50 by its rank
 * within its kind, since the ranks of different indexes, and of small ones, cannot be compared with each other.
 */
const scoreOf = (count: number, words: readonly string[], rank: number): number =>
  (count / Math.max(1, words.length)) * 100 + Math.min(rank, 50)

const scoreText = (text: string, query: TextQuery, rank: number): number =>
  scoreOf(countForms(text, query), query.words, rank)
