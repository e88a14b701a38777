import { type Cell, shortNumber } from '../../kernel/reads/table.ts'
import type { PlacedGap } from './find-gaps.ts'
import type { UncitedQuery } from './find-uncited.ts'
import type { ListedGap } from './gap-item.ts'

type Column<Gap> = (gap: Gap) => Cell
type Columns<Gap> = Readonly<Record<string, Column<Gap>>>

/** Returns the columns of the table for a kind of gaps; those about pages only if the caller may read pages. */
export const gapColumns = (kind: string, maySeePages: boolean): Columns<ListedGap> =>
  kind === 'not_cited'
    ? ofRows(uncitedColumns(maySeePages), (gap) => (gap.kind === 'not_cited' ? gap : undefined))
    : ofRows(questionColumns(maySeePages), (gap) => (gap.kind === 'not_cited' ? undefined : gap))

function ofRows<Gap>(
  columns: Columns<Gap>,
  read: (gap: ListedGap) => Gap | undefined,
): Columns<ListedGap> {
  const cells = Object.entries(columns).map(([name, cell]) => {
    const ofRow = (row: ListedGap): Cell => {
      const gap = read(row)
      return gap === undefined ? null : cell(gap)
    }
    return [name, ofRow] as const
  })
  return Object.fromEntries(cells)
}

const NEAREST: Columns<ListedGap> = {
  nearest_page: ({ nearest }) => nearest?.path ?? null,
  nearest_passage: ({ nearest }) => nearest?.heading || null,
}

const questionColumns = (maySeePages: boolean): Columns<PlacedGap> => ({
  question: ({ question }) => question.text,
  language: ({ language }) => language,
  count: ({ question }) => question.count,
  readers: ({ question }) => question.readers,
  wordings: ({ question }) => question.spellings,
  path: ({ question }) => question.path,
  match: ({ match }) => (match === null ? null : shortNumber(match)),
  missing: ({ missing }) => missing.join(' ') || null,
  ...(maySeePages && NEAREST),
})

const uncitedColumns = (maySeePages: boolean): Columns<UncitedQuery> => ({
  query: ({ query }) => query.text,
  missed: ({ query }) => `${query.missed} of ${query.answers}`,
  readers: ({ readers }) => readers,
  winner: ({ query: { winner } }) =>
    winner &&
    (winner.competitor === null ? winner.domain : `${winner.domain} (${winner.competitor})`),
  winner_url: ({ query: { winner } }) => winner?.url ?? null,
  ...(maySeePages && { ...NEAREST, findings: ({ findings }) => findings.join('; ') || null }),
})
