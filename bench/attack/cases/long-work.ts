import { PASSWORD } from '../../product/product.ts'
import type { Attack } from '../attack.ts'
import type { Target } from '../target.ts'

/**
 * Makes changes that cause long work for a busy site: its sums are counted again for another time zone, and it is
 * emptied.
 */
export async function longWork(attack: Attack): Promise<void> {
  const target = await attack.target({ historyOfDay: attack.size(20_000, 200) })
  const path = `/api/v1/sites/${target.siteId}`
  const token = await ownerSession(target)
  const change = (method: string, body?: unknown) =>
    target.send(path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'if-match': '*',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const before = await impressions(target)
  await attack.during('another time zone', target, async () => {
    const changed = await change('PUT', { timezone: 'Asia/Tokyo' })
    const meanwhile = await impressions(target)
    const isDone = await target.until(
      async () => (await target.rows('site WHERE rollup_version > 0')) > 0,
    )
    attack.expect(
      'Long work lets others in: a month is counted anew while its numbers are asked for, and they are right',
      changed.status === 200 && isDone && meanwhile === before,
      `${before} impressions before, ${meanwhile} meanwhile`,
    )
  })
  await attack.during('a deleted site', target, async () => {
    const deleted = await change('DELETE')
    const isDone = await target.until(async () => (await target.rows('event')) === 0)
    attack.expect(
      'Long work lets others in: a deleted site is emptied',
      deleted.status === 200 && isDone,
      deleted.status,
    )
  })
}

export async function ownerSession(target: Target): Promise<string> {
  const body = { email: 'attacker@example.com', password: PASSWORD }
  const { text } = await target.post('/api/v1/auth/sign-in', body)
  return /"token":"(\w+)"/.exec(text)?.[1] ?? ''
}

async function impressions(target: Target): Promise<number> {
  const range = 'range=90d&metrics=impressions'
  const { text } = await target.get(`/api/v1/analytics/${target.siteId}/ai?${range}`)
  return Number(/"impressions":(\d+)/.exec(text)?.[1])
}
