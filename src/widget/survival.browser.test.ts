import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { widgetTexts } from '../domain/widget/widget-texts.ts'
import { CHROMIUM_PATH } from '../testing/chromium-path.ts'
import { WidgetStage } from './testing/widget-stage.ts'
import { WidgetService } from './testing/widget-service.ts'
import { widgetScript } from './widget-script.ts'

const { texts } = widgetTexts('en')
const CHILD = '<ask-ai><a href="https://claude.ai/new?q=Tea">Ask Claude</a></ask-ai>'

let stage: WidgetStage

beforeAll(async () => {
  stage = await WidgetStage.start(CHROMIUM_PATH, texts)
})

afterAll(() => stage[Symbol.asyncDispose]())

const digest = (text: string): string =>
  `sha384-${createHash('sha384').update(text).digest('base64')}`

const pinned = (integrity: string): string =>
  `<script src="${stage.service.scriptUrl}" data-site-id="site_widget" integrity="${integrity}" crossorigin></script>`

describe('the children that a page gives the element', () => {
  it('give way to the widget', async () => {
    await using visit = await stage.open({ body: CHILD })
    await visit.seen()
    expect(await visit.page.getByText('Ask Claude').isVisible()).toBe(false)
    expect(await visit.widget.count()).toBe(1)
  })

  it('stay without a tag', async () => {
    await using visit = await stage.open({ head: '', body: CHILD })
    expect(await visit.page.getByText('Ask Claude').isVisible()).toBe(true)
  })

  it('stay where the service is down, and nothing is thrown', async () => {
    const gone = await WidgetService.start(() => () => undefined)
    const script = await widgetScript()
    const path = stage.page({ head: script })
    const head = `<script src="${path}" data-site-id="site_widget"></script>`
    await gone[Symbol.asyncDispose]()
    await using lost = await stage.open({ head: gone.tag(), body: CHILD })
    expect(await lost.page.getByText('Ask Claude').isVisible()).toBe(true)
    expect(lost.errors).toEqual([])
    await using cut = await stage.open({ head, body: CHILD })
    expect(await cut.page.getByText('Ask Claude').isVisible()).toBe(true)
  })

  it('stay for a site that nobody knows, which is said in one line', async () => {
    await using visit = await stage.open({ head: stage.service.tag('site_none'), body: CHILD })
    await expect.poll(() => visit.lines.filter((line) => line.startsWith('ask-ai'))).toHaveLength(1)
    expect(visit.lines.join()).toContain('site_none')
    expect(await visit.page.getByText('Ask Claude').isVisible()).toBe(true)
    expect(visit.errors).toEqual([])
  })

  it.each([
    ['switched off', { enabled: false }],
    ['without prompts', { prompts: { default: [] } }],
  ])('stay on a page %s', async (_, changes) => {
    await using visit = await stage.open({ changes, body: CHILD })
    const asked = () => stage.service.requests.filter(({ query }) => query.get('path') === path)
    const path = new URL(visit.page.url()).pathname
    await expect.poll(asked).toHaveLength(1)
    expect(await visit.page.getByText('Ask Claude').isVisible()).toBe(true)
    expect(visit.errors).toEqual([])
  })

  it('stay where the answer is no configuration at all', async () => {
    const changes = { targets: null, strings: null, theme: null }
    await using visit = await stage.open({ changes, body: CHILD })
    await visit.page.waitForLoadState('networkidle')
    expect(await visit.page.getByText('Ask Claude').isVisible()).toBe(true)
    expect(visit.errors).toEqual([])
  })
})

describe('a page', () => {
  it('has one widget for two tags', async () => {
    const head = stage.service.tag() + stage.service.tag()
    await using visit = await stage.open({ head })
    await expect.poll(() => stage.kindsOf(visit)).toEqual(['impression'])
    expect(await visit.widget.count()).toBe(1)
    expect(visit.errors).toEqual([])
  })

  it('may put the element in later', async () => {
    const placement = { selector: '#nowhere', position: 'after' }
    await using visit = await stage.open({ changes: { placement } })
    await visit.page.waitForLoadState('networkidle')
    expect(await visit.widget.count()).toBe(0)
    await visit.page.evaluate("document.body.append(document.createElement('ask-ai'))")
    await visit.seen()
  })

  it('that a script shows without loading it has its own prompts and its own impression', async () => {
    const second = stage.page()
    await using visit = await stage.open()
    const first = visit.page.url()
    await expect.poll(() => stage.kindsOf(visit)).toEqual(['impression'])
    await visit.page.evaluate(`history.pushState(null, '', '${second}')`)
    await expect.poll(() => visit.prompt()).toContain(second)
    await expect.poll(() => stage.kindsOf(second)).toEqual(['impression'])
    expect(stage.eventsOf(second)[0]?.['referrer']).toBe(first)
    await visit.page.evaluate('history.back()')
    await expect.poll(() => visit.prompt()).toContain(new URL(first).pathname)
    await expect.poll(() => stage.kindsOf(visit)).toEqual(['impression', 'impression'])
  })

  it('has nothing of the page before where a script shows one that is switched off', async () => {
    const second = stage.page({ changes: { enabled: false } })
    await using visit = await stage.open({ body: CHILD })
    await visit.seen()
    await visit.page.evaluate(`history.pushState(null, '', '${second}')`)
    await visit.page.getByText('Ask Claude').waitFor()
    expect(await visit.button(texts.title).count()).toBe(0)
  })

  it('does not ask again where a script changes what is behind the path', async () => {
    await using visit = await stage.open()
    await visit.type('Is it green?')
    await visit.page.evaluate("history.replaceState(null, '', '?tab=2#part')")
    await expect.poll(() => stage.kindsOf(visit)).toEqual(['impression'])
    expect(await visit.field.inputValue()).toBe('Is it green?')
  })

  it('comes back as it was left, typed question and all, and is no second impression', async () => {
    await using visit = await stage.open()
    const path = new URL(visit.page.url()).pathname
    await expect.poll(() => stage.kindsOf(path)).toEqual(['impression'])
    await visit.page.evaluate(
      "addEventListener('pageshow', ({ persisted }) => { window.wasKept = persisted })",
    )
    await visit.type('Is it green?')
    await visit.page.goto(stage.site.origin + stage.page({ head: '' }))
    await visit.page.goBack({ waitUntil: 'commit' })
    await expect.poll(() => visit.page.evaluate('window.wasKept')).toBe(true)
    expect(await visit.prompt()).toMatch(/^Is it green\?/)
    await visit.press('Claude')
    await expect.poll(() => stage.kindsOf(path)).toContain('ai_click')
    expect(stage.kindsOf(path)).toEqual(['impression', 'question', 'ai_click'])
  })

  it('may pin the script to its digest, and a browser refuses any other', async () => {
    const right = digest(await widgetScript())
    await using visit = await stage.open({ head: pinned(right) })
    await visit.seen()
    await using other = await stage.open({ head: pinned(digest('another')), body: CHILD })
    expect(await other.page.getByText('Ask Claude').isVisible()).toBe(true)
    expect(await other.page.evaluate("customElements.get('ask-ai') === undefined")).toBe(true)
  })

  it('works where the browser keeps nothing for it, and keeps nothing itself', async () => {
    const before = `for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
      Object.defineProperty(window, name, { get() { throw new Error('blocked') } })
    }
    Object.defineProperty(Document.prototype, 'cookie', { get() { throw new Error('blocked') } })`
    await using visit = await stage.open({}, { before })
    await visit.press('Claude')
    await expect.poll(() => stage.kindsOf(visit)).toContain('impression')
    expect(visit.errors).toEqual([])
    expect(await visit.cookies()).toEqual([])
  })

  it('whose events are blocked works all the same', async () => {
    const before = `navigator.sendBeacon = undefined`
    const endpoint = 'http://127.0.0.1:9/api/v1/collect'
    await using visit = await stage.open({ changes: { endpoint } }, { before })
    expect(await visit.press('Claude')).toContain('https://claude.ai/')
    expect(visit.errors).toEqual([])
  })

  it('of another host over plain http works too', async () => {
    await using visit = await stage.open({}, { host: 'site.test' })
    await visit.press('Claude')
    await expect.poll(() => stage.kindsOf(visit)).toContain('ai_click')
    expect(visit.errors).toEqual([])
  })

  it('may be a file', async () => {
    const file = `data:text/html,${encodeURIComponent(`<main>${stage.service.tag()}</main>`)}`
    await using visit = await stage.open({ head: '' })
    await visit.page.goto(file)
    await visit.page.waitForLoadState('networkidle')
    expect(visit.errors).toEqual([])
  })
})
