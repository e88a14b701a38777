import { sql } from 'kysely'
import { valueRows, type ListedRow } from '../forms.ts'
import { SystemStore } from '../system/system-store.ts'
import { DELIVERY_QUEUE } from './enqueue-deliveries.ts'

/** A job of a delivery that is due, and its subscription. */
export interface DueDelivery {
  id: string
  subscriptionId: string
}

const isReady = sql`queue = ${sql.lit(DELIVERY_QUEUE)} AND state = 'ready'`

/**
 * Finds the deliveries that are due.
 *
 * @NOTE no org_id: the queue belongs to the service, and each job says which organization it is of.
 */
export class DueDeliveries extends SystemStore {
  /**
   * Lists the due jobs of all subscriptions, oldest first. Jobs of one moment have no order of their own: a resumed
   * subscription has any number of them, which each look would sort.
   */
  async oldest(nowMs: number, limit: number): Promise<DueDelivery[]> {
    const { rows } = await sql<DueDelivery>`SELECT id, group_key AS "subscriptionId" FROM job
      WHERE ${isReady} AND run_at <= ${nowMs} ORDER BY run_at LIMIT ${limit}`.execute(this.db)
    return rows
  }

  /**
   * Lists the subscriptions behind `afterId` that have jobs, in order, each with the time of its oldest job. It goes
   * from one to the next by the index, so the number of jobs of each does not matter.
   */
  async subscriptions(afterId: string, limit: number): Promise<{ id: string; runAt: number }[]> {
    const { rows } = await sql<{ id: string; runAt: number }>`WITH RECURSIVE waiting (id) AS (
        SELECT MIN(group_key) FROM job WHERE ${isReady} AND group_key > ${afterId}
        UNION ALL
        SELECT (SELECT MIN(group_key) FROM job WHERE ${isReady} AND group_key > waiting.id)
        FROM waiting WHERE waiting.id IS NOT NULL
      )
      SELECT id, (SELECT MIN(run_at) FROM job WHERE ${isReady} AND group_key = waiting.id) AS "runAt"
      FROM waiting WHERE id IS NOT NULL LIMIT ${limit}`.execute(this.db)
    return rows
  }

  /** Lists the due jobs of some subscriptions: of each the oldest ones, at most `mostOfEach`. */
  async ofEach(
    subscriptionIds: readonly string[],
    nowMs: number,
    mostOfEach: number,
  ): Promise<DueDelivery[]> {
    const wanted = subscriptionIds.map((id): ListedRow => [id])
    const { rows } = await sql<DueDelivery>`SELECT job.id, wanted.id AS "subscriptionId"
      FROM ${valueRows('wanted', { id: 'text' }, wanted)}
      JOIN job ON job.id IN (SELECT own.id FROM job AS own
        WHERE own.queue = ${sql.lit(DELIVERY_QUEUE)} AND own.state = 'ready'
          AND own.group_key = wanted.id AND own.run_at <= ${nowMs}
        ORDER BY own.run_at LIMIT ${mostOfEach})`.execute(this.db)
    return rows
  }
}
