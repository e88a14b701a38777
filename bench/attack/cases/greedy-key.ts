import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack } from '../attack.ts'
import type { AttackAnswer, Target } from '../target.ts'
import { addPages } from './bulk-import.ts'

const QUESTIONS = 60
const BETWEEN_MS = 2

/**
 * Sends sixty raw queries with one key at once: another organization's raw query is answered before all of them are.
 */
export async function greedyKey(attack: Attack): Promise<void> {
  const target = await attack.target()
  await addPages(target, attack.size(20_000, 2_000))
  const others = await otherSite(target)
  const raw = 'metrics=visitors&dimensions=path,country&range=30d'
  // Warm the code up: until it is compiled it is several times as slow.
  for (let i = 0; i < attack.size(30, 2); i++) {
    await target.get(`/api/v1/analytics/${others}/ai?${raw}`, target.bystander)
  }
  let answered = 0
  const answers = await attack.during('sixty raw queries of one key', target, async () => {
    const greedy = Array.from({ length: QUESTIONS }, async (_, i) => {
      // Sixty at once would measure the parsing of requests in one turn of the event loop, and not the queries.
      await sleep(i * BETWEEN_MS)
      const answer = await target.get(`/api/v1/analytics/${target.siteId}/ai?${raw}`)
      answered++
      return answer
    })
    await sleep(QUESTIONS * BETWEEN_MS)
    const modest = await target.get(`/api/v1/analytics/${others}/ai?${raw}`, target.bystander)
    attack.expect(
      'An organization is answered while another has sixty long queries',
      // In the short form all of them may be over before the other one is sent.
      modest.status === 200 && (attack.isShort || answered < QUESTIONS),
      `${modest.status}, after ${answered} of them`,
    )
    return Promise.all(greedy)
  })
  attack.expect(
    'At most fifty reads of an organization wait; others are told when to come again',
    answers.every(isAnswerOrLater),
    [...new Set(answers.map(({ status }) => status))],
  )
}

const isAnswerOrLater = ({ status, headers }: AttackAnswer): boolean =>
  status === 200 || (status === 429 && headers.has('retry-after'))

async function otherSite(target: Target): Promise<string> {
  const { text, status } = await target.post(
    '/api/v1/sites',
    { url: 'https://bystander.example' },
    { authorization: `Bearer ${target.bystander}` },
  )
  if (status !== 201) throw new Error(`A site was answered ${status}: ${text}`)
  // @NOTE the envelope of the service.
  return (JSON.parse(text) as { data: { id: string } }).data.id
}
