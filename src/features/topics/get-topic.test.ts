import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { siteWithHistory } from '../../testing/site-with-history.ts'
import { TestApp } from '../../testing/start-test-app.ts'

interface Topic {
  id: string
  label: string
  questions: number
  askers: number
  previous: number | null
  change: unknown
  lastAskedAt: string | null
  trend: { interval: string; buckets: { from: string; questions: number }[] }
  pages: { path: string; questions: number }[]
  examples: { id: string; text: string; path: string; count: number }[]
  untrusted: string[]
}

let app: TestApp
let site: Awaited<ReturnType<typeof siteWithHistory>>
let listed: Topic

const asked = (at: string, question: string, url = '/tides', visitor = at) => ({
  at: `2026-${at}Z`,
  kind: 'question',
  url,
  question,
  visitor,
})

beforeAll(async () => {
  app = await TestApp.start({ startAt: '2026-11-20T15:30:00.000Z' })
  site = await siteWithHistory(
    app,
    [
      asked('09-07T10:00:00', 'How do tide tables work?'),
      asked('11-04T10:00:00', 'Are tide tables accurate?'),
      // After midnight in Berlin.
      asked('11-10T23:30:00', 'Which tide tables do you trust?'),
      asked('11-12T10:00:00', 'are tide tables accurate?', '/oban'),
      asked('11-13T10:00:00', 'Are tide tables accurate?'),
      asked('11-13T11:00:00', 'What is a paddle float?', '/gear'),
    ],
    { timezone: 'Europe/Berlin' },
  )
  const { body } = await app.api('GET', `/topics/${site.id}?range=90d`, { token: site.key })
  const [first] = body.data as unknown as Topic[]
  if (!first) throw new Error('The site has no topic')
  listed = first
})
afterAll(() => app[Symbol.asyncDispose]())

const send = (topic: string, query = '') =>
  app.api('GET', `/topics/${site.id}/${topic}${query}`, { token: site.key })

async function get(query: string): Promise<Topic> {
  const { body } = await send(listed.id, query)
  if (body.error) throw new Error(JSON.stringify(body.error))
  // @NOTE the answer's schema is the service's own; a wrong shape fails the expectation that reads it.
  return body.data as unknown as Topic
}

describe('GET /topics/:siteId/:topicId', () => {
  it('tells a topic as the list does, with its pages and questions', async () => {
    const topic = await get('?range=2026-11-09..2026-11-15&compare=2026-11-02..2026-11-08')
    expect(topic).toMatchObject({
      id: listed.id,
      label: listed.label,
      questions: 3,
      previous: 1,
      firstAskedAt: '2026-09-07T10:00:00.000Z',
      lastAskedAt: '2026-11-13T10:00:00.000Z',
      timezone: 'Europe/Berlin',
      pages: [
        { path: '/tides', questions: 2 },
        { path: '/oban', questions: 1 },
      ],
      examples: [
        { text: 'Are tide tables accurate?', count: 2, path: '/tides' },
        { text: 'Which tide tables do you trust?', count: 1 },
      ],
      untrusted: ['label', 'pages.path', 'examples.text', 'examples.path'],
    })
    const { body } = await app.api(
      'GET',
      `/topics/${site.id}?range=2026-11-09..2026-11-15&compare=2026-11-02..2026-11-08`,
      { token: site.key },
    )
    const [same] = body.data as unknown as Topic[]
    const { questions, askers, previous, change, lastAskedAt } = topic
    expect(same).toMatchObject({ questions, askers, previous, change, lastAskedAt })
  })

  it('counts each local day of the range, also those without a question', async () => {
    const { trend } = await get('?range=2026-11-09..2026-11-15')
    expect(trend.interval).toBe('day')
    expect(trend.buckets).toEqual(
      [0, 0, 1, 1, 1, 0, 0].map((questions, i) => ({
        from: `2026-11-${String(9 + i).padStart(2, '0')}`,
        questions,
      })),
    )
  })

  it('counts the weeks of a long range, which sum to its questions', async () => {
    const { trend, questions } = await get('?range=2026-08-01..2026-11-19')
    expect(trend.interval).toBe('week')
    expect(trend.buckets).toHaveLength(17)
    expect(trend.buckets[0]).toEqual({ from: '2026-08-01', questions: 0 })
    expect(trend.buckets[1]?.from).toBe('2026-08-03')
    expect(trend.buckets.find(({ from }) => from === '2026-09-07')?.questions).toBe(1)
    expect(trend.buckets.reduce((sum, bucket) => sum + bucket.questions, 0)).toBe(questions)
    expect(questions).toBe(5)
  })

  it('tells of a topic that nobody asked about in the range', async () => {
    expect(await get('?range=2026-10-05..2026-10-11&compare=2026-09-07..2026-09-13')).toMatchObject(
      { questions: 0, askers: 0, previous: 1, lastAskedAt: null, pages: [], examples: [] },
    )
  })

  it('tells the last day as hours, too', async () => {
    const { trend } = await get('?range=24h')
    expect(trend.buckets.map(({ from }) => from)).toEqual(['2026-11-19', '2026-11-20'])
  })

  it('shows no words of a site that keeps topics only', async () => {
    const quiet = await app.site(site.key, {
      domain: 'quiet.example',
      privacy: { questions: 'topic_only' },
    })
    await app.collect(quiet, [{ kind: 'question', url: '/', question: 'Are tide tables exact?' }])
    const { body } = await app.api('GET', `/topics/${quiet}`, { token: site.key })
    const [{ id } = { id: '' }] = body.data as unknown as Topic[]
    const answer = await app.api('GET', `/topics/${quiet}/${id}`, { token: site.key })
    expect(answer.body.data).toMatchObject({ questions: 1, examples: [] })
    expect(JSON.stringify(answer.body)).not.toContain('exact')
  })

  it('is 404 for what is no topic of the site, and 422 for a query that is none', async () => {
    expect((await send('top_nothing')).status).toBe(404)
    expect((await send(listed.id, '?limit=5')).body.error?.fields).toMatchObject([
      { path: 'limit', code: 'unknown_field' },
    ])
    expect((await send(listed.id, '?range=soon')).status).toBe(422)
  })

  it('needs analytics:read', async () => {
    const key = await app.key(await app.org('pro'), ['sites:read'])
    const answer = await app.api('GET', `/topics/${site.id}/${listed.id}`, { token: key })
    expect([answer.status, answer.body.error?.code]).toEqual([403, 'INSUFFICIENT_SCOPE'])
  })
})
