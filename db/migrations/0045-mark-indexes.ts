import { sql, type Kysely } from 'kysely'
import { form } from '../form.ts'

/**
 * Creates three indexes of few rows, which find changes that may affect a site's numbers without a look at the rest of
 * its organization's log. `db/site/site-changes.ts` repeats their conditions word for word, by which the planner
 * recognises them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const site = sql`coalesce(${inDetail('siteId')}, target_id)`
  await sql`CREATE INDEX audit_entry_measured ON audit_entry (org_id, ${site}, at, seq)
    WHERE action IN ('domain.create', 'domain.verify', 'domain.delete')
      OR (action = 'site.update' AND (${inDetail('before')}) IS NOT NULL)`.execute(db)
  await sql`CREATE INDEX audit_entry_edited ON audit_entry (org_id, ${site}, at, seq)
    WHERE action IN ('rule.create', 'rule.update', 'rule.delete', 'rule.reorder',
      'prompt.update', 'prompt.regenerate', 'prompt.import')`.execute(db)
  await sql`CREATE INDEX scan_completed ON scan (site_num, finished_at)
    WHERE state IN ('succeeded', 'partial')`.execute(db)
}

const inDetail = (key: string) =>
  form({
    sqlite: () => sql`detail ->> ${sql.lit(key)}`,
    postgres: () => sql`detail::jsonb ->> ${sql.lit(key)}`,
  })
