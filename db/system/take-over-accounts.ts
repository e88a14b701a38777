import type { Trx } from '../tables/schema.ts'
import { accountRow, type AccountRow } from './account-row.ts'
import { burnOneTimeToken, burnPasswordLinks, type SentToken } from './one-time-tokens.ts'
import { setPassword } from './set-password.ts'

/**
 * Sets a new password by the token of a link that was mailed to an address. The sessions of the address's proven
 * account end; an address without such an account gets one, made of `person`. Returns the account's id; undefined where
 * the token does not work any more. Throws UniqueViolationError where the address was proven at the same time.
 *
 * @NOTE no org_id: a mailbox is that of a person.
 */
export async function proveByMail(
  trx: Trx,
  token: SentToken,
  person: AccountRow,
): Promise<string | undefined> {
  if (!(await burnOneTimeToken(trx, token))) return undefined
  const proven = await trx
    .selectFrom('user_account')
    .select('id')
    .where('identity', '=', person.email)
    .executeTakeFirst()
  if (!proven) {
    await trx.insertInto('user_account').values(accountRow(person)).execute()
    return person.id
  }
  await setPassword(trx, { userId: proven.id, to: person.password_hash, now: token.now })
  await trx.deleteFrom('session').where('user_id', '=', proven.id).execute()
  return proven.id
}

/** An account in one organization that the proven account of its address took over. */
export interface TakenAccount {
  id: string
  orgId: string
  /**
   * The role that the taken account had, where the proven account was a member already and keeps its own role; else
   * undefined.
   */
  leftRole: string | undefined
}

/** The address that is proven, and the account that has the address from then on. */
export interface Proof {
  email: string
  into: string
  now: number
}

/**
 * Gives the organizations of every unproven account of an address to its proven one, and ends the passwords, sessions
 * and links for a new password of the unproven ones. Returns the accounts whose other rights have to end. Their rows
 * stay, since the log names them.
 * @NOTE no org_id: the accounts are of several organizations.
 */
export async function takeOverAccounts(trx: Trx, proof: Proof): Promise<TakenAccount[]> {
  const others = await trx
    .selectFrom('user_account')
    .select(['id', 'unproven_org_id as orgId'])
    .where('email', '=', proof.email)
    .where('unproven_org_id', 'is not', null)
    // An account that was taken over before has no password.
    .where('password_hash', '<>', '')
    .orderBy('id')
    .execute()
  const taken: TakenAccount[] = []
  for (const { id, orgId } of others) {
    if (orgId === null) continue
    await endAccess(trx, { id, now: proof.now })
    const leftRole = await moveMembership(trx, { from: id, into: proof.into, orgId })
    taken.push({ id, orgId, leftRole })
  }
  return taken
}

/**
 * Makes the proven account a member in place of the taken one, with its role. Where the proven account is a member
 * already, ends the other membership and returns its role.
 */
async function moveMembership(
  trx: Trx,
  { from, into, orgId }: { from: string; into: string; orgId: string },
): Promise<string | undefined> {
  const own = await trx
    .selectFrom('member')
    .select('id')
    .where('org_id', '=', orgId)
    .where('user_id', '=', into)
    .executeTakeFirst()
  if (own) {
    const left = await trx
      .deleteFrom('member')
      .where('org_id', '=', orgId)
      .where('user_id', '=', from)
      .returning('role')
      .executeTakeFirst()
    return left?.role
  }
  await trx
    .updateTable('member')
    .set({ user_id: into })
    .where('org_id', '=', orgId)
    .where('user_id', '=', from)
    .execute()
  return undefined
}

async function endAccess(trx: Trx, { id, now }: { id: string; now: number }): Promise<void> {
  await trx.updateTable('user_account').set({ password_hash: '' }).where('id', '=', id).execute()
  await trx.deleteFrom('session').where('user_id', '=', id).execute()
  await burnPasswordLinks(trx, { subject: id, now })
}
