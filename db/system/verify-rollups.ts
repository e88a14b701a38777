import { sql, type RawBuilder } from 'kysely'
import { offsetSegments } from '../../src/lib/time/zone.ts'
import { dayOfInstant } from '../facts/local-time.ts'
import { ROLLUP_DIMENSIONS } from '../../src/domain/events/event-kinds.ts'
import { siteDimensions, dayKind } from '../facts/rollup-keys.ts'
import { countDays } from '../ingest/count-days.ts'
import { keptSpan } from '../ingest/rebuild-rollups.ts'
import { countDimension, EVENT_COLUMNS } from '../ingest/rollup-parts.ts'
import { countVisits, ROLLUP_VISIT_COLUMNS } from '../ingest/count-visits.ts'
import { changedSources } from '../ingest/visit-sources.ts'
import type { Db } from '../tables/schema.ts'

/** A row on which events and rollups disagree. */
export interface RollupDifference {
  table: 'rollup_day' | 'rollup_dim' | 'rollup_visit' | 'visit_source'
  at: 'events' | 'rollups'
  row: string
}

/**
 * Returns the rows in which a site's rollups differ from a count of the site's events, over the days whose events are
 * kept.
 */
export async function verifyRollups(
  db: Db,
  siteNum: number,
  zone: string,
): Promise<RollupDifference[]> {
  const span = await keptSpan(db, siteNum, zone)
  const day =
    span.last === null
      ? sql.lit(0)
      : dayOfInstant(sql.ref('at'), offsetSegments(zone, span.first, span.last + 1))
  const where = sql`site_num = ${sql.lit(siteNum)} AND at >= ${sql.lit(span.fromMs)}`
  const dimensions = EVENT_COLUMNS.map(({ name, column }) =>
    countDimension(column, ROLLUP_DIMENSIONS[name], day, where),
  )
  const { from, to } = siteDimensions(siteNum)
  const { rows: changed } = await sql<
    Record<string, unknown>
  >`${changedSources(day, where)}`.execute(db)
  return [
    ...changed.map((row) => ({
      table: 'visit_source' as const,
      at: 'events' as const,
      row: Object.values(row).join(' '),
    })),
    ...(await differences(
      db,
      'rollup_day',
      countDays(day, where),
      sql`SELECT site_num, day, kind, events, visitors FROM rollup_day WHERE site_num = ${siteNum} AND day >= ${span.firstDay}`,
    )),
    ...(await differences(
      db,
      'rollup_dim',
      sql.join(
        dimensions.map((one) => sql`SELECT * FROM (${one}) AS one`),
        sql` UNION ALL `,
      ),
      sql`SELECT site_dim, day_kind, val, events FROM rollup_dim WHERE site_dim >= ${from} AND site_dim < ${to} AND day_kind >= ${dayKind(span.firstDay, 0)}`,
    )),
    ...(await differences(
      db,
      'rollup_visit',
      countVisits(day, where),
      sql`SELECT ${sql.join(ROLLUP_VISIT_COLUMNS.map((column) => sql.ref(column)))} FROM rollup_visit WHERE site_dim >= ${from} AND site_dim < ${to} AND day >= ${span.firstDay}`,
    )),
  ]
}

async function differences(
  db: Db,
  table: RollupDifference['table'],
  events: RawBuilder<unknown>,
  rollups: RawBuilder<unknown>,
): Promise<RollupDifference[]> {
  const only = async (one: typeof events, other: typeof events): Promise<string[]> => {
    const { rows } = await sql<Record<string, unknown>>`
      SELECT * FROM (${one}) AS one EXCEPT SELECT * FROM (${other}) AS other`.execute(db)
    return rows.map((row) => Object.values(row).join(' '))
  }
  const counted = await only(events, rollups)
  const stored = await only(rollups, events)
  return [
    ...counted.map((row) => ({ table, at: 'events' as const, row })),
    ...stored.map((row) => ({ table, at: 'rollups' as const, row })),
  ]
}
