/**
 * Figures of how often verdicts on weeks are wrong or right at a site's size, as docs/verdicts.md shows them; `npm run
 * verdicts` checks them.
 */
export interface PublishedFigures {
  /** The least number of readers or visits a day to which the figures apply. */
  perDay: number
  /** The number of weeks that are called unusual, of 100 in which nothing is known to have happened. */
  wrongOf100: number
  /** The number of weeks that are called an unusual fall, of 100 in which four of ten readers stay away. */
  fallSeenOf100: number
}

/**
 * The figures by size of site. Each is the worse of two: with and without the same weeks of a year ago, from half a
 * year of past weeks on. `wrongOf100` is that of all sites of the page together, and `fallSeenOf100` that of its web
 * site.
 */
export const PUBLISHED_FIGURES: readonly PublishedFigures[] = [
  { perDay: 5, wrongOf100: 5, fallSeenOf100: 29 },
  { perDay: 10, wrongOf100: 5, fallSeenOf100: 50 },
  { perDay: 30, wrongOf100: 6, fallSeenOf100: 81 },
  { perDay: 100, wrongOf100: 7, fallSeenOf100: 91 },
  { perDay: 300, wrongOf100: 7, fallSeenOf100: 93 },
  { perDay: 1_000, wrongOf100: 8, fallSeenOf100: 93 },
  { perDay: 3_000, wrongOf100: 6, fallSeenOf100: 93 },
]

/**
 * Returns the figures that fit a site by its readers a day; undefined for a site that is smaller than any that was
 * tried.
 */
export const figuresFor = (perDay: number): PublishedFigures | undefined =>
  PUBLISHED_FIGURES.findLast((figures) => figures.perDay <= perDay)
