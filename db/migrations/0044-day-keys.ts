import { sql, type Kysely } from 'kysely'
import { createTable } from '../ddl.ts'

/**
 * Changes the keys of days in `rollup_dim`, so that days are counted from the first of 2028 in place of 1970, with 16
 * kinds to a day in place of 32: a key then takes two bytes in place of three for days from 2022 to 2033. The rows of
 * one site and dimension are moved and deleted before the next ones, so the freed room is used again and the file
 * hardly grows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'rollup_dim_next',
    [
      'site_dim BIGINT NOT NULL',
      'day_kind BIGINT NOT NULL',
      'val BIGINT NOT NULL',
      'events BIGINT NOT NULL',
      'PRIMARY KEY (site_dim, day_kind, val)',
    ],
    { clustered: true },
  )
  for (;;) {
    const { rows } = await sql<{
      first: number | null
    }>`SELECT MIN(site_dim) AS first FROM rollup_dim`.execute(db)
    const first = rows[0]?.first ?? null
    if (first === null) break
    // A shift rounds down, as days before 1970 need it.
    await sql`INSERT INTO rollup_dim_next (site_dim, day_kind, val, events)
      SELECT site_dim, ((day_kind >> 5) - 21184) * 16 + (day_kind & 31), val, events
      FROM rollup_dim WHERE site_dim = ${first}`.execute(db)
    await sql`DELETE FROM rollup_dim WHERE site_dim = ${first}`.execute(db)
  }
  await sql`DROP TABLE rollup_dim`.execute(db)
  await sql`ALTER TABLE rollup_dim_next RENAME TO rollup_dim`.execute(db)
}
