/** Raise it when the rollups hold more than before: older ones are rebuilt then. */
export const ROLLUP_VERSION = 2

/**
 * A key packs two numbers into one, a site with a dimension or a day with a kind, because a column costs two bytes in
 * each of many millions of rows. Packed keys sort as their pairs do.
 */
const DIMENSIONS_OF_SITE = 16
export const KINDS_OF_DAY = 32

export const siteDimension = (siteNum: number, dimension: number): number =>
  siteNum * DIMENSIONS_OF_SITE + dimension

/** Returns the half-open range of all keys that `siteDimension` gives for one site. */
export const siteDimensions = (siteNum: number): { from: number; to: number } => ({
  from: siteDimension(siteNum, 0),
  to: siteDimension(siteNum + 1, 0),
})

export const dayKind = (day: number, kind: number): number => day * KINDS_OF_DAY + kind
