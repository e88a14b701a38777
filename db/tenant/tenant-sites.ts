import { sql } from 'kysely'
import { isShortId } from '../../src/domain/ids.ts'
import { beginsWith, endsWith, escapeLike } from '../begins-with.ts'
import { countOf } from '../count-of.ts'
import { countPagesBySite } from '../count-rows-by-site.ts'
import type { Handles } from '../handles.ts'
import { prepareStatement } from '../prepared-statement.ts'
import type { ShownScan } from '../scans/scan-store.ts'
import { SearchedSites } from '../search/searched-sites.ts'
import { SiteDb } from '../site-db.ts'
import type { SiteRow } from '../site-row.ts'
import type { SiteReach } from './site-reach.ts'
import { TenantStore, type OwnRow } from './tenant-store.ts'

/** The fields that distinguish a site from the others of its organization. */
export interface SiteHead {
  id: string
  domain: string
  /** The time zone that the days of the site are counted in. */
  zone: string
}

type NewestScan = Omit<ShownScan, 'num' | 'tally'> & { site_num: number }

const BY_REFERENCE = prepareStatement(
  ['org', 'reference'],
  ({ org, reference }) => sql<SiteRow>`SELECT * FROM site
    WHERE org_id = ${org} AND (id = ${reference} OR domain = ${reference})`,
)

const FIRST_TWO = prepareStatement(
  ['org'],
  ({ org }) => sql<SiteRow>`SELECT * FROM site WHERE org_id = ${org} LIMIT 2`,
)

/** The sites of one organization. */
export class TenantSites extends TenantStore {
  readonly #noteFound: (num: number) => void

  /** Makes the store; `noteFound` is called with the number of each site that is found by name or id. */
  constructor(
    handles: Handles,
    orgId: string,
    reach: SiteReach,
    noteFound: (num: number) => void = unnoted,
  ) {
    super(handles, orgId, reach)
    this.#noteFound = noteFound
  }

  /** The id of the site that the caller is bound to; undefined for a caller who may name any site. */
  get boundId(): string | undefined {
    return this.reach.boundId
  }

  query() {
    return this.handles.read.selectFrom('site').where(this.reach.sitesOf(this.orgId))
  }

  count(): Promise<number> {
    return countOf(this.query())
  }

  /** Returns the heads of the sites behind an id, in the order of ids. */
  heads(after: string, limit: number): Promise<SiteHead[]> {
    return this.query()
      .select(['id', 'domain', 'rollup_timezone as zone'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute()
  }

  /** Returns a site with its rows, by its id or its domain; undefined where no site within reach has it. */
  async find(reference: string): Promise<SiteDb | undefined> {
    const [row] = await BY_REFERENCE.rows(this.handles.read, { org: this.orgId, reference })
    return row && this.reach.has(row.id) ? this.#found(row) : undefined
  }

  /** Returns the site within reach if there is exactly one; undefined for none or several. */
  async findOnly(): Promise<SiteDb | undefined> {
    const [row, ...others] = await this.#firstTwo()
    return row && others.length === 0 ? this.#found(row) : undefined
  }

  /**
   * Reads the first two sites within reach. An assistant of one site does not name the site, so most of its calls begin
   * with this.
   */
  async #firstTwo(): Promise<SiteRow[]> {
    const { read } = this.handles
    if (this.reach.isUnbound) return FIRST_TWO.rows(read, { org: this.orgId })
    const statement = sql<SiteRow>`SELECT * FROM site WHERE ${this.reach.sitesOf(this.orgId)} LIMIT 2`
    return (await statement.execute(read)).rows
  }

  #found(row: SiteRow): SiteDb {
    this.#noteFound(row.num)
    return new SiteDb(this.handles, row)
  }

  /**
   * Returns the newest scan of each of some sites, by the site's number: one step in the index `scan_by_site` for each.
   * The statement is written out, since building it costs more than running it.
   */
  async newestScans(siteNums: readonly number[]): Promise<ReadonlyMap<number, NewestScan>> {
    if (siteNums.length === 0) return new Map()
    const { rows } = await sql<NewestScan>`
      SELECT s.site_num, s.id, s.state, s.fetched, s.discovered, s.finished_at, s.error
      FROM site JOIN scan AS s ON s.num = (SELECT MAX(num) FROM scan WHERE site_num = site.num)
      WHERE site.org_id = ${this.orgId} AND site.num IN (${sql.join(siteNums)})`.execute(
      this.handles.read,
    )
    return new Map(rows.map((scan) => [scan.site_num, scan]))
  }

  /** Counts the pages of some sites, and returns the counts by the site's number; a site without pages is absent. */
  async countPages(siteNums: readonly number[]): Promise<ReadonlyMap<number, number>> {
    if (siteNums.length === 0) return new Map()
    const own = sql`SELECT num FROM site WHERE org_id = ${this.orgId} AND num IN (${sql.join(siteNums)})`
    return countPagesBySite(this.handles, own)
  }

  /**
   * Returns the domains of sites whose domain or name holds a text; first those where one of these begins with the
   * text.
   */
  async completeDomain(
    typed: string,
    limit: number,
  ): Promise<{ domains: string[]; total: number }> {
    const start = typed.toLowerCase()
    const part = `%${escapeLike(start)}%`
    const begins = [sql`LOWER(site.domain)`, sql`LOWER(site.name)`].map((text) =>
      beginsWith(text, start),
    )
    const rows = await this.handles.scan
      .selectFrom('site')
      .select(['site.domain', sql<number>`COUNT(*) OVER ()`.as('total')])
      .where(this.reach.sitesOf(this.orgId))
      .where(
        sql<boolean>`(LOWER(site.domain) LIKE ${part} ESCAPE '\\' OR LOWER(site.name) LIKE ${part} ESCAPE '\\')`,
      )
      .orderBy(sql`CASE WHEN ${sql.join(begins, sql` OR `)} THEN 0 ELSE 1 END`)
      .orderBy('site.domain')
      .limit(limit)
      .execute()
    return { domains: rows.map(({ domain }) => domain), total: rows[0]?.total ?? 0 }
  }

  /** Returns all sites within reach, for a search over their texts. */
  async searched(): Promise<SearchedSites> {
    const rows = await this.query().selectAll('site').orderBy('site.id').execute()
    return new SearchedSites(this.handles.scan, rows)
  }

  /** Returns one site, for a search over its texts alone. */
  searchedAlone({ row }: SiteDb): SearchedSites {
    return new SearchedSites(this.handles.scan, [row])
  }

  /**
   * Finds a rule by its id, or by the end of the id that `shortId` gives; undefined where no rule fits, or several do.
   */
  async rule(name: string): Promise<{ site: SiteDb; ruleId: string } | undefined> {
    const id = sql.ref('prompt_rule.id')
    const [found, ...others] = await this.query()
      .innerJoin('prompt_rule', 'prompt_rule.site_num', 'site.num')
      .select(['site.id', 'prompt_rule.id as ruleId'])
      .where(isShortId(name) ? endsWith(id, name) : sql<boolean>`${id} = ${name}`)
      .limit(2)
      .execute()
    const site = found && others.length === 0 ? await this.find(found.id) : undefined
    return found && site && { site, ruleId: found.ruleId }
  }

  /** Adds a site. Throws for a caller who reaches only some sites, since the new one would be out of reach. */
  insert(row: Omit<OwnRow<'site'>, 'num'>) {
    if (!this.reach.isWhole) throw new Error('A narrowed caller makes no site')
    return this.handles.write.insertInto('site').values({ ...row, org_id: this.orgId })
  }

  update(id: string) {
    return this.handles.write
      .updateTable('site')
      .where(this.reach.sitesOf(this.orgId))
      .where('site.id', '=', id)
  }

  /**
   * Deletes a site at once, and leaves a mark by which maintenance empties its large tables in small steps; returns the
   * number of the site, undefined where no site has the id.
   */
  async delete(id: string, atMs: number): Promise<number | undefined> {
    const row = await this.query().select('num').where('id', '=', id).executeTakeFirst()
    if (!row) return undefined
    await this.handles.write
      .deleteFrom('site')
      .where('org_id', '=', this.orgId)
      .where('num', '=', row.num)
      .execute()
    await this.handles.write
      .insertInto('deleted_site')
      .values({ site_num: row.num, deleted_at: atMs })
      .execute()
    return row.num
  }
}

const unnoted = (): void => undefined
