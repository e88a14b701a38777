import { sql, type Insertable } from 'kysely'
import type { Tables } from '../tables/schema.ts'
import { hasUsers, insertOwner, type Owner } from './accounts.ts'
import { insertAudit, type AuditLine } from './insert-audit.ts'
import {
  addOneTimeToken,
  burnOneTimeToken,
  burnOneTimeTokensOf,
  findOneTimeToken,
  type OneTimeGrant,
  type OneTimeTokenRow,
  type SentToken,
} from './one-time-tokens.ts'
import { setPassword } from './set-password.ts'
import { SystemStore } from './system-store.ts'

/** The hash of the password that was checked, and the hash of the new one. */
interface PasswordChange {
  userId: string
  from: string
  to: string
  now: number
}

/**
 * A person whose keys, subscriptions or invitations in an organization still work; without a role they are not a member
 * of it.
 */
interface MakerRow {
  orgId: string
  userId: string
  role: string | null
}

/**
 * Passwords, one-time links and sessions of people of all organizations.
 * @NOTE no org_id: a person has one password and may belong to several organizations; audit lines come with theirs.
 */
export class PeopleStore extends SystemStore {
  findById(userId: string) {
    return this.db
      .selectFrom('user_account')
      .select(['id', 'email', 'password_hash', 'unproven_org_id'])
      .where('id', '=', userId)
      .executeTakeFirst()
  }

  /**
   * Lists the people whose keys, subscriptions or invitations in an organization still work, although they have none of
   * these roles there. Grants of OAuth are left out, since every version that has them ends them with the role.
   */
  async makersWithout(roles: readonly string[]): Promise<MakerRow[]> {
    const { rows } = await sql<MakerRow>`
      SELECT made.org_id AS "orgId", made.user_id AS "userId", member.role
      FROM (
        SELECT org_id, created_by AS user_id FROM api_key WHERE kind = 'static' AND revoked_at IS NULL
        UNION SELECT org_id, vouched_by FROM webhook_subscription WHERE paused_reason IS NULL
        UNION SELECT org_id, invited_by FROM invitation
      ) AS made
      INNER JOIN user_account ON user_account.id = made.user_id
      LEFT JOIN member ON member.org_id = made.org_id AND member.user_id = made.user_id
      WHERE member.role IS NULL OR member.role NOT IN (${sql.join(roles)})
      ORDER BY made.org_id, made.user_id`.execute(this.db)
    return rows
  }

  findSession(id: string) {
    return this.db
      .selectFrom('session')
      .select(['created_at', 'expires_at'])
      .where('id', '=', id)
      .executeTakeFirst()
  }

  /** Stores the token of a link together with the entries of the audit log about it. */
  addLink(row: OneTimeTokenRow, lines: readonly AuditLine[]): Promise<void> {
    return this.db.transaction().execute(async (trx) => {
      await addOneTimeToken(trx, row)
      await insertAudit(trx, lines)
    })
  }

  /** Finds the subject of a link, and leaves the link as it is; undefined where it does not work. */
  findLink(token: SentToken): Promise<OneTimeGrant | undefined> {
    return findOneTimeToken(this.db, token)
  }

  /**
   * Makes the first person, who owns the first organization, by the token of a setup link. Returns false, and makes
   * nothing, where the token does not work or any person exists already.
   */
  setUp(
    token: SentToken,
    { session, ...owner }: Owner & { session: Insertable<Tables['session']> },
    lines: readonly AuditLine[],
  ): Promise<boolean> {
    return this.db.transaction().execute(async (trx) => {
      const grant = await burnOneTimeToken(trx, token)
      if (!grant || (await hasUsers(trx))) return false
      // Two links at once change these same rows, so one of them waits for the other.
      await burnOneTimeTokensOf(trx, { ...token, subject: grant.subject })
      await insertOwner(trx, owner)
      await trx.insertInto('session').values(session).execute()
      await insertAudit(trx, lines)
      return true
    })
  }

  /** Stores another hash of an unchanged password; changes nothing where the hash is no longer `from`. */
  async rehash({ userId, from, to }: Omit<PasswordChange, 'now'>): Promise<void> {
    await this.db
      .updateTable('user_account')
      .set({ password_hash: to })
      .where('id', '=', userId)
      .where('password_hash', '=', from)
      .execute()
  }

  /**
   * Sets a new password, ends the person's other sessions and gives this one another token. Returns when this session
   * ends; undefined, and nothing changes, where the password was changed or the session ended meanwhile.
   */
  changePassword(
    change: PasswordChange,
    session: { id: string; token_hash: Buffer },
    lines: readonly AuditLine[],
  ): Promise<number | undefined> {
    const { userId, from, to, now } = change
    return this.db.transaction().execute(async (trx) => {
      const person = await trx
        .selectFrom('user_account')
        .innerJoin('session', 'session.user_id', 'user_account.id')
        .select(['user_account.password_hash', 'session.expires_at'])
        .where('user_account.id', '=', userId)
        .where('session.id', '=', session.id)
        .executeTakeFirst()
      if (person?.password_hash !== from) return undefined
      await setPassword(trx, { userId, to, now })
      await trx
        .deleteFrom('session')
        .where('user_id', '=', userId)
        .where('id', '<>', session.id)
        .execute()
      await trx
        .updateTable('session')
        .set({ token_hash: session.token_hash })
        .where('id', '=', session.id)
        .execute()
      await insertAudit(trx, lines)
      return person.expires_at
    })
  }

  /**
   * Sets a new password by the token of a link, and ends all sessions of the person; returns false where the token does
   * not work any more.
   */
  resetPassword(token: SentToken, to: string, lines: readonly AuditLine[]): Promise<boolean> {
    return this.db.transaction().execute(async (trx) => {
      const grant = await burnOneTimeToken(trx, token)
      if (!grant) return false
      const userId = grant.subject
      await setPassword(trx, { userId, to, now: token.now })
      await trx.deleteFrom('session').where('user_id', '=', userId).execute()
      await insertAudit(trx, lines)
      return true
    })
  }

  /**
   * Moves a session to another organization of its person; returns false where the session has ended, or the person is
   * not a member there.
   */
  async moveSession(
    { id, userId }: { id: string; userId: string },
    orgId: string,
    lines: readonly AuditLine[],
  ): Promise<boolean> {
    return this.db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('session')
        .set({ org_id: orgId })
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('user_id', 'in', (eb) =>
          eb.selectFrom('member').select('member.user_id').where('member.org_id', '=', orgId),
        )
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) return false
      await insertAudit(trx, lines)
      return true
    })
  }
}
