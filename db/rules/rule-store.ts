import type { Selectable } from 'kysely'
import { DAY_MS } from '../../src/lib/time/clock.ts'
import type { Tables } from '../tables/schema.ts'
import { SiteStore } from '../site/site-store.ts'

export type RuleRow = Selectable<Tables['prompt_rule']>
type NewRule = Omit<RuleRow, 'site_num'>
type RuleChanges = Partial<Omit<RuleRow, 'id' | 'site_num' | 'created_by' | 'created_at'>>

/** The place of a rule in the order of rules; a list goes on behind it. */
export interface RulePosition {
  position: number
  id: string
}

/** The prompt rules of one site. */
export class RuleStore extends SiteStore {
  /** Returns rules in the order in which they act; a list goes on behind the place `after`. */
  list({ after, limit }: { after?: RulePosition | undefined; limit: number }): Promise<RuleRow[]> {
    let query = this.#own().selectAll().orderBy('position').orderBy('id').limit(limit)
    if (after) {
      const { position, id } = after
      query = query.where((eb) =>
        eb.or([
          eb('position', '>', position),
          eb.and([eb('position', '=', position), eb('id', '>', id)]),
        ]),
      )
    }
    return query.execute()
  }

  /** Returns every rule in the order in which they act; a site has few. */
  all(): Promise<RuleRow[]> {
    return this.#own().selectAll().orderBy('position').orderBy('id').execute()
  }

  /** Returns the id and the position of every rule, in the order in which they act. */
  order(): Promise<RulePosition[]> {
    return this.#own().select(['id', 'position']).orderBy('position').orderBy('id').execute()
  }

  find(id: string): Promise<RuleRow | undefined> {
    return this.#own().selectAll().where('id', '=', id).executeTakeFirst()
  }

  async insert(row: NewRule): Promise<void> {
    await this.handles.write
      .insertInto('prompt_rule')
      .values({ ...row, site_num: this.siteNum })
      .execute()
  }

  async update(id: string, changes: RuleChanges): Promise<void> {
    await this.handles.write
      .updateTable('prompt_rule')
      .set(changes)
      .where('site_num', '=', this.siteNum)
      .where('id', '=', id)
      .execute()
  }

  /** Moves rules to new positions, each as a new version of the rule. */
  async move(places: readonly RulePosition[], at: number): Promise<void> {
    for (const { id, position } of places) {
      await this.handles.write
        .updateTable('prompt_rule')
        .set((eb) => ({ position, updated_at: at, version: eb('version', '+', 1) }))
        .where('site_num', '=', this.siteNum)
        .where('id', '=', id)
        .execute()
    }
  }

  /** Deletes a rule and its hits; returns false where there is no such rule. */
  delete(id: string): Promise<boolean> {
    return this.inTransaction(async (trx) => {
      await trx
        .deleteFrom('prompt_rule_day')
        .where('site_num', '=', this.siteNum)
        .where('rule_id', '=', id)
        .execute()
      const { numDeletedRows } = await trx
        .deleteFrom('prompt_rule')
        .where('site_num', '=', this.siteNum)
        .where('id', '=', id)
        .executeTakeFirst()
      return numDeletedRows > 0n
    })
  }

  /**
   * Adds hits to rules, given by their ids: the number of pages that each matched when their prompts were made or made
   * again. A page counts once for each prompt, whether or not the rule had anything left to decide. The hits are added
   * to those of the UTC day of `at` (epoch milliseconds), and days that no longer count are deleted. Rules that do not
   * exist are skipped.
   */
  recordMatches(pagesByRule: ReadonlyMap<string, number>, at: number): Promise<void> {
    return this.inTransaction(async (trx) => {
      await trx
        .deleteFrom('prompt_rule_day')
        .where('site_num', '=', this.siteNum)
        .where('day', '<', firstDay(at))
        .execute()
      const rules = await trx
        .selectFrom('prompt_rule')
        .select('id')
        .where('site_num', '=', this.siteNum)
        .execute()
      const added = rules
        .map(({ id }) => ({ rule_id: id, hits: pagesByRule.get(id) ?? 0 }))
        .filter(({ hits }) => hits > 0)
      if (added.length === 0) return
      await trx
        .insertInto('prompt_rule_day')
        .values(added.map((row) => ({ ...row, site_num: this.siteNum, day: dayOf(at) })))
        .onConflict((conflict) =>
          conflict.columns(['site_num', 'rule_id', 'day']).doUpdateSet((eb) => ({
            hits: eb('prompt_rule_day.hits', '+', eb.ref('excluded.hits')),
          })),
        )
        .execute()
      await trx
        .updateTable('prompt_rule')
        .set({ last_matched_at: at })
        .where('site_num', '=', this.siteNum)
        .where(
          'id',
          'in',
          added.map(({ rule_id }) => rule_id),
        )
        .where((eb) => eb.or([eb('last_matched_at', 'is', null), eb('last_matched_at', '<', at)]))
        .execute()
    })
  }

  /**
   * Returns the sums of hits over the UTC day of `at` and the 29 days before, by rule id; a rule without hits is
   * absent.
   */
  async hits(ids: readonly string[], at: number): Promise<Map<string, number>> {
    if (ids.length === 0) return new Map()
    const rows = await this.handles.read
      .selectFrom('prompt_rule_day')
      .select((eb) => ['rule_id', eb.fn.sum<number>('hits').as('hits')])
      .where('site_num', '=', this.siteNum)
      .where('rule_id', 'in', ids)
      .where('day', '>=', firstDay(at))
      .where('day', '<=', dayOf(at))
      .groupBy('rule_id')
      .execute()
    return new Map(rows.map(({ rule_id, hits }) => [rule_id, hits]))
  }

  #own() {
    return this.handles.read
      .selectFrom('prompt_rule')
      .where('prompt_rule.site_num', '=', this.siteNum)
  }
}

/** The number of UTC days whose hits count, the present one included. */
const COUNTED_DAYS = 30

const dayOf = (at: number): number => Math.floor(at / DAY_MS)
const firstDay = (at: number): number => dayOf(at) - COUNTED_DAYS + 1
