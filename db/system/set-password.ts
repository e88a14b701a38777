import type { Trx } from '../tables/schema.ts'
import { burnOneTimeTokensOf, burnPasswordLinks } from './one-time-tokens.ts'

/**
 * Sets the hash of a person's new password, and uses up links for the lost one, which is now replaced. Links by mail
 * for an unproven account stay: they are for the person of the mailbox, who need not be the one who sets this password.
 */
export async function setPassword(
  trx: Trx,
  { userId, to, now }: { userId: string; to: string; now: number },
): Promise<void> {
  const account = await trx
    .updateTable('user_account')
    .set({ password_hash: to })
    .where('id', '=', userId)
    .returning('unproven_org_id')
    .executeTakeFirst()
  const isUnproven = account !== undefined && account.unproven_org_id !== null
  const links = { subject: userId, now }
  await (isUnproven
    ? burnOneTimeTokensOf(trx, { ...links, purpose: 'reset' })
    : burnPasswordLinks(trx, links))
}
