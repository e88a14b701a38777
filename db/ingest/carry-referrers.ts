import { sql } from 'kysely'
import {
  COUNTED_KINDS,
  EVENT_KINDS,
  ROLLUP_DIMENSIONS,
} from '../../src/domain/events/event-kinds.ts'
import { dayKind, dayOfKey, siteDimension } from '../facts/rollup-keys.ts'
import type { Db } from '../tables/schema.ts'
import { ROLLUP_VISIT_COLUMNS } from './count-visits.ts'

/**
 * Moves the counts by referrer of one day from `rollup_dim`, which had them before visits had sources, to
 * `rollup_visit`; returns false once no such counts are left. A day whose events are deleted keeps these counts,
 * without counts of visits and readers; other days are recounted.
 */
export function carryReferrersStep(db: Db, siteNum: number): Promise<boolean> {
  const referrers = siteDimension(siteNum, ROLLUP_DIMENSIONS.referrer)
  return db.transaction().execute(async (trx) => {
    const next = await trx
      .selectFrom('rollup_dim')
      .select((eb) => eb.fn.min('day_kind').as('day_kind'))
      .where('site_dim', '=', referrers)
      .executeTakeFirst()
    if (typeof next?.day_kind !== 'number') return false
    const day = dayOfKey(next.day_kind)
    const old = sql`site_dim = ${referrers} AND day_kind < ${dayKind(day + 1, 0)}`
    const counts = COUNTED_KINDS.map(
      (kind) =>
        sql`SUM(CASE WHEN day_kind = ${dayKind(day, EVENT_KINDS[kind])} THEN events ELSE 0 END)`,
    )
    const columns = [...ROLLUP_VISIT_COLUMNS].map((column) => sql.ref(column))
    const unknown = ROLLUP_VISIT_COLUMNS.slice(3 + counts.length).map(() => sql`0`)
    await sql`INSERT INTO rollup_visit (${sql.join(columns)})
      SELECT site_dim, CAST(${day} AS INTEGER), val, ${sql.join([...counts, ...unknown])} FROM rollup_dim WHERE ${old} GROUP BY site_dim, val
      ON CONFLICT (site_dim, day, val) DO NOTHING`.execute(trx)
    await sql`DELETE FROM rollup_dim WHERE ${old}`.execute(trx)
    return true
  })
}
