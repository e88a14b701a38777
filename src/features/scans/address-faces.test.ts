import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importEvents } from '../events/import-events.ts'
import { askMcp } from '../../testing/ask-mcp.ts'
import { askTool } from '../../testing/ask-tool.ts'
import { LocalScans } from '../../testing/local-scans.ts'
import { page } from '../../testing/web-site.ts'

let scans: LocalScans
let site: string

const STEEPING = '/viewtopic.php?t=1'
/** The addresses of the page at `STEEPING`, its own first. */
const SPELLED = [
  STEEPING,
  '/viewtopic.php?sid=9&t=1&utm_source=chatgpt.com#p2',
  '/viewtopic.php?highlight=green+tea&t=1',
  '/print/1',
]

const read = async (path: string) =>
  (await scans.app.api('GET', path, { token: scans.key })).body.data
const tool = (server: string, name: string, args: Record<string, unknown>) =>
  askTool(scans.app, server, name, scans.key, args)

beforeAll(async () => {
  scans = await LocalScans.start()
  const text = 'Green tea steeps for two minutes in water of seventy degrees.'
  const head = `<link rel="canonical" href="{site}${STEEPING}">`
  site = await scans.site({
    '/': page('Forum', { links: [STEEPING, '/viewtopic.php?t=2', '/print/1'] }),
    [STEEPING]: page('Steeping', { text, head }),
    '/print/1': page('Steeping', { text, head }),
    '/viewtopic.php?t=2': page('Kettles', { text: 'A kettle of iron gets no soap at all.' }),
  })
  await scans.run(site)
  await scans.app.collect(
    site,
    [...SPELLED, '/viewtopic.php?t=2'].map((path) => ({
      kind: 'question',
      url: scans.web.url + path,
      target: 'chatgpt',
      question: 'How long does green tea steep?',
    })),
  )
})

afterAll(() => scans[Symbol.asyncDispose]())

describe('an address of a page, however it is written', () => {
  it.each(SPELLED)('is that page for filters, exports, documents and prompts: %s', async (path) => {
    const address = scans.web.url + path
    const filters = [{ dimension: 'path', op: 'is', values: [address] }]
    const query = `range=7d&metrics=questions&filters=${encodeURIComponent(JSON.stringify(filters))}`
    expect(await read(`/analytics/${site}/ai?${query}`)).toMatchObject({ totals: { questions: 4 } })
    const rows = (await read(
      `/analytics/${site}/export?rows=events&range=7d&filters=${encodeURIComponent(JSON.stringify(filters))}`,
    )) as unknown as { path: string }[]
    expect(rows.map((row) => row.path)).toEqual(Array<string>(4).fill(STEEPING))
    const asked = encodeURIComponent(address)
    const listed = (await read(`/pages/${site}?path=${asked}`)) as unknown as {
      path: string
      id: string
    }[]
    expect(listed.map((one) => one.path)).toEqual([STEEPING])
    const topics = (await read(`/topics/${site}?range=7d&path=${asked}`)) as unknown as object[]
    expect(topics).toMatchObject([{ pages: [{ path: STEEPING }] }])
    const { structured } = await tool('publisher', 'list_prompts', { path: address })
    expect(structured['rows']).toEqual([expect.arrayContaining([STEEPING])])
    // A document's id has the number of a part behind its `#`.
    const id = address.replace(/#.*/, '')
    const { text } = await tool('publisher', 'fetch', { id })
    expect(JSON.parse(text)).toMatchObject({ url: scans.web.url + STEEPING })
    const tried = await scans.app.api('POST', `/rules/${site}/test`, {
      token: scans.key,
      body: { path },
    })
    expect(tried.body.data).toMatchObject({ page: { id: listed[0]?.id } })
  })

  it('is that page for manifests, resources and history', async () => {
    const manifest = async (path: string) => {
      const answer = await fetch(
        `${scans.app.url}/sites/${site}/ask-ai.json?path=${encodeURIComponent(path)}`,
      )
      // @NOTE a manifest has its prompts in a list.
      return ((await answer.json()) as { prompts: unknown[] }).prompts
    }
    const own = await manifest(STEEPING)
    expect(JSON.stringify(own)).toContain('t=1')
    for (const path of ['/print/1', '/viewtopic.php?x=2&t=1']) {
      expect(await manifest(path)).toEqual(own)
    }
    const uri = `citable://sites/127.0.0.1/pages${SPELLED[2]}`
    const caller = { server: 'publisher', key: scans.key }
    const { result } = await askMcp(scans.app, caller, 'resources/read', { uri })
    expect(result.contents[0]?.text).toContain('seventy degrees')
    const { context } = scans.app.app.services
    const found = await context.system.sites.find(site, context.now())
    const line = {
      eventId: 'h1',
      kind: 'question',
      url: '/print/1',
      target: 'claude',
      question: 'How long does it steep?',
      at: '2026-11-01T12:00:00Z',
      visitor: 'v',
    }
    async function* lines() {
      yield await Promise.resolve(JSON.stringify(line))
    }
    if (!found) throw new Error('No site')
    await importEvents(lines(), found, context.system.events, context.now())
    const old = await read(
      `/analytics/${site}/ai?from=2026-11-01&to=2026-11-01&metrics=questions&dimensions=path`,
    )
    expect(old).toMatchObject({ rows: [[STEEPING, 1]] })
  })

  it('is a pattern with a star, which goes over queries too', async () => {
    // @NOTE rows of this tool have the path fourth.
    const pathsOf = async (path: string) => {
      const { structured } = await tool('publisher', 'list_questions', { path })
      return new Set((structured['rows'] as string[][]).map((row) => row[3]))
    }
    expect(await pathsOf('/viewtopic.php?t=*')).toEqual(new Set([STEEPING, '/viewtopic.php?t=2']))
    expect(await pathsOf('/viewtopic.php?t=2*')).toEqual(new Set(['/viewtopic.php?t=2']))
    const unseen = await tool('publisher', 'list_questions', { path: '/viewtopic.php?t=99' })
    expect(unseen.structured['rows']).toEqual([])
    expect(unseen.text).toContain('/viewtopic.php?t=99 → /viewtopic.php')
  })
})
