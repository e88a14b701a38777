import { sql, type CompiledQuery, type RawBuilder } from 'kysely'
import { jsonText } from '../forms.ts'
import type { Handles } from '../handles.ts'
import { prepareStatement } from '../prepared-statement.ts'
import type { SiteRow } from '../site-row.ts'

/** A change that may have affected a site's numbers, from the audit log or from the list of scans. */
export interface SiteChange {
  /** The action of the audit log; `scan.first` or `scan.later` for a scan that came to its end. */
  action: string
  /** The time of the change, in epoch milliseconds. */
  at: number
  /** The host of a domain that was added or removed. */
  host: string | null
  /** JSON of the settings that were measured by before the change, as `MeasuredBefore` has it. */
  before: string | null
  /** The id of the person who made the change; null for keys and the service itself. */
  person: string | null
  /** The id of the page, rule or site that was changed. */
  target: string | null
}

/**
 * The most changes that are returned of each kind, the newest ones: changes of settings that are measured by, edits of
 * prompts and their rules, and scans.
 */
const MAX_MEASURED = 200
const MAX_EDITED = 100
const MAX_SCANS = 20

/** The keys of `audit_entry.detail` that are read. */
interface Detail {
  siteId: string
  before: string
  host: string
  state: string
}

const detail = sql.ref<Detail>('detail')
const of = (key: keyof Detail): RawBuilder<string | null> => jsonText(detail, key)

// @NOTE the conditions of the indexes in `0045-mark-indexes.ts`, word for word: otherwise whole logs are read.
const SITE = sql`coalesce(${of('siteId')}, target_id)`
const IS_MEASURED = sql`(action IN ('domain.create', 'domain.verify', 'domain.delete')
  OR (action = 'site.update' AND ${of('before')} IS NOT NULL))`
const IS_EDITED = sql`action IN ('rule.create', 'rule.update', 'rule.delete', 'rule.reorder',
  'prompt.update', 'prompt.regenerate', 'prompt.import')`
const PERSON = sql`CASE actor_type WHEN 'user' THEN actor_id END`
const IS_COMPLETED = sql`state IN ('succeeded', 'partial')`

/**
 * The statement that selects the changes. A change of a domain counts if the domain is verified, so that mere attempts
 * are left out; entries about deleted domains from before domains had a state count too. Changes of a site have no
 * upper end, since `before` says how far back each reaches.
 */
const CHANGES = prepareStatement(
  ['org', 'id', 'num', 'from', 'to'],
  ({ org, id, num, from, to }) => sql<SiteChange>`
    SELECT * FROM (SELECT action, at, seq, ${of('host')} AS host, ${of('before')} AS before,
        ${PERSON} AS person, target_id AS target FROM audit_entry
      WHERE org_id = ${org} AND ${SITE} = ${id} AND ${IS_MEASURED} AND at >= ${from}
        AND (at < ${to} OR action = 'site.update') AND COALESCE(${of('state')}, 'verified') = 'verified'
      ORDER BY at DESC, seq DESC LIMIT ${sql.lit(MAX_MEASURED)}) AS measured
    UNION ALL
    SELECT * FROM (SELECT action, at, seq, NULL AS host, NULL AS before,
        ${PERSON} AS person, target_id AS target FROM audit_entry
      WHERE org_id = ${org} AND ${SITE} = ${id} AND ${IS_EDITED} AND at >= ${from} AND at < ${to}
      ORDER BY at DESC, seq DESC LIMIT ${sql.lit(MAX_EDITED)}) AS edited
    UNION ALL
    SELECT * FROM (SELECT CASE WHEN EXISTS (SELECT 1 FROM scan AS earlier
          WHERE earlier.site_num = ${num} AND earlier.state IN ('succeeded', 'partial')
            AND earlier.finished_at < scan.finished_at) THEN 'scan.later' ELSE 'scan.first' END AS action,
        finished_at AS at, num AS seq, NULL AS host, NULL AS before,
        NULL AS person, NULL AS target FROM scan
      WHERE site_num = ${num} AND ${IS_COMPLETED} AND finished_at >= ${from} AND finished_at < ${to}
      ORDER BY finished_at DESC LIMIT ${sql.lit(MAX_SCANS)}) AS scanned
    ORDER BY at, seq`,
)

/** The changes that may have affected the numbers of one site. Only SiteDb makes an instance. */
export class SiteChanges {
  readonly #handles: Handles
  readonly #site: SiteRow

  constructor(handles: Handles, site: SiteRow) {
    this.#handles = handles
    this.#site = site
  }

  /**
   * Returns the changes from one instant to another, oldest first, together with later changes of the site's settings;
   * of each kind only the newest, up to a largest number.
   */
  async between(fromMs: number, toMs: number): Promise<SiteChange[]> {
    return (await this.#handles.read.executeQuery(this.statement(fromMs, toMs))).rows
  }

  /** Returns the statement that `between` runs. */
  statement(fromMs: number, toMs: number): CompiledQuery<SiteChange> {
    const { org_id: org, id, num } = this.#site
    return CHANGES.bind(this.#handles.read, { org, id, num, from: fromMs, to: toMs })
  }
}
