import { sql, type RawBuilder } from 'kysely'

type Sql = RawBuilder<unknown>

/** The version of the rollups. Raise it when they hold more than before: older ones are then rebuilt. */
export const ROLLUP_VERSION = 2

/**
 * A key packs two numbers into one, a site with a dimension or a day with a kind, because a column costs two bytes in
 * each of many millions of rows. Packed keys sort as their pairs do.
 */
const DIMENSIONS_OF_SITE = 16
const KINDS_OF_DAY = 16
/**
 * Days are counted from the first of 2028, since a key of a day up to 2,047 days from there (May 2022 to August 2033) takes
 * two bytes of SQLite's format (https://sqlite.org/fileformat.html#record_format); others take three.
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

/** Gives the key of a day and a kind that are columns, as `dayKind` does. */
export const dayKindOf = (day: Sql, kind: Sql): Sql =>
  sql`(${day} - ${sql.lit(MIDDLE_DAY)}) * ${sql.lit(KINDS_OF_DAY)} + ${kind}`

/** Gives the kind of a key. The lowest bits of a negative one are its kind too, which a remainder is not. */
export const kindOfKey = (key: Sql): Sql => sql`(${key} & ${sql.lit(KINDS_OF_DAY - 1)})`
