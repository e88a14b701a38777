import { connectReader } from './connect.ts'
import { look } from './inspect.ts'

/** A site with a schedule of the Citation Monitor, and the last run of real engines for it. */
export interface ScheduledSite {
  domain: string
  /** JSON of the schedule on which engines are asked. */
  schedule: string
  /** The number of enabled queries. */
  queries: number
  /** The number of checks of the last run, of those that were answered, and the cost of these as far as it is known. */
  planned: number | null
  answered: number | null
  costMicros: number | null
  /** The number of answered checks whose cost is not known. */
  costUnknown: number | null
}

/**
 * Lists the sites with a schedule of the Citation Monitor; empty where the schema is older than the monitor. Throws
 * UnusableDatabaseError where the file cannot be read.
 *
 * @NOTE no org_id: it looks at the sites of every organization, for the operator.
 */
export const scheduledSites = (file: string): ScheduledSite[] =>
  look(file, connectReader, (connection) => {
    const known = connection
      .prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'citation_run'")
      .get()
    if (known === undefined) return []
    return connection
      .prepare<[], ScheduledSite>(
        `SELECT site.domain, site.citation_schedule AS schedule,
          (SELECT COUNT(*) FROM citation_query AS query WHERE query.site_num = site.num
            AND query.enabled = 1 AND query.deleted_at IS NULL) AS queries,
          run.planned, run.done - run.failed - run.skipped AS answered, run.cost_micros AS costMicros,
          run.warnings ->> 'COST_UNKNOWN' AS costUnknown
        FROM site LEFT JOIN citation_run AS run ON run.num = (SELECT MAX(num) FROM citation_run
          WHERE site_num = site.num AND is_fake = 0 AND finished_at IS NOT NULL)
        WHERE site.next_citation_run_at IS NOT NULL ORDER BY site.domain LIMIT 200`,
      )
      .all()
  })
