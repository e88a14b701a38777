import type { Insertable } from 'kysely'
import type { Tables } from '../tables/schema.ts'
import { TenantStore } from './tenant-store.ts'

/**
 * The steps that make a grant of OAuth in one organization.
 *
 * @NOTE a request has no org_id: it belongs to a session, and its answer chooses the organization.
 */
export class TenantGrants extends TenantStore {
  /** Deletes a request that waits for this session; returns false where it was answered already, or is over. */
  async burnRequest({ id, sessionId, now }: WaitingRequest): Promise<boolean> {
    const { numDeletedRows } = await this.handles.write
      .deleteFrom('oauth_request')
      .where('id', '=', id)
      .where('session_id', '=', sessionId)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow()
    return numDeletedRows === 1n
  }

  addCode(row: Insertable<Tables['oauth_code']>): Promise<unknown> {
    return this.handles.write.insertInto('oauth_code').values(row).execute()
  }
}

interface WaitingRequest {
  id: string
  sessionId: string
  now: number
}
