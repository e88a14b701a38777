import { truncateWithEllipsis } from '../../../domain/prompts/clean-value.ts'
import { type Cell, shortNumber, type Table } from '../../../kernel/reads/table.ts'
import { type Budget, rowsWithinBudget } from '../../../kernel/reads/token-budget.ts'
import { changeWords } from '../../../kernel/verdicts/judged-change.ts'
import { MAX_OWN_PAGES } from './citation-numbers.ts'
import type { CitationsAnswer } from './citations-answer.ts'

/**
 * The most queries, and the most pages and the most domains of each kind, that a model gets; the route returns more.
 */
const SHOWN_QUERIES = 25
const SHOWN_ADDRESSES = 10
/** The least number of queries that are shown, even where they exceed the budget. */
const MIN_QUERIES = 3
/** The most characters of a name, and of an address, that a model gets. */
const NAME_CHARS = 100
const ADDRESS_CHARS = 200

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
type Numbers = Pick<Part, 'checks' | 'citationRate' | 'mentionRate' | 'avgPosition'>

/** Makes the table of a site's numbers for a model: all other rows, and as many queries as fit with them. */
export function citationsTable(answer: CitationsAnswer, domain: string, budget: Budget): Table {
  const { range, timezone, comparedWith, byQuery, queries: all } = answer
  const before = wholeRows(answer, domain)
  const behind = othersRows(answer)
  const queries = byQuery
    .slice(0, SHOWN_QUERIES)
    .map((part) => partRow('query', part.text, part, part.checkId))
  const others = [...before, ...behind]
  const notes = [...notesOnChange(answer), ...notesOnWhole(answer), ...answer.notes]
  const frame = { columns: COLUMNS, notes: [...notes, noteOnQueries(SHOWN_QUERIES, all)] }
  const room = rowsWithinBudget([...others, ...queries], frame, budget) - others.length
  const shown = queries.slice(0, Math.max(MIN_QUERIES, room))
  return {
    site: domain,
    range: { timezone, ...range },
    ...(comparedWith && { comparedWith }),
    columns: COLUMNS,
    rows: [...before, ...shown, ...behind],
    untrusted: ['name'],
    notes: shown.length < all ? [...notes, noteOnQueries(shown.length, all)] : notes,
    nextCursor: null,
  }
}

const noteOnQueries = (shown: number, all: number): string =>
  `${shown} of ${all} queries, those that cite the site least`

function wholeRows({ summary, byEngine }: CitationsAnswer, domain: string): Cell[][] {
  const whole: Numbers = {
    checks: summary['citation_checks']?.value ?? 0,
    citationRate: summary['citation_rate'] ?? NO_RATIO,
    mentionRate: summary['mention_rate'] ?? NO_RATIO,
    avgPosition: summary['avg_position']?.value ?? null,
  }
  return [
    partRow('all', domain, whole),
    ...byEngine.map((part) => partRow(`engine (${part.access})`, part.engine, part)),
  ]
}

const NO_RATIO = { value: null, numerator: null, denominator: null, ci95: null, moreRuns: null }

function partRow(part: string, name: string, numbers: Numbers, check: Cell = null): Cell[] {
  const { checks, citationRate, mentionRate, avgPosition } = numbers
  const [low, high] = citationRate.ci95 ?? [null, null]
  const cells = [citationRate.value, low, high, mentionRate.value, avgPosition].map(shortNumber)
  return [part, truncateWithEllipsis(name, NAME_CHARS), checks, ...cells, check]
}

/** Makes the rows of competitors and other sources that are cited, and of the own pages that are. */
function othersRows({ summary, competitors, sources, ownPages }: CitationsAnswer): Cell[][] {
  const checks = summary['citation_checks']?.value ?? 0
  const shareOf = (count: number): Cell => (checks === 0 ? null : shortNumber(count / checks))
  const row = (
    part: string,
    name: string,
    answers: number,
    ...[named = null, check = null]: Cell[]
  ) => [
    part,
    truncateWithEllipsis(name, ADDRESS_CHARS),
    answers,
    shareOf(answers),
    null,
    null,
    named,
    null,
    check,
  ]
  return [
    ...competitors
      .slice(0, SHOWN_ADDRESSES)
      .map(({ name, cited, mentioned, checkId }) =>
        row('competitor', name, cited, shareOf(mentioned), checkId),
      ),
    ...sources
      .slice(0, SHOWN_ADDRESSES)
      .map(({ domain, category, answers }) => row(`source (${category})`, domain, answers)),
    ...ownPages.slice(0, SHOWN_ADDRESSES).map(({ url, answers }) => row('own page', url, answers)),
  ]
}

/** Makes the notes on what changed, how many pages are newly cited, and how many are no longer cited. */
function notesOnChange({ summary, newPages, lostPages }: CitationsAnswer): string[] {
  const { before = null, change } = summary['citation_rate'] ?? {}
  const pages = [
    ...countOf('own addresses newly cited', newPages),
    ...countOf('not cited any more', lostPages),
  ]
  if (!change) return pages
  const why = change.reason === null ? '' : ` (${change.reason})`
  const words = changeWords(change) || 'not judged'
  return [`citation_rate ${shortNumber(before) ?? 'unknown'} before: ${words}${why}`, ...pages]
}

/**
 * Makes the notes on numbers that are in no row: for how many of the queries the site is cited, and the visibility
 * score with its parts.
 */
function notesOnWhole({ coverage, engineCoverage, visibility }: CitationsAnswer): string[] {
  const { score, parts, weights, scoreVersion } = visibility
  if (coverage.denominator === 0) return []
  const covered = `cited for ${coverage.numerator} of ${coverage.denominator} queries, by ${engineCoverage.numerator} of ${engineCoverage.denominator} engines`
  const summed = Object.entries(parts).map(
    ([id, value]) => `${100 * (weights[id] ?? 0)} × ${id} ${shortNumber(value)}`,
  )
  return score === null
    ? [covered]
    : [
        covered,
        `visibility_score ${shortNumber(score)} (version ${scoreVersion}) = ${summed.join(' + ')}`,
      ]
}

function countOf(what: string, pages: readonly string[] | null): string[] {
  const { length } = pages ?? []
  return length === 0 ? [] : [`${what}: ${length}${length < MAX_OWN_PAGES ? '' : ' or more'}`]
}
