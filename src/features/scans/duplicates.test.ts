import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LocalScans, type ScanAnswer } from '../../testing/local-scans.ts'
import { pageStates } from '../../testing/page-states.ts'
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

const LONG =
  'A salt kiln is fired to cone ten, and the potter throws in damp salt, which turns to vapour. '.repeat(
    8,
  )

const states = () => pageStates(scans.app.directory, scans.org.id)
const repeatsOf = ({ result }: ScanAnswer): unknown =>
  result.warnings.find(({ code }) => code === 'DUPLICATE')

const text = (title: string, head = ''): string => page(title, { text: LONG, head })

const pagesOf = async (site: string, query: string): Promise<Record<string, unknown>[]> => {
  const { body } = await scans.app.api('GET', `/pages/${site}${query}`, { token: scans.key })
  // @NOTE a list in this envelope; a wrong shape fails the expectation that reads it.
  return body.data as unknown as Record<string, unknown>[]
}

describe('pages with one text', () => {
  it('one is kept, and the others are named in a warning and at their pages', async () => {
    const links = ['/kilns/salt', '/kilns/salt?print=1', '/?attachment=7', '/glazes']
    const site = await scans.site({
      '/': page('Home', { links }),
      '/kilns/salt': text('Salt kilns'),
      '/kilns/salt?print=1': text('Salt kilns'),
      '/?attachment=7': text('Salt kilns, a picture').replace(
        '<h1>Salt kilns, a picture',
        '<h1>Salt kilns',
      ),
      '/glazes': page('Glazes'),
    })
    const scan = await scans.run(site)
    expect(states()).toEqual({
      '/': 'active',
      '/kilns/salt': 'active',
      '/kilns/salt?print=1': 'duplicate',
      '/?attachment=7': 'duplicate',
      '/glazes': 'active',
    })
    expect(scan.state).toBe('succeeded')
    expect(repeatsOf(scan)).toEqual({
      code: 'DUPLICATE',
      count: 2,
      examples: expect.arrayContaining([
        '/?attachment=7 = /kilns/salt',
        '/kilns/salt?print=1 = /kilns/salt',
      ]),
    })
    const found = await pagesOf(site, '?finding=duplicate')
    expect(found.map(({ path }) => path)).toEqual(['/?attachment=7', '/kilns/salt?print=1'])
    const { body } = await scans.app.api('GET', `/pages/${site}/${String(found[0]?.['id'])}`, {
      token: scans.key,
    })
    expect(body.data).toMatchObject({
      state: 'duplicate',
      targetUrl: `${scans.web.url}/kilns/salt`,
      issues: expect.arrayContaining(['duplicate']),
    })
    const prompts = await scans.app.api('GET', `/prompts/${site}`, { token: scans.key })
    const paths = (prompts.body.data as unknown as { path: string }[]).map(({ path }) => path)
    expect(paths).toEqual(['/', '/glazes', '/kilns/salt'])
  })

  it('the canonical address is kept, though it is the longer one', async () => {
    const own = '<link rel="canonical" href="{site}/kilns/salt/all-about-it">'
    const site = await scans.site({
      '/': page('Home', { links: ['/s', '/kilns/salt/all-about-it'] }),
      '/s': text('Salt'),
      '/kilns/salt/all-about-it': text('Salt', own),
    })
    await scans.run(site)
    expect(states()).toMatchObject({ '/s': 'duplicate', '/kilns/salt/all-about-it': 'active' })
  })

  it('they stay so in the next scan, and are pages again when one of them changes or goes', async () => {
    const both = {
      '/a': taggedPage(text('Salt')),
      '/b': taggedPage(text('Salt')),
      '/c': text('Salt'),
    }
    const site = await scans.site({ '/': page('Home', { links: ['/a', '/b', '/c'] }), ...both })
    await scans.run(site)
    const first = { '/a': 'active', '/b': 'duplicate', '/c': 'duplicate' }
    expect(states()).toMatchObject(first)
    const again = await scans.run(site)
    expect(states()).toMatchObject(first)
    expect(repeatsOf(again)).toMatchObject({ count: 2 })
    scans.serve({ '/c': page('Fuel', { text: `${LONG} And gas.` }) })
    expect(repeatsOf(await scans.run(site))).toMatchObject({ count: 1 })
    expect(states()).toMatchObject({ '/a': 'active', '/b': 'duplicate', '/c': 'active' })
    scans.serve({ '/a': (_, response) => response.writeHead(410).end() })
    await scans.run(site)
    await scans.run(site)
    expect(states()).toMatchObject({ '/a': 'gone', '/b': 'active' })
  })

  it('a page whose prompt a person wrote is not taken out, and nothing of it is lost', async () => {
    const site = await scans.site({
      '/': page('Home', { links: ['/a', '/b'] }),
      '/a': text('Salt'),
      '/b': page('Ash'),
    })
    await scans.run(site)
    const [b] = await pagesOf(site, '?query=Ash')
    const edited = await scans.app.api('PUT', `/prompts/${String(b?.['id'])}`, {
      token: scans.key,
      body: { questions: ['How is ash sieved?'] },
    })
    expect(edited.status).toBe(200)
    scans.serve({ '/b': text('Salt') })
    expect(repeatsOf(await scans.run(site))).toBeUndefined()
    expect(states()).toMatchObject({ '/a': 'active', '/b': 'active' })
    const { body } = await scans.app.api('GET', `/prompts/${site}?path=/b`, { token: scans.key })
    expect(body.data).toMatchObject([
      { path: '/b', questions: [{ text: 'How is ash sieved?', origin: 'owner' }] },
    ])
  })

  it('pages without text, or with a short one, are no duplicates unless title and heading agree', async () => {
    const empty = (title: string): string => `<title>${title}</title><img src="x.png" alt="">`
    const site = await scans.site({
      '/': page('Home', { links: ['/1', '/2', '/3', '/4', '/5'] }),
      '/1': empty('One'),
      '/2': empty('Two'),
      '/3': empty('Two'),
      '/4': '<img src="x.png" alt="">',
      '/5': '<img src="y.png" alt="">',
    })
    await scans.run(site)
    expect(states()).toMatchObject({
      '/1': 'active',
      '/2': 'active',
      '/3': 'duplicate',
      '/4': 'active',
      '/5': 'active',
    })
  })

  it('a bound that leaves out the kept page brings back the other, and one that leaves out both neither', async () => {
    const site = await scans.site({
      '/': page('Home', { links: ['/a', '/bb'] }),
      '/a': text('Salt'),
      '/bb': text('Salt'),
    })
    await scans.run(site)
    const exclude = (...paths: string[]) =>
      scans.app.api('PUT', `/sites/${site}`, {
        token: scans.key,
        body: { scan: { exclude: paths } },
      })
    expect((await exclude('/a')).status).toBe(200)
    await scans.run(site)
    expect(states()).toMatchObject({ '/a': 'excluded', '/bb': 'active' })
    expect((await exclude('/a', '/bb')).status).toBe(200)
    await scans.run(site)
    expect(states()).toMatchObject({ '/a': 'excluded', '/bb': 'excluded' })
  })
})

describe('a page that sends its readers on by an element in its head', () => {
  const refresh = (to: string): string =>
    page('One moment', { head: `<meta http-equiv="refresh" content="0; url=${to}">` })

  it('is a redirect, and no page', async () => {
    const site = await scans.site({
      '/': page('Home', { links: ['/old', '/older', '/away', '/self', '/later'] }),
      '/old': refresh('/new'),
      '/older': refresh('/old'),
      '/away': refresh('https://elsewhere.example/'),
      '/self': refresh('/self'),
      '/later': refresh('/new').replace('"0;', '"60;'),
      '/new': page('New'),
    })
    const scan = await scans.run(site)
    expect(states()).toEqual({
      '/': 'active',
      '/self': 'active',
      '/later': 'duplicate',
      '/new': 'active',
    })
    expect(scan.result.warnings).toContainEqual({ code: 'REDIRECT_OUT_OF_SCOPE', count: 1 })
  })

  it('leaves what is offered once it does so', async () => {
    const site = await scans.site({
      '/': page('Home', { links: ['/old', '/new'] }),
      '/old': page('Old'),
      '/new': page('New'),
    })
    await scans.run(site)
    scans.serve({ '/old': refresh('/new') })
    await scans.run(site)
    expect(states()).toEqual({ '/': 'active', '/old': 'redirected', '/new': 'active' })
    scans.serve({ '/old': page('Old') })
    await scans.run(site)
    expect(states()).toMatchObject({ '/old': 'active' })
  })
})
