import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askTool, type Arguments } from '../testing/ask-tool.ts'
import { ScannedSite } from '../testing/scanned-site.ts'
import { page } from '../testing/web-site.ts'

const PATHS = ['/', '/guides/green-tea', '/guides/oolong', '/shop/']

let site: ScannedSite

const events = [
  { kind: 'ai_click', url: '/guides/green-tea', target: 'chatgpt' },
  { kind: 'ai_click', url: '/guides/green-tea', target: 'chatgpt' },
  { kind: 'ai_click', url: '/guides/oolong', target: 'claude' },
  { kind: 'ai_click', url: '/shop/', target: 'gemini' },
  { kind: 'question', url: '/guides/green-tea', target: 'chatgpt', question: 'How hot?' },
]

beforeAll(async () => {
  site = await ScannedSite.start({
    '/': page('Tea house', { links: PATHS }),
    '/guides/green-tea': page('All about green tea'),
    '/guides/oolong': page('Oolong'),
    '/shop/': page('Shop'),
  })
  await site.app.collect(site.id, events)
})
afterAll(() => site[Symbol.asyncDispose]())

/** Asks for AI clicks today under a filter; returns their number and the notes. */
async function clicks(dimension: string, value: string | string[], op = 'is') {
  const filters = [{ dimension, op, values: value }]
  const { structured, text, isError } = await askTool(site.app, 'data', 'query', site.key, {
    metrics: 'ai_clicks',
    range: 'today',
    filters,
  })
  const rows = (structured['rows'] ?? []) as number[][]
  return { count: rows[0]?.[0], notes: (structured['notes'] ?? []) as string[], text, isError }
}

describe('a value of a filter', () => {
  it.each([
    ['engine', 'chatgpt', 2, undefined],
    ['engine', 'ChatGPT', 2, 'engine: ChatGPT → chatgpt'],
    ['engine', 'OpenAI', 2, 'engine: OpenAI → chatgpt'],
    ['engine', 'https://chatgpt.com/', 2, 'engine: https://chatgpt.com/ → chatgpt'],
    ['engine', 'Google', 1, 'engine: Google → gemini, aistudio, notebooklm, google-ai-mode'],
    ['operator', 'openai', 2, 'operator: openai → OpenAI'],
    ['operator', 'Claude', 1, 'operator: Claude → Anthropic'],
    ['device', 'Desktop', 4, 'device: Desktop → desktop'],
    ['device', 'computer', 4, 'device: computer → desktop'],
    ['path', '/guides/green-tea', 2, undefined],
    ['path', '/guides/green-tea/', 2, 'path: /guides/green-tea/ → /guides/green-tea'],
    ['path', 'guides/green-tea', 2, 'path: guides/green-tea → /guides/green-tea'],
    ['path', '/shop', 1, 'path: /shop → /shop/'],
    ['path', '/guides/*', 3, undefined],
    ['path', '/guides/', 3, 'path: /guides/ → /guides/*'],
    ['path', 'all about green tea', 2, 'path: all about green tea → /guides/green-tea'],
  ])('%s %s is understood', async (dimension, value, count, note) => {
    const answer = await clicks(dimension, value)
    expect(answer.count).toBe(count)
    const told = answer.notes.filter((one) => one.includes('→'))
    expect(told).toEqual(note === undefined ? [] : [note])
  })

  it('a whole address of the site is the page', async () => {
    expect((await clicks('path', `${site.web.url}/guides/oolong?from=mail#top`)).count).toBe(1)
    const foreign = await clicks('path', 'https://elsewhere.example/guides/oolong')
    expect(foreign.isError).toBe(true)
    expect(foreign.text).toContain('filters[0].values[0]: That address is not of 127.0.0.1')
  })

  it('several values are understood one by one, and left out by is_not', async () => {
    expect((await clicks('engine', ['ChatGPT', 'Anthropic'], 'in')).count).toBe(3)
    expect((await clicks('engine', 'ChatGPT', 'is_not')).count).toBe(2)
    expect((await clicks('path', ['Oolong', '/shop'], 'is_not')).count).toBe(2)
    expect((await clicks('path', '/guides/*', 'is_not')).text).toContain('is_not takes whole paths')
  })

  it.each([
    ['device', 'watch', 'desktop, mobile, tablet'],
    ['country', 'Atlantis', 'two letters such as DE'],
    ['channel', 'radio', 'direct, ai, search, social, email, paid, referral, continued'],
    ['operator', 'Nobody', 'OpenAI, Anthropic'],
  ])(
    '%s %s that no event can have is refused with what is legal',
    async (dimension, value, legal) => {
      const { isError, text } = await clicks(dimension, value)
      expect(isError).toBe(true)
      expect(text).toContain(`No event has such a ${dimension}`)
      expect(text).toContain(legal)
      expect(text).not.toContain(value)
    },
  )

  it.each([
    [
      'engine',
      'perplexity',
      'engine perplexity has never been seen on this site; it has chatgpt, claude, gemini',
    ],
    [
      'engine',
      'newcomer',
      'engine newcomer has never been seen on this site; it has chatgpt, claude, gemini',
    ],
    [
      'operator',
      'xAI',
      'operator xAI has never been seen on this site; it has OpenAI, Anthropic, Google',
    ],
    ['country', 'japan', 'country JP has never been seen on this site'],
    ['device', 'tablet', 'device tablet has never been seen on this site; it has desktop'],
    ['referrer', 'news.example', 'referrer news.example has never been seen on this site'],
    [
      'path',
      '/guides/gren-tea',
      'the site has no page /guides/gren-tea; * at the end matches what begins so; near it: /guides/green-tea',
    ],
  ])('%s %s that was never seen is answered with a note', async (dimension, value, note) => {
    const { count, notes } = await clicks(dimension, value)
    expect(count).toBe(0)
    expect(notes).toContain(note)
  })

  it('a value that was seen, but not now, is answered without such a note', async () => {
    const { notes } = await clicks('path', '/')
    expect(notes.filter((note) => /never|no page/.test(note))).toEqual([])
  })

  it('a topic is found in any case, and one that has no questions is told', async () => {
    const filters = [{ dimension: 'topic', values: ['(FEWER THAN 5 ASKERS)'] }]
    const asked = { metrics: 'questions', range: 'today', filters }
    const found = await askTool(site.app, 'data', 'query', site.key, asked)
    expect(found.structured['rows']).toEqual([[1]])
    const other = { ...asked, filters: [{ dimension: 'topic', values: ['Tides'] }] }
    const { text } = await askTool(site.app, 'data', 'query', site.key, other)
    expect(text).toContain('no topic of this name has 5 askers here; get_question_topics lists')
  })

  it('REST understands the same, so that its numbers are', async () => {
    const filters = JSON.stringify([{ dimension: 'engine', values: ['OpenAI'] }])
    const { body } = await site.call(
      'GET',
      `/analytics/${site.id}/ai?metrics=ai_clicks&range=today&filters=${encodeURIComponent(filters)}`,
    )
    expect(body.data['totals']).toEqual({ ai_clicks: 2 })
    expect(body.data['notes']).toContain('engine: OpenAI → chatgpt')
  })

  it('REST tells of a value that was never seen, too', async () => {
    const filters = JSON.stringify([{ dimension: 'engine', values: ['perplexity'] }])
    const { body } = await site.call(
      'GET',
      `/analytics/${site.id}/ai?metrics=ai_clicks&range=today&filters=${encodeURIComponent(filters)}`,
    )
    expect(body.data['notes']).toContain(
      'engine perplexity has never been seen on this site; it has chatgpt, claude, gemini',
    )
  })

  it.each(['contains', 'starts_with', 'glob'])(
    'a pattern by %s that matches nothing is told',
    async (op) => {
      const { count, notes } = await clicks('path', '/recipes*', op)
      expect(count).toBe(0)
      expect(notes).toContain(
        `nothing here under path ${op} /recipes*; get_breakdown by path lists its values`,
      )
    },
  )

  it('a caller’s word stands on one line, and shows what is hidden in it to nobody', async () => {
    const { notes } = await clicks('engine', `new\ncomer\u200b\u202e${'x'.repeat(300)}`)
    const told = notes.find((note) => note.includes('never been seen'))!
    expect(told).not.toMatch(/[\n\u200b\u202e]/)
    expect(told.length).toBeLessThan(200)
  })
})

describe('every analytics tool', () => {
  const named = { engine: 'ChatGPT', range: 'today' }
  it.each([
    ['get_overview', {}],
    ['get_timeseries', {}],
    ['get_breakdown', { dimensions: ['path'], metrics: ['ai_clicks'] }],
    ['compare_periods', { metrics: ['ai_clicks'] }],
    ['run_funnel', {}],
    ['export_data', {}],
  ])('%s understands names', async (tool, args) => {
    const { text, isError } = await askTool(site.app, 'data', tool, site.key, { ...named, ...args })
    expect(isError).toBe(false)
    expect(text).toContain('engine: ChatGPT → chatgpt')
  })

  it.each([
    ['get_overview', {}],
    ['compare_periods', { metrics: ['ai_clicks'] }],
    ['run_funnel', { steps: ['ai_click', 'question'] }],
  ])('%s tells of a value that was never seen', async (tool, args) => {
    const asked: Arguments = { ...args, engine: 'Perplexity', range: 'today' }
    const { text } = await askTool(site.app, 'data', tool, site.key, asked)
    expect(text).toContain('engine perplexity has never been seen on this site')
  })
})

describe('a list', () => {
  const publisher = (tool: string, args: Arguments) =>
    askTool(site.app, 'publisher', tool, site.key, args)

  it.each([
    [{ path: 'All about green tea', engine: 'openai' }, 1],
    [{ page: '/guides/green-tea/' }, 1],
    [{ path: '/guides/*tea' }, 1],
    [{ path: '/guides/oolong' }, 0],
  ])('list_questions understands %j', async (args, count) => {
    const { structured } = await publisher('list_questions', { ...args, range: 'today' })
    expect(structured['rows']).toHaveLength(count)
  })

  it('list_questions tells of an engine and a page that it does not know', async () => {
    const { text } = await publisher('list_questions', {
      path: '/guides/grin-tea',
      engine: 'Perplexity',
      range: 'today',
    })
    expect(text).toContain('near it: /guides/green-tea')
    expect(text).toContain('engine perplexity has never been seen on this site')
  })

  it.each([
    [{ path: 'Oolong' }, ['/guides/oolong']],
    [{ path: '/guides/*' }, ['/guides/green-tea', '/guides/oolong']],
    [{ page: 'shop' }, ['/shop/']],
    [{ path: '/guides/' }, ['/guides/green-tea', '/guides/oolong']],
  ])('list_prompts understands %j', async (args, paths) => {
    const { structured } = await publisher('list_prompts', args)
    const rows = structured['rows'] as string[][]
    expect(rows.map(([path]) => path)).toEqual(paths)
  })

  it('list_prompts and get_question_topics tell of a page that the site has not', async () => {
    expect((await publisher('list_prompts', { path: '/gone' })).text).toContain('no page /gone')
    const { text } = await askTool(site.app, 'data', 'get_question_topics', site.key, {
      path: '/gone',
    })
    expect(text).toContain('no page /gone')
  })
})

describe('fetch', () => {
  const text = async (server: string, id: string) =>
    (await askTool(site.app, server, 'fetch', site.key, { id })).text

  it.each(['page:/guides/oolong', 'page:guides/oolong', 'page:127.0.0.1/guides/oolong/'])(
    'finds a page by %s',
    async (id) => {
      for (const server of ['publisher', 'data']) {
        expect(await text(server, id)).toContain(`${site.web.url}/guides/oolong`)
      }
    },
  )

  it('finds a page by its whole address, and a prompt by the path of its page', async () => {
    expect(await text('publisher', `${site.web.url}/guides/oolong`)).toContain('Oolong')
    expect(await text('publisher', 'prompt:/guides/oolong')).toContain('## ')
    expect(await text('publisher', 'page:/guides/none')).toMatch(/^NOT_FOUND: /)
    expect(await text('publisher', 'page:elsewhere.example/guides')).toMatch(/^NOT_FOUND: /)
  })
})
