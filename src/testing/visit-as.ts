import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { TestApp, TestOrg } from './start-test-app.ts'
import type { Role } from '../kernel/door/principal.ts'
import { SiteVisit, type VisitOptions } from '../widget/testing/site-visit.ts'

interface Person {
  app: TestApp
  browser: Browser
  org: TestOrg
  role?: Role
}

/** Opens a page as a person who is signed in. It must complain of nothing, and ask nothing elsewhere. */
export async function visitAs(
  { app, browser, org, role = 'owner' }: Person,
  path: string,
  use: (page: Page, visit: SiteVisit) => Promise<void>,
  options: VisitOptions = {},
): Promise<void> {
  const token = await app.session(org, role)
  await using visit = await SiteVisit.open(browser, `${app.url}${path}`, {
    width: 1_280,
    locale: 'en-GB',
    ...options,
    before: `document.cookie = 'citable=${token}; path=/'`,
  })
  await use(visit.page, visit)
  expect(visit.errors).toEqual([])
  expect(visit.opened).toEqual([])
}
