import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { widgetTexts } from '../domain/widget/widget-texts.ts'
import { CHROMIUM_PATH } from '../testing/chromium-path.ts'
import { plainPage, startSite } from './testing/site-pages.ts'
import { openBrowser, SiteVisit } from './testing/site-visit.ts'
import { widgetSettings } from './testing/widget-settings.ts'
import { WidgetService } from './testing/widget-service.ts'
import type { AnsweringServer } from './testing/answering-server.ts'

/**
 * Returns the policy of the pages below /strict, which have every fence that a browser has; the site's other pages have
 * none.
 */
const strictPolicy = (service: string): string =>
  `default-src 'none'; script-src ${service}; connect-src ${service}; style-src 'none'; ` +
  `require-trusted-types-for 'script'; trusted-types 'none'; base-uri 'none'; form-action 'none'`

let browser: Awaited<ReturnType<typeof openBrowser>>
let service: WidgetService
let site: AnsweringServer

beforeAll(async () => {
  browser = await openBrowser(CHROMIUM_PATH)
  service = await WidgetService.start((origin) => (path) => {
    const { language, texts } = widgetTexts(path.split('/')[2] ?? 'en')
    return { ...widgetSettings(origin, texts, {}, path), locale: language }
  })
  site = await startSite((path) => {
    const [, kind, lang = 'en'] = path.split('/')
    const body = plainPage(service.tag(), '', lang)
    const isStrict = kind === 'strict'
    return isStrict
      ? { headers: { 'Content-Security-Policy': strictPolicy(service.origin) }, body }
      : body
  })
})

afterAll(async () => {
  await browser.close()
  await site[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})

const cases = ['plain', 'strict'].flatMap((kind) =>
  (['light', 'dark'] as const).flatMap((colorScheme) =>
    [1_000, 320].flatMap((width) =>
      ['en', 'de', 'ja', 'ar'].map((lang) => ({ kind, colorScheme, width, lang })),
    ),
  ),
)

describe('one tag installs the widget', () => {
  it.each(cases)(
    'on a $kind page in $lang, $colorScheme, $width px wide, where axe finds nothing',
    async ({ kind, colorScheme, width, lang }) => {
      const url = `${site.origin}/${kind}/${lang}`
      await using visit = await SiteVisit.open(browser, url, { colorScheme, width })
      const { texts } = widgetTexts(lang)
      await visit.widget.getByRole('region', { name: texts.title }).waitFor()
      expect(await visit.faults()).toEqual([])
      await visit.unfold()
      await visit.widget.locator('summary').click()
      expect(await visit.prompt()).toContain('Source: https://example.com/')
      expect(await visit.faults()).toEqual([])
      expect(await visit.page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      expect(visit.errors).toEqual([])
      expect(visit.lines).toEqual([])
      expect(visit.opened).toEqual([])
    },
  )
})
