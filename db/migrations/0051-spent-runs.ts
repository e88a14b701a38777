import type { Kysely } from 'kysely'
import { addColumn } from '../ddl.ts'

/** Lets runs of the Citation Monitor count for the plan once their site is deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumn(db, 'organization', 'spent_runs TEXT')
}
