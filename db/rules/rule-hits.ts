import { DAY_MS } from '../../src/lib/time/clock.ts'
import type { Db, Trx } from '../tables/schema.ts'

/** Hits of so many UTC days count, the day that is asked about included. */
const COUNTED_DAYS = 30

const dayOf = (at: number): number => Math.floor(at / DAY_MS)
const firstDay = (at: number): number => dayOf(at) - COUNTED_DAYS + 1

/** Sums the hits of the days that count, by rule. */
export async function countHits(
  db: Db,
  siteNum: number,
  ids: readonly string[],
  at: number,
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('prompt_rule_day')
    .select((eb) => ['rule_id', eb.fn.sum<number>('hits').as('hits')])
    .where('site_num', '=', siteNum)
    .where('rule_id', 'in', ids)
    .where('day', '>=', firstDay(at))
    .where('day', '<=', dayOf(at))
    .groupBy('rule_id')
    .execute()
  return new Map(rows.map(({ rule_id, hits }) => [rule_id, hits]))
}

/** Adds to the day's hits of existing rules, and deletes the days that no longer count. */
export async function recordHits(
  trx: Trx,
  siteNum: number,
  pagesByRule: ReadonlyMap<string, number>,
  at: number,
): Promise<void> {
  await trx
    .deleteFrom('prompt_rule_day')
    .where('site_num', '=', siteNum)
    .where('day', '<', firstDay(at))
    .execute()
  const rules = await trx
    .selectFrom('prompt_rule')
    .select('id')
    .where('site_num', '=', siteNum)
    .execute()
  const added = rules
    .map(({ id }) => ({ rule_id: id, hits: pagesByRule.get(id) ?? 0 }))
    .filter(({ hits }) => hits > 0)
  if (added.length === 0) return
  await trx
    .insertInto('prompt_rule_day')
    .values(added.map((row) => ({ ...row, site_num: siteNum, day: dayOf(at) })))
    .onConflict((conflict) =>
      conflict.columns(['site_num', 'rule_id', 'day']).doUpdateSet((eb) => ({
        hits: eb('prompt_rule_day.hits', '+', eb.ref('excluded.hits')),
      })),
    )
    .execute()
  await trx
    .updateTable('prompt_rule')
    .set({ last_matched_at: at })
    .where('site_num', '=', siteNum)
    .where(
      'id',
      'in',
      added.map(({ rule_id }) => rule_id),
    )
    .where((eb) => eb.or([eb('last_matched_at', 'is', null), eb('last_matched_at', '<', at)]))
    .execute()
}
