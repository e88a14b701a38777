import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CHROMIUM_PATH } from '../src/testing/chromium-path.ts'
import { openBrowser, SiteVisit } from '../src/widget/testing/site-visit.ts'
import { connect } from './demo/mcp.ts'
import { startDemo } from './demo/testing/start-demo.ts'

/** The agent of a reader, because visits of a browser without a screen count as a bot's. */
const READER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'

let browser: Browser
let directory: string

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'citable-demo-'))
  browser = await openBrowser(CHROMIUM_PATH)
})

afterAll(async () => {
  await browser.close()
  rmSync(directory, { recursive: true, force: true })
})

it('a press on the page that the demo names is in the numbers that an assistant reads', async () => {
  const demo = await startDemo(directory)
  await demo.says('Ctrl-C ends both.')
  const server = demo.find(/The server stays up at (http:\/\/[^,\s]+),/)
  const key = demo.find(/\b(ctbk_\w{49})\b/)
  const address = demo.find(/Go to (http:\S+), open the row/)
  const path = new URL(address).pathname
  {
    await using assistant = await connect(`${server}/mcp/data`, key)
    const clicks = async () => {
      const asked = {
        range: '7d',
        dimensions: ['engine'],
        metrics: ['ai_clicks'],
        filters: [{ dimension: 'path', operator: 'is', values: [path] }],
      }
      const { rows, columns } = await assistant.ask('get_breakdown', asked)
      const [engine, count] = [columns.indexOf('engine'), columns.indexOf('ai_clicks')]
      return Number(rows.find((row) => row[engine] === 'chatgpt')?.[count] ?? 0)
    }
    const before = await clicks()
    await using visit = await SiteVisit.open(browser, address, { userAgent: READER })
    await visit.widget.waitFor()
    expect(await visit.press('ChatGPT')).toContain(encodeURIComponent(address))
    await expect.poll(clicks).toBe(before + 1)
    expect(visit.errors).toEqual([])
  }
  demo.kill('SIGINT')
  expect(await demo.end()).toMatchObject({ code: 0, isServing: false })
})
