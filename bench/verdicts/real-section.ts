import { PUBLISHED_FIGURES } from '../../src/domain/verdicts/published-figures.ts'
import { toTable } from '../../src/dev/markdown.ts'
import type { Bars } from './bars.ts'
import { dailyFigures } from './daily-figures.ts'
import { tableOfLists, realLists, type ListFigures } from './list-figures.ts'
import { LOOKS } from './looks.ts'
import { EFFECTS, percent, withMoved } from './outcomes.ts'
import { meanOf, pooled, REAL_SIZES, realFigures, type RealFigures } from './real-figures.ts'
import type { CountsOfSite } from './read-counts.ts'

const SIZES = REAL_SIZES.map((size) => size.toLocaleString('en-US'))

/** The figures of real counts: the first table is of all sites together, the others by site. */
export function realSection(sites: readonly CountsOfSite[], bars: Bars | undefined): string {
  const figures = realFigures(sites)
  const largest = sites.toSorted((a, b) => meanOf(b) - meanOf(a))[0]?.name ?? ''
  const lists = bars ? realLists(sites, 'half a year or more') : []
  if (bars) {
    holdNothing(figures, bars)
    holdSeen(figures, largest, bars)
    holdPublished(figures, largest, bars)
    for (const { length, isPlanted, falsePart } of lists) {
      bars.atMost(
        `false names in real lists of ${length}, ${isPlanted ? 'some' : 'none'} planted`,
        falsePart,
        0.12,
      )
    }
  }
  return [
    'Nothing planted: % of ranges that are called unusual, by counts a day; in parentheses the rule of two intervals. A smaller site is taken whole.',
    toTable(
      ['All sites', ...SIZES],
      LOOKS.map(({ name }) => [
        name,
        ...REAL_SIZES.map((size) =>
          withMoved(pooled(figures, (one) => is(one, { look: name, size, effect: 1 }))),
        ),
      ]),
    ),
    ...sites.flatMap((site) => [
      `Planted into ${site.name}: % of ranges in which it is seen.`,
      seenTable(figures, site),
    ]),
    ...(bars ? moreOf(sites, lists) : []),
  ].join('\n\n')
}

/** Writes what is looked at only on the series that the rule was chosen on. */
const moreOf = (sites: readonly CountsOfSite[], lists: readonly ListFigures[]): string[] => [
  'Looking at the last seven days: % of 28 days in which at least one look says unusual, and of looks that see × 0.6 by the stricter evidence.',
  dailyTable(sites),
  'Lists of weeks whose rows are parts of a site with 3,000 a day, each from some stretch of these series: a tenth changed × 2 or × 0.5, or none; with all that was known of the past then, at least half a year, and with half a year alone.',
  tableOfLists([...lists, ...realLists(sites, 'half a year')]),
]

type Key = Partial<Pick<RealFigures, 'site' | 'size' | 'look' | 'effect'>>

const is = (
  one: RealFigures,
  { site = one.site, size = one.size, look = one.look, effect = one.effect }: Key,
) => one.site === site && one.size === size && one.look === look && one.effect === effect

function seenTable(figures: readonly RealFigures[], { name: site, ...rest }: CountsOfSite): string {
  const mean = meanOf({ name: site, ...rest })
  const sizes = REAL_SIZES.filter((_, place) => place === 0 || (REAL_SIZES[place - 1] ?? 0) < mean)
  return toTable(
    [site, '', ...sizes.map((size) => Math.min(size, Math.round(mean)).toLocaleString('en-US'))],
    LOOKS.flatMap(({ name }) =>
      EFFECTS.filter((effect) => effect !== 1).map((effect) => [
        name,
        `× ${effect}`,
        ...sizes.map((size) =>
          percent(pooled(figures, (one) => is(one, { site, size, look: name, effect })).share),
        ),
      ]),
    ),
  )
}

const dailyTable = (sites: readonly CountsOfSite[]): string =>
  toTable(
    ['Site', 'a day', 'every day', 'every day at 5 %', 'four Mondays at 5 %', '× 0.6 seen'],
    dailyFigures(sites).map((one) => [
      one.site,
      String(one.size),
      ...[one.daily, one.dailyAtFive, one.mondays, one.fallSeen].map(percent),
    ]),
  )

function holdNothing(figures: readonly RealFigures[], bars: Bars): void {
  for (const { name, past, length } of LOOKS) {
    const isShort = past === 8 || (length === 7 && past === 12)
    for (const size of REAL_SIZES) {
      const { share } = pooled(figures, (one) => is(one, { look: name, size, effect: 1 }))
      bars.atMost(`real counts, ${name}, ${size} a day`, share, isShort ? 0.12 : 0.08)
    }
  }
}

/** The least share of planted changes that must be seen on the largest site, by the smallest number of counts a day. */
const SEEN = [
  { length: 7, past: 26, effect: 0.6, from: 100, least: 0.85 },
  { length: 7, past: 26, effect: 0.6, from: 30, least: 0.75 },
  { length: 7, past: 26, effect: 0.6, from: 10, least: 0.45 },
  { length: 7, past: 8, effect: 0.6, from: 30, least: 0.65 },
  { length: 7, past: 26, effect: 1.5, from: 30, least: 0.6 },
  { length: 28, past: 12, effect: 0.6, from: 30, least: 0.42 },
  { length: 28, past: 12, effect: 0.6, from: 10, least: 0.36 },
] as const

function holdSeen(figures: readonly RealFigures[], site: string, bars: Bars): void {
  for (const { length, past, effect, from, least } of SEEN) {
    for (const { name } of LOOKS.filter((kind) => kind.length === length && kind.past === past)) {
      for (const size of REAL_SIZES.filter((some) => some >= from)) {
        const { share } = pooled(figures, (one) => is(one, { site, size, look: name, effect }))
        bars.atLeast(`× ${effect} on ${site}, ${name}, ${size} a day`, share, least)
      }
    }
  }
}

/** Holds what the product says of a site's size to what was measured, within two points. */
function holdPublished(figures: readonly RealFigures[], site: string, bars: Bars): void {
  const looks = LOOKS.filter(({ length, past }) => length === 7 && past === 26)
  for (const { perDay: size, wrongOf100, fallSeenOf100 } of PUBLISHED_FIGURES) {
    const shares = looks.map(({ name: look }) => ({
      wrong: pooled(figures, (one) => is(one, { size, look, effect: 1 })).share,
      seen: pooled(figures, (one) => is(one, { site, size, look, effect: 0.6 })).share,
    }))
    const wrong = 100 * Math.max(...shares.map((share) => share.wrong))
    const seen = 100 * Math.min(...shares.map((share) => share.seen))
    bars.atMost(`stated as wrong at ${size} a day, apart`, Math.abs(wrong - wrongOf100), 2)
    bars.atMost(`stated as seen at ${size} a day, apart`, Math.abs(seen - fallSeenOf100), 2)
  }
}
