import { SmtpServer } from '../../../src/testing/smtp-server.ts'
import type { Attack } from '../attack.ts'
import { ownerSession } from './long-work.ts'

const INVITATIONS = 120
/** Three mails in ten minutes, with any part behind the plus sign. */
const MOST_MAILS = 3
const OWNER = 'attacker@example.com'

/** Asks for as many invitations to one mailbox as possible: it gets few, and a lost password is mailed all the same. */
export async function mailFlood(attack: Attack): Promise<void> {
  await using smtp = await SmtpServer.start()
  const target = await attack.target({ env: smtp.environment })
  const authorization = `Bearer ${await ownerSession(target)}`
  const mailsTo = (isMeant: (to: string) => boolean): number =>
    smtp.received.filter(({ to }) => to.some(isMeant)).length
  const statuses = await attack.during(`${INVITATIONS} invitations`, target, () =>
    Promise.all(
      Array.from({ length: INVITATIONS }, async (_, i) => {
        const email = `Victim+${i}@victim.example`
        const body = { email, role: 'viewer' }
        return (await target.post('/api/v1/org/invitations', body, { authorization })).status
      }),
    ),
  )
  const reset = await target.post('/api/v1/auth/password/forgot', { email: OWNER })
  const isMailed = await target.until(async () => mailsTo((to) => to === OWNER) > 0, 10_000)
  const sent = mailsTo((to) => to.endsWith('@victim.example'))
  attack.expect(
    'One mailbox gets few invitations, however many are asked for',
    sent > 0 && sent <= MOST_MAILS && statuses.every((status) => status < 500),
    `${sent} mails for ${INVITATIONS} invitations`,
  )
  attack.expect('A lost password is mailed behind them', isMailed, reset.status)
}
