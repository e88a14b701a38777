/** Raised when the rollups hold more than before, so that older ones are rebuilt. */
export const ROLLUP_VERSION = 1

/**
 * Two numbers in one, because a column costs two bytes in each of many millions of rows: a site with a dimension,
 * and a day with a kind. Both keep their order.
 */
const DIMENSIONS_OF_SITE = 16
export const KINDS_OF_DAY = 32

export const siteDimension = (siteNum: number, dimension: number): number =>
  siteNum * DIMENSIONS_OF_SITE + dimension

/** Everything that `siteDimension` gives for one site, half-open. */
export const siteDimensions = (siteNum: number): { from: number; to: number } => ({
  from: siteDimension(siteNum, 0),
  to: siteDimension(siteNum + 1, 0),
})

export const dayKind = (day: number, kind: number): number => day * KINDS_OF_DAY + kind
