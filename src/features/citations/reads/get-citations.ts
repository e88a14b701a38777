import { brandOf } from '../../../domain/citations/brand.ts'
import { CHECK_STATES } from '../../../domain/citations/engine-answer.ts'
import { defineSiteRead } from '../../../kernel/reads/define-site-read.ts'
import type { SiteQuestion } from '../../../kernel/reads/site-question.ts'
import { compareRule, rangeRule } from '../../../kernel/reads/site-rules.ts'
import { type Cell, shortNumber, Table } from '../../../kernel/reads/table.ts'
import { changeWords } from '../../../kernel/verdicts/judged-change.ts'
import { formatRange } from '../../../lib/time/time-range.ts'
import { Compare } from '../../analytics/face.ts'
import { toCitationRun } from '../runs/run.ts'
import { checkFields, checkFilterOf, engineRule } from './check-fields.ts'
import {
  type CitationsQuestion,
  MAX_OWN_PAGES,
  readCitationNumbers,
  readCitationSets,
} from './citation-numbers.ts'
import {
  CitationsAnswer,
  competitorsOf,
  countedParts,
  summaryOf,
  volatilityOf,
} from './citations-answer.ts'

const LATEST_RUNS = 10

/** GET /citations/:siteId and get_citations: do engines cite the site, for what, who is cited instead, and how sure that is. */
export const getCitations = defineSiteRead({
  name: 'citations.read',
  summary: 'Whether AI engines cite the site, by engine and query, and who is cited instead',
  anyOf: ['citations:read'],
  // The owner has taken each query, those of readers too, to be asked elsewhere.
  withoutWords: true,
  path: '/citations/:siteId',
  fields: { ...checkFields, compare: Compare.default('previous_period') },
  rules: [rangeRule, compareRule, engineRule],
  read: readCitations,
  answer: CitationsAnswer,
  toAnswer: (found) => found,
  toolAnswer: Table,
  toToolAnswer: toTable,
})

async function readCitations(
  question: SiteQuestion,
  asked: CitationsQuestion,
): Promise<CitationsAnswer> {
  const { site, now } = question
  const { filter, range } = await checkFilterOf(site, asked, now)
  const { whole, engines, queries } = await readCitationNumbers(question, asked, filter)
  const sets = await readCitationSets(question, asked, { filter, range })
  const runs = await site.citationRuns.list({}, LATEST_RUNS)
  return {
    range: formatRange(range),
    timezone: site.row.rollup_timezone,
    comparedWith: whole.comparison?.range ?? null,
    summary: summaryOf(whole),
    states: Object.fromEntries(
      CHECK_STATES.map((state) => [state, sets.states.get(state) ?? 0]),
    ) as CitationsAnswer['states'], // @NOTE every state is a key
    sampleTier: whole.sampleTier,
    byEngine: countedParts(engines, 2).map(({ names: [engine = '', access = ''], ...part }) => ({
      engine,
      access,
      ...part,
    })),
    byQuery: countedParts(queries, 2).map(({ names: [id = '', text = ''], ...part }) => ({
      id,
      text,
      checkId: sets.proofs.queries.get(id) ?? null,
      ...part,
    })),
    ownPages: sets.ownPages,
    sources: sets.sources.map(({ owner, ...source }) => ({
      ...source,
      owner: owner === 'competitor' ? owner : 'other',
    })),
    competitors: competitorsOf(brandOf(site.row), sets),
    newPages: sets.newPages ?? null,
    lostPages: sets.lostPages ?? null,
    volatility: volatilityOf(sets),
    runs: runs.map(toCitationRun),
    notes: [...noteOnInvented(asked, sets), ...whole.notes],
  }
}

/** Says where invented answers are all that there is. */
const noteOnInvented = (
  { engine }: CitationsQuestion,
  { states, invented }: Awaited<ReturnType<typeof readCitationSets>>,
): string[] =>
  engine === undefined && states.size === 0 && invented.size > 0
    ? ['only invented answers are here, which count where engine is fake']
    : []

/** Queries, pages and domains that a model is shown of each; the route has more. */
const SHOWN_QUERIES = 25
const SHOWN_ADDRESSES = 10

const COLUMNS = [
  'part',
  'name',
  'answers',
  'citation_rate',
  'ci95_low',
  'ci95_high',
  'mention_rate',
  'avg_position',
  'check',
]

type Part = CitationsAnswer['byEngine'][number] | CitationsAnswer['byQuery'][number]

function partRow(
  part: string,
  name: string,
  numbers: Pick<Part, 'checks' | 'citationRate' | 'mentionRate' | 'avgPosition'>,
  check: Cell = null,
): Cell[] {
  const { checks, citationRate, mentionRate, avgPosition } = numbers
  const [low, high] = citationRate.ci95 ?? [null, null]
  const cells = [citationRate.value, low, high, mentionRate.value, avgPosition].map(shortNumber)
  return [part, name, checks, ...cells, check]
}

function toTable(answer: CitationsAnswer, { site }: SiteQuestion): Table {
  const { summary, range, timezone, comparedWith, byEngine, byQuery } = answer
  const checks = summary['citation_checks']?.value ?? 0
  const shareOf = (count: number): Cell => (checks === 0 ? null : shortNumber(count / checks))
  const whole = {
    checks,
    citationRate: summary['citation_rate'] ?? NO_RATIO,
    mentionRate: summary['mention_rate'] ?? NO_RATIO,
    avgPosition: summary['avg_position']?.value ?? null,
  }
  const bare = (
    part: string,
    name: string,
    answers: number,
    named: Cell = null,
    check: Cell = null,
  ): Cell[] => [part, name, answers, shareOf(answers), null, null, named, null, check]
  return {
    site: site.row.domain,
    range: { timezone, ...range },
    ...(comparedWith && { comparedWith }),
    columns: COLUMNS,
    rows: [
      partRow('all', site.row.domain, whole),
      ...byEngine.map((part) => partRow(`engine (${part.access})`, part.engine, part)),
      ...byQuery
        .slice(0, SHOWN_QUERIES)
        .map((part) => partRow('query', part.text, part, part.checkId)),
      ...answer.competitors
        .slice(0, SHOWN_ADDRESSES)
        .map(({ name, cited, mentioned, checkId }) =>
          bare('competitor', name, cited, shareOf(mentioned), checkId),
        ),
      ...answer.sources
        .slice(0, SHOWN_ADDRESSES)
        .map(({ domain, category, answers }) => bare(`source (${category})`, domain, answers)),
      ...answer.ownPages
        .slice(0, SHOWN_ADDRESSES)
        .map(({ url, answers }) => bare('own page', url, answers)),
    ],
    untrusted: ['name'],
    notes: [...notesOnChange(answer), ...answer.notes],
    nextCursor: null,
  }
}

const NO_RATIO = { value: null, numerator: null, denominator: null, ci95: null, moreRuns: null }

/** Says what moved, what is newly cited and what is not any more. */
function notesOnChange(answer: CitationsAnswer): string[] {
  const more = answer.byQuery.length > SHOWN_QUERIES
  return [
    ...noteOnRate(answer),
    ...noteOnPages(answer),
    ...(more
      ? [`${SHOWN_QUERIES} of ${answer.byQuery.length} queries, those that cite the site least`]
      : []),
  ]
}

function noteOnRate({ summary }: CitationsAnswer): string[] {
  const rate = summary['citation_rate']
  if (!rate?.change) return []
  const { change, before } = rate
  const why = change.reason === null ? '' : ` (${change.reason})`
  const was = before === null ? 'unknown' : shortNumber(before)
  return [`citation_rate before: ${was}; ${changeWords(change) || 'not judged'}${why}`]
}

function noteOnPages({ newPages, lostPages }: CitationsAnswer): string[] {
  const [gained, lost] = [newPages ?? [], lostPages ?? []].map(({ length }) =>
    length < MAX_OWN_PAGES ? length : `${length} or more`,
  )
  if (gained === 0 && lost === 0) return []
  return [`own addresses: ${gained} newly cited, ${lost} no longer cited`]
}
