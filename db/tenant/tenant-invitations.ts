import { countOf } from '../count-of.ts'
import {
  addOneTimeToken,
  burnOneTimeToken,
  type OneTimeTokenRow,
  type SentToken,
} from '../system/one-time-tokens.ts'
import { TenantStore, type OwnRow } from './tenant-store.ts'

/** The invitations of one organization that are not accepted yet. */
export class TenantInvitations extends TenantStore {
  /** Returns the invitations that can still be accepted at an instant. */
  pending(atMs: number) {
    return this.handles.read
      .selectFrom('invitation')
      .where('invitation.org_id', '=', this.orgId)
      .where('invitation.expires_at', '>', atMs)
  }

  countPending(atMs: number): Promise<number> {
    return countOf(this.pending(atMs))
  }

  /** Adds an invitation with the token of its link; has to be called within a transaction. */
  async add(row: OwnRow<'invitation'>, token: OneTimeTokenRow): Promise<void> {
    await this.handles.write
      .insertInto('invitation')
      .values({ ...row, org_id: this.orgId })
      .execute()
    await addOneTimeToken(this.handles.write, token)
  }

  /**
   * Uses up the token of an invitation and deletes the invitation; undefined where either is gone. It has to be called
   * within the transaction in which the person joins.
   */
  async accept(token: SentToken, id: string): Promise<{ role: string; mail: string } | undefined> {
    const trx = this.transacting('An invitation is accepted in a transaction')
    const grant = await burnOneTimeToken(trx, token)
    if (grant?.subject !== id || grant.org_id !== this.orgId) return undefined
    return trx
      .deleteFrom('invitation')
      .where('invitation.org_id', '=', this.orgId)
      .where('invitation.id', '=', id)
      .returning(['role', 'mail'])
      .executeTakeFirst()
  }

  /** Stores the state of an invitation's mail; changes nothing where the invitation is gone by then. */
  async setMail(id: string, mail: string): Promise<void> {
    await this.handles.write
      .updateTable('invitation')
      .set({ mail })
      .where('invitation.org_id', '=', this.orgId)
      .where('invitation.id', '=', id)
      .execute()
  }

  /** Deletes an invitation, whose link then opens nothing; returns false for an invitation that does not exist. */
  async delete(id: string): Promise<boolean> {
    const { numDeletedRows } = await this.handles.write
      .deleteFrom('invitation')
      .where('invitation.org_id', '=', this.orgId)
      .where('invitation.id', '=', id)
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  }

  /** Deletes the invitations that have ended, so that their addresses can be invited again. */
  deleteExpired(atMs: number) {
    return this.handles.write
      .deleteFrom('invitation')
      .where('invitation.org_id', '=', this.orgId)
      .where('invitation.expires_at', '<=', atMs)
  }
}
