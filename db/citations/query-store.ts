import { sql, type Selectable } from 'kysely'
import type { CitationEngine } from '../../src/domain/citations/engines.ts'
import { countOf } from '../count-of.ts'
import { numberList } from '../forms.ts'
import { SiteStore } from '../site/site-store.ts'
import type { Tables } from '../tables/schema.ts'

export type CitationQueryRow = Selectable<Tables['citation_query']>
type NewRow = Omit<CitationQueryRow, 'num' | 'site_num' | 'silent' | 'last_run_at' | 'deleted_at'>
type Changes = Partial<Omit<CitationQueryRow, 'num' | 'id' | 'site_num' | 'created_at'>>

/** The conditions on the queries that are listed. */
interface QueryListQuery {
  after: number | undefined
  limit: number
  tag?: string | undefined
  silent?: boolean | undefined
  branded?: boolean | undefined
}

/** A query with the fields that a run needs. */
export interface EnabledQuery {
  num: number
  id: string
  text: string
  language: string | null
  country: string | null
  tags: readonly string[]
  isBranded: boolean
  /** The engines that are asked this query; null for all engines of the run. */
  engines: readonly CitationEngine[] | null
}

const flag = (is: boolean): number => (is ? 1 : 0)

/**
 * The queries of one site, its basket, which runs ask engines. A method that changes queries raises the revision of the
 * basket, and has to be called within a transaction.
 */
export class CitationQueries extends SiteStore {
  /** Returns queries that are not deleted, newest first. */
  list({ after, limit, tag, silent, branded }: QueryListQuery): Promise<CitationQueryRow[]> {
    let query = this.#own().selectAll().orderBy('num', 'desc').limit(limit)
    if (after !== undefined) query = query.where('num', '<', after)
    if (silent !== undefined) query = query.where('silent', '=', flag(silent))
    if (branded !== undefined) query = query.where('branded', '=', flag(branded))
    if (tag !== undefined) query = query.where('num', 'in', this.#tagged([tag]))
    return query.execute()
  }

  find(id: string): Promise<CitationQueryRow | undefined> {
    return this.#own().selectAll().where('id', '=', id).executeTakeFirst()
  }

  /** Returns the queries that have any of these keys. */
  byKeys(keys: readonly string[]): Promise<CitationQueryRow[]> {
    return this.#own().selectAll().where('text_key', 'in', keys).execute()
  }

  count(): Promise<number> {
    return countOf(this.#own())
  }

  /** Returns the texts of all queries that are not deleted; the plan limits their number. */
  async texts(): Promise<string[]> {
    const rows = await this.#own().select('text').execute()
    return rows.map(({ text }) => text)
  }

  /**
   * Returns the queries that runs ask, oldest first: where tags are given, those with any of them; where engines are
   * given, those that are for any of them.
   */
  async enabled(
    tags?: readonly string[],
    engines?: readonly CitationEngine[],
  ): Promise<EnabledQuery[]> {
    let query = this.#own()
      .select(['num', 'id', 'text', 'language', 'country', 'tags', 'branded', 'engines'])
      .where('enabled', '=', 1)
      .orderBy('num')
    if (tags) query = query.where('num', 'in', this.#tagged(tags))
    const rows = (await query.execute()).map(({ branded, ...row }) => ({
      ...row,
      isBranded: branded === 1,
      tags: tagsOf(row),
      engines: enginesOf(row),
    }))
    return rows.filter(
      (row) => !engines || !row.engines || row.engines.some((one) => engines.includes(one)),
    )
  }

  /** Returns true while a run of the site is queued or running; its plan names queries by their numbers. */
  async isRunning(): Promise<boolean> {
    const run = await this.handles.read
      .selectFrom('citation_run')
      .select('num')
      .where('site_num', '=', this.siteNum)
      .where('finished_at', 'is', null)
      .limit(1)
      .executeTakeFirst()
    return run !== undefined
  }

  async insert(row: NewRow): Promise<void> {
    const { num } = await this.handles.write
      .insertInto('citation_query')
      .values({ ...row, site_num: this.siteNum, last_run_at: null, deleted_at: null })
      .returning('num')
      .executeTakeFirstOrThrow()
    await this.#tag(num, tagsOf(row))
    await this.#raiseRevision()
  }

  async update(num: number, changes: Changes): Promise<void> {
    await this.#set([num], changes)
    if (changes.tags !== undefined) await this.#tag(num, tagsOf({ tags: changes.tags }))
    await this.#raiseRevision()
  }

  /**
   * Takes a query out of the basket. Its row stays for the checks that refer to it, and its words may be asked again.
   */
  async delete({ num, id }: Pick<CitationQueryRow, 'num' | 'id'>, at: number): Promise<void> {
    await this.#set([num], { deleted_at: at, changed_at: at, text_key: id })
    await this.#raiseRevision()
  }

  /**
   * Marks again which queries name the site, as `isBranded` says; raises the revision if any of the marks has changed.
   */
  async findBranded(isBranded: (text: string) => boolean): Promise<void> {
    const rows = await this.#own().select(['num', 'text', 'branded']).execute()
    const changed = rows.filter(({ text, branded }) => flag(isBranded(text)) !== branded)
    if (changed.length === 0) return
    for (const branded of [0, 1]) {
      const nums = changed.filter((row) => row.branded !== branded).map(({ num }) => num)
      if (nums.length > 0) await this.#set(nums, { branded })
    }
    await this.#raiseRevision()
  }

  /** Stores the time at which a run last asked these queries. */
  touch(nums: readonly number[], lastRunAt: number): Promise<void> {
    return this.#set(nums, { last_run_at: lastRunAt })
  }

  /**
   * Marks queries as silent, since their answers neither name a tracked brand nor cite any page, or takes the mark off.
   */
  markSilent(nums: readonly number[], isSilent: boolean): Promise<void> {
    return this.#set(nums, { silent: flag(isSilent) })
  }

  async #set(nums: readonly number[], changes: Changes): Promise<void> {
    await this.handles.write
      .updateTable('citation_query')
      .set(changes)
      .where('site_num', '=', this.siteNum)
      .where(sql<boolean>`num IN ${numberList(nums)}`)
      .execute()
  }

  async #tag(num: number, tags: readonly string[]): Promise<void> {
    await this.handles.write
      .deleteFrom('citation_tag')
      .where('site_num', '=', this.siteNum)
      .where('query_num', '=', num)
      .execute()
    if (tags.length === 0) return
    const rows = tags.map((tag) => ({ site_num: this.siteNum, query_num: num, tag }))
    await this.handles.write.insertInto('citation_tag').values(rows).execute()
  }

  async #raiseRevision(): Promise<void> {
    await this.handles.write
      .updateTable('site')
      .set((eb) => ({ basket_revision: eb('basket_revision', '+', 1) }))
      .where('num', '=', this.siteNum)
      .execute()
  }

  #tagged(tags: readonly string[]) {
    return this.handles.read
      .selectFrom('citation_tag')
      .select('query_num')
      .where('site_num', '=', this.siteNum)
      .where('tag', 'in', tags)
  }

  #own() {
    return this.handles.read
      .selectFrom('citation_query')
      .where('citation_query.site_num', '=', this.siteNum)
      .where('deleted_at', 'is', null)
  }
}

export const tagsOf = ({ tags }: Pick<CitationQueryRow, 'tags'>): string[] =>
  // @NOTE the column is written by us alone, as JSON of checked tags.
  JSON.parse(tags) as string[]

export const enginesOf = ({
  engines,
}: Pick<CitationQueryRow, 'engines'>): CitationEngine[] | null =>
  // @NOTE the column is written by us alone, as JSON of checked engines.
  engines === null ? null : (JSON.parse(engines) as CitationEngine[])
