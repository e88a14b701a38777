import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CollectedEvent } from '../features/events/event-input.ts'
import { widgetTexts } from '../domain/widget/widget-texts.ts'
import { VERSION } from '../kernel/door/version.ts'
import { CHROMIUM_PATH } from '../testing/chromium-path.ts'
import { WidgetStage } from './testing/widget-stage.ts'

const { texts } = widgetTexts('en')
const ELSEWHERE = 'http://assistant.test/'

let stage: WidgetStage

beforeAll(async () => {
  stage = await WidgetStage.start(CHROMIUM_PATH, texts)
})

afterAll(() => stage[Symbol.asyncDispose]())

const HIDDEN = `Object.defineProperty(Document.prototype, 'hidden', { get: () => window.isHidden !== false })`
const SHOW = `window.isHidden = false; document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`

describe('events of the widget', () => {
  it('come once each, with the boot id, an id of their own, and what the page is', async () => {
    const path = stage.page()
    const query = '?utm_source=chatgpt.com&email=a%40b.c&utm_medium=x#top'
    await using visit = await stage.visit(path + query, { referer: `${ELSEWHERE}?q=secret` })
    await expect.poll(() => stage.kindsOf(visit)).toEqual(['referral', 'impression'])
    await visit.type('Is it green?')
    await visit.press('Claude')
    const kinds = ['referral', 'impression', 'question', 'ai_click']
    await expect.poll(() => stage.kindsOf(visit)).toEqual(kinds)
    const events = stage.eventsOf(visit)
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(4)
    expect(events.map(({ visibleMs }) => visibleMs)).toEqual([
      undefined,
      1_000,
      undefined,
      undefined,
    ])
    for (const { siteId, boot, ...event } of events) {
      expect([siteId, boot]).toEqual(['site_widget', 'boot_1'])
      // The service checks an event field by field, and refuses any other field.
      expect(CollectedEvent.safeParse(event).error).toBeUndefined()
    }
    expect(events.at(-1)).toEqual({
      siteId: 'site_widget',
      boot: 'boot_1',
      eventId: expect.stringMatching(/^[\d-]{10,64}$/),
      kind: 'ai_click',
      target: 'claude',
      promptKind: 'ask',
      url: `${stage.site.origin}${path}?utm_source=chatgpt.com&utm_medium=x`,
      title: 'Tea at noon',
      referrer: ELSEWHERE,
      language: 'en-US',
      widgetVersion: VERSION,
    })
  })

  it('name the prompt that was chosen', async () => {
    await using visit = await stage.open()
    await visit.unfold()
    await visit.radio('Key points').check()
    await visit.press('Perplexity')
    await expect.poll(() => stage.kindsOf(visit)).toContain('ai_click')
    const [click] = stage.eventsOf(visit).filter(({ kind }) => kind === 'ai_click')
    expect(click).toMatchObject({ promptKind: 'key_takeaways', promptId: 'prompt_2' })
  })

  it('are sent without a preflight and without a cookie', async () => {
    await using visit = await stage.open()
    await visit.press('Claude')
    await expect.poll(() => stage.kindsOf(visit)).toContain('ai_click')
    const sent = stage.service.requests.filter(({ path }) => path === '/api/v1/collect')
    expect(new Set(sent.map(({ method }) => method))).toEqual(new Set(['POST']))
    const types = new Set(sent.map(({ headers }) => headers['content-type']))
    expect(types).toEqual(new Set(['text/plain;charset=UTF-8']))
    expect(sent.filter(({ headers }) => headers['cookie'] !== undefined)).toEqual([])
  })

  it('arrive, once, also when the tab is closed at once', async () => {
    const path = stage.page()
    const visit = await stage.visit(path)
    await visit.seen()
    await visit.press('Claude')
    await visit.page.close()
    await expect.poll(() => stage.kindsOf(path)).toContain('ai_click')
    await visit[Symbol.asyncDispose]()
    expect(stage.kindsOf(path).filter((kind) => kind === 'ai_click')).toHaveLength(1)
  })

  it('go another way where the browser sends no beacon', async () => {
    const before = 'navigator.sendBeacon = () => false'
    await using visit = await stage.open({}, { before })
    await expect.poll(() => stage.kindsOf(visit)).toEqual(['impression'])
  })

  it('of a title or an address that is long stay within what is collected', async () => {
    const head = `${stage.service.tag()}<script>document.title = 'x'.repeat(900)</script>`
    await using visit = await stage.open({ head })
    await expect.poll(() => stage.kindsOf(visit)).toEqual(['impression'])
    expect(stage.eventsOf(visit)[0]?.['title']).toHaveLength(500)
  })
})

describe('an impression', () => {
  it('is told when half of the widget was in sight for a second, and not before', async () => {
    const body = '<p id="far">Tea</p>'
    const head = `${stage.service.tag()}<style>#far { height: 3000px }</style>`
    await using visit = await stage.open({ head, body })
    await visit.seen()
    await visit.button(texts.title).dispatchEvent('click')
    await visit.button(texts.copy_link).dispatchEvent('click')
    await expect.poll(() => stage.kindsOf(visit)).toEqual(['share'])
    await visit.widget.scrollIntoViewIfNeeded()
    await expect.poll(() => stage.kindsOf(visit)).toEqual(['share', 'impression'])
  })

  it('waits until somebody looks at the tab, as a landing does', async () => {
    await using visit = await stage.open({}, { before: HIDDEN, referer: ELSEWHERE })
    await visit.unfold()
    await visit.button(texts.copy_link).click()
    await expect.poll(() => stage.kindsOf(visit)).toEqual(['share'])
    await visit.page.evaluate(SHOW)
    await expect.poll(() => stage.kindsOf(visit)).toEqual(['share', 'referral', 'impression'])
    await visit.page.evaluate(SHOW)
    await visit.press('Claude')
    await expect.poll(() => stage.kindsOf(visit)).toContain('ai_click')
    expect(stage.kindsOf(visit)).toEqual(['share', 'referral', 'impression', 'ai_click'])
  })

  it('is one for two elements on a page', async () => {
    await using visit = await stage.open({ body: '<ask-ai></ask-ai><ask-ai></ask-ai>' })
    await expect.poll(() => visit.widget.count()).toBe(2)
    await expect.poll(() => stage.kindsOf(visit)).toEqual(['impression'])
    await visit.button(texts.title).last().click()
    await visit.button(texts.copy_link).click()
    await expect.poll(() => stage.kindsOf(visit)).toEqual(['impression', 'share'])
  })
})

describe('a landing', () => {
  it('is told once, and not when the page is loaded anew', async () => {
    await using visit = await stage.open({}, { referer: ELSEWHERE })
    await expect.poll(() => stage.kindsOf(visit)).toEqual(['referral', 'impression'])
    await visit.page.reload()
    const kinds = ['referral', 'impression', 'impression']
    await expect.poll(() => stage.kindsOf(visit)).toEqual(kinds)
  })

  it('is none from a page of the same site', async () => {
    await using visit = await stage.open({}, { referer: `${stage.site.origin}/other` })
    await expect.poll(() => stage.kindsOf(visit)).toEqual(['impression'])
  })
})

describe('nothing is told', () => {
  it.each([
    ['of a reader with Global Privacy Control', 'navigator.globalPrivacyControl = true', {}],
    [
      'of a reader who asks not to be tracked',
      "Object.defineProperty(navigator, 'doNotTrack', { get: () => '1' })",
      {},
    ],
    [
      'without the consent that the site needs',
      '',
      { consent: { required: true, respectGpc: true } },
    ],
    ['of page loads outside the sample', '', { sampleRate: 0 }],
  ])('%s', async (_, before, changes) => {
    await using visit = await stage.open({ changes }, { before, referer: ELSEWHERE })
    await visit.press('Claude')
    await using other = await stage.open()
    await expect.poll(() => stage.kindsOf(other)).toEqual(['impression'])
    expect(stage.kindsOf(visit)).toEqual([])
  })
})

describe('what is told again', () => {
  it('once the site says that it has consent', async () => {
    const changes = { consent: { required: true, respectGpc: true } }
    await using visit = await stage.open({ changes })
    await visit.seen()
    const consent = "document.querySelector('script[data-site-id]').dataset.consent = 'granted'"
    await visit.page.evaluate(consent)
    await visit.press('Claude')
    await expect.poll(() => stage.kindsOf(visit)).toContain('ai_click')
  })

  it('where the owner does not heed the signals', async () => {
    const changes = { consent: { required: false, respectGpc: false } }
    const before = 'navigator.globalPrivacyControl = true'
    await using visit = await stage.open({ changes }, { before })
    await expect.poll(() => stage.kindsOf(visit)).toEqual(['impression'])
  })
})
