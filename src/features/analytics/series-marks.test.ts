import { afterAll, beforeAll, expect, it } from 'vitest'
import { askTool } from '../../testing/ask-tool.ts'
import { siteWithHistory } from '../../testing/site-with-history.ts'
import { TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let site: Awaited<ReturnType<typeof siteWithHistory>>

/** Edits of rules on the day of the test's clock. */
const EDITS = 30

beforeAll(async () => {
  app = await TestApp.start()
  site = await siteWithHistory(app, [{ at: '2026-11-01T10:00:00Z' }], { timezone: 'UTC' })
  const token = await app.session(site.org)
  const rule = { name: 'x', match: { path: '/tides*' }, actions: { excludeFromScan: true } }
  const { body } = await app.api('POST', `/rules/${site.id}`, { token, body: rule })
  for (let i = 1; i < EDITS; i += 1) {
    await app.api('PUT', `/rules/${site.id}/${String(body.data.id)}`, {
      token,
      body: { name: `x ${i}` },
    })
  }
  await app.api('PUT', `/sites/${site.id}`, { token, body: { privacy: { questions: 'off' } } })
})

afterAll(() => app[Symbol.asyncDispose]())

const marksFor = async (token: string) => {
  const { body } = await app.api('GET', `/analytics/${site.id}/timeseries?range=28d`, { token })
  return body.data['marks'] as { kind: string; times: number; people: string[] | null }[]
}

it('a series tells what changed on its days, each kind of a day once', async () => {
  const marks = await marksFor(await app.session(site.org))
  expect(marks).toEqual([
    {
      day: '2026-11-20',
      kind: 'rule',
      text: 'rules of prompts were changed',
      times: EDITS,
      targets: [expect.stringMatching(/^rul_/)],
      people: [`${site.org.userId}@example.com`],
      source: null,
    },
    expect.objectContaining({ kind: 'question_privacy', times: 1, targets: [] }),
  ])
  const { body } = await app.api(
    'GET',
    `/analytics/${site.id}/timeseries?range=2026-11-01..2026-11-10`,
    { token: site.key },
  )
  expect(body.data['marks']).toEqual([])
})

it('the people who did it are named to admins, and neither to others nor to keys', async () => {
  const named = async (token: string) => (await marksFor(token)).map(({ people }) => people)
  expect(await named(await app.session(site.org, 'admin'))).not.toContain(null)
  for (const token of [await app.session(site.org, 'editor'), site.key]) {
    expect(await named(token)).toEqual([null, null])
  }
})

it('a model reads the same in both channels, within what it said it takes', async () => {
  const asked = { range: '28d', metrics: ['impressions'], maxTokens: 1_000 }
  const { structured, text } = await askTool(app, 'data', 'get_timeseries', site.key, asked)
  expect(structured['marks']).toEqual([
    { day: '2026-11-20', text: `rules of prompts were changed, ${EDITS} times` },
    { day: '2026-11-20', text: 'what is kept of questions was changed' },
  ])
  expect(text).toContain(`# 2026-11-20: rules of prompts were changed, ${EDITS} times`)
})
