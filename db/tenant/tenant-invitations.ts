import type { Handles } from '../handles.ts'
import type { OwnRow } from './own-row.ts'

/** The invitations of one organization, until they are accepted. Only TenantDb makes one. */
export class TenantInvitations {
  readonly #handles: Handles
  readonly #orgId: string

  constructor(handles: Handles, orgId: string) {
    this.#handles = handles
    this.#orgId = orgId
  }

  /** Returns those that can be accepted at an instant. */
  pending(atMs: number) {
    return this.#handles.read
      .selectFrom('invitation')
      .where('invitation.org_id', '=', this.#orgId)
      .where('invitation.expires_at', '>', atMs)
  }

  async countPending(atMs: number): Promise<number> {
    const { n } = await this.pending(atMs)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return n
  }

  insert(row: OwnRow<'invitation'>) {
    return this.#handles.write.insertInto('invitation').values({ ...row, org_id: this.#orgId })
  }

  delete(id: string) {
    return this.#handles.write
      .deleteFrom('invitation')
      .where('invitation.org_id', '=', this.#orgId)
      .where('invitation.id', '=', id)
  }

  deleteOf(email: string) {
    return this.#handles.write
      .deleteFrom('invitation')
      .where('invitation.org_id', '=', this.#orgId)
      .where('invitation.email', '=', email)
  }
}
