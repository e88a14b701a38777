import type { Selectable } from 'kysely'
import { appendAudit } from '../audit/append-audit.ts'
import type { NewAuditEntry } from '../audit/chain-hash.ts'
import type { Db, Tables } from '../tables/schema.ts'

export interface Owner {
  organization: Organization
  user: Selectable<Tables['user_account']>
}

export type Organization = Selectable<Tables['organization']>

/** One statement ends so many sessions. */
const MAX_SESSIONS_ENDED = 100

const organizationsIn = (db: Db): Promise<Organization[]> =>
  db.selectFrom('organization').selectAll().orderBy('created_at').orderBy('id').execute()

/**
 * Stores people and organizations, for sign-in and the command line.
 * @NOTE no org_id: a person signs in before an organization is chosen.
 */
export class AccountStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  /**
   * Makes an organization with its first owner. Throws UniqueViolationError when the address is taken, and what `admit`
   * throws when it sees the present organizations.
   */
  async createOwner(
    { organization, user }: Owner,
    admit: (existing: readonly Organization[]) => void = () => undefined,
  ): Promise<void> {
    await this.#db.transaction().execute(async (trx) => {
      admit(await organizationsIn(trx))
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

  /** Sets a person's password, ends their sessions and audits both; returns the number of sessions that it ended. */
  async resetPassword(
    { id, password_hash }: Pick<Owner['user'], 'id' | 'password_hash'>,
    entries: readonly NewAuditEntry[],
  ): Promise<number> {
    return this.#db.transaction().execute(async (trx) => {
      await trx.updateTable('user_account').set({ password_hash }).where('id', '=', id).execute()
      const ended = await trx.deleteFrom('session').where('user_id', '=', id).executeTakeFirst()
      await appendAudit(trx, entries)
      return Number(ended.numDeletedRows)
    })
  }

  /**
   * Adds a session, and ends the person's oldest ones where there would be more than `most`. False, and none is added,
   * where the password is no longer the one that was checked.
   */
  async addSession(
    row: Selectable<Tables['session']>,
    { most, passwordHash }: { most: number; passwordHash: string },
  ): Promise<boolean> {
    return this.#db.transaction().execute(async (trx) => {
      const person = await trx
        .selectFrom('user_account')
        .select('password_hash')
        .where('id', '=', row.user_id)
        .executeTakeFirst()
      if (person?.password_hash !== passwordHash) return false
      await trx.insertInto('session').values(row).execute()
      await trx
        .deleteFrom('session')
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('session')
            .select('id')
            .where('user_id', '=', row.user_id)
            .orderBy('created_at', 'desc')
            .orderBy('id', 'desc')
            .offset(most)
            .limit(MAX_SESSIONS_ENDED),
        )
        .execute()
      return true
    })
  }

  /** Returns every organization, oldest first. */
  organizations(): Promise<Organization[]> {
    return organizationsIn(this.#db)
  }

  async setPlan(orgId: string, plan: string): Promise<void> {
    await this.#db.updateTable('organization').set({ plan }).where('id', '=', orgId).execute()
  }
}
