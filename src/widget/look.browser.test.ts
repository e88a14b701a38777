import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { widgetTexts } from '../domain/widget/widget-texts.ts'
import { CHROMIUM_PATH } from '../testing/chromium-path.ts'
import type { VisitOptions } from './testing/site-visit.ts'
import { TARGETS } from './testing/widget-settings.ts'
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
  it.each([
    ['bar', 'end', '.row'],
    ['inline', 'end', '.panel .head'],
    ['button', 'end', '.pill'],
    ['bar', 'float', '.pill'],
    ['inline', 'float', '.pill'],
  ])(
    '%s at %s begins with its own, leads to the same, and axe finds nothing',
    async (mode, position, begins) => {
      const changes = { mode, placement: { selector: null, position } }
      await using visit = await stage.open({ changes }, { width: 320 })
      await visit.seen()
      expect(await visit.widget.locator(begins).isVisible()).toBe(true)
      expect(await visit.faults()).toEqual([])
      await visit.unfold()
      expect(await visit.go.textContent()).toBe('Ask ChatGPT')
      expect(await visit.faults()).toEqual([])
      const box = await visit.panel.boundingBox()
      expect(box?.x).toBeGreaterThanOrEqual(0)
      expect(box?.y).toBeGreaterThanOrEqual(0)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320)
    },
  )

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

const LONG = '<p>Tea is best at noon, and nobody knows why that is so.</p>'

describe('the place', () => {
  it.each([
    ['before', 'previousElementSibling'],
    ['after', 'nextElementSibling'],
  ])('may be %s what the owner names', async (position, side) => {
    const placement = { selector: 'h1', position }
    await using visit = await stage.open({ changes: { placement } })
    await visit.seen()
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
      await visit.seen()
      const found = `document.querySelector('main').${side}?.localName`
      expect(await visit.page.evaluate(found)).toBe('ask-ai')
    },
  )

  it.each([
    ['flat', `<div id="text">${LONG}${LONG}</div><div>${LONG}</div>`, '#text > p + ask-ai'],
    [
      'in sections',
      `<div id="text"><div>${LONG}</div><div>${LONG}</div><div>${LONG}</div></div><nav>${LONG.repeat(9)}</nav>`,
      '#text > div + ask-ai',
    ],
    ['in the body', `${LONG}<footer>${LONG.repeat(9)}</footer>`, 'body > ask-ai + footer'],
    ['not there', `<div>Tea<footer>Imprint</footer></div>`, 'div > ask-ai + footer'],
  ])(
    'without a main part is where the longest text ends, above the footer: %s',
    async (_, body, found) => {
      const page = `<!doctype html><html lang="en"><title>Tea</title>${stage.service.tag()}<body>${body}`
      await using visit = await stage.open({ html: page })
      await visit.seen()
      expect(await visit.page.locator(found).count()).toBe(1)
    },
  )

  it('that is not on the page, or is none, is said once on the console, and waited for', async () => {
    for (const selector of ['#late', '[[[']) {
      const placement = { selector, position: 'after' }
      await using visit = await stage.open({ changes: { placement } })
      const said = () => visit.lines.filter((line) => line.includes(`No element ${selector}`))
      await expect.poll(said).toHaveLength(1)
      expect(await visit.widget.count()).toBe(0)
      await visit.page.evaluate("document.querySelector('h1').id = 'late'")
      if (selector === '#late') await visit.seen()
      expect(said()).toHaveLength(1)
      expect(visit.errors).toEqual([])
    }
  })

  it('that a framework makes anew gets the widget back as it was left', async () => {
    await using visit = await stage.open()
    await visit.type('Is it green?')
    await visit.page.evaluate(
      `document.querySelector('main').replaceChildren(Object.assign(document.createElement('h1'), { textContent: 'Hydrated' }))`,
    )
    await visit.seen()
    expect(await visit.page.locator('main > h1 + ask-ai').count()).toBe(1)
    expect(await visit.field.inputValue()).toBe('Is it green?')
    await expect.poll(() => stage.kindsOf(visit)).toEqual(['impression'])
  })
})

/** Sums how far the layout of a page moves the elements that were there before. */
const SHIFTS = `window.shifts = 0
new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => { window.shifts += value })).observe({ type: 'layout-shift', buffered: true })`

describe('the look', () => {
  it('is safe from the style of the page', async () => {
    const style =
      '<style>* { all: unset !important } a, button, input, section { display: none !important; color: red !important; font-size: 1px !important }</style>'
    await using visit = await stage.open({ head: style + stage.service.tag() })
    await visit.unfold()
    expect(await visit.page.evaluate(styleOf('.go', 'color'))).not.toBe('rgb(255, 0, 0)')
    const box = await visit.go.boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
    expect(await visit.faults()).toEqual([])
    expect(await visit.press('Claude')).toContain('https://claude.ai/')
  })

  it('keeps words that are longer than it within it', async () => {
    const word = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(2)
    const questions = [{ text: `${word}?`, origin: 'page' }]
    const strings = { ...texts, title: word, copy_link: word, go: `${word} {}` }
    const targets = TARGETS.map((target) => ({ ...target, label: `${target.label}${word}` }))
    await using visit = await stage.open(
      { changes: { questions, strings, targets } },
      { width: 320 },
    )
    await visit.unfold()
    await visit.widget.locator('summary').click()
    expect(await visit.page.evaluate('document.documentElement.scrollWidth')).toBe(320)
    expect(await visit.faults()).toEqual([])
  })

  it.each([
    ['.toggle', 44],
    ['input.ask', 44],
    ['.tile', 44],
    ['.go', 44],
    ['button.copy', 44],
    ['.panel .chip input', 42],
    ['summary', 34],
    ['.more button', 34],
  ])('has room to press for each %s: %i pixels', async (part, pixels) => {
    await using visit = await stage.open()
    await visit.unfold()
    const all = `[...document.querySelector('ask-ai').shadowRoot.querySelectorAll('${part}')]`
    const heights = await visit.page.evaluate<number[]>(`${all}.map((one) => one.offsetHeight)`)
    expect(heights.length).toBeGreaterThan(0)
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(pixels)
  })

  it('is the owner’s by the configuration, and by custom properties and parts over it', async () => {
    const theme = { scheme: 'dark', accent: '#ffee00', radius: 3 }
    const own =
      '<style>ask-ai { --ask-ai-radius: 7px } ask-ai::part(toggle) { font-size: 40px }</style>'
    await using visit = await stage.open({ changes: { theme }, head: own + stage.service.tag() })
    await visit.unfold()
    expect(await visit.page.evaluate(styleOf('.go', 'backgroundColor'))).toBe('rgb(255, 238, 0)')
    expect(await visit.page.evaluate(styleOf('section', 'borderRadius'))).toBe('7px')
    expect(await visit.page.evaluate(styleOf('.toggle', 'fontSize'))).toBe('40px')
    expect(await visit.page.evaluate(styleOf('section', 'color'))).toBe('rgb(255, 255, 255)')
  })

  it.each<[string, VisitOptions & { style?: string }]>([
    ['a light page', { colorScheme: 'light' }],
    ['a dark page', { colorScheme: 'dark' }],
    ['a page that is dark and does not say so', { style: 'body{background:#111;color:#eee}' }],
    [
      'a page of its own colours',
      { style: 'body{background:#fbf4e6;color:#3a2f22}ask-ai{--ask-ai-accent:#8a3b12}' },
    ],
    ['a bright accent', { style: 'ask-ai{--ask-ai-accent:#ffd400}' }],
    ['forced colours', { forcedColors: 'active' }],
  ])('is read well on %s, by all rules of axe', async (_, { style = '', ...options }) => {
    const head = `<style>${style}</style>${stage.service.tag()}`
    await using visit = await stage.open({ head }, options)
    await visit.type('Is it green?')
    await visit.widget.locator('summary').click()
    expect(await visit.faults()).toEqual([])
  })

  it('takes room that was kept for it, so that nothing moves', async () => {
    const head = `<script>${SHIFTS}</script><style>ask-ai { display: block; min-height: 54px }</style>${stage.service.tag()}`
    const body = '<ask-ai></ask-ai><p>After the widget</p>'
    await using visit = await stage.open({ head, body })
    await visit.seen()
    await expect.poll(() => stage.kindsOf(visit)).toEqual(['impression'])
    expect(await visit.page.evaluate('window.shifts')).toBe(0)
  })
})
