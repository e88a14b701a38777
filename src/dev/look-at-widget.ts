import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CHROMIUM_PATH } from '../testing/chromium-path.ts'
import { startSite } from '../widget/testing/site-pages.ts'
import { openBrowser, SiteVisit } from '../widget/testing/site-visit.ts'
import { WidgetService } from '../widget/testing/widget-service.ts'
import { articleConfig, articlePage } from './look/widget-pages.ts'
import { WIDGET_PICTURES, WIDGET_SCENES } from './look/widget-scenes.ts'

/** Longer than any movement of the widget. */
const SETTLE_MS = 250

/**
 * Writes pictures of the widget in its states, as a Chromium of this machine shows them: all of them, or with `--docs` those of
 * the documentation.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      folder: { type: 'string' },
      docs: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
    },
  })
  const folder = resolve(values.folder ?? (values.docs ? 'docs/pictures' : 'data/widget'))
  mkdirSync(folder, { recursive: true })
  const browser = await openBrowser(CHROMIUM_PATH)
  const service = await WidgetService.start((origin) => (path) => {
    const [language = '', kind = ''] = partsOf(path)
    return articleConfig(origin, language, kind)
  })
  const site = await startSite((path) => {
    const [language = '', kind = ''] = partsOf(path)
    return articlePage(language, kind, service.tag())
  })
  for (const { name, language, kind, act, ...options } of WIDGET_SCENES) {
    const picture = WIDGET_PICTURES.get(name)
    if (!name.startsWith(values.only) || (values.docs && picture === undefined)) continue
    const url = `${site.origin}/${language}/${kind}`
    await using visit = await SiteVisit.open(browser, url, options)
    await act(visit)
    await visit.page.waitForTimeout(SETTLE_MS)
    const drawn = values.docs ? visit.page.locator('main') : visit.page
    await drawn.screenshot({ path: join(folder, `${values.docs ? picture : name}.png`) })
  }
  await site[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
  await browser.close()
}

/** The language of a page, and what differs on it. */
const partsOf = (path: string): string[] => path.split('/').slice(1)

await main()
