import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { askTool } from '../../testing/ask-tool.ts'
import { LocalScans } from '../../testing/local-scans.ts'
import { page, taggedPage } from '../../testing/web-site.ts'

let service: LocalScans
let scans: LocalScans

beforeAll(async () => {
  service = await LocalScans.start()
})

beforeEach(async () => {
  scans = await service.another()
})

afterEach(() => scans[Symbol.asyncDispose]())

afterAll(() => service[Symbol.asyncDispose]())

const placed = (title: string): string => page(title).replace('</body>', '<p id="ask"></p></body>')

const install = async (path: string) => {
  const { body } = await scans.app.api('GET', path, { token: scans.key })
  return body.data['install']
}

const setSelector = (site: string, selector: string | null) =>
  scans.app.api('PUT', `/sites/${site}`, {
    token: scans.key,
    body: { widget: { placement: { selector } } },
  })

describe('the place of the widget in the install status', () => {
  it('says on how many pages a selector matches nothing, also of pages that have not changed since', async () => {
    const site = await scans.site({
      '/': taggedPage(page('Home', { links: ['/a', '/b'] })),
      '/a': taggedPage(placed('A')),
      '/b': page('B'),
    })
    await scans.run(site)
    await setSelector(site, 'body > #ask')
    expect(await install(`/sites/${site}/install`)).toMatchObject({ place: null })
    const place = {
      selector: 'body > #ask',
      pages: 3,
      without: 2,
      example: '/',
      checkedAt: new Date(scans.app.clock.now()).toISOString(),
    }
    expect((await scans.run(site)).result).toMatchObject({ unchanged: 3 })
    expect(await install(`/sites/${site}/install`)).toMatchObject({ place })
    expect(await install(`/sites/${site}`)).toMatchObject({ place })
    const told = await askTool(scans.app, 'publisher', 'get_site', scans.key, { site })
    expect(told.structured).toMatchObject({ install: { place: { without: 2 } } })
  })

  it('counts unchanged pages with those that were read anew', async () => {
    const site = await scans.site({
      '/': taggedPage(page('Home', { links: ['/a', '/b'] })),
      '/a': taggedPage(page('A')),
      '/b': page('B'),
    })
    await setSelector(site, '#ask')
    await scans.run(site)
    scans.serve({ '/b': placed('B') })
    await scans.run(site)
    expect(await install(`/sites/${site}`)).toMatchObject({
      place: { pages: 3, without: 2, example: '/' },
    })
  })

  it('says nothing once the selector is another one, or none', async () => {
    const site = await scans.site({ '/': placed('Home') })
    await setSelector(site, '#ask')
    await scans.run(site)
    expect(await install(`/sites/${site}`)).toMatchObject({ place: { pages: 1, without: 0 } })
    for (const selector of ['#other', null]) {
      await setSelector(site, selector)
      expect(await install(`/sites/${site}`)).toMatchObject({ place: null })
    }
  })

  it('leaves out pages of which only a browser can tell', async () => {
    const site = await scans.site({
      '/': page('Home', { links: ['/shell', '/deep', '/long', '/own'] }),
      '/shell':
        '<!doctype html><title>App</title><div id="root"></div><script src="/a.js"></script>',
      '/deep': page('Deep', { text: `${'<div>'.repeat(600)}Deep` }),
      '/long': page('Long', { text: 'Long. '.repeat(400_000) }),
      '/own': page('Own', { text: 'It has one of its own. <ask-ai></ask-ai>' }),
    })
    await setSelector(site, '#ask')
    expect((await scans.run(site)).result).toMatchObject({ pages: 5 })
    expect(await install(`/sites/${site}`)).toMatchObject({
      place: { pages: 2, without: 1, example: '/' },
    })
  })
})
