import { existsSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { widgetTexts } from '../../src/domain/widget/widget-texts.ts'
import { CHROMIUM_PATH } from '../../src/testing/chromium-path.ts'
import { AnsweringServer } from '../../src/widget/testing/answering-server.ts'
import { openBrowser } from '../../src/widget/testing/site-visit.ts'
import { WidgetService } from '../../src/widget/testing/widget-service.ts'
import { widgetSettings } from '../../src/widget/testing/widget-settings.ts'
import { widgetScript } from '../../src/widget/widget-script.ts'
import type { Baselines } from '../harness/bundle-baselines.ts'
import { progress } from '../harness/progress.ts'
import { print, printTable } from '../harness/report.ts'
import { median } from '../harness/statistics.ts'
import type { Settings } from '../settings.ts'

const MAX_GZIP_BYTES = 7_000
const LOADS_A_ROUND = 5

const EMPTY_ELEMENT = `customElements.define('ask-ai', class extends HTMLElement {
  connectedCallback() { this.attachShadow({ mode: 'open' }).append(document.createElement('a')) }
})`

/** Says when the row, or the link of the empty element, is there. */
const WATCH = `(function look() {
  if (document.querySelector('ask-ai')?.shadowRoot?.querySelector('a, button')) window.readyAt = performance.now()
  else setTimeout(look)
})()`

interface Load {
  scriptMs: number
  readyMs: number
}

/**
 * Measures the widget's size, and what a page pays for it in Chromium compared with an empty element; returns whether
 * the widget is small enough.
 */
export async function runWidgetSuite(
  _: Baselines,
  __: string,
  settings: Settings,
): Promise<boolean> {
  print('\n## The widget')
  const bytes = gzipSync(await widgetScript(), { level: 9 }).length
  print(`${bytes} bytes packed (limit ${MAX_GZIP_BYTES})`)
  if (existsSync(CHROMIUM_PATH)) await measureLoads(settings)
  else print(`no browser at ${CHROMIUM_PATH}, so what it costs a page is left out`)
  return bytes <= MAX_GZIP_BYTES
}

const pageWith = (script: string): string =>
  `<!doctype html><html lang="en"><title>Tea</title><main><ask-ai></ask-ai></main>${script}`

async function measureLoads({ rounds }: Settings): Promise<void> {
  await using service = await WidgetService.start(
    (origin) => (path) => widgetSettings(origin, widgetTexts('en').texts, {}, path),
  )
  await using site = await AnsweringServer.start(({ path }) => {
    if (path === '/empty.js') {
      return { headers: { 'Content-Type': 'text/javascript' }, body: EMPTY_ELEMENT }
    }
    const script = path === '/empty' ? '<script async src="/empty.js"></script>' : service.tag()
    return { headers: { 'Content-Type': 'text/html' }, body: pageWith(script) }
  })
  const browser = await openBrowser(CHROMIUM_PATH)
  try {
    report(await measureInTurns(browser, site.origin, rounds))
  } finally {
    await browser.close()
  }
}

const VARIANTS = ['empty', 'widget'] as const
type LoadsByName = Record<(typeof VARIANTS)[number], Load[]>

async function measureInTurns(
  browser: Browser,
  origin: string,
  rounds: number,
): Promise<LoadsByName> {
  const loads: LoadsByName = { empty: [], widget: [] }
  // The first of each warms the browser up.
  for (const name of VARIANTS) await measureLoad(browser, `${origin}/${name}`)
  const sinceMs = progress.nowMs
  for (let round = 0; round < rounds * LOADS_A_ROUND; round++) {
    for (const name of VARIANTS) loads[name].push(await measureLoad(browser, `${origin}/${name}`))
    progress.turn('loads', { done: round + 1, of: rounds * LOADS_A_ROUND, sinceMs })
  }
  return loads
}

async function measureLoad(browser: Browser, url: string): Promise<Load> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  await client.send('Performance.enable')
  await page.addInitScript(WATCH)
  await page.goto(url)
  await page.waitForFunction('window.readyAt')
  // @NOTE the browser says when its first link was there, in milliseconds since it went to the page.
  const readyMs = await page.evaluate<number>('window.readyAt')
  const { metrics } = await client.send('Performance.getMetrics')
  const seconds = metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN
  await context.close()
  return { scriptMs: seconds * 1_000, readyMs }
}

const scriptMs = (loads: readonly Load[]): number => median(loads.map((load) => load.scriptMs))
const readyMs = (loads: readonly Load[]): number => median(loads.map((load) => load.readyMs))

function report({ empty, widget }: LoadsByName): void {
  const row = (name: string, loads: readonly Load[]) => [
    name,
    scriptMs(loads).toFixed(2),
    readyMs(loads).toFixed(1),
  ]
  printTable(
    ['page with', 'script ms', 'first link ms'],
    [row('an empty element', empty), row('the widget', widget)],
  )
  const extra = [scriptMs(widget) - scriptMs(empty), readyMs(widget) - readyMs(empty)]
  print(`the widget takes ${extra[0]?.toFixed(2)} ms of script and ${extra[1]?.toFixed(1)} ms more`)
}
