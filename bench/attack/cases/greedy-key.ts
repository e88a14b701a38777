import type { Attack } from '../attack.ts'
import type { Answer, Target } from '../target.ts'
import { addPages } from './bulk-import.ts'

const QUESTIONS = 60

/** Sixty raw queries of one key at once: another organization's raw query is answered before theirs are. */
export async function greedyKey(attack: Attack): Promise<void> {
  const target = await attack.target()
  await addPages(target, attack.size(20_000, 2_000))
  const others = await otherSite(target)
  const raw = 'metrics=visitors&dimensions=path,country&range=30d'
  let answered = 0
  const answers = await attack.during('sixty raw queries of one key', target, async () => {
    const greedy = Array.from({ length: QUESTIONS }, async () => {
      const answer = await target.get(`/api/v1/analytics/${target.siteId}/ai?${raw}`)
      answered++
      return answer
    })
    const modest = await target.get(`/api/v1/analytics/${others}/ai?${raw}`, target.bystander)
    attack.expect(
      'An organization is answered while another has sixty long queries',
      modest.status === 200 && answered < QUESTIONS,
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

const isAnswerOrLater = ({ status, headers }: Answer): boolean =>
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
