import { join } from 'node:path'
import { build } from 'esbuild'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addPerson, PERSON_PASSWORD } from '../../src/testing/add-person.ts'
import { CHROMIUM_PATH } from '../../src/testing/chromium-path.ts'
import { TestApp } from '../../src/testing/start-test-app.ts'
import { openBrowser } from '../../src/widget/testing/site-visit.ts'
import type * as Client from './citable.ts'

let app: TestApp
let browser: Browser

beforeAll(async () => {
  app = await TestApp.start()
  browser = await openBrowser(CHROMIUM_PATH)
})

afterAll(async () => {
  await browser.close()
  await app[Symbol.asyncDispose]()
})

/** Makes the client what a page has of it. It fails where the client imports anything of Node. */
async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'citable.ts')],
    bundle: true,
    minify: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    globalName: 'client',
  })
  return outputFiles[0]?.text ?? ''
}

declare const client: typeof Client

it('a page of the server signs in, asks and signs out with the cookie of its browser', async () => {
  const { email, orgId } = await addPerson(app)
  const page = await browser.newPage({ bypassCSP: true })
  await page.goto(`${app.url}/api/v1/server`)
  await page.addScriptTag({ content: await bundle() })
  const asked = await page.evaluate(
    async (body) => {
      const citable = new client.Citable('/')
      const { data: session } = await citable.call('POST /auth/sign-in', { body })
      const { data: sites } = await citable.call('POST /sites', {
        body: { domain: 'tides.example', scan: false },
      })
      const { data } = await new client.Citable('').call('GET /org')
      await citable.call('DELETE /auth/session')
      const after = await citable.call('GET /org').catch((error: unknown) => error)
      const status = after instanceof client.CitableError ? after.status : undefined
      return { token: session.token, site: sites.domain, orgId: data.id, status }
    },
    { email, password: PERSON_PASSWORD, cookie: true },
  )
  expect(asked).toEqual({ token: null, site: 'tides.example', orgId, status: 401 })
})

it('adds at most 3,500 characters to a page', async () => {
  expect((await bundle()).length).toBeLessThan(3_500)
})
