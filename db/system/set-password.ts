import type { Trx } from '../tables/schema.ts'
import { burnPasswordLinks } from './one-time-tokens.ts'

/** Sets the hash of a new password. Links for a lost one were for the one that is replaced. */
export async function setPassword(
  trx: Trx,
  { userId, to, now }: { userId: string; to: string; now: number },
): Promise<void> {
  await trx
    .updateTable('user_account')
    .set({ password_hash: to })
    .where('id', '=', userId)
    .execute()
  await burnPasswordLinks(trx, { subject: userId, now })
}
