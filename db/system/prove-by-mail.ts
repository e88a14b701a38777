import type { Trx } from '../tables/schema.ts'
import { accountRow, type AccountRow } from './account-row.ts'
import { burnOneTimeToken, type SentToken } from './one-time-tokens.ts'
import { setPassword } from './set-password.ts'

/**
 * Sets a new password by the token of a link that was mailed to an address. The proven account of the address ends its
 * sessions; where there is none, one is made as `person` says. Returns its id; undefined where the token does not work
 * any more. Throws UniqueViolationError where the address was proven at the same time.
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
