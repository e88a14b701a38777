import { sql } from 'kysely'
import type { Db } from '../tables/schema.ts'

/** Somebody who made what works yet in an organization; without a role they are no member of it. */
export interface MakerRow {
  orgId: string
  userId: string
  role: string | null
}

/**
 * Lists the people whose keys, webhooks or invitations work yet, and who have none of these roles.
 * @NOTE no org_id: it reads every organization, and each row says which.
 */
export async function makersWithout(db: Db, roles: readonly string[]): Promise<MakerRow[]> {
  const { rows } = await sql<MakerRow>`
    SELECT made.org_id AS "orgId", made.user_id AS "userId", member.role
    FROM (
      SELECT org_id, created_by AS user_id FROM api_key WHERE revoked_at IS NULL
      UNION SELECT org_id, vouched_by FROM webhook_subscription WHERE paused_reason IS NULL
      UNION SELECT org_id, invited_by FROM invitation
    ) AS made
    INNER JOIN user_account ON user_account.id = made.user_id
    LEFT JOIN member ON member.org_id = made.org_id AND member.user_id = made.user_id
    WHERE member.role IS NULL OR member.role NOT IN (${sql.join(roles)})
    ORDER BY made.org_id, made.user_id`.execute(db)
  return rows
}
