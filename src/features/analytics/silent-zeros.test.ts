import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { importVisits, agency } from '../../testing/agency.ts'
import { askTool, type Arguments } from '../../testing/ask-tool.ts'
import { onFile } from '../../testing/credential-matrix.ts'
import { TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let key: string
let ids: string[]

beforeAll(async () => {
  app = await TestApp.start({ startAt: '2026-11-20T15:30:00.000Z' })
  const made = await agency(app, [
    { domain: 'off.example' },
    { domain: 'topics.example' },
    { domain: 'viewed.example' },
    { domain: 'empty.example' },
  ])
  ;({ key, ids } = made)
  const modes = [
    [ids[0]!, 'off'],
    [ids[1]!, 'topic_only'],
  ] as const
  for (const [id, questions] of modes) {
    await app.api('PUT', `/sites/${id}`, { token: key, body: { privacy: { questions } } })
    await importVisits(app, id, [{ at: '2026-11-10T10:00:00Z' }])
  }
  await importVisits(app, ids[2]!, [
    { at: '2026-11-10T10:00:00Z', kind: 'pageview', url: '/tides' },
    { at: '2026-11-10T10:00:01Z', kind: 'impression', url: '/tides' },
  ])
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(() => app.clock.advance({ seconds: 5 }))

const call = (server: string, tool: string, args: Arguments) =>
  askTool(app, server, tool, key, args)

/** Every tool that counts or lists questions. */
const ABOUT_QUESTIONS: [server: string, tool: string, args: Arguments][] = [
  ['publisher', 'list_questions', {}],
  ['publisher', 'list_content_gaps', {}],
  ['publisher', 'export_data', {}],
  ['data', 'get_question_topics', {}],
  ['data', 'get_overview', {}],
  ['data', 'query', { metrics: ['questions'] }],
  ['data', 'query', { metrics: ['question_rate'], dimensions: ['device'] }],
  ['data', 'get_breakdown', { dimensions: ['topic'], metrics: ['questions'] }],
  ['data', 'get_timeseries', { metrics: ['questions'] }],
  ['data', 'compare_periods', { metrics: ['questions'] }],
  ['data', 'run_funnel', { steps: ['impression', 'question'] }],
]

describe('a site that keeps no questions', () => {
  it('says so in every tool and route that counts or lists them, alone and among others', async () => {
    const off = /questions are switched off \(privacy\.questions\)/
    for (const [server, tool, args] of ABOUT_QUESTIONS) {
      const alone = await call(server, tool, { ...args, site: 'off.example' })
      expect([tool, alone.isError, off.test(alone.text)]).toEqual([tool, false, true])
      const other = await call(server, tool, { ...args, site: 'viewed.example' })
      expect([tool, off.test(other.text)]).toEqual([tool, false])
      if (tool === 'run_funnel' || tool === 'list_content_gaps') continue
      const site = ['off.example', 'viewed.example']
      const both = await call(server, tool, { ...args, site })
      expect([tool, /^# off\.example: questions are switched off/m.test(both.text)]).toEqual([
        tool,
        true,
      ])
    }
    const [id] = ids
    const routes = [
      `/questions/${id}`,
      `/questions/${id}/gaps`,
      `/topics/${id}`,
      `/analytics/${id}/overview`,
      `/analytics/${id}/export?rows=questions`,
      `/analytics/${id}/drivers?metrics=questions`,
      `/analytics/${id}/funnel?steps=impression,question`,
      '/questions?site=off.example,viewed.example',
    ]
    for (const route of routes) {
      const { body } = await app.api('GET', route, { token: key })
      const notes = body.meta['notes'] ?? body.data['notes']
      expect([route, off.test(JSON.stringify(notes))]).toEqual([route, true])
    }
    const plain = await call('data', 'query', { metrics: ['ai_clicks'], site: 'off.example' })
    expect(plain.text).not.toMatch(off)
    const topics = await call('publisher', 'list_questions', { site: 'topics.example' })
    expect(topics.text).toContain('keeps topics only')
  })
})

describe('a site', () => {
  it('whose scan failed, runs or never was says so where pages and prompts are listed', async () => {
    const states = [
      ['failed', 'the last scan failed'],
      ['running', 'a scan is running'],
      ['canceled', 'the last scan was canceled'],
      ['succeeded', undefined],
    ] as const
    const lists = ['list_pages', 'list_prompts', 'list_content_gaps']
    const site = 'viewed.example'
    for (const tool of lists) {
      expect((await call('publisher', tool, { site })).text).toContain('has not been scanned yet')
    }
    const { id } = await app
      .api('POST', '/scan', { token: key, body: { siteId: ids[2] } })
      .then(({ body }) => body.data)
    expect(id).toEqual(expect.any(String))
    for (const [state, said] of states) {
      onFile(app, (file) =>
        file
          .prepare('UPDATE scan SET state = ?, finished_at = ? WHERE id = ?')
          .run(state, state === 'running' ? null : app.clock.now(), id),
      )
      for (const tool of lists) {
        const { text } = await call('publisher', tool, { site })
        expect([tool, state, said === undefined || text.includes(said)]).toEqual([
          tool,
          state,
          true,
        ])
        expect([tool, text.includes('scan')]).toEqual([tool, said !== undefined])
      }
    }
  })

  it('without data, and days before its data, are told as what they are', async () => {
    const tools = ['get_overview', 'get_timeseries', 'get_question_topics', 'run_funnel'] as const
    for (const tool of tools) {
      const none = await call('data', tool, { site: 'empty.example' })
      expect([tool, none.text.includes('the site has no data yet')]).toEqual([tool, true])
      const early = await call('data', tool, { site: 'viewed.example', range: '2026-10' })
      expect([tool, early.text.includes('data begins 2026-11-10, after these days')]).toEqual([
        tool,
        true,
      ])
    }
    const ranked = await call('data', 'list_sites', { metrics: ['ai_clicks'] })
    expect(ranked.text).toMatch(/empty\.example: the site has no data yet/)
    const path = { dimension: 'path', values: ['/no-such-page'] }
    const share = { site: 'viewed.example', metrics: ['ai_referral_share'], filters: [path] }
    const unknown = await call('data', 'query', share)
    expect(unknown.text).toContain('the site has no page /no-such-page')
    expect(unknown.text).not.toContain('sends no page views')
    const silent = await call('data', 'query', { ...share, site: 'off.example' })
    expect(silent.text).toContain('sends no page views')
  })
})

describe('what is not measured', () => {
  it('is named as such, with what comes nearest, wherever it is asked for', async () => {
    const words = [
      ['revenue', 'ai_clicks'],
      ['Keyword', 'avg_position'],
      ['competitors', 'sources by owner'],
      ['bot visits', 'robots.txt'],
    ] as const
    for (const [word, nearest] of words) {
      const refusals = [
        await call('data', 'query', { site: 'viewed.example', metrics: [word] }),
        await call('data', 'get_breakdown', { site: 'viewed.example', dimensions: [word] }),
        await call('data', 'compare_periods', { site: 'viewed.example', metrics: [word] }),
        await call('data', 'list_sites', { metrics: [word] }),
        await call('data', 'export_data', { metrics: [word] }),
      ]
      for (const { text, isError } of refusals) {
        expect([word, isError, text.includes('not measured here')]).toEqual([word, true, true])
        expect(text).toContain(nearest)
      }
      const query = new URLSearchParams({ metrics: word })
      const { body } = await app.api('GET', `/analytics/${ids[2]}/ai?${query.toString()}`, {
        token: key,
      })
      expect(body.error?.fields[0]?.message).toContain('not measured here')
    }
    const misspelt = await call('data', 'query', { site: 'viewed.example', metrics: ['ai_clack'] })
    expect(misspelt.text).toContain('did you mean ai_clicks')
    const { text } = await call('data', 'describe_data', { site: 'viewed.example' })
    expect(text).toContain('not measured here,revenue')
  })
})
