import type { Answer } from '../../../../examples/client/citable.ts'
import type { SeriesModel } from '../../../chart/model/series.ts'

type Site = Answer<'GET /sites'>['data'][number]

/** As many lines as can be told apart. */
const MAX_LINES = 6
const DAY_MS = 86_400_000

/** The sites that have a line, those with most clicks first; the place of a site is its colour. */
export const drawnSites = (sites: readonly Site[]): Site[] =>
  sites
    .filter(({ numbers }) => (numbers?.aiClicks?.value ?? 0) > 0)
    .toSorted((one, other) => clicksOf(other) - clicksOf(one))
    .slice(0, MAX_LINES)

const clicksOf = ({ numbers }: Site): number => numbers?.aiClicks?.value ?? 0

/** AI clicks a day of the sites with most of them, on one scale. */
export function sitesSeries(sites: readonly Site[]): SeriesModel {
  const drawn = drawnSites(sites)
  const first = sites.find(({ numbers }) => numbers)?.numbers?.range.from
  const days = drawn[0]?.numbers?.aiClicks?.spark.length ?? 0
  const buckets =
    first === undefined
      ? []
      : Array.from({ length: days }, (_, i) =>
          new Date(Date.parse(`${first}T00:00:00Z`) + i * DAY_MS).toISOString().slice(0, 10),
        )
  return {
    buckets,
    partial: new Set(buckets.length > 0 ? [buckets.length - 1] : []),
    isWeekly: false,
    panels: [
      {
        metric: 'ai_clicks',
        lines: drawn.map(({ name, numbers }) => ({
          name: drawn.length > 1 ? name : undefined,
          values: numbers?.aiClicks?.spark ?? [],
          previous: undefined,
          low: [],
          high: [],
          few: new Set<number>(),
        })),
      },
    ],
    left: 0,
  }
}
