import type { Insertable, Selectable } from 'kysely'
import { newId } from '../../src/domain/ids.ts'
import type { Db, Tables, Trx } from '../tables/schema.ts'
import type { EmittedEvent } from '../../src/domain/webhooks/emitted-event.ts'
import { accountRow, type AccountRow } from './account-row.ts'
import { insertAudit, type AuditLine } from './insert-audit.ts'
import { burnPasswordLinks } from './one-time-tokens.ts'
import { SystemStore } from './system-store.ts'

export interface Owner {
  organization: Insertable<Tables['organization']>
  /** The account of the first owner, whose address is proven, since the operator made the account. */
  user: AccountRow
  /** The event that reports the new organization, to which no subscription can exist yet. */
  event?: EmittedEvent
}

export type Organization = Selectable<Tables['organization']>

/** The most sessions that one statement ends. */
const MAX_SESSIONS_ENDED = 100

const organizationsIn = (db: Db): Promise<Organization[]> =>
  db.selectFrom('organization').selectAll().orderBy('created_at').orderBy('id').execute()

export async function hasUsers(db: Db): Promise<boolean> {
  const row = await db.selectFrom('user_account').select('id').limit(1).executeTakeFirst()
  return row !== undefined
}

/**
 * Makes an organization with its first owner, in the caller's transaction. Throws UniqueViolationError when the address
 * is taken.
 */
export async function insertOwner(trx: Trx, { organization, user, event }: Owner): Promise<void> {
  await trx.insertInto('organization').values(organization).execute()
  if (event) {
    const row = { ...event, org_id: organization.id, site_num: null }
    await trx.insertInto('outbox').values(row).execute()
  }
  await trx.insertInto('user_account').values(accountRow(user)).execute()
  await trx
    .insertInto('member')
    .values({
      id: newId('mem', organization.created_at),
      org_id: organization.id,
      user_id: user.id,
      role: 'owner',
      created_at: organization.created_at,
    })
    .execute()
}

/**
 * Stores people and organizations, for sign-in and the command line.
 * @NOTE no org_id: a person signs in before an organization is chosen.
 */
export class AccountStore extends SystemStore {
  /**
   * Makes an organization with its first owner. Throws UniqueViolationError when the address is taken, and any error
   * that `admit` throws when it gets the organizations that exist.
   */
  async createOwner(
    owner: Owner,
    admit: (existing: readonly Organization[]) => void = () => undefined,
    lines: readonly AuditLine[] = [],
  ): Promise<void> {
    await this.db.transaction().execute(async (trx) => {
      admit(await organizationsIn(trx))
      await insertOwner(trx, owner)
      await insertAudit(trx, lines)
    })
  }

  /** Makes the account of a new person, whose address is proven, and adds it to an organization. */
  async addMember(
    user: AccountRow,
    member: { org_id: string; user_id: string; role: string },
  ): Promise<void> {
    const { created_at } = user
    await this.db.transaction().execute(async (trx) => {
      await trx.insertInto('user_account').values(accountRow(user)).execute()
      await trx
        .insertInto('member')
        .values({ ...member, id: newId('mem', created_at), created_at })
        .execute()
    })
  }

  hasUsers(): Promise<boolean> {
    return hasUsers(this.db)
  }

  /** Finds the proven account of an address; undefined where none exists. */
  findUser(email: string) {
    return this.db
      .selectFrom('user_account')
      .select(['id', 'email', 'password_hash'])
      .where('identity', '=', email)
      .executeTakeFirst()
  }

  /**
   * Returns the accounts of an address: the proven one first, then those of one organization each, oldest first.
   * Accounts that were taken over, which have no password, are left out.
   */
  async accountsOf(email: string) {
    const accounts = await this.db
      .selectFrom('user_account')
      .select(['id', 'email', 'password_hash', 'unproven_org_id'])
      .where('email', '=', email)
      .where((eb) => eb.or([eb('unproven_org_id', 'is', null), eb('password_hash', '<>', '')]))
      .orderBy('id')
      .execute()
    // There is at most one proven account.
    return accounts.toSorted(
      (one, other) => Number(one.unproven_org_id !== null) - Number(other.unproven_org_id !== null),
    )
  }

  memberships(userId: string) {
    return this.db
      .selectFrom('member')
      .innerJoin('organization', 'organization.id', 'member.org_id')
      .select(['organization.id', 'organization.name', 'organization.plan', 'member.role'])
      .where('member.user_id', '=', userId)
      .orderBy('organization.id')
      .execute()
  }

  /**
   * Sets a person's password, ends the person's sessions and audits both; returns the number of sessions that it ended.
   */
  async resetPassword(
    { id, password_hash }: Pick<Owner['user'], 'id' | 'password_hash'>,
    lines: readonly AuditLine[],
    now: number,
  ): Promise<number> {
    return this.db.transaction().execute(async (trx) => {
      await trx.updateTable('user_account').set({ password_hash }).where('id', '=', id).execute()
      await burnPasswordLinks(trx, { subject: id, now })
      const ended = await trx.deleteFrom('session').where('user_id', '=', id).executeTakeFirst()
      await insertAudit(trx, lines)
      return Number(ended.numDeletedRows)
    })
  }

  /**
   * Adds a session, and ends the person's oldest ones where there would be more than `most`. Returns false, and adds
   * none, where the password is no longer the one that was checked.
   */
  async addSession(
    row: Insertable<Tables['session']>,
    { most, passwordHash }: { most: number; passwordHash: string },
    lines: readonly AuditLine[] = [],
  ): Promise<boolean> {
    return this.db.transaction().execute(async (trx) => {
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
      await insertAudit(trx, lines)
      return true
    })
  }

  /** Returns every organization, oldest first. */
  organizations(): Promise<Organization[]> {
    return organizationsIn(this.db)
  }
}
