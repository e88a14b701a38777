import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LocalScans } from '../../testing/local-scans.ts'
import { pageStates } from '../../testing/page-states.ts'
import { page } from '../../testing/web-site.ts'

let service: LocalScans
let scans: LocalScans
let site: string

const put = (body: Record<string, unknown>) =>
  scans.app.api('PUT', `/sites/${site}`, { token: scans.key, body })
const read = async (path: string) =>
  (await scans.app.api('GET', path, { token: scans.key })).body.data
const ask = (path: string) =>
  scans.app.collect(site, [
    { kind: 'question', url: scans.web.url + path, target: 'claude', question: 'How warm?' },
  ])
const counted = async () =>
  (await read(`/analytics/${site}/ai?range=7d&dimensions=path&metrics=questions`))['rows']

const LINKS = ['/a?id=1', '/a?id=2', '/a?id=1&amp;view=print', '/b?id=1']
const PAGES = {
  '/': page('Home', { links: LINKS }),
  '/a?id=1': page('Steeping', { text: 'Green tea steeps for two minutes.' }),
  '/a?id=1&view=print': page('Print this', { text: 'Paper of rice is for prints alone.' }),
  '/a?id=2': page('Kettles', { text: 'A kettle of iron gets no soap, and is dried.' }),
  '/b?id=1': page('Spring', { text: 'The first harvest of spring is the sweetest of all.' }),
}

beforeAll(async () => {
  service = await LocalScans.start()
})

beforeEach(async () => {
  scans = await service.another()
  site = await scans.site(PAGES)
})

afterEach(() => scans[Symbol.asyncDispose]())

afterAll(() => service[Symbol.asyncDispose]())

describe('the parameters that tell pages apart', () => {
  it('are learned by scans until the owner names them, and again after null', async () => {
    await scans.run(site)
    const learned = { queryParameters: null, learnedQueryParameters: ['id', 'view'] }
    expect(await read(`/sites/${site}`)).toMatchObject(learned)
    const { body } = await put({ queryParameters: ['id'] })
    expect(body.data).toMatchObject({ ...learned, queryParameters: ['id'] })
    expect(await read(`/sites/${site}/config`)).toMatchObject({ query: ['id'] })
    await ask('/a?view=print&id=2')
    await ask('/a?id=1&view=print')
    await ask('/a?view=print')
    expect(await counted()).toEqual([
      ['/a', 1],
      ['/a?id=1', 1],
      ['/a?id=2', 1],
    ])
    expect((await put({ queryParameters: null })).body.data).toMatchObject(learned)
    await ask('/a?id=1&view=print')
    expect(await counted()).toContainEqual(['/a?id=1&view=print', 1])
  })

  it('that the owner names are those of a scan too, which reads one address of each page', async () => {
    await scans.run(site)
    await put({ queryParameters: ['id'] })
    scans.web.asked.length = 0
    await scans.run(site)
    expect(scans.web.paths.filter((path) => path.includes('view'))).toEqual([])
    expect(pageStates(scans.app.directory, scans.org.id)).toEqual({
      '/': 'active',
      '/a?id=1': 'active',
      '/a?id=1&view=print': 'redirected',
      '/a?id=2': 'active',
      '/b?id=1': 'active',
    })
    await put({ queryParameters: [] })
    expect(await read(`/sites/${site}/config?path=%2Fa%3Fid%3D2`)).toMatchObject({ query: [] })
  })

  it.each([
    ['five', ['a', 'b', 'c', 'd', 'e']],
    ['one twice', ['id', 'id']],
    ['what tells of campaigns', ['utm_source']],
    ['what tells of campaigns in capitals', ['GCLID']],
    ['a query', ['id=1']],
    ['two in one', ['id,lang']],
    ['a blank', ['']],
    ['a long one', ['x'.repeat(65)]],
    ['no text', [7]],
    ['no list', 'id'],
  ])('refuses %s', async (_, queryParameters) => {
    const { status, body } = await put({ queryParameters })
    expect([status, body.error?.fields[0]?.path]).toEqual([
      422,
      expect.stringMatching(/^queryParameters/),
    ])
  })
})
