import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEntries } from '../../testing/audit-entries.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'

let app: TestApp
let org: TestOrg
let key: string
let id: string

beforeAll(async () => {
  app = await TestApp.start()
})

beforeEach(async () => {
  org = await app.org()
  key = await app.key(org)
  id = await app.site(key, { domain: 'tides.example' })
})

afterAll(() => app[Symbol.asyncDispose]())

const change = (brand: unknown) => app.api('PUT', `/sites/${id}`, { token: key, body: { brand } })
const shown = async () => (await app.api('GET', `/sites/${id}`, { token: key })).body.data['brand']
const NONE = { names: [], competitors: [] }
const withDomains = (...domains: unknown[]) => ({ competitors: [{ name: 'Ebb', domains }] })

describe('the brand of a site', () => {
  it('a brand is stored cleaned and shown with the site, and the log names the parties', async () => {
    expect(await shown()).toEqual(NONE)
    const { status, body } = await change({
      names: ['  Tide   Table ', 'tide table', '潮汐'],
      competitors: [
        {
          name: 'Ebb & Co.',
          domains: [
            'https://www.Ebb.example/a?b',
            'ebb.example',
            'bücher.example',
            'ebb.github.io',
          ],
          aliases: ['Ebb', 'ebb & co.', 'EBB'],
        },
        { name: 'Flow' },
      ],
    })
    expect(status).toBe(200)
    const brand = {
      names: ['Tide Table', '潮汐'],
      competitors: [
        {
          name: 'Ebb & Co.',
          domains: ['ebb.example', 'xn--bcher-kva.example', 'ebb.github.io'],
          aliases: ['Ebb'],
        },
        { name: 'Flow', domains: [], aliases: [] },
      ],
    }
    expect(body.data['brand']).toEqual(brand)
    expect(await shown()).toEqual(brand)
    const entry = auditEntries(app.directory, org.id).findLast(
      ({ action }) => action === 'site.update',
    )
    expect(JSON.parse(entry?.detail ?? '{}')).toEqual({
      brand: { names: brand.names, competitors: ['Ebb & Co.', 'Flow'] },
    })
  })

  it.each([[null], [{}], [NONE]])('%j takes all of it away', async (none) => {
    await change({ names: ['Tide Table'] })
    expect((await change(none)).body.data['brand']).toEqual(NONE)
  })

  it('a change of another field leaves it, and a site can be sent back with what it showed', async () => {
    await change({ names: ['Tide Table'], ...withDomains('ebb.example') })
    await app.api('PUT', `/sites/${id}`, { token: key, body: { country: 'DE' } })
    const before = await shown()
    expect((await change(before)).body.data['brand']).toEqual(before)
    expect(before).toMatchObject({ names: ['Tide Table'] })
  })

  it.each<[string, unknown, string, string]>([
    ['a suffix of a registry', withDomains('co.uk'), 'domains[0]', 'public_suffix'],
    ['a suffix of a host', withDomains('a.de', 'github.io'), 'domains[1]', 'public_suffix'],
    ['a host of the own domain', withDomains('A.tides.example'), 'domains[0]', 'own_domain'],
    ['no web address', withDomains('javascript:alert(1)'), 'domains[0]', 'invalid_host'],
    ['a number', withDomains(1), 'domains[0]', 'invalid_type'],
    ['an own name', { names: ['ebb'], ...withDomains() }, 'name', 'duplicate'],
  ])('%s is refused of a competitor', async (_, brand, field, code) => {
    const { status, body } = await change(brand)
    expect(status).toBe(422)
    expect(body.error?.fields).toMatchObject([{ path: `brand.competitors[0].${field}`, code }])
    expect(await shown()).toEqual(NONE)
  })

  it('two competitors share neither a domain nor a name', async () => {
    const competitors = [
      { name: 'Ebb', domains: ['a.de'] },
      { name: 'Flow', domains: ['A.de.'], aliases: ['EBB'] },
    ]
    const { body } = await change({ competitors })
    expect(body.error?.fields).toMatchObject([
      { path: 'brand.competitors[1].aliases[0]', code: 'duplicate' },
      { path: 'brand.competitors[1].domains[0]', code: 'duplicate' },
    ])
  })

  it('names are of 1 to 100 characters, in one line, with words, and few', async () => {
    const bad = ['海', 'x'.repeat(101), 'Tide\nTable', 'Ti\u200Bde', '🌊🌊', null]
    const { body } = await change({ names: bad })
    expect(body.error?.fields.map(({ path, code }) => `${path} ${code}`)).toEqual([
      'brand.names[0] custom',
      'brand.names[1] too_big',
      'brand.names[2] custom',
      'brand.names[3] custom',
      'brand.names[4] custom',
      'brand.names[5] invalid_type',
    ])
    expect((await change({ names: ['X', 'É'] })).status).toBe(200)
    const many = Array.from({ length: 21 }, (_, i) => `Name ${i}`)
    for (const brand of [
      { names: many },
      { names: null },
      { names: 'Tide' },
      'Tide',
      { name: 1 },
    ]) {
      expect((await change(brand)).status).toBe(422)
    }
  })

  it('a domain that only looks like the own one is another party, in the spelling of the DNS', async () => {
    const { body } = await change(
      withDomains('tidеs.example', 'nottides.example', 'tides.example.evil.io'),
    )
    expect(body.data['brand']).toMatchObject(
      withDomains('xn--tids-x4d.example', 'nottides.example', 'tides.example.evil.io'),
    )
  })
})
