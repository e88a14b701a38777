import * as z from 'zod/v4'
import type { Attack } from '../attack.ts'
import { inBatches } from '../in-batches.ts'
import type { Target } from '../target.ts'

/** The number of large bodies of one address that may wait. */
const AT_A_TIME = 50

/** One address may begin a hundred topics in an hour; its further questions go to one more topic. */
const MOST_TOPICS = 101
/** The number of questions of one address that keep their words within an hour. */
const MOST_QUESTIONS = 600
const BATCH = 50

/**
 * One anonymous reader asks questions of forty words, fourteen of their own and twenty-six that all of them share: each
 * would begin a topic, and each would be compared with all those before it.
 */
export async function questionFlood(attack: Attack): Promise<void> {
  const target = await attack.target()
  const requests = attack.size(158, 14)
  const ask = async (request: number) => {
    const events = Array.from({ length: BATCH }, (_, i) => ({
      kind: 'question',
      url: 'https://attacked.example/',
      question: alienQuestion(request * BATCH + i),
    }))
    return target.collect(events, '203.0.113.7')
  }
  const answers = await attack.during(`${requests} requests of questions`, target, () =>
    inBatches(requests, AT_A_TIME, ask),
  )
  const accepted = answers.filter(({ status }) => status === 202).length
  attack.expect('every request is answered', accepted === requests, `${accepted} of ${requests}`)
  const topics = await topicsOf(target)
  attack.expect(
    'what one address may add to a site in an hour is bounded: topics',
    topics.length > 1 && topics.length <= MOST_TOPICS,
    `${topics.length} topics`,
  )
  const kept = topics.reduce((sum, { questions }) => sum + questions, 0)
  attack.expect(
    'what one address may add to a site in an hour is bounded: questions',
    kept <= MOST_QUESTIONS,
    `${kept} questions with words`,
  )
  const other = await target.collect(
    [{ kind: 'question', url: 'https://attacked.example/', question: 'Are tide tables exact?' }],
    '203.0.113.8',
  )
  const named = (await topicsOf(target)).some(({ label }) => label === 'tide tables')
  attack.expect('others begin topics as before', other.status === 202 && named, other.text)
}

const Topics = z.object({
  data: z.array(z.object({ label: z.string(), questions: z.number() })),
  meta: z.object({ nextCursor: z.string().nullable() }),
})

async function topicsOf(target: Target) {
  const topics: z.infer<typeof Topics>['data'] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const next: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const { text } = await target.get(`/api/v1/topics/${target.siteId}?limit=100${next}`)
    const { data, meta } = Topics.parse(JSON.parse(text))
    topics.push(...data)
    cursor = meta.nextCursor
  }
  return topics
}

const LETTERS = 'bcdfghklmnprstvwxz'

/** Makes a word that no other number has. */
function word(i: number): string {
  const at = (place: number): string => LETTERS.charAt(Math.floor(i / LETTERS.length ** place) % 18)
  return `${at(0)}a${at(1)}o${at(2)}u${at(3)}`
}

const SHARED = Array.from({ length: 26 }, (_, i) => `q${word(i)}q`)

const alienQuestion = (i: number): string =>
  [...Array.from({ length: 14 }, (_, j) => word(14 * i + j)), ...SHARED].join(' ')
