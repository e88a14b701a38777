import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askTool, type Arguments } from '../../testing/ask-tool.ts'
import { siteWithHistory } from '../../testing/site-with-history.ts'
import { TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let site: Awaited<ReturnType<typeof siteWithHistory>>

const step = (visitor: string, time: string, kind: string, more: Record<string, unknown> = {}) => ({
  at: `2026-11-${time}Z`,
  kind,
  visitor,
  ...(kind === 'ai_click' && { target: 'claude' }),
  ...(kind === 'referral' && { referrer: 'https://claude.ai/' }),
  ...more,
})

beforeAll(async () => {
  app = await TestApp.start({ startAt: '2026-11-20T15:30:00.000Z' })
  site = await siteWithHistory(app, [
    // All the way, with other things in between.
    step('a', '10T10:00:00', 'impression', { country: 'DE' }),
    step('a', '10T10:01:00', 'share'),
    step('a', '10T10:02:00', 'ai_click'),
    step('a', '10T12:00:00', 'referral'),
    // Two steps at the same instant.
    step('b', '10T10:00:00', 'impression', { country: 'US' }),
    step('b', '10T10:00:00', 'ai_click', { target: 'chatgpt' }),
    // In the wrong order.
    step('c', '10T10:00:00', 'ai_click'),
    step('c', '10T11:00:00', 'impression'),
    // The click on the next day.
    step('d', '10T23:00:00', 'impression'),
    step('d', '11T01:00:00', 'ai_click'),
    // Questions of two topics, on a day of their own.
    step('e', '14T10:00:00', 'question', { question: 'How long does green tea steep?' }),
    step('e', '14T10:01:00', 'ai_click'),
    step('f', '14T10:00:00', 'question', { question: 'Which boats leave the harbour tonight?' }),
  ])
})
afterAll(() => app[Symbol.asyncDispose]())

async function funnel(args: Arguments) {
  const range = '2026-11-09..2026-11-12'
  return askTool(app, 'data', 'run_funnel', site.key, { site: site.id, range, ...args })
}

describe('run_funnel', () => {
  it('counts the readers of a day from step to step', async () => {
    const { structured } = await funnel({})
    expect(structured['columns']).toEqual([
      'step',
      'readers',
      'from_previous',
      'ci95_low',
      'ci95_high',
      'from_first',
      'lost',
    ])
    expect(structured['rows']).toEqual([
      ['impression', 4, null, null, null, 1, null],
      ['ai_click', 2, 0.5, 0.15, 0.85, 0.5, 2],
      ['referral', 1, 0.5, 0.09453, 0.9055, 0.25, 1],
    ])
  })

  it('filters the steps that can have what is asked for', async () => {
    const filters = [{ dimension: 'engine', values: ['chatgpt'] }]
    const { structured, text } = await funnel({ filters, steps: ['impression', 'ai_click'] })
    expect((structured['rows'] as unknown[][]).map(([name, readers]) => [name, readers])).toEqual([
      ['impression', 4],
      ['ai_click', 1],
    ])
    expect(text).toContain('# engine: the one opened, asked or come from')
  })

  it('tells readers apart by their first step', async () => {
    const { structured } = await funnel({
      dimensions: ['country'],
      steps: ['impression', 'ai_click'],
    })
    expect((structured['rows'] as unknown[][]).map((row) => row.slice(0, 3))).toEqual([
      ['(none)', 'impression', 2],
      ['(none)', 'ai_click', 0],
      ['DE', 'impression', 1],
      ['DE', 'ai_click', 1],
      ['US', 'impression', 1],
      ['US', 'ai_click', 1],
    ])
  })

  it('has no readers where there are none', async () => {
    const { structured } = await funnel({ range: '2026-11-01..2026-11-02' })
    expect((structured['rows'] as unknown[][]).map(([name, readers]) => [name, readers])).toEqual([
      ['impression', 0],
      ['ai_click', 0],
      ['referral', 0],
    ])
  })

  it.each([
    [{ steps: ['share', 'share'] }, 'Name each step once'],
    [{ steps: ['share'] }, 'steps'],
    [{ steps: ['viewing', 'share'] }, 'impression'],
    [{ dimensions: ['engine'] }, 'dimensions'],
  ])('refuses %j', async (args, reason) => {
    const { isError, text } = await funnel(args)
    expect(isError).toBe(true)
    expect(text).toContain(reason)
  })
})

// @NOTE rows of a funnel begin with the step and its readers.
const counts = (rows: unknown) => (rows as unknown[][]).map((row) => row.slice(0, 2))

it('a funnel of one topic counts who asked about it', async () => {
  const { body } = await app.api('GET', `/topics/${site.id}?range=2026-11-14`, { token: site.key })
  const topics = body.data as unknown as { label: string }[]
  const label = topics.find((topic) => /tea/i.test(topic.label))?.label
  const filters = encodeURIComponent(JSON.stringify([{ dimension: 'topic', values: [label] }]))
  const query = `range=2026-11-14&steps=question,ai_click&filters=${filters}`
  const answer = await app.api('GET', `/analytics/${site.id}/funnel?${query}`, { token: site.key })
  expect(counts(answer.body.data['rows'])).toEqual([
    ['question', 1],
    ['ai_click', 1],
  ])
  const { structured } = await funnel({
    range: '2026-11-14',
    steps: ['question', 'impression'],
    filters: [{ dimension: 'topic', values: ['Unheard of'] }],
  })
  expect(counts(structured['rows'])).toEqual([
    ['question', 0],
    ['impression', 0],
  ])
})
