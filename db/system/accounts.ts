import type { Selectable } from 'kysely'
import type { Db, Tables } from '../tables/schema.ts'

export interface Owner {
  organization: Selectable<Tables['organization']>
  user: Selectable<Tables['user_account']>
}

/**
 * People and organizations, for sign-in and the command line.
 * @NOTE no org_id: a person signs in before an organization is chosen.
 */
export class AccountStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  /** Makes an organization with its first owner. Throws UniqueViolationError when the address is taken. */
  async createOwner({ organization, user }: Owner): Promise<void> {
    await this.#db.transaction().execute(async (trx) => {
      await trx.insertInto('organization').values(organization).execute()
      await trx.insertInto('user_account').values(user).execute()
      await trx
        .insertInto('member')
        .values({ org_id: organization.id, user_id: user.id, role: 'owner' })
        .execute()
    })
  }

  /** Adds a person to an organization. */
  async addMember(
    user: Selectable<Tables['user_account']>,
    member: Selectable<Tables['member']>,
  ): Promise<void> {
    await this.#db.transaction().execute(async (trx) => {
      await trx.insertInto('user_account').values(user).execute()
      await trx.insertInto('member').values(member).execute()
    })
  }

  async hasUsers(): Promise<boolean> {
    const row = await this.#db.selectFrom('user_account').select('id').limit(1).executeTakeFirst()
    return row !== undefined
  }

  findUser(email: string) {
    return this.#db
      .selectFrom('user_account')
      .select(['id', 'email', 'password_hash'])
      .where('email', '=', email)
      .executeTakeFirst()
  }

  memberships(userId: string) {
    return this.#db
      .selectFrom('member')
      .innerJoin('organization', 'organization.id', 'member.org_id')
      .select(['organization.id', 'organization.name', 'organization.plan', 'member.role'])
      .where('member.user_id', '=', userId)
      .orderBy('organization.id')
      .execute()
  }

  async addSession(row: Selectable<Tables['session']>): Promise<void> {
    await this.#db.insertInto('session').values(row).execute()
  }

  /** The organization with that id or, where there is only one, that one. */
  async findOrganization(id: string | undefined) {
    const query = this.#db.selectFrom('organization').select(['id', 'name', 'plan'])
    const rows = await (id === undefined ? query : query.where('id', '=', id)).limit(2).execute()
    return rows.length === 1 ? rows[0] : undefined
  }

  async setPlan(orgId: string, plan: string): Promise<void> {
    await this.#db.updateTable('organization').set({ plan }).where('id', '=', orgId).execute()
  }
}
