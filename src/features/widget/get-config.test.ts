import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyLink } from '../../protocol/links/verify-link.ts'
import { ScannedSite } from '../../testing/scanned-site.ts'
import { page } from '../../testing/web-site.ts'
import { widgetScript } from '../../widget/widget-script.ts'

const MARK = '\uE000'

let site: ScannedSite

beforeAll(async () => {
  site = await ScannedSite.start({
    '/': page('Home', { links: ['/tea', '/zimt', '/elsewhere', '/%C3%A9t%C3%A9'] }),
    '/tea': page('Tea <b>at</b> noon'),
    '/zimt': page('Zimt', {
      head: '<link rel="alternate" type="text/markdown" href="/zimt.md">',
    }),
    '/elsewhere': page('Elsewhere', {
      head: '<link rel="alternate" type="text/markdown" href="https://raw.example/a.md">',
    }),
    '/%C3%A9t%C3%A9': page('Été'),
  })
})
afterAll(() => site[Symbol.asyncDispose]())

interface Config {
  [field: string]: unknown
  etag: string
  prompts: { default: { kind: string; text: string; promptId?: string }[] }
  targets: {
    id: string
    icon: string | null
    urlTemplate: string | null
    before: string | null
    after: string
    order: number
  }[]
}

const get = (query = '', headers: Record<string, string> = {}, id = site.id) =>
  fetch(`${site.app.url}/api/v1/sites/${id}/config${query}`, {
    headers: { origin: 'https://anywhere.example', ...headers },
  })

async function configOf(path: string): Promise<Config> {
  site.app.clock.advance({ seconds: 10 })
  const answer = await get(`?path=${encodeURIComponent(path)}`)
  // @NOTE the schema of the answer says so.
  const { data } = (await answer.json()) as { data: Config }
  return data
}

describe('the configuration of a page', () => {
  it('has the prompts of that page for readers, rendered, and a place for a question', async () => {
    const { templates, id } = await site.prompt('/tea')
    const { prompts } = await configOf('/tea')
    const texts = templates
      .filter(({ kind }) => !['explain', 'compare', 'ask'].includes(kind))
      .map(({ kind, resolved }) => ({ kind, text: resolved, promptId: id }))
    expect(texts.length).toBeGreaterThan(1)
    expect(prompts.default.slice(0, -1)).toMatchObject(texts)
    const [own] = prompts.default.slice(-1)
    expect(own?.text).toMatch(new RegExp(`^${MARK}\n\nSource: http://[^\n]+/tea\n.`))
    expect(prompts.default.filter(({ text }) => text.includes(MARK))).toEqual([own])
  })

  it('offers three questions with their origins, also where readers have no field, within 4,000 bytes packed', async () => {
    const questions = ['Is tea hot?', 'Who drinks tea?', 'When is noon?', 'Why tea?', 'Which tea?']
    const pageId = await site.pageId('/tea')
    await site.call('PUT', `/prompts/${pageId}`, { questions })
    const whole = await configOf('/tea')
    const first = questions.slice(0, 3).map((text) => ({ text, origin: expect.any(String) }))
    expect(whole['questions']).toEqual(first)
    expect(whole.targets.filter(({ icon }) => icon)).toHaveLength(8)
    expect(gzipSync(JSON.stringify(whole), { level: 9 }).length).toBeLessThanOrEqual(4_000)
    await site.call('PUT', `/sites/${site.id}`, { widget: { question: { enabled: false } } })
    expect(await configOf('/tea')).toMatchObject({
      question: { enabled: false },
      questions: first,
      prompts: { default: whole.prompts.default },
    })
    await site.call('PUT', `/prompts/${pageId}`, { questions: [] })
    const none = await configOf('/tea')
    expect(none['questions']).toEqual([])
    expect(none.prompts.default.filter(({ text }) => text.includes(MARK))).toEqual([])
    await site.call('PUT', `/sites/${site.id}`, { widget: null })
  })

  it.each(['/%C3%A9t%C3%A9', '/été', '/%c3%a9té', '/tea/../%C3%A9t%C3%A9'])(
    'is found by %s, as browsers and people write it',
    async (path) => {
      const { page: found, prompts } = await configOf(path)
      expect(found).toMatchObject({ path: '/%C3%A9t%C3%A9' })
      expect(prompts.default.length).toBeGreaterThan(1)
    },
  )

  it('makes links that are of the protocol, whatever the reader asks', async () => {
    const { prompts, targets } = await configOf('/tea')
    const links = targets.flatMap(({ id, before, after }) =>
      before === null
        ? []
        : prompts.default.map(({ text }) => ({
            id,
            text: text.replace(MARK, 'Is it <hot> & "good"?'),
            href: (prompt: string) => `${before}${encodeURIComponent(prompt)}${after}`,
          })),
    )
    expect(links.length).toBeGreaterThan(10)
    for (const { id, text, href } of links) {
      expect(verifyLink({ href: href(text) })).toMatchObject({ target: id, prompt: text })
    }
  })

  it('has everything that the widget reads, and nothing of the organization', async () => {
    const config = await configOf('/zimt')
    expect(Object.keys(config).toSorted()).toEqual(
      'actions boot consent enabled endpoint etag locale mode page placement prompts query question questions sampleRate showPromptPreview signs siteId strings targets theme version'.split(
        ' ',
      ),
    )
    expect(config).toMatchObject({
      siteId: site.id,
      enabled: true,
      endpoint: `${site.app.url}/api/v1/collect`,
      page: { path: '/zimt', markdownUrl: `${site.web.url}/zimt.md` },
      question: { enabled: true, maxLength: 300, mark: MARK },
    })
    expect(config.targets.map(({ order }) => order)).toEqual(config.targets.map((_, i) => i))
    expect(JSON.stringify(config)).not.toMatch(/org_|ctbk_/)
  })

  it('names Markdown of the page where the page itself can fetch it', async () => {
    expect(await configOf('/elsewhere')).toMatchObject({
      page: { path: '/elsewhere', markdownUrl: null },
      actions: expect.arrayContaining(['copy_markdown']),
    })
  })

  it('tells where each assistant is opened, whole and in two parts', async () => {
    const { targets } = await configOf('/tea')
    for (const { urlTemplate, before, after } of targets) {
      expect(urlTemplate).toBe(before && `${before}{prompt}${after}`)
    }
  })

  it('has none where the page is unknown, or its prompt is put away', async () => {
    expect(await configOf('/nowhere')).toMatchObject({
      enabled: false,
      page: null,
      prompts: { default: [] },
    })
    const { pageId } = await site.prompt('/')
    expect((await configOf('/'))['enabled']).toBe(true)
    await site.call('PUT', `/prompts/${pageId}`, { state: 'disabled' })
    expect(await configOf('/')).toMatchObject({ enabled: false, prompts: { default: [] } })
    await site.call('PUT', `/prompts/${pageId}`, { state: 'active' })
    expect((await configOf('/'))['enabled']).toBe(true)
  })

  it('is for pages of any origin, without a credential, and is kept for a minute', async () => {
    const first = await get('?path=/tea')
    expect(first.status).toBe(200)
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=60, stale-while-revalidate=600, stale-if-error=86400',
      etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
    })
    expect(first.headers.get('set-cookie')).toBe(null)
    const etag = first.headers.get('etag') ?? ''
    // @NOTE the envelope of the API.
    const { data } = (await first.json()) as { data: Config }
    expect(data.etag).toBe(etag)
    const again = await get('?path=/tea', { 'if-none-match': `"other", ${etag}` })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
    expect((await get('?path=/', { 'if-none-match': etag })).status).toBe(200)
  })

  it('is kept for ten seconds here too, each page for itself, and with an id for each request', async () => {
    site.app.clock.advance({ seconds: 10 })
    const ask = async (query: string) => {
      const answer = await get(query)
      // @NOTE the envelope of the API.
      const { data, meta } = (await answer.json()) as { data: Config; meta: { requestId: string } }
      expect(meta).toEqual({ requestId: answer.headers.get('x-request-id') })
      return { data, id: meta.requestId, etag: answer.headers.get('etag') }
    }
    const before = await ask('?path=/tea')
    await site.call('PUT', `/sites/${site.id}`, { widget: { mode: 'inline' } })
    const kept = await ask('?path=/tea')
    expect([kept.data, kept.etag]).toEqual([before.data, before.etag])
    expect(kept.id).not.toBe(before.id)
    expect((await ask('?path=/zimt')).data).toMatchObject({
      mode: 'inline',
      page: { path: '/zimt' },
    })
    const unchanged = await get('?path=/tea', { 'if-none-match': before.etag ?? '' })
    expect(unchanged.status).toBe(304)
    site.app.clock.advance({ seconds: 10 })
    expect((await ask('?path=/tea')).data).toMatchObject({ mode: 'inline' })
    await site.call('PUT', `/sites/${site.id}`, { widget: null })
  })

  it.each([
    ['?path=tea', 422],
    [`?path=/${'x'.repeat(1_024)}`, 422],
    ['?path=/a&path=/b', 422],
    ['?page=/tea', 422],
    ['?path=', 422],
  ])('%s is refused, for every page to read', async (query, status) => {
    const answer = await get(query)
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([
      status,
      '*',
    ])
  })

  it('is none of a site that is not there', async () => {
    const answer = await get('?path=/', {}, 'site_none')
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([404, '*'])
    expect(answer.headers.get('etag')).toBe(null)
  })
})

describe('the script', () => {
  const file = (path: string) => fetch(`${site.app.url}${path}`)

  it('is there under one name that stays, and under one of its contents', async () => {
    const { pinnedPath } = await site.app.app.services.context.widgetFile()
    const [newest, pinned] = await Promise.all([file('/widget.js'), file(pinnedPath)])
    const script = await widgetScript()
    for (const answer of [newest, pinned]) {
      expect(await answer.text()).toBe(script)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'access-control-allow-origin': '*',
        'content-type': 'text/javascript; charset=utf-8',
      })
    }
    expect(newest.headers.get('cache-control')).toBe('public, max-age=300, stale-if-error=86400')
    expect(pinned.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  })

  it.each(['/widget.0123456789abcdef.js', '/widget.:name.js', '/widget..js', '/widget.js/x'])(
    '%s is none',
    async (path) => {
      expect((await file(path)).status).toBe(404)
    },
  )
})
