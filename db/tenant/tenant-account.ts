import { sql, type Selectable } from 'kysely'
import type { Handles } from '../handles.ts'
import type { Tables } from '../tables/schema.ts'
import type { SiteReach } from './site-reach.ts'

/** The amounts that an organization uses of its plan. */
interface Usage {
  /** The number of the organization's sites that the caller's key reaches. */
  sites: number
  /** The number of keys that work and that no other key has replaced; grants do not count. */
  keys: number
  /** The number of webhook subscriptions in any state. */
  webhooks: number
  /** The credits that were used in the month of credits that `nowMs` is in; null before the first such month. */
  credits_used: number | null
  /** The number of seats: those of members, and those of people who are invited. */
  seats: number
}

/** The row of an organization, with what it uses of its plan. */
export type TenantAccount = Selectable<Tables['organization']> & Usage

/**
 * Reads an organization with its usage in one statement, since building and running five would cost three times as
 * much; undefined where it is gone.
 */
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
