import { TenantStore } from './tenant-store.ts'

/** The sessions of people in one organization. */
export class TenantSessions extends TenantStore {
  /** Returns the sessions of one person in this organization. */
  of(userId: string) {
    return this.handles.read
      .selectFrom('session')
      .where('session.org_id', '=', this.orgId)
      .where('session.user_id', '=', userId)
  }

  /**
   * Ends every session of one person in this organization, since the person is no longer a member or has another role.
   */
  endAll(userId: string) {
    return this.handles.write
      .deleteFrom('session')
      .where('session.org_id', '=', this.orgId)
      .where('session.user_id', '=', userId)
  }

  /** Ends a session of one person, given by its id. */
  end(userId: string, id: string) {
    return this.endAll(userId).where('session.id', '=', id)
  }
}
