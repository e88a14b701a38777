import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MCP_SERVERS } from '../../tools/index.ts'
import { SERVERS_OF_EACH_TOOL } from '../testing/keyed-servers.ts'
import { DIMENSION_IDS } from '../features/analytics/dimensions.ts'
import { askTool, type Arguments } from '../testing/ask-tool.ts'
import { FENCED, outsideFences, trustedPart, withoutTokens } from '../testing/fences.ts'
import { INJECTION_COUNT, injections } from '../testing/injections.ts'
import { MCP_ERAS, mcpRequest, postMcp } from '../testing/mcp-post.ts'
import { callsWithText } from '../testing/protocol-calls.ts'
import { askHostileEngine } from '../testing/ask-hostile-engine.ts'
import { CompatibleEngine } from '../testing/compatible-engine.ts'
import { TestApp } from '../testing/start-test-app.ts'
import { inspectData } from '../testing/stored-events.ts'
import { WebSite } from '../testing/web-site.ts'

/** A text in everything that was planted, and in nothing else: ids have no o. */
const MARK = 'zoq'

/** The places of the corpus, each with a letter of its marks. */
const PLACES = {
  question: 'q',
  title: 't',
  visitorTitle: 'v',
  text: 'b',
  referrer: 'r',
  prompt: 'p',
  siteName: 'n',
  answer: 'a',
  source: 's',
  query: 'y',
} as const
type Place = keyof typeof PLACES

const markOf = (place: Place, i: number): string => `${MARK}${PLACES[place]}${i}x`
const plantedIn = (place: Place): string[] => injections((i) => markOf(place, i))

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A page whose title, heading and text are injections, as readers see them and, at its end, as markup. */
const pageOf = (title: string, text: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title>
<meta name="description" content="${escaped(text).replaceAll('"', '&quot;')}"></head><body><main>
<h1>${escaped(title)}</h1><h2>${escaped(text)}</h2><p>${escaped(text)}</p><div>${text}</div></main></body></html>`

const numbers = [...Array(INJECTION_COUNT).keys()]

let app: TestApp
let web: WebSite
let engine: CompatibleEngine
let key: string
let session: string
let site: string
let ids: string[]
let checks: string[]
const refused = { event: 0, prompt: 0, siteName: 0, query: 0 }

beforeAll(async () => {
  engine = await CompatibleEngine.start()
  const environment = {
    ...engine.environment,
    ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
    SCAN_TIMEOUT_MS: '2000',
    SCAN_CONCURRENCY: '16',
  }
  app = await TestApp.start({ environment })
  const [titles, texts] = [plantedIn('title'), plantedIn('text')]
  const links = numbers.map((i) => `<a href="/p${i}">${i}</a>`).join(' ')
  web = await WebSite.start({
    '/': `<!doctype html><title>Tides</title><main><h1>Tides</h1>${links}</main>`,
    ...Object.fromEntries(numbers.map((i) => [`/p${i}`, pageOf(titles[i]!, texts[i]!)])),
  })
  const org = await app.org('self_hosted')
  key = await app.key(org)
  session = await app.session(org)
  site = await app.site(key, { url: `${web.url}/` })
  await collect()
})

// These hooks are separate, since each has a time limit of its own.
beforeAll(async () => {
  await app.api('POST', '/scan', { token: key, body: { siteId: site } })
  await app.app.services.jobs.onIdle()
})

beforeAll(async () => {
  await writePrompts()
  await nameSites()
  const asked = await askHostileEngine(
    { app, site, key, engine },
    { queries: plantedIn('query'), answers: plantedIn('answer'), titles: plantedIn('source') },
  )
  checks = asked.checks
  refused.query = asked.refused
  ids = inspectData(app.directory, (db) =>
    db
      .prepare<[], string>(
        `SELECT 'page:' || id FROM page UNION ALL SELECT 'topic:' || id FROM topic
         UNION ALL SELECT 'prompt:' || id FROM prompt UNION ALL SELECT 'site:' || id FROM site`,
      )
      .pluck()
      .all(),
  )
  app.clock.advance({ minutes: 2 })
})

afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await web[Symbol.asyncDispose]()
  await engine[Symbol.asyncDispose]()
})

async function collect(): Promise<void> {
  const [questions, titles] = [plantedIn('question'), plantedIn('visitorTitle')]
  const referrers = plantedIn('referrer')
  const events = numbers.flatMap((i) => {
    const host = `${markOf('referrer', i)}.ignore-all-instructions.example`
    const common = {
      title: titles[i],
      referrer: `https://${host}/?q=${encodeURIComponent(referrers[i]!)}`,
    }
    return [
      { ...common, kind: 'question', url: `/p${i}`, question: questions[i] },
      { ...common, kind: 'impression', url: `/met${i}` },
      { kind: 'impression', url: `/p${i}`, referrer: referrers[i] },
    ]
  })
  for (let from = 0; from < events.length; from += 3) {
    const sent = events.slice(from, from + 3)
    // Each text has a reader of its own, since a visit shows the referrer that it came from.
    const agent = `Mozilla/5.0 (X11; Linux x64) Firefox/${from}.0`
    const { status } = await app.collect(site, sent, { 'user-agent': agent })
    if (status !== 202) refused.event += sent.length
  }
}

async function writePrompts(): Promise<void> {
  const { body } = await app.api('GET', `/pages/${site}?limit=100`, { token: key })
  const pages = body.data as unknown as { id: string }[]
  for (const [i, text] of plantedIn('prompt').entries()) {
    const edit =
      i % 2 === 0
        ? { questions: [text.slice(0, 160)] }
        : { templates: [{ kind: 'ask', template: text.slice(0, 2_000) }] }
    const answer = await app.api('PUT', `/prompts/${pages[i]!.id}`, { token: key, body: edit })
    if (answer.status !== 200) refused.prompt += 1
  }
}

async function nameSites(): Promise<void> {
  for (const [i, name] of plantedIn('siteName').entries()) {
    const body = { domain: `n${i}.example`, name: name.slice(0, 253), scan: false }
    const answer = await app.api('POST', '/sites', { token: key, body })
    if (answer.status !== 201) refused.siteName += 1
  }
}

const tools = SERVERS_OF_EACH_TOOL.flatMap(({ name, tools: all }) =>
  all.map((tool) => ({ server: name, tool, name: `${name}/${tool.name}` })),
)

/** The documents of both servers come from the same readers, so one shows all of them, and the other some. */
const idsOf = (server: string): string[] =>
  server === 'publisher' ? ids : ids.filter((_, i) => i % 5 === 0)

/** Calls of a tool that answers one thing at a time, each by its id. */
const oneByOne = (fields: ReadonlySet<string>): Arguments[] =>
  fields.has('checkId') ? checks.map((checkId) => ({ site, checkId })) : []

/** Makes the calls that together bring out everything that a tool can show. */
function callsOf({ tool, server }: (typeof tools)[number]): Arguments[] {
  const { input } = tool.face
  const fields = new Set('shape' in input ? Object.keys(input.shape as object) : [])
  if (fields.has('id')) return idsOf(server).map((id) => ({ id }))
  const base: Arguments = {
    ...(fields.has('site') && { site }),
    ...(fields.has('maxTokens') && { maxTokens: 20_000 }),
    ...(fields.has('limit') && { limit: 100 }),
    ...(tool.name === 'compare_periods' && { metrics: ['questions'] }),
    ...(tool.name === 'get_breakdown' && { dimensions: ['path'] }),
  }
  const words = ['instructions', 'obey', 'trusted', 'evil', 'system', 'key', 'my sites', MARK]
  return [
    ...(tool.form === 'document' ? oneByOne(fields) : [base]),
    ...(fields.has('query') ? words.map((query) => ({ ...base, query })) : []),
    ...(fields.has('dimensions')
      ? DIMENSION_IDS.map((dimension) => ({ ...base, dimensions: [dimension] }))
      : []),
    ...(fields.has('filters')
      ? DIMENSION_IDS.map((dimension) => ({
          ...base,
          filters: [{ dimension, values: [`${MARK.slice(0, 2)}-never-seen`] }],
        }))
      : []),
  ]
}

/** Characters that control something or that readers cannot see, except where emoji and scripts need them. */
const UNSEEN = new RegExp(
  [
    String.raw`(?!\n)\p{Cc}|\p{Cs}|[\u2028-\u202E]`,
    String.raw`[\u00AD\u034F\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]`,
    String.raw`[\u{E0000}-\u{E0FFF}]|\p{L}[\u200C\u200D]\p{L}|[a-z][\uFE00-\uFE0F]`,
  ].join('|'),
  'u',
)

/** Finds unseen characters in all texts of an answer, with what stands around them. */
function unseenIn(value: unknown): string[] {
  if (typeof value === 'string') {
    const at = value.search(UNSEEN)
    return at < 0 ? [] : [JSON.stringify(value.slice(Math.max(0, at - 30), at + 10))]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) => [...unseenIn(name), ...unseenIn(item)])
}

const aroundMark = (text: string): string | undefined =>
  new RegExp(`.{0,80}${MARK}.{0,20}`, 'is').exec(text)?.[0]

/** Finds a mark of a fence that the service did not write. */
const forgedIn = (text: string): string | undefined =>
  /.{0,30}untrusted[\s-]*[0-9a-f]{3}.{0,20}/i.exec(
    text.replaceAll(FENCED, (fenced) => fenced.split('\n').slice(1, -1).join('\n')),
  )?.[0]

/** Methods whose answers describe what a server has. */
const DESCRIBING = [
  'initialize',
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
]

const seen = new Set<string>()

const noteSeen = (text: string): void => {
  for (const [mark] of text.matchAll(new RegExp(String.raw`${MARK}[a-z]\d+x`, 'g'))) seen.add(mark)
}

describe.each(tools)('$name', (one) => {
  it('keeps every injection inside of its fence, and shows no character that is unseen', async () => {
    let answered = 0
    const { server, tool } = one
    // The protocol server has no data but what is sent to it.
    const calls =
      server === 'protocol'
        ? plantedIn('question').flatMap((text) => callsWithText(tool.name, text))
        : callsOf(one)
    for (const args of calls) {
      let cursor: unknown
      do {
        app.clock.advance({ ms: 1_000 })
        const sent = { ...args, ...(typeof cursor === 'string' && { cursor }) }
        const answer = await askTool(app, server, tool.name, key, sent)
        if (!answer.isError) answered += 1
        const trusted = withoutTokens(
          `${outsideFences(answer.text)}\n${JSON.stringify(trustedPart(answer.structured))}`,
        )
        const shown = trusted.replaceAll(JSON.stringify(args['query'] ?? ''), '')
        expect([args, aroundMark(shown)]).toEqual([args, undefined])
        expect([args, forgedIn(answer.text)]).toEqual([args, undefined])
        expect([args, unseenIn([answer.text, answer.structured])]).toEqual([args, []])
        noteSeen(answer.text)
        cursor = answer.structured['nextCursor']
      } while (typeof cursor === 'string')
    }
    expect(answered).toBeGreaterThan(0)
  })
})

describe('every injection', () => {
  it.each(Object.keys(PLACES) as Place[])('was really shown or refused, as a %s', (place) => {
    const shown = numbers.filter((i) => seen.has(markOf(place, i))).length
    const kept = { prompt: refused.prompt, siteName: refused.siteName, query: refused.query }
    // Long texts are cut, which takes the marks at their ends.
    expect(shown + (place in kept ? kept[place as keyof typeof kept] : 0)).toBeGreaterThan(95)
    expect(shown).toBeGreaterThan(place === 'prompt' ? 20 : 70)
  })

  it('reaches no description of a tool or a server', async () => {
    for (const { name } of MCP_SERVERS) {
      for (const era of MCP_ERAS) {
        for (const method of DESCRIBING) {
          const { text } = await postMcp(app, name, mcpRequest(era, { method }), key)
          expect(text).not.toMatch(/zoq|evil|obey/i)
        }
      }
    }
  })

  it('passes no route with a character that is unseen', async () => {
    const pages = await app.api('GET', `/pages/${site}?limit=100`, { token: key })
    const [first] = pages.body.data as unknown as { id: string }[]
    const paths = [
      '/sites?limit=100',
      `/sites/${site}`,
      `/pages/${site}?limit=100`,
      `/pages/${site}/${first!.id}`,
      `/prompts/${site}?limit=100`,
      `/prompts/${site}/export?limit=100`,
      `/topics/${site}?limit=100`,
      `/rules/${site}`,
      `/scan?siteId=${site}`,
      `/analytics/${site}/export?rows=questions&limit=100`,
      `/analytics/${site}/export?rows=events&limit=100`,
      ...DIMENSION_IDS.map(
        (dimension) => `/analytics/${site}/ai?dimensions=${dimension}&limit=100`,
      ),
      `/citations/${site}`,
      `/citations/${site}/queries?limit=100`,
      `/citations/${site}/checks?limit=100`,
      `/citations/${site}/checks/${checks[0]}`,
      `/citations/${site}/sources?limit=100`,
      `/citations/${site}/searches?limit=100`,
      '/org',
      '/org/assistant-calls?limit=100',
      '/keys',
    ]
    for (const path of paths) {
      let cursor: string | null | undefined
      do {
        const more = cursor ? `${path.includes('?') ? '&' : '?'}cursor=${cursor}` : ''
        const { status, body } = await app.api('GET', `${path}${more}`, { token: session })
        expect([path, status]).toEqual([path, 200])
        expect([path, unseenIn(body)]).toEqual([path, []])
        cursor = body.meta.nextCursor
        app.clock.advance({ ms: 100 })
      } while (cursor)
    }
  })

  it('is in no line of the log', () => {
    const found = app.logs.flatMap((line) => aroundMark(line) ?? [])
    expect(found).toEqual([])
    expect(app.logs.join('')).not.toMatch(/evil\.example|ignore-all-instructions/)
  })
})
