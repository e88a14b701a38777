import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext } from 'playwright-core'
import { CHROMIUM_PATH } from '../../src/testing/chromium-path.ts'
import { openBrowser } from '../../src/widget/testing/site-visit.ts'
import { httpGet } from '../client/http-message.ts'
import type { Baselines } from '../harness/bundle-baselines.ts'
import { measureInterleaved, type Load } from '../harness/measure.ts'
import { progress } from '../harness/progress.ts'
import { atMost, compareRounds, isMet } from '../harness/ratios.ts'
import { print, printRatios, printTable } from '../harness/report.ts'
import { ServerProcess } from '../harness/server-process.ts'
import { median } from '../harness/statistics.ts'
import { PASSWORD, startProduct } from '../product/product.ts'
import { setupWorkspace } from '../product/setup-workspace.ts'
import type { Settings } from '../settings.ts'
import { expectAnswer } from './checks.ts'
import { reportPairs } from './report-pairs.ts'

const LOADS_A_ROUND = 5

/**
 * Compares the files of the page for people with the same bytes, and measures when its numbers are seen; returns
 * whether the limits hold.
 */
export async function runAppSuite(
  baselines: Baselines,
  directory: string,
  settings: Settings,
): Promise<boolean> {
  print('\n## The page for people')
  const needs = { directory: join(directory, 'app'), keys: 1, principals: 0 }
  const workspace = await setupWorkspace(needs, settings)
  await using product = await startProduct(workspace.installation, { withProbe: true })
  const areFilesCheap = await measureFiles(baselines, directory, product, settings)
  if (!existsSync(CHROMIUM_PATH)) {
    print(`no browser at ${CHROMIUM_PATH}, so when its numbers are seen is left out`)
    return areFilesCheap
  }
  const browser = await openBrowser(CHROMIUM_PATH)
  try {
    return (await measurePaints(browser, product, workspace.siteId, settings)) && areFilesCheap
  } finally {
    await browser.close()
  }
}

const PACKED = { 'accept-encoding': 'gzip, deflate, br' }

async function measureFiles(
  { bareFile }: Baselines,
  cwd: string,
  product: ServerProcess,
  settings: Settings,
): Promise<boolean> {
  const origin = `http://127.0.0.1:${product.port}`
  const html = await (await fetch(`${origin}/app/`)).text()
  const path = /<script type="module" src="([^"]+)"/.exec(html)?.[1] ?? ''
  const { status, headers, body } = await rawAnswer(product.port, path)
  if (status !== 200) throw new Error(`${path} answered ${status}`)
  const env = { BYTES: body.toString('base64'), HEADERS: JSON.stringify(headers) }
  await using bare = await ServerProcess.start({
    name: 'bare file',
    script: bareFile,
    cwd,
    env,
    withProbe: true,
  })
  const load = (name: string, server: ServerProcess): Load => ({
    name,
    server,
    requests: (count) => Array.from({ length: count }, () => httpGet(server.port, path, PACKED)),
    check: expectAnswer(200, []),
  })
  const rounds = await measureInterleaved(
    [load('bare file', bare), load('citable file', product)],
    settings,
  )
  return reportPairs(rounds, [{ of: 'citable file', to: 'bare file', limit: atMost(1.5) }])
}

/** Asks for the packed bytes as they are sent, which `fetch` would unpack. */
async function rawAnswer(port: number, path: string) {
  const { get } = await import('node:http')
  return new Promise<{ status: number; headers: Record<string, string>; body: Buffer }>(
    (resolve, reject) => {
      get({ host: '127.0.0.1', port, path, headers: PACKED }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () => {
          const { date: _, connection: __, 'keep-alive': ___, ...headers } = response.headers
          resolve({
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(
              Object.entries(headers).map(([name, value]) => [name, String(value)]),
            ),
            body: Buffer.concat(parts),
          })
        })
      }).on('error', reject)
    },
  )
}

/** Says when an element with a text is painted. */
const watchFor = (selector: string): string => `(function look() {
  if (document.querySelector('${selector}')?.textContent) requestAnimationFrame(() => { window.seenAt = performance.now() })
  else setTimeout(look)
})()`

async function measurePaints(
  browser: Browser,
  { port }: ServerProcess,
  siteId: string,
  { rounds }: Settings,
): Promise<boolean> {
  const origin = `http://127.0.0.1:${port}`
  const context = await browser.newContext()
  await signIn(context, origin)
  const seen = { empty: [] as number[], overview: [] as number[] }
  const measure = (path: string, selector: string) =>
    seenAfterMs(context, `${origin}${path}`, selector)
  const sinceMs = progress.nowMs
  const of = rounds * LOADS_A_ROUND
  for (let turn = 0; turn <= of; turn++) {
    const empty = await measure('/app/nowhere', 'h1')
    const overview = await measure(`/app/s/${siteId}`, '.figures .value')
    progress.turn('loads', { done: turn, of, sinceMs })
    // The first of each warms the browser and the server up.
    if (turn === 0) continue
    seen.empty.push(empty)
    seen.overview.push(overview)
  }
  await context.close()
  printTable(
    ['page', 'seen after ms'],
    Object.entries(seen).map(([name, times]) => [name, median(times).toFixed(1)]),
  )
  const ratio = compareRounds('overview / empty page', seen.overview, seen.empty, atMost(2.5))
  printRatios([ratio])
  return isMet(ratio)
}

async function signIn(context: BrowserContext, origin: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${origin}/app/sign-in`)
  await page.getByLabel('E-mail').fill('bench@example.com')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'All sites' }).waitFor()
  await page.close()
}

async function seenAfterMs(
  context: BrowserContext,
  url: string,
  selector: string,
): Promise<number> {
  const page = await context.newPage()
  await page.addInitScript(watchFor(selector))
  await page.goto(url)
  // @NOTE the browser says when it was painted, in milliseconds since it went to the page.
  const seen = await page.evaluate<number>(
    'new Promise((seen) => { (function look() { window.seenAt ? seen(window.seenAt) : setTimeout(look) })() })',
  )
  await page.close()
  return seen
}
