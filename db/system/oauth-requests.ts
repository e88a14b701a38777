import type { Insertable, Selectable } from 'kysely'
import type { Tables } from '../tables/schema.ts'
import { SystemStore } from './system-store.ts'

export type OauthRequest = Selectable<Tables['oauth_request']>

/** The most pages of consent that one session may leave open; with one more, the oldest can no longer be answered. */
const MAX_WAITING = 20

/**
 * Keeps the requests of clients to signed-in people until they answer.
 * @NOTE no org_id: a request belongs to a session, and its answer chooses the organization.
 */
export class OauthRequests extends SystemStore {
  async add(row: Insertable<Tables['oauth_request']>): Promise<void> {
    await this.db.transaction().execute(async (trx) => {
      await trx.insertInto('oauth_request').values(row).execute()
      const older = trx
        .selectFrom('oauth_request')
        .select('id')
        .where('session_id', '=', row.session_id)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .offset(MAX_WAITING)
        .limit(MAX_WAITING)
      await trx.deleteFrom('oauth_request').where('id', 'in', older).execute()
    })
  }

  /**
   * Finds a request that is not answered and not over; the caller has to compare its session with that of the person.
   */
  find(id: string, now: number): Promise<OauthRequest | undefined> {
    return this.db
      .selectFrom('oauth_request')
      .selectAll()
      .where('id', '=', id)
      .where('expires_at', '>', now)
      .executeTakeFirst()
  }

  delete(id: string): Promise<unknown> {
    return this.db.deleteFrom('oauth_request').where('id', '=', id).execute()
  }
}
