import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { widgetTexts } from '../domain/widget/widget-texts.ts'
import { CHROMIUM_PATH } from '../testing/chromium-path.ts'
import { PackedProject } from '../testing/packed-project.ts'
import { plainPage, startSite } from './testing/site-pages.ts'
import { openBrowser, SiteVisit } from './testing/site-visit.ts'
import { SITE_ID, WidgetService } from './testing/widget-service.ts'
import { widgetSettings } from './testing/widget-settings.ts'
import type { AnsweringServer } from './testing/answering-server.ts'

let browser: Awaited<ReturnType<typeof openBrowser>>
let service: WidgetService
let site: AnsweringServer
let project: PackedProject

const IMPORTS = {
  '@citable/ask-ai': '/node_modules/@citable/ask-ai/index.js',
  '@citable/ask-ai-widget': '/node_modules/@citable/ask-ai-widget/index.js',
}

/** Writes a page that imports the package as it was installed, without a bundler. */
const modulePage = (siteId: string): string =>
  plainPage(
    `<script type="importmap">${JSON.stringify({ imports: IMPORTS })}</script>
    <script type="module">
      import { showWidget } from '@citable/ask-ai-widget'
      const origin = { server: '${service.origin}', siteId: '${siteId}' }
      globalThis.shown = [await showWidget(origin), await showWidget(origin)]
    </script>`,
    '<ask-ai><a href="https://claude.ai/">A plain link</a></ask-ai>',
  )

beforeAll(async () => {
  project = new PackedProject()
  browser = await openBrowser(CHROMIUM_PATH)
  const { texts } = widgetTexts('en')
  service = await WidgetService.start((origin) => () => widgetSettings(origin, texts))
  site = await startSite((path) => {
    const [, name, file = ''] = /^\/node_modules\/(@citable\/[\w-]+)\/(.+)$/.exec(path) ?? []
    if (name === undefined) return modulePage(path === '/tea' ? SITE_ID : 'site_unknown')
    return { headers: { 'Content-Type': 'text/javascript' }, body: project.installed(name, file) }
  })
})

afterAll(async () => {
  await browser.close()
  await site[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
  project[Symbol.dispose]()
})

describe('the package of the widget, imported by a page', () => {
  it('shows the widget in the place of plain links, once', async () => {
    await using visit = await SiteVisit.open(browser, `${site.origin}/tea`)
    await visit.seen()
    expect(await visit.prompt()).toContain('Source: https://example.com/tea')
    expect(await visit.press('Claude')).toMatch(/^https:\/\/claude\.ai\/new\?q=Summarize/)
    await expect.poll(() => visit.page.evaluate('globalThis.shown')).toEqual([true, false])
    expect(await visit.widget.getByText('A plain link').isVisible()).toBe(false)
    expect(await visit.faults()).toEqual([])
    expect(visit.errors).toEqual([])
    expect(service.collected.map(({ kind }) => kind)).toContain('ai_click')
  })

  it('leaves the plain links where the service has nothing to say', async () => {
    await using visit = await SiteVisit.open(browser, `${site.origin}/other`)
    await expect.poll(() => visit.page.evaluate('globalThis.shown')).toEqual([true, false])
    await expect.poll(() => visit.lines.join()).toContain('ask-ai site_unknown')
    expect(await visit.widget.getByText('A plain link').isVisible()).toBe(true)
    expect(visit.errors).toEqual([])
  })
})
