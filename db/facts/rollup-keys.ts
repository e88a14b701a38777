import { sql, type RawBuilder } from 'kysely'

type Sql = RawBuilder<unknown>

/**
 * The version of the rollups. It has to be raised when they hold more than before: rollups of a lower version are then
 * rebuilt.
 */
export const ROLLUP_VERSION = 2

/**
 * The factors by which a key packs two numbers into one, a site with a dimension or a day with a kind: a second column
 * would cost two more bytes in each of many millions of rows. Packed keys sort as their pairs do.
 */
const DIMENSIONS_OF_SITE = 16
const KINDS_OF_DAY = 16
/**
 * The day, the first of 2028, from which keys count days: a key of a day up to 2,047 days from there (May 2022 to
 * August 2033) takes two bytes of SQLite's format (https://sqlite.org/fileformat.html#record_format); others take
 * three.
 */
const MIDDLE_DAY = 21_184

export const siteDimension = (siteNum: number, dimension: number): number =>
  siteNum * DIMENSIONS_OF_SITE + dimension

/** Returns the half-open range of all keys that `siteDimension` gives for one site. */
export const siteDimensions = (siteNum: number): { from: number; to: number } => ({
  from: siteDimension(siteNum, 0),
  to: siteDimension(siteNum + 1, 0),
})

export const dayKind = (day: number, kind: number): number =>
  (day - MIDDLE_DAY) * KINDS_OF_DAY + kind

export const dayOfKey = (key: number): number => Math.floor(key / KINDS_OF_DAY) + MIDDLE_DAY

/** Returns SQL for the key of a day and a kind that are columns, as `dayKind` makes it. */
export const dayKindOf = (day: Sql, kind: Sql): Sql =>
  sql`(${day} - ${sql.lit(MIDDLE_DAY)}) * ${sql.lit(KINDS_OF_DAY)} + ${kind}`

/**
 * Returns SQL for the kind of a key of `dayKind`. It takes the lowest bits, which are the kind of a negative key too,
 * as a remainder would not be.
 */
export const kindOfKey = (key: Sql): Sql => sql`(${key} & ${sql.lit(KINDS_OF_DAY - 1)})`
