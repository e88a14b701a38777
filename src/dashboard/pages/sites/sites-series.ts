import type { Answer } from '../../../../examples/client/citable.ts'
import type { SeriesModel } from '../../../chart/model/series.ts'

type Site = Answer<'GET /sites'>['data'][number]

/** The most lines, as many as a person can distinguish. */
const MAX_LINES = 6
const DAY_MS = 86_400_000

/** Returns the sites that have a line, those with the most clicks first. The index of a site is that of its colour. */
export const drawnSites = (sites: readonly Site[]): Site[] =>
  sites
    .filter(({ numbers }) => (numbers?.aiClicks?.value ?? 0) > 0)
    .toSorted((one, other) => clicksOf(other) - clicksOf(one))
    .slice(0, MAX_LINES)

const clicksOf = ({ numbers }: Site): number => numbers?.aiClicks?.value ?? 0

/** Lists the days that the small line of a site covers. */
function daysOf({ numbers }: Site): string[] {
  const first = Date.parse(`${numbers?.range.from}T00:00:00Z`)
  return (numbers?.aiClicks?.spark ?? []).map((_, i) =>
    new Date(first + i * DAY_MS).toISOString().slice(0, 10),
  )
}

/** Makes the lines of AI clicks per day, of the sites with the most clicks, on one scale. */
export function sitesSeries(sites: readonly Site[]): SeriesModel {
  const drawn = drawnSites(sites)
  const days = drawn.map(daysOf)
  // Some sites may already have the next day, so the values of each site are placed on its own days.
  const buckets = [...new Set(days.flat())].toSorted()
  return {
    buckets,
    partial: new Set(buckets.length > 0 ? [buckets.length - 1] : []),
    isWeekly: false,
    panels: [
      {
        metric: 'ai_clicks',
        lines: drawn.map(({ name, numbers }, i) => ({
          name: drawn.length > 1 ? name : undefined,
          values: buckets.map((day) => {
            const at = days[i]?.indexOf(day) ?? -1
            return numbers?.aiClicks?.spark[at] ?? null
          }),
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
