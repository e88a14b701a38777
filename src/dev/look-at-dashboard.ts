import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { CHROMIUM_PATH } from '../testing/chromium-path.ts'
import { openBrowser, SiteVisit } from '../widget/testing/site-visit.ts'

const HELP = `npm run dashboard:look -- --password <password> [--email <email>] [--url <url>] [--folder <folder>] [--narrow]

Writes pictures of every page that a person sees, as a Chromium of this machine shows them: light and dark, with
--narrow on a telephone too. It signs in to a running service, such as that of npm run demo, which says the password.
`

/** Pages by the name of their picture; what is in braces is found on a page before. */
const PAGES_SEEN: Readonly<Record<string, string>> = {
  sites: 'sites',
  overview: 's/{site}?range=last_week',
  questions: 's/{site}/questions',
  pages: 's/{site}/pages',
  score: 's/{site}/score',
  scans: 's/{site}/scans',
  citations: 's/{site}/citations',
  widget: 's/{site}/widget',
  connect: 'connect',
  keys: 'developers',
  webhooks: 'developers/webhooks',
  calls: 'developers/calls',
  team: 'team',
  plan: 'plan',
  audit: 'audit',
  account: 'account',
}

/** The pictures in the documentation. */
const WIDE = [
  { name: '', width: 1_280, colorScheme: 'light' },
  { name: '-dark', width: 1_280, colorScheme: 'dark' },
] as const
const NARROW = [
  { name: '-narrow', width: 320, colorScheme: 'light' },
  { name: '-narrow-dark', width: 320, colorScheme: 'dark' },
] as const

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:8700' },
      email: { type: 'string', default: 'demo@tideline.example' },
      password: { type: 'string' },
      folder: { type: 'string', default: 'docs/dashboard' },
      narrow: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const { url, email, password } = values
  if (values.help || password === undefined) {
    process.stdout.write(HELP)
    process.exitCode = values.help ? 0 : 1
    return
  }
  const folder = resolve(values.folder)
  mkdirSync(folder, { recursive: true })
  const browser = await openBrowser(CHROMIUM_PATH)
  for (const { name: size, ...options } of values.narrow ? [...WIDE, ...NARROW] : WIDE) {
    await using visit = await SiteVisit.open(browser, `${url}/app/sign-in`, options)
    const { page } = visit
    await page.screenshot({ path: join(folder, `sign-in${size}.png`) })
    await signIn(page, email, password)
    const site = await siteOf(page)
    for (const [name, path] of Object.entries(PAGES_SEEN)) {
      await page.goto(`${url}/app/${path.replace('{site}', site)}`)
      await page.waitForLoadState('networkidle')
      await page.screenshot({ path: join(folder, `${name}${size}.png`), fullPage: true })
    }
  }
  await browser.close()
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'All sites' }).waitFor()
}

/** The id of the first site, as its link has it. */
async function siteOf(page: Page): Promise<string> {
  const href = await page.locator('tbody a').first().getAttribute('href')
  return href?.split('/').at(-1) ?? ''
}

await main()
