import { sql, type Selectable } from 'kysely'
import type { Handles } from '../handles.ts'
import type { Tables } from '../tables/schema.ts'
import type { SiteReach } from './site-reach.ts'

/** The usage of an organization's plan. */
interface Usage {
  /** The sites of the organization that the caller reaches. */
  sites: number
  /** Keys that work and that no other key has replaced; grants do not count. */
  keys: number
  /** Subscriptions in any state. */
  webhooks: number
  /** Credits that were used in the month of credits that `nowMs` is in; null before the first such month. */
  credits_used: number | null
  /** Seats of members, and of people who are invited. */
  seats: number
}

/** The row of an organization, and what it uses. */
export type TenantAccount = Selectable<Tables['organization']> & Usage

/** Reads an organization with its counts in one statement: building and running five would cost three times as much. */
export async function readTenantAccount(
  { read }: Pick<Handles, 'read'>,
  { orgId, reach, nowMs }: { orgId: string; reach: SiteReach; nowMs: number },
): Promise<TenantAccount | undefined> {
  const { rows } = await sql<TenantAccount>`SELECT organization.*,
    (SELECT COUNT(*) FROM site WHERE ${reach.grantedSitesOf(orgId)}) AS sites,
    (SELECT COUNT(*) FROM api_key WHERE org_id = ${orgId} AND kind = 'static' AND revoked_at IS NULL AND rotated_at IS NULL
      AND (expires_at IS NULL OR expires_at > ${nowMs})) AS keys,
    (SELECT COUNT(*) FROM webhook_subscription WHERE org_id = ${orgId}) AS webhooks,
    (SELECT used FROM credit_account WHERE org_id = ${orgId} AND period_end > ${nowMs}) AS credits_used,
    (SELECT COUNT(*) FROM member WHERE org_id = ${orgId})
      + (SELECT COUNT(*) FROM invitation WHERE org_id = ${orgId} AND expires_at > ${nowMs}) AS seats
    FROM organization WHERE organization.id = ${orgId}`.execute(read)
  return rows[0]
}
