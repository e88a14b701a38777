import { countOf } from '../count-of.ts'
import { accountRow, type AccountRow } from '../system/account-row.ts'
import { TenantStore, type OwnRow } from './tenant-store.ts'

/** The people of one organization. */
export class TenantMembers extends TenantStore {
  query() {
    return this.handles.read.selectFrom('member').where('member.org_id', '=', this.orgId)
  }

  /** Returns the members with their mail addresses, and the time when a session of each was last used. */
  described() {
    const orgId = this.orgId
    return this.query()
      .innerJoin('user_account', 'user_account.id', 'member.user_id')
      .select(['member.id', 'member.user_id', 'user_account.email', 'member.role'])
      .select('user_account.unproven_org_id')
      .select('member.created_at')
      .select((eb) =>
        eb
          .selectFrom('session')
          .whereRef('session.user_id', '=', 'member.user_id')
          .where('session.org_id', '=', orgId)
          .select((of) => of.fn.max('session.last_seen_at').as('at'))
          .as('last_seen_at'),
      )
  }

  count(role?: string): Promise<number> {
    const all = this.query()
    return countOf(role === undefined ? all : all.where('member.role', '=', role))
  }

  insert(row: OwnRow<'member'>) {
    return this.handles.write.insertInto('member').values({ ...row, org_id: this.orgId })
  }

  /**
   * Adds the account of a person who joins and whose address is proven. Throws UniqueViolationError where the address
   * has a proven account.
   *
   * @NOTE an account has no org_id: the row of the member is what ties it to the organization.
   */
  async insertProven(account: AccountRow): Promise<void> {
    await this.handles.write.insertInto('user_account').values(accountRow(account)).execute()
  }

  /**
   * Adds the account of an address that is not proven, for this organization alone; returns its id. If the person had
   * such an account before, as a former member, that account gets the new password.
   */
  async insertUnproven(account: AccountRow): Promise<string> {
    const row = accountRow(account, this.orgId)
    const { id } = await this.handles.write
      .insertInto('user_account')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('identity').doUpdateSet({ password_hash: row.password_hash }),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  setRole(id: string, role: string) {
    return this.handles.write
      .updateTable('member')
      .set({ role })
      .where('member.org_id', '=', this.orgId)
      .where('member.id', '=', id)
  }

  delete(id: string) {
    return this.handles.write
      .deleteFrom('member')
      .where('member.org_id', '=', this.orgId)
      .where('member.id', '=', id)
  }

  /**
   * Locks members and seats, so that transactions which change these wait for each other, where an engine lets in
   * several writers: each counts what the ones before it left.
   */
  async lock(): Promise<void> {
    await this.handles.write
      .updateTable('organization')
      .set((eb) => ({ version: eb.ref('organization.version') }))
      .where('id', '=', this.orgId)
      .execute()
  }
}
