import { countOf } from '../count-of.ts'
import { SystemStore } from './system-store.ts'

export type MailKind = 'reset' | 'invitation'

/** A limit of messages of one kind to one mailbox: at most `most` within `windowMs`. */
export interface MailLimit {
  most: number
  windowMs: number
}

/**
 * Counts the messages to each mailbox, over all organizations and processes, so that no mailbox gets many.
 *
 * @NOTE no org_id: a mailbox is the same no matter which organization writes to it.
 */
export class MailPermits extends SystemStore {
  /**
   * Returns true where every limit of the message's kind has room for one more message, and counts the message only
   * then.
   */
  take(
    { kind, mailbox, at }: { kind: MailKind; mailbox: string; at: number },
    limits: readonly MailLimit[],
  ): Promise<boolean> {
    return this.db.transaction().execute(async (trx) => {
      for (const { most, windowMs } of limits) {
        // A message that was counted while the clock was ahead does not count until its time has come.
        const sent = trx
          .selectFrom('mail_permit')
          .where('kind', '=', kind)
          .where('mailbox', '=', mailbox)
          .where('at', '>', at - windowMs)
          .where('at', '<=', at)
        if ((await countOf(sent)) >= most) return false
      }
      await trx.insertInto('mail_permit').values({ kind, mailbox, at }).execute()
      return true
    })
  }
}
