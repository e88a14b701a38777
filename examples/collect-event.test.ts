import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BROWSER_USER_AGENT, TestApp, type ApiAnswer } from '../src/testing/start-test-app.ts'

const html = readFileSync('examples/collect-event.html', 'utf8')
const script = /<script>([\s\S]*)<\/script>/.exec(html)![1]!

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app[Symbol.asyncDispose]())

/** A page of the site in a browser, as far as the example knows it. */
function openPage(siteId: string, page: { url: string; referrer: string }) {
  const sent: Promise<Pick<ApiAnswer, 'status' | 'body'>>[] = []
  const listeners: (() => void)[] = []
  const sendBeacon = (url: string, body: string): boolean => {
    const headers = { 'content-type': 'text/plain;charset=UTF-8', 'user-agent': BROWSER_USER_AGENT }
    sent.push(
      fetch(url, { method: 'POST', headers, body }).then(async (response) => ({
        status: response.status,
        body: (await response.json()) as ApiAnswer['body'],
      })),
    )
    return true
  }
  const document = {
    body: { dataset: { server: app.url, siteId } },
    title: 'How long does green tea steep?',
    referrer: page.referrer,
    querySelector: () => ({ addEventListener: (_: string, f: () => void) => listeners.push(f) }),
  }
  const globals = { document, location: { href: page.url }, navigator: { sendBeacon }, crypto }
  runInContext(script, createContext(globals))
  return { answers: () => Promise.all(sent), click: () => listeners.forEach((f) => f()) }
}

async function siteOf(): Promise<{ key: string; site: string }> {
  const key = await app.key(await app.org())
  return { key, site: await app.site(key, { aliases: ['localhost'] }) }
}

describe('collect-event.html', () => {
  it('a reader who comes from an assistant and goes to one is counted', async () => {
    const { key, site } = await siteOf()
    const url = 'https://example.com/tea'
    const page = openPage(site, { url, referrer: 'https://chatgpt.com/' })
    page.click()
    const answers = await page.answers()
    expect(answers.map(({ body }) => body.data)).toEqual([
      { accepted: 2, duplicates: 0, rejected: 0 },
      { accepted: 1, duplicates: 0, rejected: 0 },
    ])
    const { body } = await app.api('GET', `/analytics/${site}/ai?range=today`, { token: key })
    expect(body.data['totals']).toMatchObject({ impressions: 1, ai_referrals: 1, ai_clicks: 1 })
  })

  it('a local copy of the page is counted, and no visit without an assistant', async () => {
    const { site } = await siteOf()
    const page = openPage(site, { url: 'http://localhost:3000/tea', referrer: '' })
    const [answer] = await page.answers()
    expect(answer!.body.data).toEqual({ accepted: 1, duplicates: 0, rejected: 1 })
    expect(answer!.body.meta['reasons']).toEqual({ not_ai_referral: 1 })
  })
})
