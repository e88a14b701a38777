import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { widgetTexts } from '../domain/widget/widget-texts.ts'
import { CHROMIUM_PATH } from '../testing/chromium-path.ts'
import { SITE_ID } from './testing/widget-service.ts'
import { WidgetStage } from './testing/widget-stage.ts'
import { widgetSettings } from './testing/widget-settings.ts'

const { texts } = widgetTexts('en')

let stage: WidgetStage

beforeAll(async () => {
  stage = await WidgetStage.start(CHROMIUM_PATH, texts)
  const { origin } = stage.service
  stage.service.configOf = (path) => {
    const query = path.startsWith('/none') ? undefined : ['t', 'lang', 'a', 'b', 'c']
    return widgetSettings(origin, texts, { query }, path)
  }
})

afterAll(() => stage[Symbol.asyncDispose]())

const SECRETS = 'email=anna%40example.com&sid=d41d8cd98f00b204e9800998ecf8427e'

/** Lists the pages below a path whose configuration was asked for. */
const askedFor = (path: string) =>
  stage.service.requests
    .filter((request) => request.path.endsWith('/config'))
    .map(({ query }) => query.get('path') ?? '')
    .filter((page) => page.split('?', 1)[0] === path)

/** Lists the addresses, without the origin, that events below a path reported. */
const toldOf = (path: string) => [
  ...new Set(stage.eventsOf(path).map(({ url }) => String(url).slice(stage.site.origin.length))),
]

describe('of a query the widget tells', () => {
  it.each([
    ['what the configuration names', `/c1?t=7&${SECRETS}`, ['/c1', '/c1?t=7']],
    ['in one order', `/c2?lang=de&x=1&t=7#top`, ['/c2', '/c2?lang=de&t=7']],
    ['beside campaigns', `/c3?t=7&utm_source=x&${SECRETS}`, ['/c3', '/c3?t=7'], '&utm_source=x'],
    ['no token', '/c4?t=3f2504e0-4f89-11d3-9a0c-0305e82c3301', ['/c4'], '?'],
    ['no address', '/c5?t=anna%40example.com&lang=https%3A%2F%2Fx.example', ['/c5'], '?'],
    [
      'nothing long',
      `/c6?t=${'x'.repeat(65)}&lang=${'y'.repeat(64)}`,
      ['/c6', `/c6?lang=${'y'.repeat(64)}`],
    ],
    ['four parameters', '/c7?c=5&b=4&a=3&lang=2&t=1', ['/c7', '/c7?a=3&b=4&lang=2&t=1']],
    ['nothing by default', `/none?t=7&${SECRETS}`, ['/none'], '?'],
  ])('%s: %s', async (_, address, asked, end = '&') => {
    const [path = ''] = address.split('?')
    await using visit = await stage.visit(address)
    await visit.press('Claude')
    await expect.poll(() => toldOf(path)).toEqual([`${asked.at(-1)}${end}`])
    expect(askedFor(path)).toEqual(asked)
    const sent = JSON.stringify(stage.eventsOf(path)) + JSON.stringify(askedFor(path))
    expect(sent).not.toMatch(/anna|d41d8|3f2504|xxx/)
  })

  it.each([
    ['one', 't', '/tag1?t=7&lang=de', '/tag1?t=7'],
    ['several', ' lang, t ', '/tag2?t=7&lang=de&a=1', '/tag2?lang=de&t=7'],
    ['five, of which four count', 'z y t lang a', '/tag3?a=1&t=7', '/tag3?t=7'],
    ['none', '', '/tag4?t=7', '/tag4'],
  ])('what its tag names, in one request: %s', async (_, names, address, asked) => {
    const [path = ''] = address.split('?')
    const tag = stage.service.tag().replace(' data-site-id', ` data-query="${names}" data-site-id`)
    expect(tag).toContain(SITE_ID)
    stage.pageAt(path, { head: tag })
    await using visit = await stage.visit(address)
    await visit.press('Claude')
    await expect.poll(() => toldOf(path)).toEqual([`${asked}${asked.includes('?') ? '&' : '?'}`])
    expect(askedFor(path)).toEqual([asked])
  })

  it('each page that a script shows by another value, and where its reader came from', async () => {
    await using visit = await stage.visit('/spa?t=1', { referer: 'http://elsewhere.test/' })
    await visit.press('Claude')
    await visit.page.evaluate(`history.pushState(null, '', '/spa?t=2&sid=1')`)
    await expect.poll(() => askedFor('/spa')).toEqual(['/spa', '/spa?t=1', '/spa?t=2'])
    await visit.page.evaluate(`history.pushState(null, '', '/spa?t=2&sid=2')`)
    await expect.poll(() => visit.prompt()).toContain('/spa?t=2')
    await visit.press('Claude')
    await expect.poll(() => toldOf('/spa')).toEqual(['/spa?t=1&', '/spa?t=2&'])
    const clicks = stage.eventsOf('/spa').filter(({ kind }) => kind === 'ai_click')
    expect(clicks.map(({ referrer }) => referrer)).toEqual([
      'http://elsewhere.test/',
      `${stage.site.origin}/spa`,
    ])
    expect(askedFor('/spa')).toHaveLength(3)
  })
})
