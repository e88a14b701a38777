import { sql, type Kysely } from 'kysely'
import { addColumn } from '../ddl.ts'

/**
 * Adds to events of the payment gateway the signed reference that each used up, and to organizations the plan that the
 * operator gave, which is kept apart from the plan that is paid for. For an organization that pays already, the present
 * plan counts as given by the operator if the operator changed it last.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumn(db, 'billing_event', 'reference TEXT')
  await sql`CREATE UNIQUE INDEX billing_event_reference ON billing_event (reference)
    WHERE reference IS NOT NULL`.execute(db)
  await addColumn(db, 'organization', 'given_plan TEXT')
  await addColumn(db, 'organization', 'given_until BIGINT')
  await sql`UPDATE organization SET given_plan = plan, given_until = plan_until
    WHERE gateway IS NOT NULL AND plan <> 'free' AND plan_status IN ('active', 'cancelled')
      AND (SELECT actor_id FROM audit_entry WHERE audit_entry.org_id = organization.id
        AND action = 'org.change_plan' ORDER BY seq DESC LIMIT 1) = 'cli'`.execute(db)
}
