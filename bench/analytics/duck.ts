import { execFile } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import { SOURCES_OF_SITE } from '../../src/domain/events/visits.ts'
import type { Dataset } from '../dataset/dataset.ts'
import { print } from '../harness/report.ts'

export type { DuckDBConnection }

const run = promisify(execFile)

/** Tables that are copied, each with the columns that the queries need; an event has the referrer of its visit. */
const TABLES = {
  event: `SELECT e.site_num, at, at / 86400000 AS day, kind, hex(visitor) AS visitor, page_num, engine, s.referrer, country, device
    FROM event AS e JOIN visit_source AS s ON s.site_num = e.site_num AND s.num = e.visit % ${SOURCES_OF_SITE} ORDER BY e.site_num, at, seq`,
  question: `SELECT num, site_num, at, page_num, engine, text FROM question ORDER BY site_num, at`,
  page: `SELECT num, path FROM page`,
  term: `SELECT num, value FROM term`,
} as const

/** The same events in a DuckDB file, sorted by site and time, which is the order that suits it best. */
export async function openDuck({ directory, file }: Dataset): Promise<DuckDBConnection> {
  const path = join(directory, 'duck.db')
  const isNew = !existsSync(path)
  const instance = await DuckDBInstance.create(path, { threads: '2' })
  const connection = await instance.connect()
  if (isNew) {
    print('Copying the events into DuckDB …')
    for (const [table, query] of Object.entries(TABLES)) {
      const csv = join(directory, `${table}.csv`)
      await run('sqlite3', [
        file,
        '-cmd',
        '.headers on',
        '-cmd',
        '.mode csv',
        '-cmd',
        `.output ${csv}`,
        query,
      ])
      const select = table === 'event' ? "* REPLACE (('0x' || visitor)::UBIGINT AS visitor)" : '*'
      await connection.run(`CREATE TABLE ${table} AS SELECT ${select} FROM read_csv('${csv}')`)
      rmSync(csv)
    }
    await connection.run('CHECKPOINT')
  }
  return connection
}
