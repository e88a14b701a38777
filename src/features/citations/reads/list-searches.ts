import * as z from 'zod'
import type { AnswerSearches } from '../../../../db/citations/citation-reads.ts'
import { defineSiteList } from '../../../kernel/reads/define-site-list.ts'
import { rangeRule } from '../../../kernel/reads/site-rules.ts'
import { formatRange } from '../../../lib/time/time-range.ts'
import { checkFields, checkFilterOf, engineRule, tagRule } from './check-fields.ts'

const EngineSearch = z
  .object({
    text: z.string().describe('As the engine searched'),
    answers: z.int().describe('Answers before which it was searched'),
    engines: z.array(z.string()),
    queries: z.array(z.string()).describe('Ids of the queries that led to it, at most ten'),
  })
  .meta({ id: 'EngineSearch' })
type EngineSearch = z.output<typeof EngineSearch>

const Searches = z.array(z.string())

/** The most answers whose searches are counted, the latest first; a model searches much the same each time. */
const MAX_ANSWERS = 2_000
const MAX_QUERIES = 10

/**
 * GET /citations/:siteId/searches: lists the searches that engines made before they answered, the most frequent first.
 */
export const listEngineSearches = defineSiteList({
  name: 'citations.searches',
  summary: 'What engines searched for before they answered',
  anyOf: ['citations:read'],
  // Keys without readers' words may read queries: the owner chose each of them, also those of readers, to be asked
  // elsewhere.
  withoutWords: true,
  path: '/citations/:siteId/searches',
  fields: checkFields,
  rules: [rangeRule, engineRule, tagRule],
  async read({ site, now }, asked, { after, limit }) {
    const { filter, range } = await checkFilterOf(site, asked, now)
    const answers = await site.citations.latestSearches(filter, MAX_ANSWERS)
    const all = countSearches(answers)
    const from = after === undefined ? 0 : Number(after[0])
    const notes =
      answers.length === MAX_ANSWERS ? [`of the latest ${MAX_ANSWERS} answers alone`] : []
    const rows = all.slice(from, from + limit).map((row, i) => ({ ...row, place: from + i + 1 }))
    return { rows, notes, range: { ...formatRange(range), timezone: site.row.rollup_timezone } }
  },
  key: ({ place }) => [place],
  item: EngineSearch,
  toItem: ({ text, answers, engines, queries }) => ({ text, answers, engines, queries }),
  untrustedFields: ['text'],
  columns: {
    search: ({ text }) => text,
    answers: ({ answers }) => answers,
    engines: ({ engines }) => engines.join(' '),
  },
  untrusted: ['search'],
})

/** Counts equal searches; letter case and the number of blanks make no difference. */
function countSearches(answers: readonly AnswerSearches[]): EngineSearch[] {
  const found = new Map<
    string,
    { text: string; answers: number; engines: Set<string>; queries: Set<string> }
  >()
  for (const { engine, queryId, searches } of answers) {
    const words = Searches.parse(JSON.parse(searches)).map((text) => text.trim())
    for (const text of new Set(words)) {
      const key = text.toLowerCase().replaceAll(/\s+/gu, ' ')
      const one = found.get(key) ?? { text, answers: 0, engines: new Set(), queries: new Set() }
      found.set(key, one)
      one.answers += 1
      one.engines.add(engine)
      one.queries.add(queryId)
    }
  }
  return [...found.values()]
    .toSorted((a, b) => b.answers - a.answers || (a.text < b.text ? -1 : 1))
    .map(({ engines, queries, ...one }) => ({
      ...one,
      engines: [...engines].toSorted(),
      queries: [...queries].slice(0, MAX_QUERIES),
    }))
}
