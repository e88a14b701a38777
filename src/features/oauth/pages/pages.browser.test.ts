import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pressOn, tabTo, typeInto } from '../../../testing/by-keyboard.ts'
import { CHROMIUM_PATH } from '../../../testing/chromium-path.ts'
import { OAUTH_PAGES, serveOauthPages } from '../../../testing/oauth-pages.ts'
import type { AnsweringServer } from '../../../widget/testing/answering-server.ts'
import { openBrowser, SiteVisit, type VisitOptions } from '../../../widget/testing/site-visit.ts'

const posted: { path: string; fields: string[] }[] = []
let browser: Browser
let server: AnsweringServer

beforeAll(async () => {
  browser = await openBrowser(CHROMIUM_PATH)
  server = await serveOauthPages(OAUTH_PAGES, ({ path, body }) => {
    posted.push({ path, fields: [...new URLSearchParams(body)].map((pair) => pair.join('=')) })
  })
})

afterAll(async () => {
  await browser.close()
  await server[Symbol.asyncDispose]()
})

const visit = (path: string, options: VisitOptions = {}): Promise<SiteVisit> =>
  SiteVisit.open(browser, `${server.origin}${path}`, options)

const LOOKS = [320, 1_024].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
)

describe.each([...OAUTH_PAGES.keys()])('%s', (path) => {
  it.each(LOOKS)('is whole and silent in %j', async (look) => {
    await using seen = await visit(path, look)
    expect(await seen.faults()).toEqual([])
    expect(await seen.page.evaluate('document.documentElement.scrollWidth')).toBe(look.width)
    const background = look.colorScheme === 'dark' ? 'rgb(21, 24, 27)' : 'rgb(255, 255, 255)'
    expect(await seen.page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(
      background,
    )
    expect(seen.lines).toEqual([])
    expect(seen.errors).toEqual([])
  })

  it('has enough to press', async () => {
    await using seen = await visit(path, { width: 320 })
    const least = (selector: string): Promise<number> =>
      seen.page.evaluate<number>(
        `Math.min(...[...document.querySelectorAll('${selector}')].filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().height))`,
      )
    expect(await least('button:not(.plain), .field input, label.row')).toBeGreaterThanOrEqual(44)
    expect(await least('button')).toBeGreaterThanOrEqual(24)
  })
})

it('is whole with forced colours', async () => {
  await using seen = await visit('/consent-loopback', { forcedColors: 'active' })
  expect(await seen.faults()).toEqual([])
})

it('signs in by keyboard, from the field that has the focus', async () => {
  await using seen = await visit('/sign-in')
  // A busy browser sets the focus some time after the page has come.
  await seen.page.locator('[name=email]:focus').waitFor()
  await seen.page.keyboard.type('ada@tideline.example')
  await typeInto(seen.page, 'Password', 'three or four words')
  await seen.page.keyboard.press('Enter')
  await seen.page.getByText('Posted').waitFor()
  expect(posted.at(-1)).toEqual({
    path: '/sign-in',
    fields: [
      'next=/authorize?client_id=https%3A%2F%2Fclaude.ai%2Foauth%2Fclient&state=a%26b',
      'email=ada@tideline.example',
      'password=three or four words',
    ],
  })
})

describe('consent by keyboard', () => {
  it('posts what was chosen', async () => {
    await using seen = await visit('/consent')
    await pressOn(seen.page, 'All of them', 'ArrowDown')
    await pressOn(seen.page, 'shop.tideline.example', 'Space')
    await pressOn(seen.page, 'Organization', 'Space')
    await pressOn(seen.page, 'The questions that they typed', 'Space')
    await pressOn(seen.page, 'For 30 days', 'ArrowDown')
    await tabTo(seen.page, 'Let it read')
    const ring = await seen.page.evaluate<string>(
      '((style) => `${style.outlineWidth} ${style.outlineOffset}`)(getComputedStyle(document.activeElement))',
    )
    expect(ring).toBe('2px 2px')
    await seen.page.keyboard.press('Enter')
    await seen.page.getByText('Posted').waitFor()
    expect(posted.at(-1)).toEqual({
      path: '/authorize',
      fields: [
        'request=oar_sample',
        'organization=org_1',
        'sites=chosen',
        'site=site_2',
        'scope=analytics:read',
        'scope=sites:read',
        'scope=prompts:read',
        'scope=rules:read',
        'words=1',
        'lasts=idle',
        'do=allow',
      ],
    })
    expect(seen.lines).toEqual([])
  })

  it.each([
    ['Refuse', 'do=deny'],
    ['Use another account', 'do=leave'],
  ])('%s posts %s', async (name, field) => {
    await using seen = await visit('/consent')
    await pressOn(seen.page, name, 'Enter')
    await seen.page.getByText('Posted').waitFor()
    expect(posted.at(-1)?.fields).toEqual(expect.arrayContaining(['request=oar_sample', field]))
  })

  it('shows the page again, and allows nothing, for Enter on a choice', async () => {
    await using seen = await visit('/consent')
    await pressOn(seen.page, 'For 30 days', 'Enter')
    await seen.page.getByText('Posted').waitFor()
    expect(posted.at(-1)?.fields).toContain('do=organization')
    expect(posted.at(-1)?.fields).not.toContain('do=allow')
  })

  it('begins at what did not do, and shows another organization before anything of it is allowed', async () => {
    await using seen = await visit('/consent-loopback')
    expect(await seen.page.evaluate('document.activeElement.id')).toBe('error')
    await pressOn(seen.page, 'Tideline Media', 'ArrowDown')
    expect(await seen.page.getByRole('button', { name: 'Let it read' }).isVisible()).toBe(false)
    expect(await seen.page.getByRole('button', { name: 'Refuse' }).isVisible()).toBe(true)
    await pressOn(seen.page, 'Show its sites', 'Enter')
    await seen.page.getByText('Posted').waitFor()
    expect(posted.at(-1)?.fields).toEqual(
      expect.arrayContaining(['organization=org_2', 'do=organization']),
    )
  })

  it('shows single sites only where they count', async () => {
    await using seen = await visit('/consent')
    const site = seen.page.getByLabel('shop.tideline.example')
    expect(await site.isVisible()).toBe(false)
    await seen.page.getByLabel('Only some of them').check()
    expect(await site.isVisible()).toBe(true)
  })
})
