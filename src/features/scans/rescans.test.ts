import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageStates } from '../../testing/page-states.ts'
import { ScannedSite } from '../../testing/scanned-site.ts'
import type { TestApp } from '../../testing/start-test-app.ts'
import { page } from '../../testing/web-site.ts'

let app: TestApp

beforeAll(async () => {
  app = await ScannedSite.startApp()
})

afterAll(() => app[Symbol.asyncDispose]())

const states = ({ app: { directory }, org }: ScannedSite) => pageStates(directory, org.id)

const paths = async (site: ScannedSite): Promise<string[]> => [...(await site.prompts()).keys()]

/** Returns how often each path was requested since. */
function askedSince(site: ScannedSite, before: number): string[] {
  return site.web.paths.slice(before).filter((path) => path !== '/' && path !== '/robots.txt')
}

const HOME = page('Home', { links: ['/tea', '/late', '/drafts/one'] })

describe('a page that failed when it was found', () => {
  it('a failed page is asked for by the next scan, though the page that leads to it stays as it was', async () => {
    await using site = await ScannedSite.startOn(app, { '/': HOME, '/tea': page('Tea') })
    expect(states(site)).toEqual({ '/': 'active', '/tea': 'active' })
    site.web.pages.set('/late', page('Late'))
    expect(await site.scan()).toMatchObject({ result: { pages: 3, added: 1, unchanged: 2 } })
    expect(states(site)).toMatchObject({ '/late': 'active' })
  })

  it('a page that fails again is forgotten', async () => {
    await using site = await ScannedSite.startOn(app, { '/': HOME, '/tea': page('Tea') })
    await site.scan()
    const before = site.web.asked.length
    await site.scan()
    expect(askedSince(site, before)).not.toContain('/late')
  })
})

describe('a page that robots.txt closed', () => {
  it('a page that robots.txt closed is asked for once it is open', async () => {
    const robots = 'User-agent: *\nDisallow: /drafts/'
    await using site = await ScannedSite.startOn(app, {
      '/': HOME,
      '/tea': page('Tea'),
      '/drafts/one': page('Draft'),
      '/robots.txt': robots,
    })
    expect(site.web.paths).not.toContain('/drafts/one')
    site.web.pages.set('/robots.txt', 'User-agent: *\nAllow: /')
    await site.scan()
    expect(states(site)).toMatchObject({ '/drafts/one': 'active' })
  })
})

describe('a page that a rule excludes', () => {
  const PAGES = {
    '/': HOME,
    '/tea': page('Tea'),
    '/late': page('Late'),
    '/drafts/one': page('Draft'),
  }

  it('a page excluded by its path is not asked for, and leaves search and prompts until the rule goes', async () => {
    await using site = await ScannedSite.startOn(app, PAGES)
    const rule = await site.rule({
      match: { path: '/drafts/**' },
      actions: { excludeFromScan: true },
    })
    const before = site.web.asked.length
    const scan = await site.scan()
    expect(askedSince(site, before)).not.toContain('/drafts/one')
    expect(scan).toMatchObject({ result: { warnings: [{ code: 'EXCLUDED', count: 1 }] } })
    expect(states(site)).toMatchObject({ '/drafts/one': 'excluded', '/tea': 'active' })
    expect(await paths(site)).not.toContain('/drafts/one')
    await site.call('DELETE', `/rules/${site.id}/${rule}`)
    await site.scan()
    expect(states(site)).toMatchObject({ '/drafts/one': 'active' })
    expect(await paths(site)).toContain('/drafts/one')
  })

  it('a page excluded by what it says is taken out when it is read, and stays out while it says so', async () => {
    await using site = await ScannedSite.startOn(app, PAGES)
    await site.rule({ match: { titleContains: 'late' }, actions: { excludeFromScan: true } })
    for (let round = 0; round < 2; round++) {
      await site.scan()
      expect(states(site)).toMatchObject({ '/late': 'excluded', '/tea': 'active' })
    }
    site.web.pages.set('/late', page('Early'))
    await site.scan()
    expect(states(site)).toMatchObject({ '/late': 'active' })
  })
})

describe('a page outside of the bounds', () => {
  it('a page outside the site’s bounds is out until they change, and one outside a scan’s bounds is only not looked at', async () => {
    await using site = await ScannedSite.startOn(app, { '/': HOME, '/tea': page('Tea') })
    await site.call('POST', '/scan', { siteId: site.id, include: ['/'] })
    await site.app.app.services.jobs.onIdle()
    expect(states(site)).toEqual({ '/': 'active', '/tea': 'active' })
    await site.call('PUT', `/sites/${site.id}`, { scan: { include: ['/'] } })
    await site.scan()
    expect(states(site)).toEqual({ '/': 'active', '/tea': 'excluded' })
    await site.call('PUT', `/sites/${site.id}`, { scan: { include: [] } })
    await site.scan()
    expect(states(site)).toEqual({ '/': 'active', '/tea': 'active' })
  })
})
