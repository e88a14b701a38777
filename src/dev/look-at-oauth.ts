import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CHROMIUM_PATH } from '../testing/chromium-path.ts'
import { OAUTH_PAGES, serveOauthPages } from '../testing/oauth-pages.ts'
import { openBrowser, SiteVisit } from '../widget/testing/site-visit.ts'

/** The pictures in the documentation. */
const PICTURES = [
  { name: 'sign-in', path: '/sign-in', width: 1_024, colorScheme: 'light' },
  { name: 'consent', path: '/consent', width: 1_024, colorScheme: 'light' },
  { name: 'consent-dark', path: '/consent', width: 1_024, colorScheme: 'dark' },
  { name: 'sign-in-narrow', path: '/sign-in', width: 320, colorScheme: 'light' },
  { name: 'consent-narrow', path: '/consent', width: 320, colorScheme: 'light' },
  { name: 'consent-narrow-dark', path: '/consent', width: 320, colorScheme: 'dark' },
] as const

/** All pages in both themes, wide and narrow, to look at after a change. */
const EVERY = [...OAUTH_PAGES.keys()].flatMap((path) =>
  ([1_024, 320] as const).flatMap((width) =>
    (['light', 'dark'] as const).map((colorScheme) => {
      return { name: `${path.slice(1)}-${width}-${colorScheme}`, path, width, colorScheme }
    }),
  ),
)

/** Writes pictures of the pages of sign-in and consent, as a Chromium of this machine shows them. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      all: { type: 'boolean', default: false },
      folder: { type: 'string' },
    },
  })
  const folder = resolve(values.folder ?? (values.all ? 'data/oauth' : 'docs/pictures'))
  mkdirSync(folder, { recursive: true })
  const browser = await openBrowser(CHROMIUM_PATH)
  const server = await serveOauthPages(OAUTH_PAGES)
  for (const { name, path, ...options } of values.all ? EVERY : PICTURES) {
    await using visit = await SiteVisit.open(browser, `${server.origin}${path}`, options)
    await visit.page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
  }
  await server[Symbol.asyncDispose]()
  await browser.close()
}

await main()
