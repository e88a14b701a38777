import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { inspectOrg } from '../../testing/org-rows.ts'
import { pageStates } from '../../testing/page-states.ts'
import { promptsIn, ScannedSite, type PromptAnswer } from '../../testing/scanned-site.ts'
import type { TestApp } from '../../testing/start-test-app.ts'
import { heldPage, page } from '../../testing/web-site.ts'

// The scan, the prompts, the dry run and the lists of pages all show what rules decide about a page; they must agree.

/** The HTML by which a page states that it is a technical article. */
const CODE = '</p><div itemscope itemtype="https://schema.org/TechArticle"></div><p>'
const STEPS = '</p><div itemscope itemtype="https://schema.org/HowTo"></div><p>'
const RECIPE = '<script type="application/ld+json">{"@type":"Recipe","name":"Tea"}</script>'

const PAGES = {
  '/': page('Home', {
    links: ['/code', '/steps', '/shop', '/tea', '/blog/x', '/plain', '/locked', '/secret'],
  }),
  '/code': page('Tide interface', { text: `Call it like this. ${CODE}` }),
  '/steps': page('Launch a kayak', { text: `Do these in turn. ${STEPS}` }),
  '/shop': page('Rope', { text: 'The rope costs $ 20 a coil.' }),
  '/tea': page('Tea', { head: RECIPE }),
  '/blog/x': page('A post', { head: '<meta name="author" content="Ada Byron">' }),
  '/plain': page('Plain'),
  '/locked': page('Old interface', { text: `Call it so. ${CODE}` }),
  '/secret': page('Secret', { head: '<meta name="keywords" content="secret">' }),
}

interface DryRun {
  page: { type: string | null; status: string | null }
  matched: string[]
  result: {
    type?: string
    language?: string
    tags?: string[]
    targets?: string[]
    removeKinds?: string[]
    disableWidget?: boolean
    excludeFromScan?: boolean
  }
  explain: Record<string, unknown>
}

interface Listed {
  id: string
  path: string
  state: string
  type: string | null
  typeSource?: string | null
  tags: string[]
}

let app: TestApp
let site: ScannedSite | undefined

beforeAll(async () => {
  app = await ScannedSite.startApp()
})

afterEach(async () => {
  await site?.[Symbol.asyncDispose]()
  site = undefined
})

afterAll(() => app[Symbol.asyncDispose]())

/** Scans a site under some rules from its first scan on. */
async function scannedUnder(
  pages: Readonly<Record<string, string>>,
  rules: readonly Record<string, unknown>[],
): Promise<ScannedSite> {
  site = await ScannedSite.unscannedOn(app, pages)
  for (const rule of rules) await site.rule(rule)
  await site.scan()
  return site
}

async function dryRun(on: ScannedSite, path: string): Promise<DryRun> {
  const { body } = await on.call('POST', `/rules/${on.id}/test`, { path })
  expect(body.error).toBeNull()
  return body.data as unknown as DryRun
}

async function pagesOf(on: ScannedSite, query = ''): Promise<Map<string, Listed>> {
  const { body } = await on.call('GET', `/pages/${on.id}?limit=100${query}`)
  return new Map((body.data as unknown as Listed[]).map((one) => [one.path, one]))
}

/**
 * Reads the decisions about each page from the scan, the prompts, the dry run and the lists of pages, and expects that
 * they agree.
 */
async function expectOneAnswer(on: ScannedSite): Promise<void> {
  const prompts = await on.prompts()
  const pages = await pagesOf(on)
  for (const [path, listedPage] of pages) {
    const tried = await dryRun(on, path)
    const isOut = tried.result.excludeFromScan === true
    expect([path, listedPage.state]).toEqual([path, isOut ? 'excluded' : 'active'])
    expect(tried.page.status).toBe(listedPage.state)
    const prompt = prompts.get(path)
    expect([path, prompt === undefined]).toEqual([path, isOut])
    if (prompt) {
      expectSamePrompt(prompt, tried)
      await expectSamePage(on, listedPage, prompt, tried)
    }
  }
}

function expectSamePrompt(
  prompt: PromptAnswer,
  { page: facts, matched, result, explain }: DryRun,
): void {
  const { path } = prompt
  expect([path, prompt['ruleIds']]).toEqual([path, matched])
  expect([path, prompt.pageType]).toEqual([path, result.type ?? facts.type])
  expect([path, prompt['targets']]).toEqual([path, result.targets ?? null])
  expect(explain).toMatchObject(prompt['decidedBy'] as object)
  if (prompt.locked) return
  expect(prompt.state === 'disabled').toBe(result.disableWidget === true)
  if (result.language !== undefined) expect(prompt['language']).toBe(result.language)
  const kinds = prompt.templates.map(({ kind }) => kind)
  expect(kinds.filter((kind) => result.removeKinds?.includes(kind))).toEqual([])
}

async function expectSamePage(
  on: ScannedSite,
  { id, path, tags }: Listed,
  { pageType }: PromptAnswer,
  { result }: DryRun,
): Promise<void> {
  const { body } = await on.call('GET', `/pages/${on.id}/${id}`)
  const whole = body.data as unknown as Listed
  expect([path, whole.type, tags]).toEqual([path, pageType, result.tags ?? []])
  expect(whole.typeSource === 'rule').toBe(result.type !== undefined)
  expect([...(await pagesOf(on, `&type=${pageType}`)).keys()]).toContain(path)
  expect([...(await on.prompts(`&type=${pageType}`)).keys()]).toContain(path)
  for (const tag of tags) expect([...(await pagesOf(on, `&tag=${tag}`)).keys()]).toContain(path)
}

const TYPES = ['article', 'docs', 'howto', 'product', 'recipe', 'landing', 'other'] as const

describe('the page type in rules', () => {
  it('rules see the page’s own type in generation and in the dry run, whatever another rule sets', async () => {
    const on = await scannedUnder(PAGES, [
      { match: { type: 'docs' }, actions: { addTags: ['code'] } },
      { match: { path: '/code' }, actions: { setType: 'article' } },
    ])
    const { page: facts, matched, result } = await dryRun(on, '/code')
    expect([facts.type, result.type]).toEqual(['docs', 'article'])
    expect(matched).toHaveLength(2)
    expect((await on.prompt('/code'))['ruleIds']).toEqual(matched)
    expect((await pagesOf(on)).get('/code')).toMatchObject({ type: 'article', tags: ['code'] })
  })

  it('a rule on the type excludes pages from the first scan on, and in every later one', async () => {
    const on = await scannedUnder(PAGES, [
      { match: { type: 'docs' }, actions: { excludeFromScan: true } },
    ])
    for (const scan of [1, 2, 3]) {
      if (scan > 1) await on.scan()
      const states = pageStates(on.app.directory, on.org.id)
      expect([scan, states]).toMatchObject([scan, { '/code': 'excluded', '/locked': 'excluded' }])
      expect(Object.values(states).filter((state) => state !== 'excluded')).toHaveLength(7)
      expect([...(await on.prompts()).keys()]).not.toContain('/code')
      expect((await dryRun(on, '/code')).result).toEqual({ excludeFromScan: true })
    }
  })

  it('rules see the type of the page as it is, once a scan has found it changed', async () => {
    const on = await scannedUnder(PAGES, [
      { match: { type: 'docs' }, actions: { excludeFromScan: true } },
    ])
    on.web.pages.set('/code', page('Tide interface', { text: 'It has no code any more.' }))
    on.web.pages.set('/plain', page('Plain', { text: `Now with code. ${CODE}` }))
    await on.scan()
    expect(pageStates(on.app.directory, on.org.id)).toMatchObject({
      '/code': 'active',
      '/plain': 'excluded',
    })
    await expectOneAnswer(on)
  })
})

it('a dry run tries an excluded page as the scan tried it', async () => {
  const on = await scannedUnder({ '/': page('Ebb', { links: ['/a'] }), '/a': page('A') }, [
    { match: { status: 'active', titleContains: 'a' }, actions: { excludeFromScan: true } },
  ])
  expect(pageStates(on.app.directory, on.org.id)).toEqual({ '/': 'active', '/a': 'excluded' })
  await on.scan()
  expect(pageStates(on.app.directory, on.org.id)).toEqual({ '/': 'active', '/a': 'excluded' })
  await expectOneAnswer(on)
})

it('a prompt that is edited during a scan is made of what that scan wrote', async () => {
  const slow = heldPage(page('Slow'))
  const on = await scannedUnder(
    { '/': page('Home', { links: ['/a', '/slow'] }), '/a': page('A', { text: CODE }) },
    [
      { match: { type: 'docs' }, actions: { addTags: ['code'], setTargets: ['claude'] } },
      { match: { type: 'howto' }, actions: { addTags: ['steps'] } },
    ],
  )
  on.web.pages.set('/a', page('A', { text: STEPS })).set('/slow', slow.answer)
  const { body } = await on.call('POST', '/scan', { siteId: on.id })
  const id = String(body.data.id)
  using watch = on.app.app.services.context.signals.watch(id)
  const isWritten = () =>
    inspectOrg(on.app.directory, on.org.id, (db) =>
      db
        .prepare(
          "SELECT scan_num = (SELECT num FROM scan WHERE state = 'running') FROM page_record JOIN page ON num = page_num WHERE path = '/a'",
        )
        .pluck()
        .get(),
    ) === 1
  while (!isWritten()) await watch.next(1_000, new AbortController().signal)
  await on.call('DELETE', `/scan/${id}`)
  slow.release()
  await on.app.app.services.jobs.onIdle()
  const template = 'What does {{title|quote}} leave open?'
  await on.edit('/a', { templates: [{ kind: 'ask', template }] })
  on.web.pages.set('/slow', page('Slow'))
  await on.scan()
  await expectOneAnswer(on)
  expect((await pagesOf(on)).get('/a')).toMatchObject({ type: 'howto', tags: ['steps'] })
})

describe.each([
  ['of types alone', TYPES.map((type) => ({ match: { type }, actions: { addTags: [type] } }))],
  [
    'that set types',
    [
      ...TYPES.map((type) => ({ match: { type }, actions: { addTags: [type] } })),
      { match: { titleContains: 'interface' }, actions: { setType: 'faq' } },
      { match: { any: [{ type: 'product' }, { type: 'recipe' }] }, actions: { setType: 'legal' } },
      { match: { type: 'faq' }, actions: { disableWidget: true } },
    ],
  ],
  [
    'that exclude, keep and stop',
    [
      { match: { type: 'product' }, actions: { excludeFromScan: false } },
      { match: { tag: 'secret' }, actions: { excludeFromScan: true } },
      { match: { path: '/locked' }, actions: { setTargets: ['claude'] }, stop: true },
      { match: { not: { any: TYPES.map((type) => ({ type })) } }, actions: { addTags: ['none'] } },
      { match: { type: 'docs' }, actions: { excludeFromScan: true } },
      { match: { type: 'howto' }, actions: { removeKinds: ['apply'], setLanguage: 'de' } },
      { match: { status: 'excluded' }, actions: { addTags: ['out'] } },
    ],
  ],
])('rules %s', (_, rules) => {
  it('generation, dry run and scan agree on the rules, scan after scan', async () => {
    const on = await scannedUnder(PAGES, rules)
    await expectOneAnswer(on)
    const template = 'What does {{title|quote}} leave open?'
    await on.edit('/locked', { templates: [{ kind: 'ask', template }] })
    await on.edit('/blog/x', { state: 'disabled' })
    await on.edit('/blog/x', { state: 'active' })
    await expectOneAnswer(on)
    await on.scan()
    await expectOneAnswer(on)
    on.web.pages.set('/steps', page('Launch a kayak', { text: 'It is out of print.' }))
    on.web.pages.set('/locked', page('Old interface', { text: `A step. ${STEPS}` }))
    on.web.pages.set('/plain', page('Plain', { text: `Then it had code. ${CODE}` }))
    await on.scan()
    await expectOneAnswer(on)
    await on.call('POST', `/prompts/${on.id}/regenerate`, { all: true })
    await expectOneAnswer(on)
    const exported = promptsIn(await on.call('GET', `/prompts/${on.id}/export?limit=100`))
    expect(exported.map(({ path }) => path)).toEqual([...(await on.prompts()).keys()])
  })
})
