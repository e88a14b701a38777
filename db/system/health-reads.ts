import { MIGRATION_NAMES } from '../migrations/names.ts'
import type { ReadRows } from '../sqlite/reader.ts'
import { DELIVERY_QUEUE } from '../webhooks/enqueue-deliveries.ts'

/**
 * Quick reads about the state of the data.
 * @NOTE no org_id: they are about the service, and count or name nothing of an organization.
 */
export class HealthReads {
  readonly #read: ReadRows

  constructor(read: ReadRows) {
    this.#read = read
  }

  /** Reads one row. Throws where the file cannot be read. */
  async ping(): Promise<void> {
    await this.#read({ sql: 'SELECT 1 FROM site LIMIT 1', parameters: [] })
  }

  /**
   * Returns the earliest time, in epoch ms, at which a job is due, or at which the lease of a job ends: in the past for
   * a job that waits, in the future if none does; undefined without jobs. Deliveries do not count: a slow receiver
   * makes only its own deliveries wait.
   */
  async oldestJobAt(): Promise<number | undefined> {
    const sql = `SELECT MIN(run_at) FROM job WHERE state = 'ready' AND queue <> '${DELIVERY_QUEUE}'`
    const [[runAt] = []] = await this.#read({ sql, parameters: [] })
    return typeof runAt === 'number' ? runAt : undefined
  }

  /** Counts jobs by queue and state; a job that runs is `ready`, and is due once its lease is over. */
  async jobCounts(): Promise<{ queue: string; state: string; jobs: number }[]> {
    const sql = 'SELECT queue, state, COUNT(*) FROM job GROUP BY queue, state ORDER BY queue, state'
    const rows = await this.#read({ sql, parameters: [] })
    return rows.map(([queue, state, jobs]) => ({
      queue: String(queue),
      state: String(state),
      jobs: Number(jobs),
    }))
  }

  /** Returns true where a later version has changed the schema since this one started. */
  async isSchemaNewer(): Promise<boolean> {
    const rows = await this.#read({ sql: 'SELECT name FROM kysely_migration', parameters: [] })
    const known: readonly string[] = MIGRATION_NAMES
    return rows.some(([name]) => !known.includes(String(name)))
  }
}
