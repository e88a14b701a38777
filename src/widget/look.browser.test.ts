import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { widgetTexts } from '../domain/widget/widget-texts.ts'
import { CHROMIUM_PATH } from '../testing/chromium-path.ts'
import { WidgetStage } from './testing/widget-stage.ts'

const { texts } = widgetTexts('en')

let stage: WidgetStage

beforeAll(async () => {
  stage = await WidgetStage.start(CHROMIUM_PATH, texts)
})

afterAll(() => stage[Symbol.asyncDispose]())

const styleOf = (part: string, property: string): string =>
  `getComputedStyle(document.querySelector('ask-ai').shadowRoot.querySelector('${part}')).${property}`

describe('the modes', () => {
  it.each(['bar', 'inline', 'button'])('%s shows the same, and axe finds nothing', async (mode) => {
    await using visit = await stage.open({ changes: { mode } })
    await visit.widget.getByRole('region', { name: texts.title }).waitFor()
    const toggle = visit.widget.locator('section > details > summary')
    await (mode === 'button' ? toggle.click() : toggle.count())
    await visit.link('Claude').waitFor()
    expect(await visit.faults()).toEqual([])
  })

  it('headless draws nothing and gives the page what it needs to', async () => {
    const body = '<ask-ai><span>Mine</span></ask-ai>'
    const listener = `<script>addEventListener('ask-ai', ({ detail }) => { window.given = detail })</script>`
    const head = listener + stage.service.tag()
    await using visit = await stage.open({ changes: { mode: 'headless' }, head, body })
    await expect.poll(() => visit.page.evaluate('Boolean(window.given)')).toBe(true)
    expect(await visit.page.evaluate("document.querySelector('ask-ai').shadowRoot")).toBeNull()
    expect(await visit.page.getByText('Mine').isVisible()).toBe(true)
    const { clean, href } = await visit.page.evaluate<{ clean: string; href: string }>(
      `({ clean: given.clean(' a\\u200b  b '), href: given.link(given.config.targets[1], 'a b') })`,
    )
    expect(clean).toBe('a b')
    expect(href).toBe('https://claude.ai/new?q=a%20b')
    await visit.page.evaluate("given.tell({ kind: 'impression' })")
    await expect.poll(() => stage.kindsOf(visit)).toEqual(['impression'])
  })
})

describe('the place', () => {
  it.each([
    ['before', 'previousElementSibling', 'nextElementSibling'],
    ['after', 'nextElementSibling', 'previousElementSibling'],
  ])('may be %s what the owner names', async (position, side) => {
    const placement = { selector: 'h1', position }
    await using visit = await stage.open({ changes: { placement } })
    await visit.link('Claude').waitFor()
    const found = `document.querySelector('h1').${side}?.localName`
    expect(await visit.page.evaluate(found)).toBe('ask-ai')
  })

  it.each([
    ['start', 'firstElementChild'],
    ['end', 'lastElementChild'],
  ])(
    'may be the %s of it, which without a word is the text of the page',
    async (position, side) => {
      await using visit = await stage.open({ changes: { placement: { selector: null, position } } })
      await visit.link('Claude').waitFor()
      const found = `document.querySelector('main').${side}?.localName`
      expect(await visit.page.evaluate(found)).toBe('ask-ai')
    },
  )

  it('is nowhere on a page that has no such place, nor with a selector that is none', async () => {
    for (const selector of ['#nowhere', '[[[']) {
      const placement = { selector, position: 'after' }
      await using visit = await stage.open({ changes: { placement } })
      await visit.page.waitForLoadState('networkidle')
      expect(await visit.widget.count()).toBe(0)
      expect(visit.errors).toEqual([])
    }
  })

  it('floats over the page and fits into a small one', async () => {
    const placement = { selector: null, position: 'float' }
    await using visit = await stage.open({ changes: { mode: 'button', placement } }, { width: 320 })
    await visit.widget.locator('summary').first().click()
    const box = await visit.widget.locator('section').boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect(box?.y).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320)
    expect(await visit.faults()).toEqual([])
  })
})

describe('the look', () => {
  it('is safe from the style of the page', async () => {
    const style =
      '<style>* { all: unset !important } a, button, section { display: none !important; color: red !important; font-size: 1px !important }</style>'
    await using visit = await stage.open({ head: style + stage.service.tag() })
    await visit.link('Claude').waitFor()
    expect(await visit.page.evaluate(styleOf('a', 'color'))).not.toBe('rgb(255, 0, 0)')
    const box = await visit.link('Claude').boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
    expect(await visit.press('Claude')).toContain('https://claude.ai/')
  })

  it.each(['a', 'button', 'input', 'summary'])(
    'has 44 pixels to press for each %s',
    async (tag) => {
      await using visit = await stage.open()
      await visit.link('Claude').waitFor()
      const all = `[...document.querySelector('ask-ai').shadowRoot.querySelectorAll('${tag}')]`
      const heights = await visit.page.evaluate<number[]>(`${all}.map((one) => one.offsetHeight)`)
      expect(heights.length).toBeGreaterThan(0)
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
    },
  )

  it('is the owner’s by the configuration, and by custom properties and parts over it', async () => {
    const theme = { scheme: 'dark', accent: '#ff0000', radius: 3 }
    const own =
      '<style>ask-ai { --ask-ai-radius: 7px } ask-ai::part(strong) { font-size: 40px }</style>'
    await using visit = await stage.open({ changes: { theme }, head: own + stage.service.tag() })
    await visit.link('Claude').waitFor()
    expect(await visit.page.evaluate(styleOf('a', 'borderTopColor'))).toBe('rgb(255, 0, 0)')
    expect(await visit.page.evaluate(styleOf('a', 'borderRadius'))).toBe('7px')
    expect(await visit.page.evaluate(styleOf('strong', 'fontSize'))).toBe('40px')
    expect(await visit.page.evaluate(styleOf('div', 'backgroundColor'))).toBe('rgb(18, 18, 18)')
  })

  it.each([
    ['light', 'rgb(255, 255, 255)'],
    ['dark', 'rgb(18, 18, 18)'],
  ] as const)('is %s on a page that is', async (colorScheme, color) => {
    await using visit = await stage.open({}, { colorScheme })
    await visit.link('Claude').waitFor()
    expect(await visit.page.evaluate(styleOf('div', 'backgroundColor'))).toBe(color)
  })

  it('is whole with forced colours', async () => {
    await using visit = await stage.open({}, { forcedColors: 'active' })
    await visit.link('Claude').waitFor()
    expect(await visit.page.evaluate(styleOf('a', 'borderTopStyle'))).toBe('solid')
    expect(await visit.faults()).toEqual([])
  })
})
